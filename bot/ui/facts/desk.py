"""What there is to say at the desk: who keeps which event, what is still missing, and what was opened or started."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from bot.db.snapshot import Player, Snapshot, Team
from bot.ui.facts.progress import Stage
from core.scoring.bracket import Match
from core.scoring.event import Event, RoundsEvent
from core.scoring.games import Round
from core.scoring.ranking import Row

Purpose = Literal["score", "warn", "eject"]

NO_EVENT = "-"
"""Stands in a custom_id for no event."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A facilitator who was bound to an event, or released from it."""

    snapshot: Snapshot
    event: Event[Any]
    user_id: int
    is_bound: bool


@dataclass(frozen=True, slots=True)
class Progress:
    """How many rounds of an event are in, of how many, and how many teams' cards are disputed.

    `to_leave` are the players who take no part any more and are not entered as out of hold'em yet, `forfeited` the
    teams that came too late for their card.
    """

    event: Event[Any]
    stage: Stage
    entered: int
    due: int
    disputed: int = 0
    to_leave: tuple[str, ...] = ()
    forfeited: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TeamChoice:
    """The teams to choose from, with how many rounds of the event each still lacks; the events to change to."""

    snapshot: Snapshot
    purpose: Purpose
    event: Event[Any] | None
    events: tuple[Event[Any], ...]
    teams: tuple[tuple[Team, int], ...]
    page: int


@dataclass(frozen=True, slots=True)
class PlayersLeft:
    """Who is still in hold'em, by team, to choose who went out; the events to change to."""

    snapshot: Snapshot
    event: Event[Any]
    events: tuple[Event[Any], ...]
    players: tuple[Player, ...]
    page: int


@dataclass(frozen=True, slots=True)
class PlayerRounds:
    """A player's rounds of an event, None for one that is missing; `next_round` is None where nothing is."""

    player: Player
    rounds: tuple[Round | None, ...]
    is_out: bool

    @property
    def next_round(self) -> int | None:
        """The first round that is missing."""
        return None if self.is_out or None not in self.rounds else self.rounds.index(None) + 1


@dataclass(frozen=True, slots=True)
class TeamView:
    """A team at the desk: whose round is to be entered, or who is to be warned; who lacks a round comes first."""

    snapshot: Snapshot
    purpose: Purpose
    event: Event[Any] | None
    team: Team
    players: tuple[PlayerRounds, ...]


@dataclass(frozen=True, slots=True)
class RoundForm:
    """The form for one round: whose, and which."""

    snapshot: Snapshot
    event: RoundsEvent[Any]
    entrant_id: int
    entrant: str
    round: int
    standing: Round | None = None
    typed: str | None = None


@dataclass(frozen=True, slots=True)
class RoundUnread:
    """What was typed in the form of a round and could not be read; it is kept as a draft."""

    form: RoundForm
    fault: str
    draft_id: int


@dataclass(frozen=True, slots=True)
class SheetForm:
    """The form for a whole team's sheet, and the text that stands in it."""

    snapshot: Snapshot
    event: RoundsEvent[Any]
    team: Team
    text: str


@dataclass(frozen=True, slots=True)
class SheetRead:
    """What was understood of a team's sheet: nothing counts until `draft_id` is confirmed.

    `entered` are the new rounds by player and number; `rounds` all of the team's, with the new ones; `row` is
    where the team would stand; `faults` say what is wrong, and then nothing can be confirmed.
    """

    snapshot: Snapshot
    event: RoundsEvent[Any]
    team: Team
    entered: Mapping[tuple[int, int], Round]
    rounds: Mapping[int, tuple[Round | None, ...]]
    row: Row | None
    doubts: tuple[str, ...]
    faults: tuple[str, ...]
    draft_id: int
    is_anew: bool = False


@dataclass(frozen=True, slots=True)
class SheetEntered:
    """A team's sheet that counts; `sheet_id` is one of its rounds, by which all of it can be taken back."""

    snapshot: Snapshot
    event: RoundsEvent[Any]
    team: Team
    count: int
    row: Row | None
    missing: int
    sheet_id: int


@dataclass(frozen=True, slots=True)
class StationView:
    """A player about to begin a timed round: who may pitch, and which team shags, where the event has that.

    `is_shagging_next` is whether that team is up next; once nobody else is to hit, it has finished.
    """

    snapshot: Snapshot
    event: Event[Any]
    player: Player
    round: int
    pitchers: tuple[Player, ...]
    shagging: Team | None
    pitcher: Player | None = None
    is_shagging_next: bool = True


@dataclass(frozen=True, slots=True)
class TimerStarted:
    """A timer that runs: the signal was given at `started_at`."""

    snapshot: Snapshot
    event: Event[Any]
    timer_id: int
    player: Player | None
    round: int | None
    started_at: datetime
    ends_at: datetime


@dataclass(frozen=True, slots=True)
class Called:
    """A director who was called to the desk."""

    snapshot: Snapshot
    user_id: int
    text: str


@dataclass(frozen=True, slots=True)
class MatchList:
    """The dodgeball matches that can be played now, and the walkovers that may have been played."""

    snapshot: Snapshot
    matches: tuple[Match, ...]
    walkovers: tuple[Match, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match at the desk; `winners` are those of its games, once they were named, `noted` those at its table."""

    snapshot: Snapshot
    match: Match
    teams: tuple[Team, Team]
    winners: tuple[Team, ...]
    noted: tuple[Team, ...] = ()
