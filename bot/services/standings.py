"""Standings: computed once for each revision, shown to whoever asks, and kept in the live message."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from bot.db.engine import Transaction
from bot.db.snapshot import Snapshot
from bot.services.access import Asker, read_competition
from bot.services.lookup import find_own_team
from bot.services.results import build_games
from bot.ui.message import Message
from bot.ui.pictures.values import TablePicture
from bot.ui.standings_view import draw_event, draw_overall
from bot.ui.texts import standings as texts
from bot.ui.texttable import table_messages
from core.competition import Kind, State
from core.errors import NotFound, RuleError
from core.scoring.event import get_events
from core.scoring.standings import Standings, compute_standings

LONGEST_PAGE = 1900

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class StandingsAsked:
    """Which list somebody wants to see: all events (None) or one, teams or players, and which page of it."""

    event: str | None = None
    is_players: bool = False
    page: int = 1


async def ask_standings(tx: Transaction, asker: Asker, chosen: str | None, asked: StandingsAsked) -> Message:
    """A page of a list, the asker's own team marked. Raises NotFound or RuleError."""
    snapshot = await read_competition(tx, asker, chosen)
    if snapshot.competition.settings.kind is not Kind.GETAWAY:
        raise RuleError(texts.NOT_GAMES)
    own = find_own_team(snapshot, asker.user_id)
    pages = _memoize(
        snapshot,
        (asked.event, asked.is_players, own.id if own else None),
        lambda: _write(snapshot, asked, own.name if own else None),
    )
    if not 1 <= asked.page <= len(pages):
        raise NotFound(texts.no_such_page(len(pages)))
    return Message(texts.page_of(pages, asked.page))


def standings_of(snapshot: Snapshot) -> Standings:
    """The standings of a snapshot."""
    return _memoize(snapshot, "standings", lambda: compute_standings(build_games(snapshot)))


def draw_standings_message(snapshot: Snapshot) -> Message:
    """The live message: the teams over all events, as text and picture."""
    table = _draw(snapshot, StandingsAsked(), None)
    pages = table_messages(table, LONGEST_PAGE)
    return Message(texts.first_page(pages), pictures=table.pages()[:1])


def _write(snapshot: Snapshot, asked: StandingsAsked, own_team: str | None) -> list[str]:
    return table_messages(_draw(snapshot, asked, own_team), LONGEST_PAGE)


def _draw(snapshot: Snapshot, asked: StandingsAsked, own_team: str | None) -> TablePicture:
    standings = standings_of(snapshot)
    competition = snapshot.competition
    if asked.event is None:
        overall = standings.players if asked.is_players else standings.teams
        subtitle = texts.how_far(standings, is_finished=competition.state is State.FINISHED)
        return draw_overall(texts.overall_title(competition.name, asked.is_players), subtitle, overall, own_team)
    event = get_events().get(asked.event)
    if event is None or asked.event not in competition.settings.events:
        raise NotFound(texts.no_such_event(competition.settings.events))
    ranked = standings.events.get(asked.event)
    if ranked is None:
        raise RuleError(texts.not_played(event.title))
    ranking = ranked.players if asked.is_players else ranked.teams
    if ranking is None:
        raise RuleError(texts.no_individuals(event.title))
    is_void = asked.event in standings.cancelled
    return draw_event(texts.event_title(event.title, asked.is_players, is_void), event, ranking, own_team)


def _memoize(snapshot: Snapshot, key: object, compute: Callable[[], Value]) -> Value:
    if key not in snapshot.computed:
        snapshot.computed[key] = compute()
    return snapshot.computed[key]
