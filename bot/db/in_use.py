"""Notices when the database that was in use here is suddenly missing, empty or another one.

A small marker holds the installation's id, which stands in the database, too: beside the SQLite file, or in the folder
`data` for a database on a server. Without it, a bot whose database vanished would begin a new, empty one, and nobody
would know before the standings are asked for.
"""

import asyncio
import secrets
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import URL, Connection, inspect, make_url, select
from sqlalchemy.exc import SQLAlchemyError

from bot.db.engine import Database, cannot_open, open_unpooled
from bot.db.tables import installation
from bot.db.upsert import insert_once
from bot.errors import CannotStart

INSTALLATION_ID = "id"
SERVER_MARKERS = Path("data")
SQLITE = "sqlite"
EXPLANATION = "The database of this name is in use. Without this file, Skipper would start anew where it is missing."

_QUERY = select(installation.c.value).where(installation.c.name == INSTALLATION_ID)


def check_in_use(url: str) -> None:
    """Refuse to go on where the marker speaks of a database that is not there; blocks. Raises CannotStart."""
    parsed = make_url(url)
    marker = _find_marker(parsed)
    if not marker.exists():
        return
    is_file = parsed.get_backend_name() == SQLITE
    found = _read_file(_find_file(parsed)) if is_file else asyncio.run(_read_server(url))
    expected = _read_marker(marker)
    if found is None:
        what, otherwise = "is missing or empty now", "start with an empty one"
    elif expected and found != expected:
        what, otherwise = "is another one now", "go on with this one"
    else:
        return
    name = _find_file(parsed) if is_file else f"{parsed.database} on {parsed.host}"
    remedy = f"file back (copies are in {marker.parent / 'backups'})" if is_file else "one back from its backup"
    raise CannotStart(
        f"The database {name} was in use here and {what}; nothing was changed. Put the right {remedy}, or remove "
        f"{marker} to {otherwise}."
    )


async def mark_in_use(database: Database) -> None:
    """Give the installation its id, and leave the marker."""
    async with database.transaction() as tx:
        await insert_once(tx, installation, {"name": INSTALLATION_ID, "value": secrets.token_hex(16)})
        found = (await tx.connection.execute(_QUERY)).scalar_one()
    marker = _find_marker(database.url)
    if not marker.exists() or _read_marker(marker) != found:
        marker.parent.mkdir(parents=True, exist_ok=True)
        marker.write_text(f"{found}\n{EXPLANATION}\n")


def _find_marker(url: URL) -> Path:
    if url.get_backend_name() == SQLITE:
        path = _find_file(url)
        return path.with_name(f"{path.name}.in-use")
    place = "-".join(str(part) for part in (url.host, url.port, url.database) if part is not None)
    return SERVER_MARKERS / f"{''.join(c if c.isalnum() or c in '.-' else '_' for c in place)}.in-use"


def _find_file(url: URL) -> Path:
    return Path(str(url.database))


def _read_marker(marker: Path) -> str:
    """The id in the marker; empty if the marker was cut off, as a power failure may do."""
    return marker.read_text(errors="replace").partition("\n")[0].strip()


def _read_file(path: Path) -> str | None:
    """The installation's id in a file; None where there is none. Raises CannotStart."""
    if not path.exists() or path.stat().st_size == 0:
        return None
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


async def _read_server(url: str) -> str | None:
    """The installation's id in a database on a server; None where there is none. Raises CannotStart."""
    engine = open_unpooled(url)
    try:
        async with engine.connect() as connection:
            return await connection.run_sync(_read_id)
    except (SQLAlchemyError, OSError) as error:
        raise cannot_open(error) from error
    finally:
        await engine.dispose()


def _read_id(connection: Connection) -> str | None:
    return connection.scalar(_QUERY) if inspect(connection).has_table(installation.name) else None
