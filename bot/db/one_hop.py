"""SQLite's connections, with one hop to their thread for each statement.

SQLAlchemy asks aiosqlite for a cursor, runs the statement, fetches its rows and closes the cursor: four hops between
the event loop and the thread, and a hop costs more than most statements. Here all of it is one piece of work for the
thread. BEGIN goes along with the first statement; a write whose outcome nobody asks for goes along with the next
statement, or with the commit.
"""

import sqlite3
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.aiosqlite import AsyncAdapt_aiosqlite_connection, SQLiteDialect_aiosqlite
from sqlalchemy.util.concurrency import await_

DRIVER = "sqlite+onehop"
GOES_ALONG = {"goes_along": True}
"""The execution option of a write that may wait for the next statement."""

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

    def send_along(self, operation: str, parameters: Any, *, is_many: bool = False) -> None:
        """Run a statement with the next one, or with the commit, where it may fail."""
        self._connection.send_along(lambda raw: (raw.executemany if is_many else raw.execute)(operation, parameters))

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

    __slots__ = ("_along", "_driver", "_is_begun")

    def __init__(self, dbapi: Any, driver: Any) -> None:
        super().__init__(dbapi, driver)
        self._driver = driver  # aiosqlite's connection; what is used of it here has no public name
        self._along: list[Work[Any]] = []
        self._is_begun = False

    def begin(self, statement: str) -> None:
        """Begin with the next statement."""
        self.send_along(lambda raw: raw.execute(statement))

    def send_along(self, work: Work[Any]) -> None:
        """Do some work in front of what the thread is asked for next."""
        self._along.append(work)

    def run(self, work: Work[Value]) -> Value:
        """Do some work in the connection's thread, after what goes along with it."""
        along, self._along = self._along, []
        self._is_begun = True
        driver = self._driver

        def work_in_thread() -> Value:
            for earlier in along:
                earlier(driver._conn)
            return work(driver._conn)

        try:
            return await_(driver._execute(work_in_thread))
        except Exception as error:
            self._handle_exception(error)

    def cursor(self, server_side: bool = False) -> Any:
        """A cursor; none stays open on the side of SQLite."""
        return OneHopCursor(self)

    def commit(self) -> None:
        """End the transaction, with what was to go along; one without any statement never began."""
        if self._is_begun or len(self._along) > 1:
            self.run(lambda raw: raw.commit())
        self._forget()

    def rollback(self) -> None:
        """Undo the transaction, if it began; whatever the thread is asked for next is done after it."""
        driver = self._driver
        if self._is_begun and driver._connection is not None:
            driver._tx.put_nowait((None, lambda: driver._conn.rollback()))
        self._forget()

    def _forget(self) -> None:
        self._along, self._is_begun = [], False


class OneHopDialect(SQLiteDialect_aiosqlite):
    """`sqlite+onehop`: aiosqlite, with transactions that begin by the statement that the engine was made with."""

    supports_statement_cache = True

    def __init__(self, begins_with: str = "BEGIN", **options: Any) -> None:
        super().__init__(**options)
        self.begins_with = begins_with

    def connect(self, *arguments: Any, **options: Any) -> Any:
        """Connect as aiosqlite does."""
        adapted: Any = super().connect(*arguments, **options)
        return OneHopConnection(self.dbapi, adapted.driver_connection)

    def do_begin(self, dbapi_connection: Any) -> None:
        """Begin with the first statement."""
        dbapi_connection.begin(self.begins_with)

    def do_execute(self, cursor: Any, statement: str, parameters: Any, context: Any = None) -> None:
        """Run a statement, or let it go along with the next one."""
        if context is not None and "goes_along" in context.execution_options:
            cursor.send_along(statement, parameters)
        else:
            cursor.execute(statement, parameters)

    def do_executemany(self, cursor: Any, statement: str, parameters: Any, context: Any = None) -> None:
        """The same for many sets of parameters."""
        if context is not None and "goes_along" in context.execution_options:
            cursor.send_along(statement, parameters, is_many=True)
        else:
            cursor.executemany(statement, parameters)


registry.register(DRIVER.replace("+", "."), __name__, OneHopDialect.__name__)


def _finish(cursor: sqlite3.Cursor) -> Outcome:
    rows = cursor.fetchall() if cursor.description is not None else ()
    return Outcome(cursor.description, rows, cursor.rowcount, cursor.lastrowid)
