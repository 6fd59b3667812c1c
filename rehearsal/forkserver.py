"""A process that has imported the bot and forks it on demand, for trials that start it a hundred times.

What is forked is `python -m bot` in all but the two seconds of imports: a process of its own that can be killed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import traceback
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

ROOT = Path(__file__).parents[1]


class Forked:
    """A bot that was forked; as much of `subprocess.Popen` as is needed."""

    def __init__(self, server: ForkServer, pid: int) -> None:
        self._server, self.pid = server, pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Its status, if it has ended; as usual, -9 for one that was killed."""
        if self.returncode is None:
            self.returncode = self._server.ask({"poll": self.pid})
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal to one that has not been seen to end."""
        if self.poll() is None:
            os.kill(self.pid, number)


class ForkServer:
    """The process that forks; started and ended by the block."""

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "rehearsal.forkserver"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.communicate()

    def fork(self, environment: dict[str, str], folder: Path, log: Path) -> Forked:
        """Start a bot."""
        pid = self.ask({"environment": environment, "folder": str(folder), "log": str(log)})
        return Forked(self, pid)

    def ask(self, question: dict[str, Any]) -> Any:
        """Ask the process; it answers at once."""
        sending, receiving = self._process.stdin, self._process.stdout
        assert sending is not None
        assert receiving is not None
        sending.write(json.dumps(question).encode() + b"\n")
        sending.flush()
        return json.loads(receiving.readline())


def serve(questions: IO[str], answers: IO[str]) -> None:
    """Answer until the other side has gone."""
    for line in questions:
        question = json.loads(line)
        answer = _poll(question["poll"]) if "poll" in question else _fork(**question)
        print(json.dumps(answer), file=answers, flush=True)


def _poll(pid: int) -> int | None:
    ended, status = os.waitpid(pid, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if ended else None


def _fork(environment: dict[str, str], folder: str, log: str) -> int:
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environment)
        _redirect(log)
        from bot.__main__ import main

        code = main()
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(code)


def _redirect(log: str) -> None:
    nothing, written = os.open(os.devnull, os.O_RDONLY), os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.dup2(nothing, 0)
    os.dup2(written, 1)
    os.dup2(written, 2)


if __name__ == "__main__":
    import bot.__main__ as entry  # what every fork shares

    assert entry.main
    serve(sys.stdin, sys.stdout)
