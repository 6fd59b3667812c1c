"""The official clock: starts, the grace, and what a late team forfeits."""

from datetime import datetime, timedelta
from typing import Any

from bot.db.snapshot import Team
from bot.ui.facts.punctuality import ClockView, Forfeited, ForfeitPreview, RoundStart, StartSet
from bot.ui.names import for_prose
from core.competition import Kind
from core.punctuality import Call, OfficialStart
from core.scoring.event import Event, RoundsEvent

NOW = "now"
RECORD = "Record the forfeit"
FORFEIT_REASON = "forfeited: too late"


def has_passed(at: datetime) -> str:
    """The refusal of a start that lies behind."""
    return f"{_time(at)} is over by the official clock. Type a later time, or `now`."


def begins_with_first_hand(event: Event[Any]) -> str:
    """The refusal of a grace where the rulebook gives none (ruling 64)."""
    return f"{event.title} has no grace: whoever is not there at the first hand is out. Use `/score holdem-late`."


def no_start(event: RoundsEvent[Any], number: int) -> str:
    """The refusal of a forfeit without an official start."""
    return (
        f"No official start of {_round(event, number)} of {event.title} was announced, so nobody can be late. Announce "
        "it with `/clock start`."
    )


def not_late(team: Team, late_for: RoundStart, now: datetime) -> str:
    """The refusal of a forfeit that came too early."""
    return (
        f"{for_prose(team.name)} is not late yet: {_what(late_for)} begins at {_time(late_for.start.starts_at)}, and a "
        f"team is late after {_time(late_for.start.late_after)}. By the official clock it is {_time(now)}."
    )


def has_score(team: Team, late_for: RoundStart) -> str:
    """The refusal to let a team forfeit what it has played, or has forfeited before."""
    return (
        f"{for_prose(team.name)} has a score in {_what(late_for)} already, or has forfeited it, so nothing was "
        "recorded. If what is in is wrong, use `/score correct`."
    )


def has_forfeited(team: Team, late_for: RoundStart) -> str:
    """The refusal of a second forfeit of one card."""
    return (
        f"{for_prose(team.name)} has forfeited {_what(late_for)} already, so nothing was changed. If it was there, "
        "`/score correct` enters its card, with a reason."
    )


def is_out(team: Team, event: Event[Any]) -> str:
    """The refusal of a forfeit of a team that is out anyway."""
    return f"{for_prose(team.name)} takes no part in {event.title} any more, so it forfeits nothing."


def start_set(done: StartSet) -> str:
    """The answer to an announced start."""
    start = done.announced.start
    when = "now" if done.is_now else f"at {_time(start.starts_at)}"
    return f"{_begin(done.announced)} begins {when}. Captains are told. {_late_after(start)}"


def announced(done: StartSet) -> str:
    """What captains read of a start that lies ahead."""
    start = done.announced.start
    warm = "" if done.announced.event.has_warm_up else " Come warmed up: the schedule has no time for it."
    return (
        f"**{_begin(done.announced)}** begins at {_time(start.starts_at)} ({_ago(start.starts_at)}). "
        f"{_late_after(start)} The official clock counts.{warm}"
    )


def called(round_start: RoundStart, call: Call) -> str:
    """What captains read when the official clock calls them."""
    late_after = round_start.start.late_after
    if call is Call.START:
        return f"**{_begin(round_start)} begins now.** {_late_after(round_start.start)}"
    return (
        f"One minute left: whoever is not there for {_what(round_start)} by {_time(late_after)} forfeits it "
        f"({_ago(late_after)})."
    )


def previewed(found: ForfeitPreview) -> str:
    """What a forfeit would do."""
    start = found.late_for.start
    lines = [
        f"{for_prose(found.team.name)} is late for {_what(found.late_for)}: it began at {_time(start.starts_at)}, "
        f"late after {_time(start.late_after)}; now it is {_time(found.now)}, "
        f"{_duration(found.now - start.starts_at)} later.",
        _what_follows(found.late_for, [player.name for player in found.players]),
        "Nothing is recorded until you press the button. Other rounds are not touched.",
    ]
    return "\n".join(lines)


def recorded(done: Forfeited) -> str:
    """The answer to a recorded forfeit."""
    return (
        f"Recorded: {for_prose(done.team.name)} forfeits {_what(done.late_for)}. Its captain is told. `/score correct` "
        "changes it, with a reason."
    )


def told(done: Forfeited) -> str:
    """What the late team's captain reads."""
    start = done.late_for.start
    follows = _what_follows(done.late_for, [player.name for player in done.players])
    return (
        f"{for_prose(done.team.name)} was not there for {_what(done.late_for)}, which began at {_time(start.starts_at)}"
        f", and forfeits it. {follows} If that is wrong, speak to a director."
    )


def shown(view: ClockView) -> str:
    """The official time, and what begins when."""
    lines = [f"By the official clock it is **{_time(view.now)}**."]
    if view.first is not None:
        lines.append(f"Play starts {_day(view.first.starts_at)}. {_late_after(view.first)}")
    for each in view.rounds:
        start = each.start
        lines.append(
            f"{_begin(each)}: {_time(start.starts_at)} ({_ago(start.starts_at)}), late after {_time(start.late_after)}"
        )
    if view.first is None and not view.rounds:
        lines.append("No start is announced yet. A facilitator announces one with `/clock start`.")
    if view.snapshot.competition.settings.kind is Kind.DODGEBALL:
        lines.append("Who is not there forfeits the match: `/match forfeit`.")
    return "\n".join(lines)


def _what_follows(late_for: RoundStart, players: list[str]) -> str:
    if late_for.event.scored == "team":
        return f"In {late_for.event.title} it has no card, so it takes the last rank. Enter none for it."
    return f"0 counts in {_round(late_for.event, late_for.round)} for {', '.join(map(for_prose, players))}."


def _what(round_start: RoundStart) -> str:
    return f"{_round(round_start.event, round_start.round)} of {round_start.event.title}"


def _begin(round_start: RoundStart) -> str:
    what = _what(round_start)
    return what[0].upper() + what[1:]


def _round(event: RoundsEvent[Any], number: int) -> str:
    if event.scored == "team":
        return "the round"
    return f"{event.entry.round_name} {number}"


def _late_after(start: OfficialStart) -> str:
    if not start.grace_seconds:
        return "Whoever is not there then forfeits."
    return f"Whoever is not there by {_time(start.late_after)} forfeits."


def _time(at: datetime) -> str:
    return f"<t:{int(at.timestamp())}:T>"


def _day(at: datetime) -> str:
    return f"<t:{int(at.timestamp())}:F>"


def _ago(at: datetime) -> str:
    return f"<t:{int(at.timestamp())}:R>"


def _duration(lasted: timedelta) -> str:
    minutes, seconds = divmod(int(lasted.total_seconds()), 60)
    return f"{minutes}:{seconds:02d}"
