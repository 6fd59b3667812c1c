"""The database: transactions that commit whole or not at all.

SQLite needs `BEGIN IMMEDIATE` for writers: otherwise concurrent read-modify-writes are lost without an error.
One connection writes, so that writers queue in order here instead of polling the file's lock.
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
from bot.db.guesses import Guesses
from bot.db.one_hop import DRIVER
from bot.db.snapshot import SnapshotCache
from bot.errors import CannotStart
from core.chain import Head
from core.errors import Conflict

log = logging.getLogger(__name__)

BUSY = "The database is busy just now, and nothing was changed. Please send it again in a few seconds."
BUSY_TIMEOUT_MS = 5000
WRITER_TIMEOUT_SECONDS = 2 * BUSY_TIMEOUT_MS / 1000
READERS = 4
CLOSE_SECONDS = 5.0
SQLITE_PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    f"busy_timeout={BUSY_TIMEOUT_MS}",
    "foreign_keys=ON",
    "secure_delete=ON",  # what is erased, such as a birth date, is overwritten
)


@dataclass
class Transaction:
    """One unit of work: its connection, the official time at which it began, and what follows its commit."""

    connection: AsyncConnection
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
            self._writer = _open_sqlite(url, "BEGIN IMMEDIATE", connections=1)
            self._reader = _open_sqlite(url, "BEGIN", connections=READERS)
        else:
            self._writer = self._reader = create_async_engine(url, hide_parameters=True, pool_pre_ping=True)

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
            async with self._in_turn(), self._writer.connect() as connection:
                tx = Transaction(connection, self._clock.now(), self._snapshots, self._guesses)
                async with connection.begin():
                    yield tx
                for follow in tx.on_commit:  # before the next writer has the connection, who needs what is kept
                    follow()

    @asynccontextmanager
    async def reading(self) -> AsyncGenerator[Transaction]:
        """A consistent view for reading; whatever it would write is undone."""
        with _busy_as_conflict(), self._working():
            async with self._reader.connect() as connection:
                yield Transaction(connection, self._clock.now(), self._snapshots, self._guesses)
                await connection.rollback()

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
        await self._writer.dispose()
        await self._reader.dispose()

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


def _open_sqlite(url: str, begin: str, connections: int) -> AsyncEngine:
    engine = create_async_engine(
        make_url(url).set(drivername=DRIVER),
        begins_with=begin,
        hide_parameters=True,
        pool_size=connections,
        max_overflow=0,
        pool_timeout=WRITER_TIMEOUT_SECONDS,
    )

    def prepare(connection: DBAPIConnection, _record: Any) -> None:
        connection.isolation_level = None  # SQLAlchemy begins, not the driver
        cursor = connection.cursor()
        for pragma in SQLITE_PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    event.listen(engine.sync_engine, "connect", prepare)
    return engine


@contextmanager
def _busy_as_conflict() -> Generator[None]:
    try:
        yield
    except (DBAPIError, PoolTimeoutError) as error:
        if isinstance(error, DBAPIError) and "locked" not in str(error.orig):
            raise
        log.warning("the database was busy for too long")
        raise Conflict(BUSY) from None
