"""`/score` and `/standings` over the wire."""

import pytest

from bot.db.snapshot import Competition
from core.competition import Step
from tests.bot.conftest import Town, eventually
from tests.builders import create_competition, register_team, take_steps

TEAMS = {
    "Gutter Gang": ["Ann", "Bo", "Cy", "Di"],
    "Łódź Lions": ["Hal", "Ina", "Jo", "Kim"],
    "**Bold** @everyone": ["Ed", "Flo", "Gus"],
}


async def start_games(town: Town) -> Competition:
    database = town.bot.deps.database
    competition = await create_competition(database, "getaway", "Games", guild_id=town.guild.id, channels=town.channels)
    for name, players in TEAMS.items():
        await register_team(database, competition, name, players)
    town.guild.give(town.facilitator, town.guild.create_role("Other"))
    return await take_steps(database, competition, Step.CLOSE_REGISTRATION, Step.START)


async def test_a_facilitator_enters_a_game_and_everybody_sees_it(town: Town) -> None:
    await start_games(town)
    choices = await town.director.autocomplete("score bowling", focus="player", typed="hal")
    assert [name for name, _ in choices] == ["Hal (Łódź Lions)"]
    reply = await town.director.slash("score bowling", player=choices[0][1], game=1, score="200")
    assert reply.text == (
        "**Bowling**, game 1: \u2068Hal\u2069 (\u2068Łódź Lions\u2069) has **200 pins**. Total 200, place 1."
    )
    assert reply.ephemeral
    standings = await town.ann.slash("standings")
    assert "Łódź Lions" in standings.text
    bowling = await town.ann.slash("standings", event="bowling", list="players")
    assert "200" in bowling.text
    await eventually(lambda: any("Łódź" in m.text for m in town.guild.channel_messages(town.standings)))


async def test_counts_are_options_of_their_own(town: Town) -> None:
    await start_games(town)
    reply = await town.director.slash("score derby", player="Ann", round=1, tier_1_140_ft=1, tier_5_220_ft=3)
    assert "has **16 points** (`1 0 0 0 3`). Total 16, place 1." in reply.text


async def test_a_round_is_not_entered_twice(town: Town) -> None:
    await start_games(town)
    await town.director.slash("score bowling", player="Ann", game=1, score="150")
    again = await town.director.slash("score bowling", player="Ann", game=1, score="151")
    assert "has 150 pins in game 1 of Bowling already" in again.text
    assert again.text.endswith("If that is wrong, use `/score correct`.")


async def test_the_same_click_delivered_twice_counts_once(town: Town) -> None:
    await start_games(town)
    with town.standin.expect(40060):
        reply = await town.director.slash_twice("score bowling", player="Ann", game=1, score="150")
    assert "has **150 pins**" in reply.text
    undone = await town.director.slash("score undo")
    assert "is missing again" in undone.text


async def test_an_implausible_game_is_asked_about_once(town: Town) -> None:
    await start_games(town)
    asked = await town.director.slash("score bowling", player="Ann", game=1, score="299")
    assert asked.text.startswith("Is this right? \u2068Ann\u2069, Bowling, game 1:")
    assert asked.buttons == ["Yes, enter it"]
    entered = await town.director.click(asked, "Yes, enter it")
    assert "has **299 pins**" in entered.text
    stale = await town.director.click(asked, "Yes, enter it")
    assert stale.text == (
        "This was done already, or it is older than a day; nothing was changed now. "
        "`/score history` shows what is in: enter the round only where it is missing."
    )


async def test_who_is_not_staff_is_refused(town: Town) -> None:
    await start_games(town)
    refused = await town.ann.slash("score bowling", player="Ann", game=1, score="150")
    assert refused.text.startswith("Only a facilitator")


@pytest.mark.parametrize("score", ["301", "-1", "x" * 200, "X X", "\u202e12"])
async def test_impossible_scores_end_in_a_sentence(town: Town, score: str) -> None:
    await start_games(town)
    refused = await town.director.slash("score bowling", player="Ann", game=1, score=score)
    assert "Type" in refused.text
    assert "Something went wrong" not in refused.text
