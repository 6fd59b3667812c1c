"""Golf: who plays with whom."""

import pytest

from core.golf import name_start, pair_by_rank


@pytest.mark.parametrize(
    ("ranked", "pairs"),
    [
        ("", ()),
        ("A", (("A",),)),
        ("AB", (("A", "B"),)),
        ("ABCDE", (("A", "B"), ("C", "D"), ("E",))),
    ],
)
def test_adjacent_ranks_play_together_and_an_odd_last_one_alone(
    ranked: str, pairs: tuple[tuple[str, ...], ...]
) -> None:
    """G117, G118; ruling 54."""
    assert pair_by_rank(tuple(ranked)) == pairs


@pytest.mark.parametrize(
    ("place", "start"), [(1, "Hole 1"), (18, "Hole 18"), (19, "Hole 1, group 2"), (37, "Hole 1, group 3")]
)
def test_where_a_pair_starts(place: int, start: str) -> None:
    assert name_start(place) == start
