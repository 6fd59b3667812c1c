"""What there is to say about hold'em's room."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.db.snapshot import Snapshot
from bot.ui.move_codes import MOST_MOVES
from core.holdem.balancing import Balance, Move
from core.holdem.button import Hand
from core.holdem.seating import Room, Seat


@dataclass(frozen=True, slots=True)
class RoomView:
    """Who sits where, by id of the players in the order of the draw, and who has to move.

    `seats` are of those who are in; `started` is how many had chips at the first hand, `ejected` how many of them were
    ejected, whose chips left with them (ruling 24); `sheet_id` is the room's newest revision.
    """

    snapshot: Snapshot
    names: Mapping[int, str]
    room: Room
    seed: str
    seats: Mapping[int, Seat]
    left: int
    started: int
    ejected: int
    winner: str | None
    balance: Balance
    sheet_id: int

    @property
    def due(self) -> tuple[Move, ...]:
        """The moves that are to be made now; others follow."""
        return self.balance.moves[:MOST_MOVES]

    def list_tables(self) -> dict[int, dict[int, int]]:
        """By number of the table, who sits in which seat, both in order."""
        tables: dict[int, dict[int, int]] = {}
        for player, seat in sorted(self.seats.items(), key=lambda item: item[1]):
            tables.setdefault(seat.table, {})[seat.number] = player
        return tables


@dataclass(frozen=True, slots=True)
class RoomShown:
    """The room for somebody who asks; staff can say that the moves are made."""

    view: RoomView
    is_staff: bool


@dataclass(frozen=True, slots=True)
class SeatsDrawn:
    """A draw, the published seed of which a director chose or chance gave."""

    view: RoomView
    number: int
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class DrawAsked:
    """A draw that would replace the one before."""

    snapshot: Snapshot
    draws: int
    players: int
    draft_id: int


@dataclass(frozen=True, slots=True)
class SeatOf:
    """Where one player sits, or the place in which they went out; `move` is still to be made."""

    name: str
    seat: Seat | None
    move: Move | None
    place: int | None
    is_late: bool
    has_won: bool
    takes_part: bool


@dataclass(frozen=True, slots=True)
class MovesMade:
    """Who moved, and what the room is now."""

    view: RoomView
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class TableView:
    """One table, to ask who posted the blinds: by seat who sits there, or who sat there last and is out."""

    snapshot: Snapshot
    table: int
    seated: Mapping[int, str]
    gone: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class HandsDealt:
    """The next two hands at a table, as long as nobody goes out or comes."""

    view: TableView
    hands: tuple[Hand, Hand]
