"""Hold'em's room: who sits where, kept as one more sheet; with the order of elimination it tells who has to move.

A seat is never taken from somebody who goes out: who sits follows from who is in. So an elimination that is taken back
needs no change of the room.
"""

from collections.abc import Collection
from typing import Any

from bot.db.snapshot import SheetKey, Snapshot
from bot.services.ejections import ejections_of
from bot.services.holdem_order import count_starters, find_winner
from bot.services.results import find_holdem_missing, name_everybody, read_holdem
from bot.ui.facts.room import RoomView
from bot.ui.message import Message
from bot.ui.texts import room as texts
from core.holdem.balancing import balance
from core.holdem.seating import Room, Seat, Seated, find_seats

KEY = SheetKey("holdem", None, None, 1)
"""The sheet of the room, beside that of the order of elimination."""


def write_room(seed: str, room: Room) -> dict[str, Any]:
    """The value of the sheet."""
    return {"seed": seed, "seats": [[one.player_id, *(one.seat or (None, None)), one.moves] for one in room]}


def find_room(snapshot: Snapshot) -> RoomView | None:
    """The room as it is now; None where no seats are drawn."""
    if "room" not in snapshot.computed:
        snapshot.computed["room"] = _view(snapshot)
    return snapshot.computed["room"]


def draw_room(snapshot: Snapshot) -> Message:
    """The live message of the room."""
    view = find_room(snapshot)
    return Message(texts.NOT_DRAWN if view is None else texts.posted(view))


def _view(snapshot: Snapshot) -> RoomView | None:
    sheet = snapshot.sheets.get(KEY)
    if sheet is None or sheet.value is None:
        return None
    room = tuple(
        Seated(player, None if table is None else Seat(table, number), moves)
        for player, table, number, moves in sheet.value["seats"]
    )
    ejections, state = ejections_of(snapshot), read_holdem(snapshot)
    present = find_holdem_missing(snapshot, ejections)
    names, winner = name_everybody(snapshot).players, find_winner(snapshot)
    return RoomView(
        snapshot=snapshot,
        names=names,
        room=room,
        seed=sheet.value["seed"],
        seats=find_seats(room, frozenset(present)),
        left=len(present),
        started=count_starters(snapshot),
        ejected=_count_ejected(snapshot, state.out),
        winner=None if winner is None else names.get(winner),
        balance=balance(room, present),
        sheet_id=sheet.id,
    )


def _count_ejected(snapshot: Snapshot, out: Collection[int]) -> int:
    """Of those who are out, how many an ejection during hold'em took from the table."""
    ejections = ejections_of(snapshot)
    return sum(
        gone is not None and gone.during == KEY.event
        for id_ in out
        for gone in [ejections.players.get(id_) or ejections.teams.get(snapshot.players[id_].team_id)]
    )
