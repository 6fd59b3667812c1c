"""The blinds: the level, how long it holds, and breaks."""

from datetime import timedelta

from bot.ui.facts.blinds import BlindsView, LevelChanged
from core.holdem.blinds import HIGHEST_CHIPS, LOWEST_CHIPS, ClockState, Level, is_foreseen

PAUSE, RESUME = "Pause the clock", "Go on"
NO_HOLDEM = "Texas Hold'em is not part of this competition. `/competition show` lists its events."
NOT_STARTED = "The clock of the blinds does not run. Staff start it with the first hand: `/blinds start`."
STARTED_ALREADY = "The clock of the blinds runs already. A director stops it with `/blinds stop` if it was a mistake."
PAUSED_ALREADY = "The clock stands still already. `/blinds resume` lets it go on."
RUNS_ALREADY = "The clock runs already. `/blinds pause` stops it for a break or a dispute."
TOO_FEW = "Fewer than two players are in, so there is nothing to play for. See who is late or out in `/standings`."
STOPPED = "The clock of the blinds is stopped. `/blinds start` begins again with level 1."
UNKNOWN_PRESS = "The clock can be paused or go on. Use `/blinds pause` or `/blinds resume`."


NOTHING_CHANGED = "That is how this level is already. Give other blinds with `small`, or another length with `minutes`."


def not_ahead(number: int, reached: int, last: int) -> str:
    """The refusal to change a level that has begun, or that there is not."""
    if reached == last:
        return f"Level {last} is the last one and has begun, so no level lies ahead that could be changed."
    ahead = f"{last} lies" if reached + 1 == last else f"{reached + 1} to {last} lie"
    return f"Level {number} cannot be changed: level {reached} is played now, and {ahead} ahead."


def holds_to_the_end(number: int) -> str:
    """The refusal of a length for the last level."""
    return f"Level {number} holds to the end, so it has no length. Change its blinds with `small`."


def out_of_order(earlier: Level, later: Level | None) -> str:
    """The refusal of blinds that would fall from one level to the next."""
    limit = f"at least {earlier.small:,}, as in level {earlier.number}"
    if later is not None:
        limit += f", and at most {later.small:,}, as in level {later.number}"
    return f"Blinds do not fall: the small one has to be {limit}. Change the other level first."


def changed(done: LevelChanged) -> str:
    """What everybody reads of a level that was changed (G172)."""
    after = done.after
    return f"**Level {after.number} is changed: {_terms(after)}**, instead of {_terms(done.before)}."


def _terms(level: Level) -> str:
    lasts = "to the end" if level.minutes is None else f"for {level.minutes} min"
    return f"{level.small:,}/{level.big:,} {lasts}"


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
    rows = [_row(level, view.state.level.number) for level in view.state.levels]
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
