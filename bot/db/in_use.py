"""Notices when the database file that was in use here is suddenly missing, empty or another one.

A small marker beside the file holds the installation's id, which stands in the database, too. Without it, a bot whose
file vanished would begin a new, empty one, and nobody would know before the standings are asked for. PostgreSQL makes
no database by itself, so it needs no marker.
"""

import secrets
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import make_url, select
from sqlalchemy.dialects import sqlite

from bot.db.engine import Database, cannot_open
from bot.db.tables import installation
from bot.errors import CannotStart

INSTALLATION_ID = "id"
EXPLANATION = (
    "The database beside this file is in use. Without this file, Skipper would start anew where it is missing."
)


def check_in_use(url: str) -> None:
    """Refuse to go on where the marker speaks of a database that is not there. Raises CannotStart."""
    if make_url(url).get_backend_name() != "sqlite":
        return
    path = Path(str(make_url(url).database))
    marker = _find_marker(path)
    if not marker.exists():
        return
    is_missing = not path.exists() or path.stat().st_size == 0
    found, expected = None if is_missing else _read_id(path), _read_marker(marker)
    if found is None:
        what, otherwise = "is missing or empty now", "start with an empty one"
    elif expected and found != expected:
        what, otherwise = "is another one now", "go on with this one"
    else:
        return
    raise CannotStart(
        f"The database {path} was in use here and {what}; nothing was changed. Put the right file back (copies are in "
        f"{path.parent / 'backups'}), or remove {marker} to {otherwise}."
    )


async def mark_in_use(database: Database) -> None:
    """Give the installation its id, and leave the marker beside the file."""
    if not database.is_sqlite:
        return
    async with database.transaction() as tx:
        statement = sqlite.insert(installation).values(name=INSTALLATION_ID, value=secrets.token_hex(16))
        await tx.connection.execute(statement.on_conflict_do_nothing())
        query = select(installation.c.value).where(installation.c.name == INSTALLATION_ID)
        found: str = (await tx.connection.execute(query)).scalar_one()
    marker = _find_marker(Path(str(database.url.database)))
    if not marker.exists() or _read_marker(marker) != found:
        marker.write_text(f"{found}\n{EXPLANATION}\n")


def _find_marker(path: Path) -> Path:
    return path.with_name(f"{path.name}.in-use")


def _read_marker(marker: Path) -> str:
    """The id in the marker; empty if the marker was cut off, as a power failure may do."""
    return marker.read_text(errors="replace").partition("\n")[0].strip()


def _read_id(path: Path) -> str | None:
    """The installation's id in a file that exists; None where it holds none. Raises CannotStart."""
    try:
        with closing(sqlite3.connect(path)) as connection:
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if installation.name not in tables:
                return None
            query = f"SELECT value FROM {installation.name} WHERE name = ?"
            row = connection.execute(query, [INSTALLATION_ID]).fetchone()
    except sqlite3.DatabaseError as error:
        raise cannot_open(error) from error
    return None if row is None else str(row[0])
