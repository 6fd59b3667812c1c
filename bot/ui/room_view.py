"""Hold'em's room as messages and buttons; their ids hold all that is needed, so they work after a restart."""

from bot.db.snapshot import Snapshot
from bot.ui.desk_view import EVENT
from bot.ui.facts.room import DrawAsked, HandsDealt, MovesMade, RoomShown, RoomView, SeatsDrawn
from bot.ui.message import Button, Message, Option, Select, custom_id
from bot.ui.move_codes import write_moves
from bot.ui.texts import room as texts
from bot.ui.texts.desk import cut_name
from bot.ui.texts.holdem import NEXT_OUT
from core.holdem.seating import Seat

MOVED, DEAL, DRAW, BY = "holdem-moved", "holdem-deal", "holdem-draw", "holdem-by"


def say_drawn(done: SeatsDrawn | DrawAsked) -> Message:
    """The answer to a draw, or the question before another one."""
    if isinstance(done, SeatsDrawn):
        return Message(texts.drawn(done))
    again = custom_id(DRAW, done.snapshot.competition.id, done.draft_id)
    return Message(texts.asked_again(done), (Button(texts.DRAW_AGAIN, again, "danger"),))


def say_room(shown: RoomShown) -> Message:
    """The room for whoever asks."""
    return Message(texts.posted(shown.view), done_button(shown.view) if shown.is_staff else ())


def say_proposed(view: RoomView) -> Message:
    """What staff read of the moves that are due."""
    return Message(texts.proposed(view), done_button(view))


def say_made(done: MovesMade) -> Message:
    """The answer to moves that are made, and the way to the next one who goes out."""
    return Message(texts.made(done), next_buttons(done.view))


def next_buttons(view: RoomView) -> tuple[Button, ...]:
    """What comes after moves were made, or were not the ones that are due."""
    return (*done_button(view), next_out_button(view.snapshot))


def say_dealt(done: HandsDealt) -> Message:
    """Who deals next, and the way to the hand after somebody else went out."""
    return Message(texts.dealt(done), (deal_button(done.view.snapshot.competition.id, done.view.table),))


def next_out_button(snapshot: Snapshot) -> Button:
    """The button to the menus of those who are in."""
    return Button(NEXT_OUT, custom_id(EVENT, snapshot.competition.id, "score", "holdem"), "primary")


def done_button(view: RoomView) -> tuple[Button, ...]:
    """The button that says that these moves are made; none where nobody has to move."""
    if not view.due:
        return ()
    code = write_moves([(move.player_id, move.after) for move in view.due])
    return (Button(texts.DONE, custom_id(MOVED, view.snapshot.competition.id, view.sheet_id, code), "success"),)


def deal_button(competition_id: int, table: int) -> Button:
    """The button to the form that asks for the blinds of the last hand."""
    return Button(texts.DEAL, custom_id(DEAL, competition_id, table))


def victor_menu(view: RoomView, loser: int, seat: Seat, sheet_id: int) -> tuple[Select, ...]:
    """Who of the table took the chips of somebody who went out (G133)."""
    others = view.list_tables().get(seat.table, {}).values()
    options = tuple(Option(cut_name(view.names[player], 100), f"#{player}") for player in others)
    identity = custom_id(BY, view.snapshot.competition.id, loser, sheet_id)
    return (Select(identity, texts.WHO_TOOK, options),) if options else ()
