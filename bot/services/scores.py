"""Scores: a facilitator enters a player's round or a team's card; nothing that was entered is ever overwritten.

What a round may be is the event's own affair (`core/scoring/events`); here it is checked again whatever Discord's
client let through, kept as a revision, and shown with what was understood.
"""

from datetime import timedelta
from typing import Any

from sqlalchemy import or_, select

from bot.db import tables
from bot.db.competitions import read_sheet
from bot.db.drafts import insert_draft, take_draft
from bot.db.engine import Transaction
from bot.db.snapshot import Sheet, SheetKey, Snapshot
from bot.services.access import Asker, change_competition, is_director, read_competition, record_change, require_staff
from bot.services.cards import require_undisputed
from bot.services.ejections import require_takes_part
from bot.services.facilitators import require_may_score
from bot.services.ids import read_id
from bot.services.live import append_sheet
from bot.services.results import WHOLE_EVENT, read_round
from bot.services.rounds import TypedRound as TypedRound
from bot.services.rounds import enter_round, name_entrant, open_event, require_running, understand_round
from bot.ui.facts.scores import RoundDoubted, RoundEntered, RoundUndone
from bot.ui.message import Button, OfferingConflict, custom_id
from bot.ui.texts import scores as texts
from core.competition import Kind
from core.errors import Conflict, NotFound, RuleError
from core.scoring.event import Event, get_event
from core.scoring.games import Round

PURPOSE = "score"
PROPOSE = "score-propose"
"""The route of the button that proposes a correction: competition, event, player or team, round."""
UNDO_WITHIN = timedelta(minutes=10)


async def submit_round(
    tx: Transaction, asker: Asker, chosen: str | None, typed: TypedRound
) -> RoundEntered | RoundDoubted:
    """Enter a round that nobody has entered yet.

    Raises NotFound, NotAllowed, RuleError, or Conflict where the team's card is disputed, or the round is there
    already: then it says what counts, and offers to propose a correction.
    """
    snapshot = await change_competition(tx, asker, chosen)
    require_may_score(asker, snapshot, typed.event)
    event, key, entered = understand_round(asker, snapshot, typed)
    _require_new(snapshot, event, key, entered)
    doubt = event.entry.find_doubt(entered) if event.entry else None
    if doubt is not None:
        return await _ask_once_more(tx, asker, snapshot, event, key, entered, doubt)
    return await enter_round(tx, asker, snapshot, event, key, entered, None)


async def confirm_round(tx: Transaction, asker: Asker, chosen: str | None, draft_id: str) -> RoundEntered:
    """Enter the implausible round that was shown. Raises NotFound, NotAllowed, RuleError or Conflict."""
    snapshot = await change_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    draft = await take_draft(tx, snapshot.competition.id, asker.user_id, PURPOSE, draft_id)
    if draft is None:
        raise NotFound(texts.DRAFT_GONE)
    require_may_score(asker, snapshot, draft["event"])
    require_running(snapshot)
    event = open_event(snapshot, draft["event"])
    key = SheetKey(draft["event"], draft["team_id"], draft["player_id"], draft["round"])
    require_takes_part(snapshot, key, by_director=is_director(asker, snapshot.competition))
    entered = read_round(event, draft["value"])
    _require_new(snapshot, event, key, entered)
    return await enter_round(tx, asker, snapshot, event, key, entered, None)


async def undo_round(tx: Transaction, asker: Asker, chosen: str | None, sheet_id: str | None = None) -> RoundUndone:
    """Take back a sheet of the asker's own within ten minutes, the latest or this one; what stood before counts again.

    Raises NotFound, NotAllowed, RuleError or Conflict.
    """
    snapshot = await change_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    own = await _find_own(tx, snapshot, asker, sheet_id)
    event, value = get_event(own.key.event), await _find_value(tx, own.replaces_id)
    after, _ = await append_sheet(tx, asker, snapshot, own.key, value, texts.UNDO_REASON)
    await record_change(tx, asker, snapshot.competition, "score undo", sheet=own.id)
    return _describe_undoing(after, event, own, value)


async def find_undoable(tx: Transaction, asker: Asker, chosen: str | None) -> tuple[Sheet, RoundUndone]:
    """The sheet that `undo_round` would take back, and what would come of it.

    Raises NotFound, NotAllowed, RuleError or Conflict.
    """
    snapshot = await read_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    if snapshot.competition.settings.kind is not Kind.GETAWAY:
        raise RuleError(texts.UNDO_MATCH)
    own = await _find_own(tx, snapshot, asker, None)
    value = await _find_value(tx, own.replaces_id)
    return own, _describe_undoing(snapshot, get_event(own.key.event), own, value)


async def _find_own(tx: Transaction, snapshot: Snapshot, asker: Asker, sheet_id: str | None) -> Sheet:
    """The asker's latest sheet, or their sheet with this id, where it can be taken back."""
    require_running(snapshot)
    own = await _find_submitted(tx, snapshot, asker.user_id, sheet_id)
    if own is None or own.value is None or tx.now - own.submitted_at > UNDO_WITHIN:
        raise NotFound(texts.NOTHING_TO_UNDO)
    if own.key.round == WHOLE_EVENT:
        raise RuleError(texts.UNDO_HOLDEM)
    if snapshot.sheets[own.key].id != own.id:
        raise Conflict(texts.UNDO_REPLACED)
    open_event(snapshot, own.key.event)
    return own


def _describe_undoing(snapshot: Snapshot, event: Event[Any], own: Sheet, value: Any) -> RoundUndone:
    return RoundUndone(
        snapshot,
        event,
        name_entrant(snapshot, own.key),
        own.key.round,
        read_round(event, own.value),
        None if value is None else read_round(event, value),
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
    return RoundDoubted(snapshot, event, name_entrant(snapshot, key), key.round, typed, doubt, draft_id)


def _require_new(snapshot: Snapshot, event: Event[Any], key: SheetKey, entered: Round) -> None:
    standing = snapshot.sheets.get(key)
    if standing is None or standing.value is None:
        require_undisputed(snapshot, event, key)
        return
    counts, entrant = read_round(event, standing.value), name_entrant(snapshot, key)
    is_same = counts.points == entered.points
    correct = custom_id(PROPOSE, snapshot.competition.id, key.event, f"#{key.player_id or key.team_id}", key.round)
    raise OfferingConflict(
        texts.entered_already(event, entrant, counts, standing, is_same=is_same),
        () if is_same else (Button(texts.PROPOSE_CORRECTION, correct),),
    )


async def _find_submitted(tx: Transaction, snapshot: Snapshot, user_id: int, sheet_id: str | None) -> Sheet | None:
    columns = tables.sheet.c
    own = (
        columns.competition_id == snapshot.competition.id,
        columns.submitted_by == user_id,
        or_(columns.round != WHOLE_EVENT, columns.event == "holdem"),
    )
    statement = select(tables.sheet).where(*own).order_by(columns.id.desc()).limit(1)
    if sheet_id is not None:
        statement = statement.where(columns.id == read_id(sheet_id))
    row = (await tx.connection.execute(statement)).one_or_none()
    return None if row is None else read_sheet(row)


async def _find_value(tx: Transaction, sheet_id: int | None) -> Any:
    """What a sheet holds; None where there is no such sheet."""
    if sheet_id is None:
        return None
    return await tx.connection.scalar(select(tables.sheet.c.value).where(tables.sheet.c.id == sheet_id))
