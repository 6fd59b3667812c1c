"""A team that still waits when play begins takes no part: nothing is entered for it, in whichever way it comes."""

import pytest

from bot.db.engine import Database
from bot.db.snapshot import Competition
from bot.services import importing, scores, timers
from bot.services.access import Asker
from bot.services.rounds import TypedRound
from core.errors import RuleError
from core.score_table import write_code
from tests.builders import (
    change_settings,
    create_competition,
    director,
    facilitator,
    load,
    register_team,
    register_teams,
    start,
)

REFUSAL = (
    "\u2068Late\u2069 holds no place in this competition: it waits for one, or is not complete. Nothing is entered for "
    "it; choose another team."
)


async def start_without_late(database: Database) -> Competition:
    competition = await change_settings(database, await create_competition(database), capacity=2)
    await register_teams(database, competition, ["One", "Two"])
    await register_team(database, competition, "Late", ["Lo", "Lu", "Ly"])
    return await start(database, competition)


@pytest.mark.parametrize("who", [facilitator(), director()])
@pytest.mark.parametrize(("event", "entrant", "text"), [("bowling", "Lo", "120"), ("golf", "Late", "4 " * 18)])
async def test_by_hand(sqlite_database: Database, who: Asker, event: str, entrant: str, text: str) -> None:
    competition = await start_without_late(sqlite_database)
    with pytest.raises(RuleError) as refused:
        async with sqlite_database.transaction() as tx:
            await scores.submit_round(tx, who, str(competition.id), TypedRound(event, entrant, 1, text=text))
    assert refused.value.sentence == REFUSAL
    assert (await load(sqlite_database, competition)).sheets == {}


async def test_from_a_file(sqlite_database: Database) -> None:
    competition = await start_without_late(sqlite_database)
    late = next(team for team in (await load(sqlite_database, competition)).teams.values() if team.name == "Late")
    code = write_code(competition.id, "bowling", late.id)
    data = f"Code,Event,Team,Player,Round,Counts,Total\n{code},Bowling,Late,Lo,1,120,120\n".encode()
    async with sqlite_database.transaction() as tx:
        plan = await importing.preview_import(tx, director(), str(competition.id), data)
    assert (plan.faults, plan.draft_id) == ((f"Line 2: {REFUSAL}",), None)


async def test_no_clock_runs(sqlite_database: Database) -> None:
    competition = await start_without_late(sqlite_database)
    with pytest.raises(RuleError) as refused:
        async with sqlite_database.transaction() as tx:
            await timers.start_timer(tx, facilitator(), str(competition.id), "derby", "Lo", "1")
    assert refused.value.sentence == "\u2068Lo\u2069 takes no part in Home Run Derby. Choose another player."
