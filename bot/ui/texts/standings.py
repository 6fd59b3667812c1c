"""Standings: headings, how far they are, and what cannot be shown."""

from collections.abc import Iterator, Sequence

from bot.ui.facts.progress import EventProgress, Stage
from bot.ui.message import Button, custom_id
from bot.ui.shortening import shorten_apart
from bot.ui.texts.listing import count
from core.scoring.event import get_event
from core.scoring.standings import Standings

NOT_GAMES = "A dodgeball tournament has no standings over events. `/bracket` shows where the teams stand."

BLANK_NOTE = "In brackets: nothing is in yet, so the last place counts for now"
EJECTED, WITHDRAWN = "EJ", "WD"
OUT_NOTES = {EJECTED: f"{EJECTED}: ejected", WITHDRAWN: f"{WITHDRAWN}: withdrawn"}

PAGE, TEAMS, PLAYERS = "standings", "teams", "players"
NAME_COLUMNS = 16
MOST_NAMED = 3
MANY_UNDER_WAY = 2
"""With more events than this under way, one name each has to do."""


def overall_title(competition: str, is_players: bool) -> str:
    """The heading of a list over all events."""
    return f"{competition}: {'players' if is_players else 'teams'}"


def event_title(event: str, is_players: bool, is_void: bool) -> str:
    """The heading of one event's list."""
    return f"{event}: {'players' if is_players else 'teams'}{' (cancelled, does not count)' if is_void else ''}"


def how_far(standings: Standings, *, is_finished: bool) -> str:
    """Which events count so far, and which are still to come; at the end, which were not played."""
    counted = _titles(standings.counted)
    if not counted:
        return "No event counts yet"
    cancelled = f". Cancelled: {', '.join(_titles(standings.cancelled))}" if standings.cancelled else ""
    if standings.not_played:
        to_come = ", ".join(_titles(standings.not_played))
        if is_finished:
            return f"Final. Counted: {', '.join(counted)}. Not played: {to_come}{cancelled}"
        return f"Provisional. Counted: {', '.join(counted)}. To come: {to_come}{cancelled}"
    return f"{'Final. ' if is_finished else ''}Counted: {', '.join(counted)}{cancelled}"


def how_far_now(progress: Sequence[EventProgress]) -> str:
    """How far each event is while the competition runs, and whose sheets are missing."""
    by_stage = {stage: [each for each in progress if each.stage is stage] for stage in Stage}
    under_way = by_stage[Stage.UNDER_WAY]
    most = MOST_NAMED if len(under_way) <= MANY_UNDER_WAY else 1
    is_over = not (by_stage[Stage.TO_COME] or under_way or by_stage[Stage.COMPLETE])
    parts = [
        "All events are closed" if is_over else "Provisional",
        *(f"{each.event.title}: {_what_is_missing(each, most)}" for each in under_way),
        *(
            f"{label}: {', '.join(each.event.title for each in by_stage[stage])}"
            for stage, label in (
                (Stage.COMPLETE, "Complete"),
                (Stage.CLOSED, "Closed"),
                (Stage.TO_COME, "To come"),
                (Stage.CANCELLED, "Cancelled"),
            )
            if by_stage[stage]
        ),
    ]
    return ". ".join(parts)


def event_how_far(progress: EventProgress, *, is_undecided: bool = False) -> str:
    """How far one event is, and whose sheets are missing; equal golf cards may wait for the stroke index (G120)."""
    waits = ". Equal cards share a rank until a director enters the stroke index" if is_undecided else ""
    match progress.stage:
        case Stage.UNDER_WAY:
            return f"Provisional: {_what_is_missing(progress, MOST_NAMED)}{waits}"
        case Stage.COMPLETE:
            return f"Provisional: complete, and not closed yet{waits}"
        case Stage.CLOSED:
            return "Closed"
        case _:
            return ""


def since(event: str) -> str:
    """From when on movements are counted."""
    return f"▲▼ since {get_event(event).title} was closed"


def first_page(pages: Sequence[str], *, is_players: bool = False, event: str | None = None) -> str:
    """As much as one message holds."""
    options = (f" event:{get_event(event).title}" if event else "") + (" list:players" if is_players else "")
    return pages[0] if len(pages) == 1 else f"{pages[0]}\nThe rest: `/standings{options} page:2`"


def page_of(pages: Sequence[str], page: int) -> str:
    """A page, and which of them it is."""
    return pages[page - 1] + (f"\nPage {page} of {len(pages)}." if len(pages) > 1 else "")


def page_buttons(competition_id: int, event: str | None, is_players: bool, page: int, of: int) -> Iterator[Button]:
    """Buttons to the pages beside one."""
    kind = PLAYERS if is_players else TEAMS
    for label, number in (("Previous", page - 1), ("Next", page + 1)):
        if 1 <= number <= of:
            yield Button(label, custom_id(PAGE, competition_id, event or "", kind, number))


def no_such_page(pages: int) -> str:
    """The refusal of a page that there is not."""
    return f"This list has {count(pages, 'page')}: choose one from 1 to {pages}."


def no_such_event(events: Sequence[str]) -> str:
    """The refusal of an event that is not part of the competition."""
    return f"This event is not part of the competition. Choose one of: {', '.join(_titles(events))}."


def not_played(event: str) -> str:
    """The refusal of a list that has nothing in it yet."""
    return f"{event} has no results yet. They appear here with the first score."


def no_individuals(event: str) -> str:
    """The refusal of a list of players for an event that ranks teams only."""
    return f"{event} ranks teams only. Choose the list of teams."


def _what_is_missing(progress: EventProgress, most: int) -> str:
    """`3 rounds missing (Ann, Bo, ...)`, or who is still in, in hold'em."""
    names = list(shorten_apart((each.name for each in progress.missing[:most]), NAME_COLUMNS).values())
    named = ", ".join([*names, "..."] if len(progress.missing) > most else names)
    missing, entry = progress.missing_rounds, progress.event.entry
    if entry is None:
        return f"{missing} still in ({named}), it counts at its end"
    return f"{count(missing, entry.round_name)} missing ({named})"


def _titles(events: Sequence[str]) -> list[str]:
    return [get_event(event).title for event in events]
