"""The bot as a process of its own: started, killed without warning, and started again on the same database."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from rehearsal.forkserver import Forked, ForkServer
from rehearsal.server import StandIn

ROOT = Path(__file__).parents[1]
START_SECONDS = 30.0
STOP_SECONDS = 10.0


class BotProcess:
    """`python -m bot`, connected to a stand-in; forked by a fork server if there is one."""

    def __init__(
        self,
        standin: StandIn,
        database: Path,
        log: Path,
        clock_port: int | None = None,
        module: str = "bot",
        fork_server: ForkServer | None = None,
    ) -> None:
        self.database = database
        self._standin, self._log, self._module = standin, log, module
        self._clock_port, self._fork_server = clock_port, fork_server
        self._process: subprocess.Popen[bytes] | Forked | None = None

    @property
    def pid(self) -> int:
        """The process that runs now."""
        return self._started().pid

    async def start(self) -> None:
        """Start it and wait until it is connected."""
        self.launch()

        def is_settled() -> bool:
            return self._standin.world.is_bot_connected() or self._started().poll() is not None

        await _wait_until(is_settled, START_SECONDS, "the bot did not connect")
        if self._started().poll() is not None:
            raise RuntimeError(f"the bot did not start:\n{self.said()[-2000:]}")

    def launch(self) -> None:
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
        folder = self.database.parent
        if self._fork_server is not None:
            self._process = self._fork_server.fork(environment, folder, self._log)
            return
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", self._module], cwd=folder, env=environment, stdout=log, stderr=log
            )

    async def wait_until_ended(self) -> tuple[int, str]:
        """Its status and its last line, once it has ended."""
        process = self._started()
        await _wait_until(lambda: process.poll() is not None, START_SECONDS, "the bot did not end")
        assert process.returncode is not None
        return process.returncode, (self.said().splitlines() or [""])[-1]

    def said(self) -> str:
        """All that it has logged."""
        return self._log.read_text()

    def memory_mib(self) -> tuple[float, float]:
        """Resident memory now, in MiB: of the bot alone, and with the process that draws pictures."""
        own = _resident_mib(self.pid)
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        return own, own + sum(_resident_mib(int(child)) for child in children)

    async def kill(self) -> None:
        """SIGKILL: it gets no chance to tidy up."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> None:
        """SIGTERM, as an operator stops it."""
        await self._end(signal.SIGTERM)

    async def _end(self, how: signal.Signals) -> None:
        process = self._process
        if process is None or process.poll() is not None:
            return
        process.send_signal(how)
        await _wait_until(lambda: process.poll() is not None, STOP_SECONDS, "the bot did not end")
        is_seen = self._standin.world.is_bot_connected
        await _wait_until(lambda: not is_seen(), STOP_SECONDS, "the stand-in still sees the bot that ended")

    def _started(self) -> subprocess.Popen[bytes] | Forked:
        assert self._process is not None, "the bot was not started"
        return self._process


def _resident_mib(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


async def _wait_until(is_so: Callable[[], bool], seconds: float, otherwise: str) -> None:
    deadline = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > deadline:
            raise RuntimeError(f"{otherwise} within {seconds:g} s")
        await asyncio.sleep(0.01)
