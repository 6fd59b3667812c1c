"""Who is named when a list changes: whoever's rank differs, in the order of the list as it will be."""

from core.scoring.games import Ties
from core.scoring.moves import find_moves
from core.scoring.ranking import Comparison, Ranking, Unit, rank

PINS = Comparison("pins", Unit("pin", "pins"), 0, 1_000)


def rank_pins(ties: Ties = "share", **pins: int) -> Ranking:
    return rank([(name, None, (count,), ()) for name, count in pins.items()], [PINS], ties)


def moves(before: Ranking | None, after: Ranking | None) -> list[tuple[str, int | None, int | None]]:
    """Names with their ranks before and after, in half places."""
    return [
        (move.name, move.before.rank if move.before else None, move.after.rank if move.after else None)
        for move in find_moves(before, after)
    ]


BEFORE = rank_pins(Ann=300, Bob=200, Cid=100)


def test_those_who_change_places_in_the_order_after_it() -> None:
    assert moves(BEFORE, rank_pins(Ann=300, Bob=200, Cid=250)) == [("Cid", 6, 4), ("Bob", 4, 6)]


def test_nobody_while_only_the_pins_change() -> None:
    assert moves(BEFORE, rank_pins(Ann=290, Bob=210, Cid=110)) == []


def test_whoever_ties_anew_at_the_same_rank_stays_out() -> None:
    assert moves(BEFORE, rank_pins(Ann=300, Bob=200, Cid=200)) == [("Cid", 6, 4)]
    assert moves(rank_pins("split", Ann=2, Bob=1), rank_pins("split", Ann=2, Bob=2)) == [("Ann", 2, 3), ("Bob", 4, 3)]


def test_whoever_comes_or_goes_has_no_rank_on_that_side() -> None:
    assert moves(BEFORE, rank_pins(Ann=300, Cid=100, Dee=50)) == [("Cid", 6, 4), ("Dee", None, 6), ("Bob", 4, None)]


def test_a_list_that_was_not_there_or_no_longer_is() -> None:
    assert moves(None, rank_pins(Ann=2, Bob=1)) == [("Ann", None, 2), ("Bob", None, 4)]
    assert moves(rank_pins(Ann=2, Bob=1), None) == [("Ann", 2, None), ("Bob", 4, None)]
    assert moves(None, None) == []
