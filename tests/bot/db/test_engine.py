"""Transactions: whole or not at all, and no update is lost."""

import asyncio
import sqlite3

import pytest
from sqlalchemy import insert, select, text, update

from bot.db import sqlite
from bot.db.engine import BUSY, Database
from bot.db.tables import installation
from core.errors import Conflict


async def test_concurrent_increments_are_all_counted(database: Database) -> None:
    async with database.transaction() as tx:
        await tx.connection.execute(insert(installation).values(name="count", value="0"))

    async def increment() -> None:
        async with database.transaction() as tx:
            found = await tx.connection.scalar(select(installation.c.value).with_for_update())
            await tx.connection.execute(update(installation).values(value=str(int(found or 0) + 1)))

    await asyncio.gather(*(increment() for _ in range(60)))
    async with database.reading() as tx:
        assert await tx.connection.scalar(select(installation.c.value)) == "60"


async def test_an_error_undoes_everything_and_nothing_follows(database: Database) -> None:
    followed: list[str] = []
    with pytest.raises(RuntimeError):
        async with database.transaction() as tx:
            tx.on_commit.append(lambda: followed.append("x"))
            await tx.connection.execute(insert(installation).values(name="half", value="done"))
            raise RuntimeError
    async with database.reading() as tx:
        assert (await tx.connection.execute(select(installation))).all() == []
    assert followed == []


async def test_what_reading_writes_is_undone(sqlite_database: Database) -> None:
    async with sqlite_database.reading() as tx:
        await tx.connection.execute(insert(installation).values(name="x", value="y"))
    async with sqlite_database.reading() as tx:
        assert (await tx.connection.execute(select(installation))).all() == []


async def test_what_is_erased_is_overwritten_whatever_sqlite_was_built_with(sqlite_database: Database) -> None:
    async with sqlite_database.transaction() as tx:
        assert await tx.connection.scalar(text("PRAGMA secure_delete")) == 1


async def test_a_database_held_by_another_process_is_named_in_a_sentence(
    sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with sqlite_database.transaction():
        pass  # from now on it has a write-ahead log
    monkeypatch.setattr(sqlite, "PATIENCE_SECONDS", 0.05)
    holder = sqlite3.connect(str(sqlite_database.url.database), isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(Conflict) as refused:
        async with sqlite_database.transaction() as tx:
            await tx.connection.scalar(select(installation.c.value))
    assert refused.value.sentence == BUSY
    async with sqlite_database.reading() as tx:
        assert (await tx.connection.execute(select(installation))).all() == []
    holder.execute("ROLLBACK")
    holder.close()
    async with sqlite_database.transaction() as tx:
        await tx.connection.execute(insert(installation).values(name="x", value="y"))


async def test_writers_come_in_the_order_in_which_they_asked(sqlite_database: Database) -> None:
    """Those who ask at the moment at which one ends do not overtake those who wait already."""
    order: list[str] = []

    async def write(name: str, again: int = 0) -> None:
        async with sqlite_database.transaction() as tx:
            await tx.connection.scalar(select(installation.c.value))
            order.append(name)
        if again:
            await write(f"{name}'", again - 1)

    await asyncio.gather(write("a", 1), write("b", 1), write("c"))
    assert order == ["a", "b", "c", "a'", "b'"]
