"""The table of a dodgeball game: line-ups, outs, stalling and time, as the referee notes them; for whoever wants it.

What is noted are rows; where the match stands follows from them (`core/dodgeball/`). A button carries the newest row
that it was drawn from. Once two games are won, the result is entered as any other is, by a press.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from bot.db.engine import Transaction
from bot.db.game_events import MatchAt, find_match_of, insert_event, load_events
from bot.db.jobs import Job, insert_job
from bot.db.snapshot import Snapshot
from bot.posts.outbox import enqueue_notice
from bot.services import belated_matches
from bot.services.access import (
    Asker,
    change_competition,
    keep_after_commit,
    read_competition,
    record_change,
    require_director,
    require_staff,
)
from bot.services.bracket import build_from
from bot.services.dodgeball import MatchDone, open_bracket
from bot.services.ejections import ejections_of
from bot.services.ids import read_id
from bot.services.match_lookup import find_match, get_pair
from bot.ui.bracket_view import match_key, team_id_of, team_key
from bot.ui.facts.game_table import ReasonAsked, TableView
from bot.ui.game_table_view import FLIP, open_button
from bot.ui.message import Message
from bot.ui.texts import dodgeball as match_texts
from bot.ui.texts import game_table as texts
from core.competition import State
from core.dodgeball.play import NEXT, NOT_IN, read_table, require_line_up, suggest_line_up
from core.dodgeball.table import GameEvent, Kind, Reason, Stage
from core.draw import toss_coin
from core.errors import NotFound, RuleError
from core.scoring.bracket import Match, get_match

Entered = MatchDone | belated_matches.BelatedAsked
JOB_KIND = "game"
LATE_AFTER = timedelta(seconds=5)
EARLY_FROM = timedelta(seconds=15)
"""A referee's own watch may be so much ahead of the official clock without a word."""


async def show_table(tx: Transaction, asker: Asker, chosen: str | None, named: str) -> TableView:
    """A match at its table. Raises NotFound, NotAllowed or RuleError."""
    snapshot = await read_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    return await _view(tx, snapshot, _find_open(snapshot, named))


async def find_table(tx: Transaction, snapshot: Snapshot, match: Match) -> TableView | None:
    """What was noted at the table of a match, if anything was."""
    if match.pair is None:
        return None
    view = await _view(tx, snapshot, match)
    return view if view.events else None


async def ask_reason(
    tx: Transaction, asker: Asker, chosen: str | None, named: str, mark: str, player: str
) -> TableView | ReasonAsked:
    """Why a player is out; where something was noted meanwhile, how it stands now.

    Raises NotFound, NotAllowed or RuleError.
    """
    view = await show_table(tx, asker, chosen, named)
    if mark != str(view.mark):
        return replace(view, is_moved=True)
    player_id = read_id(player)
    if not any(player_id in view.table.get_players(team.id) for team in view.teams):
        raise RuleError(NOT_IN)
    return ReasonAsked(view, player_id, tuple(reason for reason in Reason if reason is not Reason.STALLING))


async def note(
    tx: Transaction,
    asker: Asker,
    chosen: str | None,
    named: str,
    mark: str,
    kind: str,
    value: str,
    players: Sequence[str] = (),
) -> TableView:
    """Note one thing, or take the last one back; a button that was drawn from an earlier state changes nothing.

    `value` names a team, or a player and a reason; `players` are those of a line-up. Raises NotFound, NotAllowed or
    RuleError.
    """
    snapshot = await change_competition(tx, asker, chosen)
    keep_after_commit(tx, snapshot)  # what is noted at a table is no part of it
    require_staff(asker, snapshot.competition)
    match = _find_open(snapshot, named)
    before = await _view(tx, snapshot, match)
    if mark != str(before.mark):
        return replace(before, is_moved=True)
    event = _read_event(tx, asker, before, kind, value, players)
    events = (*before.events, event)
    read_table(_place(snapshot, match).teams, events)  # refuses what may not follow
    _require_line_ups(before, event)
    noted = await insert_event(tx, _place(snapshot, match), event, asker.user_id)
    await _record(tx, asker, before, event, is_flipped=value == FLIP and event.team is not None)
    after = _view_of(snapshot, match, events, noted.id)
    if event.kind in (Kind.START, Kind.OVERTIME) and after.table.ends_at is not None:
        await insert_job(tx, snapshot.competition.id, JOB_KIND, _subject(noted.id), after.table.ends_at)
    return replace(after, early=_measure_early(before, event))


async def enter_result(tx: Transaction, asker: Asker, chosen: str | None, named: str, mark: str) -> TableView | Entered:
    """Let the table's result count as if it had been typed. Raises NotFound, NotAllowed or RuleError."""
    snapshot = await change_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    view = await _view(tx, snapshot, _find_open(snapshot, named))
    if mark != str(view.mark):
        return replace(view, is_moved=True)
    if view.table.stage is not Stage.DECIDED:
        raise RuleError(NEXT[view.table.stage])
    first, second, *third = map(team_key, view.table.winners)
    games = (first, second, third[0] if third else None)
    return await belated_matches.enter_result(tx, asker, chosen, match_key(view.match), games)


async def call_time(tx: Transaction, snapshot: Snapshot, job: Job) -> None:
    """The work at the end of a game's time: call whoever started it; nothing where that game or overtime is over."""
    competition, event_id = snapshot.competition, read_id(job.subject.removeprefix(_subject("")))
    at = await find_match_of(tx.connection, competition.id, event_id)
    if at is None or competition.state is not State.RUNNING:
        return
    match = get_match(build_from(snapshot), at.match)
    if match.pair != tuple(map(team_key, at.teams)) or match.is_decided:
        return
    noted = await load_events(tx.connection, at)
    started = next(one for one in noted if one.id == event_id)
    view = _view_of(snapshot, match, tuple(one.event for one in noted), noted[-1].id)
    if view.table.since != started.event.at:
        return
    late = job.due_at if tx.now - job.due_at > LATE_AFTER else None
    text = texts.time_called(view, started.noted_by, late)
    message = Message(text, (open_button(snapshot, match),), user_mentions=(started.noted_by,))
    await enqueue_notice(tx, competition.id, job.subject, message, channel_id=competition.channels.staff)


def _find_open(snapshot: Snapshot, named: str) -> Match:
    """A match without a result; a walkover may have been played before its team was out."""
    bracket = open_bracket(snapshot)
    match = find_match(snapshot, bracket, named)
    if match.is_decided and not belated_matches.is_walkover(bracket, match):
        raise RuleError(match_texts.decided_already(snapshot, match))
    get_pair(match)
    return match


async def _view(tx: Transaction, snapshot: Snapshot, match: Match) -> TableView:
    noted = await load_events(tx.connection, _place(snapshot, match))
    return _view_of(snapshot, match, tuple(one.event for one in noted), noted[-1].id if noted else 0)


def _view_of(snapshot: Snapshot, match: Match, events: tuple[GameEvent, ...], mark: int) -> TableView:
    teams = _place(snapshot, match).teams
    table = read_table(teams, events)
    barred = {player: ejection.ejected_at for player, ejection in ejections_of(snapshot).players.items()}
    may = {
        team: tuple(one for one in snapshot.roster(team) if one.id not in barred and one.id not in table.ejected)
        for team in teams
    }
    first, second = (snapshot.teams[team] for team in teams)
    view = TableView(snapshot, match, (first, second), events, table, mark, may, {}, barred)
    line_ups = {
        team: suggest_line_up(table, team, [player.id for player in may[team]], view.list_barred(team))
        for team in teams
    }
    return replace(view, line_ups=line_ups)


def _place(snapshot: Snapshot, match: Match) -> MatchAt:
    first, second = get_pair(match)
    return MatchAt(snapshot.competition.id, match.id, (team_id_of(first), team_id_of(second)))


def _read_event(
    tx: Transaction, asker: Asker, view: TableView, kind: str, value: str, players: Sequence[str]
) -> GameEvent:
    """What a press means. Raises NotFound or NotAllowed."""
    if kind == Kind.LOT:
        require_director(asker, view.snapshot.competition)
    match kind:
        case Kind.COIN | Kind.LOT if value == FLIP:
            is_first = toss_coin(_seed(asker, view)) == "heads"
            return GameEvent(Kind(kind), tx.now, view.teams[not is_first].id)
        case Kind.COIN | Kind.LOT | Kind.SIDES | Kind.STALLING | Kind.FORFEIT:
            return GameEvent(Kind(kind), tx.now, read_id(value))
        case Kind.LINE_UP:
            return GameEvent(Kind.LINE_UP, tx.now, read_id(value), line_ups=(tuple(map(read_id, players)),))
        case Kind.START:
            return GameEvent(Kind.START, tx.now, line_ups=tuple(view.line_ups[team.id] for team in view.teams))
        case Kind.OUT:
            player, _, reason = value.partition(".")
            if reason in list(Reason):
                return GameEvent(Kind.OUT, tx.now, player=read_id(player), reason=Reason(reason))
        case Kind.NOBODY_OUT | Kind.TIME_UP | Kind.OVERTIME | Kind.UNDO:
            return GameEvent(Kind(kind), tx.now)
        case _:
            pass
    raise NotFound(texts.UNKNOWN_BUTTON)


def _require_line_ups(view: TableView, event: GameEvent) -> None:
    """Raise RuleError, which names the team, unless those who are lined up may begin."""
    lined_up = [event.team or 0] if event.kind is Kind.LINE_UP else [team.id for team in view.teams]
    for team_id, players in zip(lined_up, event.line_ups, strict=False):
        team = view.get_team(team_id)
        try:
            eligible = [player.id for player in view.eligible[team.id]]
            require_line_up(view.table, team.id, players, eligible, view.list_barred(team.id))
        except RuleError as error:
            raise RuleError(texts.of_team(team, error.sentence)) from None


def _measure_early(before: TableView, event: GameEvent) -> timedelta:
    """How long before the end of the time by the official clock it was said to be up."""
    ends_at = before.table.ends_at
    left = ends_at - event.at if event.kind is Kind.TIME_UP and ends_at is not None else timedelta(0)
    return left if left > EARLY_FROM else timedelta(0)


async def _record(tx: Transaction, asker: Asker, view: TableView, event: GameEvent, *, is_flipped: bool) -> None:
    facts: dict[str, int | str] = {"match": view.match.id, "game": view.table.number, "kind": event.kind.value}
    if is_flipped:
        facts["seed"] = _seed(asker, view)
    named = {"team": event.team, "player": event.player, "reason": event.reason and event.reason.value}
    facts |= {name: fact for name, fact in named.items() if fact is not None}
    await record_change(tx, asker, view.snapshot.competition, "match table", **facts)


def _seed(asker: Asker, view: TableView) -> str:
    """Nobody chooses it: the number comes from Discord (D40, ruling 86)."""
    return f"{view.match.id} {asker.interaction_id}"


def _subject(event_id: int | str) -> str:
    return f"game:{event_id}"
