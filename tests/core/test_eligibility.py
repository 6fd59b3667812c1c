"""Who may play: both sides of every limit."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.competition import CompetitionSettings, Kind, initial_settings
from core.eligibility import (
    BarredPerson,
    DuplicatePerson,
    Entry,
    ImplausibleBirthDate,
    Namesake,
    Place,
    Player,
    RosterLocked,
    TakenTeamName,
    TeamHasPlayed,
    TooYoung,
    UnclearBirthDate,
    UnusableTeamName,
    WrongRosterSize,
    account_key,
    age_on,
    check_player,
    check_roster,
    check_roster_change,
    check_roster_size,
    check_team_name,
    find_look_alikes,
    find_place,
    is_of_age,
    latest_birth_date,
    person_key,
)
from core.names import NameFault
from core.roster_text import DateFault, PlayerLine, UnreadableLine

SECRET = b"a secret of the tests"
FIRST_DAY = date(2026, 6, 13)
ADULT = date(1990, 1, 1)


def make_settings(kind: Kind = Kind.GETAWAY, first_day: date = FIRST_DAY) -> CompetitionSettings:
    return initial_settings(kind, "Games", first_day, first_day, "America/Chicago")


def line(name: str, *readings: date, number: int = 1) -> PlayerLine:
    return PlayerLine(number, name, readings or (ADULT,))


def entries(*people: tuple[str, date, Entry]) -> dict[str, Entry]:
    return {person_key(name, birth_date, SECRET): entry for name, birth_date, entry in people}


class TestAge:
    @pytest.mark.parametrize(
        ("kind", "birth_date", "is_old_enough"),
        [
            (Kind.GETAWAY, date(2008, 6, 12), True),
            (Kind.GETAWAY, date(2008, 6, 13), True),
            (Kind.GETAWAY, date(2008, 6, 14), False),
            (Kind.DODGEBALL, date(2005, 6, 12), True),
            (Kind.DODGEBALL, date(2005, 6, 13), True),  # ruling 79: 21 on the day is enough
            (Kind.DODGEBALL, date(2005, 6, 14), False),
        ],
    )
    def test_minimum_age_on_the_first_day(self, kind: Kind, birth_date: date, is_old_enough: bool) -> None:
        """G4 and D1, rulings 4 and 79."""
        settings = make_settings(kind)

        assert is_of_age(birth_date, settings) == is_old_enough
        found = check_player(line("Ann", birth_date), settings, {}, SECRET)
        assert found == (
            Player(1, "Ann", birth_date)
            if is_old_enough
            else TooYoung(1, "Ann", settings.minimum_age, date(2026, 6, 13))
        )

    @pytest.mark.parametrize(
        ("first_day", "is_old_enough"),
        [
            (date(2026, 2, 28), False),
            (date(2026, 3, 1), True),
            (date(2028, 2, 28), True),
        ],
    )
    def test_born_on_29_february_comes_of_age_on_1_march(self, first_day: date, is_old_enough: bool) -> None:
        assert is_of_age(date(2008, 2, 29), make_settings(first_day=first_day)) == is_old_enough

    def test_born_on_29_february_has_the_birthday_in_a_leap_year(self) -> None:
        assert age_on(date(2008, 2, 29), date(2028, 2, 28)) == 19
        assert age_on(date(2008, 2, 29), date(2028, 2, 29)) == 20

    @given(st.dates(date(2000, 1, 1), date(2100, 12, 31)), st.integers(-1500, 1500), st.integers(0, 99))
    def test_the_latest_birth_date_is_the_limit(self, first_day: date, days: int, minimum_age: int) -> None:
        settings = replace(make_settings(first_day=first_day), minimum_age=minimum_age)
        limit = latest_birth_date(settings)

        assert is_of_age(limit, settings)
        assert not is_of_age(limit + timedelta(days=1), settings)
        assert is_of_age(limit + timedelta(days=days), settings) == (days <= 0)

    def test_a_first_day_on_29_february(self) -> None:
        assert latest_birth_date(make_settings(first_day=date(2028, 2, 29))) == date(2010, 2, 28)

    @pytest.mark.parametrize(
        ("birth_date", "problem"),
        [
            (date(2026, 6, 14), ImplausibleBirthDate(1, "Ann")),
            (date(2026, 6, 13), TooYoung(1, "Ann", 18, FIRST_DAY)),
            (date(1905, 6, 14), Player(1, "Ann", date(1905, 6, 14))),
            (date(1905, 6, 13), ImplausibleBirthDate(1, "Ann")),
        ],
    )
    def test_a_birth_date_that_cannot_be(self, birth_date: date, problem: object) -> None:
        assert check_player(line("Ann", birth_date), make_settings(), {}, SECRET) == problem

    def test_a_director_can_excuse_somebody_from_the_minimum_age(self) -> None:
        birth_date = date(2009, 1, 1)
        excused = {person_key("Ann", birth_date, SECRET)}

        assert check_player(line("ANN", birth_date), make_settings(), {}, SECRET, excused) == Player(
            1, "ANN", birth_date
        )
        assert isinstance(check_player(line("Bo", birth_date), make_settings(), {}, SECRET, excused), TooYoung)


class TestUnclearDates:
    def test_two_readings_of_one_verdict_are_not_asked_about(self) -> None:
        found = check_player(line("Ann", date(2001, 5, 3), date(2001, 3, 5)), make_settings(), {}, SECRET)

        assert found == Player(1, "Ann", date(2001, 5, 3), has_two_readings=True)

    def test_two_readings_that_are_both_too_young_are_not_asked_about(self) -> None:
        found = check_player(line("Ann", date(2009, 5, 3), date(2009, 3, 5)), make_settings(), {}, SECRET)

        assert found == TooYoung(1, "Ann", 18, FIRST_DAY)

    def test_readings_that_differ_in_age_are_asked_about(self) -> None:
        readings = (date(2008, 5, 8), date(2008, 8, 5))

        found = check_player(line("Ann", *readings), make_settings(), {}, SECRET)

        assert found == UnclearBirthDate(1, "Ann", readings)

    @pytest.mark.parametrize("known", [date(2001, 5, 3), date(2001, 3, 5)])
    def test_a_reading_that_is_somebody_already_entered_is_asked_about(self, known: date) -> None:
        readings = (date(2001, 5, 3), date(2001, 3, 5))
        entered = entries(("Ann", known, Entry("Aces")))

        found = check_player(line("Ann", *readings), make_settings(), entered, SECRET)

        assert found == UnclearBirthDate(1, "Ann", readings)


class TestOneTeamPerPerson:
    """Ruling 114."""

    @pytest.mark.parametrize("name", ["Zoë Łuk", "zoe luk", "  ZOE   ŁUK "])
    def test_the_same_name_and_birth_date_is_the_same_person(self, name: str) -> None:
        entered = entries(("Zoë Łuk", ADULT, Entry("Aces")))

        found = check_player(line(name), make_settings(), entered, SECRET)

        assert found == DuplicatePerson(1, name, team="Aces")

    def test_a_namesake_with_another_birth_date_is_somebody_else(self) -> None:
        entered = entries(("Ann", ADULT, Entry("Aces")))

        found = check_player(line("Ann", date(1991, 1, 1)), make_settings(), entered, SECRET)

        assert found == Player(1, "Ann", date(1991, 1, 1))

    def test_somebody_ejected_or_banned_is_refused(self) -> None:
        entered = entries(("Ann", ADULT, Entry("Aces", is_barred=True)))

        assert check_player(line("Ann"), make_settings(), entered, SECRET) == BarredPerson(1, "Ann")

    def test_twice_in_one_roster(self) -> None:
        lines = [line("Ann", number=1), line("Bo", number=2), line("ann", number=4)]

        found = check_roster(lines, make_settings(), {}, SECRET)

        assert found == (
            Player(1, "Ann", ADULT),
            Player(2, "Bo", ADULT),
            DuplicatePerson(4, "ann", other_line=1),
        )

    def test_a_namesake_in_the_same_team_could_not_be_told_apart(self) -> None:
        lines = [line("Ann", number=1), line("Bo", number=2), line("ANN", date(1991, 1, 1), number=3)]

        assert check_roster(lines, make_settings(), {}, SECRET)[2] == Namesake(3, "ANN")

    def test_an_account_has_a_key_of_its_own(self) -> None:
        key = account_key(80351110224678912, SECRET)

        assert len(bytes.fromhex(key)) == 32
        assert key == account_key(80351110224678912, SECRET)
        assert key != account_key(80351110224678913, SECRET)
        assert key != account_key(80351110224678912, b"another secret")

    def test_a_key_tells_nothing_and_depends_on_the_secret(self) -> None:
        key = person_key("Ann", ADULT, SECRET)

        assert len(bytes.fromhex(key)) == 32
        assert key != person_key("Ann", ADULT, b"another secret")
        assert key != person_key("Ann", date(1990, 1, 2), SECRET)


class TestNamesakes:
    def test_two_of_one_name_in_one_team_could_not_be_told_apart(self) -> None:
        younger = line("ÅSA  Lee", date(1991, 1, 1), number=2)
        checked = check_roster([line("Åsa lee"), younger, line("Asa Lee", number=3)], make_settings(), {}, SECRET)
        assert checked == (
            Player(1, "Åsa lee", ADULT),
            Namesake(2, "ÅSA  Lee"),
            DuplicatePerson(3, "Asa Lee", other_line=1),
        )


class TestRosterSize:
    @pytest.mark.parametrize(
        ("kind", "count", "is_right"),
        [
            (Kind.GETAWAY, 2, False),
            (Kind.GETAWAY, 3, True),
            (Kind.GETAWAY, 4, True),
            (Kind.GETAWAY, 5, False),
            (Kind.DODGEBALL, 5, False),
            (Kind.DODGEBALL, 6, True),
            (Kind.DODGEBALL, 26, True),
        ],
    )
    def test_by_rulebook(self, kind: Kind, count: int, is_right: bool) -> None:
        """G3, G6 and D8."""
        settings = make_settings(kind)
        wrong = WrongRosterSize(count, settings.roster_at_least, settings.roster_at_most)

        assert check_roster_size(count, settings) == (None if is_right else wrong)

    @pytest.mark.parametrize(("count", "is_right"), [(10, True), (11, False)])
    def test_by_an_organiser_who_sets_a_maximum(self, count: int, is_right: bool) -> None:
        """Ruling 81."""
        settings = replace(make_settings(Kind.DODGEBALL), roster_at_most=10)

        assert (check_roster_size(count, settings) is None) == is_right

    def test_each_player_is_answered_and_then_the_size(self) -> None:
        lines = [line("Ann", number=1), line("Kid", date(2015, 1, 1), number=2)]

        assert check_roster(lines, make_settings(), {}, SECRET) == (
            Player(1, "Ann", ADULT),
            TooYoung(2, "Kid", 18, FIRST_DAY),
            WrongRosterSize(2, 3, 4),
        )

    def test_a_line_that_cannot_be_read_is_answered_in_its_place_and_counts(self) -> None:
        unreadable = UnreadableLine(2, DateFault.MISSING, "Bo")
        lines = [line("Ann", number=1), unreadable, line("Cy", number=3)]

        assert check_roster(lines, make_settings(), {}, SECRET) == (
            Player(1, "Ann", ADULT),
            unreadable,
            Player(3, "Cy", ADULT),
        )


class TestRosterLock:
    """G5, rulings 1, 2 and 113."""

    LOCK_AT = datetime(2026, 6, 13, 5, tzinfo=UTC)

    @pytest.mark.parametrize(("seconds", "is_locked"), [(-1, False), (0, True), (1, True)])
    @pytest.mark.parametrize("lock_at", [LOCK_AT, datetime(2026, 11, 1, 5, tzinfo=UTC)])
    def test_a_captain_until_one_second_before(self, lock_at: datetime, seconds: int, is_locked: bool) -> None:
        now = lock_at + timedelta(seconds=seconds)

        found = check_roster_change(now, lock_at, is_director=False, has_played=False)

        assert found == (RosterLocked(lock_at) if is_locked else None)

    def test_across_the_hour_that_comes_twice(self) -> None:
        """Both clocks show 01:30 in Chicago; the lock is the second of them."""
        first, second = datetime(2026, 11, 1, 6, 30, tzinfo=UTC), datetime(2026, 11, 1, 7, 30, tzinfo=UTC)

        assert check_roster_change(first, second, is_director=False, has_played=False) is None
        assert check_roster_change(second, second, is_director=False, has_played=False) == RosterLocked(second)

    @pytest.mark.parametrize("seconds", [-1, 0, 1, 100_000])
    def test_a_director_until_the_first_sheet(self, seconds: int) -> None:
        now = self.LOCK_AT + timedelta(seconds=seconds)

        assert check_roster_change(now, self.LOCK_AT, is_director=True, has_played=False) is None
        assert check_roster_change(now, self.LOCK_AT, is_director=True, has_played=True) == TeamHasPlayed()
        assert check_roster_change(now, self.LOCK_AT, is_director=False, has_played=True) == TeamHasPlayed()


class TestTeamNames:
    @pytest.mark.parametrize(
        ("name", "problem"),
        [
            ("Aces", None),
            ("Łódź", TakenTeamName("ŁÓDŹ")),
            ("the  BEES", TakenTeamName("The Bees")),
            ("", UnusableTeamName(NameFault.EMPTY)),
            ("A\u202ees", UnusableTeamName(NameFault.DIRECTION_MARK)),
            ("x" * 101, UnusableTeamName(NameFault.TOO_LONG)),
        ],
    )
    def test_usable_and_unique(self, name: str, problem: object) -> None:
        assert check_team_name(name, ["The Bees", "ŁÓDŹ"]) == problem

    def test_look_alikes_are_named_and_the_same_name_is_not(self) -> None:
        others = ["Aces", "ACE5", "Асеѕ", "aces", "Axes"]

        assert find_look_alikes("Aces", others) == ("ACE5", "Асеѕ")


class TestPlace:
    """D1 and D6, rulings 82 and 83."""

    @pytest.mark.parametrize(("teams_entered", "place"), [(11, Place.PENDING), (12, Place.WAITLISTED)])
    def test_the_thirteenth_team_waits(self, teams_entered: int, place: Place) -> None:
        assert find_place(make_settings(Kind.DODGEBALL), teams_entered) is place

    def test_the_fee_confirms_a_place_and_makes_none(self) -> None:
        settings = make_settings(Kind.DODGEBALL)

        assert find_place(settings, 0, is_fee_recorded=True) is Place.CONFIRMED
        assert find_place(settings, 12, is_fee_recorded=True) is Place.WAITLISTED

    def test_without_a_fee_or_a_capacity_everybody_is_confirmed(self) -> None:
        assert find_place(make_settings(Kind.GETAWAY), 500) is Place.CONFIRMED


def test_no_birth_date_is_in_a_repr() -> None:
    birth_date, other = date(2007, 11, 12), date(2007, 12, 11)
    settings = make_settings()
    shown = "".join(
        map(
            repr,
            [
                line("Ann", birth_date),
                Player(1, "Ann", birth_date),
                UnclearBirthDate(1, "Ann", (birth_date, other)),
                *check_roster([line("Ann", birth_date, other), line("Kid", date(2007, 1, 1))], settings, {}, SECRET),
            ],
        )
    )

    assert "2007" not in shown
