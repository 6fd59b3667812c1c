"""Official starts of games and rounds; the newest of a round counts."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import insert, select

from bot.db.connection import Connection
from bot.db.desk_tables import official_start as starts
from bot.db.engine import Transaction


@dataclass(frozen=True, slots=True)
class AnnouncedStart:
    """When a round of an event begins, as staff announced it."""

    id: int
    event: str
    round: int
    starts_at: datetime


async def insert_start(tx: Transaction, competition_id: int, event: str, number: int, at: datetime, by: int) -> int:
    """Save an official start; gives its id."""
    row = {"competition_id": competition_id, "event": event, "round": number, "starts_at": at}
    statement = insert(starts).values(row | {"set_by": by, "set_at": tx.now}).returning(starts.c.id)
    return (await tx.connection.execute(statement)).scalar_one()


async def load_starts(connection: Connection, competition_id: int) -> tuple[AnnouncedStart, ...]:
    """What counts now, in the order of time."""
    statement = select(starts).where(starts.c.competition_id == competition_id).order_by(starts.c.id)
    rows = await connection.execute(statement)
    newest = {(row.event, row.round): AnnouncedStart(row.id, row.event, row.round, row.starts_at) for row in rows}
    return tuple(sorted(newest.values(), key=lambda start: (start.starts_at, start.id)))
