"""Home-run derby: what a tier is worth (G50-G54), and how a round is typed."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import RuleError
from core.scoring.event import get_event
from core.scoring.games import Round

DERBY: Any = get_event("derby")
ENTRY = DERBY.entry
TYPE = "Type five counts, tier 1 to tier 5, like 1 0 2 0 3, or the total, like 17."


@pytest.mark.parametrize(
    ("tier", "points"),
    [
        pytest.param(1, 1, id="G50"),
        pytest.param(2, 2, id="G51"),
        pytest.param(3, 3, id="G52"),
        pytest.param(4, 4, id="G53"),
        pytest.param(5, 5, id="G54"),
    ],
)
def test_a_home_run_is_worth_its_tier(tier: int, points: int) -> None:
    counts = [0] * 5
    counts[tier - 1] = 7
    assert ENTRY.from_counts(counts).points == 7 * points
    assert ENTRY.counts[tier - 1].points == points


def test_the_form_has_a_count_for_each_tier() -> None:
    assert [(count.label, count.lowest, count.highest) for count in ENTRY.counts] == [
        ("Tier 1 (140 ft)", 0, 999),
        ("Tier 2 (160 ft)", 0, 999),
        ("Tier 3 (180 ft)", 0, 999),
        ("Tier 4 (200 ft)", 0, 999),
        ("Tier 5 (220 ft)", 0, 999),
    ]
    assert (DERBY.rounds, DERBY.scored, DERBY.can_be_cancelled, DERBY.default_ties) == (2, "player", True, "share")


@given(st.lists(st.integers(0, 999), min_size=5, max_size=5))
def test_counts_are_read_again_as_they_are_shown(counts: list[int]) -> None:
    entered = ENTRY.from_counts(counts)
    assert entered == Round(sum(tier * count for tier, count in enumerate(counts, start=1)), tuple(counts))
    assert ENTRY.parse(ENTRY.show(entered)) == entered
    assert ENTRY.parse(", ".join(map(str, counts))) == entered


@given(st.integers(0, 99_999))
def test_totals_are_read_again_as_they_are_shown(total: int) -> None:
    assert ENTRY.parse(f" {total}\n") == Round(total, total)
    assert ENTRY.show(Round(total, total)) == str(total)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", f'"" is not a derby round. {TYPE}'),
        ("many", f'"many" is not a derby round. {TYPE}'),
        ("1 0 2 0", f'"1 0 2 0" is not a derby round. {TYPE}'),
        ("1 0 2 0 3 1", f'"1 0 2 0 3 1" is not a derby round. {TYPE}'),
        ("1 0 2 0 x", f'"1 0 2 0 x" is not a derby round. {TYPE}'),
        ("-1", f'"-1" is not a derby round. {TYPE}'),
        ("1.5", f'"1.5" is not a derby round. {TYPE}'),
        ("1\u202e7", f'"1\\u202e7" is not a derby round. {TYPE}'),
        ("100000", f"100000 is not a derby round (5 counts of home runs, or a total of 0 to 99999). {TYPE}"),
        ("1 0 1000 0 3", f"Tier 3 (180 ft): 1000 is not a count of home runs (0 to 999). {TYPE}"),
        ("9" * 5_000, f'"{"9" * 80}…" is not a derby round. {TYPE}'),
    ],
)
def test_what_is_no_round_is_refused_with_what_to_type(text: str, sentence: str) -> None:
    with pytest.raises(RuleError) as refused:
        ENTRY.parse(text)
    assert refused.value.sentence == sentence


@pytest.mark.parametrize(("count", "shown"), [(-1, "-1"), (1_000, "1000"), (True, "true"), (10**30, str(10**30))])
def test_counts_out_of_range_are_refused_wherever_they_come_from(count: int, shown: str) -> None:
    with pytest.raises(RuleError) as refused:
        ENTRY.from_counts([0, 0, 0, 0, count])
    assert refused.value.sentence == f"Tier 5 (220 ft): {shown} is not a count of home runs (0 to 999). {TYPE}"


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ("75", None),
        ("76", "76 is read as 76 points, and a derby round above 75 is rare: 76 or 7?"),
        ("240", "240 is read as 240 points, and a derby round above 75 is rare: 240 or 24?"),
        ("0 0 0 0 15", None),
        ("1 0 0 0 15", "1 0 0 0 15 is read as 76 points, and a derby round above 75 is rare"),
    ],
)
def test_ruling_115_a_round_above_75_is_asked_about(text: str, doubt: str | None) -> None:
    assert ENTRY.find_doubt(ENTRY.parse(text)) == doubt
