"""Why a step of a competition is not possible now, and what leads to it: one sentence for each state and step."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from bot.db.snapshot import Competition
from bot.ui.names import for_prose
from bot.ui.times import show_moment
from core.competition import LEADS_TO, State, Step, find_way

NOW: Mapping[State, str] = {
    State.DRAFT: "{name} is still a draft",
    State.REGISTRATION_OPEN: "Registration for {name} is still open",
    State.REGISTRATION_CLOSED: "{name} has not started yet",
    State.RUNNING: "{name} is running",
    State.FINISHED: "{name} is finished",
    State.CANCELLED: "{name} is cancelled",
    State.ARCHIVED: "{name} is archived",
}
ALREADY: Mapping[State, str] = {
    State.REGISTRATION_OPEN: "Registration for {name} is open already: `/competition close` closes it.",
    State.REGISTRATION_CLOSED: "Registration for {name} is closed already: `/competition start` starts it.",
    State.RUNNING: "{name} is running already: `/competition finish` ends it.",
    State.FINISHED: "{name} is finished already: `/competition resume` takes it up again.",
    State.CANCELLED: "{name} is cancelled already: `/competition archive` puts it away.",
    State.ARCHIVED: "{name} is archived already: its results stay to be read.",
}
NO_WAY: Mapping[State, str] = {
    State.RUNNING: "{name} has started, so its registration stays closed.",
    State.FINISHED: "{name} has been played, so its registration stays closed.",
    State.CANCELLED: "{name} is cancelled, which cannot be undone: `/competition archive` puts it away.",
    State.ARCHIVED: "{name} is archived, which cannot be undone: its results stay to be read.",
}
HOW: Mapping[Step, str] = {
    Step.OPEN_REGISTRATION: "open its registration with `/competition open`",
    Step.CLOSE_REGISTRATION: "close it with `/competition close`",
    Step.START: "start it with `/competition start`",
    Step.FINISH: "finish it with `/competition finish`",
    Step.RESUME: "take it up again with `/competition resume`",
}


def deadline_passed(competition: Competition, closes_at: datetime) -> str:
    """The refusal of opening a registration whose deadline has passed, so that nobody could register."""
    return (
        f"Registration for **{for_prose(competition.name)}** ended at its deadline, {show_moment(closes_at)}. Set a "
        "later one, or `none`, with `/schedule set registration_closes:`."
    )


def has_begun(competition: Competition, what: str) -> str:
    """The refusal of a change that is possible until the start alone; `what` are its times, say."""
    begun = competition.state in (State.RUNNING, State.FINISHED)
    why = "has begun" if begun else f"is {competition.state}"
    return f"{for_prose(competition.name)} {why}, so its {what} stay as they are."


def step_refused(competition: Competition, step: Step) -> str:
    """The refusal of a step that the present state does not allow, with the way to it."""
    state, name = competition.state, f"**{for_prose(competition.name)}**"
    if state is LEADS_TO[step]:
        return ALREADY[state].format(name=name)
    way = find_way(state, step)
    if not way:
        return NO_WAY[state].format(name=name)
    now = NOW[state].format(name=name)
    if step is Step.ARCHIVE:
        following = _then(way[:1])
        return f"{now}, and only what is finished or cancelled is archived: {following}, or use `/competition cancel`."
    if way[-1] is step:
        return f"{now}: {_then(way[:-1])} first."
    return f"{now}: {_then(way)}."


def _then(steps: Sequence[Step]) -> str:
    return ", then ".join(HOW[step] for step in steps)
