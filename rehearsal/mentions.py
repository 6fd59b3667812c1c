"""Whom a message really notifies: what its text names, what allowed mentions let through, what the author may."""

from __future__ import annotations

import re
from typing import Any

from rehearsal import permissions
from rehearsal.reading import TEXT_DISPLAY, walk
from rehearsal.shapes import FormErrors
from rehearsal.state import Channel, Json, Message, Pings

_USER = re.compile(r"<@!?(\d+)>")
_ROLE = re.compile(r"<@&(\d+)>")
_EVERYONE = re.compile(r"@(everyone|here)\b")


def check_allowed_mentions(allowed: Json | None, errors: FormErrors) -> None:
    """Parsing all of a kind and listing single ones exclude each other."""
    parse = (allowed or {}).get("parse") or []
    for kind in ("users", "roles"):
        if kind in parse and (allowed or {}).get(kind):
            message = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            errors.add(("allowed_mentions",), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message)


def evaluate(message: Message, allowed: Json | None, author_permissions: int) -> Pings:
    """Who is notified by a new message.

    Without `allowed_mentions` everything that the text names is notified. @everyone, and roles that are
    not mentionable, need the permission Mention Everyone. Embeds never notify anybody.
    """
    text = _notifying_text(message)
    guild = message.guild
    may_mention_all = bool(author_permissions & permissions.MENTION_EVERYONE)
    pings = Pings(users=_allowed(_USER, text, allowed, "users"))
    replied = _replied_user(message, allowed)
    if replied is not None:
        pings.users.add(replied)
    if guild is None:
        pings.users &= {message.channel.recipient.id} if message.channel.recipient else set()
        return pings
    pings.users &= set(guild.members)
    for role_id in _allowed(_ROLE, text, allowed, "roles"):
        role = guild.roles.get(role_id)
        if role is not None and (role.mentionable or may_mention_all):
            pings.roles.add(role_id)
    lets_everyone = allowed is None or "everyone" in (allowed.get("parse") or [])
    pings.everyone = bool(_EVERYONE.search(text)) and lets_everyone and may_mention_all
    return pings


def _allowed(pattern: re.Pattern[str], text: str, allowed: Json | None, kind: str) -> set[int]:
    named = {int(found) for found in pattern.findall(text)}
    if allowed is None or kind in (allowed.get("parse") or []):
        return named
    return named & {int(one) for one in allowed.get(kind) or []}


def _notifying_text(message: Message) -> str:
    displays = [c["content"] for c in walk(message.components) if c["type"] == TEXT_DISPLAY]
    return "\n".join([message.content, *displays])


def _replied_user(message: Message, allowed: Json | None) -> int | None:
    if message.reference is None or (allowed is not None and not allowed.get("replied_user")):
        return None
    replied = find_referenced(message.channel, message.reference)
    return replied.author.id if replied is not None else None


def find_referenced(channel: Channel, reference: dict[str, Any]) -> Message | None:
    """The message that a reply refers to."""
    return channel.history.get(int(reference["message_id"])) if reference.get("message_id") else None
