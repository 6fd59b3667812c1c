"""The database: transactions that commit whole or not at all.

SQLite needs `BEGIN IMMEDIATE` for writers: otherwise concurrent read-modify-writes are lost without an error.
Its writers queue in order here instead of polling the file's lock.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import URL, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from bot.clock import Clock
from bot.db.connection import Connection
from bot.db.guesses import Guesses
from bot.db.outage import CommitUnknown, is_outage
from bot.db.snapshot_cache import SnapshotCache
from bot.db.sqlite import SqliteFile
from bot.errors import CannotStart
from core.chain import Head
from core.errors import Conflict

log = logging.getLogger(__name__)

BUSY = "The database is busy just now, and nothing was changed. Please send it again in a few seconds."
WRITER_TIMEOUT_SECONDS = 10.0
CLOSE_SECONDS = 5.0


@dataclass
class Transaction:
    """One unit of work: its connection, the official time at which it began, and what follows its commit."""

    connection: Connection
    now: datetime
    snapshots: SnapshotCache
    guesses: Guesses
    on_commit: list[Callable[[], None]] = field(default_factory=list[Callable[[], None]])
    heads: dict[int, Head] = field(default_factory=dict[int, Head])
    """Where the ledgers of the competitions end that this transaction has locked, by id."""


class Database:
    """Opens transactions. Leaving the block by an exception undoes everything.

    `may_write` is asked before each change: where another bot may have taken over, none begins.
    """

    def __init__(self, url: str, clock: Clock, may_write: Callable[[], bool] = lambda: True) -> None:
        self.url = make_url(url)
        self._clock = clock
        self._may_write = may_write
        self._snapshots = SnapshotCache()
        self._guesses = Guesses()
        self._turn = asyncio.Lock()
        self._under_way = 0
        self._is_idle = asyncio.Event()
        self._is_idle.set()
        if self.is_sqlite:
            make_folder(self.url)
            self._writer = SqliteFile(self.url, "BEGIN IMMEDIATE")
            self._reader = SqliteFile(self.url, "BEGIN")
        else:
            self._writer = self._reader = PostgresServer(self.url)

    @property
    def is_sqlite(self) -> bool:
        """Whether this is the embedded database."""
        return self.url.get_backend_name() == "sqlite"

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Transaction]:
        """A unit of work. Raises Conflict when another process holds the database for too long."""
        if not self._may_write():
            log.warning("nothing is changed while the lease of the database is not renewed")
            raise Conflict(BUSY)
        with _busy_as_conflict(), self._working():
            async with self._in_turn():
                async with self._writer.begin(commits=True) as connection:
                    tx = Transaction(connection, self._clock.now(), self._snapshots, self._guesses)
                    yield tx
                for follow in tx.on_commit:  # before the next writer's turn, who needs what is kept
                    follow()

    @asynccontextmanager
    async def reading(self) -> AsyncGenerator[Transaction]:
        """A consistent view for reading; whatever it would write is undone."""
        with _busy_as_conflict(), self._working():
            async with self._reader.begin(commits=False) as connection:
                yield Transaction(connection, self._clock.now(), self._snapshots, self._guesses)

    @asynccontextmanager
    async def _in_turn(self) -> AsyncGenerator[None]:
        """SQLite's writers in the order in which they came: a pool lets newcomers overtake whoever waits for it."""
        if not self.is_sqlite:
            yield
            return
        try:
            async with asyncio.timeout(WRITER_TIMEOUT_SECONDS):
                await self._turn.acquire()
        except TimeoutError:
            raise PoolTimeoutError("other writers took too long") from None
        try:
            yield
        finally:
            self._turn.release()

    async def close(self) -> None:
        """Let go of every connection, once the work that is under way has ended; it has some seconds for that."""
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._is_idle.wait()
        await self._writer.close()
        await self._reader.close()

    @contextmanager
    def _working(self) -> Generator[None]:
        self._under_way += 1
        self._is_idle.clear()
        try:
            yield
        finally:
            self._under_way -= 1
            if not self._under_way:
                self._is_idle.set()


class PostgresServer:
    """The connections to a PostgreSQL server."""

    def __init__(self, url: URL) -> None:
        self._engine = create_async_engine(url, hide_parameters=True, pool_pre_ping=True)

    @asynccontextmanager
    async def begin(self, *, commits: bool) -> AsyncGenerator[Connection]:
        """A transaction, which is undone at the end where it does not commit, and by an exception in any case."""
        async with self._engine.connect() as connection:
            yield connection
            if commits:
                await _commit(connection)

    async def close(self) -> None:
        """Close all of them."""
        await self._engine.dispose()


async def _commit(connection: AsyncConnection) -> None:
    """Raises CommitUnknown where the server's word on it never came."""
    try:
        await connection.commit()
    except (DBAPIError, OSError) as error:
        if not is_outage(error):
            raise
        raise CommitUnknown(describe(error)) from error


def open_unpooled(url: str) -> AsyncEngine:
    """An engine for rare work: a connection for each use, without foreign keys, whose transactions may write."""
    engine = create_async_engine(url, hide_parameters=True, poolclass=NullPool)
    if make_url(url).get_backend_name() == "sqlite":
        make_folder(make_url(url))

        def begin_itself(connection: DBAPIConnection, _record: Any) -> None:
            connection.isolation_level = None

        def begin(connection: Any) -> None:
            connection.exec_driver_sql("BEGIN IMMEDIATE")

        event.listen(engine.sync_engine, "connect", begin_itself)
        event.listen(engine.sync_engine, "begin", begin)
    return engine


def make_folder(url: URL) -> None:
    """Make the folder of a SQLite file. Raises CannotStart with the line for one that cannot be made."""
    folder = Path(str(url.database)).parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotStart(
            f"DATABASE_URL: the folder {folder} cannot be made ({error.strerror}); choose another place for the "
            "database, then start Skipper again."
        ) from None


def cannot_open(error: Exception) -> CannotStart:
    """The line for a database that cannot be opened at all."""
    return CannotStart(
        f"The database could not be opened ({describe(error)}); nothing was changed. Check DATABASE_URL, and that the "
        "database runs and no other program has locked it; then start Skipper again."
    )


def describe(error: Exception) -> str:
    """An error of the database in one line, without the values of a statement."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    first_line = str(cause).strip().partition("\n")[0]
    return f"{type(error).__name__}: {first_line}"


@contextmanager
def _busy_as_conflict() -> Generator[None]:
    try:
        yield
    except (DBAPIError, PoolTimeoutError) as error:
        if isinstance(error, DBAPIError) and "locked" not in str(error.orig):
            raise
        log.warning("the database was busy for too long")
        raise Conflict(BUSY) from None
