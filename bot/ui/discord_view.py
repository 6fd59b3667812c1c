"""Messages as discord.py wants them."""

from collections.abc import Iterable
from io import BytesIO
from typing import NamedTuple

import discord

from bot.ui.message import Attachment, Button, Message
from bot.ui.plain import to_plain

LONGEST_TEXT = 2000
REST_IN_FILE = "\n... the whole answer is in the file."


class Content(NamedTuple):
    """All that discord.py needs for an answer."""

    text: str
    view: discord.ui.View | None
    files: list[discord.File]
    mentions: discord.AllowedMentions


def to_content(message: Message, attachments: Iterable[Attachment]) -> Content:
    """A message with its files; a text that is too long for Discord is cut, and whole in a plain file."""
    text = message.text
    files = [discord.File(BytesIO(attachment.data), attachment.name) for attachment in attachments]
    if len(text) > LONGEST_TEXT:
        files.append(discord.File(BytesIO(to_plain(text).encode()), "answer.txt"))
        text = text[: LONGEST_TEXT - 60].rsplit("\n", 1)[0] + REST_IN_FILE
    return Content(text, to_view(message.buttons), files, to_allowed_mentions(message))


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
