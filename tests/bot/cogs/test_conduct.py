"""`/conduct` over the wire."""

from typing import Any

from bot.db.snapshot import Competition
from tests.bot.conftest import Town, eventually
from tests.builders import create_competition, register_team, start


async def begin(town: Town) -> Competition:
    """Two teams; Ann is the captain of the Lodge."""
    database = town.bot.deps.database
    competition = await create_competition(
        database,
        guild_id=town.guild.id,
        channels=town.channels,
        facilitator_role_id=town.facilitator_role.id,
    )
    await register_team(database, competition, "Lodge", ["Ann", "Bo", "Cy"], captain_id=town.ann.id)
    await register_team(database, competition, "Aces", ["Kim", "Lee", "Mo"], captain_id=town.bob.id)
    return await start(database, competition)


async def test_from_a_warning_to_an_ejected_team(town: Town) -> None:
    await begin(town)
    ((_, bo),) = await town.facilitator.autocomplete("conduct warn", focus="player", typed="bo (")
    shown = await town.facilitator.slash("conduct warn", player=bo)
    assert shown.ephemeral
    assert "is warned" in shown.text
    assert shown.buttons == ["Record it"]
    done = await town.facilitator.click(shown, "Record it")
    assert "Recorded as offence #1" in done.text
    await eventually(lambda: any("recorded against" in message.text for message in town.ann.dms))
    again = await town.facilitator.click(shown, "Record it")
    assert again.text.startswith("This was done already")

    for player in (bo, "Cy"):
        shown = await town.facilitator.slash("conduct warn", player=player, event="Bowling", note="@everyone loud")
        await town.facilitator.click(shown, "Record it")
    await eventually(lambda: any("its last warning" in m.text for m in town.director.read(town.staff)))
    (asked,) = [m for m in town.director.read(town.staff) if "had its last warning" in m.text]
    refused = await town.facilitator.click(asked, "Eject the team")
    assert refused.text.startswith("Only a director can do this")
    decided = await town.director.click(asked, "Eject the team")
    assert "is ejected" in decided.text
    await eventually(lambda: any("takes no part any more" in m.text for m in town.bob.read(town.announcements)))
    await eventually(lambda: asked.buttons == [])
    assert asked.text.endswith("\n✅ @Dora has ejected the team.")
    again = await town.director.slash("conduct team-eject", team="Lodge")
    assert again.text.startswith("No ejection of \u2068Lodge\u2069 waits for a decision.")

    history = await town.facilitator.slash("conduct history")
    assert history.ephemeral
    assert history.text.count("**#") == 3
    assert not any(m.text for m in town.bob.read(town.announcements) if "Bo" in m.text or "loud" in m.text)


async def test_a_director_lifts_what_was_recorded(town: Town) -> None:
    await begin(town)
    shown = await town.facilitator.slash("conduct eject", player="Bo")
    await town.facilitator.click(shown, "Record it")
    await eventually(lambda: any("a player short" in m.text for m in town.bob.read(town.announcements)))
    choices = await town.director.autocomplete("conduct lift", focus="offence")
    assert choices == [("#1 Bo (Lodge): a thrown punch", "#1")]
    refused = await town.facilitator.slash("conduct lift", offence="#1", reason="no punch")
    assert refused.text.startswith("Only a director can do this")
    lifted = await town.director.slash("conduct lift", offence="#1", reason="no punch")
    assert lifted.text.startswith("Offence #1 of \u2068Bo\u2069 is lifted")
    await eventually(lambda: any("no longer plays" in m.text for m in town.bob.read(town.announcements)))


async def test_the_same_click_delivered_twice_records_once(town: Town) -> None:
    await begin(town)
    shown = await town.facilitator.slash("conduct warn", player="Bo")
    with town.standin.expect(40060):
        await town.facilitator.click(shown, "Record it", deliver_twice=True)
    history = await town.facilitator.slash("conduct history")
    assert history.text.count("**#") == 1


async def test_people_without_the_right_are_told_who_may(town: Town) -> None:
    await begin(town)
    commands: dict[str, dict[str, Any]] = {
        "conduct warn": {"player": "Bo"},
        "conduct eject": {"player": "Bo"},
        "conduct history": {},
    }
    for command, options in commands.items():
        reply = await town.ann.slash(command, **options)
        assert reply.text == (
            "Only a facilitator (the role @Facilitator) or a director can do this. Please ask one of them."
        )
        assert reply.ephemeral
    reply = await town.ann.slash("conduct team-eject", team="Aces")
    assert reply.text.startswith("Only a director can do this")


async def test_a_captain_appeals_and_a_director_decides_with_a_reason(town: Town) -> None:
    await begin(town)
    shown = await town.facilitator.slash("conduct eject", player="Bo")
    await town.facilitator.click(shown, "Record it")
    ((_, offence),) = await town.ann.autocomplete("appeal submit", focus="offence")
    appealed = await town.ann.slash("appeal submit", offence=offence, text="He fell. @everyone")
    assert appealed.text.startswith("Your appeal against offence #1 is with the directors")
    await eventually(lambda: any("appeals against" in m.text for m in town.director.read(town.staff)))
    (asked,) = [m for m in town.director.read(town.staff) if "appeals against" in m.text]
    refused = await town.facilitator.click(asked, "Lift the offence")
    assert refused.text.startswith("Only a director can do this")
    form = await town.director.click(asked, "Lift the offence")
    decided = await town.director.fill(form, {"Why; the captain reads it": "seen on film"})
    assert decided.text.startswith("Offence #1 is lifted")
    await eventually(lambda: any("was granted" in message.text for message in town.ann.dms))
    await eventually(lambda: asked.buttons == [])
    assert asked.text.endswith("\n✅ @Dora lifted the offence: \u2068seen on film\u2069")
    stale = await town.director.slash("appeal decide", offence="#1", verdict="deny", reason="no")
    assert stale.text.startswith("This appeal is decided already")


async def test_closed_direct_messages_stop_nothing_and_staff_see_it(town: Town) -> None:
    await begin(town)
    town.ann.close_dms()
    shown = await town.facilitator.slash("conduct warn", player="Bo")
    with town.standin.expect(50007):
        await town.facilitator.click(shown, "Record it")
        await eventually(lambda: any("do not accept direct" in m.text for m in town.director.read(town.staff)))
    history = await town.facilitator.slash("conduct history")
    assert "captain (not reached: please tell them in person)" in history.text
    assert not any("Bo" in m.text for m in town.bob.read(town.captains))
