"""Hold'em while it is played: who is out so far, in the places that are theirs already."""

import re

import pytest

from bot.db.engine import Database
from bot.services import holdem, withdrawing
from bot.services.standings import StandingsAsked, ask_standings, draw_list, draw_list_message
from bot.ui.pictures.paint import draw
from bot.ui.texts import withdrawing as withdrawing_texts
from core.errors import RuleError
from tests.builders import director, facilitator, load, start_games

TEAMS = {"Gutter Gang": ["Ann", "Bo", "Cy", "Di"], "Trio": ["Ed", "Flo", "Gus"], "Lions": ["Hal", "Ina", "Jo", "Kim"]}


async def test_who_is_out_is_shown_while_holdem_is_played(sqlite_database: Database) -> None:
    competition = await start_games(sqlite_database, TEAMS)
    chosen, asked = str(competition.id), StandingsAsked(event="holdem")
    async with sqlite_database.reading() as tx:
        with pytest.raises(RuleError) as early:
            await ask_standings(tx, facilitator(), chosen, asked)
    assert early.value.sentence == "Texas Hold'em has no results yet. They appear here with the first score."
    for act, name in ((holdem.put_out, "Ed"), (holdem.put_out, "Cy"), (holdem.mark_late, "Flo")):
        async with sqlite_database.transaction() as tx:
            await act(tx, facilitator(), chosen, name)
    table = draw_list(await load(sqlite_database, competition), asked, None)
    assert (table.title, table.name_heading, table.columns) == ("Texas Hold'em: players", "Player", ())
    assert [(row.rank, row.name, row.values) for row in table.rows] == [
        ("9", "Cy", ()),
        ("10", "Ed", ()),
        ("12", "Flo", ()),
    ]
    async with sqlite_database.reading() as tx:
        text = (await ask_standings(tx, facilitator(), chosen, asked)).text
    assert re.sub("[\u2068\u2069\\\\]", "", text) == (
        "**Texas Hold'em: players**\n"
        "Provisional: 8 still in (Ann, Bo, Di, ...), it counts at its end\n"
        "```\n   Player\n 9 Cy\n10 Ed\n12 Flo\n```"
    )


async def test_who_withdraws_from_holdem_reads_that_it_is_forfeited(sqlite_database: Database) -> None:
    competition = await start_games(sqlite_database, TEAMS)

    async def ask(team: str) -> str:
        async with sqlite_database.reading() as tx:
            found = await withdrawing.preview_withdrawal(tx, director(), str(competition.id), team)
        return withdrawing_texts.asked(found).text

    assert "Hold'em" not in await ask("Trio")
    async with sqlite_database.transaction() as tx:
        await holdem.put_out(tx, facilitator(), str(competition.id), "Ann")
    assert await ask("Trio") == (
        "Withdraw **\u2068Trio\u2069**? What it has finished stays, without an overall rank. Hold'em is under way, and "
        "none of its players is out yet: all of them get the last rank there. If they have played until now, staff "
        "first enter them as out, and they keep the places of that moment. This cannot be taken back."
    )
    assert "Hold'em" not in await ask("Gutter Gang")


async def test_a_ranking_without_totals_has_no_column_for_them(sqlite_database: Database) -> None:
    competition = await start_games(sqlite_database, TEAMS)
    for name in [name for players in TEAMS.values() for name in players][:-1]:
        async with sqlite_database.transaction() as tx:
            await holdem.put_out(tx, facilitator(), str(competition.id), name)
    snapshot = await load(sqlite_database, competition)
    players = draw_list(snapshot, StandingsAsked("holdem", is_players=True), None)
    assert (players.columns, players.rows[0].name, players.rows[0].values) == ((), "Kim", ())
    assert "Total" not in draw_list_message(snapshot, StandingsAsked("holdem", is_players=True)).text
    assert draw(players).height > 100  # a table of names alone can be drawn
    teams = draw_list(snapshot, StandingsAsked("holdem"), None)
    assert ([column.heading for column in teams.columns], teams.rows[0].values) == (["Total"], ("10",))
