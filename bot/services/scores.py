"""Scores: a facilitator enters a player's round or a team's card; nothing that was entered is ever overwritten.

What a round may be is the event's own affair (`core/scoring/events`); here it is checked again whatever Discord's
client let through, kept as a revision, and shown with what was understood.
"""

from datetime import timedelta
from typing import Any

from sqlalchemy import select

from bot.db import tables
from bot.db.competitions import read_sheet
from bot.db.drafts import insert_draft, take_draft
from bot.db.engine import Transaction
from bot.db.snapshot import Sheet, SheetKey, Snapshot
from bot.services.access import Asker, change_competition, record_change, require_staff
from bot.services.ejections import require_takes_part
from bot.services.live import append_sheet
from bot.services.results import read_round
from bot.services.rounds import TypedRound as TypedRound
from bot.services.rounds import enter_round, name_entrant, open_event, require_running, understand_round
from bot.ui.facts.scores import RoundDoubted, RoundEntered, RoundUndone
from bot.ui.texts import scores as texts
from core.errors import Conflict, NotFound
from core.scoring.event import Event, get_event
from core.scoring.games import Round

PURPOSE = "score"
UNDO_WITHIN = timedelta(minutes=10)


async def submit_round(
    tx: Transaction, asker: Asker, chosen: str | None, typed: TypedRound
) -> RoundEntered | RoundDoubted:
    """Enter a round that nobody has entered yet.

    Raises NotFound, NotAllowed, RuleError, or Conflict where the round is there already.
    """
    snapshot = await change_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    event, key, entered = understand_round(snapshot, typed)
    _require_new(snapshot, event, key)
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
    require_running(snapshot)
    event = open_event(snapshot, draft["event"])
    key = SheetKey(draft["event"], draft["team_id"], draft["player_id"], draft["round"])
    require_takes_part(snapshot, key)
    _require_new(snapshot, event, key)
    return await enter_round(tx, asker, snapshot, event, key, read_round(event, draft["value"]), None)


async def undo_round(tx: Transaction, asker: Asker, chosen: str | None) -> RoundUndone:
    """Take back the asker's own latest sheet, within ten minutes; what stood before it counts again.

    Raises NotFound, NotAllowed, RuleError or Conflict.
    """
    snapshot = await change_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    require_running(snapshot)
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
        name_entrant(snapshot, latest.key),
        latest.key.round,
        read_round(event, latest.value),
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


def _require_new(snapshot: Snapshot, event: Event[Any], key: SheetKey) -> None:
    standing = snapshot.sheets.get(key)
    if standing is not None and standing.value is not None:
        entered = read_round(event, standing.value)
        raise Conflict(texts.entered_already(event, name_entrant(snapshot, key), entered, standing))


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
