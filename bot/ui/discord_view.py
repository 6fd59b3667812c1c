"""Messages as discord.py wants them."""

from collections.abc import Iterable
from io import BytesIO
from typing import NamedTuple

import discord

from bot.ui.message import Attachment, Message, Option, Select
from bot.ui.plain import to_plain

LONGEST_TEXT = 2000
LONGEST_LABEL, LONGEST_PLACEHOLDER = 100, 150
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
    return Content(text, to_view(message), files, to_allowed_mentions(message))


def to_view(message: Message) -> discord.ui.View | None:
    """The menus, then the buttons, five in a row. The router handles presses, so discord.py must not keep the view."""
    view = discord.ui.View(timeout=None)
    for select in message.selects:
        view.add_item(_to_menu(select))
    for button in message.buttons:
        item: discord.ui.Button[discord.ui.View] = discord.ui.Button(
            label=button.label, custom_id=button.custom_id, style=discord.ButtonStyle[button.style], row=button.row
        )
        view.add_item(item)
    view.stop()
    return view if view.children else None


def _to_menu(select: Select) -> "discord.ui.Select[discord.ui.View]":
    return discord.ui.Select(
        custom_id=select.custom_id,
        placeholder=select.placeholder[:LONGEST_PLACEHOLDER],
        options=[_to_option(option, is_chosen=option.value in select.chosen) for option in select.options],
        min_values=select.least,
        max_values=select.most,
    )


def _to_option(option: Option, *, is_chosen: bool) -> discord.SelectOption:
    return discord.SelectOption(
        label=option.label[:LONGEST_LABEL],
        value=option.value,
        description=option.hint[:LONGEST_LABEL] or None,
        default=is_chosen,
    )


def to_allowed_mentions(message: Message) -> discord.AllowedMentions:
    """Only those whom the message lists are notified; never everyone."""
    return discord.AllowedMentions(
        everyone=False,
        users=[discord.Object(id_) for id_ in dict.fromkeys(message.user_mentions)],
        roles=[discord.Object(id_) for id_ in dict.fromkeys(message.role_mentions)],
        replied_user=False,
    )
