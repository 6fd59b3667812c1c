"""What many tests need: a migrated database on a real file, and on a real PostgreSQL where its binaries run."""

from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.clock import Clock
from bot.db.engine import Database
from bot.db.migrate import migrate
from tests.postgres import Postgres, start_postgres

NOON = datetime(2027, 5, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def clock() -> Clock:
    """The official clock, six weeks before the tournaments of the tests."""
    return Clock(NOON)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server of our own, for the whole run."""
    with start_postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database of each kind."""
    if request.param == "sqlite":
        yield f"sqlite+aiosqlite:///{tmp_path}/skipper.db"
        return
    server: Postgres = request.getfixturevalue("postgres")
    with server.create_database() as url:
        yield url


@pytest.fixture
async def database(database_url: str, clock: Clock) -> AsyncIterator[Database]:
    """A migrated database of each kind."""
    await migrate(database_url, clock.now())
    opened = Database(database_url, clock)
    yield opened
    await opened.close()


@pytest.fixture
async def sqlite_database(tmp_path: Path, clock: Clock) -> AsyncIterator[Database]:
    """A migrated database on a SQLite file, for what does not depend on the kind."""
    url = f"sqlite+aiosqlite:///{tmp_path}/skipper.db"
    await migrate(url, clock.now())
    opened = Database(url, clock)
    yield opened
    await opened.close()
