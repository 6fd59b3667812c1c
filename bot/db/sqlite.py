"""SQLite's connections: statements run where they are asked for; only COMMIT, which waits for the disk, in a thread.

SQLAlchemy over aiosqlite makes four hops between the event loop and a thread for each statement, and a hop costs more
than most statements: besides the hop itself, the thread has to win Python's lock from a busy event loop several times.
With a write-ahead log no statement inside a transaction waits for anybody. Who begins one while another process holds
the lock asks again and again, so that the event loop goes on.
"""

import asyncio
import sqlite3
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Dialect, Executable, ScalarResult, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import NullPool

from bot.db.connection import Rows

PATIENCE_SECONDS = 5.0
ASK_AGAIN_SECONDS = 0.02
BUSY_TIMEOUT_MS = 5000
"""Of a statement inside a transaction, which waits only while a file is mended after a crash."""
PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    f"busy_timeout={BUSY_TIMEOUT_MS}",
    "foreign_keys=ON",
    "secure_delete=ON",  # what is erased, such as a birth date, is overwritten
)

Value = TypeVar("Value")


class SqliteConnection:
    """A `Connection` that is used by one task at a time; its methods never let another task run."""

    def __init__(self, plain: Connection) -> None:
        self._plain = plain

    @property
    def dialect(self) -> Dialect:
        """SQLite's."""
        return self._plain.dialect

    async def execute(self, statement: Executable, parameters: Any = None) -> Rows:
        """Run a statement, or with a list of parameters once for each of them."""
        return self._plain.execute(statement, parameters)

    async def scalar(self, statement: Executable, parameters: Any = None) -> Any:
        """The first column of the first row, or None."""
        return self._plain.scalar(statement, parameters)

    async def scalars(self, statement: Executable, parameters: Any = None) -> ScalarResult[Any]:
        """The first column of each row."""
        return self._plain.scalars(statement, parameters)


class SqliteFile:
    """The connections to a file whose transactions begin with the same statement; those that are free are kept."""

    def __init__(self, url: URL, begin: str) -> None:
        self._begin = begin
        self._free: list[Connection] = []
        self._engine = create_engine(
            url.set(drivername="sqlite"),
            poolclass=NullPool,
            hide_parameters=True,
            connect_args={"check_same_thread": False},  # the event loop and the thread of a COMMIT use it in turn
        )
        event.listen(self._engine, "connect", _prepare)

    @asynccontextmanager
    async def begin(self, *, commits: bool) -> AsyncGenerator[SqliteConnection]:
        """A transaction, which is undone at the end where it does not commit, and by an exception in any case.

        Raises OperationalError where another process holds the file for too long.
        """
        plain = self._free.pop() if self._free else await _in_thread(self._engine.connect)
        try:
            plain.begin()
            await self._begin_in_turn(plain)
            yield SqliteConnection(plain)
            if commits:
                await _in_thread(plain.commit)
        finally:
            plain.rollback()
            self._free.append(plain)

    async def _begin_in_turn(self, plain: Connection) -> None:
        """Begin as soon as no other process holds the lock, for some seconds."""
        raw: Any = plain.connection.driver_connection
        gives_up_at = time.monotonic() + PATIENCE_SECONDS
        while (error := _find_hindrance(raw, self._begin)) is not None:
            if not _is_busy(error) or time.monotonic() >= gives_up_at:
                raise OperationalError(self._begin, None, error) from None
            await asyncio.sleep(ASK_AGAIN_SECONDS)

    async def close(self) -> None:
        """Close the connections that are free."""
        while self._free:
            await _in_thread(self._free.pop().close)


def _prepare(connection: DBAPIConnection, _record: Any) -> None:
    connection.isolation_level = None  # we begin, not the driver
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _find_hindrance(raw: sqlite3.Connection, begin: str) -> sqlite3.OperationalError | None:
    """Begin a transaction without any patience; what hindered it, if anything."""
    raw.execute("PRAGMA busy_timeout = 0")
    try:
        raw.execute(begin)
    except sqlite3.OperationalError as error:
        return error
    finally:
        raw.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
    return None


def _is_busy(error: sqlite3.OperationalError) -> bool:
    return error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY


async def _in_thread(work: Callable[[], Value]) -> Value:
    """Have work done in a thread; who is cancelled meanwhile waits for its end, before others have the connection."""
    running = asyncio.get_running_loop().run_in_executor(None, work)
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        await asyncio.wait([running])
        raise
