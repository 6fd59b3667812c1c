"""Settings and states of a competition."""

from dataclasses import FrozenInstanceError, replace
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.competition import (
    KINDS,
    LEADS_TO,
    TRANSITIONS,
    CompetitionSettings,
    Kind,
    State,
    Step,
    archive_due_at,
    find_way,
    initial_settings,
    is_registration_open,
    possible_steps,
    reschedule,
    take_step,
)
from core.errors import RuleError
from core.wall_time import AmbiguousTime, NonexistentTime

SECOND = timedelta(seconds=1)


def make_settings(kind: Kind = Kind.GETAWAY, **changes: object) -> CompetitionSettings:
    settings = initial_settings(kind, "Games 2026", date(2026, 6, 13), date(2026, 6, 14), "America/Chicago")
    return replace(settings, **changes)  # type: ignore[arg-type]


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


class TestInitialSettings:
    def test_getaway_follows_g3_g4_g6_and_g8(self) -> None:
        settings = make_settings(Kind.GETAWAY)

        assert settings.minimum_age == 18
        assert (settings.roster_at_least, settings.roster_at_most) == (3, 4)
        assert settings.capacity is None
        assert settings.grace_seconds == 300
        assert settings.events == ("bowling", "derby", "bags", "basketball", "golf", "holdem")

    def test_dodgeball_follows_d1_d6_and_d8(self) -> None:
        settings = make_settings(Kind.DODGEBALL)

        assert settings.minimum_age == 21  # ruling 79
        assert (settings.roster_at_least, settings.roster_at_most) == (6, None)  # ruling 81
        assert settings.capacity == 12
        assert settings.fee_cents == 8000
        assert settings.grace_seconds == 0  # ruling 106
        assert settings.events == ()

    @pytest.mark.parametrize(
        ("zone", "lock_at"),
        [("America/Chicago", "2026-06-13 05:00"), ("Asia/Tokyo", "2026-06-12 15:00"), ("UTC", "2026-06-13 00:00")],
    )
    def test_rosters_lock_at_local_midnight_of_the_first_day(self, zone: str, lock_at: str) -> None:
        """G5, ruling 1."""
        settings = initial_settings(Kind.GETAWAY, "Games", date(2026, 6, 13), date(2026, 6, 13), zone)

        assert settings.roster_lock_at == utc(lock_at)

    def test_a_midnight_that_the_clocks_skip_is_refused_unless_a_lock_is_given(self) -> None:
        day = date(2026, 4, 24)  # Cairo goes from 00:00 to 01:00
        with pytest.raises(NonexistentTime, match="There is no 00:00 on 2026-04-24 in Africa/Cairo"):
            initial_settings(Kind.GETAWAY, "Games", day, day, "Africa/Cairo")

        lock_at = utc("2026-04-23 22:00")
        settings = initial_settings(Kind.GETAWAY, "Games", day, day, "Africa/Cairo", lock_at)
        assert settings.roster_lock_at == lock_at

    def test_a_midnight_that_comes_twice_is_asked_about(self) -> None:
        day = date(2026, 11, 1)  # Havana goes from 01:00 back to 00:00
        with pytest.raises(AmbiguousTime) as question:
            initial_settings(Kind.GETAWAY, "Games", day, day, "America/Havana")

        assert question.value.earlier == utc("2026-11-01 04:00")
        assert question.value.later == utc("2026-11-01 05:00")

    def test_settings_cannot_be_changed_in_place(self) -> None:
        with pytest.raises(FrozenInstanceError):
            make_settings().minimum_age = 12  # type: ignore[misc]


DODGEBALL_ROSTER = "The smallest dodgeball roster is 4 to 99 players: a game starts with 4."
LARGEST_ROSTER = "The largest roster is no smaller than the smallest, and no larger than 99."
YEARS = "The first and the last day lie in the years 2000 to 2999."
CURRENCY = "The currency is a code of three capital letters such as USD or EUR."
LOCK = "The roster lock is after the last day: choose a time before the competition ends."


@pytest.mark.parametrize(
    ("kind", "changes", "sentence"),
    [
        (Kind.GETAWAY, {"last_day": date(2026, 6, 12)}, "The last day is before the first: swap them."),
        (Kind.GETAWAY, {"first_day": date(1999, 12, 31)}, YEARS),
        (Kind.GETAWAY, {"last_day": date(9999, 12, 31)}, YEARS),
        (Kind.GETAWAY, {"minimum_age": -1}, "The minimum age is a whole number of years from 0 to 99."),
        (Kind.GETAWAY, {"minimum_age": 100}, "The minimum age is a whole number of years from 0 to 99."),
        (Kind.DODGEBALL, {"capacity": 1}, "The number of teams is limited to 2 to 1000, or not at all."),
        (Kind.DODGEBALL, {"capacity": 1001}, "The number of teams is limited to 2 to 1000, or not at all."),
        (Kind.GETAWAY, {"fee_cents": -1}, "The fee is 0 to 10,000.00 per team."),
        (Kind.GETAWAY, {"fee_cents": 1_000_001}, "The fee is 0 to 10,000.00 per team."),
        (Kind.GETAWAY, {"grace_seconds": -1}, "The grace is 0 to 3600 seconds."),
        (Kind.GETAWAY, {"grace_seconds": 3601}, "The grace is 0 to 3600 seconds."),
        (Kind.GETAWAY, {"currency": "usd"}, CURRENCY),
        (Kind.GETAWAY, {"currency": "US"}, CURRENCY),
        (Kind.GETAWAY, {"currency": "U$D"}, CURRENCY),
        (Kind.GETAWAY, {"currency": "ÄÖÜ"}, CURRENCY),
        (Kind.GETAWAY, {"roster_lock_at": utc("2026-06-15 05:00")}, LOCK),
        (Kind.GETAWAY, {"roster_at_least": 2}, "A Getaway Games team has 3 or 4 players."),
        (Kind.GETAWAY, {"roster_at_most": None}, "A Getaway Games team has 3 or 4 players."),
        (Kind.DODGEBALL, {"roster_at_least": 3}, DODGEBALL_ROSTER),
        (Kind.DODGEBALL, {"roster_at_least": 100}, DODGEBALL_ROSTER),
        (Kind.DODGEBALL, {"roster_at_most": 5}, LARGEST_ROSTER),
        (Kind.DODGEBALL, {"roster_at_most": 100}, LARGEST_ROSTER),
        (Kind.GETAWAY, {"events": ()}, "Name at least one event."),
        (
            Kind.GETAWAY,
            {"events": ("bowling", "chess")},
            "The events are: bowling, derby, bags, basketball, golf, holdem.",
        ),
        (Kind.DODGEBALL, {"events": ("bowling",)}, "The events are: none in dodgeball."),
        (Kind.GETAWAY, {"events": ("golf", "golf")}, "An event is named twice: name each once."),
        (
            Kind.GETAWAY,
            {"time_zone": "Nowhere"},
            "This time zone is not known: give one such as America/Chicago or Europe/Berlin.",
        ),
    ],
)
def test_impossible_settings_are_refused(kind: Kind, changes: dict[str, object], sentence: str) -> None:
    with pytest.raises(RuleError) as refusal:
        make_settings(kind, **changes)

    assert refusal.value.sentence == sentence


@pytest.mark.parametrize(
    ("kind", "changes"),
    [
        (Kind.GETAWAY, {"last_day": date(2026, 6, 13)}),
        (Kind.GETAWAY, {"minimum_age": 0, "fee_cents": 0, "grace_seconds": 0}),
        (Kind.GETAWAY, {"minimum_age": 99, "fee_cents": 1_000_000, "grace_seconds": 3600}),
        (Kind.DODGEBALL, {"capacity": 2, "roster_at_least": 4, "roster_at_most": 4}),
        (Kind.DODGEBALL, {"capacity": 1000, "roster_at_least": 99, "roster_at_most": 99}),
        (Kind.GETAWAY, {"roster_lock_at": utc("2026-06-15 05:00") - SECOND, "capacity": 40}),
        (Kind.GETAWAY, {"events": ("golf",), "currency": "EUR"}),
        (Kind.DODGEBALL, {"capacity": None, "roster_at_most": 10}),
    ],
)
def test_settings_at_their_limits_are_accepted(kind: Kind, changes: dict[str, object]) -> None:
    settings = make_settings(kind, **changes)

    assert {name: getattr(settings, name) for name in changes} == changes


class TestReschedule:
    def test_the_lock_keeps_its_wall_time_across_a_change_of_the_clocks(self) -> None:
        march = make_settings(
            first_day=date(2026, 3, 7), last_day=date(2026, 3, 7), roster_lock_at=utc("2026-03-07 02:00")
        )  # 20:00 of the evening before, in winter
        june = reschedule(march, date(2026, 6, 13), date(2026, 6, 14))

        assert june.roster_lock_at == utc("2026-06-13 01:00")  # 20:00 of the evening before, in summer
        assert (june.first_day, june.last_day) == (date(2026, 6, 13), date(2026, 6, 14))

    def test_another_zone_moves_the_lock_to_its_midnight(self) -> None:
        moved = reschedule(make_settings(), date(2026, 6, 13), date(2026, 6, 14), "Europe/Berlin")

        assert moved.time_zone == "Europe/Berlin"
        assert moved.roster_lock_at == utc("2026-06-12 22:00")

    def test_a_lock_on_a_skipped_wall_time_is_refused(self) -> None:
        early = make_settings(roster_lock_at=utc("2026-06-13 07:30"))
        with pytest.raises(NonexistentTime, match="There is no 02:30 on 2026-03-08"):
            reschedule(early, date(2026, 3, 8), date(2026, 3, 8))


@pytest.mark.parametrize(
    ("last_day", "due_at"),
    [(date(2026, 6, 14), "2026-07-15 05:00"), (date(2026, 10, 5), "2026-11-05 06:00")],
)
def test_archiving_is_due_thirty_whole_days_after_the_last_day(last_day: date, due_at: str) -> None:
    assert archive_due_at(make_settings(last_day=last_day)) == utc(due_at)


class TestStates:
    def test_the_usual_way(self) -> None:
        state = State.DRAFT
        for step in (Step.OPEN_REGISTRATION, Step.CLOSE_REGISTRATION, Step.START, Step.FINISH, Step.ARCHIVE):
            state = take_step(state, step)

        assert state is State.ARCHIVED

    @pytest.mark.parametrize("state", State)
    @pytest.mark.parametrize("step", Step)
    def test_every_step_is_in_the_table_or_refused(self, state: State, step: Step) -> None:
        if (state, step) in TRANSITIONS:
            assert take_step(state, step) is TRANSITIONS[state, step]
        else:
            with pytest.raises(RuleError, match=r"^The competition is "):
                take_step(state, step)

    @pytest.mark.parametrize(
        ("state", "step", "way"),
        [
            (State.DRAFT, Step.START, (Step.OPEN_REGISTRATION, Step.CLOSE_REGISTRATION, Step.START)),
            (State.REGISTRATION_OPEN, Step.RESUME, (Step.CLOSE_REGISTRATION, Step.START)),
            (State.RUNNING, Step.ARCHIVE, (Step.FINISH, Step.ARCHIVE)),
            (State.RUNNING, Step.CANCEL, (Step.CANCEL,)),
            (State.FINISHED, Step.CANCEL, (Step.RESUME, Step.CANCEL)),
            (State.RUNNING, Step.OPEN_REGISTRATION, ()),
            (State.CANCELLED, Step.START, ()),
            (State.FINISHED, Step.FINISH, ()),
        ],
    )
    def test_the_way_to_a_step(self, state: State, step: Step, way: tuple[Step, ...]) -> None:
        assert find_way(state, step) == way
        if way:
            for taken in way:
                state = take_step(state, taken)
            assert state is LEADS_TO[step]

    @pytest.mark.parametrize(
        ("state", "step", "sentence"),
        [
            (
                State.DRAFT,
                Step.START,
                "The competition is still a draft, so you cannot start now: possible is open registration or cancel.",
            ),
            (
                State.REGISTRATION_OPEN,
                Step.START,
                "The competition is open for registration, so you cannot start now: "
                "possible is close registration or cancel.",
            ),
            (
                State.ARCHIVED,
                Step.RESUME,
                "The competition is archived, so you cannot resume now: possible is nothing more.",
            ),
        ],
    )
    def test_a_refusal_names_what_is_possible(self, state: State, step: Step, sentence: str) -> None:
        with pytest.raises(RuleError) as refusal:
            take_step(state, step)

        assert refusal.value.sentence == sentence

    def test_any_state_can_expire_so_that_no_birth_date_outlives_its_term(self) -> None:
        assert {take_step(state, Step.EXPIRE) for state in State if state is not State.ARCHIVED} == {State.ARCHIVED}
        assert all(Step.EXPIRE not in possible_steps(state) for state in State)

    @given(st.lists(st.sampled_from(Step), max_size=30))
    def test_nothing_leads_out_of_the_archive(self, steps: list[Step]) -> None:
        state, was_archived = State.DRAFT, False
        for step in steps:
            if (state, step) in TRANSITIONS:
                state = take_step(state, step)
            was_archived = was_archived or state is State.ARCHIVED
            assert (state is State.ARCHIVED) == was_archived


class TestRegistrationIsOpen:
    CLOSES_AT = utc("2026-06-01 12:00")

    @pytest.mark.parametrize("state", State)
    def test_in_one_state_only(self, state: State) -> None:
        is_open = is_registration_open(make_settings(), state, utc("2026-05-01 12:00"))

        assert is_open == (state is State.REGISTRATION_OPEN)

    @pytest.mark.parametrize(("seconds", "is_open"), [(-1, True), (0, False), (1, False)])
    def test_until_its_closing_time(self, seconds: int, is_open: bool) -> None:
        settings = make_settings(registration_closes_at=self.CLOSES_AT)

        now = self.CLOSES_AT + seconds * SECOND
        assert is_registration_open(settings, State.REGISTRATION_OPEN, now) == is_open


def test_both_kinds_have_defaults() -> None:
    assert set(KINDS) == set(Kind)
