"""Rows that may be there already: INSERT ... ON CONFLICT, which SQLAlchemy spells for each database apart."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite

from bot.db.engine import Transaction


async def insert_once(tx: Transaction, table: Table, values: Mapping[str, Any]) -> None:
    """Add a row; one that is there already stays as it is."""
    await tx.connection.execute(_insert(tx, table).values(values).on_conflict_do_nothing())


async def upsert(tx: Transaction, table: Table, key: Mapping[str, Any], values: Mapping[str, Any]) -> None:
    """Add a row, or change the one that has this key, which is unique."""
    statement = _insert(tx, table).values({**key, **values})
    await tx.connection.execute(statement.on_conflict_do_update(index_elements=[*key], set_=values))


def _insert(tx: Transaction, table: Table) -> Any:
    dialect: Any = sqlite if tx.connection.dialect.name == "sqlite" else postgresql
    return dialect.insert(table)
