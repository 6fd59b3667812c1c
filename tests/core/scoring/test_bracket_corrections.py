"""Correcting and taking back results, withdrawals, and every refusal's words."""

import pytest

from core.errors import NotFound, RuleError
from core.scoring.bracket import (
    Result,
    Withdrawal,
    build_bracket,
    correct_result,
    get_match,
    record_earlier_result,
    record_result,
    reinstate_team,
    remove_result,
    withdraw_team,
)
from tests.core.scoring.bracket_steps import EIGHT, FIVE, FOUR, nobody, play, refuse, show, show_places, win


class TestCorrections:
    def test_who_goes_on_changes_with_the_result(self):
        bracket = play(build_bracket(FIVE), win("Elks", "Dogs"), win("Cats", "Bees"))
        corrected = correct_result(bracket, "R1-2", win("Dogs", "Elks", "forfeit"))
        assert show(corrected)[:2] == ["R1-2 Dogs v Elks: Dogs (forfeit)", "R2-1 Aces v Dogs"]
        assert corrected.entries == (win("Dogs", "Elks", "forfeit"), win("Cats", "Bees"))
        assert correct_result(corrected, "R1-2", win("Elks", "Dogs")) == bracket

    def test_the_same_winner_can_be_corrected_under_later_results(self):
        bracket = play(build_bracket(FIVE), win("Elks", "Dogs"), win("Cats", "Bees"), win("Elks", "Aces"))
        games = Result(("Dogs", "Elks"), "Elks", games=("Dogs", "Elks", "Elks"))
        assert get_match(correct_result(bracket, "R1-2", games), "R1-2").score == (2, 1)

    def test_a_double_forfeit_can_be_corrected_and_the_void_match_opens(self):
        bracket = play(build_bracket(FOUR), nobody("Aces", "Dogs"), win("Bees", "Cats"))
        assert bracket.champion == "Bees"
        corrected = correct_result(bracket, "R1-1", win("Dogs", "Aces"))
        assert corrected.champion is None
        assert [match.pair for match in corrected.ready] == [("Dogs", "Bees")]

    def test_results_in_the_way_are_named_latest_first(self):
        bracket = play(
            build_bracket(FOUR, "double"),
            win("Aces", "Dogs"),
            win("Bees", "Cats"),
            win("Aces", "Bees"),
            win("Cats", "Dogs"),
            win("Bees", "Cats"),
        )
        sentence = (
            "Later results rest on this one. Take them back first, in this order: Losers' final "
            '("Cats" v "Bees"), Losers\' semi-final ("Dogs" v "Cats"), Winners\' final ("Aces" v "Bees").'
        )
        assert refuse(RuleError, correct_result, bracket, "W1", win("Dogs", "Aces")) == sentence
        assert refuse(RuleError, correct_result, bracket, "W1", nobody("Dogs", "Aces")) == sentence
        assert refuse(RuleError, remove_result, bracket, "W1") == sentence
        for match_id in ("L2", "L1", "W3"):
            bracket = remove_result(bracket, match_id)
        assert [match.pair for match in correct_result(bracket, "W1", win("Dogs", "Aces")).ready] == [
            ("Dogs", "Bees"),
            ("Aces", "Cats"),
        ]

    def test_only_what_rests_on_it_is_in_the_way(self):
        bracket = play(build_bracket(EIGHT), win("Aces", "Hares"), win("Bees", "Gnus"), win("Cats", "Foxes"))
        bracket = play(bracket, win("Bees", "Cats"))
        assert get_match(correct_result(bracket, "R1-1", win("Hares", "Aces")), "R1-1").winner == "Hares"
        assert refuse(RuleError, correct_result, bracket, "R1-3", win("Gnus", "Bees")).endswith(
            'in this order: Semi-final 2 ("Bees" v "Cats").'
        )

    def test_the_third_place_match_is_in_the_way_too(self):
        bracket = play(build_bracket(FOUR, third_place=True), win("Aces", "Dogs"), win("Bees", "Cats"))
        bracket = play(bracket, win("Dogs", "Cats"))
        assert refuse(RuleError, correct_result, bracket, "R1-1", nobody("Dogs", "Aces")).endswith(
            'in this order: Third-place match ("Dogs" v "Cats").'
        )

    def test_a_second_final_is_in_the_way_of_the_first(self):
        bracket = play(build_bracket(FIVE[:2], "double"), win("Aces", "Bees"), win("Bees", "Aces"), win("Bees", "Aces"))
        assert refuse(RuleError, correct_result, bracket, "G1", win("Aces", "Bees")).endswith(
            'in this order: Grand final, second match ("Aces" v "Bees").'
        )

    def test_an_earlier_meeting_does_not_take_over_the_result_of_a_later_one(self):
        """Taking back the first meeting of two teams must not hand their second result to it."""
        bracket = play(build_bracket(FIVE[:2], "double"), win("Aces", "Bees"), win("Aces", "Bees"))
        assert refuse(RuleError, remove_result, bracket, "W1").endswith('in this order: Grand final ("Aces" v "Bees").')

    def test_a_result_can_be_taken_back_and_entered_again(self):
        before = play(build_bracket(FIVE), win("Elks", "Dogs"))
        after = play(before, win("Cats", "Bees"))
        assert remove_result(after, "R2-2") == before

    @pytest.mark.parametrize("act", [lambda b, i: correct_result(b, i, win("Bees", "Cats")), remove_result])
    def test_matches_without_a_result_of_their_own(self, act):
        bracket = play(build_bracket(FOUR), nobody("Aces", "Dogs"))
        assert refuse(RuleError, act, bracket, "R1-2") == (
            'Semi-final 2 ("Bees" v "Cats") has no result yet: enter one when it has been played.'
        )
        assert refuse(RuleError, act, bracket, "R2-1") == (
            "Final has no result yet: enter one when it has been played."
        )
        assert refuse(RuleError, act, play(bracket, win("Bees", "Cats")), "R2-1") == (
            "Final was left unplayed after a double forfeit: correct that match instead."
        )
        assert refuse(RuleError, act, withdraw_team(bracket, "Bees"), "R1-2") == (
            'Semi-final 2 ("Bees" v "Cats") was not played, since a team has withdrawn or was ejected. '
            "A withdrawal stands; for an ejection, lift the offence that led to it."
        )
        assert refuse(NotFound, act, bracket, "R9-1") == (
            'There is no match "R9-1" in this bracket: choose one that it lists.'
        )

    def test_a_result_belongs_to_its_two_teams(self):
        bracket = play(build_bracket(FOUR), win("Aces", "Dogs"))
        assert refuse(RuleError, correct_result, bracket, "R1-1", win("Bees", "Cats")) == (
            'Semi-final 1 ("Aces" v "Dogs") cannot be given to other teams: correct its winner only.'
        )

    def test_a_correction_must_be_possible_too(self):
        bracket = play(build_bracket(FOUR), win("Aces", "Dogs"))
        assert refuse(RuleError, correct_result, bracket, "R1-1", Result(("Aces", "Dogs"), "Bees")) == (
            'The winner is "Aces" or "Dogs", not "Bees".'
        )


class TestWithdrawals:
    def test_open_matches_become_walkovers_once_they_are_ready(self):
        bracket = withdraw_team(build_bracket(FOUR, "double"), "Aces")
        assert show(bracket)[0] == "W1 Aces v Dogs: Dogs (walkover)"
        assert get_match(bracket, "L1").teams == ("Aces", None)
        bracket = play(bracket, win("Bees", "Cats"))
        assert "L1 Aces v Cats: Cats (walkover)" in show(bracket)
        assert bracket.results == (
            Result(("Aces", "Dogs"), "Dogs", "walkover"),
            win("Bees", "Cats"),
            Result(("Aces", "Cats"), "Cats", "walkover"),
        )
        assert show_places(bracket) == {4: "Aces"}
        assert bracket.withdrawn == {"Aces"}

    def test_what_was_decided_before_stands(self):
        bracket = withdraw_team(play(build_bracket(FIVE), win("Elks", "Dogs")), "Elks")
        assert show(bracket)[:2] == ["R1-2 Dogs v Elks: Elks (played)", "R2-1 Aces v Elks: Aces (walkover)"]

    def test_a_waiting_team_loses_when_its_opponent_is_known(self):
        bracket = withdraw_team(build_bracket(FIVE), "Aces")
        assert get_match(bracket, "R2-1").how is None
        assert show(play(bracket, win("Dogs", "Elks")))[1] == "R2-1 Aces v Dogs: Dogs (walkover)"

    def test_two_that_meet_have_a_double_forfeit(self):
        bracket = withdraw_team(withdraw_team(build_bracket(FOUR, "double"), "Aces"), "Cats")
        assert show(bracket) == [
            "W1 Aces v Dogs: Dogs (walkover)",
            "W2 Bees v Cats: Bees (walkover)",
            "W3 Dogs v Bees",
            "L1 Aces v Cats: nobody (double_forfeit)",
            "L2 - v -",
            "G1 - v -",
        ]
        assert show_places(play(bracket, win("Bees", "Dogs"))) == {3: "Aces Cats"}

    def test_a_walkover_taken_before_the_own_withdrawal_stands(self):
        bracket = withdraw_team(withdraw_team(build_bracket(FIVE), "Aces"), "Elks")
        bracket = withdraw_team(bracket, "Dogs")
        assert show(bracket)[:2] == ["R1-2 Dogs v Elks: Dogs (walkover)", "R2-1 Aces v Dogs: Dogs (walkover)"]
        assert show(play(bracket, win("Bees", "Cats")))[-1] == "R3-1 Dogs v Bees: Bees (walkover)"

    def test_the_order_of_withdrawals_decides_who_had_the_walkover(self):
        bracket = build_bracket(FIVE, entries=[Withdrawal("Dogs"), Withdrawal("Elks")])
        assert show(bracket)[0] == "R1-2 Dogs v Elks: Elks (walkover)"

    def test_one_that_is_out_already_changes_nothing_else(self):
        before = play(build_bracket(FOUR), win("Aces", "Dogs"))
        assert withdraw_team(before, "Dogs").matches == before.matches

    def test_a_champion_can_withdraw_and_stays_champion(self):
        bracket = play(build_bracket(FIVE[:2]), win("Aces", "Bees"))
        assert withdraw_team(bracket, "Aces").champion == "Aces"

    def test_an_unbeaten_finalist_who_withdraws_loses_both_finals(self):
        bracket = play(build_bracket(FIVE[:2], "double"), win("Aces", "Bees"))
        assert show(withdraw_team(bracket, "Aces"))[1:] == [
            "G1 Aces v Bees: Bees (walkover)",
            "G2 Aces v Bees: Bees (walkover)",
        ]

    def test_a_correction_reaches_the_walkovers_that_followed(self):
        bracket = play(withdraw_team(build_bracket(FIVE), "Aces"), win("Dogs", "Elks"), win("Cats", "Bees"))
        corrected = correct_result(bracket, "R1-2", win("Elks", "Dogs"))
        assert show(corrected)[1] == "R2-1 Aces v Elks: Elks (walkover)"
        assert corrected.ready[0].pair == ("Elks", "Cats")

    def test_results_that_rest_on_a_walkover_are_in_the_way(self):
        bracket = play(withdraw_team(build_bracket(FIVE), "Aces"), win("Dogs", "Elks"), win("Cats", "Bees"))
        bracket = play(bracket, win("Cats", "Dogs"))
        assert refuse(RuleError, correct_result, bracket, "R1-2", win("Elks", "Dogs")) == (
            'Later results rest on this one. Take them back first, in this order: Final ("Dogs" v "Cats").'
        )
        assert refuse(RuleError, reinstate_team, bracket, "Aces") == (
            'Later results rest on the walkovers against "Aces". Take them back first, in this order: Final ("Dogs" v '
            '"Cats").'
        )

    def test_a_withdrawal_can_be_taken_back(self):
        before = play(build_bracket(FIVE), win("Cats", "Bees"))
        bracket = play(withdraw_team(before, "Aces"), win("Dogs", "Elks"))
        assert reinstate_team(bracket, "Aces") == play(before, win("Dogs", "Elks"))

    def test_twice_or_not_at_all(self):
        bracket = withdraw_team(build_bracket(FIVE), "Aces")
        assert refuse(RuleError, withdraw_team, bracket, "Aces") == (
            'The team "Aces" has withdrawn already: nothing is left to do.'
        )
        assert refuse(RuleError, reinstate_team, bracket, "Bees") == (
            'The team "Bees" has not withdrawn: there is nothing to take back.'
        )

    def test_a_result_for_a_match_that_a_withdrawal_decided(self):
        bracket = withdraw_team(build_bracket(FOUR), "Aces")
        assert refuse(RuleError, record_result, bracket, win("Aces", "Dogs")) == (
            'Semi-final 1 ("Aces" v "Dogs") is decided already: correct its result instead.'
        )

    def test_what_was_played_before_a_withdrawal_counts_instead_of_the_walkover(self):
        walkover = play(withdraw_team(build_bracket(FOUR), "Aces"), win("Bees", "Cats"))
        played = record_earlier_result(walkover, "R1-1", win("Aces", "Dogs"), Withdrawal("Aces"))
        assert played.entries == (win("Aces", "Dogs"), Withdrawal("Aces"), win("Bees", "Cats"))
        assert show(played) == [
            "R1-1 Aces v Dogs: Aces (played)",
            "R1-2 Bees v Cats: Bees (played)",
            "R2-1 Aces v Bees: Bees (walkover)",
        ]

    def test_what_was_played_before_keeps_off_later_results(self):
        bracket = play(withdraw_team(build_bracket(FOUR), "Aces"), win("Bees", "Cats"), win("Dogs", "Bees"))
        refused = refuse(RuleError, record_earlier_result, bracket, "R1-1", win("Aces", "Dogs"), Withdrawal("Aces"))
        assert refused == (
            'Later results rest on this one. Take them back first, in this order: Final ("Dogs" v "Bees").'
        )
        same = record_earlier_result(bracket, "R1-1", win("Dogs", "Aces"), Withdrawal("Aces"))
        assert same.champion == "Dogs"

    def test_what_could_not_be_played_before_is_refused(self):
        bracket = play(withdraw_team(build_bracket(FIVE), "Aces"), win("Dogs", "Elks"))
        refused = refuse(RuleError, record_earlier_result, bracket, "R2-1", win("Aces", "Dogs"), Withdrawal("Aces"))
        assert refused == (
            'This match cannot be played now: "Aces" waits for its opponent in Semi-final 1, "Dogs" plays "Elks" next. '
            "Enter a match that is ready."
        )
        assert (
            refuse(NotFound, record_earlier_result, bracket, "R2-1", win("Aces", "Zed"), Withdrawal("Aces"))
            == 'There is no team "Zed" in this bracket: choose one of its teams.'
        )

    def test_stored_entries_build_the_same_bracket(self):
        bracket = play(withdraw_team(build_bracket(FIVE, third_place=True), "Aces"), win("Dogs", "Elks"))
        assert build_bracket(FIVE, third_place=True, entries=bracket.entries) == bracket
