"""A result that is entered beside the game table: it counts, and whoever enters it hears where the table differs."""

import pytest

from bot.db.engine import Database
from bot.services import desk_matches, dodgeball, drawing, match_corrections
from bot.services.dodgeball import MatchDone
from bot.services.match_history import show_match_history
from bot.ui.match_view import view_match
from bot.ui.texts import drawing as texts
from bot.ui.texts.dodgeball import match_entered
from bot.ui.texts.match_history import history_lines
from tests.bot.services.test_game_table import Referee, sit_down, strip
from tests.builders import director, facilitator


async def enter(referee: Referee, *winners: int) -> MatchDone:
    first, second, third = ([f"#{id_}" for id_ in winners] + [None])[:3]
    assert first is not None
    assert second is not None
    async with referee.database.transaction() as tx:
        games = (first, second, third)
        return await dodgeball.submit_match(tx, facilitator(), referee.chosen, referee.match, games)


async def ask(referee: Referee, *winners: int) -> str:
    """What the desk shows of the match, once these winners were tapped."""
    games = ".".join(f"#{id_}" for id_ in winners) or None
    async with referee.database.reading() as tx:
        return strip(
            view_match(await desk_matches.view_match(tx, facilitator(), referee.chosen, referee.match, games)).text
        )


@pytest.fixture
async def referee(sqlite_database: Database) -> Referee:
    """A table where the first team has won a game and the second is on."""
    found = await sit_down(sqlite_database, ("Aces", "Bats"))
    await found.begin()
    await found.win(found.first)
    await found.note("start")
    return found


async def test_a_result_that_the_table_contradicts_says_so(referee: Referee) -> None:
    done = await enter(referee, referee.second, referee.second)
    name = strip(referee.view.get_team(referee.first).name)
    assert (
        f"⚠️ The game table has it otherwise: game 1 {name}. If the table is right, a director corrects the result with "
        "`/match correct`."
    ) in strip(match_entered(done.snapshot, done))


async def test_one_that_goes_on_from_the_table_does_not(referee: Referee) -> None:
    done = await enter(referee, referee.first, referee.second, referee.first)
    assert "table" not in match_entered(done.snapshot, done)


async def test_after_a_match_is_taken_back_the_table_counts_again(referee: Referee) -> None:
    await enter(referee, referee.second, referee.second)
    async with referee.database.transaction() as tx:
        await match_corrections.undo_match(tx, director(), referee.chosen, referee.match, "a slip")
    await referee.open()
    await referee.win(referee.first)
    done = await referee.enter()
    assert isinstance(done, MatchDone)
    assert "table" not in match_entered(done.snapshot, done)


async def test_the_desk_shows_what_the_table_has(referee: Referee) -> None:
    name = strip(referee.view.get_team(referee.first).name)
    assert f"The game table has so far: game 1 {name}." in await ask(referee)
    assert f"⚠️ The game table has it otherwise: game 1 {name}." in await ask(referee, referee.second, referee.second)
    assert "table" not in await ask(referee, referee.first, referee.first)


async def test_a_new_draw_is_told_what_it_leaves_behind(referee: Referee) -> None:
    async with referee.database.transaction() as tx:
        asked = await drawing.draw_bracket(tx, director(), referee.chosen)
    assert isinstance(asked, drawing.DrawAsked)
    first, second = (strip(team.name) for team in referee.view.teams)
    assert (
        f"⚠️ Noted at game tables already: {referee.match}: {first} v {second}. A new draw leaves that behind."
    ) in strip(texts.asked(asked))
    while referee.view.last is not None:
        await referee.note("undo")
    async with referee.database.transaction() as tx:
        asked = await drawing.draw_bracket(tx, director(), referee.chosen)
    assert isinstance(asked, drawing.DrawAsked)
    assert "game tables" not in texts.asked(asked)


async def test_the_history_tells_of_the_game_that_was_not_finished(referee: Referee) -> None:
    out = referee.view.table.get_players(referee.first)[0]
    await referee.out(out)
    await enter(referee, referee.first, referee.first)
    async with referee.database.reading() as tx:
        lines = [*history_lines(await show_match_history(tx, facilitator(), referee.chosen, referee.match))]
    start = next(number for number, line in enumerate(lines) if line == "- Table, game 2: not finished.")
    name = strip(referee.view.snapshot.players[out].name)
    assert f"out: {name} (hit)" in strip("\n".join(lines[start:]))
