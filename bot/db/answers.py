"""The answers already given, by interaction: the same click delivered twice has one effect and one answer."""

import time
from typing import Any

from sqlalchemy import delete, insert, select

from bot.db.connection import Connection
from bot.db.engine import Transaction
from bot.db.tables import answer

KEPT_SECONDS = 86_400
INSERT = insert(answer)


async def find_answer(connection: Connection, interaction_id: int) -> dict[str, Any] | None:
    """What was answered to an interaction."""
    return await connection.scalar(select(answer.c.content).where(answer.c.interaction_id == interaction_id))


async def save_answer(tx: Transaction, interaction_id: int, content: dict[str, Any]) -> None:
    """Keep what is being answered, as the last step of a transaction.

    Raises IntegrityError where the interaction was answered before.
    """
    row = {"interaction_id": interaction_id, "content": content, "answered_at": time.time()}
    await tx.connection.execute(INSERT, row)


async def forget_old_answers(tx: Transaction) -> None:
    """Forget answers that Discord can no longer ask for again."""
    await tx.connection.execute(delete(answer).where(answer.c.answered_at < time.time() - KEPT_SECONDS))
