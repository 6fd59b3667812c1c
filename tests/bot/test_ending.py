"""What waits to be woken ends when it is cancelled, also in the moment in which it is woken."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from bot.clock import Clock
from bot.db.engine import Database
from bot.posts.relay import Relay
from bot.services.jobs import Jobs


def never(*_arguments: Any) -> Any:
    raise AssertionError("there is nothing to deliver")


async def end_as_it_is_woken(work: Any, wake: Callable[[], None], steps: int) -> None:
    """Wake it, let so many turns of the loop pass, and cancel it."""
    task = asyncio.create_task(work)
    await asyncio.sleep(0.1)
    wake()
    for _ in range(steps):
        await asyncio.sleep(0)
    task.cancel()
    done, _ = await asyncio.wait({task}, timeout=3)
    assert done, f"cancelled {steps} turns after it was woken, it goes on"


@pytest.mark.parametrize("steps", range(5))
async def test_the_relay(sqlite_database: Database, steps: int) -> None:
    relay = Relay(sqlite_database, never, never, never, never)  # pyright: ignore[reportArgumentType]
    await end_as_it_is_woken(relay.run(), relay.wake, steps)


@pytest.mark.parametrize("steps", range(5))
async def test_the_jobs(sqlite_database: Database, clock: Clock, steps: int) -> None:
    jobs = Jobs(sqlite_database, clock, {}, lambda: None)
    await end_as_it_is_woken(jobs.run(), jobs.wake, steps)


@pytest.mark.parametrize("steps", range(5))
async def test_the_clock(clock: Clock, steps: int) -> None:
    waiting = clock.wait_until(clock.now() + timedelta(days=2))
    await end_as_it_is_woken(waiting, lambda: clock.advance(60), steps)


@pytest.mark.parametrize("steps", range(5))
async def test_the_database(sqlite_database: Database, steps: int) -> None:
    """It waits for the work that is under way, which ends in the moment of the cancellation."""
    goes_on = asyncio.Event()

    async def read() -> None:
        async with sqlite_database.reading():
            await goes_on.wait()

    reading = asyncio.create_task(read())
    await end_as_it_is_woken(sqlite_database.close(), goes_on.set, steps)
    await reading
