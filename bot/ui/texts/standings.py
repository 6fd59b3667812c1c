"""Standings: headings, how far they are, and what cannot be shown."""

from collections.abc import Sequence

from core.scoring.event import get_event
from core.scoring.standings import Standings

NOT_GAMES = "A dodgeball tournament has no standings over events. `/bracket` shows where the teams stand."


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


def first_page(pages: Sequence[str]) -> str:
    """As much as one message holds."""
    return pages[0] if len(pages) == 1 else f"{pages[0]}\nThe rest: `/standings page:2`"


def page_of(pages: Sequence[str], page: int) -> str:
    """A page, and where the next one is."""
    following = f"\nPage {page} of {len(pages)}; the next: `page:{page + 1}`" if page < len(pages) else ""
    return pages[page - 1] + following


def no_such_page(pages: int) -> str:
    """The refusal of a page that there is not."""
    return f"This list has {pages} page{'s' if pages > 1 else ''}: choose one from 1 to {pages}."


def no_such_event(events: Sequence[str]) -> str:
    """The refusal of an event that is not part of the competition."""
    return f"This event is not part of the competition. Choose one of: {', '.join(_titles(events))}."


def not_played(event: str) -> str:
    """The refusal of a list that has nothing in it yet."""
    return f"{event} has no results yet. They appear here with the first score."


def no_individuals(event: str) -> str:
    """The refusal of a list of players for an event that ranks teams only."""
    return f"{event} ranks teams only. Choose the list of teams."


def _titles(events: Sequence[str]) -> list[str]:
    return [get_event(event).title for event in events]
