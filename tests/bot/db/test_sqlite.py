"""Statements run where they are asked for; what may have to wait lets the event loop go on."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError, OperationalError

from bot.db import sqlite
from bot.db.engine import Database
from bot.db.tables import installation

INSERT = insert(installation)


@pytest.fixture
def hops(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The pieces of work that threads were given."""
    given: list[Any] = []
    in_thread = sqlite._in_thread  # pyright: ignore[reportPrivateUsage]

    async def count(work: Callable[[], Any]) -> Any:
        given.append(work)
        return await in_thread(work)

    monkeypatch.setattr(sqlite, "_in_thread", count)
    return given


async def test_a_read_makes_no_hop_and_a_write_one_for_its_commit(sqlite_database: Database, hops: list[Any]) -> None:
    for begin in (sqlite_database.reading, sqlite_database.transaction):  # the first time connects
        async with begin() as tx:
            await tx.connection.scalar(select(installation.c.value))
    hops.clear()
    async with sqlite_database.reading() as tx:
        await tx.connection.scalar(select(installation.c.value))
    assert len(hops) == 0
    async with sqlite_database.transaction() as tx:
        await tx.connection.scalar(select(installation.c.value))
        await tx.connection.execute(INSERT, {"name": "one", "value": "1"})
        await tx.connection.execute(INSERT, {"name": "two", "value": "2"})
    assert len(hops) == 1


async def test_the_event_loop_goes_on_while_another_process_holds_the_lock(
    sqlite_database: Database, hops: list[Any]
) -> None:
    await _write(sqlite_database, "first")
    holder = sqlite3.connect(str(sqlite_database.url.database), isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    hops.clear()
    writing = asyncio.create_task(_write(sqlite_database, "one"))
    for _ in range(5):
        await asyncio.sleep(0.01)
    assert not writing.done()
    assert len(hops) == 0, "it asks again, and keeps no thread"
    assert await _names(sqlite_database) == ["first"]
    holder.execute("ROLLBACK")
    holder.close()
    await writing
    assert await _names(sqlite_database) == ["first", "one"]


async def test_who_is_cancelled_while_waiting_for_the_lock_leaves_nothing_begun(sqlite_database: Database) -> None:
    await _write(sqlite_database, "first")
    holder = sqlite3.connect(str(sqlite_database.url.database), isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    writing = asyncio.create_task(_write(sqlite_database, "never"))
    await asyncio.sleep(0.01)
    writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing
    holder.execute("ROLLBACK")
    await _write(sqlite_database, "second")
    holder.execute("BEGIN IMMEDIATE")  # nobody else has it
    holder.close()
    assert await _names(sqlite_database) == ["first", "second"]


async def test_the_next_writer_finds_what_followed_the_last_commit(database: Database) -> None:
    """However short the time between the two: what is kept after a commit spares the next one the loading."""
    order: list[str] = []

    async def write(name: str) -> None:
        async with database.transaction() as tx:
            await tx.connection.execute(INSERT, {"name": name, "value": ",".join(order)})
            tx.on_commit.append(lambda: order.append(name))

    await asyncio.gather(*map(write, ("one", "two", "three")))
    async with database.reading() as tx:
        found = {row.name: row.value for row in await tx.connection.execute(select(installation))}
    if database.is_sqlite:
        assert found == {"one": "", "two": "one", "three": "one,two"}
    assert sorted(order) == sorted(found)


async def _write(database: Database, name: str) -> None:
    async with database.transaction() as tx:
        await tx.connection.execute(INSERT, {"name": name, "value": "1"})


async def _names(database: Database) -> list[str]:
    async with database.reading() as tx:
        return list(await tx.connection.scalars(select(installation.c.name).order_by("name")))


async def test_many_rows_are_one_statement(database: Database) -> None:
    async with database.transaction() as tx:
        await tx.connection.execute(INSERT, [{"name": "one", "value": "1"}, {"name": "two", "value": "2"}])
    assert await _names(database) == ["one", "two"]


async def test_a_statement_that_fails_undoes_the_transaction_and_spares_the_next(database: Database) -> None:
    followed: list[str] = []
    with pytest.raises(IntegrityError):
        async with database.transaction() as tx:
            tx.on_commit.append(lambda: followed.append("x"))
            await tx.connection.execute(INSERT, {"name": "kept?", "value": "no"})
            await tx.connection.execute(INSERT, {"name": "twice", "value": "1"})
            await tx.connection.execute(INSERT, {"name": "twice", "value": "2"})
    assert followed == []
    assert await _names(database) == []
    await _write(database, "after")
    assert await _names(database) == ["after"]


async def test_who_is_cancelled_at_the_commit_waits_for_its_end(
    sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next one would have the connection while the thread still works on it."""
    await _write(sqlite_database, "first")
    is_there, may_go_on = threading.Event(), threading.Event()
    in_thread = sqlite._in_thread  # pyright: ignore[reportPrivateUsage]

    async def hold(work: Callable[[], Any]) -> Any:
        def work_late() -> Any:
            is_there.set()
            may_go_on.wait(5)
            return work()

        return await in_thread(work_late)

    monkeypatch.setattr(sqlite, "_in_thread", hold)
    writing = asyncio.create_task(_write(sqlite_database, "second"))
    await asyncio.to_thread(is_there.wait, 5)
    writing.cancel()
    await asyncio.sleep(0.01)
    assert not writing.done()
    may_go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await writing
    assert await _names(sqlite_database) == ["first", "second"]


async def test_another_fault_than_a_lock_is_not_waited_out(
    sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _write(sqlite_database, "first")
    failing = sqlite3.OperationalError("disk I/O error")
    failing.sqlite_errorcode = sqlite3.SQLITE_IOERR

    def fail(_raw: sqlite3.Connection, _begin: str) -> sqlite3.OperationalError:
        return failing

    monkeypatch.setattr(sqlite, "_find_hindrance", fail)
    with pytest.raises(OperationalError, match="disk I/O error"):
        await _write(sqlite_database, "second")


async def test_many_rows_and_many_parameters_come_whole(sqlite_database: Database) -> None:
    rows = [{"name": f"{number:03}", "value": str(number)} for number in range(300)]
    async with sqlite_database.transaction() as tx:
        done = await tx.connection.execute(INSERT, rows)
        assert done.rowcount == 300
        found = await tx.connection.execute(select(installation).order_by(installation.c.name))
        assert found.first() == ("000", "0")
        found = await tx.connection.execute(select(installation).order_by(installation.c.name))
        assert [len(part) for part in found.partitions(128)] == [128, 128, 44]
