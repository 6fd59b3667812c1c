"""Cards kept twice: who keeps which, and where two differ."""

from hypothesis import given
from hypothesis import strategies as st

from core.cards import (
    Difference,
    Keeping,
    choose_fuller,
    compare_cards,
    keep_lanes,
    keep_pairs,
    split_pairs,
)
from core.scoring.event import RoundEntry, get_rounds_event
from core.scoring.games import Round

TEAMS = ["Aces", "Bats", "Cats", "Dogs"]
HOLES = "4 4 3 4 5 3 4 4 5 4 3 4 5 4 3 4 4 5"


def entry_of(event: str) -> RoundEntry:
    return get_rounds_event(event).entry


BOWLING, GOLF = entry_of("bowling"), entry_of("golf")


class TestWhoKeeps:
    def test_a_team_keeps_its_own_card_and_its_left_neighbours(self) -> None:
        """G38: the card on a lane is also kept from the lane to its right; G39: the last one by the manager."""
        assert keep_lanes(["Left", "Middle", "Right"]) == (
            Keeping(1, "Left", "Middle"),
            Keeping(2, "Middle", "Right"),
            Keeping(3, "Right", None),
        )

    def test_a_single_lane_is_the_managers(self) -> None:
        assert keep_lanes(["Only"]) == (Keeping(1, "Only", None),)
        assert keep_lanes([]) == ()

    def test_teams_on_a_hole_keep_each_others_card(self) -> None:
        """G119; ruling 54: who plays alone has the manager for a marker."""
        assert keep_pairs([("A", "B"), ("C",)]) == (Keeping(1, "A", "B"), Keeping(1, "B", "A"), Keeping(2, "C", None))

    @given(st.integers(1, 40))
    def test_everybody_on_lanes_but_the_last_keeps_exactly_two_cards(self, lanes: int) -> None:
        kept = keep_lanes(range(lanes))
        seconds = [keeping.second for keeping in kept]
        assert [keeping.team for keeping in kept] == list(range(lanes))
        assert seconds == [*range(1, lanes), None]


class TestPairsInALine:
    def test_a_line_can_name_two_teams_whose_names_hold_commas(self) -> None:
        assert list(split_pairs(" A, B , C")) == [("A, B , C",), ("A", "B , C"), ("A, B", "C")]
        assert list(split_pairs("A")) == [("A",)]


class TestComparing:
    def test_games_count_by_their_totals(self) -> None:
        rolled = BOWLING.parse("X X X X X X X X X XXX")
        compared = compare_cards(
            BOWLING,
            ["ann 1", "ann 2", "bo 1", "bo 2", "cy 1"],
            {"ann 1": rolled, "ann 2": Round(120, 120), "bo 1": Round(99, 99), "elsewhere": Round(1, 1)},
            {"ann 1": Round(300, 300), "ann 2": Round(121, 121), "bo 2": Round(80, 80)},
        )
        assert compared.agreed == ("ann 1",)
        assert compared.differences == (Difference("ann 2", None, 120, 121),)
        assert compared.disputed == {"ann 2"}
        assert compared.lacking_first == ("bo 2", "cy 1")
        assert compared.lacking_second == ("bo 1", "cy 1")
        assert compared.half_written == {"bo 1", "bo 2"}

    def test_golf_cards_count_hole_by_hole_even_with_equal_totals(self) -> None:
        swapped = HOLES.replace("4 4 3", "4 3 4", 1)
        compared = compare_cards(GOLF, ["card"], {"card": GOLF.parse(HOLES)}, {"card": GOLF.parse(swapped)})
        assert compared.agreed == ()
        assert compared.differences == (Difference("card", "Hole 2", 4, 3), Difference("card", "Hole 3", 3, 4))

    @given(
        st.lists(st.integers(1, 20), min_size=18, max_size=18), st.lists(st.integers(1, 20), min_size=18, max_size=18)
    )
    def test_golf_differs_in_exactly_the_holes_that_differ(self, one: list[int], other: list[int]) -> None:
        compared = compare_cards(GOLF, [0], {0: GOLF.from_counts(one)}, {0: GOLF.from_counts(other)})
        holes = [f"Hole {hole}" for hole, (a, b) in enumerate(zip(one, other, strict=True), 1) if a != b]
        assert [difference.label for difference in compared.differences] == holes
        assert compared.agreed == (() if holes else (0,))

    def test_of_two_that_agree_the_fuller_is_kept(self) -> None:
        rolled, total = BOWLING.parse("X X X X X X X X X XXX"), Round(300, 300)
        assert choose_fuller(rolled, total) == choose_fuller(total, rolled) == rolled
        assert choose_fuller(total, total) == total
