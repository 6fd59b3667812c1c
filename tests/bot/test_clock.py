"""The official clock, and moving it in a rehearsal."""

import asyncio
from datetime import UTC, datetime, timedelta

import aiohttp
import pytest

from bot.clock import Clock
from bot.clock_control import serve_clock

START = datetime(2027, 6, 12, 14, tzinfo=UTC)


async def test_whoever_waits_is_woken_when_the_clock_is_moved_there() -> None:
    clock = Clock(START)
    waiting = asyncio.create_task(clock.wait_until(START + timedelta(hours=1)))
    await asyncio.sleep(0.02)
    clock.advance(3599)
    await asyncio.sleep(0.02)
    assert not waiting.done()
    clock.advance(1)
    await asyncio.wait_for(waiting, 1)


async def test_a_moment_that_has_come_is_not_waited_for() -> None:
    await asyncio.wait_for(Clock(START).wait_until(START), 1)


def test_a_time_without_an_offset_is_refused() -> None:
    with pytest.raises(ValueError, match="needs an offset"):
        Clock(datetime(2027, 6, 12, 14))  # noqa: DTZ001 - the fault under test


async def test_the_control_reads_sets_and_advances() -> None:
    clock = Clock(START)
    async with serve_clock(clock, "127.0.0.1:0") as port, aiohttp.ClientSession() as client:
        url = f"http://127.0.0.1:{port}/clock"
        async with client.get(url) as answer:
            shown = datetime.fromisoformat((await answer.json())["now"])
        assert abs(shown - START) < timedelta(seconds=5)
        async with client.put(url, json={"now": "2027-06-13T09:00:00-05:00"}) as answer:
            assert answer.status == 200
        assert abs(clock.now() - datetime(2027, 6, 13, 14, tzinfo=UTC)) < timedelta(seconds=5)
        async with client.post(f"{url}/advance", json={"seconds": 90}) as answer:
            assert answer.status == 200
        assert abs(clock.now() - datetime(2027, 6, 13, 14, 1, 30, tzinfo=UTC)) < timedelta(seconds=5)


@pytest.mark.parametrize(
    ("method", "path", "body", "remedy"),
    [
        ("PUT", "", b'{"now": "2027-06-13T09:00:00"}', 'send {"now": "2026-06-13T09:00:00-05:00"}, with an offset'),
        ("PUT", "", b'{"now": 5}', 'send {"now"'),
        ("PUT", "", b"[1]", 'send {"now"'),
        ("PUT", "", b"{", 'send {"now"'),
        ("POST", "/advance", b'{"seconds": true}', 'send {"seconds": 3600}, at most ten years'),
        ("POST", "/advance", b'{"seconds": 1e300}', 'send {"seconds": 3600}'),
        ("POST", "/advance", b'{"seconds": NaN}', 'send {"seconds": 3600}'),
    ],
)
async def test_nonsense_is_refused_with_the_remedy(method: str, path: str, body: bytes, remedy: str) -> None:
    clock = Clock(START)
    async with (
        serve_clock(clock, "127.0.0.1:0") as port,
        aiohttp.ClientSession() as client,
        client.request(method, f"http://127.0.0.1:{port}/clock{path}", data=body) as answer,
    ):
        assert answer.status == 400
        assert (await answer.json())["error"].startswith(remedy)
    assert abs(clock.now() - START) < timedelta(seconds=5)
