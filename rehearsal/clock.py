"""The stand-in's time and the ids made from it."""

import time
from dataclasses import dataclass, field
from datetime import UTC, datetime

DISCORD_EPOCH_MS = 1_420_070_400_000


@dataclass
class Clock:
    """Real time, moved forward by hand so that tests need not wait for something to grow old."""

    offset_seconds: float = 0.0

    def now(self) -> float:
        """Seconds since 1970, UTC."""
        return time.time() + self.offset_seconds

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass for the ages of messages, tokens and deadlines."""
        self.offset_seconds += seconds


@dataclass
class Snowflakes:
    """Ids as Discord makes them: milliseconds since 2015 in the upper bits, so that ids sort by time."""

    clock: Clock
    _last: int = field(default=0, repr=False)

    def make(self) -> int:
        milliseconds = int(self.clock.now() * 1000) - DISCORD_EPOCH_MS
        # Bits 0-11 count within a millisecond; a burst beyond 4,096 borrows from the next one.
        self._last = max(self._last + 1, milliseconds << 22)
        return self._last

    def make_guild_id(self, ordinal: int) -> int:
        """An id of which neighbours fall on different shards, though all guilds are made at once."""
        return self.make() + (ordinal << 22) | 1 << 12  # the twelfth bit keeps it apart from all others


def created_at(snowflake: int) -> float:
    """When an id was made, in seconds since 1970."""
    return ((snowflake >> 22) + DISCORD_EPOCH_MS) / 1000


def iso(seconds: float) -> str:
    """A time as Discord writes it, for instance 2026-07-04T12:00:00.000000+00:00."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")
