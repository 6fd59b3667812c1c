"""Facilitators bound to events: who may score, time and correct what, and who manages an event.

A facilitator who is bound to some events keeps only those; one who is bound to none keeps every event. The manager of
an event is a facilitator bound to it; while nobody is, its manager is a director. Directors may do all of it.
"""

from bot.db.engine import Transaction
from bot.db.facilitators import delete_binding, insert_binding
from bot.db.snapshot import Snapshot
from bot.services.access import (
    Asker,
    change_competition,
    is_director,
    is_staff,
    read_competition,
    record_change,
    require_director,
    require_staff,
)
from bot.ui.facts.desk import Bound
from bot.ui.texts import facilitators as texts
from core.competition import Kind
from core.errors import NotAllowed, NotFound, RuleError
from core.scoring.event import get_event


def require_may_score(asker: Asker, snapshot: Snapshot, event_key: str) -> None:
    """Raise NotAllowed, which says who may, unless they are staff who keep this event."""
    require_staff(asker, snapshot.competition)
    if not may_score(asker, snapshot, event_key):
        own = [get_event(key) for key in events_of(snapshot, asker.user_id)]
        raise NotAllowed(texts.other_event(get_event(event_key), own, managers_of(snapshot, event_key)))


def may_score(asker: Asker, snapshot: Snapshot, event_key: str) -> bool:
    """Whether they are staff who keep this event."""
    if is_director(asker, snapshot.competition):
        return True
    own = events_of(snapshot, asker.user_id)
    return is_staff(asker, snapshot.competition) and (not own or event_key in own)


def require_event_manager(asker: Asker, snapshot: Snapshot, event_key: str) -> None:
    """Raise NotAllowed, which says who may, unless they manage this event."""
    if not is_event_manager(asker, snapshot, event_key):
        managers = managers_of(snapshot, event_key)
        raise NotAllowed(texts.managers_only(get_event(event_key), managers, snapshot.competition.director_role_id))


def is_event_manager(asker: Asker, snapshot: Snapshot, event_key: str) -> bool:
    """Whether they manage this event: a director, or a facilitator who is bound to it."""
    if is_director(asker, snapshot.competition):
        return True
    return is_staff(asker, snapshot.competition) and asker.user_id in managers_of(snapshot, event_key)


def managers_of(snapshot: Snapshot, event_key: str) -> tuple[int, ...]:
    """The accounts of the facilitators who are bound to an event."""
    return tuple(sorted(user_id for event, user_id in snapshot.facilitators if event == event_key))


def events_of(snapshot: Snapshot, user_id: int) -> tuple[str, ...]:
    """The events to which a facilitator is bound, in playing order; none: every event is theirs."""
    return tuple(event for event in snapshot.competition.settings.events if (event, user_id) in snapshot.facilitators)


async def bind_facilitator(
    tx: Transaction, asker: Asker, chosen: str | None, event_key: str, user_id: int, role_ids: frozenset[int]
) -> Bound:
    """Bind a facilitator, whose roles are given, to an event. Raises NotFound, NotAllowed or RuleError."""
    snapshot = await _change(tx, asker, chosen, event_key)
    if snapshot.competition.facilitator_role_id not in role_ids:
        raise RuleError(texts.not_a_facilitator(user_id, snapshot.competition.facilitator_role_id))
    await insert_binding(tx, snapshot.competition.id, event_key, user_id, asker.user_id)
    await record_change(tx, asker, snapshot.competition, "event facilitator add", event=event_key, user=user_id)
    after = snapshot.with_facilitators(snapshot.facilitators | {(event_key, user_id)})
    return Bound(after, get_event(event_key), user_id, True)


async def unbind_facilitator(tx: Transaction, asker: Asker, chosen: str | None, event_key: str, user_id: int) -> Bound:
    """Bind a facilitator to an event no more. Raises NotFound, NotAllowed or RuleError."""
    snapshot = await _change(tx, asker, chosen, event_key)
    if (event_key, user_id) not in snapshot.facilitators:
        raise NotFound(texts.not_bound(get_event(event_key), user_id))
    await delete_binding(tx, snapshot.competition.id, event_key, user_id)
    await record_change(tx, asker, snapshot.competition, "event facilitator remove", event=event_key, user=user_id)
    after = snapshot.with_facilitators(snapshot.facilitators - {(event_key, user_id)})
    return Bound(after, get_event(event_key), user_id, False)


async def list_facilitators(tx: Transaction, asker: Asker, chosen: str | None) -> Snapshot:
    """The competition, for staff to see who keeps which event. Raises NotFound, NotAllowed or RuleError."""
    snapshot = await read_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    if snapshot.competition.settings.kind is not Kind.GETAWAY:
        raise RuleError(texts.NO_EVENTS)
    return snapshot


async def _change(tx: Transaction, asker: Asker, chosen: str | None, event_key: str) -> Snapshot:
    snapshot = await change_competition(tx, asker, chosen)
    require_director(asker, snapshot.competition)
    if snapshot.competition.settings.kind is not Kind.GETAWAY:
        raise RuleError(texts.NO_EVENTS)
    event = get_event(event_key)
    if event_key not in snapshot.competition.settings.events:
        raise RuleError(texts.not_in_edition(event))
    return snapshot
