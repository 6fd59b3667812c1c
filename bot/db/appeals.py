"""Appeals against offences: one each, decided once."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import insert, select, update

from bot.db import tables
from bot.db.connection import Connection
from bot.db.engine import Transaction
from bot.db.notice_tables import appeal as appeals


@dataclass(frozen=True, slots=True)
class Appeal:
    """What a captain said against an offence, and the director's word on it (`is_granted` None until then)."""

    offence_id: int
    text: str
    appealed_by: int
    appealed_at: datetime
    is_granted: bool | None = None
    reason: str | None = None
    decided_by: int | None = None
    decided_at: datetime | None = None


async def load_appeals(connection: Connection, competition_id: int) -> dict[int, Appeal]:
    """A competition's appeals, by offence."""
    statement = (
        select(appeals)
        .join(tables.offence, tables.offence.c.id == appeals.c.offence_id)
        .where(tables.offence.c.competition_id == competition_id)
    )
    return {row.offence_id: Appeal(*row) for row in await connection.execute(statement)}


async def insert_appeal(tx: Transaction, offence_id: int, text: str, appealed_by: int) -> Appeal:
    """Save an appeal."""
    appeal = Appeal(offence_id, text, appealed_by, tx.now)
    await tx.connection.execute(
        insert(appeals).values(offence_id=offence_id, text=text, appealed_by=appealed_by, appealed_at=tx.now)
    )
    return appeal


async def decide_appeal_row(
    tx: Transaction, offence_id: int, *, is_granted: bool, reason: str, decided_by: int
) -> None:
    """Save the director's word."""
    await tx.connection.execute(
        update(appeals)
        .where(appeals.c.offence_id == offence_id)
        .values(is_granted=is_granted, reason=reason, decided_by=decided_by, decided_at=tx.now)
    )
