"""What Skipper needs to be allowed in a channel that it speaks in, and who else reads what is for staff alone."""

from collections.abc import Collection, Iterable, Mapping

import discord

NEEDED: Mapping[str, str] = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "embed_links": "Embed Links",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
    "pin_messages": "Pin Messages",
}


def find_missing(guild: discord.Guild, channel_ids: Iterable[int]) -> dict[int, tuple[str, ...]]:
    """The permissions that are missing, by channel; a channel that is gone lacks them all."""
    missing: dict[int, tuple[str, ...]] = {}
    for channel_id in dict.fromkeys(channel_ids):
        channel = guild.get_channel(channel_id)
        allowed = channel.permissions_for(guild.me) if channel is not None else discord.Permissions.none()
        missing[channel_id] = tuple(label for flag, label in NEEDED.items() if not getattr(allowed, flag))
    return missing


def find_readers(guild: discord.Guild, channel_id: int, staff_role_ids: Collection[int]) -> tuple[int, ...] | None:
    """The roles besides staff's whose members can read a channel; None where everybody can, or single members can.

    Which roles the captains have, Skipper cannot know.
    """
    channel = guild.get_channel(channel_id)
    if channel is None or is_open_to_everybody(guild, channel_id):
        return None
    people = (
        who.id for who, how in channel.overwrites.items() if how.view_channel and not isinstance(who, discord.Role)
    )
    if any(user_id != guild.me.id for user_id in people):
        return None
    roles = (role for role in guild.roles if not role.managed and role.id not in staff_role_ids)
    return tuple(
        role.id for role in roles if not role.permissions.administrator and channel.permissions_for(role).view_channel
    )


def is_open_to_everybody(guild: discord.Guild, channel_id: int) -> bool:
    """Whether each member of the server can read a channel."""
    channel = guild.get_channel(channel_id)
    return channel is not None and channel.permissions_for(guild.default_role).view_channel
