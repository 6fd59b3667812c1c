"""Standings: computed once for each revision, shown to whoever asks, and kept in the live messages."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from bot.db.engine import Transaction
from bot.db.snapshot import Snapshot
from bot.services.access import Asker, read_competition
from bot.services.ejections import ejections_of
from bot.services.holdem_order import rank_so_far
from bot.services.lookup import find_own_team
from bot.services.progress import blanks_of, find_progress, list_forfeited, progress_of
from bot.services.results import COURSE_KEY, WHOLE_EVENT, build_games, name_everybody, read_stroke_index
from bot.ui.message import Message
from bot.ui.pictures.values import TablePicture
from bot.ui.standings_view import draw_event, draw_overall
from bot.ui.texts import standings as texts
from bot.ui.texttable import table_messages
from core.competition import Kind, State
from core.errors import NotFound, RuleError
from core.scoring.event import Event, get_events
from core.scoring.ranking import Halves, Ranking
from core.scoring.standings import Standings, compute_standings

LONGEST_PAGE = 1900
MOST_PICTURES = 4

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
    pages = memoize(
        snapshot,
        (asked.event, asked.is_players, own.id if own else None),
        lambda: _write(snapshot, asked, own.name if own else None),
    )
    if not 1 <= asked.page <= len(pages):
        raise NotFound(texts.no_such_page(len(pages)))
    ids = (snapshot.competition.id, asked.event, asked.is_players)
    return Message(texts.page_of(pages, asked.page), tuple(texts.page_buttons(*ids, asked.page, len(pages))))


def standings_of(snapshot: Snapshot) -> Standings:
    """The standings of a snapshot."""
    return memoize(snapshot, "standings", lambda: compute_standings(build_games(snapshot)))


def draw_team_standings(snapshot: Snapshot) -> Message:
    """The live message of the teams over all events, as text and picture."""
    return draw_list_message(snapshot, StandingsAsked())


def draw_player_standings(snapshot: Snapshot) -> Message:
    """The live message of the players over all events, as text and pictures."""
    return draw_list_message(snapshot, StandingsAsked(is_players=True))


def draw_list_message(snapshot: Snapshot, asked: StandingsAsked, heading: str = "") -> Message:
    """A list for everybody: its beginning as text, and as many pictures as it takes. Raises NotFound or RuleError."""
    table = draw_list(snapshot, asked, None)
    pages = table_messages(table, LONGEST_PAGE - len(heading))
    text = heading + texts.first_page(pages, is_players=asked.is_players, event=asked.event)
    return Message(text, pictures=table.pages()[:MOST_PICTURES])


def _write(snapshot: Snapshot, asked: StandingsAsked, own_team: str | None) -> list[str]:
    return table_messages(draw_list(snapshot, asked, own_team), LONGEST_PAGE)


def draw_list(snapshot: Snapshot, asked: StandingsAsked, own_team: str | None) -> TablePicture:
    """One list as a table. Raises NotFound or RuleError."""
    if asked.event is None:
        return _draw_overall(snapshot, asked.is_players, own_team)
    event = get_events().get(asked.event)
    if event is None or asked.event not in snapshot.competition.settings.events:
        raise NotFound(texts.no_such_event(snapshot.competition.settings.events))
    standings = standings_of(snapshot)
    ranked = standings.events.get(asked.event)
    if ranked is None:
        return _draw_so_far(snapshot, event, own_team)
    ranking = ranked.players if asked.is_players else ranked.teams
    if ranking is None:
        raise RuleError(texts.no_individuals(event.title))
    is_void = asked.event in standings.cancelled
    blanks = blanks_of(snapshot).players if asked.is_players else blanks_of(snapshot).teams
    is_running = snapshot.competition.state is State.RUNNING
    how_far = texts.event_how_far(find_progress(snapshot, event), is_undecided=_is_undecided(snapshot, event, ranking))
    return draw_event(
        texts.event_title(event.title, asked.is_players, is_void),
        event,
        ranking,
        own_team,
        subtitle=how_far if is_running else "",
        blank=blanks.get(asked.event, ()),
        entered=_list_entered(snapshot, asked.event, is_players=asked.is_players),
        forfeited=list_forfeited(snapshot, asked.event),
    )


def _is_undecided(snapshot: Snapshot, event: Event[Any], ranking: Ranking) -> bool:
    """Whether golf cards are level only because the stroke index, which decides between them, is missing (G120)."""
    totals = [row.total for row in ranking.rows if row.total is not None]
    is_level = len(set(totals)) < len(totals)
    return event.key == COURSE_KEY.event and is_level and read_stroke_index(snapshot) is None


def _draw_so_far(snapshot: Snapshot, event: Event[Any], own_team: str | None) -> TablePicture:
    """Who is out of hold'em while it is played. Raises RuleError for an event that has nothing to show yet."""
    so_far = rank_so_far(snapshot) if event.entry is None else None
    if so_far is None:
        raise RuleError(texts.not_played(event.title))
    title = texts.event_title(event.title, is_players=True, is_void=False)
    return draw_event(title, event, so_far, own_team, subtitle=texts.event_how_far(find_progress(snapshot, event)))


def _list_entered(snapshot: Snapshot, event: str, *, is_players: bool) -> Mapping[str, set[int]]:
    """By name of a player or team, the rounds of an event that are in; of a team those of any of its players."""
    names, entered = name_everybody(snapshot), dict[str, set[int]]()
    for key, sheet in snapshot.sheets.items():
        if key.event != event or key.round == WHOLE_EVENT or sheet.value is None:
            continue
        player = snapshot.players.get(key.player_id or 0)
        team = names.teams.get(player.team_id if player else key.team_id or 0)
        name = names.players.get(key.player_id or 0) if is_players else team
        if name is not None:
            entered.setdefault(name, set()).add(key.round)
    return entered


def _draw_overall(snapshot: Snapshot, is_players: bool, own_team: str | None) -> TablePicture:
    standings = standings_of(snapshot)
    competition = snapshot.competition
    is_running = competition.state is State.RUNNING and bool(standings.counted)
    last_closed = [*snapshot.closed][-1:] if is_running else []
    out = _mark_out(snapshot, is_players)
    notes = [*map(texts.since, last_closed), *(note for mark, note in texts.OUT_NOTES.items() if mark in out.values())]
    return draw_overall(
        texts.overall_title(competition.name, is_players),
        texts.how_far_now(progress_of(snapshot))
        if is_running
        else texts.how_far(standings, is_finished=competition.state is State.FINISHED),
        standings.players if is_players else standings.teams,
        own_team,
        blanks_of(snapshot).players if is_players else blanks_of(snapshot).teams,
        _ranks_when_closed(snapshot, last_closed[0], is_players) if last_closed else {},
        ". ".join(notes),
        texts.BLANK_NOTE,
        out,
    )


def _mark_out(snapshot: Snapshot, is_players: bool) -> Mapping[str, str]:
    """By name, who has no overall rank any more: ejected, also with the team, or withdrawn (rulings 20, 21, 116)."""
    names, ejections = name_everybody(snapshot), ejections_of(snapshot)
    teams = {
        id_: texts.WITHDRAWN if ejection.ejected_at is None else texts.EJECTED
        for id_, ejection in ejections.teams.items()
    }
    if not is_players:
        return {names.teams[id_]: mark for id_, mark in teams.items() if id_ in names.teams}
    return {
        name: texts.EJECTED if id_ in ejections.players else teams[snapshot.players[id_].team_id]
        for id_, name in names.players.items()
        if id_ in ejections.players or snapshot.players[id_].team_id in teams
    }


def _ranks_when_closed(snapshot: Snapshot, event: str, is_players: bool) -> Mapping[str, Halves]:
    """By name, how everybody stood when an event was closed."""
    names, closing = name_everybody(snapshot), snapshot.closed[event]
    known, ranks = (names.players, closing.player_ranks) if is_players else (names.teams, closing.team_ranks)
    return {known[id_]: halves for id_, halves in ranks.items() if id_ in known}


def memoize(snapshot: Snapshot, key: object, compute: Callable[[], Value]) -> Value:
    """What is worked out from a snapshot, once for all who ask."""
    if key not in snapshot.computed:
        snapshot.computed[key] = compute()
    return snapshot.computed[key]
