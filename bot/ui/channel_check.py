"""What Skipper needs to be allowed in a channel that it speaks in, and who else reads what is for staff alone."""

from collections.abc import Iterable, Mapping

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


def is_open_to_everybody(guild: discord.Guild, channel_id: int) -> bool:
    """Whether each member of the server can read a channel."""
    channel = guild.get_channel(channel_id)
    return channel is not None and channel.permissions_for(guild.default_role).view_channel
