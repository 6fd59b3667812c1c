"""Which rows of the database changed, read past the bot: from its file, by a connection of our own."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

BY_ITSELF = frozenset({"lease"})  # what the bot writes whatever anybody does
AFTERWARDS = BY_ITSELF | {"post", "answer", "job", "announcement", "guild", "installation"}  # and what it writes later
SETTLE_SECONDS = 30.0
UNSENT = """
    SELECT count(*) FROM post
    WHERE status <> 'failed'
    AND (shown_revision < wanted_revision OR is_live AND message_id IS NOT NULL AND NOT is_pinned)
"""

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Change:
    """A row as it was and as it is; None where there was or is none."""

    table: str
    before: Row | None
    after: Row | None


Rows = Mapping[str, frozenset[tuple[Any, ...]]]


class Watcher:
    """Reads a bot's SQLite file while the bot is running, but for some tables."""

    def __init__(self, database: Path, ignored: frozenset[str] = BY_ITSELF) -> None:
        self._connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True, isolation_level=None)
        names = self._connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        self._columns = {name: self._columns_of(name) for (name,) in names if name not in ignored}
        self._keys = {name: self._columns_of(name, of_key=True) for name in self._columns}
        self._version = self._read_version()

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def has_commits(self) -> bool:
        """Whether anything was committed since this was asked last."""
        before, self._version = self._version, self._read_version()
        return before != self._version

    def read(self) -> Rows:
        """Every row of every table."""
        return {name: frozenset(self._connection.execute(f"SELECT * FROM {name}")) for name in self._columns}

    def list_changes(self, before: Rows, after: Rows) -> list[Change]:
        """The rows that came, went, or are not as they were."""
        return [change for name in self._columns for change in self._compare(name, before[name], after[name])]

    def _compare(
        self, table: str, before: frozenset[tuple[Any, ...]], after: frozenset[tuple[Any, ...]]
    ) -> list[Change]:
        columns, key = self._columns[table], self._keys[table]
        old, new = (
            {
                tuple(row[name] for name in key): row
                for values in rows
                for row in [dict(zip(columns, values, strict=True))]
            }
            for rows in (before - after, after - before)
        )
        return [Change(table, old.get(which), new.get(which)) for which in sorted(old.keys() | new.keys())]

    async def settle(self) -> None:
        """Wait until every post is out. Raises TimeoutError."""
        deadline = time.monotonic() + SETTLE_SECONDS
        while self._connection.execute(UNSENT).fetchone() != (0,):
            if time.monotonic() > deadline:
                raise TimeoutError("posts are still waiting")
            await asyncio.sleep(0.02)

    def select(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """The rows of a query."""
        return self._connection.execute(statement, values).fetchall()

    def _read_version(self) -> int:
        return self._connection.execute("PRAGMA data_version").fetchone()[0]

    def _columns_of(self, table: str, *, of_key: bool = False) -> tuple[str, ...]:
        """All columns, or those of the primary key, which every table has."""
        rows = self._connection.execute(f"PRAGMA table_info({table})").fetchall()
        return tuple(row[1] for row in rows if row[5] or not of_key)
