"""Events that end: what is missing and what it counts as, the question, and what everybody reads."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from bot.ui.facts.events import ClosingAsked, ClosingPreview, EventClosed, EventReopened
from bot.ui.facts.progress import EventProgress, Missing
from bot.ui.names import for_prose
from bot.ui.shortening import shorten_middle
from bot.ui.texts.listing import name_some
from bot.ui.times import show_moment
from core.competition import State
from core.scoring.event import Event
from core.scoring.ranking import Row, show_rank

CONFIRM = "Close it"
REASON_MISSING = "Say why: fill in the option `reason`. It is kept with the decision and announced."
MOST_MISSING, MOST_SHOWN, NAME_COLUMNS = 15, 3, 30


def asked(question: ClosingAsked) -> str:
    """What closing an event would mean."""
    preview = question.preview
    lines = ["Something has come in since you were asked, so please look again."] if question.is_anew else []
    lines.append(f"**Close {preview.event.title}?**")
    lines += _missing_lines(preview)
    lines.append(f"Teams: {_podium(preview.ranking.teams.rows)}")
    if preview.ranking.players is not None:
        lines.append(f"Players: {_podium(preview.ranking.players.rows)}")
    channel_id = preview.snapshot.competition.channels.announcements
    lines.append(
        f"The ranking is announced in <#{channel_id}> and is final: afterwards only a director corrects it, and "
        "everybody reads of that."
    )
    return "\n".join(lines)


def closed(done: EventClosed) -> str:
    """The answer to whoever closed it."""
    return f"{done.event.title} is closed and its ranking announced. A director can open it again with `/event reopen`."


def announced(done: EventClosed) -> str:
    """The heading of what everybody reads."""
    return f"🏁 **{for_prose(done.snapshot.competition.name)}: {done.event.title} is over.** The final ranking:"


def reopened(done: EventReopened) -> str:
    """The answer to the director who opened it again."""
    return f"{done.event.title} takes scores again, and that is announced. `/event close` ends it."


def reopening_announced(done: EventReopened) -> str:
    """What everybody reads."""
    name = for_prose(done.snapshot.competition.name)
    return f"**{name}: {done.event.title} is open again**, so its ranking may change. Reason: {for_prose(done.reason)}"


def is_closed_already(event: Event[Any], at: datetime) -> str:
    """The refusal to close twice."""
    return f"{event.title} was closed {show_moment(at)} already. A director opens it again with `/event reopen`."


def is_not_closed(event: Event[Any]) -> str:
    """The refusal to open what is open."""
    return f"{event.title} is not closed: it takes scores. There is nothing to reopen."


def nothing_entered(event: Event[Any]) -> str:
    """The refusal to close what has not begun."""
    return f"Nothing of {event.title} has been entered yet, so there is nothing to close. Enter its scores first."


def still_playing(progress: EventProgress) -> str:
    """The refusal to close hold'em while somebody is in."""
    left = _name([each.name for each in progress.missing])
    return (
        f"{len(progress.missing)} players are still in: {left}. Enter who went out with `/score holdem`, or who was "
        "not there with `/score holdem-late`; then close it."
    )


def disputed(event: Event[Any], teams: Sequence[str]) -> str:
    """The refusal to close while cards are disputed."""
    return (
        f"The cards of {_name(teams)} are disputed in {event.title}. The event's manager rules on them first, then it "
        "can be closed."
    )


def not_running(state: State) -> str:
    """The refusal while the competition does not run."""
    if state is State.FINISHED:
        return "The competition is finished, so all of it is final. A director opens it with `/competition resume`."
    return "The competition is not running, so no event can be closed or reopened. See `/competition show`."


def _missing_lines(preview: ClosingPreview) -> Iterator[str]:
    missing = preview.progress.missing
    if not missing:
        yield "Nothing is missing."
        return
    count, entry = preview.progress.missing_rounds, preview.event.entry
    noun = entry.round_name if entry else "place"
    is_team = preview.event.scored == "team"
    counts_as = f"the last rank, {len(preview.ranking.teams.rows)}" if is_team else "0"
    yield f"⚠️ **{count} {noun}{'s are' if count > 1 else ' is'} missing, and will count as {counts_as}:**"
    for each in missing[:MOST_MISSING]:
        yield f"- {_who(each)}{_which(each, noun, preview.event)}"
    if len(missing) > MOST_MISSING:
        yield f"- and {len(missing) - MOST_MISSING} more"
    if preview.half_written:
        yield f"Only one of two keepers has written for {_name(preview.half_written)}: `/card rule` lets it count."


def _who(missing: Missing) -> str:
    team = f" ({for_prose(shorten_middle(missing.team, NAME_COLUMNS))})" if missing.team else ""
    return for_prose(shorten_middle(missing.name, NAME_COLUMNS)) + team


def _which(missing: Missing, noun: str, event: Event[Any]) -> str:
    if event.rounds == 1:
        return ""
    if len(missing.rounds) == event.rounds:
        return f": every {noun}"
    return f": {noun} {' and '.join(map(str, missing.rounds))}"


def _podium(rows: Sequence[Row]) -> str:
    first = [f"{show_rank(row)} {for_prose(shorten_middle(row.name, NAME_COLUMNS))}" for row in rows[:MOST_SHOWN]]
    return ", ".join(first) + (", ..." if len(rows) > MOST_SHOWN else "")


def _name(names: Sequence[str]) -> str:
    return name_some([shorten_middle(name, NAME_COLUMNS) for name in names], MOST_MISSING)
