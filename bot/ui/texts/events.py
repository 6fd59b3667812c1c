"""Events as a whole: cancelled by weather, and restored."""

from typing import Any

from bot.ui.facts.events import CancellationAsked
from bot.ui.facts.scores import EventCancelled
from bot.ui.names import for_prose
from bot.ui.texts.listing import count
from bot.ui.texts.moves import overall_line
from bot.ui.texts.scores import not_in_edition as not_in_edition
from core.competition import State
from core.scoring.event import Event, get_events

REASON_MISSING = "Say why: fill in the option `reason`. It is kept with the decision."


CONFIRM_CANCELLING = "Cancel the event"
CONFIRM_RESTORING = "Let it count again"


def asked(question: CancellationAsked) -> str:
    """What would follow from voiding an event, or from letting it count again."""
    preview, event = question.preview, question.preview.event
    noun = event.entry.round_name if event.entry else "place"
    rounds = count(preview.rounds, noun)
    lines = ["Something has come in since you were asked, so please look again."] if question.is_anew else []
    if preview.is_cancelled:
        lines.append(f"**Cancel {event.title} because of the weather?** It is replaced by nothing.")
        lines.append(f"{rounds} entered so far would be kept as a record and not count.")
    else:
        lines.append(f"**Let {event.title} count again?**")
        lines.append(f"{rounds} entered before would count, and more can be entered.")
    lines.append(overall_line(preview.consequences))
    channel_id = preview.snapshot.competition.channels.announcements
    lines.append(f"Nothing is done until you confirm it; then it is announced in <#{channel_id}>.")
    return "\n".join(lines)


def is_closed(event: Event[Any]) -> str:
    """The refusal of a decision about an event whose final ranking is out."""
    return f"{event.title} is closed: its final ranking is out. Open it again with `/event reopen` first."


def not_running(state: State) -> str:
    """The refusal of a decision while the competition does not run."""
    if state is State.FINISHED:
        return "The competition is finished. Reopen it with `/competition resume` first."
    return "The competition is not running, so no event can be cancelled or restored. See `/competition show`."


def cannot_be_cancelled(event: Event[Any]) -> str:
    """The refusal to cancel an event that is played whatever the weather."""
    titles = " and ".join(each.title for each in get_events().values() if each.can_be_cancelled)
    return f"{event.title} is not cancelled by weather: only {titles} can be."


def everybody_has_finished(event: Event[Any]) -> str:
    """The refusal to cancel an event that is complete."""
    return f"Every team has finished {event.title}, so it counts and cannot be cancelled any more."


def is_cancelled_already(event: Event[Any]) -> str:
    """The refusal to cancel twice."""
    return f"{event.title} is cancelled already. `/event restore` lets it count again."


def is_not_cancelled(event: Event[Any]) -> str:
    """The refusal to restore what counts."""
    return f"{event.title} is not cancelled: there is nothing to restore."


def decided(done: EventCancelled) -> str:
    """The answer to a decision."""
    if done.is_cancelled:
        return (
            f"{done.event.title} is cancelled and announced. Its scores are kept as a record and do not count. "
            "`/event restore` takes this back."
        )
    return f"{done.event.title} counts again, and that is announced."


def announced(done: EventCancelled) -> str:
    """What everybody reads about a decision."""
    name = for_prose(done.snapshot.competition.name)
    if done.is_cancelled:
        return (
            f"**{name}: {done.event.title} is cancelled because of the weather.** It is replaced by nothing: the final "
            "standings use the other events only."
        )
    return f"**{name}: {done.event.title} takes place after all.** It counts in the final standings."


def exported(competition: str, lacking: str, fault: str | None) -> str:
    """The answer with the files of all results; `lacking` is the name of the one that there cannot be yet."""
    said = f"All results of **{for_prose(competition)}** as they stand now. No file holds birth dates."
    return said if fault is None else f"{said}\n⚠️ Without `{lacking}`: {fault}"


def not_exportable(lines: tuple[str, ...]) -> str:
    """The refusal to export what could not be read back."""
    if any("stroke_index" in line for line in lines):
        return "Two golf cards are equal, so the stroke index decides. Enter it with `/event stroke-index` first."
    shown = "; ".join(for_prose(line) for line in lines[:3])
    return f"The results do not fit together yet, so there is no file: {shown}."
