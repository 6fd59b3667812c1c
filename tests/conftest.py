"""What many tests need: a migrated database on a real file, and on a real PostgreSQL where its binaries run."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.clock import Clock
from bot.db.engine import Database
from bot.db.migrate import migrate
from tests.compiled_once import compile_once
from tests.in_memory import keep_in_memory
from tests.postgres import Postgres, start_postgres

keep_in_memory()
compile_once()

TEMPLATE = "skipper_template"
NOON = datetime(2027, 5, 1, 12, 0, tzinfo=UTC)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The slow tests begin, so that none of them is what all other processes wait for in the end."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.fixture
def clock() -> Clock:
    """The official clock, six weeks before the tournaments of the tests."""
    return Clock(NOON)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server of our own, for the whole run."""
    with start_postgres() as server:
        yield server


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated SQLite file that tests start from a copy of."""
    path = tmp_path_factory.mktemp("template") / "skipper.db"
    asyncio.run(migrate(f"sqlite+aiosqlite:///{path}", NOON))
    return path


@pytest.fixture(scope="session")
def postgres_template(postgres: Postgres) -> str:
    """The name of a migrated PostgreSQL database that tests start from a copy of."""
    postgres.run(f"CREATE DATABASE {TEMPLATE}")
    asyncio.run(migrate(postgres.url_of(TEMPLATE), NOON))
    return TEMPLATE


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database of each kind without any table."""
    if request.param == "sqlite":
        yield f"sqlite+aiosqlite:///{tmp_path}/skipper.db"
        return
    server: Postgres = request.getfixturevalue("postgres")
    with server.create_database() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> Iterator[str]:
    """A migrated database of each kind."""
    if request.param == "sqlite":
        yield request.getfixturevalue("sqlite_url")
        return
    server: Postgres = request.getfixturevalue("postgres")
    with server.create_database(request.getfixturevalue("postgres_template")) as url:
        yield url


@pytest.fixture
def sqlite_url(sqlite_template: Path, tmp_path: Path) -> str:
    """A migrated SQLite file."""
    path = shutil.copy(sqlite_template, tmp_path / "skipper.db")
    return f"sqlite+aiosqlite:///{path}"


@pytest.fixture
async def database(database_url: str, clock: Clock) -> AsyncIterator[Database]:
    """A migrated database of each kind, opened."""
    opened = Database(database_url, clock)
    yield opened
    await opened.close()


@pytest.fixture
async def sqlite_database(sqlite_url: str, clock: Clock) -> AsyncIterator[Database]:
    """A migrated SQLite file, opened, for what does not depend on the kind."""
    opened = Database(sqlite_url, clock)
    yield opened
    await opened.close()
