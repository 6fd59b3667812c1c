"""A database file that vanished, or was replaced, is noticed instead of begun anew."""

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.clock import Clock
from bot.db.engine import Database
from bot.db.in_use import check_in_use, mark_in_use
from bot.errors import CannotStart
from tests.postgres import Postgres


@pytest.fixture
async def path(sqlite_url: str, clock: Clock) -> Path:
    """A database that a bot has used."""
    await use(sqlite_url, clock)
    return Path(sqlite_url.removeprefix("sqlite+aiosqlite:///"))


async def use(url: str, clock: Clock) -> None:
    check_in_use(url)
    database = Database(url, clock)
    await mark_in_use(database)
    await database.close()


def url_of(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


def remove(path: Path) -> None:
    for part in path.parent.glob(f"{path.name}*"):
        if part.suffix != ".in-use":
            part.unlink()


def empty(path: Path) -> None:
    remove(path)
    path.touch()


async def test_the_database_that_was_used_is_used_again(path: Path, clock: Clock) -> None:
    marker = path.with_name("skipper.db.in-use")
    marked = marker.read_text()
    assert len(marked.splitlines()[0]) == 32
    await use(url_of(path), clock)
    assert marker.read_text() == marked


@pytest.mark.parametrize("lose", [remove, empty])
async def test_a_file_that_vanished_is_not_begun_anew(path: Path, clock: Clock, lose: Callable[[Path], None]) -> None:
    lose(path)
    with pytest.raises(CannotStart) as refused:
        check_in_use(url_of(path))
    assert str(refused.value) == (
        f"The database {path} was in use here and is missing or empty now; nothing was changed. Put the right file "
        f"back (copies are in {path.parent}/backups), or remove {path}.in-use to start with an empty one."
    )
    assert not path.exists() or path.stat().st_size == 0


async def test_a_file_with_other_tables_only_is_as_good_as_empty(path: Path) -> None:
    remove(path)
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE lease (token TEXT)")
    connection.close()
    with pytest.raises(CannotStart, match="is missing or empty now"):
        check_in_use(url_of(path))


async def test_another_installation_s_file_is_refused(path: Path, sqlite_template: Path, clock: Clock) -> None:
    other = path.parent / "other" / "skipper.db"
    other.parent.mkdir()
    shutil.copy(sqlite_template, other)
    await use(url_of(other), clock)
    remove(path)
    shutil.copy(other, path)
    with pytest.raises(CannotStart) as refused:
        check_in_use(url_of(path))
    assert "was in use here and is another one now; nothing was changed." in str(refused.value)
    assert str(refused.value).endswith(f"or remove {path}.in-use to go on with this one.")


async def test_without_the_marker_one_goes_on(path: Path, sqlite_template: Path, clock: Clock) -> None:
    remove(path)
    path.with_name("skipper.db.in-use").unlink()
    shutil.copy(sqlite_template, path)
    await use(url_of(path), clock)
    assert path.with_name("skipper.db.in-use").exists()


async def test_a_marker_that_was_cut_off_stands_in_nobodys_way(path: Path, clock: Clock) -> None:
    marker = path.with_name("skipper.db.in-use")
    marked = marker.read_text()
    marker.write_text("")
    await use(url_of(path), clock)
    assert marker.read_text() == marked
    marker.write_text("")
    remove(path)
    with pytest.raises(CannotStart):
        check_in_use(url_of(path))


async def test_a_damaged_file_is_told_in_one_line(path: Path) -> None:
    remove(path)
    path.write_bytes(b"this is not a database" * 100)
    with pytest.raises(CannotStart, match=r"could not be opened \(DatabaseError: file is not a database\)"):
        check_in_use(url_of(path))


async def test_a_database_on_a_server_that_was_emptied_is_not_begun_anew(
    postgres: Postgres, postgres_template: str, clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with postgres.create_database(postgres_template) as url:
        await asyncio.to_thread(check_in_use, url)
        database = Database(url, clock)
        await mark_in_use(database)
        await asyncio.to_thread(check_in_use, url)
        (marker,) = (tmp_path / "data").iterdir()
        assert "hush" not in marker.name
        for statement, what, otherwise in (
            ("UPDATE installation SET value = 'other'", "is another one now", "go on with this one"),
            ("DROP TABLE installation", "is missing or empty now", "start with an empty one"),
        ):
            async with database.transaction() as tx:
                await tx.connection.execute(text(statement))
            with pytest.raises(CannotStart) as refused:
                await asyncio.to_thread(check_in_use, url)
            assert str(refused.value) == (
                f"The database {database.url.database} on {database.url.host} was in use here and {what}; nothing was "
                f"changed. Put the right one back from its backup, or remove data/{marker.name} to {otherwise}."
            )
        await database.close()
    with pytest.raises(CannotStart, match="could not be opened"):
        await asyncio.to_thread(check_in_use, url)
