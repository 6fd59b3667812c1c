"""`CLOCK_CONTROL`: a small server on this computer through which a rehearsal reads and moves the official clock."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any, cast

from aiohttp import web

from bot.clock import Clock
from bot.errors import CannotStart

CLOCK: web.AppKey[Clock] = web.AppKey("clock", Clock)
LONGEST_STEP_SECONDS = 10 * 365 * 86_400


@asynccontextmanager
async def serve_clock(clock: Clock, address: str) -> AsyncGenerator[int]:
    """Serve GET /clock, PUT /clock and POST /clock/advance while the block runs; gives the port."""
    host, _, port = address.rpartition(":")
    app = web.Application()
    app[CLOCK] = clock
    app.add_routes([web.get("/clock", _show), web.put("/clock", _set), web.post("/clock/advance", _advance)])
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, host.strip("[]"), int(port)).start()
        except OSError as error:
            raise CannotStart(
                f"CLOCK_CONTROL: {address} cannot be opened ({error.strerror}); choose another port"
            ) from None
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()


async def _show(request: web.Request) -> web.Response:
    return web.json_response({"now": request.app[CLOCK].now().isoformat()})


async def _set(request: web.Request) -> web.Response:
    body = await _read(request)
    try:
        request.app[CLOCK].set(datetime.fromisoformat(str(body["now"])))
    except (KeyError, ValueError, OverflowError):
        return _refuse('send {"now": "2026-06-13T09:00:00-05:00"}, with an offset')
    return await _show(request)


async def _advance(request: web.Request) -> web.Response:
    seconds = (await _read(request)).get("seconds")
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not abs(seconds) <= LONGEST_STEP_SECONDS:
        return _refuse('send {"seconds": 3600}, at most ten years')
    try:
        request.app[CLOCK].advance(seconds)
    except OverflowError:
        return _refuse("the official time would leave the calendar; advance it less")
    return await _show(request)


async def _read(request: web.Request) -> dict[str, Any]:
    try:
        body = await request.json()
    except ValueError:
        return {}
    return cast(dict[str, Any], body) if isinstance(body, dict) else {}


def _refuse(remedy: str) -> web.Response:
    return web.json_response({"error": remedy}, status=400)
