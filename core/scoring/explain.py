"""Why a team or player stands where it does: what was compared with the neighbours above and below, and what decided.

A neighbour is the nearest entry with another rank; those with the same rank are level. For each neighbour the smallest
change of the own value in the deciding comparison that would have reversed the order is found, all else equal.
"""

import difflib
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from core.errors import NotFound
from core.scoring.event import get_event
from core.scoring.faults import quote
from core.scoring.games import Ejection, Games
from core.scoring.json_fields import normalize_name
from core.scoring.ranking import Comparison, Halves, Ranking, Row
from core.scoring.standings import Overall, Standings

Kind = Literal["team", "player"]

_MOST_HINTS = 5


@dataclass(frozen=True, slots=True)
class Compared:
    """One comparison: the own value and the neighbour's."""

    comparison: Comparison
    own: int
    other: int

    @property
    def decides(self) -> bool:
        """Whether the values differ."""
        return self.own != self.other


@dataclass(frozen=True, slots=True)
class Change:
    """The smallest change of the own value in the deciding comparison that reverses the order, all else equal."""

    comparison: Comparison
    own: int
    to: int

    @property
    def amount(self) -> int:
        """How much; in the comparison's measure."""
        return abs(self.to - self.own)

    @property
    def is_possible(self) -> bool:
        """Whether anybody can have this value."""
        return self.comparison.lowest <= self.to <= self.comparison.highest


@dataclass(frozen=True, slots=True)
class Duel:
    """How an entry compares with a neighbour: the comparisons up to the one that decided."""

    other: Row
    compared: tuple[Compared, ...]
    """Empty where one of the two has no values: then the row's `because` says what its rank comes from."""
    change: Change | None


@dataclass(frozen=True, slots=True)
class Standing:
    """Where an entry stands in one list."""

    key: str
    """The event, or `overall`."""
    title: str
    counts: bool
    """Whether the event counts for the overall standings."""
    reason: str | None = None
    """Why there is no row, or no rank, or the rank is fixed whatever the values."""
    row: Row | None = None
    ranked: int = 0
    """How many have a rank."""
    comparisons: tuple[Comparison, ...] = ()
    ties: str = ""
    level: tuple[str, ...] = ()
    above: Duel | None = None
    below: Duel | None = None
    ranks: Mapping[str, Halves] | None = None
    """Overall only: the ranks that are summed."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A team or player, in every list."""

    kind: Kind
    name: str
    team: str | None
    overall: Standing
    events: tuple[Standing, ...]


def explain(games: Games, standings: Standings, name: str) -> tuple[Subject, ...]:
    """Everybody of that name: a team, a player, or both. Raises NotFound, with the names that are close."""
    wanted = normalize_name(name)
    kinds: list[Kind] = []
    if wanted in games.roster.team_names:
        kinds.append("team")
    if wanted in games.roster.team_of:
        kinds.append("player")
    if not kinds:
        raise NotFound(_describe_unknown(wanted, [*games.roster.team_names, *games.roster.team_of]))
    return tuple(_explain_subject(games, standings, kind, wanted) for kind in kinds)


def find_change(
    comparisons: Sequence[Comparison], own: Sequence[int], other: Sequence[int], *, to_better: bool
) -> Change | None:
    """The smallest change of the own value in the comparison that decides; None where all are equal.

    With `to_better` the own entry is behind and is to get ahead, else it is ahead and is to fall behind.
    """
    decisive = find_decisive(own, other)
    if decisive is None:
        return None
    comparison = comparisons[decisive]
    target = other[decisive]
    rest = slice(decisive + 1, None)
    next_decisive = find_decisive(own[rest], other[rest])
    goes_on = False
    if next_decisive is not None:
        index = decisive + 1 + next_decisive
        goes_on = is_ahead(comparisons[index], own[index], other[index]) == to_better
    if not (goes_on or comparison.is_unique):
        upwards = to_better != comparison.is_lower_better
        target += comparison.step if upwards else -comparison.step
    return Change(comparison, own[decisive], target)


def find_decisive(own: Sequence[int], other: Sequence[int]) -> int | None:
    """Index of the first comparison in which two entries differ."""
    return next((index for index, pair in enumerate(zip(own, other, strict=True)) if pair[0] != pair[1]), None)


def is_ahead(comparison: Comparison, own: int, other: int) -> bool:
    """Whether the own value is the better of two that differ."""
    return (own < other) == comparison.is_lower_better


def _explain_subject(games: Games, standings: Standings, kind: Kind, name: str) -> Subject:
    team = games.roster.team_of[name] if kind == "player" else None
    overall = standings.teams if kind == "team" else standings.players
    return Subject(
        kind,
        name,
        team,
        _explain_overall(overall, name),
        tuple(_explain_event(games, standings, event, kind, name) for event in games.events),
    )


def _explain_overall(overall: Overall, name: str) -> Standing:
    return _explain_row(overall.ranking, name, "overall", "Overall", counts=True, ranks=overall.ranks_of(name))


def _explain_event(games: Games, standings: Standings, key: str, kind: Kind, name: str) -> Standing:
    event = get_event(key)
    ranked = standings.events.get(key)
    if ranked is None:
        reason = "was cancelled" if key in standings.cancelled else "has not been played"
        return Standing(key, event.title, False, reason)
    counts = key in standings.counted
    ranking = ranked.teams if kind == "team" else ranked.players
    if ranking is None:
        return Standing(key, event.title, False, "ranks teams only")
    if ranking.find(name) is None:
        return Standing(key, event.title, counts, _describe_absence(games, key, kind, name))
    return _explain_row(ranking, name, key, event.title, counts=counts)


def _describe_absence(games: Games, event: str, kind: Kind, name: str) -> str:
    """Why somebody is not in an event's list."""
    own = (games.ejected_teams if kind == "team" else games.ejected_players).get(name)
    if _misses(own, event, games):
        return f"takes place without {name}: {'ejected or withdrawn' if kind == 'team' else 'ejected'}"
    return f"takes place without {name}: the team was ejected or withdrew"


def _misses(ejection: Ejection | None, event: str, games: Games) -> bool:
    return ejection is not None and event in ejection.get_missed(games.events)


def _explain_row(
    ranking: Ranking, name: str, key: str, title: str, *, counts: bool, ranks: Mapping[str, Halves] | None = None
) -> Standing:
    rows = ranking.rows
    row = rows[ranking.places[name]]
    ranked = bisect_left(rows, True, key=_has_no_rank)
    standing = Standing(
        key, title, counts, row.because, row, ranked, comparisons=ranking.comparisons, ties=ranking.ties, ranks=ranks
    )
    if row.rank is None:
        return standing
    start = bisect_left(rows, row.rank, hi=ranked, key=_get_rank)
    end = bisect_right(rows, row.rank, hi=ranked, key=_get_rank)
    return replace(
        standing,
        level=tuple(other.name for other in rows[start:end] if other.name != name),
        above=_compare(ranking, row, rows[start - 1], to_better=True) if start > 0 else None,
        below=_compare(ranking, row, rows[end], to_better=False) if end < ranked else None,
    )


def _compare(ranking: Ranking, row: Row, other: Row, *, to_better: bool) -> Duel:
    if not (row.values and other.values):
        return Duel(other, (), None)
    change = find_change(ranking.comparisons, row.values, other.values, to_better=to_better)
    decisive = find_decisive(row.values, other.values) or 0
    compared = tuple(map(Compared, ranking.comparisons, row.values, other.values))
    return Duel(other, compared[: decisive + 1], change)


def _has_no_rank(row: Row) -> bool:
    return row.rank is None


def _get_rank(row: Row) -> Halves:
    return row.rank or 0


def _describe_unknown(name: str, known: Iterable[str]) -> str:
    """Nobody has this name; those that are spelled nearly so, accents and case aside."""
    by_plain: dict[str, str] = {_plain(one): one for one in known}
    close = difflib.get_close_matches(_plain(name), by_plain, n=_MOST_HINTS)
    hint = f"; did you mean {' or '.join(quote(by_plain[plain]) for plain in close)}?" if close else ""
    return f"No team or player is called {quote(name)}{hint}"


def _plain(name: str) -> str:
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    return "".join(character for character in decomposed if not unicodedata.combining(character))
