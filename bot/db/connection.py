"""What a unit of work uses of its connection, whichever database it is."""

from typing import Any, Protocol

from sqlalchemy import CursorResult, Dialect, Executable, ScalarResult

Rows = CursorResult[*tuple[Any, ...]]


class Connection(Protocol):
    """SQLAlchemy's AsyncConnection, or SQLite's (`bot/db/sqlite.py`); rows are read without waiting."""

    @property
    def dialect(self) -> Dialect:
        """Which database it is."""
        ...

    async def execute(self, statement: Executable, parameters: Any = None) -> Rows:
        """Run a statement, or with a list of parameters once for each of them."""
        ...

    async def scalar(self, statement: Executable, parameters: Any = None) -> Any:
        """The first column of the first row, or None."""
        ...

    async def scalars(self, statement: Executable, parameters: Any = None) -> ScalarResult[Any]:
        """The first column of each row."""
        ...
