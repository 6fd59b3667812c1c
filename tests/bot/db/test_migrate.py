"""Migrations: whole or not at all, with a backup before, and in step with the tables."""

import asyncio
import sqlite3
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, insert

from bot.clock import Clock
from bot.db import migrate as migrations
from bot.db.engine import Database, open_unpooled
from bot.db.migrate import MigrationError, back_up, delete_old_backups, keep_no_old_backups, migrate
from bot.db.tables import installation, metadata
from tests.builders import create_competition, load, register_team
from tests.conftest import NOON

LATER = '''"""A later revision."""

import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{head}"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("team") as batch:
        batch.add_column(sa.Column("motto", sa.Text()))
    {then}
'''


async def test_an_empty_database_becomes_what_the_tables_say(empty_database_url: str) -> None:
    assert await migrate(empty_database_url, NOON) is None

    def differences(connection: Connection) -> list[Any]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return compare_metadata(context, metadata)

    engine = open_unpooled(empty_database_url)
    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await engine.dispose()


async def test_a_database_that_is_up_to_date_is_left_alone(sqlite_url: str) -> None:
    assert await migrate(sqlite_url, NOON) is None
    assert not (Path(sqlite_url.removeprefix("sqlite+aiosqlite:///")).parent / "backups").exists()


def add_revision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, then: str = "") -> None:
    """Let there be one more revision, which rebuilds a table that others refer to."""
    folder = tmp_path / "migrations"
    (folder / "versions").mkdir(parents=True)
    for source in (migrations.MIGRATIONS / "env.py", *(migrations.MIGRATIONS / "versions").glob("*.py")):
        (folder / source.relative_to(migrations.MIGRATIONS)).write_text(source.read_text())
    head = sorted(path.stem.split("_")[0] for path in (folder / "versions").glob("*.py"))[-1]
    (folder / "versions" / "9999_later.py").write_text(LATER.format(head=head, then=then))
    monkeypatch.setattr(migrations, "MIGRATIONS", folder)


async def test_a_filled_database_is_backed_up_and_keeps_every_row(
    sqlite_url: str, clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = Database(sqlite_url, clock)
    competition = await create_competition(database)
    await register_team(database, competition, "Trio", ["Ed", "Flo", "Gus"])
    await database.close()
    add_revision(tmp_path, monkeypatch)
    backup = await migrate(sqlite_url, NOON)
    assert backup is not None
    for path in (backup, Path(sqlite_url.removeprefix("sqlite+aiosqlite:///"))):
        connection = sqlite3.connect(path)
        assert connection.execute("SELECT count(*) FROM player").fetchone() == (3,)
        connection.close()


@pytest.mark.parametrize("revision", ["0001"])
async def test_a_database_of_an_earlier_version_keeps_its_rows(
    empty_database_url: str, clock: Clock, revision: str
) -> None:
    await migrate(empty_database_url, NOON, revision)
    database = Database(empty_database_url, clock)
    competition = await create_competition(database, "dodgeball")
    await register_team(database, competition, "Six")
    before = await load(database, competition)
    await database.close()
    await migrate(empty_database_url, NOON)
    database = Database(empty_database_url, clock)
    assert await load(database, competition) == before
    await database.close()


@pytest.mark.parametrize("fault", ["op.execute('SELECT nonsense')", "op.execute('DELETE FROM competition')"])
async def test_a_failed_migration_leaves_everything_as_it_was(
    sqlite_url: str, clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    database = Database(sqlite_url, clock)
    competition = await create_competition(database)
    await register_team(database, competition, "Trio", ["Ed", "Flo", "Gus"])
    await database.close()
    add_revision(tmp_path, monkeypatch, then=fault)
    with pytest.raises(MigrationError) as refused:
        await migrate(sqlite_url, NOON)
    line = str(refused.value)
    assert "could not be brought up to date" in line
    assert "it was left as it was. A copy from before is " in line
    assert line.endswith("Start the earlier version of Skipper to go on, and report this line.")
    connection = sqlite3.connect(Path(sqlite_url.removeprefix("sqlite+aiosqlite:///")))
    assert connection.execute("SELECT count(*) FROM team").fetchone() == (1,)
    assert "motto" not in [row[1] for row in connection.execute("PRAGMA table_info(team)")]
    connection.close()


async def test_a_database_of_a_newer_version_is_refused(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as newer:
        add_revision(tmp_path, newer)
        await migrate(sqlite_url, NOON)
    with pytest.raises(MigrationError) as refused:
        await migrate(sqlite_url, NOON)
    assert str(refused.value) == (
        "The database was made by a newer Skipper; nothing was changed. Update Skipper, then start it again."
    )


async def test_a_backup_holds_what_is_only_in_the_log_of_a_writer(sqlite_url: str, clock: Clock) -> None:
    database = Database(sqlite_url, clock)
    async with database.transaction() as tx:
        await tx.connection.execute(insert(installation).values(name="fresh", value="row"))
    copy = back_up(Path(sqlite_url.removeprefix("sqlite+aiosqlite:///")), NOON)
    connection = sqlite3.connect(copy)
    assert connection.execute("SELECT value FROM installation WHERE name = 'fresh'").fetchone() == ("row",)
    connection.close()
    await database.close()


def test_copies_are_deleted_at_their_term_and_nothing_else_is(sqlite_url: str) -> None:
    path = Path(sqlite_url.removeprefix("sqlite+aiosqlite:///"))
    old, young = (back_up(path, NOON - timedelta(days=days, seconds=1)) for days in (30, 29))
    folder = path.parent / "backups"
    others = [
        folder / name for name in ("mine.db", "other-20200101T000000000000.db", "skipper-2020.db", "skipper-notes")
    ]
    for other in others:
        other.write_text("somebody's own")
    assert delete_old_backups(sqlite_url, NOON) == [old]
    assert sorted(folder.iterdir()) == sorted([young, *others])
    assert delete_old_backups(sqlite_url, NOON) == []


async def test_a_bot_that_runs_for_long_deletes_them_every_day(sqlite_url: str, clock: Clock) -> None:
    copy = back_up(Path(sqlite_url.removeprefix("sqlite+aiosqlite:///")), clock.now())
    keeping = asyncio.create_task(keep_no_old_backups(sqlite_url, clock))
    for days, is_there in ((29, True), (2, False)):
        clock.advance(timedelta(days=days).total_seconds())
        await asyncio.sleep(0.1)
        assert copy.exists() == is_there
    keeping.cancel()
    await asyncio.gather(keeping, return_exceptions=True)


def test_a_server_has_no_copies_of_ours(tmp_path: Path) -> None:
    assert delete_old_backups("postgresql+asyncpg://u@h/d", NOON) == []
    assert delete_old_backups(f"sqlite+aiosqlite:///{tmp_path}/none.db", NOON) == []
