"""`make run` without a token, as a process in a folder of its own."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE

import aiohttp

ROOT = Path(__file__).parents[2]
START_SECONDS = 40


async def start(folder: Path) -> asyncio.subprocess.Process:
    inherited = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG", "TMPDIR")}
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "rehearsal", "run"),
        cwd=folder,
        env={**inherited, "PYTHONPATH": str(ROOT)},
        stdin=PIPE,
        stdout=PIPE,
        stderr=subprocess.STDOUT,
    )


async def read_until(process: asyncio.subprocess.Process, words: str) -> str:
    """What it says, up to these words."""
    assert process.stdout is not None
    said = b""
    async with asyncio.timeout(START_SECONDS):
        while words.encode() not in said:
            came = await process.stdout.read(4096)
            assert came, said.decode()
            said += came
    return said.decode()


async def test_a_second_rehearsal_leaves_the_first_alone_and_the_clock_can_be_moved(
    tmp_path: Path, unused_tcp_port: int
) -> None:
    clock = f"127.0.0.1:{unused_tcp_port}"
    (tmp_path / ".env").write_text(f"CLOCK_CONTROL={clock}\n")
    first = await start(tmp_path)
    assert first.stdin is not None
    await read_until(first, "captain>")
    second = await start(tmp_path)
    refused, _ = await asyncio.wait_for(second.communicate(), START_SECONDS)
    assert second.returncode == 2
    assert refused.decode() == (
        "Another rehearsal runs in this folder, and nothing of it was touched. Type quit there first, or run this one "
        "in a copy of the folder.\n"
    )
    then = {"now": "2031-01-02T03:04:05+00:00"}
    async with aiohttp.ClientSession() as client, client.put(f"http://{clock}/clock", json=then) as answer:
        assert answer.status == 200
    first.stdin.write(b"/team list\nquit\n")
    said, _ = await asyncio.wait_for(first.communicate(), START_SECONDS)
    assert "Gutter Gang" in said.decode()
    assert first.returncode == 0
