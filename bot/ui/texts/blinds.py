"""The blinds: the level, how long it holds, and breaks."""

from datetime import timedelta

from bot.ui.facts.blinds import BlindsView
from core.holdem.blinds import HIGHEST_CHIPS, LOWEST_CHIPS, ClockState, Level, choose_levels, is_foreseen

PAUSE, RESUME = "Pause the clock", "Go on"
NO_HOLDEM = "Texas Hold'em is not part of this competition. `/competition show` lists its events."
NOT_STARTED = "The clock of the blinds does not run. Staff start it with the first hand: `/blinds start`."
STARTED_ALREADY = "The clock of the blinds runs already. A director stops it with `/blinds stop` if it was a mistake."
PAUSED_ALREADY = "The clock stands still already. `/blinds resume` lets it go on."
RUNS_ALREADY = "The clock runs already. `/blinds pause` stops it for a break or a dispute."
TOO_FEW = "Fewer than two players are in, so there is nothing to play for. See who is late or out in `/standings`."
STOPPED = "The clock of the blinds is stopped. `/blinds start` begins again with level 1."
UNKNOWN_PRESS = "The clock can be paused or go on. Use `/blinds pause` or `/blinds resume`."


def moved_meanwhile(view: BlindsView) -> str:
    """The refusal of a press on what has changed."""
    return f"Somebody pressed before you, so nothing was changed. This is it now:\n{shown(view)}"


def shown(view: BlindsView) -> str:
    """Where the clock stands, and the whole list."""
    if view.state is None:
        return NOT_STARTED
    lines = [_head(view.state), _next(view.state)]
    if not is_foreseen(view.state.chips):
        lines.append(
            f"{view.state.chips:,} in chips: the rulebook foresees {LOWEST_CHIPS:,} to {HIGHEST_CHIPS:,}, so the "
            "nearest list is played."
        )
    return "\n".join(line for line in lines if line)


def listed(view: BlindsView) -> str:
    """Where the clock stands, with every level."""
    if view.state is None:
        return NOT_STARTED
    rows = [_row(level, view.state.level.number) for level in choose_levels(view.state.chips)]
    return "\n".join((shown(view), "```", *rows, "```"))


def announced(view: BlindsView) -> str:
    """What everybody reads of a new level, a break, or its end."""
    state = view.state
    assert state is not None, "what is announced runs"
    if state.is_paused:
        return f"{_head(state)}\nFinish the hands that are being played, and begin no other."
    return f"{_head(state)} It holds from the next hand on.\n{_next(state)}".rstrip()


def _head(state: ClockState) -> str:
    blinds = f"**Level {state.level.number}: {state.level.small:,}/{state.level.big:,}**"
    if state.is_paused:
        left = "" if state.left is None else f", {_minutes(state.left)} left"
        return f"{blinds}. The clock stands still{left}."
    if state.ends_at is None:
        return f"{blinds}, to the end."
    ends = int(state.ends_at.timestamp())
    return f"{blinds} until <t:{ends}:T> (<t:{ends}:R>)."


def _next(state: ClockState) -> str:
    following = state.following
    return "" if following is None else f"Next: {following.small:,}/{following.big:,}."


def _row(level: Level, current: int) -> str:
    mark = ">" if level.number == current else " "
    lasts = "to the end" if level.minutes is None else f"{level.minutes} min"
    return f"{mark}{level.number:>2}  {level.small:>5,}/{level.big:<5,}  {lasts}"


def _minutes(left: timedelta) -> str:
    minutes, seconds = divmod(int(left.total_seconds()), 60)
    return f"{minutes}:{seconds:02d}"
