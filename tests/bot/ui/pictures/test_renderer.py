"""Drawing beside the bot: it never waits, and the process that draws neither hangs on nor outlives it."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Coroutine
from pathlib import Path
from typing import Any, cast

import pytest

from bot.ui.pictures import Picture, PictureError, PictureRenderer
from bot.ui.pictures.paint import render_now
from tests.bot.ui.pictures.samples import make_bracket, make_table

PROJECT = Path(__file__).parents[4]
TABLE = make_table(["Aces", "東京"], headings=())
LARGE_BRACKET = make_bracket([f"Team {number} 東京 👑" for number in range(32)])

# Draws a picture, says so, and waits.
PARENT = """
import asyncio, os, signal, sys
from bot.ui.pictures import BracketPicture, PictureRenderer

async def main():
    renderer = PictureRenderer()
    await renderer.render(BracketPicture("x", ()))
    print("drawn", flush=True)
    try:
        await asyncio.sleep(60)
    finally:
        await renderer.close()
        print("closed", flush=True)

try:
    asyncio.run(main())
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.fixture
async def renderer() -> AsyncIterator[PictureRenderer]:
    renderer = PictureRenderer()
    yield renderer
    await renderer.close()


def worker_of(renderer: PictureRenderer) -> asyncio.subprocess.Process:
    worker = renderer._worker  # the only way to do it harm
    assert worker
    return worker


async def test_it_draws_what_would_be_drawn_here(renderer: PictureRenderer) -> None:
    assert await renderer.render(TABLE) == render_now(TABLE)


async def test_several_pictures_at_once_are_not_mixed_up(renderer: PictureRenderer) -> None:
    pictures = [make_table([f"Team {number}"] * number, headings=()) for number in range(1, 5)]
    drawn = await asyncio.gather(*map(renderer.render, pictures))
    assert drawn == [render_now(picture) for picture in pictures]


async def test_the_bot_never_waits_for_a_picture(renderer: PictureRenderer) -> None:
    """The loop comes round while a large bracket is drawn. Others use this machine too: the best of three."""
    await renderer.render(TABLE)
    assert min([await longest_stall_while(renderer.render(LARGE_BRACKET)) for _ in range(3)]) < 0.05


async def test_nor_for_the_process_to_start(renderer: PictureRenderer) -> None:
    stalls = []
    for _ in range(3):
        stalls.append(await longest_stall_while(renderer.render(TABLE)))
        worker_of(renderer).kill()
    assert min(stalls) < 0.05


async def longest_stall_while(rendering: Coroutine[Any, Any, bytes]) -> float:
    task = asyncio.create_task(rendering)
    longest, last = 0.0, time.perf_counter()
    while not task.done():
        await asyncio.sleep(0.001)
        now = time.perf_counter()
        longest, last = max(longest, now - last), now
    await task
    return longest


async def test_a_dead_process_is_replaced(renderer: PictureRenderer) -> None:
    first = await renderer.render(TABLE)
    worker_of(renderer).kill()
    assert await renderer.render(TABLE) == first
    worker = worker_of(renderer)
    drawing = asyncio.create_task(renderer.render(LARGE_BRACKET))
    await asyncio.sleep(0.05)
    worker.kill()
    assert (await drawing).startswith(b"\x89PNG")


async def test_a_process_that_dies_twice_is_given_up(
    renderer: PictureRenderer, monkeypatch: pytest.MonkeyPatch
) -> None:
    executable = sys.executable
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(PictureError, match="the process that draws pictures died twice"):
        await renderer.render(TABLE)
    monkeypatch.setattr(sys, "executable", executable)
    assert await renderer.render(TABLE)


async def test_a_picture_that_cannot_be_drawn_does_not_hold_up_the_next(renderer: PictureRenderer) -> None:
    with pytest.raises(PictureError, match="the picture could not be drawn"):
        await renderer.render(cast(Picture, "a string"))
    worker = worker_of(renderer)
    assert await renderer.render(TABLE)
    assert worker_of(renderer) is worker


async def test_a_process_that_hangs_is_killed() -> None:
    renderer = PictureRenderer(timeout_seconds=0.3)
    with contextlib.suppress(PictureError):  # this machine may be slow to start it
        await renderer.render(TABLE)
    renderer._timeout_seconds = 30
    await renderer.render(TABLE)
    worker = worker_of(renderer)
    worker.send_signal(signal.SIGSTOP)
    renderer._timeout_seconds = 0.3
    with pytest.raises(PictureError, match=r"the picture took longer than 0.3 s"):
        await renderer.render(TABLE)
    assert worker.returncode == -signal.SIGKILL
    renderer._timeout_seconds = 30
    assert await renderer.render(TABLE)
    await renderer.close()


async def test_nobody_gets_the_picture_of_one_who_left(renderer: PictureRenderer) -> None:
    await renderer.render(TABLE)
    leaving = asyncio.create_task(renderer.render(LARGE_BRACKET))
    await asyncio.sleep(0.02)
    leaving.cancel()
    assert await renderer.render(TABLE) == render_now(TABLE)
    assert leaving.cancelled()


async def test_a_closed_renderer_says_so_and_leaves_no_process(renderer: PictureRenderer) -> None:
    await renderer.close()  # before the first picture
    renderer = PictureRenderer()
    await renderer.render(TABLE)
    worker = worker_of(renderer)
    await renderer.close()
    assert worker.returncode is not None
    with pytest.raises(PictureError, match="the renderer is closed"):
        await renderer.render(TABLE)


async def test_closing_ends_a_picture_that_is_being_drawn(renderer: PictureRenderer) -> None:
    await renderer.render(TABLE)
    drawing = asyncio.create_task(renderer.render(LARGE_BRACKET))
    await asyncio.sleep(0.02)
    await renderer.close()
    with pytest.raises(PictureError, match="the renderer is closed"):
        await drawing


def test_the_bot_itself_reads_no_fonts() -> None:
    check = (
        "import sys, bot.ui.pictures, bot.ui.texttable; print({'uharfbuzz', 'resvg_py', 'fontTools'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", check], cwd=PROJECT, capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


@pytest.mark.parametrize(("how", "says"), [(signal.SIGKILL, ""), (signal.SIGINT, "closed\ninterrupted\n")])
def test_the_process_ends_with_the_bot(how: signal.Signals, says: str) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT],
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert parent.stdout
    assert parent.stdout.readline() == "drawn\n"
    os.killpg(parent.pid, how)  # as Ctrl-C does: to all in the foreground
    # Both outputs end only when every process that holds them has ended, the one that draws too.
    output, errors = parent.communicate(timeout=30)
    assert output == says
    assert errors == ""
