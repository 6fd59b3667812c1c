"""What teams paid, as recorded by directors: added to, never changed."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, insert, select

from bot.db.engine import Transaction
from bot.db.registration_tables import payment
from bot.db.tables import team


@dataclass(frozen=True, slots=True)
class Payment:
    """One payment, or a refund where `cents` is negative."""

    team_id: int
    team: str
    cents: int
    reason: str | None
    recorded_by: int
    recorded_at: datetime


async def load_paid(tx: Transaction, competition_id: int) -> dict[int, int]:
    """What each team has paid in all (cents), refunds taken off."""
    statement = (
        select(payment.c.team_id, func.sum(payment.c.cents).label("cents"))
        .where(payment.c.competition_id == competition_id)
        .group_by(payment.c.team_id)
    )
    return {row.team_id: int(row.cents) for row in await tx.connection.execute(statement)}


async def load_payments(tx: Transaction, competition_id: int) -> list[Payment]:
    """Every payment and refund in order, those of teams that gave up included."""
    columns = payment.c
    statement = (
        select(columns.team_id, team.c.name, columns.cents, columns.reason, columns.recorded_by, columns.recorded_at)
        .join(team, team.c.id == columns.team_id)
        .where(columns.competition_id == competition_id)
        .order_by(columns.id)
    )
    return [Payment(*row) for row in await tx.connection.execute(statement)]


async def insert_payment(
    tx: Transaction, competition_id: int, team_id: int, cents: int, reason: str | None, recorded_by: int
) -> None:
    """Record a payment, or a refund as a negative amount."""
    values = {"competition_id": competition_id, "team_id": team_id, "cents": cents, "reason": reason}
    await tx.connection.execute(insert(payment).values(**values, recorded_by=recorded_by, recorded_at=tx.now))
