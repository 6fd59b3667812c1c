"""The ledger: who did what, as ids and facts. Names, dates and free texts stand elsewhere, where they can be erased.

Its rows are only added. Those of a competition are a chain (`core/chain.py`), whose head stands in the competition's
own row: a change locks that row anyway and reads the head with its new revision. A trigger moves the head on with each
added row, so that the chain costs no statement of its own; another one refuses to change or remove a row.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import insert, select

from bot.db.connection import Connection
from bot.db.engine import Transaction
from bot.db.tables import competition, ledger
from core.chain import Head, Link, extend

INSERT = insert(ledger)

Fact = int | str | bool | None | list[int]


async def record(
    tx: Transaction,
    *,
    guild_id: int,
    competition_id: int,
    actor_id: int,
    role: str | None,
    interaction_id: int | None,
    action: str,
    **facts: Fact | datetime,
) -> None:
    """Add a row; moments are kept as ISO 8601. `role` is what the actor was allowed it as, if not as anybody."""
    head = tx.heads.get(competition_id) or await _lock_head(tx.connection, competition_id)
    row: dict[str, Any] = {
        "guild_id": guild_id,
        "competition_id": competition_id,
        "interaction_id": interaction_id,
        "actor_id": actor_id,
        "role": role,
        "action": action,
        "facts": {name: fact.isoformat() if isinstance(fact, datetime) else fact for name, fact in facts.items()},
        "recorded_at": tx.now,
        "position": head.length + 1,
    }
    tx.heads[competition_id] = head = extend(head, _content_of(row))
    await tx.connection.execute(INSERT, row | {"digest": head.digest})


async def load_links(connection: Connection, competition_id: int) -> list[Link]:
    """The ledger of a competition, as the chain that it is."""
    statement = select(ledger).where(ledger.c.competition_id == competition_id).order_by(ledger.c.position, ledger.c.id)
    return [
        Link(row["id"], row["position"], row["digest"], _content_of(row))
        for row in (await connection.execute(statement)).mappings()
    ]


async def _lock_head(connection: Connection, competition_id: int) -> Head:
    """Where the chain ends; nobody else adds to it until the transaction ends."""
    columns = competition.c
    statement = select(columns.ledger_length, columns.ledger_digest).where(columns.id == competition_id)
    return Head(*(await connection.execute(statement.with_for_update())).one())


def _content_of(row: Mapping[Any, Any]) -> dict[str, Any]:
    """All of a row that the chain covers; its moment in UTC to the microsecond, as every database keeps it."""
    names = ("guild_id", "competition_id", "interaction_id", "actor_id", "role", "action", "facts", "position")
    return {name: row[name] for name in names} | {"recorded_at": row["recorded_at"].astimezone(UTC).isoformat()}
