"""A dodgeball match: the best of three games (D38; it ends when one team has won two, ruling 85)."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.errors import RuleError
from core.scoring.faults import quote

GAMES_TO_WIN = 2

FORFEIT_SCORE = (GAMES_TO_WIN, 0)
"""The score of a match that was not played (ruling 105)."""


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """Who won a match and by how many games."""

    winner: str
    score: tuple[int, int]
    """Games won by the winner, games won by the loser."""


def decide_match(teams: tuple[str, str], game_winners: Sequence[str]) -> MatchOutcome:
    """The outcome of a match from the winner of each game, in order (D38).

    Raises RuleError when a game was won by somebody else, nobody has won two, or games go on after two wins.
    """
    wins = dict.fromkeys(teams, 0)
    for number, winner in enumerate(game_winners, start=1):
        if winner not in wins:
            raise RuleError(f"Game {number} was not won by {quote(winner)}: name {_either(teams)}.")
        if GAMES_TO_WIN in wins.values():
            raise RuleError(f"The match was over after game {number - 1}: leave the games after it out.")
        wins[winner] += 1
    for winner, count in wins.items():
        if count == GAMES_TO_WIN:
            return MatchOutcome(winner, (count, len(game_winners) - count))
    raise RuleError("Neither team has won two games yet: enter every game, in order.")


def _either(teams: tuple[str, str]) -> str:
    return " or ".join(quote(team) for team in teams)
