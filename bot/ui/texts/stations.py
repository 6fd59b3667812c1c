"""Timed rounds: who hits or shoots, who pitches and shags, and the minute that runs."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from bot.db.snapshot import Player, Team
from bot.ui.facts.desk import PlayerRounds, StationView, TimerStarted
from bot.ui.names import for_prose, visible_name
from bot.ui.texts.scores import name_round
from bot.ui.times import show_time
from core.scoring.event import Event

ENTER, STOP = "Enter the round", "Stop the clock"
LONGEST_NAME = 40
TIMER_GONE = "This clock has ended already. Start another one where you need it."
NOT_YOURS = "Only whoever started this clock stops it, or a director."


def begin_button(player: PlayerRounds, event: Event[Any]) -> str:
    """`Begin: Ann Lee, round 1`"""
    return f"Begin: {_cut(player.player.name)}, {name_round(event, player.next_round or 1)}"


def start_button(event: Event[Any]) -> str:
    """`Start 60 s`"""
    return f"Start {event.round_seconds} s"


def pitch_button(player: Player) -> str:
    """The name of who pitches."""
    return _cut(player.name)


def opened(view: StationView) -> str:
    """A station: who is up, and who pitches and shags."""
    lines = [f"**{view.event.title}**, {name_round(view.event, view.round)}: {for_prose(view.player.name)} is up."]
    if view.event.is_pitched:
        lines.append(_shagging(view))
    if view.pitcher is not None:
        lines.append(f"{for_prose(view.pitcher.name)} pitches.")
    elif view.pitchers:
        lines.append("Who of the team pitches?")
        return "\n".join(lines)
    lines.append(f"Start the clock with the signal: {view.event.round_seconds} seconds count from there.")
    return "\n".join(lines)


def shag_now(hitting: Team, shagging: Team, event: Event[Any], captain_ids: Sequence[int], *, is_next: bool) -> str:
    """What the captains of the team that shags read."""
    called = "".join(f"<@{user_id}> " for user_id in captain_ids)
    next_up = " You are up next." if is_next else ""
    return (
        f"{called}{for_prose(shagging.name)}: you shag the balls in {event.title} now, while "
        f"{for_prose(hitting.name)} hit. The facilitator may ask you about a ball.{next_up}"
    )


def started(done: TimerStarted) -> str:
    """The clock runs."""
    who = "" if done.player is None else f", {for_prose(done.player.name)}"
    number = "" if done.round is None else f", {name_round(done.event, done.round)}"
    ends = int(done.ends_at.timestamp())
    return (
        f"The clock runs: **{done.event.title}**{who}{number}. It ends at <t:{ends}:T> (<t:{ends}:R>); you are called "
        "in the staff channel."
    )


def ended(
    event: Event[Any], player: Player | None, number: int | None, started_by: int, ends_at: datetime, *, is_late: bool
) -> str:
    """The new message at the end."""
    who = "" if player is None else f" {for_prose(player.name)}"
    which = "" if number is None else f", {name_round(event, number)}"
    late = f" They were over {show_time(ends_at)}; Skipper was away." if is_late else ""
    return (
        f"<@{started_by}> \u23f0 **Time!** {event.title}{which}{':' if who else ''}{who}. "
        f"{event.round_seconds} s are over.{late}"
    )


def runs_already(event: Event[Any], player: Player, number: int, ends_at: datetime) -> str:
    """The refusal of a second clock for one round."""
    ends = int(ends_at.timestamp())
    return (
        f"The clock of {for_prose(player.name)} in {event.title}, {name_round(event, number)}, runs already. It ends "
        f"<t:{ends}:T> (<t:{ends}:R>)."
    )


def stopped(event: Event[Any]) -> str:
    """The clock was stopped."""
    return f"The clock of {event.title} is stopped; nobody is called."


def not_timed(event: Event[Any], timed: Sequence[Event[Any]]) -> str:
    """The refusal of a clock where rounds take as long as they take."""
    return f"A round of {event.title} is not timed. Timed are {' and '.join(one.title for one in timed)}."


def not_pitched(event: Event[Any]) -> str:
    """The refusal of a pitcher where nobody pitches."""
    return f"Nobody pitches in {event.title}. Start the clock, or enter the round."


def out(player: str, event: Event[Any]) -> str:
    """The refusal of somebody who is out, or whose team holds no place."""
    return f"{for_prose(player)} takes no part in {event.title}. Choose another player."


def taken_already(player: str, event: Event[Any], number: int) -> str:
    """The refusal of a round that is in."""
    return f"{name_round(event, number).capitalize()} of {for_prose(player)} is in already. Choose another player."


def _shagging(view: StationView) -> str:
    if view.shagging is None:
        return "No other team is there to shag."
    return f"**{for_prose(view.shagging.name)}** shag{': they are up next' if view.is_shagging_next else ''}."


def _cut(name: str) -> str:
    shown = visible_name(name)
    return shown if len(shown) <= LONGEST_NAME else f"{shown[: LONGEST_NAME - 1].rstrip()}\u2026"
