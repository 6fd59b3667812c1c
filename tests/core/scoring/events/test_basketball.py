"""Basketball sure shot: what a spot is worth (G96), and how a round is typed."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import RuleError
from core.scoring.event import get_event
from core.scoring.games import Round

BASKETBALL: Any = get_event("basketball")
ENTRY = BASKETBALL.entry
TYPE = "Type four counts, layups to 30-footers, like 6 4 2 0, or the total, like 24."


@pytest.mark.parametrize(
    ("spot", "label", "points"), [(0, "Layups", 1), (1, "15-footers", 2), (2, "3-pointers", 5), (3, "30-footers", 10)]
)
def test_g96_a_shot_is_worth_its_spot(spot: int, label: str, points: int) -> None:
    counts = [0] * 4
    counts[spot] = 3
    assert ENTRY.from_counts(counts).points == 3 * points
    assert (ENTRY.counts[spot].label, ENTRY.counts[spot].points) == (label, points)


def test_two_rounds_a_player_and_weather_stops_nothing() -> None:
    """G93."""
    found = (BASKETBALL.rounds, BASKETBALL.scored, BASKETBALL.can_be_cancelled, BASKETBALL.default_ties)
    assert found == (2, "player", False, "share")


@given(st.lists(st.integers(0, 999), min_size=4, max_size=4))
def test_counts_are_read_again_as_they_are_shown(counts: list[int]) -> None:
    entered = ENTRY.from_counts(counts)
    layups, near, three, far = counts
    assert entered == Round(layups + 2 * near + 5 * three + 10 * far, tuple(counts))
    assert ENTRY.parse(ENTRY.show(entered)) == entered


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("6 4 2", f'"6 4 2" is not a basketball round. {TYPE}'),
        ("100000", f"100000 is not a basketball round (4 counts of shots made, or a total of 0 to 99999). {TYPE}"),
        ("6 4 2 1000", f"30-footers: 1000 is not a count of shots made (0 to 999). {TYPE}"),
    ],
)
def test_what_is_no_round_is_refused_with_what_to_type(text: str, sentence: str) -> None:
    with pytest.raises(RuleError) as refused:
        ENTRY.parse(text)
    assert refused.value.sentence == sentence


def test_ruling_115_a_round_above_60_is_asked_about() -> None:
    assert ENTRY.find_doubt(ENTRY.parse("60")) is None
    assert (
        ENTRY.find_doubt(ENTRY.parse("61"))
        == "61 is read as 61 points, and a basketball round above 60 is rare: 61 or 6?"
    )
