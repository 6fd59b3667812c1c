"""Who came back into an event that was over, and how that is put right."""

from collections.abc import Sequence

from bot.ui.facts.conduct import BroughtBack
from bot.ui.names import for_prose
from bot.ui.texts.listing import list_some
from core.scoring.event import get_event

MOST_NAMED = 8


def told_staff_of_returns(competition: str, back: Sequence[BroughtBack]) -> str:
    """What staff read when a lifted ejection concerns events that were over."""
    return "\n".join((f"**{for_prose(competition)}**: an ejection was lifted.", *returned_lines(back)))


def returned_lines(back: Sequence[BroughtBack]) -> list[str]:
    """For each event that was over: who is back in it, what that counts, and how it is put right."""
    names: dict[str, list[str]] = {}
    for one in back:
        names.setdefault(one.event, []).append(for_prose(one.entrant))
    return [_returned_line(event, entrants) for event, entrants in names.items()]


def _returned_line(event: str, names: Sequence[str]) -> str:
    who, title = list_some(names, MOST_NAMED), get_event(event).title
    if get_event(event).entry is None:
        return (
            f"{title} was over before an ejection was lifted, and its ranking stays: {who} counts as not having "
            "played, on the last rank. A director gives a place with `/score holdem-correct`."
        )
    return (
        f"{title} was closed before an ejection was lifted, and stays closed: what is missing of {who} counts as not "
        "played. A director enters it with `/score correct`."
    )
