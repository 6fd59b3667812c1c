"""Hold'em: the levels of the blinds, and the clock that goes through them (G135-G172; rulings 67-69, 78).

Which list is played follows from the chips in play at the first hand. The clock is what is pressed on it: where it
stands at some moment follows from its presses, so nothing has to be counted while it runs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

CHIPS_PER_PLAYER = 1_000
LOWEST_CHIPS, SHORTER_UP_TO, HIGHEST_CHIPS = 25_000, 40_000, 60_000


class Level(NamedTuple):
    """Blinds, and for how many minutes they hold; None: to the end."""

    number: int
    minutes: int | None
    small: int
    big: int


def make_level(number: int, minutes: int | None, small: int) -> Level:
    """A level by its small blind; the big one is twice as much."""
    return Level(number, minutes, small, 2 * small)


def _number(*levels: tuple[int | None, int]) -> tuple[Level, ...]:
    """Levels by minutes and small blind."""
    return tuple(make_level(number, minutes, small) for number, (minutes, small) in enumerate(levels, 1))


SHORTER = _number(
    *((15, small) for small in (5, 10, 20, 40, 50, 60, 75, 100, 125, 150)),
    *((20, small) for small in (200, 300, 400)),
    (15, 500),
    (None, 1000),
)
"""25,000 to 40,000 in chips (G143-G158)."""
LONGER = _number(
    *((15, small) for small in (5, 10, 20, 40, 50, 75, 100, 150, 200, 300)),
    *((20, small) for small in (500, 750, 1000)),
    (None, 2000),
)
"""40,000 to 60,000 in chips (G158-G172)."""


class Press(StrEnum):
    """What is done to the clock."""

    START = "start"
    PAUSE = "pause"
    RESUME = "resume"
    STOP = "stop"
    CHANGE = "change"
    """Another level lies ahead than the list has it (G172); the clock goes on as it does."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """One press; `chips` are those in play, counted at the start; `level` is one that was changed."""

    press: Press
    at: datetime
    chips: int = 0
    level: Level | None = None


@dataclass(frozen=True, slots=True)
class ClockState:
    """Where the clock stands: the level, and how much of it is left; None of it left to count in the last one."""

    level: Level
    following: Level | None
    left: timedelta | None
    ends_at: datetime | None
    """When the level ends; None while the clock stands still, and in the last level."""
    is_paused: bool
    chips: int
    levels: tuple[Level, ...]
    """The list that is played, with what was changed in it."""


def count_chips(players: int) -> int:
    """The chips in play, by how many had some at the first hand: nobody gets more later (G123, G125)."""
    return players * CHIPS_PER_PLAYER


def choose_levels(chips: int) -> tuple[Level, ...]:
    """The list for so many chips; exactly 40,000 is the first one's, and what lies outside goes by the nearest."""
    return SHORTER if chips <= SHORTER_UP_TO else LONGER


def is_foreseen(chips: int) -> bool:
    """Whether the rulebook has a list for so many chips."""
    return LOWEST_CHIPS <= chips <= HIGHEST_CHIPS


def read_clock(presses: Sequence[Pressed], now: datetime) -> ClockState | None:
    """Where the clock stands at a moment; None where it was not started, or was stopped."""
    begun = next((place for place in reversed(range(len(presses))) if presses[place].press is Press.START), None)
    if begun is None or presses[-1].press is Press.STOP:
        return None
    chips = presses[begun].chips
    since = [one for one in presses[begun:] if one.press is not Press.CHANGE]
    changed = {one.level.number: one.level for one in presses[begun:] if one.level is not None}
    levels = tuple(changed.get(level.number, level) for level in choose_levels(chips))
    is_paused = since[-1].press is Press.PAUSE
    ran = sum((_ran_until(one, after.at) for one, after in pairwise(since)), timedelta(0))
    ran += _ran_until(since[-1], max(now, since[-1].at))
    for level, following in pairwise(levels):
        lasts = timedelta(minutes=level.minutes or 0)
        if ran < lasts:
            ends_at = None if is_paused else max(now, since[-1].at) + (lasts - ran)
            return ClockState(level, following, lasts - ran, ends_at, is_paused, chips, levels)
        ran -= lasts
    return ClockState(levels[-1], None, None, None, is_paused, chips, levels)


def _ran_until(press: Pressed, until: datetime) -> timedelta:
    """How long the clock ran from a press on."""
    return until - press.at if press.press in (Press.START, Press.RESUME) else timedelta(0)
