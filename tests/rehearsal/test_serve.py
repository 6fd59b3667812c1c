"""The stand-in as a process of its own."""

import asyncio
import signal
import sys

import aiohttp


async def test_serve_until_interrupted() -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "rehearsal", "serve", "--token", "t"), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout
    url = (await process.stdout.readline()).decode().strip().removeprefix("DISCORD_API_URL=")
    assert await process.stdout.readline() == b"DISCORD_TOKEN=t\n"
    async with aiohttp.ClientSession() as session:
        headers = {"Authorization": "Bot t"}
        async with session.get(f"{url}/users/@me", headers=headers) as response:
            assert (await response.json())["username"] == "Skipper"
        async with session.get(f"{url}/channels/1", headers=headers) as response:
            assert response.status == 404
    assert await process.stdout.readline() == b"refused: GET /channels/{channel_id}: 10003 Unknown Channel\n"
    process.send_signal(signal.SIGINT)
    assert await asyncio.wait_for(process.wait(), 10) == 0
