"""Two orders of elimination are told apart by whom a revision is about, not by all who made room."""

import pytest

from core.holdem.order import HoldemState, Moved, OrderChange, compare_orders, read_order, write_order

BEFORE = HoldemState((1, 2, 3, 4), (9,), 5)

CHANGES = {
    "out": (HoldemState((1, 2, 3, 4, 5), (9,), 4), OrderChange(out=(5,))),
    "late": (HoldemState((1, 2, 3, 4), (9, 8), 4), OrderChange(late=(8,))),
    "back in": (HoldemState((1, 2, 4), (9,), 6), OrderChange(back=(3,))),
    "one far": (HoldemState((2, 3, 4, 1), (9,), 5), OrderChange(moved=(Moved(1, 9, 6),))),
    "neighbours": (HoldemState((1, 3, 2, 4), (9,), 5), OrderChange(moved=(Moved(3, 7, 8), Moved(2, 8, 7)))),
    "two apart": (HoldemState((4, 2, 3, 1), (9,), 5), OrderChange(moved=(Moved(4, 6, 9), Moved(1, 9, 6)))),
    "out, not late": (HoldemState((1, 9, 2, 3, 4), (), 5), OrderChange(moved=(Moved(9, None, 9),))),
    "late, not out": (HoldemState((1, 2, 4), (9, 3), 5), OrderChange(moved=(Moved(3, 7, None),))),
    "who took the chips": (HoldemState((1, 2, 3, 4), (9,), 5, {2: 7}), OrderChange(noted=((2, 7),))),
    "out by whom": (HoldemState((1, 2, 3, 4, 5), (9,), 4, {5: 7}), OrderChange(out=(5,), noted=((5, 7),))),
    "nothing": (BEFORE, OrderChange()),
}


@pytest.mark.parametrize(("after", "change"), CHANGES.values(), ids=CHANGES)
def test_what_changed(after: HoldemState, change: OrderChange) -> None:
    assert compare_orders(BEFORE, after) == change
    assert read_order(write_order(after)) == after


def test_a_change_is_about_everybody_it_names() -> None:
    change = OrderChange(out=(1,), late=(2,), back=(3,), moved=(Moved(4, 6, 5), Moved(5, 5, 6)))
    assert change.player_ids == {1, 2, 3, 4, 5}
    assert OrderChange(noted=((6, 7),)).player_ids == {6, 7}
    assert OrderChange().player_ids == frozenset()


def test_who_took_the_chips_is_forgotten_of_somebody_who_is_back_in() -> None:
    written = write_order(HoldemState((1, 2), (), 3, {1: 5, 9: 5}))
    assert written == {"out": [1, 2], "late": [], "left": 3, "by": {"1": 5}}
    assert write_order(HoldemState((2,), (), 4, {1: 5})) == {"out": [2], "late": [], "left": 4}


def test_without_how_many_were_left_no_place_is_known() -> None:
    assert HoldemState((1, 2)).find_place(1) is None
    assert BEFORE.find_place(7) is None
    assert BEFORE.find_place(4) == 6


def test_it_is_over_once_nobody_is_left() -> None:
    assert not BEFORE.is_over
    assert not HoldemState((), (1, 2), 0).is_over
    assert HoldemState((1, 2), (), 0).is_over
    assert write_order(HoldemState()) is None
    assert read_order(None) == HoldemState()
