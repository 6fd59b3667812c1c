"""Scores: what was understood, and what cannot be entered."""

from collections.abc import Sequence
from typing import Any

from bot.db.snapshot import Sheet
from bot.ui.facts.scores import RoundDoubted, RoundEntered
from bot.ui.names import for_prose, mention_account
from bot.ui.texts.listing import count, list_some
from bot.ui.times import show_time
from core.competition import State
from core.scoring.event import Event, RoundEntry, RoundsEvent
from core.scoring.games import Round
from core.scoring.notation import count_units
from core.scoring.ranking import show_rank

LONGEST_TYPED, LONGEST_EXAMPLE = 300, 95
NOT_GAMES = "This competition is a dodgeball tournament: its results are entered with `/match result`."
CONFIRM = "Yes, enter it"
UNDO = "Undo"
PROPOSE_CORRECTION = "Propose a correction"


def shorten_example(entry: RoundEntry) -> str:
    """How a round is typed, for a field that holds 100 characters: what is explained in brackets is left out first."""
    return entry.example if len(entry.example) <= LONGEST_EXAMPLE else entry.example.partition(" (")[0]


def round_entered(done: RoundEntered) -> str:
    """The answer to a round that counts."""
    who = for_prose(done.entrant) + (f" ({for_prose(done.team)})" if done.team else "")
    was = f", instead of {show_amount(done.event, done.replaced.points)}" if done.replaced else ""
    what = f"**{done.event.title}**, {name_round(done.event, done.sheet.key.round)}: {who} has "
    total = "" if done.standing.total is None else f" Total {done.standing.total}, place {show_rank(done.standing)}."
    return (
        f"{what}**{show_amount(done.event, done.entered.points)}**{show_spelled(done.event, done.entered)}{was}.{total}"
    )


def round_doubted(doubted: RoundDoubted) -> str:
    """The question whether an implausible round is meant (ruling 115)."""
    which = f"{doubted.event.title}, {name_round(doubted.event, doubted.round)}"
    return (
        f"Is this right? {for_prose(doubted.entrant)}, {which}: {end_sentence(doubted.doubt)} Nothing is entered yet: "
        "confirm it, or enter it again as it should be."
    )


def end_sentence(text: str) -> str:
    """With a full stop, unless it is a question."""
    return text if text.endswith("?") else f"{text}."


def entered_already(event: Event[Any], entrant: str, entered: Round, sheet: Sheet, *, is_same: bool) -> str:
    """The refusal of a round that somebody has entered before, with the same result or another one."""
    so = "That is what you typed, so there is nothing to do." if is_same else "If that is wrong, use `/score correct`."
    return (
        f"{for_prose(entrant)} has {show_amount(event, entered.points)}{show_spelled(event, entered)} in "
        f"{name_round(event, sheet.key.round)} of {event.title} already, entered by "
        f"{mention_account(sheet.submitted_by)} {show_time(sheet.submitted_at)}. {so}"
    )


def is_forfeited(event: Event[Any], entrant: str, sheet: Sheet) -> str:
    """The refusal of a card that its team has forfeited."""
    return (
        f"{for_prose(entrant)} came too late and has forfeited {event.title}, as {mention_account(sheet.submitted_by)} "
        f"recorded {show_time(sheet.submitted_at)}. If it was there, `/score correct` enters its card, with a reason."
    )


def not_running(state: State) -> str:
    """The refusal of scores while none are taken."""
    if state is State.FINISHED:
        return "The competition is finished. A director corrects a score with `/score correct`."
    if state in (State.CANCELLED, State.ARCHIVED):
        return f"The competition is {state}, so no scores are taken any more."
    return "The competition has not started yet. A director starts it with `/competition start`."


def not_in_edition(event: Event[Any]) -> str:
    """The refusal of an event that this competition does not hold."""
    return f"{event.title} is not part of this competition. `/competition show` lists its events."


def is_cancelled(event: Event[Any]) -> str:
    """The refusal of a score in an event that weather voided."""
    return f"{event.title} is cancelled, so it takes no scores. A director restores it with `/event restore`."


def is_closed(event: Event[Any]) -> str:
    """The refusal of a score in an event whose final ranking is out."""
    return (
        f"{event.title} is closed: its final ranking is out. A director corrects it with `/score correct`, or opens "
        "it again with `/event reopen`."
    )


def no_rounds(event: Event[Any]) -> str:
    """The refusal of a round in an event that has none."""
    return f"{event.title} is entered by who went out, not by rounds. Use `/score {event.key}`."


def no_such_round(event: RoundsEvent[Any], number: int) -> str:
    """The refusal of a round that the event does not have."""
    noun = event.entry.round_name
    has = f"{count(event.rounds, noun)} per {event.scored}"
    return f"{event.title} has {has}; there is no {noun} {number}. Choose one from 1 to {event.rounds}."


def two_results(event: Event[Any], typed: Round, counted: Round) -> str:
    """The refusal of a round that was entered in two ways which differ."""
    first, second = (f"{show_amount(event, one.points)}{show_spelled(event, one)}" for one in (typed, counted))
    return f"The option `score` says {first}, the other options say {second}. Enter it in one way only."


def nothing_typed(event: RoundsEvent[Any]) -> str:
    """The refusal of an empty round."""
    return f"Nothing was entered. Type {event.entry.example}."


def counts_missing(entry: RoundEntry, labels: Sequence[str]) -> str:
    """The refusal of a form that was filled in halfway."""
    are = "is" if len(labels) == 1 else "are"
    some = list_some(labels, 3)
    return f"Of {len(entry.counts)} numbers, {len(labels)} {are} missing: {some}. Type {entry.example}."


def name_round(event: Event[Any], number: int) -> str:
    noun = event.entry.round_name if event.entry else "round"
    return f"{noun} {number}" if event.rounds > 1 else f"the {noun}"


def show_amount(event: Event[Any], points: int) -> str:
    unit = event.entry.unit if event.entry else None
    return count_units(points, unit) if unit else str(points)


def show_spelled(event: Event[Any], entered: Round) -> str:
    """How it was understood, where that is more than the total."""
    shown = event.entry.show(entered) if event.entry else ""
    return "" if shown in ("", str(entered.points)) else f" (`{shown}`)"
