"""Bags sure toss: what a bag is worth (G73-G75), four to a tier (G72), and how a round is typed."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import RuleError
from core.scoring.event import get_event
from core.scoring.games import Round

BAGS: Any = get_event("bags")
ENTRY = BAGS.entry
TYPE = "Type on/in for each of the three tiers, like 1/0 2/1 0/3, or the total, like 40."


@pytest.mark.parametrize(
    ("text", "points"),
    [
        pytest.param("1/0 0/0 0/0", 1, id="G73 on"),
        pytest.param("0/1 0/0 0/0", 3, id="G73 in"),
        pytest.param("0/0 1/0 0/0", 2, id="G74 on"),
        pytest.param("0/0 0/1 0/0", 6, id="G74 in"),
        pytest.param("0/0 0/0 1/0", 3, id="G75 on"),
        pytest.param("0/0 0/0 0/1", 9, id="G75 in"),
        pytest.param("0/4 0/4 0/4", 72, id="G71 the best round"),
        pytest.param("1/0 2/1 0/3", 38, id="the contract's example"),
        pytest.param("4/0,0/4;0/4", 64, id="commas and semicolons"),
    ],
)
def test_a_bag_is_worth_its_tier_and_three_times_that_in_the_hole(text: str, points: int) -> None:
    assert ENTRY.parse(text).points == points


def test_the_form_asks_tier_by_tier() -> None:
    assert [(count.label, count.points, count.highest) for count in ENTRY.counts] == [
        ("Tier 1 on", 1, 4),
        ("Tier 1 in", 3, 4),
        ("Tier 2 on", 2, 4),
        ("Tier 2 in", 6, 4),
        ("Tier 3 on", 3, 4),
        ("Tier 3 in", 9, 4),
    ]
    assert (BAGS.rounds, BAGS.scored, BAGS.can_be_cancelled, BAGS.default_ties) == (3, "player", False, "share")


TIER = st.integers(0, 4).flatmap(lambda on: st.tuples(st.just(on), st.integers(0, 4 - on)))


@given(st.tuples(TIER, TIER, TIER))
def test_counts_are_worth_what_their_labels_say_and_are_read_again(tiers: tuple[tuple[int, int], ...]) -> None:
    counts = [count for tier in tiers for count in tier]
    entered = ENTRY.from_counts(counts)
    assert entered.points == sum(count.points * number for count, number in zip(ENTRY.counts, counts, strict=True))
    assert ENTRY.show(entered) == " ".join(f"{on}/{holed}" for on, holed in tiers)
    assert ENTRY.parse(ENTRY.show(entered)) == entered


@given(st.integers(0, 72).filter(lambda total: total != 71))
def test_totals_are_read_again(total: int) -> None:
    assert ENTRY.parse(str(total)) == Round(total, total)
    assert ENTRY.show(Round(total, total)) == str(total)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", f'"" is not a bags round. {TYPE}'),
        ("71", f"No set of bags gives 71 points. {TYPE}"),
        ("73", f"73 is not a bags round (0 to 72). {TYPE}"),
        ("1/0 2/1", f'"1/0 2/1" is not a bags round. {TYPE}'),
        ("1/0 2/1 0/3 0/0", f'"1/0 2/1 0/3 0/0" is not a bags round. {TYPE}'),
        ("1/0 2/1 3", f'"1/0 2/1 3" is not a bags round. {TYPE}'),
        ("1/0/0 2/1 0/3", f'"1/0/0 2/1 0/3" is not a bags round. {TYPE}'),
        ("1/ 2/1 0/3", f'"1/ 2/1 0/3" is not a bags round. {TYPE}'),
        ("1/0 2/1 0/5", f"Tier 3 in: 5 is not a count of bags (0 to 4). {TYPE}"),
        ("1/0 2/3 0/3", f"Tier 2 has 4 bags, not 5 (2 on, 3 in). {TYPE}"),
        ("4/4 4/4 4/4", f"Tier 1 has 4 bags, not 8 (4 on, 4 in). {TYPE}"),
    ],
)
def test_g72_what_is_no_round_is_refused_with_what_to_type(text: str, sentence: str) -> None:
    with pytest.raises(RuleError) as refused:
        ENTRY.parse(text)
    assert refused.value.sentence == sentence


def test_counts_out_of_range_are_refused_wherever_they_come_from() -> None:
    with pytest.raises(RuleError) as refused:
        ENTRY.from_counts([0, 0, -1, 0, 0, 0])
    assert refused.value.sentence == f"Tier 2 on: -1 is not a count of bags (0 to 4). {TYPE}"


def test_ruling_115_no_possible_round_is_implausible() -> None:
    assert ENTRY.find_doubt(ENTRY.parse("72")) is None
