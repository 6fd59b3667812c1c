"""Matches of a bracket: how each can end, and what is known of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from core.errors import RuleError
from core.scoring.bracket_layout import Fixture, Side, Source
from core.scoring.dodgeball import FORFEIT_SCORE, decide_match
from core.scoring.faults import quote

How = Literal["played", "forfeit", "walkover", "double_forfeit"]
"""How a match was decided: a forfeit is late or too few players, a walkover withdrawn or ejected."""

HOWS: tuple[How, ...] = ("played", "forfeit", "walkover", "double_forfeit")


@dataclass(frozen=True, slots=True)
class Result:
    """A decided match, as it is entered; the two teams name the match that they can play at that moment."""

    teams: tuple[str, str]
    winner: str | None
    """None exactly after a double forfeit."""
    how: How = "played"
    games: tuple[str, ...] | None = None
    """The winner of each game, in order; None where only the winner of the match is known."""


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """From here on every match of this team is a walkover, as soon as its opponent is known (rulings 105, 116)."""

    team: str


Entry = Result | Withdrawal


@dataclass(frozen=True, slots=True)
class Entrant:
    """One side of a match: where it comes from, and who it is."""

    source: Source
    team: str | None
    is_settled: bool
    """With no team: nobody comes, because of a double forfeit. Otherwise the team is not yet known."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match that is listed in the bracket."""

    fixture: Fixture
    entrants: tuple[Entrant, Entrant]
    """In slot order, the upper one first."""
    winner: str | None
    how: How | Literal["void"] | None
    """None: not decided. Void: left unplayed by a double forfeit; the winner, if there is one, goes on."""
    games: tuple[str, ...] | None
    next_id: str | None
    loser_next_id: str | None

    @property
    def id(self) -> str:
        """`R1-2`, `T`, `W1`, `L1`, `G1`, ..."""
        return self.fixture.id

    @property
    def side(self) -> Side:
        """The part of the bracket."""
        return self.fixture.side

    @property
    def round(self) -> int:
        """Counts within the side, from 1."""
        return self.fixture.round

    @property
    def title(self) -> str:
        """For people: `Quarter-final 2`."""
        return self.fixture.title

    @property
    def teams(self) -> tuple[str | None, str | None]:
        """Both sides in slot order; None where nobody is known, or nobody comes."""
        return self.entrants[0].team, self.entrants[1].team

    @property
    def pair(self) -> tuple[str, str] | None:
        """Both teams in slot order, once both are known."""
        upper, lower = self.teams
        return None if upper is None or lower is None else (upper, lower)

    @property
    def is_decided(self) -> bool:
        """Whether it has a result, or is void."""
        return self.how is not None

    @property
    def is_ready(self) -> bool:
        """Whether it can be played now."""
        return self.how is None and self.pair is not None

    @property
    def loser(self) -> str | None:
        """Who lost; None while it is open, and where nobody lost or both did."""
        if self.pair is None or self.winner is None:
            return None
        upper, lower = self.pair
        return lower if self.winner == upper else upper

    @property
    def score(self) -> tuple[int, int] | None:
        """Games of the winner and of the loser: as played where the games are known, 2-0 for a forfeit or walkover."""
        if self.how in ("forfeit", "walkover"):
            return FORFEIT_SCORE
        if self.games is not None and self.pair is not None:
            return decide_match(self.pair, self.games).score
        return None


def check_result(result: Result) -> None:
    """Raises RuleError when no match can end like this, whoever plays it."""
    for _, sentence in find_result_faults(result):
        raise RuleError(sentence)


def find_result_faults(result: Result) -> Iterator[tuple[str, str]]:
    """The fields that are wrong with a result, each with a sentence: what is wrong, and what to do."""
    first, second = result.teams
    if first == second:
        yield "teams", f"A match has two different teams, not {quote(first)} twice: name both."
        return
    if result.how == "double_forfeit":
        if result.winner is not None:
            yield "winner", "A double forfeit has no winner: leave the winner out, or make it a forfeit."
    elif result.winner is None:
        yield "winner", "Only a double forfeit has no winner: name the winner, or make it a double forfeit."
    elif result.winner not in result.teams:
        yield "winner", f"The winner is {quote(first)} or {quote(second)}, not {quote(result.winner)}."
    if result.games is not None:
        yield from _find_game_faults(result, result.games)


def _find_game_faults(result: Result, games: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    if result.how != "played":
        yield "games", "Only a match that was played has games: leave them out."
        return
    try:
        outcome = decide_match(result.teams, games)
    except RuleError as error:
        yield "games", error.sentence
        return
    if outcome.winner != result.winner and result.winner in result.teams:
        yield "games", f"These games were won by {quote(outcome.winner)}: mend the winner or the games."
