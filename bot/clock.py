"""The official clock: every deadline, job and reminder follows it, and a rehearsal can move it.

Network timeouts and the spacing of edits are not tournament time; they use the event loop's own clock.
"""

import asyncio
from contextlib import suppress
from datetime import UTC, datetime, timedelta


class Clock:
    """Now, in UTC. Moving it wakes whoever waits for a moment."""

    def __init__(self, start: datetime | None = None) -> None:
        self._offset = timedelta(0)
        self._moved = asyncio.Event()
        if start is not None:
            self.set(start)

    def now(self) -> datetime:
        """The official time, with its zone (UTC)."""
        return datetime.now(UTC) + self._offset

    def set(self, now: datetime) -> None:
        """Make it this moment. Raises ValueError for a time without an offset."""
        if now.tzinfo is None:
            raise ValueError("the official time needs an offset, such as 2026-06-13T09:00:00-05:00")
        self._offset = now.astimezone(UTC) - datetime.now(UTC)
        self._moved.set()

    def advance(self, seconds: float) -> None:
        """Move on by so many seconds."""
        self.set(self.now() + timedelta(seconds=seconds))

    async def wait_until(self, moment: datetime) -> None:
        """Return once the official time has reached the moment, also when the clock is moved there."""
        while (left_seconds := (moment - self.now()).total_seconds()) > 0:
            self._moved.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(min(left_seconds, 3600)):  # wait_for swallows a cancellation as it is moved
                    await self._moved.wait()
