"""Permissions as Discord computes them: roles, then a channel's overwrites."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rehearsal.state import Channel, Member

PERMISSIONS: dict[str, int] = {
    "create_instant_invite": 1 << 0,
    "kick_members": 1 << 1,
    "ban_members": 1 << 2,
    "administrator": 1 << 3,
    "manage_channels": 1 << 4,
    "manage_guild": 1 << 5,
    "add_reactions": 1 << 6,
    "view_audit_log": 1 << 7,
    "view_channel": 1 << 10,
    "send_messages": 1 << 11,
    "send_tts_messages": 1 << 12,
    "manage_messages": 1 << 13,
    "embed_links": 1 << 14,
    "attach_files": 1 << 15,
    "read_message_history": 1 << 16,
    "mention_everyone": 1 << 17,
    "use_external_emojis": 1 << 18,
    "change_nickname": 1 << 26,
    "manage_nicknames": 1 << 27,
    "manage_roles": 1 << 28,
    "manage_webhooks": 1 << 29,
    "use_application_commands": 1 << 31,
    "manage_threads": 1 << 34,
    "create_public_threads": 1 << 35,
    "create_private_threads": 1 << 36,
    "send_messages_in_threads": 1 << 38,
    "moderate_members": 1 << 40,
    "send_polls": 1 << 49,
    "pin_messages": 1 << 51,
}
ALL = sum(PERMISSIONS.values())


def bits(*names: str) -> int:
    """The bit set of permissions given by name, for instance `bits("view_channel", "send_messages")`."""
    unknown = [name for name in names if name not in PERMISSIONS]
    if unknown:
        raise ValueError(f"no such permission: {', '.join(unknown)}")
    return sum(PERMISSIONS[name] for name in set(names))


def names(permissions: int) -> list[str]:
    return [name for name, bit in PERMISSIONS.items() if permissions & bit]


ADMINISTRATOR = bits("administrator")
VIEW_CHANNEL = bits("view_channel")
SEND_MESSAGES = bits("send_messages")
MANAGE_MESSAGES = bits("manage_messages")
EMBED_LINKS = bits("embed_links")
ATTACH_FILES = bits("attach_files")
READ_MESSAGE_HISTORY = bits("read_message_history")
MENTION_EVERYONE = bits("mention_everyone")
PIN_MESSAGES = bits("pin_messages")
MANAGE_ROLES = bits("manage_roles")
MANAGE_CHANNELS = bits("manage_channels")
MANAGE_NICKNAMES = bits("manage_nicknames")
CHANGE_NICKNAME = bits("change_nickname")
KICK_MEMBERS = bits("kick_members")
USE_APPLICATION_COMMANDS = bits("use_application_commands")

EVERYONE = bits(
    *("view_channel", "send_messages", "embed_links", "attach_files", "read_message_history"),
    *("add_reactions", "change_nickname", "use_application_commands", "create_instant_invite"),
    *("use_external_emojis", "create_public_threads", "send_messages_in_threads", "send_polls"),
)
BOT = bits(
    *("view_channel", "send_messages", "embed_links", "attach_files", "read_message_history"),
    *("pin_messages", "use_external_emojis", "use_application_commands"),
)


def in_guild(member: Member) -> int:
    """A member's permissions before any channel: those of @everyone and of the member's roles."""
    guild = member.guild
    if guild.owner_id == member.user.id:
        return ALL
    permissions = guild.everyone.permissions
    for role in member.roles:
        permissions |= role.permissions
    return ALL if permissions & ADMINISTRATOR else permissions


def in_channel(member: Member, channel: Channel) -> int:
    """A member's permissions in a channel, as Discord documents it.

    Overwrites apply in three steps: @everyone; then all the member's roles together (an allow of one role
    beats the deny of another); then the member's own. Without View Channel nothing else is left, and
    without Send Messages nothing that needs a message of one's own.
    """
    permissions = in_guild(member)
    if permissions & ADMINISTRATOR:
        return ALL
    overwrites = channel.overwrites
    if everyone := overwrites.get(member.guild.id):
        permissions = permissions & ~everyone.deny | everyone.allow
    of_roles = [overwrites[role.id] for role in member.roles if role.id in overwrites]
    for overwrite in of_roles:
        permissions &= ~overwrite.deny
    for overwrite in of_roles:
        permissions |= overwrite.allow
    if own := overwrites.get(member.user.id):
        permissions = permissions & ~own.deny | own.allow
    if not permissions & VIEW_CHANNEL:
        return 0
    if not permissions & SEND_MESSAGES:
        permissions &= ~(MENTION_EVERYONE | ATTACH_FILES | EMBED_LINKS | bits("send_tts_messages"))
    return permissions


def top_position(member: Member) -> int:
    """The place of a member's highest role in the hierarchy; the owner stands above all."""
    if member.guild.owner_id == member.user.id:
        return 1 << 31
    return max((role.position for role in member.roles), default=0)


def outranks(actor: Member, target: Member) -> bool:
    """Whether `actor` may change `target`: only those whose highest role is lower than one's own."""
    return top_position(actor) > top_position(target)
