"""Ranking a list: compare value after value until one decides, then split or share the ranks of those still equal.

    places     1    2    3    4
    share      1    2    2    4       T2 for both (G66)
    split      1    2.5  2.5  4       the mean of the places taken (G43)

Ranks are exact: they are counted in half places (`Halves`), since a split rank is whole or ends in .5.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from core.scoring.games import Ties

Halves = int
"""A rank, or a sum of ranks, in half places: 5 is 2.5."""


class Unit(NamedTuple):
    """What is counted: `1 pin`, `2 pins`."""

    one: str
    many: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """One of the values that are compared in order."""

    label: str
    unit: Unit
    lowest: int
    """Nobody can have less."""
    highest: int
    """Nobody can have more."""
    is_lower_better: bool = False
    is_unique: bool = False
    """No two can have the same value: whoever takes another's place moves that one on (order of elimination)."""
    per_unit: int = 1
    """2 where values are half places."""
    step: int = 1
    """The smallest difference that can occur."""


Values = tuple[int, ...]

Entry = tuple[str, str | None, Values, Values]
"""Somebody to be ranked: name, a player's team, values in the order of the comparisons, rounds in playing order."""


class Row(NamedTuple):
    """A line of a ranking."""

    name: str
    team: str | None
    """A player's team; None for a team."""
    rank: Halves | None
    """None: has no rank, and `because` says why."""
    is_tied: bool
    total: int | None
    """Pins, points, strokes, places; None where the list has none, or the entry."""
    values: tuple[int, ...] = ()
    """What was compared, in the order of the comparisons; empty where nothing was."""
    rounds: tuple[int, ...] = ()
    """Points of each round in playing order, where the event has rounds."""
    because: str | None = None
    """Why the rank is fixed, or missing, whatever the values."""


_make_row = partial(tuple[Any, ...].__new__, Row)
"""A row from a tuple of all its fields, in half the time."""


@dataclass(frozen=True)
class Ranking:
    """A ranked list: in rank order, equal ranks in name order, those without a rank last."""

    comparisons: tuple[Comparison, ...]
    ties: Ties
    rows: tuple[Row, ...]

    @cached_property
    def places(self) -> Mapping[str, int]:
        """Name to index in `rows`."""
        return {row.name: place for place, row in enumerate(self.rows)}

    def find(self, name: str) -> Row | None:
        """Somebody's line."""
        place = self.places.get(name)
        return None if place is None else self.rows[place]


def rank(
    entries: Iterable[Entry],
    comparisons: Sequence[Comparison],
    ties: Ties,
    *,
    last: Sequence[Row] = (),
    has_total: bool = True,
) -> Ranking:
    """Rank `entries`; `last` are rows whose rank is fixed or missing, put after them in name order.

    With `has_total` the first comparison's value is shown as the total.
    """
    by_values: defaultdict[Values, list[Entry]] = defaultdict(list)
    for entry in entries:
        by_values[entry[2]].append(entry)
    rows: list[Row] = []
    for values, equal in _sort(by_values, comparisons):
        halves = _tied_rank(len(rows) + 1, len(equal), ties)
        total = values[0] if has_total else None
        is_tied = len(equal) > 1
        if is_tied:
            equal.sort()
        for name, team, _, rounds in equal:
            rows.append(_make_row((name, team, halves, is_tied, total, values, rounds, None)))
    rows += sorted(last)
    return Ranking(tuple(comparisons), ties, tuple(rows))


def tie_at_last(names: Mapping[str, str | None], place: int, because: str) -> list[Row]:
    """Rows that share one fixed last place (rulings 6, 63): name to team."""
    return [Row(name, team, 2 * place, len(names) > 1, None, because=because) for name, team in names.items()]


def name_best(place: int) -> str:
    """`best`, `2nd-best`, `3rd-best`, `4th-best`, ..."""
    return "best" if place == 1 else f"{place}{ {2: 'nd', 3: 'rd'}.get(place, 'th') }-best"


def show_rank(row: Row) -> str:
    """`2`, `2.5` (split), `T2` (tied at a whole rank), `–` (none)."""
    if row.rank is None:
        return "–"
    tied = "T" if row.is_tied and row.rank % 2 == 0 else ""
    return f"{tied}{show_halves(row.rank)}"


def show_halves(halves: Halves) -> str:
    """5 is shown as `2.5`, 4 as `2`."""
    return f"{halves // 2}.5" if halves % 2 else str(halves // 2)


def _tied_rank(first_place: int, count: int, ties: Ties) -> Halves:
    return 2 * first_place + (count - 1 if ties == "split" else 0)


def _sort(
    by_values: Mapping[Values, list[Entry]], comparisons: Sequence[Comparison]
) -> list[tuple[Values, list[Entry]]]:
    """The best first.

    Sorting keeps the order of what is equal, so the last comparison sorts first; neighbours in one direction, mostly
    all, are one sort.
    """
    ordered = list(by_values.items())
    stop = len(comparisons)
    for is_lower_better, run in groupby(reversed(comparisons), key=attrgetter("is_lower_better")):
        start = stop - len(list(run))
        compared = slice(start, stop)
        ordered.sort(key=lambda item: item[0][compared], reverse=not is_lower_better)
        stop = start
    return ordered
