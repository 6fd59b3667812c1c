"""Scores: a facilitator enters a player's round or a team's card; nothing that was entered is ever overwritten.

What a round may be is the event's own affair (`core/scoring/events`); here it is checked again whatever Discord's
client let through, kept as a revision, and shown with what was understood.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import select

from bot.db import tables
from bot.db.competitions import read_sheet
from bot.db.drafts import insert_draft, take_draft
from bot.db.engine import Transaction
from bot.db.snapshot import Sheet, SheetKey, Snapshot
from bot.services.access import (
    Asker,
    change_competition,
    record_change,
    require_director,
    require_staff,
)
from bot.services.ejections import require_takes_part
from bot.services.live import append_sheet
from bot.services.lookup import find_player, find_team
from bot.services.results import build_games, name_everybody, read_round
from bot.ui.facts.scores import RoundDoubted, RoundEntered, RoundUndone
from bot.ui.texts import scores as texts
from core.competition import Kind, State
from core.errors import Conflict, NotFound, RuleError
from core.scoring.event import Event, RoundEntry, get_event
from core.scoring.games import Round
from core.scoring.ranking import Row
from core.scoring.standings import get_contest

PURPOSE = "score"
UNDO_WITHIN = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class TypedRound:
    """What a facilitator filled in: whose, which round, and either the short notation or every labelled count."""

    event: str
    entrant: str
    round: int
    text: str | None = None
    counts: tuple[int, ...] | None = None


async def submit_round(
    tx: Transaction, asker: Asker, chosen: str | None, typed: TypedRound
) -> RoundEntered | RoundDoubted:
    """Enter a round that nobody has entered yet.

    Raises NotFound, NotAllowed, RuleError, or Conflict where the round is there already.
    """
    snapshot = await change_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    event, key, entered = _understand(snapshot, typed)
    _require_new(snapshot, event, key)
    doubt = event.entry.find_doubt(entered) if event.entry else None
    if doubt is not None:
        return await _ask_once_more(tx, asker, snapshot, event, key, entered, doubt)
    return await _enter(tx, asker, snapshot, event, key, entered, None)


async def confirm_round(tx: Transaction, asker: Asker, chosen: str | None, draft_id: str) -> RoundEntered:
    """Enter the implausible round that was shown. Raises NotFound, NotAllowed, RuleError or Conflict."""
    snapshot = await change_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    draft = await take_draft(tx, snapshot.competition.id, asker.user_id, PURPOSE, draft_id)
    if draft is None:
        raise NotFound(texts.DRAFT_GONE)
    event = _get_event(snapshot, draft["event"])
    key = SheetKey(draft["event"], draft["team_id"], draft["player_id"], draft["round"])
    require_takes_part(snapshot, key)
    _require_new(snapshot, event, key)
    return await _enter(tx, asker, snapshot, event, key, read_round(event, draft["value"]), None)


async def correct_round(
    tx: Transaction, asker: Asker, chosen: str | None, typed: TypedRound, reason: str
) -> RoundEntered:
    """Replace a round by another revision; a finished competition's only by a director.

    Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await change_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    if snapshot.competition.state is State.FINISHED:
        require_director(asker, snapshot.competition)
    event, key, entered = _understand(snapshot, typed, or_finished=True)
    standing = snapshot.sheets.get(key)
    if standing is None or standing.value is None:
        raise NotFound(texts.nothing_to_correct(event, _name_entrant(snapshot, key), key.round))
    if not reason.strip():
        raise RuleError(texts.REASON_MISSING)
    return await _enter(tx, asker, snapshot, event, key, entered, reason.strip())


async def undo_round(tx: Transaction, asker: Asker, chosen: str | None) -> RoundUndone:
    """Take back the asker's own latest sheet, within ten minutes; what stood before it counts again.

    Raises NotFound, NotAllowed, RuleError or Conflict.
    """
    snapshot = await change_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    _require_running(snapshot)
    latest = await _find_latest(tx, snapshot, asker.user_id)
    if latest is None or latest.value is None or tx.now - latest.submitted_at > UNDO_WITHIN:
        raise NotFound(texts.NOTHING_TO_UNDO)
    if snapshot.sheets[latest.key].id != latest.id:
        raise Conflict(texts.UNDO_REPLACED)
    event = get_event(latest.key.event)
    earlier = await _find_sheet(tx, latest.replaces_id)
    value = None if earlier is None else earlier.value
    after, _ = await append_sheet(tx, asker, snapshot, latest.key, value, texts.UNDO_REASON)
    await record_change(tx, asker, snapshot.competition, "score undo", sheet=latest.id)
    return RoundUndone(
        after,
        event,
        _name_entrant(snapshot, latest.key),
        latest.key.round,
        read_round(event, latest.value),
        None if value is None else read_round(event, value),
    )


async def _enter(
    tx: Transaction,
    asker: Asker,
    snapshot: Snapshot,
    event: Event[Any],
    key: SheetKey,
    entered: Round,
    reason: str | None,
) -> RoundEntered:
    assert event.entry is not None, "a round was understood, so the event has rounds"
    before = snapshot.sheets.get(key)
    after, sheet = await append_sheet(tx, asker, snapshot, key, event.entry.write(entered), reason)
    action = "score submit" if before is None or before.value is None else "score correct"
    await record_change(tx, asker, snapshot.competition, action, sheet=sheet.id)
    player = snapshot.players.get(key.player_id or 0)
    return RoundEntered(
        snapshot=after,
        sheet=sheet,
        event=event,
        entrant=_name_entrant(snapshot, key),
        team=snapshot.teams[player.team_id].name if player else None,
        entered=entered,
        standing=find_standing(after, event, key),
        replaced=read_round(event, before.value) if before is not None and before.value is not None else None,
    )


async def _ask_once_more(
    tx: Transaction, asker: Asker, snapshot: Snapshot, event: Event[Any], key: SheetKey, entered: Round, doubt: str
) -> RoundDoubted:
    assert event.entry is not None, "a round was understood, so the event has rounds"
    value = {
        "event": key.event,
        "team_id": key.team_id,
        "player_id": key.player_id,
        "round": key.round,
        "value": event.entry.write(entered),
    }
    draft_id = await insert_draft(tx, snapshot.competition.id, asker.user_id, PURPOSE, value)
    typed = event.entry.show(entered)
    return RoundDoubted(snapshot, event, _name_entrant(snapshot, key), key.round, typed, doubt, draft_id)


def find_standing(snapshot: Snapshot, event: Event[Any], key: SheetKey) -> Row:
    """Where a sheet's player or team stands in its event."""
    names = name_everybody(snapshot)
    games = build_games(snapshot, only=event.key)
    ranked = event.rank(games.results.get(event.key, {}), get_contest(games, event.key))
    ranking = ranked.teams if key.player_id is None else ranked.players
    name = names.teams[key.team_id or 0] if key.player_id is None else names.players[key.player_id]
    row = ranking.find(name) if ranking is not None else None
    assert row is not None, "whoever has a sheet takes part"
    return row


def _understand(
    snapshot: Snapshot, typed: TypedRound, *, or_finished: bool = False
) -> tuple[Event[Any], SheetKey, Round]:
    """Whose round it is, and what it holds. Raises NotFound or RuleError."""
    _require_running(snapshot, or_finished=or_finished)
    event = _get_event(snapshot, typed.event)
    if event.entry is None:
        raise RuleError(texts.no_rounds(event))
    if not 1 <= typed.round <= event.rounds:
        raise RuleError(texts.no_such_round(event, typed.round))
    if event.scored == "team":
        key = SheetKey(event.key, find_team(snapshot, typed.entrant).id, None, typed.round)
    else:
        key = SheetKey(event.key, None, find_player(snapshot, typed.entrant).id, typed.round)
    require_takes_part(snapshot, key)
    return event, key, _read_entered(event, event.entry, typed)


def _read_entered(event: Event[Any], entry: RoundEntry, typed: TypedRound) -> Round:
    """The round from the short notation or from the counts; where both are given, they have to agree."""
    text = (typed.text or "").strip()
    counted = None if typed.counts is None else entry.from_counts(typed.counts)
    if not text:
        if counted is None:
            raise RuleError(texts.nothing_typed(event))
        return counted
    parsed = entry.parse(text[: texts.LONGEST_TYPED])
    if counted is not None and parsed.points != counted.points:
        raise RuleError(texts.two_results(event, parsed, counted))
    return counted or parsed


def _get_event(snapshot: Snapshot, event_key: str) -> Event[Any]:
    if snapshot.competition.settings.kind is not Kind.GETAWAY:
        raise RuleError(texts.NOT_GAMES)
    event = get_event(event_key)
    if event_key not in snapshot.competition.settings.events:
        raise RuleError(texts.not_in_edition(event))
    if event_key in snapshot.cancelled:
        raise RuleError(texts.is_cancelled(event))
    return event


def _require_running(snapshot: Snapshot, *, or_finished: bool = False) -> None:
    state = snapshot.competition.state
    if state is not State.RUNNING and not (or_finished and state is State.FINISHED):
        raise RuleError(texts.not_running(state))


def _require_new(snapshot: Snapshot, event: Event[Any], key: SheetKey) -> None:
    standing = snapshot.sheets.get(key)
    if standing is not None and standing.value is not None:
        entered = read_round(event, standing.value)
        raise Conflict(texts.entered_already(event, _name_entrant(snapshot, key), entered, standing))


def _name_entrant(snapshot: Snapshot, key: SheetKey) -> str:
    if key.player_id is not None:
        return snapshot.players[key.player_id].name
    return snapshot.teams[key.team_id or 0].name


async def _find_latest(tx: Transaction, snapshot: Snapshot, user_id: int) -> Sheet | None:
    columns = tables.sheet.c
    statement = (
        select(tables.sheet)
        .where(
            columns.competition_id == snapshot.competition.id,
            columns.submitted_by == user_id,
            columns.round != 0,
        )
        .order_by(columns.id.desc())
        .limit(1)
    )
    row = (await tx.connection.execute(statement)).one_or_none()
    return None if row is None else read_sheet(row)


async def _find_sheet(tx: Transaction, sheet_id: int | None) -> Sheet | None:
    if sheet_id is None:
        return None
    return read_sheet((await tx.connection.execute(select(tables.sheet).where(tables.sheet.c.id == sheet_id))).one())
