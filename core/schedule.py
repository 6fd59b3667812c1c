"""When a competition's day begins, and how long before each deadline people are reminded of it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from core.errors import RuleError

DAY_SECONDS, HOUR_SECONDS = 86_400, 3_600
MOST_REMINDERS = 5


@dataclass(frozen=True, slots=True)
class Schedule:
    """When check-in opens and play starts (UTC; None: not set), and when reminders come, the earliest first."""

    check_in_opens_at: datetime | None = None
    starts_at: datetime | None = None
    reminder_seconds: tuple[int, ...] = (DAY_SECONDS, HOUR_SECONDS, 900)

    def __post_init__(self) -> None:
        if self.check_in_opens_at and self.starts_at and self.check_in_opens_at >= self.starts_at:
            raise RuleError("Check-in opens before the start: choose an earlier time for it, or a later start.")
        in_range = all(60 <= seconds <= 14 * DAY_SECONDS for seconds in self.reminder_seconds)
        in_order = list(self.reminder_seconds) == sorted(set(self.reminder_seconds), reverse=True)
        if not (in_range and in_order and len(self.reminder_seconds) <= MOST_REMINDERS):
            raise RuleError(
                "There are at most five different reminders, each a minute to 14 days before: for example 24h 1h 15m."
            )

    def move(self, move: Callable[[datetime], datetime]) -> "Schedule":
        """Return it with its times moved."""
        return replace(
            self,
            check_in_opens_at=move(self.check_in_opens_at) if self.check_in_opens_at else None,
            starts_at=move(self.starts_at) if self.starts_at else None,
        )

    def check_days(self, begins_at: datetime, ends_at: datetime) -> Iterator[tuple[bool, str]]:
        """Yield what has to hold for a competition of these days, and the sentence where it does not."""
        yield (
            self.starts_at is None or begins_at <= self.starts_at < ends_at,
            "The start lies on no day of the competition: choose a time from its first to its last day.",
        )
        yield (
            self.check_in_opens_at is None or self.check_in_opens_at < ends_at,
            "Check-in opens after the last day: choose a time before the competition ends.",
        )


DEFAULT_SCHEDULE = Schedule()
