"""Events as a whole: voided by weather while not every team has finished, and restored (G18-G22; rulings 25-28)."""

from typing import Any

from sqlalchemy import insert

from bot.db import tables
from bot.db.engine import Transaction
from bot.db.snapshot import Snapshot
from bot.posts.outbox import enqueue_notice
from bot.services.access import Asker, change_competition, record_change, require_director
from bot.services.live import append_sheet, refresh_all
from bot.services.progress import list_missing
from bot.services.results import COURSE_KEY
from bot.ui.facts.scores import EventCancelled
from bot.ui.message import Message
from bot.ui.texts import events as texts
from core.competition import Kind, State
from core.errors import RuleError
from core.scoring.event import Event, get_event

HOLES = 18


async def cancel_event(
    tx: Transaction, asker: Asker, chosen: str | None, event_key: str, reason: str
) -> EventCancelled:
    """Void an event that weather keeps from finishing. Raises NotFound, NotAllowed or RuleError."""
    snapshot, event = await _open(tx, asker, chosen, event_key)
    if event_key in snapshot.cancelled:
        raise RuleError(texts.is_cancelled_already(event))
    if not event.can_be_cancelled:
        raise RuleError(texts.cannot_be_cancelled(event))
    if not any(list_missing(snapshot, event)):
        raise RuleError(texts.everybody_has_finished(event))
    return await _decide(tx, asker, snapshot, event, is_cancelled=True, reason=reason)


async def restore_event(
    tx: Transaction, asker: Asker, chosen: str | None, event_key: str, reason: str
) -> EventCancelled:
    """Let a cancelled event count again. Raises NotFound, NotAllowed or RuleError."""
    snapshot, event = await _open(tx, asker, chosen, event_key)
    if event_key not in snapshot.cancelled:
        raise RuleError(texts.is_not_cancelled(event))
    return await _decide(tx, asker, snapshot, event, is_cancelled=False, reason=reason)


async def set_stroke_index(tx: Transaction, asker: Asker, chosen: str | None, text: str) -> Snapshot:
    """Enter the handicaps of the course, hole by hole (G120, ruling 58). Raises NotFound, NotAllowed or RuleError."""
    snapshot, event = await _open(tx, asker, chosen, COURSE_KEY.event)
    numbers = [int(word) for word in text.replace(",", " ").split() if word.isascii() and word.isdigit()]
    if sorted(numbers) != list(range(1, HOLES + 1)) or len(text.replace(",", " ").split()) != HOLES:
        raise RuleError(texts.BAD_STROKE_INDEX)
    after, sheet = await append_sheet(tx, asker, snapshot, COURSE_KEY, {"stroke_index": numbers}, None)
    await record_change(tx, asker, snapshot.competition, "event stroke-index", event=event.key, sheet=sheet.id)
    return after


async def _open(tx: Transaction, asker: Asker, chosen: str | None, event_key: str) -> tuple[Snapshot, Event[Any]]:
    snapshot = await change_competition(tx, asker, chosen)
    competition = snapshot.competition
    require_director(asker, competition)
    event = get_event(event_key)
    if competition.settings.kind is not Kind.GETAWAY or event_key not in competition.settings.events:
        raise RuleError(texts.not_in_edition(event))
    if competition.state is not State.RUNNING:
        raise RuleError(texts.not_running(competition.state))
    return snapshot, event


async def _decide(
    tx: Transaction, asker: Asker, snapshot: Snapshot, event: Event[Any], *, is_cancelled: bool, reason: str
) -> EventCancelled:
    if not reason.strip():
        raise RuleError(texts.REASON_MISSING)
    competition = snapshot.competition
    row = {
        "competition_id": competition.id,
        "event": event.key,
        "is_cancelled": is_cancelled,
        "reason": reason.strip(),
        "decided_by": asker.user_id,
        "decided_at": tx.now,
    }
    statement = insert(tables.cancellation).values(row).returning(tables.cancellation.c.id)
    row_id = (await tx.connection.execute(statement)).scalar_one()
    done = EventCancelled(snapshot, event, is_cancelled)
    notice = Message(texts.announced(done))
    await enqueue_notice(
        tx, competition.id, f"cancellation:{row_id}", notice, channel_id=competition.channels.announcements
    )
    await refresh_all(tx, competition)
    await record_change(tx, asker, competition, "event cancel" if is_cancelled else "event restore", event=event.key)
    return done
