"""One hop to SQLite's thread for each statement, and none for what goes along."""

import sqlite3
from typing import Any

import pytest
from aiosqlite import Connection
from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from bot.db.engine import Database
from bot.db.tables import installation

INSERT = insert(installation)


@pytest.fixture
def hops(sqlite_database: Database, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The pieces of work that threads were given."""
    given: list[Any] = []
    execute: Any = getattr(Connection, "_execute")  # noqa: B009 - it has no public name

    async def count(connection: Connection, work: Any, *arguments: Any, **options: Any) -> Any:
        given.append(work)
        return await execute(connection, work, *arguments, **options)

    monkeypatch.setattr(Connection, "_execute", count)
    return given


async def test_a_read_is_one_hop_and_a_write_is_one_for_each_answer_and_the_commit(
    sqlite_database: Database, hops: list[Any]
) -> None:
    for begin in (sqlite_database.reading, sqlite_database.transaction):  # the first time connects
        async with begin() as tx:
            await tx.connection.scalar(select(installation.c.value))
    hops.clear()
    async with sqlite_database.reading() as tx:
        await tx.connection.scalar(select(installation.c.value))
    assert len(hops) == 1
    hops.clear()
    async with sqlite_database.transaction() as tx:
        await tx.connection.scalar(select(installation.c.value))
        await tx.write(INSERT, {"name": "one", "value": "1"})
        await tx.write(INSERT, {"name": "two", "value": "2"})
    assert len(hops) == 2


async def test_what_goes_along_is_seen_by_the_next_statement(database: Database) -> None:
    async with database.transaction() as tx:
        await tx.write(INSERT, {"name": "one", "value": "1"})
        assert await tx.connection.scalar(select(installation.c.value)) == "1"


async def test_many_rows_go_along_as_one_statement(database: Database) -> None:
    async with database.transaction() as tx:
        await tx.write(INSERT, [{"name": "one", "value": "1"}, {"name": "two", "value": "2"}])
    async with database.reading() as tx:
        assert (await tx.connection.scalars(select(installation.c.name).order_by("name"))).all() == ["one", "two"]


async def test_a_transaction_of_what_goes_along_alone_is_committed(database: Database) -> None:
    async with database.transaction() as tx:
        await tx.write(INSERT, {"name": "one", "value": "1"})
    async with database.reading() as tx:
        assert await tx.connection.scalar(select(installation.c.value)) == "1"


async def test_an_error_forgets_what_was_to_go_along(database: Database) -> None:
    with pytest.raises(RuntimeError):
        async with database.transaction() as tx:
            await tx.write(INSERT, {"name": "one", "value": "1"})
            raise RuntimeError
    async with database.transaction() as tx:
        assert (await tx.connection.execute(select(installation))).all() == []


async def test_what_goes_along_and_fails_undoes_the_transaction_and_spares_the_next(database: Database) -> None:
    followed: list[str] = []
    with pytest.raises(IntegrityError):
        async with database.transaction() as tx:
            tx.on_commit.append(lambda: followed.append("x"))
            await tx.connection.execute(INSERT, {"name": "kept?", "value": "no"})
            await tx.write(INSERT, {"name": "twice", "value": "1"})
            await tx.write(INSERT, {"name": "twice", "value": "2"})
    assert followed == []
    async with database.transaction() as tx:
        assert (await tx.connection.execute(select(installation))).all() == []
        await tx.write(INSERT, {"name": "after", "value": "1"})
    async with database.reading() as tx:
        assert (await tx.connection.scalars(select(installation.c.name))).all() == ["after"]


async def test_a_transaction_without_a_statement_takes_no_lock(sqlite_database: Database) -> None:
    async with sqlite_database.transaction() as tx:
        await tx.connection.exec_driver_sql("PRAGMA busy_timeout=50")
    holder = sqlite3.connect(str(sqlite_database.url.database), isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    async with sqlite_database.transaction():
        pass
    holder.close()


async def test_many_rows_and_many_parameters_come_whole(sqlite_database: Database) -> None:
    rows = [{"name": f"{number:03}", "value": str(number)} for number in range(300)]
    async with sqlite_database.transaction() as tx:
        done = await tx.connection.execute(INSERT, rows)
        assert done.rowcount == 300
        found = await tx.connection.execute(select(installation).order_by(installation.c.name))
        assert found.first() == ("000", "0")
        found = await tx.connection.execute(select(installation).order_by(installation.c.name))
        assert [len(part) for part in found.partitions(128)] == [128, 128, 44]
