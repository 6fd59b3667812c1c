"""Wall times: what a clock on the wall of some place shows, turned into an instant.

Twice a year the wall clock jumps: in spring some times never come (they are refused), in autumn some come
twice (whoever wrote the time is asked which of the two is meant).

Instants are given in UTC, because Python compares two datetimes of one zone by their wall time and so
mistakes the second 01:30 of an autumn night for the first.
"""

import re
from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from core.errors import RuleError


class NonexistentTime(RuleError):
    """The clocks skip this wall time."""


class AmbiguousTime(RuleError):
    """The clocks show this wall time twice: at `earlier` and at `later`, both in UTC."""

    def __init__(self, sentence: str, earlier: datetime, later: datetime) -> None:
        super().__init__(sentence)
        self.earlier = earlier
        self.later = later


def get_zone(name: str) -> ZoneInfo:
    """Return the IANA time zone of that name; RuleError if there is none."""
    zone = find_zone(name)
    if zone is not None:
        return zone
    raise RuleError("This time zone is not known: give one such as America/Chicago or Europe/Berlin.")


def find_zone(name: str) -> ZoneInfo | None:
    """Return the IANA time zone of that name; None if there is none.

    Computers keep more beside the zones, each its own: copies that count leap seconds (`right/UTC`), its own zone under
    another name (`localtime`), and one that stands for "not set" (`Factory`). None of them is a place's time.
    """
    if _ZONE_NAME.fullmatch(name) is None or name == "Factory":
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def begin_day(day: date, zone_name: str) -> datetime:
    """Return the instant, in UTC, at which a day begins in a zone, also where its midnight is skipped or comes twice.

    Raises RuleError for an unknown zone.
    """
    return datetime.combine(day, time(), get_zone(zone_name)).astimezone(UTC)


def resolve_wall_time(wall: datetime, zone_name: str) -> datetime:
    """Return the instant, in UTC, at which the clocks of a zone show the naive time `wall`.

    Raises NonexistentTime if they never do, AmbiguousTime if they do twice, and RuleError for an
    unknown zone or a year outside 2000 to 2999.
    """
    zone = get_zone(zone_name)
    if not 2000 <= wall.year <= 2999:
        raise RuleError("This date is too far away: choose a year from 2000 to 2999.")
    instants = sorted(
        {
            instant
            for fold in (0, 1)
            if _shows(zone, instant := wall.replace(tzinfo=zone, fold=fold).astimezone(UTC), wall)
        }
    )
    shown = f"{wall:%H:%M} on {wall:%Y-%m-%d}"
    if not instants:
        raise NonexistentTime(
            f"There is no {shown} in {zone_name}, because the clocks go forward over it: choose another time."
        )
    if len(instants) == 2:
        raise AmbiguousTime(
            f"{shown} comes twice in {zone_name}, because the clocks go back: say which one is meant.", *instants
        )
    return instants[0]


def read_wall_time(text: str, zone_name: str) -> datetime:
    """Return the instant, in UTC, of a wall time as people type it: `2027-06-12 09:30`.

    Behind a wall time that comes twice stands `first` or `second`. Raises RuleError, which says what to type.
    """
    typed = _TYPED.fullmatch(text.strip())
    if typed is None:
        raise RuleError(
            f"This is not a time. Write it as year-month-day hour:minute, such as 2027-06-12 09:30; the clocks of "
            f"{zone_name} count."
        )
    try:
        wall = datetime.fromisoformat(f"{typed['day']} {typed['time']}")
    except ValueError:
        raise RuleError(f"There is no {typed['time']} on {typed['day']}: check the day and the hour.") from None
    try:
        return resolve_wall_time(wall, zone_name)
    except AmbiguousTime as question:
        if typed["which"] is None:
            shown = f"{wall:%Y-%m-%d %H:%M}"
            raise AmbiguousTime(
                f"{question.sentence} Write `{shown} first` or `{shown} second`.", question.earlier, question.later
            ) from None
        return question.earlier if typed["which"] == "first" else question.later


_ZONE_NAME = re.compile(r"[A-Z][A-Za-z0-9+_-]*(/[A-Z][A-Za-z0-9+_-]*){0,2}")
_TYPED = re.compile(r"(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})[ T]+(?P<time>[0-9]{2}:[0-9]{2})( +(?P<which>first|second))?")


def _shows(zone: ZoneInfo, instant: datetime, wall: datetime) -> bool:
    return instant.astimezone(zone).replace(tzinfo=None, fold=0) == wall.replace(fold=0)
