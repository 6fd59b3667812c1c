"""Ranks of equal entries, against published tables; ranks as they are shown."""

import json
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.scoring.games import Ties
from core.scoring.ranking import (
    Comparison,
    Row,
    Unit,
    name_best,
    rank,
    show_halves,
    show_rank,
    tie_at_last,
)

POINTS = Unit("point", "points")
MORE = Comparison("points", POINTS, 0, 1_000)
FEWER = Comparison("fouls", POINTS, 0, 1_000, is_lower_better=True)


def places(scores: Sequence[int], ties: Ties) -> list[float]:
    entries = [(f"{index:03}", None, (score,), ()) for index, score in enumerate(scores)]
    ranking = rank(entries, [MORE], ties)
    return [(row.rank or 0) / 2 for row in sorted(ranking.rows)]


ROSETTA = [44, 42, 42, 41, 41, 41, 39]


def test_shared_ranks_are_the_standard_competition_ranking() -> None:
    """https://rosettacode.org/wiki/Ranking_methods, "standard"."""
    assert places(ROSETTA, "share") == [1, 2, 2, 4, 4, 4, 7]


def test_split_ranks_are_the_fractional_ranking() -> None:
    """https://rosettacode.org/wiki/Ranking_methods, "fractional"."""
    assert places(ROSETTA, "split") == [1, 2.5, 2.5, 5, 5, 5, 7]


@given(st.lists(st.integers(0, 5)))
def test_split_ranks_sum_up_to_the_places_taken(scores: list[int]) -> None:
    """G43: whatever the ties, 1 + 2 + ... + n."""
    assert sum(places(scores, "split")) == len(scores) * (len(scores) + 1) / 2


@given(st.lists(st.integers(0, 5)))
def test_a_shared_rank_is_one_more_than_how_many_are_better(scores: list[int]) -> None:
    """G66."""
    assert places(scores, "share") == [1 + sum(other > score for other in scores) for score in scores]


VALUES = st.tuples(st.integers(-3, 3), st.integers(0, 2), st.integers(-1, 1))


@given(st.lists(VALUES, max_size=12), st.lists(st.booleans(), min_size=3, max_size=3))
def test_the_order_is_that_of_comparing_value_after_value(values: list[tuple[int, ...]], lower: list[bool]) -> None:
    comparisons = [Comparison("x", POINTS, -3, 3, is_lower_better=better) for better in lower]
    entries = [(f"{index:02}", None, own, ()) for index, own in enumerate(values)]
    turned = {
        name: tuple(value if better else -value for value, better in zip(own, lower, strict=True))
        for name, _, own, _ in entries
    }
    ranking = rank(entries, comparisons, "share")
    assert [row.name for row in ranking.rows] == sorted(turned, key=lambda name: (turned[name], name))
    for row in ranking.rows:
        assert row.rank == 2 * (1 + sum(other < turned[row.name] for other in turned.values()))
        assert row.is_tied == (list(turned.values()).count(turned[row.name]) > 1)


def test_equal_ranks_stand_in_the_order_of_code_points() -> None:
    names = ["a", "Ł", "Z", "é", "🏀", "B"]
    ranking = rank([(name, None, (0,), ()) for name in names], [MORE], "share")
    assert [row.name for row in ranking.rows] == ["B", "Z", "a", "é", "Ł", "🏀"]


def test_rows_with_a_fixed_rank_come_last_in_name_order() -> None:
    ranking = rank([("z", None, (1,), ())], [MORE], "split", last=tie_at_last({"b": None, "a": "Aces"}, 8, "was late"))
    assert [(row.name, row.rank, row.is_tied, row.because) for row in ranking.rows] == [
        ("z", 2, False, None),
        ("a", 16, True, "was late"),
        ("b", 16, True, "was late"),
    ]
    assert ranking.find("b") == ranking.rows[2]
    assert ranking.find("c") is None


def test_an_empty_list_has_no_rows() -> None:
    assert rank([], [MORE, FEWER], "share").rows == ()


@pytest.mark.parametrize(
    ("halves", "is_tied", "shown"),
    [(2, False, "1"), (5, True, "2.5"), (4, True, "T2"), (200, False, "100"), (None, False, "–")],
)
def test_ranks_are_shown_exactly_and_ties_marked(halves: int | None, is_tied: bool, shown: str) -> None:
    assert show_rank(Row("Ann", None, halves, is_tied, None)) == shown


def test_halves_are_shown_as_json_numbers() -> None:
    assert [json.loads(show_halves(halves)) for halves in (0, 1, 2, 3, 25)] == [0, 0.5, 1, 1.5, 12.5]


def test_best_and_next_best() -> None:
    assert [name_best(place) for place in (1, 2, 3, 4, 12)] == ["best", "2nd-best", "3rd-best", "4th-best", "12th-best"]
