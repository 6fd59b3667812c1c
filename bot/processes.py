"""Tells a process that still runs from one that is gone, also where its pid was given out again."""

import os
import platform
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")
DEAD_STATES = frozenset("ZX")


@dataclass(frozen=True, slots=True)
class Process:
    """A process. `machine` is where its pid means something; `started` is empty where the system does not tell."""

    host: str
    machine: str
    pid: int
    started: str


def identify_this_process() -> Process:
    """The process that asks."""
    return Process(platform.node(), _identify_machine(), os.getpid(), read_start(os.getpid()) or "")


def is_running(process: Process) -> bool | None:
    """Whether it still runs; None where nobody here can tell, for instance when it was on another machine."""
    if process.machine != _identify_machine():
        return None
    try:
        os.kill(process.pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass  # somebody else's process has this pid now, or it is the one
    started = read_start(process.pid)
    return started == process.started if started is not None and process.started else None


def read_start(pid: int) -> str | None:
    """When it started, in ticks since the boot, which no change of the clock moves; "dead" for a mere remnant."""
    try:
        stat = (PROC / str(pid) / "stat").read_text(errors="replace")
    except OSError:
        return None
    state, *fields = stat.rpartition(")")[2].split()  # the name before it may hold anything
    return "dead" if state in DEAD_STATES else fields[18]


def _identify_machine() -> str:
    """One boot of one kernel, and one namespace of pids in it: containers count their own."""
    try:
        boot = (PROC / "sys/kernel/random/boot_id").read_text().strip()
        return f"{boot} {os.readlink(PROC / 'self/ns/pid')}"
    except OSError:
        return platform.node()
