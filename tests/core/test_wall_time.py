"""Wall times, on both sides of each change of the clocks."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import RuleError
from core.wall_time import AmbiguousTime, NonexistentTime, begin_day, get_zone, read_wall_time, resolve_wall_time

CHICAGO = "America/Chicago"  # 2026: forward on 8 March from 02:00 to 03:00, back on 1 November from 02:00 to 01:00


@pytest.mark.parametrize(
    ("wall", "instant"),
    [
        ("2026-06-13 00:00:00", "2026-06-13 05:00:00"),
        ("2026-03-08 01:59:59", "2026-03-08 07:59:59"),
        ("2026-03-08 03:00:00", "2026-03-08 08:00:00"),
        ("2026-11-01 00:59:59", "2026-11-01 05:59:59"),
        ("2026-11-01 02:00:00", "2026-11-01 08:00:00"),
    ],
)
def test_a_wall_time_becomes_the_instant_in_utc(wall: str, instant: str) -> None:
    resolved = resolve_wall_time(datetime.fromisoformat(wall), CHICAGO)

    assert resolved == datetime.fromisoformat(instant).replace(tzinfo=UTC)
    assert resolved.tzinfo is UTC


@pytest.mark.parametrize("wall", ["2026-03-08 02:00:00", "2026-03-08 02:59:59"])
def test_a_skipped_wall_time_is_refused(wall: str) -> None:
    with pytest.raises(NonexistentTime) as refusal:
        resolve_wall_time(datetime.fromisoformat(wall), CHICAGO)

    assert refusal.value.sentence == (
        f"There is no {wall[11:16]} on 2026-03-08 in America/Chicago, because the clocks go forward over it: "
        "choose another time."
    )


@pytest.mark.parametrize("wall", ["2026-11-01 01:00:00", "2026-11-01 01:59:59"])
def test_a_wall_time_that_comes_twice_is_asked_about(wall: str) -> None:
    with pytest.raises(AmbiguousTime) as question:
        resolve_wall_time(datetime.fromisoformat(wall), CHICAGO)

    assert question.value.sentence == (
        f"{wall[11:16]} on 2026-11-01 comes twice in America/Chicago, because the clocks go back: "
        "say which one is meant."
    )
    assert question.value.later - question.value.earlier == timedelta(hours=1)
    assert question.value.earlier == datetime.fromisoformat(wall).replace(tzinfo=UTC) + timedelta(hours=5)


def test_every_zone_is_known() -> None:
    zones = available_timezones() - {"localtime", "Factory"}
    assert len(zones) > 400
    assert {name for name in zones if get_zone(name).key == name} == zones


@pytest.mark.parametrize(
    "name",
    [
        *("", "Nowhere/Land", "America", "../etc/passwd", "x" * 400, "a\0b", "\ud800", "UTC\n", "UTC/"),
        *("right/UTC", "posix/UTC", "right/Europe/Berlin", "localtime", "posixrules", "Factory", "utc", "zone.tab"),
    ],
)
def test_an_unknown_zone_is_refused(name: str) -> None:
    with pytest.raises(RuleError) as refusal:
        get_zone(name)

    assert refusal.value.sentence == ("This time zone is not known: give one such as America/Chicago or Europe/Berlin.")
    assert refusal.value.__context__ is None  # what was typed is in no traceback


@pytest.mark.parametrize("year", [1, 1999, 3000, 9999])
def test_a_year_out_of_reach_is_refused(year: int) -> None:
    with pytest.raises(RuleError, match=r"^This date is too far away: choose a year from 2000 to 2999\.$"):
        resolve_wall_time(datetime.fromisoformat(f"{year:04}-01-01"), "Asia/Tokyo")


@given(
    st.datetimes(datetime.fromisoformat("2000-01-02"), datetime.fromisoformat("2999-12-30")),
    st.sampled_from([CHICAGO, "Europe/Berlin", "Africa/Cairo", "Asia/Kathmandu", "Australia/Lord_Howe", "UTC"]),
)
def test_what_a_clock_shows_leads_back_to_the_instant(utc: datetime, zone: str) -> None:
    instant = utc.replace(tzinfo=UTC)
    shown = instant.astimezone(ZoneInfo(zone)).replace(tzinfo=None)

    try:
        assert resolve_wall_time(shown, zone) == instant
    except AmbiguousTime as question:
        assert instant in (question.earlier, question.later)  # noqa: PT017


@pytest.mark.parametrize(
    ("day", "zone", "instant"),
    [
        ("2027-03-14", CHICAGO, "2027-03-14 06:00"),
        ("2027-03-15", CHICAGO, "2027-03-15 05:00"),
        ("2027-11-07", CHICAGO, "2027-11-07 05:00"),
        ("2027-11-08", CHICAGO, "2027-11-08 06:00"),
        ("2027-03-14", "America/Havana", "2027-03-14 05:00"),  # forward from 00:00 to 01:00
        ("2027-11-07", "America/Havana", "2027-11-07 04:00"),  # back from 01:00 to 00:00
    ],
)
def test_a_day_begins_also_where_its_midnight_is_skipped_or_comes_twice(day: str, zone: str, instant: str) -> None:
    assert begin_day(date.fromisoformat(day), zone) == datetime.fromisoformat(instant).replace(tzinfo=UTC)


class TestTyped:
    @pytest.mark.parametrize(
        ("text", "instant"),
        [
            ("2026-06-13 09:30", "2026-06-13 14:30"),
            (" 2026-06-13T09:30 ", "2026-06-13 14:30"),
            ("2026-11-01 01:30 first", "2026-11-01 06:30"),
            ("2026-11-01 01:30 second", "2026-11-01 07:30"),
            ("2026-11-01 02:00 second", "2026-11-01 08:00"),  # comes once
        ],
    )
    def test_understood(self, text: str, instant: str) -> None:
        assert read_wall_time(text, CHICAGO) == datetime.fromisoformat(instant).replace(tzinfo=UTC)

    @pytest.mark.parametrize(
        "text", ["", "tomorrow", "2026-06-13", "9:30", "2026-06-13 09:30 third", "٢٠٢٦-06-13 09:30"]
    )
    def test_not_a_time(self, text: str) -> None:
        with pytest.raises(RuleError) as refusal:
            read_wall_time(text, CHICAGO)

        assert refusal.value.sentence == (
            "This is not a time. Write it as year-month-day hour:minute, such as 2027-06-12 09:30; the clocks of "
            "America/Chicago count."
        )

    @pytest.mark.parametrize(
        ("text", "sentence"),
        [
            ("2026-02-29 09:30", "There is no 09:30 on 2026-02-29: check the day and the hour."),
            ("2026-06-13 24:30", "There is no 24:30 on 2026-06-13: check the day and the hour."),
            (
                "2026-03-08 02:30",
                "There is no 02:30 on 2026-03-08 in America/Chicago, because the clocks go forward over it: "
                "choose another time.",
            ),
            (
                "2026-11-01 01:30",
                "01:30 on 2026-11-01 comes twice in America/Chicago, because the clocks go back: say which one is "
                "meant. Write `2026-11-01 01:30 first` or `2026-11-01 01:30 second`.",
            ),
        ],
    )
    def test_refused(self, text: str, sentence: str) -> None:
        with pytest.raises(RuleError) as refusal:
            read_wall_time(text, CHICAGO)

        assert refusal.value.sentence == sentence
