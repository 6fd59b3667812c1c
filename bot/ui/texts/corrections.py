"""Corrections: what would follow, what followed, and what everybody reads once a ranking was out."""

from collections.abc import Sequence
from typing import Any

from bot.db.snapshot import Sheet
from bot.ui.facts.corrections import Change, CorrectionMade, CorrectionProposed, PlaceChange, RoundChange
from bot.ui.names import for_prose, mention_account
from bot.ui.shortening import shorten_middle
from bot.ui.texts.listing import list_some
from bot.ui.texts.moves import NAME_COLUMNS, move_lines
from bot.ui.texts.scores import end_sentence, name_round, show_amount, show_spelled
from bot.ui.times import show_moment, show_time
from core.competition import State
from core.scoring.event import Event
from core.scoring.games import Round
from core.scoring.ranking import show_rank

CONFIRM = "Confirm"
MOST_PAIRS = 4
REASON_MISSING = "A correction needs a reason: fill in the option `reason`."


def proposed(correction: CorrectionProposed) -> str:
    """The preview of a correction."""
    event, change = correction.event, correction.change
    lines = [
        f"**Correct {event.title}{_which(event, change)} of {_who(correction)}?** Nothing has changed yet.",
        f"Now: {_show_before(event, change)}{_entered(correction.standing)}.",
        f"Then: **{_show(event, change, change.after)}**.",
        *move_lines(event, correction.consequences),
    ]
    if correction.is_anew:
        lines.insert(0, "Something has changed since you were asked, so please look again.")
    if correction.new_pairs:
        lines.append(_pairs_line(correction.new_pairs))
    if correction.is_undecided:
        lines.append(_left_equal(correction.snapshot.competition.state))
    if correction.doubt is not None:
        lines.append(f"Is this right? {end_sentence(correction.doubt)}")
    if correction.closing is not None:
        closed_at = show_moment(correction.closing.closed_at)
        lines.append(
            f"{event.title} was closed {closed_at} and its ranking announced: everybody will read of the correction."
        )
    elif correction.snapshot.competition.state is State.FINISHED:
        lines.append("The competition is finished: everybody will read of the correction.")
    return "\n".join(lines)


def made(correction: CorrectionMade) -> str:
    """The answer to a correction that counts."""
    event, change, row = correction.event, correction.change, correction.row
    total = "" if row is None or row.total is None else f" Total {row.total}, place {show_rank(row)}."
    told = " It is announced as corrected." if correction.is_announced else ""
    return (
        f"Corrected: **{event.title}**{_which(event, change)}: {_who(correction)} has "
        f"**{_show(event, change, change.after)}**, instead of {_show_before(event, change)}.{total}{told}"
        + (f"\n{_left_equal(correction.snapshot.competition.state)}" if correction.is_undecided else "")
    )


def announced(correction: CorrectionMade) -> str:
    """What everybody reads about a correction of a ranking that was out."""
    event, change = correction.event, correction.change
    return "\n".join(
        (
            f"**{for_prose(correction.snapshot.competition.name)}: {event.title} is corrected.**",
            f"{_who(correction)} has {_show(event, change, change.after)}{_which(event, change, ' in')}, instead of "
            f"{_show_before(event, change)}. Reason: {for_prose(correction.reason)}",
            *move_lines(event, correction.consequences, is_done=True),
        )
    )


def nothing_to_correct(event: Event[Any], entrant: str, number: int) -> str:
    """The refusal of a correction where nothing was entered."""
    return (
        f"{for_prose(entrant)} has nothing in {name_round(event, number)} of {event.title} yet. "
        f"Enter it with `/score {event.key}`."
    )


def changes_nothing(event: Event[Any], entrant: str, number: int, standing: Round | None) -> str:
    """The refusal of a correction to what is there."""
    has = "nothing" if standing is None else _round(event, standing)
    return (
        f"{for_prose(entrant)} has {has} in {name_round(event, number)} of {event.title} already, so nothing would "
        "change. Type the round as it should be."
    )


def _left_equal(state: State) -> str:
    """What a director does where equal cards have no stroke index, and golf is over."""
    first = "`/competition resume`, " if state is State.FINISHED else ""
    return (
        "⚠️ Two golf cards are equal with that, and share their rank until the stroke index decides: a director uses "
        f"{first}`/event reopen`, then `/event stroke-index`, and closes golf again."
    )


def _pairs_line(pairs: Sequence[Sequence[str]]) -> str:
    named = ["/".join(for_prose(shorten_middle(name, NAME_COLUMNS)) for name in pair) for pair in pairs]
    return (
        f"⚠️ The golf pairs are drawn already and stay; the new ranking would pair {list_some(named, MOST_PAIRS)}. "
        "A director changes them with `/card pairs`."
    )


def _who(correction: CorrectionProposed | CorrectionMade) -> str:
    team = f" ({for_prose(correction.team)})" if correction.team else ""
    return for_prose(correction.entrant) + team


def _which(event: Event[Any], change: Change, joint: str = ",") -> str:
    match change:
        case RoundChange(number):
            return f"{joint} {name_round(event, number)}"
        case PlaceChange():
            return ""


def _show_before(event: Event[Any], change: Change) -> str:
    is_forfeit = isinstance(change, RoundChange) and change.was_forfeited
    return "a forfeit" if is_forfeit else _show(event, change, change.before)


def _show(event: Event[Any], change: Change, value: Round | int | None) -> str:
    match change, value:
        case RoundChange(), None:
            return "nothing (missing)"
        case PlaceChange(), None:
            return "the last rank (late)"
        case _, Round():
            return _round(event, value)
        case _:
            return f"place {value}"


def _round(event: Event[Any], value: Round) -> str:
    return f"{show_amount(event, value.points)}{show_spelled(event, value)}"


def _entered(standing: Sheet | None) -> str:
    if standing is None:
        return ""
    return f", entered by {mention_account(standing.submitted_by)} {show_time(standing.submitted_at)}"
