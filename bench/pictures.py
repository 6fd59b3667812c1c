"""The longest time for which the event loop stands still while pictures are drawn."""

import asyncio
import time

from bench.report import report
from bot.ui.pictures.renderer import PictureRenderer
from bot.ui.pictures.values import Column, Row, TablePicture

PICTURES = 10
ROWS = 30
BREAK_SECONDS = 0.001


async def measure_pictures() -> None:
    """Print the longest stall, and the time that a picture takes."""
    rows = tuple(Row(str(n), f"Team {n} 東京 نسور 👑", (str(n * 7), str(n * 3), str(n))) for n in range(1, ROWS + 1))
    picture = TablePicture("Standings", (Column("Sum", is_main=True), Column("A"), Column("B")), rows)
    renderer = PictureRenderer()
    try:
        await renderer.render(picture)  # starts the process
        watching = asyncio.create_task(_watch())
        started = time.perf_counter()
        for _ in range(PICTURES):
            await renderer.render(picture)
        each = (time.perf_counter() - started) / PICTURES
        watching.cancel()
        (longest,) = await asyncio.gather(watching)
    finally:
        await renderer.close()
    report("longest stall of the event loop while pictures are drawn", longest * 1000, "ms", at_most=50)
    report("a picture of thirty rows", each * 1000, "ms")


async def _watch() -> float:
    longest = 0.0
    try:
        while True:
            before = time.perf_counter()
            await asyncio.sleep(BREAK_SECONDS)
            longest = max(longest, time.perf_counter() - before - BREAK_SECONDS)
    except asyncio.CancelledError:
        return longest
