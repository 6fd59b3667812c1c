"""The ledger as sentences, for staff: who did what, and when."""

from collections.abc import Sequence

from bot.db.history import Entry
from bot.ui.facts.audit import AuditFilter, AuditView
from bot.ui.message import Button, Message, custom_id
from bot.ui.names import for_prose
from bot.ui.texts.audit_actions import describe_action
from bot.ui.texts.audit_words import FORMER_PLAYER, Words
from bot.ui.texts.pages import paginate
from core.scoring.event import get_event

PAGE = "audit"
BY_ITSELF = 0
NOT_ASKED = "This page is not there any more. Use `/audit` again."
LONGEST_PAGE = 1700
"""Of Discord's 2,000 characters; the rest is for the heading and the line below."""


def no_such_event(events: Sequence[str]) -> str:
    """The refusal of an event that there is not."""
    return f"There is no such event. Choose one of: {', '.join(get_event(event).title for event in events)}."


def shown(view: AuditView) -> Message:
    """A page of the rows that fit, the newest first, with buttons to the pages beside it."""
    name = for_prose(view.competition.name)
    if not view.entries:
        return Message(f"Nothing is recorded in {name} that fits. Ask for less: fewer options find more.")
    words = Words(view.history, view.competition.settings.currency, view.wanted)
    pages = paginate([f"• {_sentence(view, words, entry)}" for entry in view.entries], LONGEST_PAGE)
    page = min(max(view.page, 1), len(pages))
    rows = "1 entry" if len(view.entries) == 1 else f"{len(view.entries)} entries"
    below = f"\nPage {page} of {len(pages)}." if len(pages) > 1 else ""
    turns = [("Newer", page - 1), ("Older", page + 1)]
    buttons = tuple(
        Button(label, _page_id(view.competition.id, number, view.wanted))
        for label, number in turns
        if 1 <= number <= len(pages)
    )
    return Message(f"**{name}**, newest first: {rows}.\n{pages[page - 1]}{below}", buttons)


def read_page_id(arguments: Sequence[str]) -> tuple[str, int, AuditFilter] | None:
    """The competition, page and filter that a button names; None where they are none of ours."""
    competition, page, player, team, event, actor, since, until = arguments
    numbers = (page, player, team, actor, since, until)
    if not all(number == "" or (number.isascii() and number.isdigit() and len(number) < 20) for number in numbers):
        return None
    read = [int(number) if number else None for number in numbers]
    return competition, read[0] or 1, AuditFilter(read[1], read[2], event or None, read[3], read[4], read[5])


def _page_id(competition_id: int, page: int, wanted: AuditFilter) -> str:
    parts = (wanted.player_id, wanted.team_id, wanted.event, wanted.actor_id, wanted.since, wanted.until)
    return custom_id(PAGE, competition_id, page, *("" if part is None else part for part in parts))


def _sentence(view: AuditView, words: Words, entry: Entry) -> str:
    done = describe_action(words, entry.action, entry.facts)
    return f"{_actor(view, entry)} {done}, <t:{int(entry.recorded_at.timestamp())}:f>"


def _actor(view: AuditView, entry: Entry) -> str:
    role = f" ({entry.role})" if entry.role else ""
    if entry.actor_id == BY_ITSELF:
        return "Skipper"
    if entry.id in view.forgotten:
        return FORMER_PLAYER.capitalize() + role
    names = [person.name for person in view.history.people.values() if person.user_id == entry.actor_id]
    return (for_prose(names[-1]) if names else f"<@{entry.actor_id}>") + role
