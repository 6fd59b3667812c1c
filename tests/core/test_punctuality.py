"""The official start, the grace, and who is late."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from core.competition import Kind, initial_settings
from core.punctuality import Call, OfficialStart, find_first_start
from core.schedule import Schedule

NINE = datetime(2027, 6, 12, 9, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("grace", "after", "is_late"),
    [
        (300, timedelta(0), False),
        (300, timedelta(minutes=5), False),
        (300, timedelta(minutes=5, microseconds=1), True),
        (0, timedelta(0), False),
        (0, timedelta(microseconds=1), True),
        (300, timedelta(minutes=-5), False),
    ],
)
def test_late_is_strictly_more_than_the_grace(grace: int, after: timedelta, is_late: bool) -> None:
    """G7, G8; ruling 10."""
    assert OfficialStart(NINE, grace).is_late(NINE + after) is is_late


@pytest.mark.parametrize(
    ("grace", "calls"),
    [
        (300, [(Call.START, 0), (Call.LAST_MINUTE, 240)]),
        (61, [(Call.START, 0), (Call.LAST_MINUTE, 1)]),
        (60, [(Call.START, 0)]),
        (0, [(Call.START, 0)]),
    ],
)
def test_captains_are_called_at_the_start_and_a_minute_before_they_are_late(
    grace: int, calls: list[tuple[Call, int]]
) -> None:
    """Ruling 11."""
    listed = list(OfficialStart(NINE, grace).list_calls())
    assert listed == [(call, NINE + timedelta(seconds=seconds)) for call, seconds in calls]


def test_dodgeball_begins_at_ten_without_grace() -> None:
    """D7, ruling 106: ten on the clocks of the place."""
    day = date(2027, 6, 12)
    settings = initial_settings(Kind.DODGEBALL, "Dodge", day, day, "America/New_York")
    assert find_first_start(settings) == OfficialStart(datetime(2027, 6, 12, 14, 0, tzinfo=UTC), 0)


def test_what_the_organiser_has_set_comes_first() -> None:
    day = date(2027, 6, 12)
    for kind, grace in ((Kind.DODGEBALL, 0), (Kind.GETAWAY, 300)):
        settings = replace(initial_settings(kind, "One", day, day, "UTC"), schedule=Schedule(starts_at=NINE))
        assert find_first_start(settings) == OfficialStart(NINE, grace)


def test_the_games_begin_when_their_organiser_says() -> None:
    day = date(2027, 6, 12)
    assert find_first_start(initial_settings(Kind.GETAWAY, "Games", day, day, "UTC")) is None
