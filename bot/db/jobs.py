"""Jobs: what has to happen at a time. A job ends once, in the transaction that does its work."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import bindparam, func, select, update

from bot.db.connection import Connection
from bot.db.engine import Transaction
from bot.db.notice_tables import job as jobs
from bot.db.upsert import insert_once


class JobStatus(StrEnum):
    """How far a job has come."""

    WAITING = "waiting"
    ENDED = "ended"


DUE = (
    select(jobs.c.id)
    .where(
        jobs.c.status == JobStatus.WAITING,
        jobs.c.due_at <= bindparam("now"),
        jobs.c.id.not_in(bindparam("put_off", expanding=True)),
    )
    .order_by(jobs.c.due_at, jobs.c.id)
)
NEXT_DUE_AT = select(func.min(jobs.c.due_at)).where(
    jobs.c.status == JobStatus.WAITING, jobs.c.due_at > bindparam("now")
)


@dataclass(frozen=True, slots=True)
class Job:
    """One job; `subject` tells it apart within its competition."""

    id: int
    competition_id: int
    kind: str
    subject: str
    due_at: datetime


async def insert_job(tx: Transaction, competition_id: int, kind: str, subject: str, due_at: datetime) -> None:
    """Have a job done at a time; a second one of its subject is not kept."""
    values = {"competition_id": competition_id, "kind": kind, "subject": subject, "due_at": due_at}
    await insert_once(tx, jobs, values | {"status": JobStatus.WAITING})


async def end_job(tx: Transaction, competition_id: int, subject: str) -> None:
    """Let a job that still waits never happen."""
    columns = jobs.c
    statement = update(jobs).where(
        columns.competition_id == competition_id, columns.subject == subject, columns.status == JobStatus.WAITING
    )
    await tx.connection.execute(statement.values(status=JobStatus.ENDED, ended_at=tx.now))


async def claim_job(tx: Transaction, job_id: int) -> Job | None:
    """Take a due job out, to be done in this transaction; None if it was done or ended meanwhile."""
    columns = jobs.c
    statement = (
        update(jobs)
        .where(columns.id == job_id, columns.status == JobStatus.WAITING, columns.due_at <= tx.now)
        .values(status=JobStatus.ENDED, ended_at=tx.now)
        .returning(columns.id, columns.competition_id, columns.kind, columns.subject, columns.due_at)
    )
    row = (await tx.connection.execute(statement)).one_or_none()
    return None if row is None else Job(*row)


async def load_due_jobs(connection: Connection, now: datetime, put_off: Iterable[int]) -> list[int]:
    """The ids of the jobs that are due, in the order in which they became so, without those that were put off."""
    return list(await connection.scalars(DUE, {"now": now, "put_off": list(put_off)}))


async def find_next_due_at(connection: Connection, now: datetime) -> datetime | None:
    """When the next job after now becomes due."""
    return await connection.scalar(NEXT_DUE_AT, {"now": now})
