"""The answers already given, by interaction: the same click delivered twice has one effect and one answer."""

import time
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from bot.db.engine import Transaction
from bot.db.tables import answer

KEPT_SECONDS = 86_400


async def claim_interaction(tx: Transaction, interaction_id: int) -> dict[str, Any] | None:
    """Claim an interaction for this transaction; gives the earlier answer if it was handled before."""
    dialect = sqlite if tx.connection.dialect.name == "sqlite" else postgresql
    claim = (
        dialect.insert(answer)
        .values(interaction_id=interaction_id, content={}, answered_at=time.time())
        .on_conflict_do_nothing()
    )
    if (await tx.connection.execute(claim)).rowcount == 1:
        return None
    earlier = select(answer.c.content).where(answer.c.interaction_id == interaction_id)
    return (await tx.connection.execute(earlier)).scalar_one()


async def save_answer(tx: Transaction, interaction_id: int, content: dict[str, Any]) -> None:
    """Keep what is being answered."""
    await tx.connection.execute(update(answer).where(answer.c.interaction_id == interaction_id).values(content=content))


async def forget_old_answers(tx: Transaction) -> None:
    """Forget answers that Discord can no longer ask for again."""
    await tx.connection.execute(delete(answer).where(answer.c.answered_at < time.time() - KEPT_SECONDS))
