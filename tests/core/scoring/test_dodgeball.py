"""A dodgeball match is the best of three (D38)."""

import pytest

from core.errors import RuleError
from core.scoring.dodgeball import MatchOutcome, decide_match

TEAMS = ("Aces", "Bees")
A, B = TEAMS


@pytest.mark.parametrize(
    ("games", "winner", "score"),
    [
        ([A, A], A, (2, 0)),
        ([B, B], B, (2, 0)),
        ([A, B, A], A, (2, 1)),
        ([B, A, A], A, (2, 1)),
        ([A, B, B], B, (2, 1)),
        ([B, A, B], B, (2, 1)),
    ],
)
def test_who_has_two_games_first_wins(games, winner, score):
    assert decide_match(TEAMS, games) == MatchOutcome(winner, score)


@pytest.mark.parametrize(
    ("games", "sentence"),
    [
        ([], "Neither team has won two games yet: enter every game, in order."),
        ([A], "Neither team has won two games yet: enter every game, in order."),
        ([A, B], "Neither team has won two games yet: enter every game, in order."),
        ([A, A, A], "The match was over after game 2: leave the games after it out."),
        ([B, B, A], "The match was over after game 2: leave the games after it out."),
        ([A, B, B, A], "The match was over after game 3: leave the games after it out."),
        ([A, B, A, B, B], "The match was over after game 3: leave the games after it out."),
        (["Cats", A], 'Game 1 was not won by "Cats": name "Aces" or "Bees".'),
        ([A, "aces", A], 'Game 2 was not won by "aces": name "Aces" or "Bees".'),
    ],
)
def test_impossible_games_are_refused(games, sentence):
    with pytest.raises(RuleError) as refusal:
        decide_match(TEAMS, games)
    assert refusal.value.sentence == sentence
