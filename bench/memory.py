"""What the bot's process holds after a whole weekend."""

import contextlib
import io
import tempfile
from pathlib import Path

from bench.report import Report
from rehearsal.weekend.run import play_weekend
from rehearsal.weekend.theatre import Memory


async def measure_memory(report: Report) -> None:
    """Play a weekend without printing it, and report the bot's memory at its end."""
    memory = Memory()
    with tempfile.TemporaryDirectory(prefix="skipper-bench-") as folder, contextlib.redirect_stdout(io.StringIO()):
        status = await play_weekend(1, 12, Path(folder), memory)
    assert status == 0, "the weekend failed"
    report.add("memory of the bot after the weekend", memory.bot_mib, "MiB", at_most=200)
    report.add("memory of the bot with the process that draws", memory.whole_mib, "MiB", at_most=350)
