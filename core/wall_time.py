"""Wall times: what a clock on the wall of some place shows, turned into an instant.

Twice a year the wall clock jumps: in spring some times never come (they are refused), in autumn some come
twice (whoever wrote the time is asked which of the two is meant).

Instants are given in UTC, because Python compares two datetimes of one zone by their wall time and so
mistakes the second 01:30 of an autumn night for the first.
"""

from datetime import UTC, datetime
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
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        pass
    raise RuleError("This time zone is not known: give one such as America/Chicago or Europe/Berlin.")


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


def _shows(zone: ZoneInfo, instant: datetime, wall: datetime) -> bool:
    return instant.astimezone(zone).replace(tzinfo=None, fold=0) == wall.replace(fold=0)
