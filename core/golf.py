"""Golf: who plays with whom (G117, G118; rulings 54, 55)."""

from collections.abc import Sequence
from typing import TypeVar

Team = TypeVar("Team")

HOLES = 18
TEAMS_PER_HOLE = 2


def pair_by_rank(ranked: Sequence[Team]) -> tuple[tuple[Team, ...], ...]:
    """Teams in the order of their overall ranks, two a hole: the first with the second, the third with the fourth.

    Where their number is odd, the last one plays alone, with a marker.
    """
    return tuple(tuple(ranked[first : first + TEAMS_PER_HOLE]) for first in range(0, len(ranked), TEAMS_PER_HOLE))


def name_start(place: int) -> str:
    """On which hole a pair starts; with more pairs than holes the next ones follow as second, third, ... groups."""
    group, hole = divmod(place - 1, HOLES)
    return f"Hole {hole + 1}" if group == 0 else f"Hole {hole + 1}, group {group + 1}"
