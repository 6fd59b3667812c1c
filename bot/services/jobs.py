"""The clockwork: does each job once when the official clock has reached its time, also one that came due while off.

A job is marked as ended and done in one transaction, and all that it does are rows: whatever happens in between, it is
done once. What depends on a competition's settings (reminders) is planned from them, again after every change.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from bot.clock import Clock
from bot.db import tables
from bot.db.competitions import get_competition, load_snapshot
from bot.db.engine import Database, Transaction
from bot.db.jobs import Job, claim_job, find_next_due_at, insert_job, load_due_jobs
from bot.db.outage import Outage, is_outage
from bot.db.snapshot import Competition, Snapshot
from core.competition import State
from core.errors import Conflict

log = logging.getLogger(__name__)

LATE_AFTER = timedelta(seconds=60)
COALESCE_SECONDS = 0.2
RETRY_SECONDS = 30.0
DATABASE_PAUSE_SECONDS = 1.0
PLANNED = select(tables.competition.c.id, tables.competition.c.revision).where(
    tables.competition.c.state.in_([State.REGISTRATION_OPEN.value, State.REGISTRATION_CLOSED.value])
)

Work = Callable[[Transaction, Snapshot, Job], Awaitable[None]]
Plan = Callable[[Competition], Mapping[str, datetime]]
"""The subjects of a competition's jobs of one kind, with when each is due."""


@dataclass(frozen=True, slots=True)
class JobKind:
    """What a kind of job does, and how its jobs follow from a competition, if they do.

    `is_caught_up` where one whose time has passed when it is planned is done at once; its work says if it is too late.
    """

    work: Work
    plan: Plan | None = None
    is_caught_up: bool = False


def is_late(job: Job, now: datetime) -> bool:
    """Whether a job is done so late that what it says has to say so."""
    return now - job.due_at > LATE_AFTER


class Jobs:
    """Runs as long as the bot does."""

    def __init__(
        self, database: Database, clock: Clock, kinds: Mapping[str, JobKind], wake_relay: Callable[[], None]
    ) -> None:
        self._database = database
        self._clock = clock
        self._kinds = kinds
        self._wake_relay = wake_relay
        self._outage = Outage("the jobs")
        self._woken = asyncio.Event()
        self._planned: dict[int, int] = {}
        self._retry_at: dict[int, float] = {}

    def wake(self) -> None:
        """Something was committed: jobs may have come or gone."""
        self._woken.set()

    async def run(self) -> None:
        """Do jobs until cancelled; a database that is away is waited for."""
        while True:
            self._woken.clear()
            next_due_at: datetime | None = None
            try:
                await self.plan()
                next_due_at = await self.do_due()
            except (Conflict, SQLAlchemyError, OSError) as error:
                if not is_outage(error):
                    raise
                self._outage.note(error)
                await asyncio.sleep(DATABASE_PAUSE_SECONDS)
                continue
            self._outage.end()
            await self._wait(next_due_at)
            await asyncio.sleep(COALESCE_SECONDS)

    async def plan(self) -> None:
        """Add the jobs that follow from competitions which changed, as far as they lie ahead or are caught up.

        What no longer follows is left: its work finds out, and does nothing.
        """
        async with self._database.reading() as tx:
            revisions = {row.id: row.revision for row in await tx.connection.execute(PLANNED)}
        for competition_id, revision in revisions.items():
            if self._planned.get(competition_id) == revision:
                continue
            async with self._database.transaction() as tx:
                competition = await get_competition(tx.connection, competition_id)
                for kind, subject, due_at in self._follow(competition):
                    if due_at > tx.now or self._kinds[kind].is_caught_up:
                        await insert_job(tx, competition_id, kind, subject, due_at)
            self._planned[competition_id] = revision

    async def do_due(self) -> datetime | None:
        """Do every job that is due; gives when the next one will be."""
        while True:
            put_off = [id_ for id_, at in self._retry_at.items() if at > time.monotonic()]
            async with self._database.reading() as tx:
                due = await load_due_jobs(tx.connection, tx.now, put_off)
                next_due_at = await find_next_due_at(tx.connection, tx.now)
            if not due:
                return next_due_at
            for job_id in due:
                await self._do(job_id)
            self._wake_relay()

    async def _do(self, job_id: int) -> None:
        """Do one job, unless it is gone by now; a fault of one stops no other."""
        try:
            async with self._database.transaction() as tx:
                job = await claim_job(tx, job_id)
                if job is not None:
                    await self._kinds[job.kind].work(tx, await _load(tx, job.competition_id), job)
        except Exception as error:
            if is_outage(error):
                raise
            log.exception("job %d failed and is tried again in %.0f s", job_id, RETRY_SECONDS)
            self._retry_at[job_id] = time.monotonic() + RETRY_SECONDS
        else:
            self._retry_at.pop(job_id, None)

    def _follow(self, competition: Competition) -> list[tuple[str, str, datetime]]:
        return [
            (name, subject, due_at)
            for name, kind in self._kinds.items()
            if kind.plan is not None
            for subject, due_at in kind.plan(competition).items()
        ]

    async def _wait(self, next_due_at: datetime | None) -> None:
        """Wait until the next job is due, a commit, or the time to try a failed one again."""
        waits: list[asyncio.Task[Any]] = [asyncio.create_task(self._woken.wait())]
        if next_due_at is not None:
            waits.append(asyncio.create_task(self._clock.wait_until(next_due_at)))
        retry_at = min(self._retry_at.values(), default=None)
        timeout = None if retry_at is None else max(0.0, retry_at - time.monotonic())
        try:
            await asyncio.wait(waits, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
            await asyncio.gather(*waits, return_exceptions=True)


async def _load(tx: Transaction, competition_id: int) -> Snapshot:
    competition = await get_competition(tx.connection, competition_id)
    kept = tx.snapshots.find(competition.id, competition.revision)
    return kept if kept is not None else await load_snapshot(tx.connection, competition)
