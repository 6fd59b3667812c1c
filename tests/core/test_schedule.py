"""Check-in, start and reminders: their limits, and which are ahead."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from core.competition import CompetitionSettings, Kind, State, initial_settings, reschedule
from core.errors import RuleError
from core.reminders import Deadline, Reminder, find_deadlines, is_worth_sending, plan_reminders
from core.schedule import Schedule
from core.wall_time import NonexistentTime

CHICAGO = "America/Chicago"
SECOND = timedelta(seconds=1)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


STARTS_AT = utc("2026-06-13 15:00")  # 10:00
OPENS_AT = utc("2026-06-13 13:30")


def make_settings(
    schedule: Schedule | None = None, day: date = date(2026, 6, 13), last_day: date | None = None
) -> CompetitionSettings:
    settings = initial_settings(Kind.GETAWAY, "Games", day, last_day or day, CHICAGO)
    return replace(settings, schedule=schedule or Schedule())


class TestLimits:
    @pytest.mark.parametrize(
        ("seconds", "is_possible"), [(-1, True), (0, False), (1, False)], ids=["before", "at", "after"]
    )
    def test_check_in_opens_before_the_start(self, seconds: int, is_possible: bool) -> None:
        if is_possible:
            assert Schedule(STARTS_AT + seconds * SECOND, STARTS_AT).starts_at == STARTS_AT
            return
        with pytest.raises(RuleError) as refusal:
            Schedule(STARTS_AT + seconds * SECOND, STARTS_AT)
        assert refusal.value.sentence == (
            "Check-in opens before the start: choose an earlier time for it, or a later start."
        )

    @pytest.mark.parametrize(
        "reminder_seconds",
        [(59,), (14 * 86_400 + 1,), (60, 60), (60, 120), (600, 500, 400, 300, 200, 100)],
    )
    def test_impossible_reminders(self, reminder_seconds: tuple[int, ...]) -> None:
        with pytest.raises(RuleError) as refusal:
            Schedule(reminder_seconds=reminder_seconds)
        assert refusal.value.sentence == (
            "There are at most five different reminders, each a minute to 14 days before: for example 24h 1h 15m."
        )

    @pytest.mark.parametrize("reminder_seconds", [(), (60,), (14 * 86_400, 60), (500, 400, 300, 200, 100)])
    def test_possible_reminders(self, reminder_seconds: tuple[int, ...]) -> None:
        assert Schedule(reminder_seconds=reminder_seconds).reminder_seconds == reminder_seconds

    @pytest.mark.parametrize(
        ("starts_at", "is_possible"),
        [
            ("2026-06-13 04:59:59", False),
            ("2026-06-13 05:00:00", True),
            ("2026-06-15 04:59:59", True),
            ("2026-06-15 05:00:00", False),
        ],
    )
    def test_the_start_is_on_a_day_of_the_competition(self, starts_at: str, is_possible: bool) -> None:
        schedule = Schedule(starts_at=utc(starts_at))
        if is_possible:
            assert make_settings(schedule, last_day=date(2026, 6, 14)).schedule == schedule
            return
        with pytest.raises(RuleError) as refusal:
            make_settings(schedule, last_day=date(2026, 6, 14))
        assert refusal.value.sentence == (
            "The start lies on no day of the competition: choose a time from its first to its last day."
        )

    @pytest.mark.parametrize(
        ("opens_at", "is_possible"),
        [("2026-06-10 05:00:00", True), ("2026-06-14 04:59:59", True), ("2026-06-14 05:00:00", False)],
    )
    def test_check_in_may_open_days_before_but_not_after(self, opens_at: str, is_possible: bool) -> None:
        schedule = Schedule(check_in_opens_at=utc(opens_at))
        if is_possible:
            assert make_settings(schedule).schedule == schedule
            return
        with pytest.raises(RuleError) as refusal:
            make_settings(schedule)
        assert refusal.value.sentence == (
            "Check-in opens after the last day: choose a time before the competition ends."
        )


class TestMovingTheCompetition:
    def test_times_keep_their_wall_time_across_a_change_of_the_clocks(self) -> None:
        moved = reschedule(make_settings(Schedule(OPENS_AT, STARTS_AT)), date(2026, 11, 7), date(2026, 11, 7))

        assert moved.schedule == Schedule(utc("2026-11-07 14:30"), utc("2026-11-07 16:00"))

    def test_what_is_not_set_stays_so(self) -> None:
        assert reschedule(make_settings(), date(2026, 11, 7), date(2026, 11, 7)).schedule == Schedule()

    def test_a_start_that_the_clocks_skip_is_refused(self) -> None:
        early = make_settings(Schedule(starts_at=utc("2026-06-13 07:30")))
        with pytest.raises(NonexistentTime, match="There is no 02:30 on 2026-03-08"):
            reschedule(early, date(2026, 3, 8), date(2026, 3, 8))


class TestReminders:
    SETTINGS = replace(
        make_settings(Schedule(OPENS_AT, STARTS_AT, (3600, 900))), registration_closes_at=utc("2026-06-01 12:00")
    )

    @pytest.mark.parametrize(
        ("state", "deadlines"),
        [
            (State.REGISTRATION_OPEN, list(Deadline)),
            (State.REGISTRATION_CLOSED, [Deadline.ROSTER_LOCK, Deadline.CHECK_IN, Deadline.START]),
            *((state, []) for state in State if "registration" not in state),
        ],
    )
    def test_what_is_ahead_in_a_state(self, state: State, deadlines: list[Deadline]) -> None:
        assert list(find_deadlines(self.SETTINGS, state)) == deadlines

    def test_what_is_not_set_is_not_reminded_of(self) -> None:
        assert list(find_deadlines(make_settings(), State.REGISTRATION_OPEN)) == [Deadline.ROSTER_LOCK]

    def test_each_deadline_has_each_reminder(self) -> None:
        planned = plan_reminders(self.SETTINGS, State.REGISTRATION_CLOSED)

        assert len(planned) == 6
        assert planned[-2:] == (
            Reminder(Deadline.START, STARTS_AT, 3600),
            Reminder(Deadline.START, STARTS_AT, 900),
        )
        assert [reminder.due_at for reminder in planned[-2:]] == [utc("2026-06-13 14:00"), utc("2026-06-13 14:45")]

    @pytest.mark.parametrize(
        ("seconds_before", "now", "is_worth"),
        [
            (3600, "2026-06-13 14:44:59", True),
            (3600, "2026-06-13 14:45:00", False),  # the next one is due
            (3600, "2026-06-13 14:45:01", False),
            (900, "2026-06-13 14:59:59", True),
            (900, "2026-06-13 15:00:00", False),  # it has started
            (900, "2026-06-13 15:00:01", False),
        ],
    )
    def test_a_late_one(self, seconds_before: int, now: str, is_worth: bool) -> None:
        reminder = Reminder(Deadline.START, STARTS_AT, seconds_before)

        assert is_worth_sending(reminder, (3600, 900), utc(now)) == is_worth
