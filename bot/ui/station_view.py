"""A station and its clock as buttons."""

from typing import Any

from bot.db.snapshot import Player, Snapshot
from bot.ui.desk_view import PLAYER
from bot.ui.facts.desk import StationView, TimerStarted
from bot.ui.message import Button, Message, custom_id
from bot.ui.texts import stations as texts
from core.scoring.event import Event

PITCH, START, STOP = "desk-pitch", "timer-start", "timer-stop"


def view_station(view: StationView) -> Message:
    """Who pitches, while that is open; then the clock."""
    of, event, player = view.snapshot.competition.id, view.event, f"#{view.player.id}"
    if view.pitchers and view.pitcher is None:
        buttons = tuple(
            Button(texts.pitch_button(one), custom_id(PITCH, of, event.key, player, view.round, f"#{one.id}"))
            for one in view.pitchers
        )
        return Message(texts.opened(view), buttons)
    start = Button(texts.start_button(event), custom_id(START, of, event.key, player, view.round), "success")
    return Message(texts.opened(view), (start, enter_button(view.snapshot, event, view.player, view.round)))


def view_clock(done: TimerStarted) -> Message:
    """The clock that runs."""
    buttons = [stop_button(done.snapshot, done.timer_id)]
    if done.player is not None and done.round is not None:
        buttons.append(enter_button(done.snapshot, done.event, done.player, done.round))
    return Message(texts.started(done), tuple(buttons))


def stop_button(snapshot: Snapshot, timer_id: int) -> Button:
    """The button that stops a clock."""
    return Button(texts.STOP, custom_id(STOP, snapshot.competition.id, timer_id), "danger")


def enter_button(snapshot: Snapshot, event: Event[Any], player: Player, number: int) -> Button:
    """The button that opens the form for a player's round."""
    identity = custom_id(PLAYER, snapshot.competition.id, "score", event.key, f"#{player.id}", number)
    return Button(texts.ENTER, identity, "primary")
