"""Load which events are cancelled; load and save which are closed, and how everybody stood at that moment."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import insert, select

from bot.db.closing_tables import cancellation, event_closing
from bot.db.connection import Connection
from bot.db.snapshot import Closing


async def load_cancelled(connection: Connection, competition_id: int) -> frozenset[str]:
    """The events that are cancelled now."""
    columns = cancellation.c
    statement = select(cancellation).where(columns.competition_id == competition_id).order_by(columns.id)
    newest = {row.event: row.is_cancelled for row in await connection.execute(statement)}
    return frozenset(event for event, is_cancelled in newest.items() if is_cancelled)


async def load_closed(connection: Connection, competition_id: int) -> Mapping[str, Closing]:
    """The events that are closed now, in the order in which they were closed."""
    columns = event_closing.c
    statement = select(event_closing).where(columns.competition_id == competition_id).order_by(columns.id)
    closed: dict[str, Closing] = {}
    for row in await connection.execute(statement):
        closed.pop(row.event, None)
        if row.is_closed:
            closed[row.event] = Closing(row.decided_at, _read_ranks(row.team_ranks), _read_ranks(row.player_ranks))
    return closed


async def insert_closing(
    connection: Connection,
    competition_id: int,
    event: str,
    user_id: int,
    at: datetime,
    *,
    closing: Closing | None,
    reason: str | None = None,
) -> int:
    """Note that an event was closed, or with no closing that it was reopened; gives the row's id."""
    row: dict[str, Any] = {
        "competition_id": competition_id,
        "event": event,
        "is_closed": closing is not None,
        "reason": reason,
        "team_ranks": [] if closing is None else list(map(list, closing.team_ranks.items())),
        "player_ranks": [] if closing is None else list(map(list, closing.player_ranks.items())),
        "decided_by": user_id,
        "decided_at": at,
    }
    statement = insert(event_closing).values(row).returning(event_closing.c.id)
    return (await connection.execute(statement)).scalar_one()


def _read_ranks(pairs: Iterable[tuple[int, int]]) -> Mapping[int, int]:
    return dict(pairs)
