"""Stations that were opened, and timers that run."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, insert, select, update

from bot.db.desk_tables import station, timer
from bot.db.engine import Transaction


@dataclass(frozen=True, slots=True)
class Station:
    """A hitter's round, with who pitched and which team shagged."""

    event: str
    player_id: int
    round: int
    pitcher_id: int
    shagging_team_id: int | None


@dataclass(frozen=True, slots=True)
class Timer:
    """A timer from the signal to its end."""

    id: int
    event: str
    player_id: int | None
    round: int | None
    started_by: int
    ends_at: datetime
    stopped_at: datetime | None


async def insert_station(tx: Transaction, competition_id: int, opened: Station, opened_by: int) -> int:
    """Note who pitches to whom; gives the id."""
    values = {
        "competition_id": competition_id,
        "event": opened.event,
        "player_id": opened.player_id,
        "round": opened.round,
        "pitcher_id": opened.pitcher_id,
        "shagging_team_id": opened.shagging_team_id,
        "opened_by": opened_by,
        "opened_at": tx.now,
    }
    return (await tx.connection.execute(insert(station).values(values).returning(station.c.id))).scalar_one()


async def insert_timer(
    tx: Transaction,
    competition_id: int,
    event: str,
    player_id: int | None,
    number: int | None,
    started_by: int,
    ends_at: datetime,
) -> int:
    """Note a timer that begins now; gives the id."""
    values = {
        "competition_id": competition_id,
        "event": event,
        "player_id": player_id,
        "round": number,
        "started_by": started_by,
        "started_at": tx.now,
        "ends_at": ends_at,
    }
    return (await tx.connection.execute(insert(timer).values(values).returning(timer.c.id))).scalar_one()


async def find_timer(tx: Transaction, competition_id: int, timer_id: int) -> Timer | None:
    """A timer of a competition."""
    return await _find_timer(tx, timer.c.competition_id == competition_id, timer.c.id == timer_id)


async def find_running(tx: Transaction, competition_id: int, event: str, player_id: int, number: int) -> Timer | None:
    """The timer that runs for a player's round; there is at most one."""
    columns = timer.c
    return await _find_timer(
        tx,
        columns.competition_id == competition_id,
        columns.event == event,
        columns.player_id == player_id,
        columns.round == number,
        columns.stopped_at.is_(None),
        columns.ends_at > tx.now,
    )


async def _find_timer(tx: Transaction, *conditions: ColumnElement[bool]) -> Timer | None:
    columns = timer.c
    statement = select(
        columns.id,
        columns.event,
        columns.player_id,
        columns.round,
        columns.started_by,
        columns.ends_at,
        columns.stopped_at,
    ).where(*conditions)
    row = (await tx.connection.execute(statement)).one_or_none()
    return None if row is None else Timer(*row)


async def stop_timer(tx: Transaction, timer_id: int) -> None:
    """Note that a timer was stopped."""
    await tx.connection.execute(update(timer).where(timer.c.id == timer_id).values(stopped_at=tx.now))
