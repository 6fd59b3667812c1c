"""The levels of the blinds, and the clock that goes through them."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.holdem.blinds import LONGER, SHORTER, Press, Pressed, choose_levels, is_foreseen, read_clock

SEVEN = datetime(2027, 6, 13, 19, 0, tzinfo=UTC)


def at(minutes: float) -> datetime:
    return SEVEN + timedelta(minutes=minutes)


def test_the_first_list() -> None:
    """G143-G158."""
    assert [(level.minutes, level.small, level.big) for level in SHORTER] == [
        (15, 5, 10),
        (15, 10, 20),
        (15, 20, 40),
        (15, 40, 80),
        (15, 50, 100),
        (15, 60, 120),
        (15, 75, 150),
        (15, 100, 200),
        (15, 125, 250),
        (15, 150, 300),
        (20, 200, 400),
        (20, 300, 600),
        (20, 400, 800),
        (15, 500, 1000),
        (None, 1000, 2000),
    ]


def test_the_second_list() -> None:
    """G158-G172."""
    assert [(level.minutes, level.small, level.big) for level in LONGER] == [
        (15, 5, 10),
        (15, 10, 20),
        (15, 20, 40),
        (15, 40, 80),
        (15, 50, 100),
        (15, 75, 150),
        (15, 100, 200),
        (15, 150, 300),
        (15, 200, 400),
        (15, 300, 600),
        (20, 500, 1000),
        (20, 750, 1500),
        (20, 1000, 2000),
        (None, 2000, 4000),
    ]


@pytest.mark.parametrize(
    ("chips", "is_longer", "foreseen"),
    [
        (12_000, False, False),
        (24_999, False, False),
        (25_000, False, True),
        (40_000, False, True),
        (40_001, True, True),
        (60_000, True, True),
        (60_001, True, False),
    ],
)
def test_the_chips_in_play_choose_the_list(chips: int, is_longer: bool, foreseen: bool) -> None:
    """G143, G158; ruling 67."""
    assert choose_levels(chips) == (LONGER if is_longer else SHORTER)
    assert is_foreseen(chips) is foreseen


@pytest.mark.parametrize(
    ("minutes", "level", "left"),
    [(0, 1, 15), (14.5, 1, 0.5), (15, 2, 15), (149.9, 10, 0.1), (150, 11, 20), (224, 14, 1), (225, 15, None)],
)
def test_a_level_begins_the_moment_the_last_one_ends(minutes: float, level: int, left: float | None) -> None:
    """G135."""
    state = read_clock([Pressed(Press.START, SEVEN, 30_000)], at(minutes))
    assert state is not None
    assert state.level.number == level
    assert state.following == (None if left is None else SHORTER[level])
    assert state.left == (None if left is None else timedelta(minutes=left))
    assert state.ends_at == (None if left is None else at(minutes + left))


def test_the_clock_stands_still_in_breaks() -> None:
    """G139."""
    presses = [
        Pressed(Press.START, SEVEN, 30_000),
        Pressed(Press.PAUSE, at(10)),
        Pressed(Press.RESUME, at(30)),
        Pressed(Press.PAUSE, at(40)),
    ]
    for minutes, level, left in ((5, 1, 10), (10, 1, 5), (29, 1, 5)):
        state = read_clock([one for one in presses if one.at <= at(minutes)], at(minutes))
        assert state is not None
        assert (state.level.number, state.left) == (level, timedelta(minutes=left))
    state = read_clock(presses, at(90))
    assert state is not None
    assert state.is_paused
    assert (state.level.number, state.left, state.ends_at) == (2, timedelta(minutes=10), None)


def test_a_clock_that_was_not_started_or_was_stopped() -> None:
    started = Pressed(Press.START, SEVEN, 30_000)
    assert read_clock([], SEVEN) is None
    assert read_clock([started, Pressed(Press.STOP, at(1))], at(2)) is None
    again = read_clock([started, Pressed(Press.STOP, at(1)), Pressed(Press.START, at(5), 50_000)], at(6))
    assert again is not None
    assert (again.level.number, again.left, again.chips) == (1, timedelta(minutes=14), 50_000)


@given(st.lists(st.integers(1, 40), max_size=12), st.integers(0, 600))
def test_breaks_move_the_levels_and_change_nothing_else(lengths: list[int], ran: int) -> None:
    """However often it stood still: what counts is how long it ran."""
    presses, now, left = [Pressed(Press.START, SEVEN, 50_000)], SEVEN, ran
    for length in lengths:
        runs = min(length, left)
        now, left = now + timedelta(minutes=runs), left - runs
        presses.append(Pressed(Press.PAUSE, now))
        now += timedelta(minutes=7)
        presses.append(Pressed(Press.RESUME, now))
    state = read_clock(presses, now + timedelta(minutes=left))
    plain = read_clock(presses[:1], at(ran))
    assert state is not None
    assert plain is not None
    assert (state.level, state.left) == (plain.level, plain.left)
