"""SQLite's connections: statements run where they are asked for, and only what may have to wait goes to a thread.

SQLAlchemy over aiosqlite makes four hops between the event loop and a thread for each statement, and a hop costs more
than most statements: besides the hop itself, the thread has to win Python's lock from a busy event loop several times.
With a write-ahead log no statement inside a transaction waits for anybody, so they run on the event loop. In the thread
are the opening of a connection, BEGIN where another process holds the lock, and COMMIT, which waits for the disk.
"""

import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.aiosqlite import AsyncAdapt_aiosqlite_connection, SQLiteDialect_aiosqlite
from sqlalchemy.util.concurrency import await_

DRIVER = "sqlite+onehop"

Value = TypeVar("Value")
Work = Callable[[sqlite3.Connection], Value]
Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a statement gave: its columns and rows if it has any, how many rows it changed, and the last one's id."""

    description: Any = None
    rows: Sequence[Row] = ()
    rowcount: int = -1
    lastrowid: int | None = None


class OneHopCursor:
    """A cursor that holds every row of its statement; closing it costs nothing."""

    def __init__(self, connection: "OneHopConnection") -> None:
        self._connection = connection
        self._outcome = Outcome()
        self._rows = deque[Row]()
        self.arraysize = 1

    @property
    def description(self) -> Any:
        """The columns, or None."""
        return self._outcome.description

    @property
    def rowcount(self) -> int:
        """How many rows were changed."""
        return self._outcome.rowcount

    @property
    def lastrowid(self) -> int | None:
        """The id of the row that was inserted last."""
        return self._outcome.lastrowid

    def execute(self, operation: str, parameters: Any = ()) -> None:
        """Run a statement and fetch all that it gives."""
        self._keep(self._connection.run(lambda raw: _finish(raw.execute(operation, parameters))))

    def executemany(self, operation: str, parameters: Any) -> None:
        """Run a statement once for each set of parameters."""
        self._keep(self._connection.run(lambda raw: _finish(raw.executemany(operation, parameters))))

    def fetchone(self) -> Row | None:
        """The next row."""
        return self._rows.popleft() if self._rows else None

    def fetchmany(self, size: int | None = None) -> list[Row]:
        """The next rows."""
        return [self._rows.popleft() for _ in range(min(size or self.arraysize, len(self._rows)))]

    def fetchall(self) -> list[Row]:
        """The rows that are left."""
        rows = list(self._rows)
        self._rows.clear()
        return rows

    def __iter__(self) -> Iterator[Row]:
        while self._rows:
            yield self._rows.popleft()

    def close(self) -> None:
        """Forget the rows."""
        self._rows.clear()

    async def _async_soft_close(self) -> None:
        """SQLAlchemy's word for going on to read what was fetched; nothing is open in SQLite."""

    def _keep(self, outcome: Outcome) -> None:
        self._outcome, self._rows = outcome, deque(outcome.rows)


class OneHopConnection(AsyncAdapt_aiosqlite_connection):
    """A connection that begins with its first statement, and knows whether there is anything to end."""

    __slots__ = ("_begins_with", "_driver", "_has_ended", "_is_begun")

    def __init__(self, dbapi: Any, driver: Any) -> None:
        super().__init__(dbapi, driver)
        self._driver = driver  # aiosqlite's connection; what is used of it here has no public name
        self._begins_with: str | None = None
        self._is_begun = False
        self._has_ended = threading.Event()
        """Whether the thread is through with all that it was given; a cancelled task does not wait for that."""
        self._has_ended.set()

    def begin(self, statement: str) -> None:
        """Begin with the next statement."""
        self._begins_with = statement

    def run(self, work: Work[Value]) -> Value:
        """Run a statement: of a transaction at once, else in the thread, since it may wait for the file."""
        return self._await(self._run(work))

    def cursor(self, server_side: bool = False) -> Any:
        """A cursor; none stays open on the side of SQLite."""
        return OneHopCursor(self)

    def commit(self) -> None:
        """End the transaction; one without any statement never began."""
        if self._is_begun:
            self._await(self._run_in_thread(lambda raw: raw.commit()))
        self._forget()

    def rollback(self) -> None:
        """Undo the transaction, if it began; after what the thread does, where a cancelled task left it at work."""
        driver = self._driver
        if self._is_begun and driver._connection is not None:
            if self._has_ended.is_set():
                driver._conn.rollback()
            else:
                driver._tx.put_nowait((None, self._in_thread(lambda raw: raw.rollback())))
        self._forget()

    def _await(self, running: Coroutine[Any, Any, Value]) -> Value:
        try:
            return await_(running)
        except Exception as error:
            self._handle_exception(error)

    async def _run(self, work: Work[Value]) -> Value:
        if self._begins_with is not None:
            await self._begin(self._begins_with)
        return work(self._driver._conn) if self._is_begun else await self._run_in_thread(work)

    async def _begin(self, statement: str) -> None:
        """Begin at once where nobody has to be waited for."""
        self._begins_with, self._is_begun = None, True
        if not (self._has_ended.is_set() and _begin_at_once(self._driver._conn, statement)):
            await self._run_in_thread(lambda raw: raw.execute(statement))

    async def _run_in_thread(self, work: Work[Value]) -> Value:
        return await self._driver._execute(self._in_thread(work))

    def _in_thread(self, work: Work[Value]) -> Callable[[], Value]:
        driver, ended = self._driver, threading.Event()
        self._has_ended = ended

        def work_in_thread() -> Value:
            try:
                return work(driver._conn)
            finally:
                ended.set()

        return work_in_thread

    def _forget(self) -> None:
        self._begins_with, self._is_begun = None, False


class OneHopDialect(SQLiteDialect_aiosqlite):
    """`sqlite+onehop`: aiosqlite, with transactions that begin by the statement that the engine was made with."""

    supports_statement_cache = True

    def __init__(self, begins_with: str = "BEGIN", **options: Any) -> None:
        super().__init__(**options)
        self.begins_with = begins_with

    def connect(self, *arguments: Any, **options: Any) -> Any:
        """Connect as aiosqlite does; event loop and thread use the connection in turn."""
        adapted: Any = super().connect(*arguments, **{**options, "check_same_thread": False})
        return OneHopConnection(self.dbapi, adapted.driver_connection)

    def do_begin(self, dbapi_connection: Any) -> None:
        """Begin with the first statement."""
        dbapi_connection.begin(self.begins_with)


registry.register(DRIVER.replace("+", "."), __name__, OneHopDialect.__name__)


def _begin_at_once(raw: sqlite3.Connection, statement: str) -> bool:
    """Begin a transaction without any patience; False where another process holds the lock."""
    (patience_ms,) = raw.execute("PRAGMA busy_timeout").fetchone()
    raw.execute("PRAGMA busy_timeout = 0")
    try:
        raw.execute(statement)
    except sqlite3.OperationalError:
        return False
    finally:
        raw.execute(f"PRAGMA busy_timeout = {patience_ms}")
    return True


def _finish(cursor: sqlite3.Cursor) -> Outcome:
    rows = cursor.fetchall() if cursor.description is not None else ()
    return Outcome(cursor.description, rows, cursor.rowcount, cursor.lastrowid)
