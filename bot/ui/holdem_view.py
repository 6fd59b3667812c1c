"""Hold'em at the desk: who is still in, in menus by team, and who just went out."""

from collections.abc import Sequence

from bot.db.snapshot import Player
from bot.ui.desk_view import choose_team, event_menu, page_buttons, split_into_menus
from bot.ui.facts.desk import PlayersLeft, TeamChoice
from bot.ui.facts.scores import HoldemEntered
from bot.ui.message import Message, Option, Select, custom_id
from bot.ui.room_view import deal_button, done_button, next_out_button, victor_menu
from bot.ui.score_view import undo_button
from bot.ui.texts import holdem as texts
from bot.ui.texts.desk import cut_name
from bot.ui.texts.room import please_move
from core.holdem.seating import Seat

OUT = "desk-out"


def choose_entrant(choice: TeamChoice | PlayersLeft) -> Message:
    """Whose round it is; in hold'em, who went out."""
    return choose_player_out(choice) if isinstance(choice, PlayersLeft) else choose_team(choice)


def choose_player_out(choice: PlayersLeft) -> Message:
    """The menu of events, and who is still in: up to a hundred at once, more in pages."""
    slices, page, pages = split_into_menus(len(choice.players), choice.page)
    menus = [_out_menu(choice, number, choice.players[one]) for number, one in enumerate(slices)]
    buttons = tuple(page_buttons(choice.snapshot.competition.id, "score", choice.event.key, page, pages))
    return Message(texts.who_went_out(choice), buttons, selects=(*event_menu(choice), *menus))


def say_out(done: HoldemEntered) -> Message:
    """Who is out, with the buttons for the next one and for taking it back; where seats are drawn, what follows."""
    of, undo = done.snapshot.competition.id, undo_button(done.snapshot, done.sheet_id)
    if done.winner is not None:
        return Message(texts.entered(done), (undo,))
    again = next_out_button(done.snapshot)
    seat = _find_last_seat(done)
    if done.room is None or seat is None:
        return Message(texts.entered(done), (again, undo))
    menu = victor_menu(done.room, done.player_id, seat, done.sheet_id) if done.victor is None else ()
    buttons = (again, *done_button(done.room), deal_button(of, seat.table), undo)
    return Message(_say_with_moves(done), buttons, selects=menu)


def say_changed(done: HoldemEntered) -> Message:
    """Somebody was late, or is back in."""
    return Message(_say_with_moves(done), () if done.room is None else done_button(done.room))


def _say_with_moves(done: HoldemEntered) -> str:
    moves = "" if done.room is None else please_move(done.room)
    return "\n".join(filter(None, (texts.entered(done), moves)))


def _find_last_seat(done: HoldemEntered) -> Seat | None:
    room = () if done.room is None else done.room.room
    return next((one.seat for one in room if one.player_id == done.player_id), None)


def _out_menu(choice: PlayersLeft, number: int, players: Sequence[Player]) -> Select:
    teams = [cut_name(choice.snapshot.teams[one.team_id].name, 100) for one in players]
    options = tuple(
        Option(cut_name(one.name, 100), f"#{one.id}", team) for one, team in zip(players, teams, strict=True)
    )
    first, last = cut_name(teams[0]), cut_name(teams[-1])
    placeholder = f"{texts.OUT_OF}: {first}" + ("" if teams[0] == teams[-1] else f" \u2026 {last}")
    return Select(custom_id(OUT, choice.snapshot.competition.id, number), placeholder, options)
