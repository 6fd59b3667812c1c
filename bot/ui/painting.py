"""A message's pictures as files; a picture that cannot be drawn never holds back the words."""

import logging
from collections.abc import Awaitable, Callable

from bot.ui.message import Attachment, Message
from bot.ui.pictures.values import Picture

log = logging.getLogger(__name__)

RenderPicture = Callable[[Picture], Awaitable[bytes]]


async def paint_all(render: RenderPicture, message: Message) -> tuple[Attachment, ...]:
    """The message's own files and its pictures, drawn."""
    drawn: list[Attachment] = []
    for number, picture in enumerate(message.pictures, 1):
        try:
            drawn.append(Attachment(f"picture-{number}.png", await render(picture)))
        except Exception:
            log.exception("a picture could not be drawn; the text goes out alone")
    return (*message.attachments, *drawn)
