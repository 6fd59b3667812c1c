"""What an ejection forfeits, and what stands."""

import pytest
from sqlalchemy import update

from bot.clock import Clock
from bot.db import tables
from bot.db.engine import Database
from bot.db.snapshot import SheetKey
from bot.services.ejections import ejections_of, require_takes_part
from core.conduct import Decision
from core.errors import RuleError
from tests.bot.services.offences import EVENTS, PLAYED_BEFORE, PUNCH, add_sheet, decide, player_id, record, started
from tests.builders import load


class TestEjections:
    async def test_what_was_scored_stands_and_the_rest_is_forfeited(self, database: Database) -> None:
        competition, lodge, _ = await started(database)
        ann = await player_id(database, competition, "Ann")
        await add_sheet(database, competition, SheetKey("bowling", lodge.id, ann, 1), 150)
        await add_sheet(database, competition, SheetKey("derby", lodge.id, ann, 1), None)
        await record(database, competition, "Ann", PUNCH)

        assert ejections_of(await load(database, competition)).players[ann].forfeits == EVENTS[1:]

    async def test_the_event_of_the_offence_is_not_forfeited(self, sqlite_database: Database) -> None:
        competition, lodge, _ = await started(sqlite_database)
        for name in ("Ann", "Ann", "Bo"):
            await record(sqlite_database, competition, name, event="holdem")
        await decide(sqlite_database, competition, "Lodge", Decision.CONFIRMED)
        ann = await player_id(sqlite_database, competition, "Ann")

        ejections = ejections_of(await load(sqlite_database, competition))

        assert ejections.players[ann].forfeits == ejections.teams[lodge.id].forfeits == EVENTS[:5]

    async def test_a_golf_card_counts_if_it_came_in_before(self, database: Database, clock: Clock) -> None:
        competition, lodge, _ = await started(database)
        await add_sheet(database, competition, SheetKey("golf", lodge.id, None, 1), [4] * 18)
        clock.advance(60)
        for name in ("Ann", "Bo"):
            await record(database, competition, name, PUNCH)
        ids = [await player_id(database, competition, name) for name in ("Ann", "Bo")]

        forfeits = ejections_of(await load(database, competition)).players
        assert [("golf" in forfeits[id_].forfeits) for id_ in ids] == [False, False]

    async def test_holdem_counts_for_whoever_is_in_the_order(self, database: Database) -> None:
        competition, _, _ = await started(database)
        for name in ("Ann", "Bo"):
            await record(database, competition, name, PUNCH)
        ann, bo = [await player_id(database, competition, name) for name in ("Ann", "Bo")]
        await add_sheet(database, competition, SheetKey("holdem", None, None, 1), {"out": [ann], "late": []})

        players = ejections_of(await load(database, competition)).players
        assert players[ann].forfeits == EVENTS[:5]
        assert players[bo].forfeits == EVENTS

    async def test_a_withdrawn_team_is_out_without_blame(self, sqlite_database: Database) -> None:
        competition, lodge, _ = await started(sqlite_database)
        async with sqlite_database.transaction() as tx:
            await tx.connection.execute(
                update(tables.team).where(tables.team.c.id == lodge.id).values(status="withdrawn")
            )

        snapshot = await load(sqlite_database, competition)

        assert ejections_of(snapshot).teams[lodge.id].forfeits == EVENTS
        assert ejections_of(snapshot).players == {}
        with pytest.raises(RuleError) as refusal:
            require_takes_part(snapshot, SheetKey("golf", lodge.id, None, 1))
        assert refusal.value.sentence == (
            "\u2068Lodge\u2069 has withdrawn and takes no part any more; what was scored before stands. "
            + PLAYED_BEFORE
        )

    async def test_new_sheets_are_refused_but_not_corrections_or_the_event_of_the_offence(
        self, sqlite_database: Database
    ) -> None:
        competition, lodge, _ = await started(sqlite_database)
        ann = await player_id(sqlite_database, competition, "Ann")
        scored = SheetKey("bags", lodge.id, ann, 1)
        await add_sheet(sqlite_database, competition, scored, 20)
        await record(sqlite_database, competition, "Ann", PUNCH, event="bowling")
        snapshot = await load(sqlite_database, competition)

        require_takes_part(snapshot, scored)
        require_takes_part(snapshot, SheetKey("bowling", lodge.id, ann, 1))
        require_takes_part(snapshot, SheetKey("golf", lodge.id, None, 1))
        require_takes_part(snapshot, SheetKey("holdem", None, None, 1))
        with pytest.raises(RuleError) as refusal:
            require_takes_part(snapshot, SheetKey("bags", lodge.id, ann, 2))

        assert refusal.value.sentence == (
            "\u2068Ann\u2069 was ejected and takes no part any more; what was scored before stands. " + PLAYED_BEFORE
        )

    async def test_an_ejected_teams_sheets_are_refused(self, sqlite_database: Database) -> None:
        competition, lodge, _ = await started(sqlite_database)
        for name in ("Ann", "Ann", "Bo"):
            await record(sqlite_database, competition, name)
        await decide(sqlite_database, competition, "Lodge", Decision.CONFIRMED)
        cy = await player_id(sqlite_database, competition, "Cy")

        with pytest.raises(RuleError) as refusal:
            require_takes_part(await load(sqlite_database, competition), SheetKey("bags", lodge.id, cy, 1))

        assert refusal.value.sentence == (
            "\u2068Lodge\u2069 was ejected and takes no part any more; what was scored before stands. " + PLAYED_BEFORE
        )
