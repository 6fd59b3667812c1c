"""The event director's rulings: numbered in each competition, never changed."""

from sqlalchemy import insert, select

from bot.db.connection import Connection
from bot.db.engine import Transaction
from bot.db.notice_tables import ruling as rulings
from bot.db.snapshot import Ruling


async def load_rulings(connection: Connection, competition_id: int) -> tuple[Ruling, ...]:
    """A competition's rulings, in the order of their numbers."""
    columns = rulings.c
    statement = (
        select(columns.number, columns.rule_number, columns.text, columns.decided_by, columns.decided_at)
        .where(columns.competition_id == competition_id)
        .order_by(columns.number)
    )
    return tuple([Ruling(*row) for row in await connection.execute(statement)])


async def insert_ruling(tx: Transaction, competition_id: int, ruling: Ruling) -> None:
    """Save a ruling."""
    await tx.connection.execute(
        insert(rulings).values(
            competition_id=competition_id,
            number=ruling.number,
            rule_number=ruling.rule_number,
            text=ruling.text,
            decided_by=ruling.decided_by,
            decided_at=ruling.decided_at,
        )
    )
