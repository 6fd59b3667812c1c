"""Brings a database to the newest revision; the embedded one is backed up first.

The SQLite connection that migrates has no foreign_keys pragma: with it, a table rebuilt by Alembic's batch mode would
silently delete the rows that refer to it. References are checked afterwards, before the commit.
"""

import asyncio
import logging
import re
import sqlite3
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, make_url

from bot.clock import Clock
from bot.db.engine import describe, open_unpooled
from bot.errors import CannotStart

log = logging.getLogger(__name__)

BACKUP_TERM = timedelta(days=30)
LOOK_AFTER = timedelta(days=1)
STAMP = "%Y%m%dT%H%M%S%f"
MIGRATIONS = Path(__file__).parents[2] / "migrations"


class MigrationError(CannotStart):
    """One line: why the database could not be brought up to date, and how to go on."""


async def migrate(url: str, now: datetime, target: str = "head") -> Path | None:
    """Upgrade the database; gives the backup's path if one was made. Raises MigrationError and changes nothing."""
    engine = open_unpooled(url)
    backup = None
    try:
        async with engine.connect() as connection:
            current = await connection.run_sync(_read_revision)
        if current == ScriptDirectory.from_config(_configure(None)).as_revision_number(target):
            return None
        path = _find_file(url)
        if path is not None and current is not None:
            backup = await asyncio.to_thread(back_up, path, now)
        async with engine.begin() as connection:
            await connection.run_sync(_upgrade, target)
    except Exception as error:
        raise MigrationError(_explain(error, backup)) from error
    finally:
        await engine.dispose()
    return backup


def back_up(path: Path, now: datetime) -> Path:
    """Copy a SQLite file through its backup API, the only way that keeps rows of an open write-ahead log."""
    folder = path.parent / "backups"
    folder.mkdir(exist_ok=True)
    copy = folder / f"{path.stem}-{now.astimezone(UTC):{STAMP}}{path.suffix}"
    source, target = sqlite3.connect(path), sqlite3.connect(copy)
    try:
        source.backup(target)
        (verdict,) = target.execute("PRAGMA integrity_check").fetchone()
    finally:
        source.close()
        target.close()
    if verdict != "ok":
        raise MigrationError(f"the backup {copy} is damaged ({verdict}); nothing was changed, check the disk")
    return copy


def delete_old_backups(url: str, now: datetime) -> list[Path]:
    """Delete the copies that `back_up` made longer ago than their term; gives their paths.

    They hold birth dates. Whatever else lies in the folder is somebody's own, and stays.
    """
    path = _find_file(url)
    if path is None:
        return []
    name = re.compile(rf"{re.escape(path.stem)}-(\d{{8}}T\d{{12}}){re.escape(path.suffix)}")
    deleted: list[Path] = []
    for copy in sorted((path.parent / "backups").glob("*")):
        found = name.fullmatch(copy.name)
        if found and now - datetime.strptime(found[1], STAMP).replace(tzinfo=UTC) > BACKUP_TERM:
            with suppress(OSError):  # tried again the next day
                copy.unlink()
                deleted.append(copy)
    if deleted:
        log.info("deleted %d copies of the database from before upgrades, older than 30 days", len(deleted))
    return deleted


async def keep_no_old_backups(url: str, clock: Clock) -> None:
    """Delete them now and every day, until cancelled: a bot may run for longer than their term."""
    while True:
        await asyncio.to_thread(delete_old_backups, url, clock.now())
        await clock.wait_until(clock.now() + LOOK_AFTER)


def _configure(connection: Connection | None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _read_revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _upgrade(connection: Connection, target: str) -> None:
    command.upgrade(_configure(connection), target)
    if connection.dialect.name == "sqlite":
        dangling = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
        if dangling:
            raise MigrationError(f"{len(dangling)} rows would refer to nothing")


def _find_file(url: str) -> Path | None:
    parsed = make_url(url)
    path = Path(str(parsed.database))
    return path if parsed.get_backend_name() == "sqlite" and path.exists() else None


def _explain(error: Exception, backup: Path | None) -> str:
    if "Can't locate revision" in str(error):
        return "The database was made by a newer Skipper; nothing was changed. Update Skipper, then start it again."
    kept = f" A copy from before is {backup}." if backup else ""
    return (
        f"The database could not be brought up to date ({describe(error)}); "
        f"it was left as it was.{kept} Start the earlier version of Skipper to go on, and report this line."
    )
