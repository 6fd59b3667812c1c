"""The tasks that run as long as the bot does; where one of them ends, the bot has ended."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager
from typing import Any, NoReturn

from bot.errors import Stopped

log = logging.getLogger(__name__)


class Parts:
    """Owns them: each runs while its block runs."""

    def __init__(self) -> None:
        self._tasks: list[asyncio.Task[None]] = []

    @asynccontextmanager
    async def running(self, name: str, work: Coroutine[Any, Any, None]) -> AsyncGenerator[None]:
        """Let a part run in the background of the block."""
        task = asyncio.create_task(work, name=name)
        self._tasks.append(task)
        try:
            yield
        finally:
            self._tasks.remove(task)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def until_one_ends(self) -> NoReturn:
        """Wait for a part to end, which none does by itself. Raises Stopped with the reason."""
        done, _ = await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)
        ended = done.pop()
        error = None if ended.cancelled() else ended.exception()
        if isinstance(error, Stopped):
            raise error
        log.error("the %s ended", ended.get_name(), exc_info=error)
        raise Stopped(f"The {ended.get_name()} ended by itself; the log says more. Start Skipper again.") from error
