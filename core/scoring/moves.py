"""Whose rank changes between two rankings of the same people, for previews and announcements of changes."""

from collections.abc import Mapping
from dataclasses import dataclass

from core.scoring.ranking import Halves, Ranking, Row


@dataclass(frozen=True, slots=True)
class Move:
    """Somebody whose rank changes; a row is None where the list does not hold them."""

    name: str
    before: Row | None
    after: Row | None


def find_moves(before: Ranking | None, after: Ranking | None) -> tuple[Move, ...]:
    """Everybody whose rank differs, in the order of the list after the change; those who only tie anew stay out."""
    old, new = (_rows_of(ranking) for ranking in (before, after))
    moves = (Move(name, old.get(name), new.get(name)) for name in {**new, **old})
    return tuple(move for move in moves if _rank_of(move.before) != _rank_of(move.after))


def _rows_of(ranking: Ranking | None) -> Mapping[str, Row]:
    return {} if ranking is None else {row.name: row for row in ranking.rows}


def _rank_of(row: Row | None) -> Halves | None:
    return None if row is None else row.rank
