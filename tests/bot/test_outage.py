"""PostgreSQL goes and comes back: what runs by itself waits for it, says so once, and does nothing twice."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from sqlalchemy import insert, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.db import lease, tables
from bot.db.engine import Database, Transaction
from bot.db.jobs import Job, insert_job
from bot.db.outage import CommitUnknown, is_outage
from bot.db.snapshot import Snapshot
from bot.posts.outbox import enqueue_notice
from bot.services import jobs
from bot.services.access import Asker
from bot.services.jobs import JobKind, Jobs
from bot.ui import answering
from bot.ui.message import Message
from core.errors import Conflict
from tests.builders import create_competition, director
from tests.postgres import Postgres

NINE = datetime(2027, 6, 1, 14, 0, tzinfo=UTC)


class Gone(Exception):
    """What a driver raises, with a state of PostgreSQL's."""

    def __init__(self, sqlstate: str | None) -> None:
        super().__init__("gone")
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (Conflict("busy"), True),
        (ConnectionRefusedError(), True),
        (CommitUnknown(), True),
        (TimeoutError(), True),
        (OperationalError("", None, Gone(None)), True),
        (InterfaceError("", None, Gone(None)), True),
        (DBAPIError("", None, Gone(None), connection_invalidated=True), True),
        (DBAPIError("", None, Gone("57P03")), True),
        (DBAPIError("", None, Gone("08006")), True),
        (DBAPIError("", None, Gone("42P01")), False),
        (IntegrityError("", None, Gone("23505")), False),
        (ValueError(), False),
    ],
)
def test_an_outage_is_told_from_a_fault(error: Exception, expected: bool) -> None:
    assert is_outage(error) is expected


async def test_a_person_is_told_of_an_outage_and_of_a_fault(caplog: pytest.LogCaptureFixture) -> None:
    interaction: Any = SimpleNamespace(command=None, type=discord.InteractionType.application_command)

    async def answer_to(error: Exception) -> str:
        async def work() -> Message:
            raise error

        message, is_error = await answering._word_errors(interaction, work)  # pyright: ignore[reportPrivateUsage]
        assert is_error
        reference = message.text.split("`")[1]
        assert f"fault {reference} in application_command" in caplog.text
        return message.text.replace(reference, "REF")

    away = (
        "The database cannot be reached just now; nothing was changed. Please try again in a minute; if it lasts, tell "
        "the director this reference: `REF`."
    )
    assert await answer_to(OperationalError("", None, Gone("57P03"))) == away
    assert await answer_to(ConnectionRefusedError()) == away
    for other in (aiohttp.ClientOSError(), DBAPIError("", None, Gone("42P01"))):
        assert (await answer_to(other)).startswith("Something went wrong on our side, and nothing was changed.")
    caplog.clear()


@pytest.fixture
async def postgres_database(postgres: Postgres, postgres_template: str, clock: Clock) -> AsyncGenerator[Database]:
    """A migrated database on the server that is stopped in these tests."""
    with postgres.create_database(postgres_template) as url:
        opened = Database(url, clock)
        yield opened
        await opened.close()


async def test_a_commit_whose_end_nobody_heard_is_not_called_undone(
    postgres_database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    answers: list[Message] = []
    interaction: Any = SimpleNamespace(command=None, type=discord.InteractionType.application_command)
    deps: Any = SimpleNamespace(database=postgres_database, wake_relay=lambda: None)
    commit = AsyncConnection.commit

    async def keep_answer(_deps: Any, _interaction: Any, work: Any, **_: Any) -> None:
        answers.append((await answering._word_errors(interaction, work))[0])  # pyright: ignore[reportPrivateUsage]

    async def change() -> str:
        async def use_case(tx: Transaction, _asker: Any) -> None:
            await tx.connection.execute(insert(tables.installation).values(name=f"test {len(answers)}", value="x"))

        await answering.answer_change(deps, interaction, use_case, lambda _: Message("Done."))
        return answers[-1].text

    def ask(_interaction: Any) -> Asker:
        return director()

    async def break_before(_connection: AsyncConnection) -> None:
        raise OperationalError("", None, Gone("08006"), connection_invalidated=True)

    async def break_after(connection: AsyncConnection) -> None:
        await commit(connection)
        raise ConnectionResetError

    monkeypatch.setattr(answering, "answer", keep_answer)
    monkeypatch.setattr(answering, "to_asker", ask)
    monkeypatch.setattr(AsyncConnection, "commit", break_before)
    assert (await change()).startswith(
        "The connection to the database broke while this was being saved, so it is not known whether it counts. Look "
        "first, and send it again only if it is not there; if you cannot tell, give the director this reference: `"
    )
    monkeypatch.setattr(AsyncConnection, "commit", break_after)
    assert await change() == "Done."
    async with postgres_database.reading() as tx:
        names = (await tx.connection.scalars(select(tables.installation.c.name))).all()
    assert "test 1" in names
    assert "test 0" not in names
    caplog.clear()


async def test_a_server_that_ends_the_connection_leaves_the_commit_unknown(postgres_database: Database) -> None:
    with pytest.raises(CommitUnknown):
        async with postgres_database.transaction() as tx:
            pid = await tx.connection.scalar(text("select pg_backend_pid()"))
            async with postgres_database.transaction() as other:
                await other.connection.execute(text(f"select pg_terminate_backend({pid})"))
            await asyncio.sleep(0.1)


@asynccontextmanager
async def running(work: Coroutine[Any, Any, None]) -> AsyncGenerator[asyncio.Task[None]]:
    task = asyncio.create_task(work)
    yield task
    assert not task.done()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def posted(database: Database) -> list[str]:
    async with database.reading() as tx:
        by_jobs = tables.post.c.subject.not_like("opened:%")
        payloads = (await tx.connection.execute(select(tables.post.c.payload).where(by_jobs))).scalars()
        return [payload["text"] for payload in payloads]


async def until_posted(database: Database, expected: list[str]) -> None:
    async with asyncio.timeout(20):
        while await posted(database) != expected:  # noqa: ASYNC110 - only the database knows
            await asyncio.sleep(0.05)


async def test_jobs_outlive_a_server_that_is_away(
    postgres: Postgres,
    postgres_database: Database,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """One job is at work when the server goes, another comes due meanwhile; each is done once afterwards."""
    monkeypatch.setattr(jobs, "DATABASE_PAUSE_SECONDS", 0.05)
    at_work, goes_on = asyncio.Event(), asyncio.Event()

    async def post(tx: Transaction, snapshot: Snapshot, job: Job) -> None:
        await enqueue_notice(tx, snapshot.competition.id, job.subject, Message(job.subject), channel_id=1)
        at_work.set()
        await goes_on.wait()

    competition = await create_competition(postgres_database)
    async with postgres_database.transaction() as tx:
        await insert_job(tx, competition.id, "post", "first", NINE)
        await insert_job(tx, competition.id, "post", "second", NINE + timedelta(seconds=30))
    clockwork = Jobs(postgres_database, clock, {"post": JobKind(post)}, lambda: None)
    caplog.set_level(logging.INFO)
    async with running(clockwork.run()) as task:
        clock.set(NINE)
        await asyncio.wait_for(at_work.wait(), 10)
        with postgres.away():
            clock.set(NINE + timedelta(minutes=1))
            goes_on.set()
            await asyncio.sleep(0.5)
            assert not task.done()
        await until_posted(postgres_database, ["first", "second"])
        await asyncio.sleep(0.3)
        assert await posted(postgres_database) == ["first", "second"]
    told = [record.getMessage().partition(" (")[0] for record in caplog.records if record.name.startswith("bot.")]
    assert told == [
        "the jobs: the database cannot be reached just now",
        "the jobs: the database can be reached again",
    ]


async def test_the_lease_outlives_a_server_that_is_away(
    postgres: Postgres, postgres_database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    url = postgres_database.url.render_as_string(hide_password=False)
    async with lease.take_lease(url, lease_seconds=0.6, renew_seconds=0.1) as taken, running(taken.keep()):
        with postgres.away():
            await asyncio.sleep(1.0)
            assert not taken.is_held()
        async with asyncio.timeout(10):
            while not taken.is_held():  # noqa: ASYNC110 - it is renewed by itself
                await asyncio.sleep(0.05)
    told = [record.getMessage().partition(" (")[0] for record in caplog.records if record.name.startswith("bot.")]
    assert told == [
        "the lease: the database cannot be reached just now",
        "the lease: the database can be reached again",
    ]


async def test_a_lease_ages_while_the_computer_sleeps(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with lease.take_lease(sqlite_url) as taken:
        assert taken.is_held()
        awake = lease._read_elapsed()
        monkeypatch.setattr(lease, "_read_elapsed", lambda: awake + lease.LEASE_SECONDS + 1)
        assert not taken.is_held()
