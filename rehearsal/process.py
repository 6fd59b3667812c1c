"""The bot as a process of its own: started, killed without warning, and started again on the same database."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import Process
from pathlib import Path

from rehearsal.server import StandIn

ROOT = Path(__file__).parents[1]
START_SECONDS = 30.0
STOP_SECONDS = 10.0


class BotProcess:
    """`python -m bot`, connected to a stand-in."""

    def __init__(self, standin: StandIn, database: Path, log: Path, clock_port: int | None = None) -> None:
        self.database = database
        self._standin, self._log = standin, log
        self._clock_port = clock_port
        self._process: Process | None = None

    @property
    def pid(self) -> int:
        """The process that runs now."""
        return self._running().pid

    async def start(self) -> None:
        """Start it and wait until it is connected."""
        await self.launch()
        deadline = asyncio.get_running_loop().time() + START_SECONDS
        while not self._standin.world.is_bot_connected():
            if self._running().returncode is not None or asyncio.get_running_loop().time() > deadline:
                raise RuntimeError(f"the bot did not start:\n{self.said()[-2000:]}")
            await asyncio.sleep(0.02)

    async def launch(self) -> None:
        """Start it, and do not wait."""
        environment = {
            **{name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG", "TMPDIR")},
            "PYTHONPATH": str(ROOT),
            "DISCORD_TOKEN": self._standin.token,
            "DISCORD_API_URL": self._standin.url,
            "DATABASE_URL": f"sqlite:///{self.database}",
        }
        if self._clock_port is not None:
            environment["CLOCK_CONTROL"] = f"127.0.0.1:{self._clock_port}"
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", cwd=self.database.parent, env=environment, stdout=log, stderr=log
            )

    async def run_to_the_end(self) -> tuple[int, str]:
        """Start it where it is expected to end by itself: its status and its last line."""
        await self.launch()
        return await self.wait_until_ended()

    async def wait_until_ended(self) -> tuple[int, str]:
        """Its status and its last line, once it has ended."""
        code = await asyncio.wait_for(self._running().wait(), START_SECONDS)
        return code, (self.said().splitlines() or [""])[-1]

    def said(self) -> str:
        """All that it has logged."""
        return self._log.read_text()

    async def kill(self) -> None:
        """SIGKILL: it gets no chance to tidy up."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> None:
        """SIGTERM, as an operator stops it."""
        await self._end(signal.SIGTERM)

    async def _end(self, how: signal.Signals) -> None:
        if self._process is None or self._process.returncode is not None:
            return
        self._process.send_signal(how)
        await asyncio.wait_for(self._process.wait(), STOP_SECONDS)
        deadline = asyncio.get_running_loop().time() + STOP_SECONDS
        while self._standin.world.is_bot_connected():
            if asyncio.get_running_loop().time() > deadline:
                raise RuntimeError("the stand-in still sees the bot that ended")
            await asyncio.sleep(0.01)

    def _running(self) -> Process:
        assert self._process is not None, "the bot does not run"
        return self._process
