"""Reminders: what people are reminded of, when, and whether a late one still tells something.

| deadline            | set by                       | reminded of while registration is |
|---------------------|------------------------------|-----------------------------------|
| registration closes | `registration_closes_at`     | open                              |
| rosters lock        | `roster_lock_at`             | open or closed                    |
| check-in opens      | `schedule.check_in_opens_at` | open or closed                    |
| the start           | `schedule.starts_at`         | open or closed                    |
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from core.competition import REGISTRATION, CompetitionSettings, State


class Deadline(StrEnum):
    """What people are reminded of."""

    REGISTRATION = "registration"
    ROSTER_LOCK = "roster lock"
    CHECK_IN = "check-in"
    START = "start"


@dataclass(frozen=True, slots=True)
class Reminder:
    """One reminder of a deadline at `deadline_at` (UTC), `seconds_before` it."""

    deadline: Deadline
    deadline_at: datetime
    seconds_before: int

    @property
    def due_at(self) -> datetime:
        """When it is sent."""
        return self.deadline_at - timedelta(seconds=self.seconds_before)


def find_deadlines(settings: CompetitionSettings, state: State) -> Mapping[Deadline, datetime]:
    """Return the deadlines ahead in a state; before the registration and in play there are none."""
    if state not in REGISTRATION:
        return {}
    known = {
        Deadline.REGISTRATION: settings.registration_closes_at if state is State.REGISTRATION_OPEN else None,
        Deadline.ROSTER_LOCK: settings.roster_lock_at,
        Deadline.CHECK_IN: settings.schedule.check_in_opens_at,
        Deadline.START: settings.schedule.starts_at,
    }
    return {deadline: at for deadline, at in known.items() if at is not None}


def plan_reminders(settings: CompetitionSettings, state: State) -> tuple[Reminder, ...]:
    """Return every reminder of the deadlines in a state, past ones included."""
    return tuple(
        Reminder(deadline, at, seconds)
        for deadline, at in find_deadlines(settings, state).items()
        for seconds in settings.schedule.reminder_seconds
    )


def is_worth_sending(reminder: Reminder, reminder_seconds: tuple[int, ...], now: datetime) -> bool:
    """Say whether a reminder that could not be sent in time still tells something.

    It does not once its deadline has come, or once the next reminder of it is due.
    """
    later = max((seconds for seconds in reminder_seconds if seconds < reminder.seconds_before), default=0)
    return now < reminder.deadline_at - timedelta(seconds=later)
