"""What there is to say about a correction, an event's end, and whatever else moves ranks: what follows from it."""

from dataclasses import dataclass
from typing import Any

from bot.db.snapshot import Closing, Sheet, Snapshot
from core.scoring.event import Event
from core.scoring.games import Round
from core.scoring.moves import Move
from core.scoring.ranking import Row


@dataclass(frozen=True, slots=True)
class Consequences:
    """The ranks that move, in one event and over all events."""

    event_teams: tuple[Move, ...] = ()
    event_players: tuple[Move, ...] = ()
    teams: tuple[Move, ...] = ()
    players: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundChange:
    """A round or card as it stands and as it would be; None is missing, or was forfeited."""

    number: int
    before: Round | None
    after: Round | None
    was_forfeited: bool = False


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """A player's place in hold'em as it stands and as it would be; None is late."""

    before: int | None
    after: int | None


Change = RoundChange | PlaceChange


@dataclass(frozen=True, slots=True)
class CorrectionProposed:
    """A correction before it counts; `is_anew` where the round changed since it was first shown.

    `is_undecided` where a ranking that was out ends with equal golf cards and no stroke index.
    """

    snapshot: Snapshot
    event: Event[Any]
    entrant: str
    team: str | None
    change: Change
    consequences: Consequences
    doubt: str | None
    standing: Sheet | None
    closing: Closing | None
    new_pairs: tuple[tuple[str, ...], ...]
    """Golf pairs that the ranking would give then, where others were drawn from it before."""
    draft_id: int
    is_anew: bool = False
    is_undecided: bool = False


@dataclass(frozen=True, slots=True)
class CorrectionMade:
    """A correction that counts: whose, what changed, what followed, and where they stand now."""

    snapshot: Snapshot
    event: Event[Any]
    entrant: str
    team: str | None
    change: Change
    consequences: Consequences
    reason: str
    row: Row | None
    is_announced: bool
    is_undecided: bool = False
