"""The ledger: who did what, as ids and facts. Names, dates and free texts stand elsewhere, where they can be erased."""

from datetime import datetime

from sqlalchemy import insert

from bot.db.engine import Transaction
from bot.db.tables import ledger

INSERT = insert(ledger)

Fact = int | str | bool | None | list[int]


async def record(
    tx: Transaction,
    *,
    guild_id: int,
    competition_id: int | None,
    actor_id: int,
    interaction_id: int | None,
    action: str,
    **facts: Fact | datetime,
) -> None:
    """Add a row; moments are kept as ISO 8601."""
    values = {name: fact.isoformat() if isinstance(fact, datetime) else fact for name, fact in facts.items()}
    await tx.connection.execute(
        INSERT,
        {
            "guild_id": guild_id,
            "competition_id": competition_id,
            "interaction_id": interaction_id,
            "actor_id": actor_id,
            "action": action,
            "facts": values,
            "recorded_at": tx.now,
        },
    )
