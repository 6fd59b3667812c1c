"""Renders pictures in a process of its own: resvg holds the interpreter's lock, which would stall the bot.

A plain subprocess, no pool: it imports nothing of the bot but this package, can be killed when it hangs, ends
with the bot, and sits in a session of its own, so that Ctrl-C does not reach it.
"""

import asyncio
import pickle
import struct
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path

from bot.ui.pictures.values import Picture

REQUEST_HEAD = struct.Struct("!I")
ANSWER_HEAD = struct.Struct("!?I")

_ROOT = Path(__file__).parents[3]
_BUFFER_BYTES = 1 << 20


class PictureError(Exception):
    """A picture could not be drawn. The same as text can always be shown: `bot.ui.texttable`."""


class _WorkerDied(Exception):
    pass


class PictureRenderer:
    """Draws one picture after the other. The process starts with the first one."""

    def __init__(self, timeout_seconds: float = 20.0) -> None:
        self._timeout_seconds = timeout_seconds
        self._turn = asyncio.Lock()
        self._worker: Process | None = None
        self._is_closed = False

    async def render(self, picture: Picture) -> bytes:
        """Return the picture as PNG. If the process dies, another one is tried once.

        Raises PictureError if the picture cannot be drawn, takes too long, or the renderer is closed.
        """
        async with self._turn:
            for _ in range(2):
                try:
                    return await self._request(pickle.dumps(picture))
                except _WorkerDied:
                    continue
        raise PictureError("the process that draws pictures died twice")

    async def close(self) -> None:
        """End the process; a picture that is being drawn is lost."""
        self._is_closed = True
        if self._worker is not None and self._worker.returncode is None:
            self._worker.kill()
        async with self._turn:
            await self._stop_worker()

    async def _request(self, request: bytes) -> bytes:
        if self._is_closed:
            raise PictureError("the renderer is closed")
        try:
            async with asyncio.timeout(self._timeout_seconds):
                is_drawn, answer = await self._exchange(request)
        except (EOFError, ConnectionError) as error:
            await self._stop_worker()
            raise _WorkerDied from error
        except TimeoutError as error:
            await self._stop_worker()
            raise PictureError(f"the picture took longer than {self._timeout_seconds:g} s") from error
        except asyncio.CancelledError:
            await self._stop_worker()  # or its answer would be taken for that of the next request
            raise
        if not is_drawn:
            raise PictureError(answer.decode())
        return answer

    async def _exchange(self, request: bytes) -> tuple[bool, bytes]:
        if self._worker is None:
            self._worker = await _start_worker()
        requests, answers = self._worker.stdin, self._worker.stdout
        assert requests
        assert answers
        requests.write(REQUEST_HEAD.pack(len(request)) + request)
        await requests.drain()
        is_drawn, length = ANSWER_HEAD.unpack(await answers.readexactly(ANSWER_HEAD.size))
        return is_drawn, await answers.readexactly(length)

    async def _stop_worker(self) -> None:
        worker, self._worker = self._worker, None
        if worker is None:
            return
        if worker.returncode is None:
            worker.kill()
        # Reads what is left, so that both pipes are closed.
        await worker.communicate()


async def _start_worker() -> Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot.ui.pictures.worker",
        stdin=PIPE,
        stdout=PIPE,
        cwd=_ROOT,
        limit=_BUFFER_BYTES,
        start_new_session=True,
    )
