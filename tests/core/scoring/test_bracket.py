"""Playing a bracket: results, byes, forfeits, double forfeits, corrections, withdrawals, and every refusal's words."""

import pytest

from core.errors import NotFound, RuleError
from core.scoring.bracket import (
    Bracket,
    Place,
    Result,
    Withdrawal,
    build_bracket,
    correct_result,
    find_newly_ready,
    find_next_match,
    get_match,
    record_result,
    reinstate_team,
    remove_result,
    withdraw_team,
)

FIVE = ("Aces", "Bees", "Cats", "Dogs", "Elks")
FOUR = FIVE[:4]
EIGHT = (*FIVE, "Foxes", "Gnus", "Hares")


def win(winner: str, loser: str, how="played") -> Result:
    return Result((winner, loser), winner, how)


def nobody(first: str, second: str) -> Result:
    return Result((first, second), None, "double_forfeit")


def play(bracket: Bracket, *results: Result) -> Bracket:
    for result in results:
        bracket = record_result(bracket, result)
    return bracket


def show(bracket: Bracket) -> list[str]:
    """One line a match: id, sides, outcome."""
    return [
        f"{match.id} {match.teams[0] or '-'} v {match.teams[1] or '-'}"
        + (f": {match.winner or 'nobody'} ({match.how})" if match.how else "")
        for match in bracket.matches
    ]


def show_places(bracket: Bracket) -> dict[int, str]:
    return {place.place: " ".join(place.teams) for place in bracket.places}


def refuse(error: type[Exception], act, *arguments) -> str:
    with pytest.raises(error) as refusal:
        act(*arguments)
    return refusal.value.sentence


class TestSingleElimination:
    def test_before_anybody_has_played(self):
        bracket = build_bracket(FIVE)
        assert show(bracket) == ["R1-2 Dogs v Elks", "R2-1 Aces v -", "R2-2 Bees v Cats", "R3-1 - v -"]
        assert [match.pair for match in bracket.ready] == [("Dogs", "Elks"), ("Bees", "Cats")]
        assert bracket.places == ()
        assert bracket.champion is None
        assert not bracket.is_finished

    def test_winners_go_on_in_any_order_of_play(self):
        bracket = play(build_bracket(FIVE), win("Cats", "Bees"), win("Elks", "Dogs"), win("Aces", "Elks"))
        assert show(bracket) == [
            "R1-2 Dogs v Elks: Elks (played)",
            "R2-1 Aces v Elks: Aces (played)",
            "R2-2 Bees v Cats: Cats (played)",
            "R3-1 Aces v Cats",
        ]
        assert show_places(bracket) == {3: "Bees Elks", 5: "Dogs"}

    def test_a_place_is_given_as_soon_as_its_round_is_complete(self):
        bracket = play(build_bracket(FIVE), win("Cats", "Bees"))
        assert show_places(bracket) == {}
        bracket = play(bracket, win("Elks", "Dogs"))
        assert show_places(bracket) == {5: "Dogs"}
        bracket = play(bracket, win("Elks", "Aces"))
        assert show_places(bracket) == {3: "Aces Bees", 5: "Dogs"}
        bracket = play(bracket, win("Cats", "Elks"))
        assert show_places(bracket) == {1: "Cats", 2: "Elks", 3: "Aces Bees", 5: "Dogs"}
        assert bracket.champion == "Cats"
        assert bracket.is_finished

    def test_two_teams(self):
        bracket = play(build_bracket(FIVE[:2]), win("Bees", "Aces"))
        assert show(bracket) == ["R1-1 Aces v Bees: Bees (played)"]
        assert bracket.places == (Place(1, ("Bees",)), Place(2, ("Aces",)))

    def test_twelve_teams_share_places_by_round(self):
        bracket = build_bracket([f"T{seed:02}" for seed in range(1, 13)])
        while bracket.ready:
            pair = bracket.ready[0].pair
            assert pair
            bracket = record_result(bracket, Result(pair, min(pair)))
        assert {place.place: len(place.teams) for place in bracket.places} == {1: 1, 2: 1, 3: 2, 5: 4, 9: 4}

    def test_seeds(self):
        bracket = build_bracket(FIVE)
        assert [bracket.seed_of(team) for team in FIVE] == [1, 2, 3, 4, 5]


class TestHowAMatchEnds:
    @pytest.mark.parametrize(
        ("how", "games", "score"),
        [
            ("played", None, None),
            ("played", ("Aces", "Aces"), (2, 0)),
            ("played", ("Aces", "Bees", "Aces"), (2, 1)),
            ("forfeit", None, (2, 0)),
            ("walkover", None, (2, 0)),
        ],
    )
    def test_scores(self, how, games, score):
        bracket = play(build_bracket(FIVE[:2]), Result(("Aces", "Bees"), "Aces", how, games))
        (match,) = bracket.matches
        assert (match.score, match.how, match.games, match.winner, match.loser) == (score, how, games, "Aces", "Bees")

    def test_a_double_forfeit_has_neither_winner_nor_score(self):
        (match,) = play(build_bracket(FIVE[:2]), nobody("Aces", "Bees")).matches
        assert (match.how, match.winner, match.loser, match.score) == ("double_forfeit", None, None, None)
        assert match.is_decided
        assert not match.is_ready

    def test_an_open_match_has_none_of_it(self):
        (match,) = build_bracket(FIVE[:2]).matches
        assert (match.how, match.winner, match.loser, match.score, match.games) == (None, None, None, None, None)

    @pytest.mark.parametrize(
        ("result", "sentence"),
        [
            (Result(("Aces", "Aces"), "Aces"), 'A match has two different teams, not "Aces" twice: name both.'),
            (
                Result(("Aces", "Bees"), None),
                "Only a double forfeit has no winner: name the winner, or make it a double forfeit.",
            ),
            (
                Result(("Aces", "Bees"), "Aces", "double_forfeit"),
                "A double forfeit has no winner: leave the winner out, or make it a forfeit.",
            ),
            (Result(("Aces", "Bees"), "Cats"), 'The winner is "Aces" or "Bees", not "Cats".'),
            (
                Result(("Aces", "Bees"), "Aces", "walkover", ("Aces", "Aces")),
                "Only a match that was played has games: leave them out.",
            ),
            (
                Result(("Aces", "Bees"), "Aces", games=("Bees", "Bees")),
                'These games were won by "Bees": mend the winner or the games.',
            ),
            (
                Result(("Aces", "Bees"), "Aces", games=("Aces", "Bees")),
                "Neither team has won two games yet: enter every game, in order.",
            ),
            (
                Result(("Aces", "Bees"), "Aces", games=("Aces", "Aces", "Bees")),
                "The match was over after game 2: leave the games after it out.",
            ),
        ],
    )
    def test_impossible_results_are_refused(self, result, sentence):
        bracket = build_bracket(FIVE[:2])
        assert refuse(RuleError, record_result, bracket, result) == sentence
        assert refuse(RuleError, lambda: build_bracket(FIVE[:2], entries=[result])) == sentence


class TestRefusedSettings:
    @pytest.mark.parametrize(
        ("teams", "settings", "sentence"),
        [
            (("Aces",), {}, "A bracket has 2 to 64 teams, not 1: add or remove some."),
            ((), {}, "A bracket has 2 to 64 teams, not 0: add or remove some."),
            (tuple("abcdefgh" * 9), {}, "A bracket has 2 to 64 teams, not 72: add or remove some."),
            (
                ("Aces", "Bees", "Aces"),
                {},
                'The team "Aces" is there twice: give every team a name of its own.',
            ),
            (
                FOUR,
                {"kind": "double", "third_place": True},
                "Double elimination has no third-place match: leave it out.",
            ),
        ],
    )
    def test_settings_that_do_not_go_together(self, teams, settings, sentence):
        assert refuse(RuleError, lambda: build_bracket(teams, **settings)) == sentence


class TestResultsWithoutAReadyMatch:
    def test_a_decided_match(self):
        bracket = play(build_bracket(FIVE), win("Elks", "Dogs"))
        assert refuse(RuleError, record_result, bracket, win("Dogs", "Elks")) == (
            'Quarter-final 2 ("Dogs" v "Elks") is decided already: correct its result instead.'
        )

    def test_teams_that_meet_others_or_wait(self):
        bracket = play(build_bracket(FIVE), win("Elks", "Dogs"), win("Cats", "Bees"))
        assert refuse(RuleError, record_result, bracket, win("Cats", "Aces")) == (
            'This match cannot be played now: "Cats" waits for its opponent in Final, "Aces" plays "Elks" next. '
            "Enter a match that is ready."
        )
        assert refuse(RuleError, record_result, bracket, win("Elks", "Bees")) == (
            'This match cannot be played now: "Elks" plays "Aces" next, "Bees" has no match left. '
            "Enter a match that is ready."
        )

    def test_after_the_end(self):
        bracket = play(build_bracket(FIVE[:3]), win("Cats", "Bees"), win("Cats", "Aces"))
        assert refuse(RuleError, record_result, bracket, win("Aces", "Bees")) == (
            'This match cannot be played now: "Aces" has no match left, "Bees" has no match left. '
            "Enter a match that is ready."
        )
        bracket = play(build_bracket(FIVE[:4]), win("Cats", "Bees"), nobody("Aces", "Dogs"))
        assert refuse(RuleError, record_result, bracket, win("Aces", "Cats")) == (
            'This match cannot be played now: "Aces" has no match left, "Cats" has won. Enter a match that is ready.'
        )

    def test_a_stranger(self):
        sentence = 'There is no team "Zebras" in this bracket: choose one of its teams.'
        bracket = build_bracket(FIVE)
        assert refuse(NotFound, record_result, bracket, win("Zebras", "Aces")) == sentence
        assert refuse(NotFound, record_result, bracket, win("Aces", "Zebras")) == sentence
        assert refuse(NotFound, withdraw_team, bracket, "Zebras") == sentence

    def test_the_first_of_several_entries_that_does_not_fit_is_named(self):
        entries = [win("Elks", "Dogs"), win("Aces", "Cats"), win("Elks", "Dogs")]
        assert refuse(RuleError, lambda: build_bracket(FIVE, entries=entries)).startswith(
            'This match cannot be played now: "Aces" plays "Elks" next, "Cats" plays "Bees" next.'
        )

    def test_a_refused_result_changes_nothing(self):
        bracket = build_bracket(FIVE)
        refuse(RuleError, record_result, bracket, win("Aces", "Cats"))
        assert bracket == build_bracket(FIVE)


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
            'Semi-final 2 ("Bees" v "Cats") follows from a withdrawal: take the withdrawal back instead.'
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
            'Later results rest on this one. Take them back first, in this order: Final ("Dogs" v "Cats").'
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

    def test_stored_entries_build_the_same_bracket(self):
        bracket = play(withdraw_team(build_bracket(FIVE, third_place=True), "Aces"), win("Dogs", "Elks"))
        assert build_bracket(FIVE, third_place=True, entries=bracket.entries) == bracket


class TestWhoPlaysWhomNext:
    def test_the_next_match_of_a_team(self):
        bracket = play(build_bracket(FIVE), win("Elks", "Dogs"))
        found = {team: find_next_match(bracket, team) for team in FIVE}
        assert {team: match and match.id for team, match in found.items()} == {
            "Aces": "R2-1",
            "Bees": "R2-2",
            "Cats": "R2-2",
            "Dogs": None,
            "Elks": "R2-1",
        }

    def test_what_to_announce_after_a_result(self):
        before = build_bracket(FIVE)
        after = play(before, win("Elks", "Dogs"))
        assert [match.pair for match in find_newly_ready(before, after)] == [("Aces", "Elks")]
        assert find_newly_ready(after, play(after, win("Cats", "Bees"))) == ()

    def test_what_to_announce_after_a_correction(self):
        before = play(build_bracket(FIVE), win("Elks", "Dogs"))
        after = correct_result(before, "R1-2", win("Dogs", "Elks"))
        assert [match.pair for match in find_newly_ready(before, after)] == [("Aces", "Dogs")]

    def test_a_match_tells_where_it_stands(self):
        match = get_match(build_bracket(FIVE), "R1-2")
        assert (match.title, match.side, match.round, match.next_id, match.loser_next_id) == (
            "Quarter-final 2",
            "winners",
            1,
            "R2-1",
            None,
        )
