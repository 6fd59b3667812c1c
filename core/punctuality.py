"""Punctuality: the official start of a game or round, the grace, and who is late (G7-G9, D7; rulings 10, 11, 106).

    start ── grace ──────────────── last minute ── late after ─────────>
    call                            call           forfeit can be recorded

A team is late when more than the grace has passed, to the fraction of a second: at exactly five minutes it is not.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from enum import StrEnum
from types import MappingProxyType

from core.competition import CompetitionSettings, Kind
from core.wall_time import resolve_wall_time

LAST_MINUTE = timedelta(minutes=1)
PLAY_STARTS: Mapping[Kind, time] = MappingProxyType({Kind.DODGEBALL: time(10)})
"""When a kind of competition begins, where its rulebook says so (D7)."""


class Call(StrEnum):
    """What captains are told by the official clock."""

    START = "start"
    LAST_MINUTE = "last minute"


@dataclass(frozen=True, slots=True)
class OfficialStart:
    """When a game or round begins by the official clock, and how long a team may still come (seconds)."""

    starts_at: datetime
    grace_seconds: int

    @property
    def late_after(self) -> datetime:
        """The last moment at which a team is not late."""
        return self.starts_at + timedelta(seconds=self.grace_seconds)

    def is_late(self, now: datetime) -> bool:
        """Whether whoever is not there forfeits (G8)."""
        return now > self.late_after

    def list_calls(self) -> Iterator[tuple[Call, datetime]]:
        """When captains are called: at the start, and a minute before they would be late (ruling 11)."""
        yield Call.START, self.starts_at
        if self.late_after - LAST_MINUTE > self.starts_at:
            yield Call.LAST_MINUTE, self.late_after - LAST_MINUTE


def find_first_start(settings: CompetitionSettings) -> OfficialStart | None:
    """When a competition begins: as its organiser has set it, else as its rulebook says; None where neither does."""
    starts_at = settings.schedule.starts_at
    if starts_at is None and settings.kind in PLAY_STARTS:
        wall = datetime.combine(settings.first_day, PLAY_STARTS[settings.kind])
        starts_at = resolve_wall_time(wall, settings.time_zone)
    return None if starts_at is None else OfficialStart(starts_at, settings.grace_seconds)
