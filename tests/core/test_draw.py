"""Draws: redone by hand, each order equally likely, and seeds that people can copy.

The expected orders were computed apart from the code, with sha256sum and shell arithmetic as the docstring says.
"""

from collections import Counter
from hashlib import sha256
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.draw import Draw, shuffle, toss_coin
from core.errors import RuleError

seeds = st.text(st.characters(codec="ascii", categories=("L", "N", "P")), min_size=1, max_size=20)


@pytest.mark.parametrize(
    ("seed", "items", "expected"),
    [
        ("Getaway Games 2026, bracket", range(1, 13), (9, 2, 11, 3, 1, 12, 4, 5, 10, 7, 6, 8)),
        ("Żółć 🏀", "abcde", ("d", "b", "a", "e", "c")),
        ("0", ["Aces", "Bees", "Cats"], ("Cats", "Aces", "Bees")),
        ("any", [], ()),
        ("any", ["alone"], ("alone",)),
    ],
)
def test_shuffles_are_those_that_were_computed_by_hand(seed, items, expected):
    assert shuffle(seed, items) == expected


@pytest.mark.parametrize(
    ("seed", "expected"),
    [("coin 1", "heads"), ("coin 2", "tails"), ("coin 3", "tails"), ("coin 4", "heads"), ("coin 5", "heads")],
)
def test_coins_are_those_that_were_computed_by_hand(seed, expected):
    assert toss_coin(seed) == expected


def test_one_number_step_by_step():
    digest = sha256(b"Getaway Games 2026, bracket:0").hexdigest()
    assert digest.startswith("4e6608ef")
    assert 0x4E6608EF == 1315309807
    assert 1315309807 % 12 == 7
    assert Draw("Getaway Games 2026, bracket").number_below(12) == 7


def test_values_that_would_favour_small_numbers_are_thrown_away():
    limit = 3_000_000_000  # the limit itself is its only multiple within 2 ** 32
    values = [int(sha256(f"rejection 0:{counter}".encode()).hexdigest()[:8], 16) for counter in range(3)]
    assert values == [4212728967, 3675084087, 2065101376]
    draw = Draw("rejection 0")
    assert draw.number_below(limit) == 2065101376  # counters 0 and 1 were too high
    assert draw.number_below(4_294_967_296) == 3228248118  # counter 3


def test_below_one_there_is_only_nought():
    assert Draw("seed").number_below(1) == 0


@pytest.mark.parametrize("limit", [0, -1, 2**32 + 1])
def test_impossible_limits_are_refused_instead_of_drawing_for_ever(limit):
    with pytest.raises(ValueError, match="no number below"):
        Draw("seed").number_below(limit)


@given(seeds, st.lists(st.integers(), max_size=30))
def test_a_shuffle_is_a_permutation_that_the_description_gives(seed, items):
    assert shuffle(seed, items) == _shuffle_as_described(seed, items)
    assert sorted(shuffle(seed, items)) == sorted(items)


@given(seeds, st.integers(2, 30), st.integers(2, 30))
@settings(max_examples=30)
def test_the_order_depends_on_places_not_on_what_the_items_are(seed, count, offset):
    assert shuffle(seed, range(offset, offset + count)) == tuple(
        place + offset for place in shuffle(seed, range(count))
    )


def test_every_order_is_equally_likely():
    draws = 12_000
    counts = Counter(shuffle(f"uniformity {number}", "abcd") for number in range(draws))
    assert set(counts) == set(permutations("abcd"))
    expected = draws / 24
    chi_squared = sum((count - expected) ** 2 / expected for count in counts.values())
    assert chi_squared < 49.7  # 23 degrees of freedom: higher in 1 of 1,000 fair runs


def test_every_item_comes_first_equally_often():
    draws = 6_000
    counts = Counter(shuffle(f"first {number}", range(12))[0] for number in range(draws))
    chi_squared = sum((counts[item] - draws / 12) ** 2 / (draws / 12) for item in range(12))
    assert chi_squared < 31.3  # 11 degrees of freedom, 1 of 1,000


def test_coins_are_fair():
    tosses = Counter(toss_coin(f"fair {number}") for number in range(4_000))
    assert set(tosses) == {"heads", "tails"}
    assert abs(tosses["heads"] - 2_000) < 104  # 3.3 standard deviations of 31.6


@pytest.mark.parametrize("seed", ["", " ", " seed", "seed ", "two\nlines", "tab\there", "\ud800", "\u202eback"])
@pytest.mark.parametrize("use", [lambda seed: shuffle(seed, "ab"), toss_coin])
def test_seeds_that_nobody_can_copy_are_refused(seed, use):
    with pytest.raises(RuleError) as refusal:
        use(seed)
    assert (
        refusal.value.sentence
        == "A draw's seed is one line of printable text without spaces around it: choose another."
    )


def _shuffle_as_described(seed, items):
    drawn = list(items)
    counter = 0
    for place in reversed(range(1, len(drawn))):
        value = None
        while value is None:
            value = int(sha256(f"{seed}:{counter}".encode()).hexdigest()[:8], 16)
            counter += 1
            if value >= 2**32 // (place + 1) * (place + 1):
                value = None
        chosen = value % (place + 1)
        drawn[place], drawn[chosen] = drawn[chosen], drawn[place]
    return tuple(drawn)
