"""Pins, by the present routes (/messages/pins) and by the older ones (/pins)."""

from __future__ import annotations

from datetime import UTC, datetime

from rehearsal import limits, messages, payloads, permissions
from rehearsal.api import Call, Route
from rehearsal.errors import refusal
from rehearsal.routes_messages import find_message, require
from rehearsal.shapes import refuse_field
from rehearsal.state import Json, Message


async def get_page(call: Call) -> Json:
    """A page of pins, the latest first, with the time of each pin."""
    channel = call.channel()
    require(channel, permissions.READ_MESSAGE_HISTORY)
    limit = call.number("limit", limits.PINS_A_PAGE, 1, limits.PINS_A_PAGE)
    before = _time(call.query.get("before"))
    pins = [(_pinned_at(m), m) for m in channel.pins]
    pins = [(at, m) for at, m in pins if before is None or at < before]
    items = [{"pinned_at": at.isoformat(), "message": payloads.message(m)} for at, m in pins[:limit]]
    return {"items": items, "has_more": len(pins) > limit}


def _pinned_at(message: Message) -> datetime:
    return datetime.fromtimestamp(message.pinned_at or 0, UTC)


def _time(text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except ValueError:
        raise refuse_field(("before",), "DATE_TIME_TYPE_PARSE", "Could not parse as a date.") from None


async def get_all(call: Call) -> list[Json]:
    """The older route: at most 50 messages."""
    channel = call.channel()
    require(channel, permissions.READ_MESSAGE_HISTORY)
    return [payloads.message(m) for m in channel.pins[: limits.PINS_A_PAGE]]


async def pin(call: Call) -> None:
    channel = call.channel()
    require(channel, permissions.PIN_MESSAGES | permissions.READ_MESSAGE_HISTORY)
    message = find_message(call, channel)
    if message.kind not in (0, 19, 20):
        raise refusal(50021)
    if message.is_pinned:
        return
    if len(channel.pins) >= limits.PINS_IN_CHANNEL:
        raise refusal(30003)
    messages.pin(message, pinned=True)


async def unpin(call: Call) -> None:
    channel = call.channel()
    require(channel, permissions.PIN_MESSAGES | permissions.READ_MESSAGE_HISTORY)
    message = find_message(call, channel)
    if message.is_pinned:
        messages.pin(message, pinned=False)


ROUTES = [
    Route("GET", "/channels/{channel_id}/messages/pins", get_page),
    Route("PUT", "/channels/{channel_id}/messages/pins/{message_id}", pin),
    Route("DELETE", "/channels/{channel_id}/messages/pins/{message_id}", unpin),
    Route("GET", "/channels/{channel_id}/pins", get_all),
    Route("PUT", "/channels/{channel_id}/pins/{message_id}", pin),
    Route("DELETE", "/channels/{channel_id}/pins/{message_id}", unpin),
]
