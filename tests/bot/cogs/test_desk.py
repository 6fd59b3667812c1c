"""The desk over the wire: from a tap in the staff channel to a score, counted in taps."""

import time
from collections.abc import Mapping, Sequence

import pytest

from bot.db.snapshot import Competition
from rehearsal.people import Person, Reply
from rehearsal.state import Message
from tests.bot.conftest import Town, eventually

TEAMS = {
    "Gutter Gang": ["Ann", "Bo", "Cy", "Di"],
    "Łódź Lions": ["Hal", "Ina", "Jo", "Kim"],
    "**Bold** @everyone": ["Ed", "Flo", "Gus"],
}


async def start_games(town: Town, teams: Mapping[str, Sequence[str]] = TEAMS) -> Competition:
    started = await town.start_games(teams)
    town.bot.deps.wake_relay()
    return started


async def find_posts(town: Town, holding: str) -> list[Message]:
    def posts() -> list[Message]:
        return [m for m in town.guild.channel_messages(town.staff) if holding in m.content]

    await eventually(lambda: bool(posts()))
    return posts()


async def find_desk(town: Town) -> Message:
    return (await find_posts(town, "**Desk of"))[-1]


def prefilled(form: Reply) -> str:
    """What stands in the only field of a form."""
    assert form.modal is not None
    return form.modal["components"][0]["component"]["value"]


class Taps:
    """A facilitator whose taps are counted: presses, choices, and what is submitted."""

    def __init__(self, person: Person) -> None:
        self.person, self.count = person, 0

    async def press(self, where: Message | Reply, button: str) -> Reply:
        self.count += 1
        return await self.person.click(where, button)

    async def choose(self, where: Message | Reply, menu: str | None, value: str) -> Reply:
        self.count += 1
        return await self.person.choose(where, menu, value)

    async def submit(self, form: Reply, answers: Mapping[str, str]) -> Reply:
        self.count += 1
        return await self.person.fill(form, answers)


async def test_a_round_takes_at_most_five_taps_and_the_number(town: Town) -> None:
    await start_games(town)
    desk = await find_desk(town)
    taps = Taps(town.facilitator)
    teams = await taps.press(desk, "Score")
    teams = await taps.choose(teams, "Another event", "Home Run Derby")
    players = await taps.choose(teams, "Team: **Bold** @everyone … Łódź Lions", "Łódź Lions")
    form = await taps.press(players, "Hal, round 1")
    done = await taps.submit(form, {"score": "1 0 2 0 3"})
    assert done.text.startswith(
        "**Home Run Derby**, round 1: \u2068Hal\u2069 (\u2068Łódź Lions\u2069) has **22 points**"
    )
    assert taps.count == 5
    assert done.buttons == ["Next player", "Undo"]


async def test_the_event_is_remembered_and_the_next_player_takes_three(town: Town) -> None:
    await start_games(town)
    await town.facilitator.slash("score bags", player="Ann", round=1, score="40")
    taps = Taps(town.facilitator)
    teams = await taps.press(await find_desk(town), "Score")
    assert teams.text.startswith("**Score**: Bags Sure Toss")
    players = await taps.choose(teams, "Team: **Bold** @everyone … Łódź Lions", "Gutter Gang")
    done = await taps.submit(await taps.press(players, "Bo, round 1"), {"score": "41"})
    assert taps.count == 4
    taps.count = 0
    players = await taps.press(done, "Next player")
    assert "- \u2068Bo\u2069: **41**, missing, missing" in players.text
    done = await taps.submit(await taps.press(players, "Cy, round 1"), {"score": "42"})
    assert "Total 42, place 1" in done.text
    assert taps.count == 3


async def test_with_130_teams_a_round_still_takes_five(town: Town) -> None:
    await start_games(town, {f"Team {n:03}": [f"A{n}", f"B{n}", f"C{n}"] for n in range(130)})
    taps = Taps(town.facilitator)
    teams = await taps.press(await find_desk(town), "Score")
    assert teams.buttons == ["Later teams"]
    teams = await taps.press(teams, "Later teams")
    assert teams.buttons == ["Earlier teams"]
    players = await taps.choose(teams, "Team: Team 125 … Team 129", "Team 129")
    done = await taps.submit(await taps.press(players, "A129, game 1"), {"score": "151"})
    assert "has **151 pins**" in done.text
    assert taps.count == 5


async def test_the_desk_says_how_many_rounds_are_in_and_stays(town: Town) -> None:
    await start_games(town)
    first = await find_desk(town)
    assert "Bowling                  0/22 in" in first.content
    await town.facilitator.slash("score bowling", player="Ann", game=1, score="151")
    await eventually(lambda: "Bowling                  1/22 in" in first.content)
    assert "Under way: Bowling." in first.content
    await town.stop_bot()
    await town.start_bot()
    await town.facilitator.slash("score bowling", player="Bo", game=1, score="131")
    await eventually(lambda: "2/22 in" in first.content)
    with town.standin.expect(10008):
        town.director.delete(first)
        await town.facilitator.slash("score bowling", player="Cy", game=1, score="131")
        await eventually(lambda: any("3/22 in" in m.content for m in town.guild.channel_messages(town.staff)))
    again = await find_desk(town)
    await eventually(lambda: again.pinned_at is not None)
    assert (await town.facilitator.click(again, "Score")).text.startswith("**Score**: Bowling")


async def test_who_went_out_takes_three_taps_and_one_more_for_the_next(town: Town) -> None:
    await start_games(town)
    taps = Taps(town.facilitator)
    teams = await taps.press(await find_desk(town), "Score")
    players = await taps.choose(teams, "Another event", "Texas Hold'em")
    done = await taps.choose(players, "Out, of: **Bold** @everyone … Łódź Lions", "Hal")
    assert done.text == "\u2068Hal\u2069 is out in place 11. 10 players left."
    assert taps.count == 3
    players = await taps.press(done, "Next one out")
    second = await taps.choose(players, "Out, of: **Bold** @everyone … Łódź Lions", "Ed")
    assert second.text.startswith("\u2068Ed\u2069 is out in place 10.")
    undone = await town.facilitator.click(second, "Undo")
    assert undone.text == "Taken back in Texas Hold'em: \u2068Ed\u2069 out. 10 players left."
    typed = await town.facilitator.slash("score holdem", player="Ed")
    assert (typed.text, typed.buttons) == (second.text, second.buttons), "who types it is answered as at the desk"
    stale = {"component_type": 3, "custom_id": "desk-out:1:0", "values": ["#5"]}
    refused = await town.facilitator.send_interaction({"type": 3, "data": stale})
    assert refused.text.startswith("\u2068Hal\u2069 is out already, in place 11.")


async def test_golf_has_one_card_a_team(town: Town) -> None:
    await start_games(town)
    teams = await town.facilitator.click(await find_desk(town), "Score")
    teams = await town.facilitator.choose(teams, "Another event", "Golf Scramble")
    form = await town.facilitator.choose(teams, "Team: **Bold** @everyone … Łódź Lions", "**Bold** @everyone")
    done = await town.facilitator.fill(form, {"score": "4 4 3 4 5 3 4 4 5 4 3 4 5 4 3 4 4 5"})
    assert "has **72 strokes**" in done.text
    assert done.buttons == ["Undo"]


async def test_undo_is_for_its_author_alone(town: Town) -> None:
    await start_games(town)
    done = await town.facilitator.slash("score bowling", player="Ann", game=1, score="151")
    other = await town.director.send_interaction(
        {"type": 3, "data": {"component_type": 2, "custom_id": "score-undo:1:1"}}
    )
    assert other.text.startswith("There is nothing of yours from the last ten minutes to take back.")
    asked = await town.facilitator.click(await find_desk(town), "Undo")
    assert asked.text == ("Your latest round: \u2068Ann\u2069, Bowling, game 1: **151 pins**. Take it back?")
    undone = await town.facilitator.click(done, "Undo")
    assert undone.text == "Taken back: 151 pins of \u2068Ann\u2069 in Bowling. Game 1 is missing again."
    stale = await town.facilitator.click(asked, "Take it back")
    assert stale.text.startswith("Somebody has corrected your latest round since")


async def test_who_comes_second_sees_what_counts_and_may_propose_a_correction(town: Town) -> None:
    await start_games(town)
    await town.director.slash("score bowling", player="Ann", game=1, score="151")
    second = await town.facilitator.slash("score bowling", player="Ann", game=1, score="115")
    assert "has 151 pins in game 1 of Bowling already, entered by @Dora" in second.text
    assert second.buttons == ["Propose a correction"]
    form = await town.facilitator.click(second, "Propose a correction")
    proposed = await town.facilitator.fill(form, {"score": "115", "reason": "The card says 115."})
    assert "151" in proposed.text
    assert "115" in proposed.text
    assert proposed.buttons
    same = await town.facilitator.slash("score bowling", player="Ann", game=1, score="151")
    assert same.text.endswith("That is what you typed, so there is nothing to do.")
    assert same.buttons == []


async def test_a_whole_sheet_is_shown_before_it_counts(town: Town) -> None:
    await start_games(town)
    await town.facilitator.slash("score bowling", player="Ann", game=1, score="120")
    teams = await town.facilitator.click(await find_desk(town), "Score")
    players = await town.facilitator.choose(teams, "Team: **Bold** @everyone … Łódź Lions", "Gutter Gang")
    form = await town.facilitator.click(players, "Whole team")
    assert prefilled(form) == "Ann: 120\nBo:\nCy:\nDi:"
    bad = await town.facilitator.fill(form, {"text": "Ann: 120 131\nBo: 300 x\nZoe: 9\nCy: 90 95"})
    assert bad.text.startswith("**Bowling**: \u2068Gutter Gang\u2069. Nothing was entered:")
    assert bad.text.count("\n- ") == 2
    again = await town.facilitator.click(bad, "Fix")
    assert prefilled(again) == "Ann: 120 131\nBo: 300 x\nZoe: 9\nCy: 90 95"
    read = await town.facilitator.fill(again, {"text": "Ann: 120 131\nBo: - 290\nCy: 90 95"})
    assert "- \u2068Ann\u2069: 120, **131** (total 251)" in read.text
    assert "- \u2068Bo\u2069: missing, **290** (total 290)" in read.text
    assert "290 or 29?" in read.text
    assert "place 1. Is this right? Nothing counts yet." in read.text
    done = await town.facilitator.click(read, "Confirm")
    assert done.text == (
        "**Bowling**: \u2068Gutter Gang\u2069, 4 games entered. Team total 726, place 1. 3 still missing."
    )


async def test_the_clock_calls_whoever_started_it(town: Town) -> None:
    await start_games(town)
    teams = await town.facilitator.click(await find_desk(town), "Score")
    teams = await town.facilitator.choose(teams, "Another event", "Home Run Derby")
    players = await town.facilitator.choose(teams, "Team: **Bold** @everyone … Łódź Lions", "Gutter Gang")
    station = await town.facilitator.click(players, "Begin: Ann, round 1")
    assert station.text == (
        "**Home Run Derby**, round 1: \u2068Ann\u2069 is up.\n**\u2068Łódź Lions\u2069** shag: they are up next.\n"
        "Who of the team pitches?"
    )
    assert station.buttons == ["Bo", "Cy", "Di"]
    pitched = await town.facilitator.click(station, "Bo")
    assert "\u2068Bo\u2069 pitches." in pitched.text
    clock = await town.facilitator.click(pitched, "Start 60 s")
    assert clock.text.startswith("The clock runs: **Home Run Derby**, \u2068Ann\u2069, round 1. It ends at 12:01:0")
    await town.stop_bot()
    town.clock.advance(61)
    await town.start_bot()
    (call,) = await find_posts(town, "Time!")
    assert call.content == (
        f"<@{town.facilitator.id}> \u23f0 **Time!** Home Run Derby, round 1: \u2068Ann\u2069. 60 s are over."
    )
    assert town.facilitator.pinged_by == [call]
    form = await town.facilitator.click(call, "Enter the round")
    assert "has **17 points**" in (await town.facilitator.fill(form, {"score": "17"})).text


async def test_the_call_comes_within_two_seconds_of_the_end(town: Town) -> None:
    await start_games(town)
    clock = await town.facilitator.slash("desk timer", event="basketball")
    assert clock.buttons == ["Stop the clock"]
    town.clock.advance(58)
    began = time.monotonic()
    await find_posts(town, "Time!")
    assert 0 < time.monotonic() - began < 4


@pytest.mark.parametrize("purpose", ["Warn", "Eject"])
async def test_staff_warn_and_eject_from_the_desk(town: Town, purpose: str) -> None:
    await start_games(town)
    teams = await town.facilitator.click(await find_desk(town), purpose)
    players = await town.facilitator.choose(teams, "Team: **Bold** @everyone … Łódź Lions", "Gutter Gang")
    preview = await town.facilitator.click(players, "Ann")
    assert "Ann" in preview.text
    assert preview.buttons == ["Record it"]


async def test_the_director_is_called_with_a_mention(town: Town) -> None:
    await start_games(town)
    form = await town.facilitator.click(await find_desk(town), "Call the director")
    done = await town.facilitator.fill(form, {"text": "Lane 4: **two cards**"})
    assert done.text == "A director is called in the staff channel."
    (call,) = await find_posts(town, "calls a director")
    assert f"<@{town.facilitator.id}> calls a director: \u2068Lane 4\\: \\*\\*two cards\\*\\*\u2069" in call.content


async def test_a_stranger_gets_a_sentence(town: Town) -> None:
    await start_games(town)
    shown = await town.ann.slash("desk show")
    assert shown.text.startswith("Only a facilitator")


async def test_a_match_is_entered_from_the_desk_and_shown_before_it_counts(town: Town) -> None:
    await town.start_games({"One": (), "Two": ()}, kind="dodgeball")
    town.bot.deps.wake_relay()
    desk = await find_desk(town)
    assert "0 of 1 matches are decided, 1 can be played now." in desk.content
    assert desk.buttons == ["Match result", "Warn", "Eject", "Call the director"]
    matches = await town.facilitator.click(desk, "Match result")
    assert matches.message is not None
    (option,) = matches.message.components[0]["components"][0]["options"]
    games = await town.facilitator.choose(matches, "Match", option["value"])
    assert len(games.buttons) == 7
    asked = await town.facilitator.click(games, games.buttons[1])
    assert "2-1. Is this right?" in asked.text
    done = await town.facilitator.click(asked, "Enter it")
    assert "One" in done.text
    stale = await town.facilitator.click(desk, "Match result")
    assert stale.text == "No match can be played now. `/bracket` shows what is decided and what it waits for."
