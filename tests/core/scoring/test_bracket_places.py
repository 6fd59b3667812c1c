"""Double forfeits, third place and double elimination: who goes on, who goes out, and in which place."""

import pytest

from core.errors import RuleError
from core.scoring.bracket import Bracket, Result, build_bracket, get_match, record_result
from tests.core.scoring.bracket_steps import EIGHT, FIVE, FOUR, nobody, play, refuse, show, show_places, win


class TestDoubleForfeits:
    def test_the_opponent_further_on_goes_on_without_playing(self):
        bracket = play(build_bracket(FOUR), nobody("Aces", "Dogs"), win("Bees", "Cats"))
        assert show(bracket) == [
            "R1-1 Aces v Dogs: nobody (double_forfeit)",
            "R1-2 Bees v Cats: Bees (played)",
            "R2-1 - v Bees: Bees (void)",
        ]
        assert bracket.champion == "Bees"
        assert show_places(bracket) == {1: "Bees", 2: "Aces Cats Dogs"}
        assert bracket.ready == ()

    def test_the_next_match_stays_open_until_it_is_known_who_goes_on(self):
        bracket = play(build_bracket(FOUR), nobody("Aces", "Dogs"))
        assert show(bracket)[-1] == "R2-1 - v -"
        assert [match.id for match in bracket.ready] == ["R1-2"]
        assert show_places(bracket) == {}
        upper, lower = bracket.matches[-1].entrants
        assert (upper.is_settled, lower.is_settled) == (True, False)

    def test_two_of_them_leave_the_next_match_void(self):
        bracket = play(build_bracket(EIGHT), nobody("Aces", "Hares"), nobody("Dogs", "Elks"))
        assert "R2-1 - v -: nobody (void)" in show(bracket)
        bracket = play(bracket, win("Bees", "Gnus"), win("Cats", "Foxes"))
        assert show_places(bracket) == {3: "Aces Dogs Elks Foxes Gnus Hares"}
        bracket = play(bracket, win("Cats", "Bees"))
        assert show(bracket)[-1] == "R3-1 - v Cats: Cats (void)"
        assert show_places(bracket) == {1: "Cats", 2: "Bees", 3: "Aces Dogs Elks Foxes Gnus Hares"}

    def test_a_final_of_double_forfeits_has_no_champion(self):
        bracket = play(build_bracket(FOUR), nobody("Aces", "Dogs"), nobody("Bees", "Cats"))
        assert show(bracket)[-1] == "R2-1 - v -: nobody (void)"
        assert bracket.champion is None
        assert bracket.is_finished
        assert show_places(bracket) == {2: "Aces Bees Cats Dogs"}

    def test_a_double_forfeit_in_the_final_shares_second_place(self):
        bracket = play(build_bracket(FOUR), win("Aces", "Dogs"), win("Bees", "Cats"), nobody("Aces", "Bees"))
        assert bracket.champion is None
        assert bracket.is_finished
        assert show_places(bracket) == {2: "Aces Bees", 3: "Cats Dogs"}


class TestSharedPlaces:
    def find_lasts(self, *results: Result, teams=FOUR) -> dict[int, int]:
        bracket = play(build_bracket(teams), *results)
        return {place.place: bracket.last_of(place) for place in bracket.places}

    def test_the_places_that_a_round_shares(self):
        assert self.find_lasts(win("Aces", "Dogs"), win("Bees", "Cats"), win("Aces", "Bees")) == {1: 1, 2: 2, 3: 4}

    def test_after_double_forfeits(self):
        assert self.find_lasts(nobody("Aces", "Dogs"), win("Bees", "Cats")) == {1: 1, 2: 4}

    def test_without_a_champion_the_second_place_begins_at_the_first(self):
        assert self.find_lasts(win("Aces", "Dogs"), win("Bees", "Cats"), nobody("Aces", "Bees")) == {2: 2, 3: 4}
        assert self.find_lasts(nobody("Aces", "Dogs"), nobody("Bees", "Cats")) == {2: 4}


class TestThirdPlace:
    def build(self, *results: Result, teams=FOUR) -> Bracket:
        return play(build_bracket(teams, third_place=True), *results)

    def test_it_is_ready_before_the_final(self):
        bracket = self.build(win("Aces", "Dogs"), win("Bees", "Cats"))
        assert [match.id for match in bracket.ready] == ["T", "R2-1"]
        assert get_match(bracket, "T").pair == ("Dogs", "Cats")
        assert [get_match(bracket, match_id).loser_next_id for match_id in ("R1-1", "R1-2")] == ["T", "T"]
        assert show_places(bracket) == {}

    def test_its_teams_have_no_place_before_it_is_decided(self):
        bracket = self.build(win("Aces", "Dogs"), win("Bees", "Cats"), win("Aces", "Bees"))
        assert show_places(bracket) == {1: "Aces", 2: "Bees"}
        assert not bracket.is_finished
        assert show_places(play(bracket, win("Cats", "Dogs"))) == {1: "Aces", 2: "Bees", 3: "Cats", 4: "Dogs"}

    def test_it_can_be_decided_before_the_final(self):
        bracket = self.build(win("Aces", "Dogs"), win("Bees", "Cats"), win("Dogs", "Cats"))
        assert show_places(bracket) == {3: "Dogs", 4: "Cats"}

    def test_a_double_forfeit_in_it_shares_third_place(self):
        bracket = self.build(win("Aces", "Dogs"), win("Bees", "Cats"), nobody("Dogs", "Cats"), win("Bees", "Aces"))
        assert show_places(bracket) == {1: "Bees", 2: "Aces", 3: "Cats Dogs"}

    @pytest.mark.parametrize("how", ["forfeit", "walkover"])
    def test_the_loser_by_forfeit_or_walkover_plays_in_it(self, how):
        bracket = self.build(win("Aces", "Dogs", how), win("Bees", "Cats", how))
        assert get_match(bracket, "T").pair == ("Dogs", "Cats")

    def test_it_is_listed_while_it_is_possible(self):
        assert [match.id for match in self.build().matches] == ["R1-1", "R1-2", "T", "R2-1"]
        assert get_match(self.build(win("Bees", "Cats")), "T").teams == (None, "Cats")

    @pytest.mark.parametrize(
        "results",
        [
            [nobody("Aces", "Dogs")],
            [nobody("Bees", "Cats")],
            [win("Bees", "Cats"), nobody("Aces", "Dogs")],
            [nobody("Aces", "Dogs"), nobody("Bees", "Cats")],
        ],
    )
    def test_a_semi_final_without_a_loser_leaves_it_out(self, results):
        bracket = self.build(*results)
        assert [match.id for match in bracket.matches] == ["R1-1", "R1-2", "R2-1"]
        assert [get_match(bracket, match_id).loser_next_id for match_id in ("R1-1", "R1-2")] == [None, None]

    def test_without_it_the_other_semi_final_loser_is_placed_by_round(self):
        bracket = self.build(nobody("Aces", "Dogs"), win("Bees", "Cats"))
        assert show_places(bracket) == {1: "Bees", 2: "Aces Cats Dogs"}

    def test_a_void_semi_final_leaves_it_out(self):
        bracket = self.build(
            nobody("Aces", "Hares"), win("Dogs", "Elks"), win("Bees", "Gnus"), win("Cats", "Foxes"), teams=EIGHT
        )
        assert "R2-1 - v Dogs: Dogs (void)" in show(bracket)
        assert "T" not in [match.id for match in bracket.matches]
        bracket = play(bracket, win("Bees", "Cats"), win("Dogs", "Bees"))
        assert show_places(bracket) == {1: "Dogs", 2: "Bees", 3: "Cats", 4: "Aces Elks Foxes Gnus Hares"}

    def test_three_teams_have_a_bye_for_a_semi_final(self):
        bracket = self.build(win("Bees", "Cats"), win("Aces", "Bees"), teams=FIVE[:3])
        assert show_places(bracket) == {1: "Aces", 2: "Bees", 3: "Cats"}
        assert bracket.is_finished


class TestDoubleElimination:
    def build(self, *results: Result, teams=FOUR) -> Bracket:
        return play(build_bracket(teams, "double"), *results)

    UP_TO_THE_FINAL = (
        win("Aces", "Dogs"),
        win("Bees", "Cats"),
        win("Aces", "Bees"),
        win("Cats", "Dogs"),
        win("Bees", "Cats"),
    )

    def test_losers_drop_and_the_final_is_open(self):
        bracket = self.build(*self.UP_TO_THE_FINAL)
        assert show(bracket) == [
            "W1 Aces v Dogs: Aces (played)",
            "W2 Bees v Cats: Bees (played)",
            "W3 Aces v Bees: Aces (played)",
            "L1 Dogs v Cats: Cats (played)",
            "L2 Cats v Bees: Bees (played)",
            "G1 Aces v Bees",
        ]
        assert show_places(bracket) == {3: "Cats", 4: "Dogs"}

    def test_the_unbeaten_finalist_wins_at_once(self):
        bracket = self.build(*self.UP_TO_THE_FINAL, win("Aces", "Bees"))
        assert bracket.matches[-1].id == "G1"
        assert (bracket.matches[-1].next_id, bracket.matches[-1].loser_next_id) == (None, None)
        assert show_places(bracket) == {1: "Aces", 2: "Bees", 3: "Cats", 4: "Dogs"}

    @pytest.mark.parametrize("how", ["played", "forfeit", "walkover"])
    def test_the_final_is_played_again_when_the_unbeaten_finalist_loses(self, how):
        bracket = self.build(*self.UP_TO_THE_FINAL, win("Bees", "Aces", how))
        assert show(bracket)[-1] == "G2 Aces v Bees"
        final = get_match(bracket, "G1")
        assert (final.next_id, final.loser_next_id) == ("G2", "G2")
        assert bracket.champion is None
        assert show_places(bracket) == {3: "Cats", 4: "Dogs"}
        assert show_places(play(bracket, win("Bees", "Aces"))) == {1: "Bees", 2: "Aces", 3: "Cats", 4: "Dogs"}
        assert show_places(play(bracket, win("Aces", "Bees"))) == {1: "Aces", 2: "Bees", 3: "Cats", 4: "Dogs"}
        assert show_places(play(bracket, nobody("Aces", "Bees"))) == {2: "Aces Bees", 3: "Cats", 4: "Dogs"}

    def test_a_double_forfeit_in_the_final_ends_it(self):
        bracket = self.build(*self.UP_TO_THE_FINAL, nobody("Aces", "Bees"))
        assert bracket.is_finished
        assert bracket.matches[-1].id == "G1"
        assert show_places(bracket) == {2: "Aces Bees", 3: "Cats", 4: "Dogs"}

    def test_a_double_forfeit_on_the_winners_side_puts_both_out_where_its_loser_would_have_played(self):
        bracket = self.build(nobody("Aces", "Dogs"), win("Bees", "Cats"))
        assert show(bracket) == [
            "W1 Aces v Dogs: nobody (double_forfeit)",
            "W2 Bees v Cats: Bees (played)",
            "W3 - v Bees: Bees (void)",
            "L1 - v Cats: Cats (void)",
            "L2 Cats v -: Cats (void)",
            "G1 Bees v Cats",
        ]
        assert show_places(bracket) == {3: "Aces Dogs"}
        assert [match.id for match in bracket.ready] == ["G1"]

    def test_a_double_forfeit_in_the_winners_final_counts_with_the_losers_final(self):
        bracket = self.build(win("Aces", "Dogs"), win("Bees", "Cats"), nobody("Aces", "Bees"))
        assert show_places(bracket) == {}
        bracket = play(bracket, win("Cats", "Dogs"))
        assert show(bracket)[-2:] == ["L2 Cats v -: Cats (void)", "G1 - v Cats: Cats (void)"]
        assert show_places(bracket) == {1: "Cats", 2: "Aces Bees", 4: "Dogs"}

    def test_everybody_can_go_out(self):
        bracket = self.build(nobody("Aces", "Dogs"), nobody("Bees", "Cats"))
        assert bracket.is_finished
        assert bracket.champion is None
        assert show_places(bracket) == {2: "Aces Bees Cats Dogs"}

    def test_those_who_go_out_last_share_second_place_when_nobody_wins(self):
        bracket = self.build(win("Aces", "Dogs"), win("Bees", "Cats"), nobody("Dogs", "Cats"), nobody("Aces", "Bees"))
        assert bracket.is_finished
        assert show_places(bracket) == {2: "Aces Bees", 3: "Cats Dogs"}

    @pytest.mark.parametrize(
        ("results", "lines", "places"),
        [
            ([win("Aces", "Bees")], ["W1 Aces v Bees: Aces (played)", "G1 Aces v Bees"], {}),
            ([win("Bees", "Aces"), win("Bees", "Aces")], None, {1: "Bees", 2: "Aces"}),
            (
                [win("Bees", "Aces"), win("Aces", "Bees")],
                ["W1 Aces v Bees: Bees (played)", "G1 Bees v Aces: Aces (played)", "G2 Bees v Aces"],
                {},
            ),
            ([nobody("Aces", "Bees")], None, {2: "Aces Bees"}),
        ],
    )
    def test_two_teams_have_no_losers_round(self, results, lines, places):
        bracket = self.build(*results, teams=FIVE[:2])
        assert lines is None or show(bracket) == lines
        assert show_places(bracket) == places

    def test_a_decided_meeting_and_a_later_one_that_is_not_ready(self):
        bracket = self.build(win("Aces", "Dogs"), win("Bees", "Cats"), win("Aces", "Bees"))
        assert refuse(RuleError, record_result, bracket, win("Bees", "Aces")) == (
            'Winners\' final ("Aces" v "Bees") is decided already: correct its result instead.'
        )
