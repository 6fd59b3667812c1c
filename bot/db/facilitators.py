"""Which facilitator keeps which event."""

from sqlalchemy import delete, select

from bot.db.connection import Connection
from bot.db.desk_tables import event_facilitator
from bot.db.engine import Transaction
from bot.db.upsert import insert_once


async def load_bindings(connection: Connection, competition_id: int) -> frozenset[tuple[str, int]]:
    """Every pair of an event and the account of a facilitator who is bound to it."""
    columns = event_facilitator.c
    statement = select(columns.event, columns.user_id).where(columns.competition_id == competition_id)
    return frozenset([(row.event, row.user_id) for row in await connection.execute(statement)])


async def insert_binding(tx: Transaction, competition_id: int, event: str, user_id: int, bound_by: int) -> None:
    """Bind a facilitator to an event; twice is once."""
    values = {"competition_id": competition_id, "event": event, "user_id": user_id, "bound_by": bound_by}
    await insert_once(tx, event_facilitator, values | {"bound_at": tx.now})


async def delete_binding(tx: Transaction, competition_id: int, event: str, user_id: int) -> None:
    """Bind a facilitator to an event no more."""
    columns = event_facilitator.c
    mine = (columns.competition_id == competition_id, columns.event == event, columns.user_id == user_id)
    await tx.connection.execute(delete(event_facilitator).where(*mine))
