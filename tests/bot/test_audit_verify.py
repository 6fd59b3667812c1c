"""`python -m bot audit verify`: on both databases, whatever was done to the rows."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.__main__ import main
from bot.clock import Clock
from bot.db.engine import Database, open_unpooled
from tests.builders import create_competition, register_team

UNLOCK = {
    "sqlite": ("DROP TRIGGER ledger_no_update", "DROP TRIGGER ledger_no_delete"),
    "postgresql": ("ALTER TABLE ledger DISABLE TRIGGER ledger_kept",),
}
OF_GAMES = "competition_id = (SELECT min(id) FROM competition)"
TAMPERED = {
    "a row is changed": (
        f"UPDATE ledger SET actor_id = actor_id + 1 WHERE position = 3 AND {OF_GAMES}",
        "row 3 (id 3, 'team register', recorded 2027-05-01T12:00 UTC) is not as it was recorded: it, or the row "
        "before it, was changed",
    ),
    "its facts are changed": (
        f"UPDATE ledger SET facts = '{{}}' WHERE position = 4 AND {OF_GAMES}",
        "row 4 (id 4, 'team register', recorded 2027-05-01T12:00 UTC) is not as it was recorded: it, or the row "
        "before it, was changed",
    ),
    "its moment is changed": (
        f"UPDATE ledger SET recorded_at = '2027-05-01 12:00:01' WHERE position = 1 AND {OF_GAMES}",
        "row 1 (id 1, 'competition create', recorded 2027-05-01T12:00 UTC) is not as it was recorded: it, or the "
        "row before it, was changed",
    ),
    "a row in the middle is removed": (
        f"DELETE FROM ledger WHERE position = 3 AND {OF_GAMES}",
        "row 3 is gone, removed before row 4 (id 4, 'team register', recorded 2027-05-01T12:00 UTC)",
    ),
    "the last rows are removed": (
        f"DELETE FROM ledger WHERE position > 3 AND {OF_GAMES}",
        "rows 4 to 5 are gone, removed at the end",
    ),
    "all rows are removed": (
        f"DELETE FROM ledger WHERE {OF_GAMES}",
        "rows 1 to 5 are gone, removed at the end",
    ),
    "two rows change their ids": (
        f"UPDATE ledger SET id = 1000 - id WHERE {OF_GAMES}",
        "row 2 (id 998, 'competition open registration', recorded 2027-05-01T12:00 UTC) was moved: its id is "
        "smaller than that of the row before it",
    ),
    "a row is put in": (
        "INSERT INTO ledger (id, guild_id, competition_id, actor_id, action, facts, recorded_at, position, digest) "
        "SELECT 900, guild_id, competition_id, 5, action, facts, recorded_at, 99, digest FROM ledger "
        f"WHERE position = 5 AND {OF_GAMES}",
        "rows 6 to 98 are gone, removed before row 99 (id 900, 'team register', recorded 2027-05-01T12:00 UTC)",
    ),
    "the head is changed": (
        "UPDATE competition SET ledger_digest = 'forged' WHERE id = (SELECT min(id) FROM competition)",
        "row 5, the last one, is not as it was recorded: it, or the head in the competition's row, was changed",
    ),
}


async def fill(url: str, clock: Clock) -> None:
    database = Database(url, clock)
    games = await create_competition(database)
    for name in ("Reds", "Łódź", "東京"):
        await register_team(database, games, name)
    await create_competition(database, "dodgeball", "Others")
    await database.close()


async def run(url: str, *statements: str) -> None:
    engine = open_unpooled(url)
    async with engine.begin() as connection:
        for statement in (*UNLOCK[engine.dialect.name], *statements):
            await connection.execute(text(statement))
    await engine.dispose()


@pytest.fixture
def filled(database_url: str, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> str:
    """A filled database, named by the settings."""
    asyncio.run(fill(database_url, clock))
    monkeypatch.setenv("DATABASE_URL", database_url)
    return database_url


def test_a_whole_ledger(filled: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "verify"]) == 0
    said = capsys.readouterr()
    first, second, last = said.out.splitlines()
    assert first.startswith("Games (competition 1): 5 rows, all as they were recorded; head ")
    assert second.startswith("Others (competition 2): 2 rows, all as they were recorded; head ")
    assert last == "The ledger is whole: 7 rows in 2 competitions."
    assert said.err == ""


@pytest.mark.parametrize("case", TAMPERED)
def test_whatever_was_done_to_a_row_is_found(filled: str, capsys: pytest.CaptureFixture[str], case: str) -> None:
    statement, expected = TAMPERED[case]
    asyncio.run(run(filled, statement))
    assert main(["audit", "verify"]) == 1
    first, second, last = capsys.readouterr().out.splitlines()
    assert first == f"Games (competition 1): {expected}"
    assert second.startswith("Others (competition 2): 2 rows, all as they were recorded; head ")
    assert last == (
        "The ledger is not whole. Keep this database, compare it with your latest backup, and find out who else can "
        "write to it."
    )


def test_rows_of_a_competition_that_was_removed(
    sqlite_url: str, clock: Clock, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(fill(sqlite_url, clock))
    monkeypatch.setenv("DATABASE_URL", sqlite_url)
    asyncio.run(run(sqlite_url, "DELETE FROM competition WHERE name = 'Others'"))
    assert main(["audit", "verify"]) == 1
    assert "2 rows belong to a competition that was removed, from the row with id 6 on" in capsys.readouterr().out


def test_it_reads_only_and_beside_a_bot_that_writes(sqlite_url: str, clock: Clock, tmp_path: Path) -> None:
    asyncio.run(fill(sqlite_url, clock))
    path = Path(sqlite_url.removeprefix("sqlite+aiosqlite:///"))
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    before = path.read_bytes()
    environment = {**os.environ, "DATABASE_URL": sqlite_url, "PYTHONPATH": str(Path(__file__).parents[2])}
    command = [sys.executable, "-m", "bot", "audit", "verify"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path, check=False)
    writer.close()
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("The ledger is whole: 7 rows in 2 competitions.\n")
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("url", "arguments", "line"),
    [
        (
            "sqlite:///nowhere.db",
            ["audit", "verify"],
            "There is no database at {folder}/nowhere.db. Check DATABASE_URL, or run this where Skipper runs.",
        ),
        (
            "nonsense",
            ["audit", "verify"],
            "DATABASE_URL is not a database address; use sqlite:///data/skipper.db, and write @ : / in a password as "
            "%40 %3A %2F",
        ),
        (
            "sqlite:///empty.db",
            ["audit", "verify"],
            "The ledger could not be read (OperationalError: no such table: competition); nothing was changed. Check "
            "DATABASE_URL, and start Skipper once so that the database is brought up to date; then try again.",
        ),
        (
            "sqlite:///empty.db",
            ["audit"],
            "Use `python -m bot` to run Skipper, or `python -m bot audit verify` to check its ledger.",
        ),
    ],
)
def test_settings_that_lead_nowhere(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    url: str,
    arguments: list[str],
    line: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty.db").touch()
    monkeypatch.setenv("DATABASE_URL", url)
    assert main(arguments) == 2
    said = capsys.readouterr()
    assert said.err.strip() == line.format(folder=tmp_path)
    assert said.out == ""
    assert not (tmp_path / "nowhere.db").exists()
