"""What there is to say about scores."""

from dataclasses import dataclass
from typing import Any

from bot.db.snapshot import Sheet, Snapshot
from bot.ui.facts.room import RoomView
from core.holdem.order import OrderChange
from core.scoring.event import Event, RoundsEvent
from core.scoring.games import Round
from core.scoring.ranking import Row


@dataclass(frozen=True, slots=True)
class RoundEntered:
    """A round that counts: what was understood, and where its player or team stands now."""

    snapshot: Snapshot
    sheet: Sheet
    event: RoundsEvent[Any]
    entrant: str
    team: str | None
    entered: Round
    standing: Row
    replaced: Round | None = None


@dataclass(frozen=True, slots=True)
class RoundDoubted:
    """A round that is possible but implausible (ruling 115): nothing counts until `draft_id` is confirmed."""

    snapshot: Snapshot
    event: RoundsEvent[Any]
    entrant: str
    round: int
    typed: str
    doubt: str
    draft_id: int


@dataclass(frozen=True, slots=True)
class RoundUndone:
    """A round that was taken back: what it was, and what counts instead, if anything."""

    snapshot: Snapshot
    event: RoundsEvent[Any]
    entrant: str
    round: int
    taken_back: Round
    counts_now: Round | None
    is_forfeit: bool = False


@dataclass(frozen=True, slots=True)
class RoundsUndone:
    """What one interaction had entered, as a team's whole sheet, and was taken back as a whole."""

    snapshot: Snapshot
    events: tuple[Event[Any], ...]
    teams: tuple[str, ...]
    sheets: tuple[Sheet, ...]
    are_missing: bool
    """Whether nothing counts instead."""


@dataclass(frozen=True, slots=True)
class OrderUndone:
    """A change of hold'em's order that was taken back: what it was, and how many are in now."""

    snapshot: Snapshot
    event: Event[Any]
    change: OrderChange
    left: int


Undone = RoundUndone | RoundsUndone | OrderUndone


@dataclass(frozen=True, slots=True)
class Undoable:
    """What somebody entered last and can take back: its newest sheet, and what would be taken back."""

    sheet_id: int
    undone: Undone


@dataclass(frozen=True, slots=True)
class HoldemEntered:
    """The order of elimination after a change: who just went out or was late, and who is still in."""

    snapshot: Snapshot
    named: tuple[str, ...]
    is_late: bool
    place: int | None
    left: int
    winner: str | None
    sheet_id: int
    player_id: int
    victor: str | None = None
    """Who took the chips, where that was said (G133)."""
    room: RoomView | None = None
    """Who sits where, where seats were drawn."""


@dataclass(frozen=True, slots=True)
class EventCancelled:
    """An event that weather voided, or that counts again."""

    snapshot: Snapshot
    event: Event[Any]
    is_cancelled: bool
