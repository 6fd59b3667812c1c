"""`/card` over the wire: a director, two captains with phones, and whoever manages the event."""

import pytest

from rehearsal.people import Person, Reply
from tests.bot.conftest import Town, eventually

BOLD = "**Bold** @everyone"
LONG = f"東京 {'W' * 77}"
TEAMS = {"Gutter Gang": ["Ann", "Bo", "Cy"], BOLD: ["Ed", "Flo", "Gus"], LONG: ["Hal", "Ina", "Jo"]}
GANG = "Ann: 120 131\nBo: 99 101\nCy: 150 150"


async def arrange(town: Town, text: str) -> Reply:
    form = await town.director.slash("card lanes")
    shown = await town.director.fill(form, {"text": text})
    assert shown.buttons == ["Yes, that is right"], shown.text
    return await town.director.click(shown, "Yes, that is right")


async def enter(person: Person, team: str, text: str) -> Reply:
    choices = await person.autocomplete("card enter", focus="team", typed=team[:5], event="bowling")
    form = await person.slash("card enter", event="bowling", team=choices[0][1])
    assert form.modal is not None, form.text
    return await person.fill(form, {"text": text})


async def test_two_captains_disagree_and_one_mends_it(town: Town) -> None:
    """Over the wire: mend what cannot be read, differ, see what differs, write it again, and it counts."""
    cid = town.guild.join("Cid")
    await town.start_games(TEAMS, [town.ann, town.bob, cid])
    form = await town.director.slash("card lanes")
    unread = await town.director.fill(form, {"text": f"gutter gang\n{BOLD}\nNobody"})
    assert unread.text.endswith(
        "Line 3: There is no team \u2068Nobody\u2069 in this competition. `/team list` shows all of them."
    )
    mended = await town.director.click(unread, "Mend it")
    shown = await town.director.fill(mended, {"text": f"gutter gang\n{BOLD}\n{LONG}"})
    done = await town.director.click(shown, "Yes, that is right")
    assert done.text == "Done: 3 teams in Bowling. The captains are told who keeps which card."
    await eventually(lambda: any("/card enter" in m.text for m in town.guild.channel_messages(town.captains)))
    assert len(cid.pinged_by) == 1
    assert not town.director.pinged_by

    unread = await enter(town.ann, "Gutter Gang", "Ann 120 131")
    assert unread.ephemeral
    form = await town.ann.click(unread, "Mend it")
    first = await town.ann.fill(form, {"text": GANG})
    assert "Kept. It counts once both cards are in. Still missing:" in first.text
    second = await enter(town.bob, "Gutter Gang", GANG.replace("120", "12"))
    assert "\u2068Ann\u2069, game 1: **120 · 12**" in second.text
    await eventually(lambda: any("is disputed" in m.text for m in town.guild.channel_messages(town.staff)))
    await eventually(lambda: any("differ in" in m.text for m in town.guild.channel_messages(town.captains)))
    assert any("is disputed" in message.text for message in town.director.read(town.staff))

    (told,) = [m for m in town.guild.channel_messages(town.captains) if "differ in" in m.text]
    assert told in town.ann.pinged_by
    assert told not in cid.pinged_by
    nosy = await cid.click(told, "See the card")
    assert nosy.text.startswith("Only the captain of \u2068Gutter Gang\u2069 or of ")
    seen = await town.bob.click(told, "See the card")
    assert "They differ (its own · \u2068\\*\\*Bold\\*\\* @\u200beveryone\u2069):" in seen.text
    form = await town.bob.click(seen, "Write it")
    agreed = await town.bob.fill(form, {"text": GANG})
    assert "✅ Both cards agree, so it counts." in agreed.text
    assert agreed.buttons == []
    standings = await town.ann.slash("standings", event="bowling")
    assert "751" in standings.text


async def test_the_event_manager_rules(town: Town) -> None:
    cid = town.guild.join("Cid")
    await town.start_games(TEAMS, [town.ann, town.bob, cid])
    await arrange(town, "\n".join(TEAMS))
    await enter(town.ann, "Gutter Gang", GANG)
    await enter(town.bob, "Gutter Gang", GANG.replace("120", "12"))
    await eventually(lambda: any("is disputed" in m.text for m in town.guild.channel_messages(town.staff)))
    (told,) = [m for m in town.guild.channel_messages(town.staff) if "is disputed" in m.text]
    refused = await town.facilitator.click(told, "Rule on it")
    assert refused.text.startswith(
        "Only the manager of Bowling can do this. Nobody is bound to it yet, so ask a director"
    )
    form = await town.director.click(told, "Rule on it")
    ruled = await town.director.fill(form, {"verdict": f"Card of {BOLD}", "reason": "the screen says 12"})
    assert ruled.text.startswith("Ruled. This counts for \u2068Gutter Gang\u2069:\n\u2068Ann\u2069: 12, 131 = 143")
    stale = await town.director.fill(form, {"verdict": "Card of Gutter Gang itself", "reason": "no"})
    assert "counts already" in stale.text
    await eventually(lambda: any("the screen says 12" in m.text for m in town.guild.channel_messages(town.captains)))
    again = await town.ann.slash("card enter", event="bowling", team="Gutter Gang")
    assert again.text.startswith("The Bowling card of \u2068Gutter Gang\u2069 counts already")


async def test_with_machines_captains_enter_nothing(town: Town) -> None:
    """G36."""
    cid = town.guild.join("Cid")
    await town.start_games(TEAMS, [town.ann, town.bob, cid])
    await arrange(town, "\n".join(TEAMS))
    done = await town.director.slash("card scoring", event="bowling", mode="automatic")
    assert done.text == "Machines score Bowling from now on: teams enter nothing. Staff use `/score bowling`."
    refused = await town.ann.slash("card enter", event="bowling", team="Gutter Gang")
    assert refused.text.startswith("Bowling is scored by machines here, so teams enter nothing.")
    shown = await cid.slash("card show", event="bowling")
    assert "Machines keep the score" in shown.text


@pytest.mark.parametrize("name", [LONG, BOLD])
async def test_forms_hold_the_worst_names(town: Town, name: str) -> None:
    cid = town.guild.join("Cid")
    await town.start_games(TEAMS, [town.ann, town.bob, cid])
    await arrange(town, "\n".join(TEAMS))
    form = await town.director.slash("card enter", event="bowling", team=name, keeper="The team itself")
    assert form.modal is not None
    assert len(form.modal["title"]) <= 45
    seen = await town.director.slash("card view", event="bowling", team=name)
    assert all(len(label) <= 80 for label in seen.buttons)
    await town.director.fill(form, {"text": form.modal["components"][0]["component"]["value"].replace(": ", ": 1 2")})
    ruling = await town.director.slash("card rule", event="bowling", team=name)
    assert ruling.modal is not None
