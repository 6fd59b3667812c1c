"""The desk message: how far the events are, with the buttons for what facilitators do; pinned in the staff channel."""

from typing import Any

from bot.db.snapshot import Snapshot
from bot.services.bracket import build_from
from bot.services.cards import list_disputed
from bot.services.holdem_order import list_to_leave
from bot.services.progress import list_forfeited, progress_of
from bot.services.results import WHOLE_EVENT, read_holdem
from bot.ui.desk_view import desk_of_events, desk_of_matches
from bot.ui.facts.desk import Progress
from bot.ui.message import Message
from core.competition import Kind
from core.scoring.event import Event


def draw_desk(snapshot: Snapshot) -> Message:
    """The desk of either kind."""
    is_games = snapshot.competition.settings.kind is Kind.GETAWAY
    return draw_desk_of_events(snapshot) if is_games else draw_desk_of_matches(snapshot)


def draw_desk_of_events(snapshot: Snapshot) -> Message:
    """The desk of the Games."""
    progress = tuple(
        Progress(
            each.event,
            each.stage,
            entered,
            entered + each.missing_rounds,
            len(list_disputed(snapshot, each.event.key)),
            tuple(snapshot.players[id_].name for id_ in list_to_leave(snapshot)) if each.event.entry is None else (),
            list_forfeited(snapshot, each.event.key),
        )
        for each in progress_of(snapshot)
        for entered in [count_entered(snapshot, each.event)]
    )
    return desk_of_events(snapshot, progress)


def draw_desk_of_matches(snapshot: Snapshot) -> Message:
    """The desk of a dodgeball tournament."""
    if not snapshot.seeds:
        return desk_of_matches(snapshot, 0, 0, 0)
    bracket = build_from(snapshot)
    decided = sum(1 for match in bracket.matches if match.is_decided)
    return desk_of_matches(snapshot, len(bracket.ready), decided, len(bracket.matches))


def count_entered(snapshot: Snapshot, event: Event[Any]) -> int:
    """How many rounds, cards or places of an event are in."""
    if event.entry is None:
        state = read_holdem(snapshot)
        return len(state.out) + len(state.late)
    return sum(
        key.event == event.key and key.round != WHOLE_EVENT and sheet.value is not None
        for key, sheet in snapshot.sheets.items()
    )
