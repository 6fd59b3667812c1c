"""Golf scramble: ties by the hardest hole (G120, G121), teams without a card, and how a card is typed."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import RuleError
from core.scoring.event import get_event
from core.scoring.games import Games, Round, Team
from core.scoring.standings import compute_standings
from tests.core.scoring.documents import THREE, document, ranks, standings

GOLF: Any = get_event("golf")
ENTRY = GOLF.entry
TYPE = "Type the strokes of the 18 holes in order, like 4 4 3 4 5 3 4 4 5 4 3 4 5 4 3 4 4 5."
PAR = [4] * 18
STROKE_INDEX = [7, 15, 3, 11, 1, 17, 5, 13, 9, 8, 16, 4, 12, 2, 18, 6, 14, 10]


def card(**strokes: int) -> list[int]:
    """Fours, but for the named holes: `card(h5=3, h14=5)`."""
    return [strokes.get(f"h{hole}", 4) for hole in range(1, 19)]


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        pytest.param(
            {"Aces": card(), "Bees": card(h1=3), "Cats": card(h1=5)},
            {"Bees": 1, "Aces": 2, "Cats": 3},
            id="fewest strokes",
        ),
        pytest.param(
            {"Aces": card(h5=5, h14=3), "Bees": card(), "Cats": card(h5=3, h14=5)},
            {"Cats": 1, "Bees": 2, "Aces": 3},
            id="G120 the hole of stroke index 1",
        ),
        pytest.param(
            {"Aces": card(h14=3, h3=5), "Bees": card(h14=4), "Cats": card(h14=5, h3=3)},
            {"Aces": 1, "Bees": 2, "Cats": 3},
            id="G121 then that of stroke index 2",
        ),
        pytest.param(
            {"Aces": card(h15=5, h6=3), "Bees": card(h15=3, h6=5), "Cats": card(h15=6, h6=2)},
            {"Cats": 1, "Aces": 2, "Bees": 3},
            id="G121 down to that of stroke index 17",
        ),
        pytest.param(
            {"Aces": PAR, "Bees": PAR, "Cats": card(h1=5)},
            {"Aces": 1, "Bees": 1, "Cats": 3},
            id="ruling 57 equal on all",
        ),
        pytest.param({"Aces": PAR, "Cats": card(h1=3)}, {"Cats": 1, "Aces": 2, "Bees": 3}, id="G6 no card, last"),
        pytest.param({"Cats": PAR}, {"Cats": 1, "Aces": 3, "Bees": 3}, id="ruling 5 two without a card, both last"),
        pytest.param({}, {"Aces": 3, "Bees": 3, "Cats": 3}, id="nobody has a card"),
    ],
)
def test_teams_are_ranked_by_strokes_then_by_the_hardest_holes(
    cards: dict[str, list[int]], expected: dict[str, float]
) -> None:
    content = document(THREE, results={"golf": cards}, course={"stroke_index": STROKE_INDEX})
    assert ranks(standings(content), "golf", "teams") == expected


def test_equal_on_all_holes_is_split_where_the_organiser_rules_so() -> None:
    content = document(
        THREE,
        results={"golf": {"Aces": PAR, "Bees": PAR}},
        course={"stroke_index": STROKE_INDEX},
        rulings={"ties": {"golf": "split"}},
    )
    assert ranks(standings(content), "golf", "teams") == {"Aces": 1.5, "Bees": 1.5, "Cats": 3}


def test_different_strokes_need_no_stroke_index() -> None:
    content = document(THREE, results={"golf": {"Aces": card(h1=3), "Bees": PAR}})
    assert ranks(standings(content), "golf", "teams") == {"Aces": 1, "Bees": 2, "Cats": 3}


def test_as_long_as_the_stroke_index_is_not_known_equal_strokes_are_tied() -> None:
    """Not so in a file, where it is a fault; while a competition runs the index may come later."""
    taken = Round(72, tuple(PAR))
    games = Games(
        teams=(Team("Aces", ("Ann", "Bo", "Cy")), Team("Bees", ("Ed", "Flo", "Gus"))),
        events=("golf",),
        results={"golf": {"Aces": (taken,), "Bees": (taken,)}},
    )
    assert ranks(compute_standings(games), "golf", "teams") == {"Aces": 1, "Bees": 1}


def test_without_a_team_that_is_ejected_the_last_rank_is_that_of_the_others() -> None:
    content = document(THREE, results={"golf": {"Aces": PAR}}, team_ejections=[{"team": "Cats", "from": "golf"}])
    assert ranks(standings(content), "golf", "teams") == {"Aces": 1, "Bees": 2}


def test_ruling_34_there_is_no_individual_golf() -> None:
    result = standings(document(THREE, results={"golf": {"Aces": PAR}}))
    assert result.events["golf"].players is None
    assert result.teams.counted == ("golf",)
    assert result.players.counted == ()


@given(st.lists(st.integers(1, 20), min_size=18, max_size=18))
def test_cards_are_read_again_as_they_are_shown(strokes: list[int]) -> None:
    entered = ENTRY.from_counts(strokes)
    assert entered == Round(sum(strokes), tuple(strokes))
    assert ENTRY.parse(ENTRY.show(entered)) == entered


def test_eighteen_digits_in_a_row_are_a_card() -> None:
    assert ENTRY.parse("443453445434543445") == ENTRY.parse("4 4 3 4 5 3 4 4 5 4 3 4 5 4 3 4 4 5")


def test_the_form_has_a_number_for_each_hole() -> None:
    assert [count.label for count in ENTRY.counts] == [f"Hole {hole}" for hole in range(1, 19)]
    assert {(count.lowest, count.highest) for count in ENTRY.counts} == {(1, 20)}
    assert (GOLF.rounds, GOLF.scored, GOLF.can_be_cancelled, ENTRY.highest_total) == (1, "team", True, None)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", f'"" is not a golf card. {TYPE}'),
        ("72", f"A total alone is not enough, since single holes decide ties. {TYPE}"),
        ("4 4 3", f"That is 3 holes, and a golf card has 18. {TYPE}"),
        ("four " * 18, f'"{("four " * 18).strip()[:80]}…" is not a golf card. {TYPE}'),
        ("443453445434543440", f"Hole 18 cannot be 0: a hole takes 1 to 20 strokes. {TYPE}"),
        ("4 " * 17 + "21", f"Hole 18 cannot be 21: a hole takes 1 to 20 strokes. {TYPE}"),
    ],
)
def test_what_is_no_card_is_refused_with_what_to_type(text: str, sentence: str) -> None:
    with pytest.raises(RuleError) as refused:
        ENTRY.parse(text)
    assert refused.value.sentence == sentence


def test_ruling_115_no_card_is_implausible() -> None:
    assert ENTRY.find_doubt(ENTRY.parse("1 " * 18)) is None
