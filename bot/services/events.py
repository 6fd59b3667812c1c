"""Events as a whole: voided by weather while not every team has finished, and restored (G18-G22; rulings 25-28)."""

from dataclasses import replace
from typing import Any

from sqlalchemy import insert

from bot.db.closing_tables import cancellation
from bot.db.drafts import DraftPurpose
from bot.db.engine import Transaction
from bot.db.snapshot import Snapshot
from bot.posts.outbox import enqueue_notice
from bot.services.access import Asker, change_competition, read_competition, record_change, require_director
from bot.services.consequences import weigh_change
from bot.services.drafts import fingerprint, keep_draft, take_draft
from bot.services.live import refresh_all
from bot.services.progress import list_missing
from bot.services.results import WHOLE_EVENT
from bot.ui.facts.events import CancellationAsked, CancellationPreview
from bot.ui.facts.scores import EventCancelled
from bot.ui.message import Message
from bot.ui.texts import events as texts
from core.competition import Kind, State
from core.errors import RuleError
from core.scoring.event import Event, get_event


async def preview_cancelling(
    tx: Transaction, asker: Asker, chosen: str | None, event_key: str, reason: str
) -> CancellationAsked:
    """Show what would follow if weather voided an event. Raises NotFound, NotAllowed or RuleError."""
    snapshot = await read_competition(tx, asker, chosen)
    return await _ask(tx, asker, _preview(asker, snapshot, event_key, reason, is_cancelled=True))


async def preview_restoring(
    tx: Transaction, asker: Asker, chosen: str | None, event_key: str, reason: str
) -> CancellationAsked:
    """Show what would follow if a cancelled event counted again. Raises NotFound, NotAllowed or RuleError."""
    snapshot = await read_competition(tx, asker, chosen)
    return await _ask(tx, asker, _preview(asker, snapshot, event_key, reason, is_cancelled=False))


async def confirm_cancellation(
    tx: Transaction, asker: Asker, chosen: str | None, draft_id: str
) -> EventCancelled | CancellationAsked:
    """Void or restore an event as it was shown; if something has come in since, show it anew.

    Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await change_competition(tx, asker, chosen)
    require_director(asker, snapshot.competition)
    draft = await take_draft(tx, asker, snapshot, DraftPurpose.CANCELLATION, draft_id)
    preview = _preview(asker, snapshot, draft["event"], draft["reason"], is_cancelled=draft["is_cancelled"])
    if _mark(preview) != draft["mark"]:
        return replace(await _ask(tx, asker, preview), is_anew=True)
    return await _decide(tx, asker, preview)


def open_for_decision(asker: Asker, snapshot: Snapshot, event_key: str) -> Event[Any]:
    """An event about which a director can decide still. Raises NotFound, NotAllowed or RuleError."""
    competition = snapshot.competition
    require_director(asker, competition)
    event = get_event(event_key)
    if competition.settings.kind is not Kind.GETAWAY or event_key not in competition.settings.events:
        raise RuleError(texts.not_in_edition(event))
    if competition.state is not State.RUNNING:
        raise RuleError(texts.not_running(competition.state))
    if event_key in snapshot.closed:
        raise RuleError(texts.is_closed(event))
    return event


def _preview(
    asker: Asker, snapshot: Snapshot, event_key: str, reason: str, *, is_cancelled: bool
) -> CancellationPreview:
    """What would follow. Raises NotFound, NotAllowed or RuleError where it cannot be."""
    event = open_for_decision(asker, snapshot, event_key)
    if is_cancelled:
        _require_cancellable(snapshot, event)
    elif event_key not in snapshot.cancelled:
        raise RuleError(texts.is_not_cancelled(event))
    if not reason.strip():
        raise RuleError(texts.REASON_MISSING)
    cancelled = snapshot.cancelled | {event_key} if is_cancelled else snapshot.cancelled - {event_key}
    entered = [
        key
        for key, sheet in snapshot.sheets.items()
        if key.event == event_key and key.round != WHOLE_EVENT and sheet.value is not None
    ]
    consequences = weigh_change(snapshot, replace(snapshot, cancelled=cancelled), event_key)
    return CancellationPreview(snapshot, event, is_cancelled, reason.strip(), len(entered), consequences)


def _require_cancellable(snapshot: Snapshot, event: Event[Any]) -> None:
    if event.key in snapshot.cancelled:
        raise RuleError(texts.is_cancelled_already(event))
    if not event.can_be_cancelled:
        raise RuleError(texts.cannot_be_cancelled(event))
    if not any(list_missing(snapshot, event)):
        raise RuleError(texts.everybody_has_finished(event))


async def _ask(tx: Transaction, asker: Asker, preview: CancellationPreview) -> CancellationAsked:
    draft = {
        "event": preview.event.key,
        "is_cancelled": preview.is_cancelled,
        "reason": preview.reason,
        "mark": _mark(preview),
    }
    return CancellationAsked(preview, await keep_draft(tx, asker, preview.snapshot, DraftPurpose.CANCELLATION, draft))


def _mark(preview: CancellationPreview) -> str:
    """Tells two previews apart by all that they say, and holds nothing of it."""
    return fingerprint(texts.asked(CancellationAsked(preview, 0)))


async def _decide(tx: Transaction, asker: Asker, preview: CancellationPreview) -> EventCancelled:
    snapshot, event, competition = preview.snapshot, preview.event, preview.snapshot.competition
    row = {
        "competition_id": competition.id,
        "event": event.key,
        "is_cancelled": preview.is_cancelled,
        "reason": preview.reason,
        "decided_by": asker.user_id,
        "decided_at": tx.now,
    }
    statement = insert(cancellation).values(row).returning(cancellation.c.id)
    row_id = (await tx.connection.execute(statement)).scalar_one()
    done = EventCancelled(snapshot, event, preview.is_cancelled)
    notice = Message(texts.announced(done))
    await enqueue_notice(
        tx, competition.id, f"cancellation:{row_id}", notice, channel_id=competition.channels.announcements
    )
    await refresh_all(tx, competition)
    action = "event cancel" if preview.is_cancelled else "event restore"
    await record_change(tx, asker, competition, action, event=event.key)
    return done
