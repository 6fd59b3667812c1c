"""The dead button: the worked cases, and what holds whoever goes out or comes."""

from collections.abc import Collection

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import RuleError
from core.holdem.button import Hand, deal_next

ALL = {1, 2, 3, 4, 5, 6}


def show(hand: Hand) -> str:
    """Button, dealer, small and big blind; `-`: nobody posts it."""
    return f"{hand.button}/{hand.dealer}/{hand.small if hand.has_small else '-'}/{hand.big}"


def follow(taken: Collection[int], hands: int = 3, small: int = 2, big: int = 3) -> list[str]:
    found: list[str] = []
    for _ in range(hands):
        hand = deal_next(small, big, taken)
        found.append(show(hand))
        small, big = hand.small, hand.big
    return found


CASES = {
    "nobody goes": (ALL, ["2/2/3/4", "3/3/4/5", "4/4/5/6"]),
    "g182_g185 the big blind goes": (ALL - {3}, ["2/2/-/4", "3/2/4/5", "4/4/5/6"]),
    "g186_g188 the small blind goes": (ALL - {2}, ["2/1/3/4", "3/3/4/5", "4/4/5/6"]),
    "both go": (ALL - {2, 3}, ["2/1/-/4", "3/1/4/5", "4/4/5/6"]),
    "the next one goes": (ALL - {4}, ["2/2/3/5", "3/3/5/6", "5/5/6/1"]),
    "the big blind and the next one go": (ALL - {3, 4}, ["2/2/-/5", "3/2/5/6", "5/5/6/1"]),
    "the button goes": (ALL - {1}, ["2/2/3/4", "3/3/4/5", "4/4/5/6"]),
    "the new player in 4 is big blind at once": ({1, 2, 3, 4, 5, 6}, ["2/2/3/4", "3/3/4/5", "4/4/5/6"]),
    "of three the button goes": ({2, 3}, ["3/3/3/2", "2/2/2/3", "3/3/3/2"]),
    "of three the small blind goes": ({1, 3}, ["3/3/3/1", "1/1/1/3", "3/3/3/1"]),
}


@pytest.mark.parametrize(("taken", "hands"), CASES.values(), ids=CASES)
def test_worked_cases(taken: Collection[int], hands: list[str]) -> None:
    assert follow(taken) == hands


def test_a_third_player_comes_to_two() -> None:
    assert follow({1, 4, 5}, small=1, big=4) == ["1/1/4/5", "4/4/5/1", "5/5/1/4"]
    assert follow({1, 3, 4}, small=1, big=4) == ["3/3/4/1", "4/4/1/3", "1/1/3/4"]


def test_new_players_between_the_button_and_the_blinds_wait() -> None:
    hand = deal_next(2, 5, {1, 2, 3, 4, 5, 6, 7})
    assert (show(hand), hand.waiting) == ("2/2/5/6", (3, 4))
    assert deal_next(hand.small, hand.big, {1, 2, 3, 4, 5, 6, 7}).waiting == ()


def test_unless_fewer_than_three_would_be_dealt_in() -> None:
    hand = deal_next(2, 5, {4, 5, 6})
    assert (show(hand), hand.waiting) == ("4/4/5/6", ())
    hand = deal_next(8, 3, {1, 2, 3, 8})
    assert (show(hand), hand.waiting) == ("2/2/3/8", ())


@pytest.mark.parametrize(("small", "big"), [(3, 3), (0, 3), (3, 9)])
def test_blinds_that_cannot_be(small: int, big: int) -> None:
    with pytest.raises(RuleError) as refused:
        deal_next(small, big, ALL)
    assert refused.value.sentence == "The two blinds of a hand are two different seats. Choose them again."


@pytest.mark.parametrize("taken", [set[int](), {4}])
def test_a_table_without_two_players(taken: set[int]) -> None:
    with pytest.raises(RuleError) as refused:
        deal_next(1, 2, taken)
    assert refused.value.sentence == (
        "Fewer than two players sit at this table, so no hand is dealt at it. Choose another table."
    )


@settings(max_examples=100)
@given(st.data())
def test_nobody_escapes_the_big_blind_and_nobody_pays_it_twice_running(data: st.DataObject) -> None:
    seats = st.sets(st.integers(1, 8), min_size=2, max_size=8)
    taken = data.draw(seats)
    small, big = data.draw(st.permutations(sorted(taken)))[:2]
    hand = deal_next(small, big, taken)
    for _ in range(12):
        before = hand
        taken = data.draw(seats)
        hand = deal_next(hand.small, hand.big, taken)
        assert hand.big in taken
        assert hand.dealer in taken
        assert hand.dealer != hand.big
        assert hand.big != before.big
        assert hand.has_small is (hand.small in taken)
        assert not {hand.dealer, hand.big, hand.small}.intersection(hand.waiting)
        assert len(taken) - len(hand.waiting) >= min(3, len(taken))
        skipped = {(before.big - 1 + n) % 8 + 1 for n in range(1, (hand.big - before.big) % 8)}
        assert taken.isdisjoint(skipped)
