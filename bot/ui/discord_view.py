"""Messages as discord.py wants them."""

from collections.abc import Iterable

import discord

from bot.ui.message import Button, Message


def to_view(buttons: Iterable[Button]) -> discord.ui.View | None:
    """The buttons, five in a row. The router handles presses, so discord.py must not keep the view."""
    view = discord.ui.View(timeout=None)
    for button in buttons:
        item: discord.ui.Button[discord.ui.View] = discord.ui.Button(
            label=button.label, custom_id=button.custom_id, style=discord.ButtonStyle[button.style]
        )
        view.add_item(item)
    view.stop()
    return view if view.children else None


def to_allowed_mentions(message: Message) -> discord.AllowedMentions:
    """Only those whom the message lists are notified; never everyone."""
    return discord.AllowedMentions(
        everyone=False,
        users=[discord.Object(id_) for id_ in dict.fromkeys(message.user_mentions)],
        roles=[discord.Object(id_) for id_ in dict.fromkeys(message.role_mentions)],
        replied_user=False,
    )
