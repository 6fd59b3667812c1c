"""`python -m bot` that watches its own event loop, and draws its live messages all the time.

SIGUSR1 begins to watch, SIGUSR2 writes the longest stall so far, in seconds, to `stall.txt` in the working directory.
"""

import asyncio
import signal
import sys
import time
from pathlib import Path

from bot.__main__ import SWITCH_SECONDS
from bot.bootstrap import run_bot
from bot.event_loop import run
from bot.settings import load_settings

BREAK_SECONDS = 0.001
EDIT_PAUSE_SECONDS = 0.2
STALL_FILE = "stall.txt"


class Watch:
    """The longest time for which the loop kept a task waiting that was due."""

    def __init__(self) -> None:
        self._longest = 0.0

    async def run(self) -> None:
        """Watch until cancelled."""
        while True:
            before = time.perf_counter()
            await asyncio.sleep(BREAK_SECONDS)
            self._longest = max(self._longest, time.perf_counter() - before - BREAK_SECONDS)

    def begin(self) -> None:
        """Forget what was."""
        self._longest = 0.0

    def write(self) -> None:
        """Write it down."""
        Path(STALL_FILE).write_text(str(self._longest))


async def main() -> None:
    """Run until stopped."""
    sys.setswitchinterval(SWITCH_SECONDS)
    watch = Watch()
    loop = asyncio.get_running_loop()
    stopped = asyncio.Event()
    loop.add_signal_handler(signal.SIGTERM, stopped.set)
    loop.add_signal_handler(signal.SIGUSR1, watch.begin)
    loop.add_signal_handler(signal.SIGUSR2, watch.write)
    async with run_bot(load_settings(), edit_pause_seconds=EDIT_PAUSE_SECONDS):
        watching = asyncio.create_task(watch.run())
        await stopped.wait()
        watching.cancel()


if __name__ == "__main__":
    sys.exit(run(main()))
