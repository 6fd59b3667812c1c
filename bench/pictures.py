"""The longest time for which the event loop of the running bot stands still, and what a picture takes."""

import asyncio
import os
import signal
import time

from bench.report import Report
from bench.stage import Stage, open_folder, start_stage
from bench.watched_bot import STALL_FILE
from bot.ui.pictures.renderer import PictureRenderer
from bot.ui.pictures.values import Column, Row, TablePicture

PICTURES = 10
ROWS = 30
WRITES = 200
AT_ONCE = 5
LEAST_DRAWN = 10
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"


async def measure_pictures(report: Report) -> None:
    """Report every figure."""
    await _measure_stall(report)
    await _measure_one(report)


async def _measure_stall(report: Report) -> None:
    """While scores and questions are answered, and the live messages are drawn all the time."""
    async with open_folder() as (stack, folder):
        stage = await start_stage(stack, folder / "drawn.db", 1, module="bench.watched_bot")
        await _use(stage, 4 * AT_ONCE)
        os.kill(stage.bot.pid, signal.SIGUSR1)
        before = _count_edits(stage)
        await _use(stage, WRITES)
        drawn = _count_edits(stage) - before
        os.kill(stage.bot.pid, signal.SIGUSR2)
        await asyncio.sleep(1.0)
        longest = float((folder / STALL_FILE).read_text())
    report.add("pictures drawn for live messages while commands were answered", drawn, "", at_least=LEAST_DRAWN)
    report.add("longest stall of the bot's event loop meanwhile", longest * 1000, "ms", at_most=50)


async def _use(stage: Stage, commands: int) -> None:
    for first in range(0, commands, AT_ONCE):
        numbers = range(first, first + AT_ONCE)
        await asyncio.gather(*map(stage.write, numbers), *map(stage.read, numbers))


def _count_edits(stage: Stage) -> int:
    return sum(request.route == EDIT for request in stage.standin.requests)


async def _measure_one(report: Report) -> None:
    rows = tuple(Row(str(n), f"Team {n} 東京 نسور 👑", (str(n * 7), str(n * 3), str(n))) for n in range(1, ROWS + 1))
    picture = TablePicture("Standings", (Column("Sum", is_main=True), Column("A"), Column("B")), rows)
    renderer = PictureRenderer()
    try:
        await renderer.render(picture)  # starts the process
        started = time.perf_counter()
        for _ in range(PICTURES):
            await renderer.render(picture)
        each = (time.perf_counter() - started) / PICTURES
    finally:
        await renderer.close()
    report.add("a picture of thirty rows", each * 1000, "ms")
