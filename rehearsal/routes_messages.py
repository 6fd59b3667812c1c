"""Messages of channels and DMs: send, read, edit, delete."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rehearsal import limits, messages, payloads, permissions
from rehearsal.api import Call, Route
from rehearsal.errors import refusal
from rehearsal.mentions import find_referenced
from rehearsal.shapes import FormErrors, Many, Place, Shape, Snowflake, refuse_field
from rehearsal.state import DM_CHANNEL, Channel, Json, Message

TEXT_CHANNEL_KINDS = frozenset({0, 1, 2, 5, 10, 11, 12, 13})


def require(channel: Channel, needed: int) -> None:
    """Refuse what the bot may not do in a channel: 50001 if it does not even see it, else 50013."""
    if channel.guild is None:
        return
    may = permissions.in_channel(channel.guild.bot, channel)
    if not may & permissions.VIEW_CHANNEL:
        raise refusal(50001, f"the bot does not see #{channel.name}")
    missing = needed & ~may
    if missing:
        names = ", ".join(permissions.names(missing))
        raise refusal(50013, f"the bot lacks {names} in #{channel.name}")


def find_message(call: Call, channel: Channel) -> Message:
    """The message of the path. Ephemeral ones are known to their interaction's token only."""
    message = channel.history.get(call.id("message_id"))
    if message is None or message.is_ephemeral:
        raise refusal(10008)
    return message


async def send(call: Call) -> Json:
    channel = call.channel()
    needed = permissions.SEND_MESSAGES
    if call.body.get("embeds"):
        needed |= permissions.EMBED_LINKS
    if call.uploads:
        needed |= permissions.ATTACH_FILES
    if call.body.get("message_reference"):
        needed |= permissions.READ_MESSAGE_HISTORY
    require(channel, needed)
    if channel.kind not in TEXT_CHANNEL_KINDS:
        raise refusal(50008)
    _check_reference(channel, call.body)
    messages.check(call.body, call.uploads)
    _check_recipient(channel)
    earlier = _same_nonce(call, channel)
    if earlier is not None:
        return payloads.message(earlier)
    flags = (call.body.get("flags") or 0) & messages.SETTABLE_FLAGS
    message = messages.create(channel, call.world.bot, call.body, call.uploads, flags=flags)
    return payloads.message(message)


def _check_reference(channel: Channel, body: Json) -> None:
    reference = body.get("message_reference")
    if not reference or reference.get("fail_if_not_exists") is False:
        return
    if find_referenced(channel, reference) is None:
        raise refuse_field(("message_reference",), "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message")


def _check_recipient(channel: Channel) -> None:
    user = channel.recipient
    if user is None:
        return
    if not user.dms_open:
        raise refusal(50007, f"{user.name} takes no direct messages")
    if not channel.world.shares_guild(user):
        raise refusal(50278, f"{user.name} shares no guild with the bot")


def _same_nonce(call: Call, channel: Channel) -> Message | None:
    """The message sent with the same nonce within the last minutes, if the nonce is enforced."""
    if not call.body.get("enforce_nonce") or call.body.get("nonce") is None:
        return None
    nonce, now = str(call.body["nonce"]), call.world.clock.now()
    for message in reversed(channel.history.values()):
        if now - message.created_at > limits.NONCE_SECONDS:
            return None
        if message.nonce == nonce and message.author is call.world.bot:
            return message
    return None


async def get_one(call: Call) -> Json:
    channel = call.channel()
    require(channel, permissions.READ_MESSAGE_HISTORY)
    message = find_message(call, channel)
    return payloads.message(message, hide_content=messages.hides_content(message))


async def get_history(call: Call) -> list[Json]:
    """A page of messages, newest first. Without Read Message History it is empty."""
    channel = call.channel()
    require(channel, 0)
    limit = call.number("limit", 50, 1, limits.HISTORY_A_PAGE)
    bounds = {name: call.snowflake(name) for name in ("before", "after", "around")}
    if channel.guild:
        may = permissions.in_channel(channel.guild.bot, channel)
        if not may & permissions.READ_MESSAGE_HISTORY:
            return []
    found = _page(channel.messages, limit, **bounds)
    return [payloads.message(m, hide_content=messages.hides_content(m)) for m in reversed(found)]


def _page(
    history: list[Message], limit: int, before: int | None, after: int | None, around: int | None
) -> list[Message]:
    """The page of a history that is sorted oldest first."""
    if around is not None:
        earlier = [m for m in history if m.id < around][-(limit // 2) :] if limit > 1 else []
        rest = [m for m in history if m.id >= around][: limit - len(earlier)]
        return earlier + rest
    if after is not None:
        return [m for m in history if m.id > after][:limit]
    if before is not None:
        history = [m for m in history if m.id < before]
    return history[-limit:]


async def edit(call: Call) -> Json:
    channel = call.channel()
    require(channel, 0)
    message = find_message(call, channel)
    if message.author is not call.world.bot:
        raise refusal(50005)
    if message.kind not in (0, 19, 20):
        raise refusal(50021)
    messages.check(call.body, call.uploads, message)
    _check_old_edits(call, message)
    return payloads.message(messages.edit(message, call.body, call.uploads))


def _check_old_edits(call: Call, message: Message) -> None:
    """Messages older than an hour may be edited only so often."""
    now = call.world.clock.now()
    if now - message.created_at < limits.OLD_MESSAGE_SECONDS:
        return
    recent = [at for at in message.old_edits if now - at < limits.OLD_MESSAGE_EDITS_PER_SECONDS]
    if len(recent) >= limits.OLD_MESSAGE_EDITS:
        wait = limits.OLD_MESSAGE_EDITS_PER_SECONDS - (now - recent[0])
        raise refusal(30046, f"{len(recent)} edits within an hour", retry_after_seconds=wait)
    message.old_edits[:] = [*recent, now]


async def delete(call: Call) -> None:
    channel = call.channel()
    require(channel, 0)
    message = find_message(call, channel)
    if message.author is not call.world.bot:
        if channel.kind == DM_CHANNEL:
            raise refusal(50003)
        require(channel, permissions.MANAGE_MESSAGES)
    messages.remove(message)


async def bulk_delete(call: Call) -> None:
    channel = call.channel()
    if channel.guild is None:
        raise refusal(50003)
    require(channel, permissions.MANAGE_MESSAGES)
    ids = [int(one) for one in call.body["messages"]]
    found = [channel.history[i] for i in ids if i in channel.history and not channel.history[i].is_ephemeral]
    oldest = call.world.clock.now() - limits.BULK_DELETE_AGE_SECONDS
    if any(message.created_at < oldest for message in found):
        raise refusal(50034)
    for message in found:
        messages.remove(message)


async def start_typing(call: Call) -> None:
    require(call.channel(), permissions.SEND_MESSAGES)


@dataclass(frozen=True)
class BulkIds:
    """The ids of 2 to 100 messages; another number has a code of its own."""

    def check(self, value: Any, place: Place, errors: FormErrors) -> None:
        Many(Snowflake(), 1000, unique=True).check(value, place, errors)
        if isinstance(value, list) and not 2 <= len(value) <= 100:
            raise refusal(50016, f"{len(value)} messages")


ROUTES = [
    Route("POST", "/channels/{channel_id}/messages", send, limits.MESSAGE),
    Route("GET", "/channels/{channel_id}/messages", get_history),
    Route(
        "POST",
        "/channels/{channel_id}/messages/bulk-delete",
        bulk_delete,
        Shape({"messages": BulkIds()}, required=["messages"]),
    ),
    Route("GET", "/channels/{channel_id}/messages/{message_id}", get_one),
    Route("PATCH", "/channels/{channel_id}/messages/{message_id}", edit, limits.MESSAGE),
    Route("DELETE", "/channels/{channel_id}/messages/{message_id}", delete),
    Route("POST", "/channels/{channel_id}/typing", start_typing),
]
