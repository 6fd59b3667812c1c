"""The ranking of a closed event stays as it was announced, whoever is ejected or withdraws afterwards (G13)."""

import json

from bot.db.engine import Database
from bot.db.snapshot import Competition, Snapshot
from bot.services import closing, conduct, scores, withdrawing
from bot.services.results import build_games
from bot.services.rounds import TypedRound
from bot.services.standings import standings_of
from core.conduct import OffenceKind
from core.scoring.results_file import read_results_file, write_results_file
from core.scoring.standings import compute_standings
from core.scoring.standings_json import render_standings
from tests.builders import director, load, start_games
from tests.second.results import standings as second_standings

TEAMS = {"Aces": ["Ann", "Al", "Abe"], "Bats": ["Bo", "Bea", "Ben"], "Cubs": ["Cy", "Cleo", "Cal"]}
TO_COME = ("derby", "bags", "basketball", "golf", "holdem")


async def bowl_and_close(database: Database, held: Competition) -> None:
    """Only Ann and Bo bowl; all others have the last rank together."""
    for who in ("Ann", "Bo"):
        async with database.transaction() as tx:
            await scores.submit_round(tx, director(), str(held.id), TypedRound("bowling", who, 1, text="120"))
    async with database.transaction() as tx:
        asked = await closing.preview_closing(tx, director(), str(held.id), "bowling")
        await closing.confirm_closing(tx, director(), str(held.id), str(asked.draft_id))


async def eject(database: Database, held: Competition, player: str) -> tuple[str, ...]:
    """Gives the events that are forfeited."""
    async with database.transaction() as tx:
        asked = await conduct.preview_offence(tx, director(), str(held.id), OffenceKind.PUNCH, player)
        await conduct.record_offence(tx, director(), str(held.id), str(asked.draft_id))
    return asked.preview.forfeited_events


async def withdraw(database: Database, held: Competition, team: str) -> None:
    async with database.transaction() as tx:
        await withdrawing.withdraw_team(tx, director(), str(held.id), team, "confirmed")


def check_files(snapshot: Snapshot) -> None:
    """Both scorers find the same in the results file."""
    written = write_results_file(build_games(snapshot))
    assert json.loads(render_standings(compute_standings(read_results_file(written)))) == second_standings(written)


async def test_who_goes_after_an_event_was_closed_moves_nobody_in_it(sqlite_database: Database) -> None:
    held = await start_games(sqlite_database, TEAMS)
    await bowl_and_close(sqlite_database, held)
    announced = standings_of(await load(sqlite_database, held)).events["bowling"]
    assert await eject(sqlite_database, held, "Al") == TO_COME
    await withdraw(sqlite_database, held, "Cubs")
    snapshot = await load(sqlite_database, held)
    assert standings_of(snapshot).events["bowling"] == announced
    check_files(snapshot)


async def test_who_went_before_is_not_ranked_in_it(sqlite_database: Database) -> None:
    held = await start_games(sqlite_database, TEAMS)
    assert await eject(sqlite_database, held, "Al") == ("bowling", *TO_COME)
    await withdraw(sqlite_database, held, "Cubs")
    await bowl_and_close(sqlite_database, held)
    snapshot = await load(sqlite_database, held)
    ranked = standings_of(snapshot).events["bowling"]
    assert ranked.players is not None
    assert [row.name for row in ranked.players.rows] == ["Ann", "Bo", "Abe", "Bea", "Ben"]
    assert [row.name for row in ranked.teams.rows] == ["Aces", "Bats"]
    check_files(snapshot)
