"""Puts messages into Discord's channels: the only place where a post meets Discord."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import datetime
from io import BytesIO
from typing import Any, Protocol

import aiohttp
import discord

from bot.ui.discord_view import to_allowed_mentions, to_view
from bot.ui.message import Attachment, Message

log = logging.getLogger(__name__)

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE = 10003, 10008
TOO_MANY_OLD_EDITS, DMS_CLOSED, DMS_TOO_FAST = 30046, 50007, 40003
LONGEST_REQUEST_SECONDS = 30.0  # with discord.py's own attempts; without it, a lost answer stops a channel for minutes


class Undeliverable(Exception):
    """It will never arrive this way; `reason` is one of the keys of `texts.posts.REASONS`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Unavailable(Exception):
    """Nobody knows whether it arrived; try again later."""


class MessageGone(Exception):
    """The message to edit was deleted."""


class EditsExhausted(Exception):
    """Discord refuses more edits of a message that is older than an hour."""


class Publisher(Protocol):
    """What the relay needs of Discord."""

    async def send(
        self, place: tuple[str, int], message: Message, attachments: tuple[Attachment, ...], nonce: int
    ) -> int:
        """Send and give the message's id; the same nonce within some minutes gives the earlier message."""
        ...

    async def edit(
        self, place: tuple[str, int], message_id: int, message: Message, attachments: tuple[Attachment, ...]
    ) -> None:
        """Replace the whole message."""
        ...

    async def pin(self, place: tuple[str, int], message_id: int) -> None:
        """Pin it."""
        ...

    async def delete(self, place: tuple[str, int], message_id: int) -> None:
        """Delete it, if it is still there."""
        ...

    async def find_own(self, place: tuple[str, int], text: str, since: datetime) -> list[int]:
        """The ids of Skipper's messages of exactly this text since then, oldest first."""
        ...


class DiscordPublisher:
    """The publisher of a connected client."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def send(
        self, place: tuple[str, int], message: Message, attachments: tuple[Attachment, ...], nonce: int
    ) -> int:
        """Send it. Raises Undeliverable or Unavailable."""
        async with _translated_errors():
            channel = await self._open(place)
            sent = await channel.send(
                message.text,
                files=_to_files(attachments),
                nonce=nonce,
                allowed_mentions=to_allowed_mentions(message),
                **_view_of(message),
            )
            return sent.id

    async def edit(
        self, place: tuple[str, int], message_id: int, message: Message, attachments: tuple[Attachment, ...]
    ) -> None:
        """Replace it. Raises MessageGone, EditsExhausted, Undeliverable or Unavailable."""
        async with _translated_errors():
            message_to_edit = (await self._open(place)).get_partial_message(message_id)
            try:
                await message_to_edit.edit(
                    content=message.text,
                    attachments=_to_files(attachments),
                    allowed_mentions=to_allowed_mentions(message),
                    view=to_view(message),
                )
            except discord.RateLimited as error:  # the library keeps the code; no other limit on edits lasts so long
                raise EditsExhausted from error
            except KeyError as error:
                if error.args == ("retry_after",):  # this limit, without saying how long: the library looks for it
                    raise EditsExhausted from error
                raise

    async def pin(self, place: tuple[str, int], message_id: int) -> None:
        """Pin it. Raises MessageGone, Undeliverable or Unavailable."""
        async with _translated_errors():
            await (await self._open(place)).get_partial_message(message_id).pin()

    async def delete(self, place: tuple[str, int], message_id: int) -> None:
        """Delete it. Raises Undeliverable or Unavailable."""
        try:
            async with _translated_errors():
                await (await self._open(place)).get_partial_message(message_id).delete()
        except MessageGone:
            return

    async def find_own(self, place: tuple[str, int], text: str, since: datetime) -> list[int]:
        """Look through the channel's history. Raises Undeliverable or Unavailable."""
        me = self._client.user
        async with _translated_errors():
            history = (await self._open(place)).history(limit=200, after=since, oldest_first=True)
            return [m.id async for m in history if me is not None and m.author.id == me.id and m.content == text]

    async def _open(self, place: tuple[str, int]) -> discord.DMChannel | discord.PartialMessageable:
        kind, id_ = place
        if kind == "user":
            return await self._client.create_dm(discord.Object(id_))
        return self._client.get_partial_messageable(id_)


def _view_of(message: Message) -> dict[str, Any]:
    view = to_view(message)
    return {} if view is None else {"view": view}


def _to_files(attachments: tuple[Attachment, ...]) -> list[discord.File]:
    return [discord.File(BytesIO(attachment.data), attachment.name) for attachment in attachments]


@asynccontextmanager
async def _translated_errors() -> AsyncGenerator[None]:
    try:
        async with asyncio.timeout(LONGEST_REQUEST_SECONDS):
            yield
    except (discord.DiscordServerError, discord.RateLimited, aiohttp.ClientError, TimeoutError, OSError) as error:
        raise Unavailable(type(error).__name__) from error
    except discord.HTTPException as error:
        raise _translate(error) from error


def _translate(error: discord.HTTPException) -> Exception:
    if error.code == UNKNOWN_MESSAGE:
        return MessageGone()
    if error.code == TOO_MANY_OLD_EDITS:
        return EditsExhausted()
    if error.code in (DMS_CLOSED, DMS_TOO_FAST):
        return Undeliverable("dms closed")
    if error.code == UNKNOWN_CHANNEL:
        return Undeliverable("channel gone")
    if error.status == 403:
        return Undeliverable("forbidden")
    if error.status == 429 or error.status >= 500:
        return Unavailable(str(error.status))
    log.error("Discord refused a post", exc_info=error)
    return Undeliverable("refused")
