"""The derby's station: the next team up shags, and the pitcher is of the hitter's team."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import RuleError
from core.station import find_shagging_team, list_pitchers, require_pitcher

NAMES = {1: "Ann", 2: "Bo", 3: "Cy", 4: "Di", 9: "Zoe"}
TEAM = (1, 2, 3, 4)


@pytest.mark.parametrize(
    ("order", "hitting", "unfinished", "shagging"),
    [
        ((1, 2, 3), 1, {1, 2, 3}, 2),
        ((1, 2, 3), 3, {1, 2, 3}, 1),
        ((1, 2, 3), 1, {1, 3}, 3),
        ((1, 2, 3), 2, {2}, 3),
        ((1, 2, 3), 2, (), 3),
        ((1,), 1, {1}, None),
    ],
)
def test_g56_the_next_team_up_shags(
    order: tuple[int, ...], hitting: int, unfinished: set[int], shagging: int | None
) -> None:
    assert find_shagging_team(order, hitting, unfinished) == shagging


@given(st.permutations(range(6)), st.integers(0, 5), st.sets(st.integers(0, 5)))
def test_a_team_never_shags_for_itself(order: list[int], hitting: int, unfinished: set[int]) -> None:
    assert find_shagging_team(order, hitting, unfinished) not in (hitting, None)


def test_g58_the_pitcher_is_another_player_of_the_team() -> None:
    assert list_pitchers(1, TEAM, {3}) == (2, 4)
    require_pitcher(1, 2, TEAM, {3}, NAMES)


@pytest.mark.parametrize(
    ("pitcher", "out", "sentence"),
    [
        (1, set[int](), "Ann hits, so somebody else of the team pitches. Choose Bo or Cy or Di."),
        (9, {4}, "The pitcher has to be of the hitter's own team. Choose Bo or Cy."),
        (3, {3}, "Cy is out and cannot pitch. Choose Bo or Di."),
        (2, {2, 3, 4}, "Nobody of Ann's team is left to pitch, and nobody else may. A director decides."),
    ],
)
def test_g58_anybody_else_is_refused(pitcher: int, out: set[int], sentence: str) -> None:
    with pytest.raises(RuleError) as refused:
        require_pitcher(1, pitcher, TEAM, out, NAMES)
    assert refused.value.sentence == sentence
