"""One bot to a database: a lease in the database itself, which expires if nobody renews it.

It is taken before anything is migrated, so its table is made here and not by a migration. Its times are real time, by
the clock that every bot on this database shares, and never the official time.
"""

import asyncio
import logging
import secrets
import sys
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    MetaData,
    Row,
    Table,
    Text,
    delete,
    extract,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.db.engine import cannot_open, open_unpooled
from bot.db.outage import Outage
from bot.errors import CannotStart, Stopped
from bot.processes import Process, identify_this_process, is_running

log = logging.getLogger(__name__)

LEASE_SECONDS = 30.0
RENEW_SECONDS = 8.0
ADVISORY_LOCK = 0x5C1BBE5  # any number that no other program takes on this database

lease = Table(
    "lease",
    MetaData(),
    Column("token", Text, primary_key=True),
    Column("host", Text, nullable=False),
    Column("machine", Text, nullable=False),
    Column("pid", BigInteger, nullable=False),
    Column("started", Text, nullable=False),
    Column("taken_at", Float(53), nullable=False),
    Column("expires_at", Float(53), nullable=False),
)


class Lease:
    """The right of this process to use the database."""

    def __init__(self, engine: AsyncEngine, lease_seconds: float, renew_seconds: float) -> None:
        self._engine = engine
        self._lease_seconds, self._renew_seconds = lease_seconds, renew_seconds
        self._token = secrets.token_hex(16)
        self._held_until = 0.0
        self._outage = Outage("the lease")

    def is_held(self) -> bool:
        """Whether nobody else can have taken it by now."""
        return _read_elapsed() < self._held_until

    async def take(self) -> None:
        """Take it if it is free. Raises CannotStart with one line that names who has it."""
        asked_at = _read_elapsed()
        async with self._engine.begin() as connection:
            if connection.dialect.name == "postgresql":  # SQLite's transactions that write exclude one another anyway
                await connection.execute(select(func.pg_advisory_xact_lock(ADVISORY_LOCK)))
            await connection.run_sync(lease.create, checkfirst=True)
            now = await _read_now(connection)
            holder = (await connection.execute(select(lease))).one_or_none()
            if holder is not None and (refusal := _find_refusal(holder, now)) is not None:
                raise CannotStart(refusal)
            await connection.execute(delete(lease))
            await connection.execute(insert(lease).values(self._describe(now)))
        self._held_until = asked_at + self._lease_seconds

    async def keep(self) -> None:
        """Renew it until cancelled. Raises Stopped when another process has taken it."""
        while True:
            await asyncio.sleep(self._renew_seconds)
            try:
                async with asyncio.timeout(self._lease_seconds):
                    await self.renew()
            except (SQLAlchemyError, OSError) as error:
                self._outage.note(error)
            else:
                self._outage.end()

    async def renew(self) -> None:
        """Hold it for longer, also one that has expired, unless somebody took it meanwhile. Raises Stopped then."""
        asked_at = _read_elapsed()
        async with self._engine.begin() as connection:
            expires_at = await _read_now(connection) + self._lease_seconds
            statement = update(lease).where(lease.c.token == self._token).values(expires_at=expires_at)
            is_ours = (await connection.execute(statement)).rowcount == 1
            holder = None if is_ours else (await connection.execute(select(lease))).one_or_none()
        if not is_ours:
            self._held_until = 0.0
            who = f"process {holder.pid} on {holder.host}" if holder else "somebody"
            raise Stopped(f"This database was taken over by {who}, so this Skipper has stopped; one is enough.")
        self._held_until = asked_at + self._lease_seconds

    async def release(self) -> None:
        """Give it back; where that fails, it expires."""
        self._held_until = 0.0
        try:
            async with self._engine.begin() as connection:
                await connection.execute(delete(lease).where(lease.c.token == self._token))
        except (SQLAlchemyError, OSError) as error:
            log.warning("the lease of the database was not given back: %s", type(error).__name__)

    def _describe(self, now: float) -> dict[str, Any]:
        me = identify_this_process()
        return {
            "token": self._token,
            "host": me.host,
            "machine": me.machine,
            "pid": me.pid,
            "started": me.started,
            "taken_at": now,
            "expires_at": now + self._lease_seconds,
        }


@asynccontextmanager
async def take_lease(
    url: str, lease_seconds: float = LEASE_SECONDS, renew_seconds: float = RENEW_SECONDS
) -> AsyncGenerator[Lease]:
    """Hold the database while the block runs; the block has it kept. Raises CannotStart."""
    engine = open_unpooled(url)
    try:
        taken = Lease(engine, lease_seconds, renew_seconds)
        try:
            await taken.take()
        except (SQLAlchemyError, OSError) as error:
            raise cannot_open(error) from error
        try:
            yield taken
        finally:
            await taken.release()
    finally:
        await engine.dispose()


def _read_elapsed() -> float:
    """Seconds since some moment, counted while the computer sleeps, too, where the system does: the lease ages then."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if sys.platform == "linux" else time.monotonic()


async def _read_now(connection: AsyncConnection) -> float:
    if connection.dialect.name == "sqlite":
        return time.time()
    return float((await connection.execute(select(extract("epoch", func.clock_timestamp())))).scalar_one())


def _find_refusal(holder: Row[Any], now: float) -> str | None:
    """Why it cannot be taken from its holder: one that runs keeps it, one that is gone does not, else time tells."""
    running = is_running(Process(holder.host, holder.machine, holder.pid, holder.started))
    left_seconds = holder.expires_at - now
    if running is False or (running is None and left_seconds <= 0):
        return None
    since = datetime.fromtimestamp(holder.taken_at, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    line = (
        f"Another Skipper uses this database: process {holder.pid} on {holder.host}, since {since}. "
        "Stop that one first, or give this one a DATABASE_URL of its own."
    )
    return line if running else f"{line} If that one is gone, start again in {left_seconds:.0f} seconds."
