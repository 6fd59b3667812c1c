"""A competition: its two kinds, its settings, and the states that it goes through.

    draft ──> registration open <──> registration closed ──> running <──> finished ──> archived
      │               │                      │                  │                         ^
      └───────────────┴──────────────────────┴──────────────────┴──> cancelled ───────────┘

Archiving erases birth dates, so it also happens by itself once `archive_due_at` has passed, from any state.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from itertools import chain
from types import MappingProxyType

from core.errors import RuleError
from core.schedule import DEFAULT_SCHEDULE, Schedule
from core.scoring.event import get_events
from core.wall_time import begin_day, get_zone, resolve_wall_time

ARCHIVE_AFTER_DAYS = 30


class Kind(StrEnum):
    """Which rulebook a competition follows."""

    GETAWAY = "getaway"
    DODGEBALL = "dodgeball"


class DateStyle(StrEnum):
    """In which order the people of a competition write a date."""

    ISO = "iso"
    DAY_MONTH_YEAR = "dmy"
    MONTH_DAY_YEAR = "mdy"


@dataclass(frozen=True, slots=True)
class KindDefaults:
    """What a rulebook says where the organiser has set nothing (ages in years, money in cents)."""

    minimum_age: int
    roster_at_least: int
    roster_at_most: int | None
    capacity: int | None
    fee_cents: int
    grace_seconds: int


KINDS: Mapping[Kind, KindDefaults] = MappingProxyType(
    {
        Kind.GETAWAY: KindDefaults(
            minimum_age=18,  # G4
            roster_at_least=3,  # G6
            roster_at_most=4,  # G3
            capacity=None,
            fee_cents=0,
            grace_seconds=300,  # G8
        ),
        Kind.DODGEBALL: KindDefaults(
            minimum_age=21,  # D1, ruling 79: 21 and over
            roster_at_least=6,  # D8
            roster_at_most=None,  # ruling 81
            capacity=12,  # D6
            fee_cents=80_00,  # D1
            grace_seconds=0,  # ruling 106
        ),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CompetitionSettings:
    """What an organiser sets; an impossible combination raises RuleError and so never exists.

    Days are dates in `time_zone`; `*_at` are instants in UTC; a limit of None means that there is none.
    """

    kind: Kind
    name: str
    first_day: date
    last_day: date
    time_zone: str
    roster_lock_at: datetime
    minimum_age: int
    roster_at_least: int
    roster_at_most: int | None
    capacity: int | None
    fee_cents: int
    grace_seconds: int
    events: tuple[str, ...]
    currency: str = "USD"
    date_style: DateStyle = DateStyle.ISO
    registration_closes_at: datetime | None = None
    schedule: Schedule = DEFAULT_SCHEDULE

    def __post_init__(self) -> None:
        get_zone(self.time_zone)
        for is_met, sentence in chain(
            _range_checks(self), _schedule_checks(self), _roster_checks(self), _event_checks(self)
        ):
            if not is_met:
                raise RuleError(sentence)


def initial_settings(
    kind: Kind, name: str, first_day: date, last_day: date, time_zone: str, roster_lock_at: datetime | None = None
) -> CompetitionSettings:
    """Return the settings of a new competition, from its rulebook.

    Ruling 1: rosters lock at 00:00 of the first day in the competition's zone unless a lock is given. Where
    the clocks skip or repeat that midnight, NonexistentTime or AmbiguousTime asks for one.
    """
    return CompetitionSettings(
        kind=kind,
        name=name,
        first_day=first_day,
        last_day=last_day,
        time_zone=time_zone,
        roster_lock_at=roster_lock_at or resolve_wall_time(_midnight(first_day), time_zone),
        events=list_known_events(kind),
        **asdict(KINDS[kind]),
    )


def list_known_events(kind: Kind) -> tuple[str, ...]:
    """Return the events that a kind of competition can have, in the default playing order; dodgeball has none."""
    return tuple(get_events()) if kind is Kind.GETAWAY else ()


def reschedule(
    settings: CompetitionSettings, first_day: date, last_day: date, time_zone: str | None = None
) -> CompetitionSettings:
    """Move a competition; roster lock, check-in and start keep their wall times and distances from the first day.

    Everybody's age must then be checked again. Raises what `resolve_wall_time` raises for a moved time.
    """
    new_zone = time_zone or settings.time_zone

    def move(moment: datetime) -> datetime:
        wall = moment.astimezone(get_zone(settings.time_zone)).replace(tzinfo=None, fold=0)
        return resolve_wall_time(_midnight(first_day) + (wall - _midnight(settings.first_day)), new_zone)

    return replace(
        settings,
        first_day=first_day,
        last_day=last_day,
        time_zone=new_zone,
        roster_lock_at=move(settings.roster_lock_at),
        schedule=settings.schedule.move(move),
    )


def archive_due_at(settings: CompetitionSettings) -> datetime:
    """Return the instant, in UTC, at which a competition is archived by itself: 30 whole days after its last."""
    return _end_of_day(settings.last_day + timedelta(days=ARCHIVE_AFTER_DAYS), settings.time_zone)


class State(StrEnum):
    """How far a competition has come."""

    DRAFT = "draft"
    REGISTRATION_OPEN = "registration open"
    REGISTRATION_CLOSED = "registration closed"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"
    ARCHIVED = "archived"


REGISTRATION = (State.REGISTRATION_OPEN, State.REGISTRATION_CLOSED)
BEFORE_START = (State.DRAFT, *REGISTRATION)


class Step(StrEnum):
    """What a director, or the calendar, does with a competition."""

    OPEN_REGISTRATION = "open registration"
    CLOSE_REGISTRATION = "close registration"
    START = "start"
    FINISH = "finish"
    RESUME = "resume"
    CANCEL = "cancel"
    ARCHIVE = "archive"
    EXPIRE = "expire"


TRANSITIONS: Mapping[tuple[State, Step], State] = MappingProxyType(
    {
        (State.DRAFT, Step.OPEN_REGISTRATION): State.REGISTRATION_OPEN,
        (State.REGISTRATION_OPEN, Step.CLOSE_REGISTRATION): State.REGISTRATION_CLOSED,
        (State.REGISTRATION_CLOSED, Step.OPEN_REGISTRATION): State.REGISTRATION_OPEN,
        (State.REGISTRATION_CLOSED, Step.START): State.RUNNING,
        (State.RUNNING, Step.FINISH): State.FINISHED,
        (State.FINISHED, Step.RESUME): State.RUNNING,
        (State.DRAFT, Step.CANCEL): State.CANCELLED,
        (State.REGISTRATION_OPEN, Step.CANCEL): State.CANCELLED,
        (State.REGISTRATION_CLOSED, Step.CANCEL): State.CANCELLED,
        (State.RUNNING, Step.CANCEL): State.CANCELLED,
        (State.FINISHED, Step.ARCHIVE): State.ARCHIVED,
        (State.CANCELLED, Step.ARCHIVE): State.ARCHIVED,
        **{(state, Step.EXPIRE): State.ARCHIVED for state in State if state is not State.ARCHIVED},
    }
)


LEADS_TO: Mapping[Step, State] = MappingProxyType({step: after for (_, step), after in TRANSITIONS.items()})
"""The state after each step."""


def possible_steps(state: State) -> tuple[Step, ...]:
    """Return what a director can do in a state, in the order of `Step`."""
    return tuple(step for step in Step if step is not Step.EXPIRE and (state, step) in TRANSITIONS)


def find_way(state: State, step: Step) -> tuple[Step, ...]:
    """Return the fewest steps to where a step leads, the competition not cancelled on the way; empty if there is none.

    Whoever is there already has no way to go either.
    """
    waiting: list[tuple[State, tuple[Step, ...]]] = [(state, ())]
    seen = {state}
    while waiting:
        here, way = waiting.pop(0)
        if here is LEADS_TO[step]:
            return way
        for following in possible_steps(here):
            after = TRANSITIONS[here, following]
            if after not in seen and (following is step or following is not Step.CANCEL):
                seen.add(after)
                waiting.append((after, (*way, following)))
    return ()


def take_step(state: State, step: Step) -> State:
    """Return the state after a step; RuleError, which names the steps possible now, if it is not legal."""
    try:
        return TRANSITIONS[state, step]
    except KeyError:
        possible = " or ".join(possible_steps(state)) or "nothing more"
    raise RuleError(f"The competition is {_STATE_PHRASES[state]}, so you cannot {step} now: possible is {possible}.")


def is_registration_open(settings: CompetitionSettings, state: State, now: datetime) -> bool:
    """Say whether teams can register: the state says so, and the closing time, if set, has not come."""
    closes_at = settings.registration_closes_at
    return state is State.REGISTRATION_OPEN and (closes_at is None or now < closes_at)


_STATE_PHRASES = {
    State.DRAFT: "still a draft",
    State.REGISTRATION_OPEN: "open for registration",
    State.REGISTRATION_CLOSED: "closed for registration and not started",
    State.RUNNING: "running",
    State.FINISHED: "finished",
    State.CANCELLED: "cancelled",
    State.ARCHIVED: "archived",
}


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time())


def _end_of_day(day: date, zone_name: str) -> datetime:
    return begin_day(day + timedelta(days=1), zone_name)


# Each check is a condition and the sentence that is shown where it is not met; the first unmet one counts.
Checks = Iterator[tuple[bool, str]]


def _range_checks(settings: CompetitionSettings) -> Checks:
    first_day, last_day, currency = settings.first_day, settings.last_day, settings.currency
    years = {first_day.year, last_day.year}
    yield years <= set(range(2000, 3000)), "The first and the last day lie in the years 2000 to 2999."
    yield first_day <= last_day, "The last day is before the first: swap them."
    yield 0 <= settings.minimum_age <= 99, "The minimum age is a whole number of years from 0 to 99."
    yield (
        settings.capacity is None or 2 <= settings.capacity <= 1000,
        "The number of teams is limited to 2 to 1000, or not at all.",
    )
    yield 0 <= settings.fee_cents <= 10_000_00, "The fee is 0 to 10,000.00 per team."
    yield 0 <= settings.grace_seconds <= 3600, "The grace is 0 to 3600 seconds."
    yield (
        len(currency) == 3 and currency.isascii() and currency.isalpha() and currency.isupper(),
        "The currency is a code of three capital letters such as USD or EUR.",
    )
    yield (
        settings.roster_lock_at < _end_of_day(last_day, settings.time_zone),
        "The roster lock is after the last day: choose a time before the competition ends.",
    )


def _schedule_checks(settings: CompetitionSettings) -> Checks:
    begins_at = begin_day(settings.first_day, settings.time_zone)
    yield from settings.schedule.check_days(begins_at, _end_of_day(settings.last_day, settings.time_zone))


def _roster_checks(settings: CompetitionSettings) -> Checks:
    at_least, at_most = settings.roster_at_least, settings.roster_at_most
    if settings.kind is Kind.GETAWAY:
        yield (at_least, at_most) == (3, 4), "A Getaway Games team has 3 or 4 players."
        return
    yield 4 <= at_least <= 99, "The smallest dodgeball roster is 4 to 99 players: a game starts with 4."
    yield (
        at_most is None or at_least <= at_most <= 99,
        "The largest roster is no smaller than the smallest, and no larger than 99.",
    )


def _event_checks(settings: CompetitionSettings) -> Checks:
    known = list_known_events(settings.kind)
    yield bool(settings.events) or not known, "Name at least one event."
    yield set(settings.events) <= set(known), f"The events are: {', '.join(known) or 'none in dodgeball'}."
    yield len(set(settings.events)) == len(settings.events), "An event is named twice: name each once."
