"""Values as Discord writes them on the wire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rehearsal import permissions
from rehearsal.clock import iso
from rehearsal.state import DM_CHANNEL, Attachment, Channel, Json, Member, Message, Role, User

if TYPE_CHECKING:
    from rehearsal.guild import Guild

INTEGRATION_OWNER_GUILD = "0"


def user(who: User) -> Json:
    return {
        "id": str(who.id),
        "username": who.name,
        "discriminator": "0",
        "global_name": None if who.is_bot else who.name,
        "avatar": None,
        "bot": who.is_bot,
        "public_flags": 0,
    }


def member(who: Member, channel: Channel | None = None) -> Json:
    """A member; with `channel`, also what this member may do there (as interactions carry it)."""
    payload: Json = {
        "user": user(who.user),
        "nick": who.nick,
        "avatar": None,
        "roles": [str(role.id) for role in who.roles],
        "joined_at": iso(who.joined_at),
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
    }
    if channel is not None:
        payload["permissions"] = str(permissions.in_channel(who, channel))
    return payload


def role(it: Role) -> Json:
    return {
        "id": str(it.id),
        "name": it.name,
        "permissions": str(it.permissions),
        "position": it.position,
        "color": it.color,
        "colors": {"primary_color": it.color, "secondary_color": None, "tertiary_color": None},
        "hoist": it.hoist,
        "managed": it.managed,
        "mentionable": it.mentionable,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }


def channel(it: Channel) -> Json:
    if it.kind == DM_CHANNEL:
        recipients = [user(it.recipient)] if it.recipient else []
        return {"id": str(it.id), "type": DM_CHANNEL, "recipients": recipients, "last_message_id": None}
    assert it.guild is not None
    return {
        "id": str(it.id),
        "type": it.kind,
        "guild_id": str(it.guild.id),
        "name": it.name,
        "position": it.position,
        "topic": it.topic,
        "nsfw": False,
        "parent_id": None,
        "last_message_id": str(next(reversed(it.history))) if it.history else None,
        "rate_limit_per_user": 0,
        "permission_overwrites": [
            {"id": str(o.target_id), "type": o.kind, "allow": str(o.allow), "deny": str(o.deny)}
            for o in it.overwrites.values()
        ],
    }


def guild(it: Guild) -> Json:
    return {
        "id": str(it.id),
        "name": it.name,
        "owner_id": str(it.owner_id),
        "icon": None,
        "splash": None,
        "features": [],
        "emojis": [],
        "stickers": [],
        "roles": [role(r) for r in it.roles.values()],
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "preferred_locale": "en-US",
        "system_channel_id": None,
        "system_channel_flags": 0,
        "afk_timeout": 300,
        "afk_channel_id": None,
        "application_id": None,
        "vanity_url_code": None,
        "description": None,
        "banner": None,
    }


def guild_create(it: Guild, *, joined_now: bool = False) -> Json:
    """What a bot gets on connecting or joining: without privileged intents, itself is the only member.

    `unavailable` is there (false) only when a guild that the bot was in comes up, not when it joins one.
    """
    return {
        **({} if joined_now else {"unavailable": False}),
        **guild(it),
        "joined_at": iso(it.bot.joined_at),
        "large": len(it.members) > 250,
        "member_count": len(it.members),
        "members": [member(it.bot)],
        "channels": [channel(c) for c in it.channels.values()],
        "threads": [],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def attachment(it: Attachment) -> Json:
    payload: Json = {
        "id": str(it.id),
        "filename": it.filename,
        "size": it.size,
        "url": it.url,
        "proxy_url": it.url,
        "content_type": it.content_type,
    }
    if it.description is not None:
        payload["description"] = it.description
    return payload


def message(it: Message, *, hide_content: bool = False) -> Json:
    """A message. `hide_content` empties it, as for a bot without the message-content intent."""
    payload: Json = {
        "id": str(it.id),
        "type": it.kind,
        "channel_id": str(it.channel.id),
        "author": user(it.author),
        "content": it.content,
        "timestamp": iso(it.created_at),
        "edited_timestamp": iso(it.edited_at) if it.edited_at else None,
        "tts": False,
        "mention_everyone": it.pings.everyone,
        "mentions": _mentions(it),
        "mention_roles": [str(role_id) for role_id in it.pings.roles],
        "attachments": [attachment(a) for a in it.attachments],
        "embeds": _with_urls(it.embeds, it),
        "components": _with_urls(it.components, it),
        "pinned": it.is_pinned,
        "flags": it.flags,
    }
    if it.nonce is not None:
        payload["nonce"] = it.nonce
    if it.reference is not None:
        payload["message_reference"] = it.reference
    if it.interaction is not None:
        payload["application_id"] = payload["webhook_id"] = str(it.world.application_id)
        payload["interaction_metadata"] = it.interaction.metadata()
    if hide_content:
        payload.update(content="", attachments=[], embeds=[], components=[])
    return payload


def _mentions(it: Message) -> list[Json]:
    users = it.world.users
    return [user(users[user_id]) for user_id in it.mentioned_ids if user_id in users]


def _with_urls(value: Any, it: Message) -> Any:
    """`attachment://name` in embeds and components becomes the file's address."""
    if not it.attachments:
        return value
    urls = {f"attachment://{a.filename}": a.url for a in it.attachments}
    return _replace_urls(value, urls)


def _replace_urls(value: Any, urls: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {key: _replace_urls(inner, urls) for key, inner in value.items()}
    if isinstance(value, list):
        return [_replace_urls(inner, urls) for inner in value]
    return urls.get(value, value) if isinstance(value, str) else value
