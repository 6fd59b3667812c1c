"""Playing a bracket by single elimination: results, byes, double forfeits, third place, and every refusal's words."""

import pytest

from core.errors import NotFound, RuleError
from core.scoring.bracket import (
    Place,
    Result,
    build_bracket,
    correct_result,
    find_newly_ready,
    find_next_match,
    get_match,
    record_result,
    withdraw_team,
)
from tests.core.scoring.bracket_steps import FIVE, FOUR, nobody, play, refuse, show, show_places, win


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
            'Quarter-final ("Dogs" v "Elks") is decided already: correct its result instead.'
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
            "Quarter-final",
            "winners",
            1,
            "R2-1",
            None,
        )
