"""Jobs: each done once, whatever happens in between; one that fails stops no other."""

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from bot.clock import Clock
from bot.db import tables
from bot.db.engine import Database, Transaction
from bot.db.jobs import Job, end_job, insert_job
from bot.db.notice_tables import job as job_table
from bot.db.snapshot import Competition, Snapshot
from bot.posts.outbox import enqueue_notice
from bot.services.jobs import JobKind, Jobs, is_late
from bot.ui.message import Message
from core.competition import State, Step
from tests.builders import create_competition, take_steps

SECOND = timedelta(seconds=1)
NINE = datetime(2027, 6, 1, 14, 0, tzinfo=UTC)


async def post(tx: Transaction, snapshot: Snapshot, job: Job) -> None:
    await enqueue_notice(tx, snapshot.competition.id, f"done:{job.subject}", Message(job.subject), channel_id=1)


def at_nine(competition: Competition) -> Mapping[str, datetime]:
    return {f"planned:{competition.state.value[-4:]}": NINE}


def wind(database: Database, clock: Clock, **kinds: JobKind) -> Jobs:
    return Jobs(database, clock, {"post": JobKind(post), **kinds}, lambda: None)


async def insert(
    database: Database, competition: Competition, subject: str, due_at: datetime, kind: str = "post"
) -> None:
    async with database.transaction() as tx:
        await insert_job(tx, competition.id, kind, subject, due_at)


async def done(database: Database) -> list[str]:
    async with database.reading() as tx:
        of_jobs = tables.post.c.subject.startswith("done:")
        rows = await tx.connection.execute(select(tables.post.c.payload).where(of_jobs).order_by(tables.post.c.id))
        return [payload["text"] for payload in rows.scalars()]


async def waiting(database: Database) -> list[str]:
    async with database.reading() as tx:
        columns = job_table.c
        rows = await tx.connection.execute(select(columns.subject).where(columns.status == "waiting"))
        return list(rows.scalars())


@pytest.mark.parametrize(("seconds", "is_done"), [(-1, False), (0, True), (1, True)])
async def test_done_at_its_time(database: Database, clock: Clock, seconds: int, is_done: bool) -> None:
    competition = await create_competition(database)
    await insert(database, competition, "a", NINE)
    clock.set(NINE + seconds * SECOND)

    next_due_at = await wind(database, clock).do_due()

    assert await done(database) == (["a"] if is_done else [])
    assert next_due_at == (None if is_done else NINE)


async def test_in_the_order_in_which_they_became_due(database: Database, clock: Clock) -> None:
    competition = await create_competition(database)
    for subject, seconds in (("c", 0), ("a", -2), ("b", -1), ("later", 60)):
        await insert(database, competition, subject, NINE + seconds * SECOND)
    clock.set(NINE)

    assert await wind(database, clock).do_due() == NINE + 60 * SECOND
    assert await done(database) == ["a", "b", "c"]


async def test_a_subject_is_done_once(database: Database, clock: Clock) -> None:
    competition = await create_competition(database)
    for _ in range(2):
        await insert(database, competition, "a", NINE)
    clock.set(NINE)

    await asyncio.gather(*(wind(database, clock).do_due() for _ in range(3)))
    await insert(database, competition, "a", NINE)
    await wind(database, clock).do_due()

    assert await done(database) == ["a"]


async def test_killed_between_the_work_and_the_commit_it_is_done_once_after_all(
    database: Database, clock: Clock
) -> None:
    competition = await create_competition(database)
    await insert(database, competition, "a", NINE)
    clock.set(NINE)
    deaths = [1, 1]

    async def post_and_die(tx: Transaction, snapshot: Snapshot, job: Job) -> None:
        await post(tx, snapshot, job)
        if deaths:
            deaths.pop()
            raise asyncio.CancelledError

    for _ in range(2):
        with pytest.raises(asyncio.CancelledError):
            await wind(database, clock, post=JobKind(post_and_die)).do_due()
        assert await done(database) == []
        assert await waiting(database) == ["a"]
    await wind(database, clock, post=JobKind(post_and_die)).do_due()

    assert await done(database) == ["a"]
    assert await waiting(database) == []


async def test_one_that_fails_stops_no_other_and_is_tried_again(
    sqlite_database: Database, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    competition = await create_competition(sqlite_database)
    faults = [ValueError("no")]

    async def fail_once(tx: Transaction, snapshot: Snapshot, job: Job) -> None:
        await post(tx, snapshot, job)
        if faults:
            raise faults.pop()

    await insert(sqlite_database, competition, "bad", NINE - SECOND, "bad")
    await insert(sqlite_database, competition, "good", NINE)
    clock.set(NINE)
    jobs = wind(sqlite_database, clock, bad=JobKind(fail_once))
    await jobs.do_due()

    assert await done(sqlite_database) == ["good"]
    assert "failed and is tried again" in caplog.text
    monkeypatch.setattr("bot.services.jobs.time.monotonic", lambda: 1e12)
    await jobs.do_due()
    assert await done(sqlite_database) == ["good", "bad"]


async def test_what_was_ended_never_happens(database: Database, clock: Clock) -> None:
    competition = await create_competition(database)
    for subject in ("ended", "kept"):
        await insert(database, competition, subject, NINE)
    async with database.transaction() as tx:
        await end_job(tx, competition.id, "ended")
    clock.set(NINE)

    await wind(database, clock).do_due()
    assert await done(database) == ["kept"]


async def test_planned_from_the_competition_and_again_when_it_changes(database: Database, clock: Clock) -> None:
    draft = await create_competition(database, name="Draft", state=State.DRAFT)
    competition = await create_competition(database)
    jobs = wind(database, clock, planned=JobKind(post, at_nine))
    for _ in range(2):
        await jobs.plan()
    assert await waiting(database) == ["planned:open"]

    await take_steps(database, competition, Step.CLOSE_REGISTRATION)
    await jobs.plan()

    assert sorted(await waiting(database)) == ["planned:open", "planned:osed"]
    assert draft.state is State.DRAFT


@pytest.mark.parametrize(("seconds", "is_planned"), [(-1, True), (1, False)])
async def test_what_has_passed_is_not_planned(
    sqlite_database: Database, clock: Clock, seconds: int, is_planned: bool
) -> None:
    await create_competition(sqlite_database)
    clock.set(NINE + seconds * SECOND)

    await wind(sqlite_database, clock, planned=JobKind(post, at_nine)).plan()

    assert await waiting(sqlite_database) == (["planned:open"] if is_planned else [])


@pytest.mark.parametrize(("seconds", "late"), [(59, False), (60, False), (61, True)])
def test_late_is_more_than_a_minute(seconds: int, late: bool) -> None:
    assert is_late(Job(1, 1, "post", "a", NINE), NINE + seconds * SECOND) == late


async def test_it_runs_by_the_official_clock_and_wakes_for_new_jobs(sqlite_database: Database, clock: Clock) -> None:
    competition = await create_competition(sqlite_database)
    await insert(sqlite_database, competition, "first", NINE)
    jobs = wind(sqlite_database, clock)
    running = asyncio.create_task(jobs.run())

    async def until(expected: list[str]) -> None:
        async with asyncio.timeout(20):
            while await done(sqlite_database) != expected:  # noqa: ASYNC110 - only the database knows
                await asyncio.sleep(0.05)

    try:
        await asyncio.sleep(0.4)
        assert await done(sqlite_database) == []
        clock.set(NINE)
        await until(["first"])
        await insert(sqlite_database, competition, "second", NINE)
        jobs.wake()
        await until(["first", "second"])
        await insert(sqlite_database, competition, "third", NINE + 3600 * SECOND)
        jobs.wake()
        await asyncio.sleep(0.5)
        clock.advance(3600)
        await until(["first", "second", "third"])
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
