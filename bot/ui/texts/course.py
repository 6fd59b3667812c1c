"""The golf course: how hard each hole is, and what follows where that is corrected."""

from collections.abc import Sequence

from bot.ui.facts.events import StrokeIndexAsked, StrokeIndexSet
from bot.ui.names import for_prose
from bot.ui.texts.moves import move_lines
from core.scoring.event import get_event

CONFIRM = "Replace it"
BAD_STROKE_INDEX = (
    "The stroke index is eighteen numbers, hole by hole, each of 1 to 18 once; 1 is the hardest hole. It is printed on "
    "the course's card. Type them like `7 15 3 11 1 17 5 13 9 8 16 4 12 2 18 6 14 10`."
)
STANDS_ALREADY = "The course has this stroke index already, so there is nothing to do."
REASON_MISSING = (
    "The course has another stroke index already. To replace it, say why: fill in the option `reason` as well."
)


def entered(done: StrokeIndexSet) -> str:
    """The answer to a stroke index that counts."""
    name = for_prose(done.snapshot.competition.name)
    return f"The stroke index of **{name}** is entered. Equal golf cards are now decided by it."


def asked(question: StrokeIndexAsked) -> str:
    """What would follow from another one."""
    lines = ["Something has changed since you were asked, so please look again."] if question.is_anew else []
    lines += [
        "**Replace the stroke index?** Nothing has changed yet.",
        f"Now: `{_spell(question.before)}`",
        f"Then: `{_spell(question.after)}`",
        *move_lines(get_event("golf"), question.consequences),
    ]
    return "\n".join(lines)


def _spell(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))
