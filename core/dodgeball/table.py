"""The values of the game table: what is noted in a dodgeball match, and where the match stands (D19 to D89).

Teams and players are ids. A match is what was noted in it: everything else is computed by `core/dodgeball/play.py`.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from core.scoring.dodgeball import GAMES_TO_WIN

START_WITH = 4
"""How many players a game starts with; a team with fewer forfeits it (D31, ruling 80)."""
MOST_PLAYERS = 6
GAME_LASTS = timedelta(minutes=5)
OVERTIME_LASTS = timedelta(minutes=3)


class Kind(StrEnum):
    """What is noted."""

    COIN = "coin"
    SIDES = "sides"
    LINE_UP = "line-up"
    START = "start"
    OUT = "out"
    STALLING = "stalling"
    NOBODY_OUT = "nobody-out"
    TIME_UP = "time-up"
    OVERTIME = "overtime"
    LOT = "lot"
    FORFEIT = "forfeit"
    UNDO = "undo"


class Reason(StrEnum):
    """Why a player is out."""

    HIT = "hit"
    """By a live ball below the shoulders, or higher after ducking into it (D49)."""
    CAUGHT = "caught"
    """The player's throw was caught (D53)."""
    DROPPED = "dropped"
    """A throw made the player drop the ball in hand (D54, D55)."""
    BOUNDS = "bounds"
    """Stepped out of bounds (D57, ruling 111)."""
    SIDE_LINE = "side-line"
    """Touched the floor on or beyond a side line (D19)."""
    OVER_SIDE = "over-side"
    """Went out or came back over a side line (D21)."""
    FLED = "fled"
    """Left the court to dodge or to catch (D23)."""
    CENTRE_LINE = "centre-line"
    """Touched the floor beyond the centre line (D25)."""
    HEAD = "head"
    """The player's throw struck a head (D58, ruling 94)."""
    STALLING = "stalling"
    """The captain's choice after a third violation (D83, ruling 101)."""
    GONE = "gone"
    """Hurt or sent off: nobody comes in instead (D33, ruling 103), and nobody put the player out."""


class Stage(StrEnum):
    """What a match waits for."""

    COIN = "coin"
    SIDES = "sides"
    LINE_UP = "line-up"
    PLAY = "play"
    FREE_THROW = "free throw"
    PENALTY = "penalty"
    LEVEL = "level"
    OVERTIME = "overtime"
    DECIDED = "decided"


class Ending(StrEnum):
    """How a game was won; each counts alike (ruling 88)."""

    ELIMINATION = "elimination"
    """All opponents are out (D43, D44)."""
    NUMBERS = "numbers"
    """More players were left at the end of the time (D45)."""
    OVERTIME = "overtime"
    """The first out in sudden death (D89)."""
    LOT = "lot"
    """A coin, after an overtime without an out (ruling 90)."""
    FORFEIT = "forfeit"
    """The opponents had fewer than four to start with (ruling 80)."""


@dataclass(frozen=True, slots=True)
class GameEvent:
    """One thing that is noted.

    `team` won the coin or the lot, begins on the left, stalls, forfeits, or is lined up; `line_ups` holds the players
    of that one team, at a start those of both.
    """

    kind: Kind
    at: datetime
    team: int | None = None
    player: int | None = None
    reason: Reason | None = None
    line_ups: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Out:
    """Somebody who is out of a game."""

    player: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class Game:
    """One game: who began it, who is out of it, which team stalled each time; `ending` is None while it goes on."""

    line_ups: tuple[tuple[int, ...], tuple[int, ...]]
    outs: tuple[Out, ...] = ()
    stalls: tuple[int, ...] = ()
    overtimes: int = 0
    winner: int | None = None
    ending: Ending | None = None

    @property
    def left(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The players of each team that are still in."""
        gone = {out.player for out in self.outs}
        first, second = (tuple(player for player in line_up if player not in gone) for line_up in self.line_ups)
        return first, second


@dataclass(frozen=True, slots=True)
class Table:
    """Where a match stands.

    `line_ups` are those of the next game as far as they are known: what was chosen, else who played the game before.
    `game` is the one that is being played; `head_hits` names a player once for each hit in this match.
    """

    teams: tuple[int, int]
    stage: Stage = Stage.COIN
    coin: int | None = None
    began_left: int | None = None
    """The team that was on the referee's left in the first game."""
    line_ups: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    game: Game | None = None
    games: tuple[Game, ...] = ()
    head_hits: tuple[int, ...] = ()
    since: datetime | None = None
    """When the game, or its overtime, began."""

    @property
    def number(self) -> int:
        """The number of the game that is played or comes next; of a decided match, of its last one."""
        return len(self.games) + (self.stage is not Stage.DECIDED)

    @property
    def winners(self) -> tuple[int, ...]:
        """Who won each game, in order."""
        return tuple(game.winner for game in self.games if game.winner is not None)

    @property
    def winner(self) -> int | None:
        """Who has won the match (D38)."""
        return next((team for team in self.teams if self.winners.count(team) == GAMES_TO_WIN), None)

    @property
    def left(self) -> int | None:
        """The team on the referee's left: sides change after each game, and stay in overtime (D42, ruling 87)."""
        if self.began_left is None or self.number % 2:
            return self.began_left
        return self.get_opponent(self.began_left)

    @property
    def leader(self) -> int | None:
        """The team with more players in; None where they are equal, or no game is on (ruling 98)."""
        first, second = (len(players) for players in self.game.left) if self.game else (0, 0)
        return None if first == second else self.teams[first < second]

    @property
    def offender(self) -> int | None:
        """The team that a free throw, or the loss of a player, is called against (D81, D83)."""
        is_called = self.stage in (Stage.FREE_THROW, Stage.PENALTY)
        return self.game.stalls[-1] if self.game and is_called else None

    @property
    def ends_at(self) -> datetime | None:
        """When the time is up that runs (D39, D87)."""
        if self.since is None:
            return None
        return self.since + (OVERTIME_LASTS if self.stage is Stage.OVERTIME else GAME_LASTS)

    @property
    def ejected(self) -> frozenset[int]:
        """Who struck a second head, and is out of the match (D59, ruling 95)."""
        return frozenset(player for player in self.head_hits if self.head_hits.count(player) > 1)

    def get_opponent(self, team: int) -> int:
        """The other team."""
        return self.teams[self.teams.index(team) == 0]

    def get_line_up(self, team: int) -> tuple[int, ...]:
        """Who is lined up for the next game."""
        return self.line_ups[self.teams.index(team)]

    def count_places(self, team: int, barred: Collection[int] = ()) -> int:
        """How many a team may line up: six, less each who is out of the match, since it plays short (ruling 95).

        `barred` are those of the team who are ejected from all that remains; for them it plays short too (ruling 22).
        """
        games = (*self.games, *([self.game] if self.game else ()))
        members = {player for game in games for player in game.line_ups[self.teams.index(team)]}
        return MOST_PLAYERS - len(self.ejected & members | set(barred))

    def get_players(self, team: int) -> tuple[int, ...]:
        """Who of a team is still in; nobody where no game is on."""
        return self.game.left[self.teams.index(team)] if self.game else ()
