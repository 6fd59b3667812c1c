"""Cards kept twice: who keeps which, and where two of them differ (G36-G39, G119; ruling 59).

A team keeps its own card. The second keeper is whoever can see it played:

| layout | who stands where            | second keeper                                     | without one       |
|--------|-----------------------------|---------------------------------------------------|-------------------|
| lanes  | one team a lane             | the team on the lane to the right (G38)           | farthest right    |
| pairs  | two teams a hole, or one    | the other team of the pair (G119)                 | alone on its hole |

Where there is no second keeper, it is the event manager (G39, ruling 54).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest
from types import MappingProxyType
from typing import Generic, TypeVar

from core.scoring.event import RoundEntry
from core.scoring.games import Round


class Layout(StrEnum):
    """How the teams of an event stand beside each other."""

    LANES = "lanes"
    PAIRS = "pairs"


LAYOUTS: Mapping[str, Layout] = MappingProxyType({"bowling": Layout.LANES, "golf": Layout.PAIRS})
"""The events whose cards teams keep."""

Team = TypeVar("Team")
Line = TypeVar("Line")
"""What a line of a card is about: a round of a player, or of the team."""


@dataclass(frozen=True, slots=True)
class Keeping(Generic[Team]):
    """Who keeps a team's card besides itself; `second` None is the event manager. `place` counts lanes or holes."""

    place: int
    team: Team
    second: Team | None


def keep_lanes(lanes: Sequence[Team]) -> tuple[Keeping[Team], ...]:
    """Lanes from left to right: each team also keeps its left neighbour's card (G38); nobody the last one's (G39)."""
    beside = zip_longest(lanes, lanes[1:])
    return tuple(Keeping(place, team, second) for place, (team, second) in enumerate(beside, 1))


def keep_pairs(pairs: Iterable[Sequence[Team]]) -> tuple[Keeping[Team], ...]:
    """Teams by hole, two or one: each also keeps the other's card (G119)."""
    return tuple(
        Keeping(place, team, next((other for other in pair if other != team), None))
        for place, pair in enumerate(pairs, 1)
        for team in pair
    )


@dataclass(frozen=True, slots=True)
class Difference(Generic[Line]):
    """Where two cards differ: in a round's total, or, with a label, in one number of it, such as a hole."""

    line: Line
    label: str | None
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Comparison(Generic[Line]):
    """Two cards line by line; `lacking_first` and `lacking_second` are what is missing on one of them, or on both."""

    agreed: tuple[Line, ...]
    differences: tuple[Difference[Line], ...]
    lacking_first: tuple[Line, ...]
    lacking_second: tuple[Line, ...]

    @property
    def disputed(self) -> frozenset[Line]:
        """The lines that differ."""
        return frozenset(difference.line for difference in self.differences)

    @property
    def half_written(self) -> frozenset[Line]:
        """The lines that stand on one of them alone."""
        return frozenset(self.lacking_first) ^ frozenset(self.lacking_second)


def compare_cards(
    entry: RoundEntry, lines: Sequence[Line], first: Mapping[Line, Round], second: Mapping[Line, Round]
) -> Comparison[Line]:
    """Compare two cards over these lines; what else stands on them is not looked at."""
    both = [line for line in lines if line in first and line in second]
    differences = [found for line in both for found in _compare_rounds(entry, line, first[line], second[line])]
    differing = {difference.line for difference in differences}
    return Comparison(
        agreed=tuple(line for line in both if line not in differing),
        differences=tuple(differences),
        lacking_first=tuple(line for line in lines if line not in first),
        lacking_second=tuple(line for line in lines if line not in second),
    )


def choose_fuller(first: Round, second: Round) -> Round:
    """Of two rounds that agree, the one that says more than its total."""
    return first if isinstance(first.entered, tuple) else second


def split_pairs(line: str) -> Iterator[tuple[str, ...]]:
    """How a line can name one team or two: whole, then at each comma, since names may hold some."""
    yield (line.strip(),)
    for place, character in enumerate(line):
        if character == ",":
            yield line[:place].strip(), line[place + 1 :].strip()


def _compare_rounds(entry: RoundEntry, line: Line, first: Round, second: Round) -> Iterator[Difference[Line]]:
    """A round that may be given by its total counts by it; one that may not counts by each of its numbers."""
    if entry.highest_total is not None:
        if first.points != second.points:
            yield Difference(line, None, first.points, second.points)
        return
    for count, one, other in zip(entry.counts, _numbers(first), _numbers(second), strict=True):
        if one != other:
            yield Difference(line, count.label, one, other)


def _numbers(taken: Round) -> tuple[int, ...]:
    assert isinstance(taken.entered, tuple), "a round without a total is entered by its numbers"
    return tuple(number for number in taken.entered if isinstance(number, int))
