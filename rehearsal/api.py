"""The way of one HTTP request: route, faults, token, rate limit, body, checks, handler, answer."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from aiohttp import BodyPartReader, web

from rehearsal.errors import ApiError, refusal
from rehearsal.faults import Fault
from rehearsal.messages import Upload
from rehearsal.shapes import Form, FormErrors, is_snowflake, refuse_field
from rehearsal.state import Channel

if TYPE_CHECKING:
    from rehearsal.guild import Guild
    from rehearsal.server import StandIn
    from rehearsal.world import World

PREFIX = "/api/v10"
_MAJOR = ("channel_id", "guild_id", "webhook_id", "webhook_token", "interaction_token")
_NOT_IDS = frozenset({"interaction_token", "webhook_token"})
_FILE_FIELD = re.compile(r"files\[(\d+)\]")


@dataclass(eq=False)
class Call:
    """One request, as the handlers see it."""

    standin: StandIn
    route: Route
    parameters: dict[str, str]
    query: dict[str, str]
    body: Any = None
    uploads: list[Upload] = field(default_factory=list)

    @property
    def world(self) -> World:
        return self.standin.world

    def id(self, name: str) -> int:
        return int(self.parameters[name])

    def number(self, name: str, default: int, least: int, most: int) -> int:
        """A number of the query string within limits."""
        text = self.query.get(name)
        if text is None:
            return default
        if not text.isdigit() or not least <= int(text) <= most:
            message = f"int value should be between {least} and {most}."
            raise refuse_field((name,), "NUMBER_TYPE_MAX", message)
        return int(text)

    def snowflake(self, name: str) -> int | None:
        """An id of the query string."""
        text = self.query.get(name)
        if text is not None and not is_snowflake(text):
            raise refuse_field((name,), "NUMBER_TYPE_COERCE", f'Value "{text}" is not snowflake.')
        return None if text is None else int(text)

    def guild(self) -> Guild:
        """The guild of the path, if the bot is in it."""
        guild = self.world.guilds.get(self.id("guild_id"))
        if guild is None:
            raise refusal(10004)
        if self.world.bot.id not in guild.members:
            raise refusal(50001, "the bot is not in that guild")
        return guild

    def channel(self) -> Channel:
        """The channel of the path, if it exists and the bot is in its guild."""
        channel = self.world.channels.get(self.id("channel_id"))
        if channel is None:
            raise refusal(10003)
        if channel.guild is not None and self.world.bot.id not in channel.guild.members:
            raise refusal(50001, "the bot is not in that guild")
        return channel


Handler = Callable[[Call], Awaitable[Any]]


@dataclass(frozen=True)
class Created:
    """An answer with status 201."""

    body: Any


@dataclass(frozen=True)
class Route:
    """A row of the API: method, path as in Discord's documentation, what handles it, its body's form."""

    method: str
    path: str
    handler: Handler
    body: Form | None = None
    needs_token: bool = True

    @property
    def name(self) -> str:
        return f"{self.method} {self.path}"


@dataclass(frozen=True)
class Request:
    """A request that was made, for assertions: `[r for r in standin.requests if r.route == "PATCH ..."]`."""

    route: str
    path: str
    status: int
    code: int | None
    at: float
    body: Any = field(repr=False)


def endpoint(standin: StandIn, route: Route) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    """The aiohttp handler of a route."""
    name = route.name

    async def handle(request: web.Request) -> web.StreamResponse:
        call = Call(standin, route, dict(request.match_info), dict(request.query))
        path = request.path.removeprefix(PREFIX)
        major = "+".join(call.parameters[key] for key in _MAJOR if key in call.parameters)
        decision = standin.rate_limits.take(name, major, counts_globally=route.needs_token)
        if decision.retry_after_seconds is not None:
            standin.note_rate_limited(name)
            return answer(429, decision.body, decision.headers)
        channel_id = call.parameters.get("channel_id", "")
        fault = standin.faults.hit(request.method, path, int(channel_id) if is_snowflake(channel_id) else None)
        code, headers = None, decision.headers
        try:
            status, body = await _perform(call, request, fault)
        except ApiError as error:
            status, body, code, headers = error.status, error.payload(), error.code, {**headers, **error.headers}
        except ConnectionError:
            raise  # the client gave up
        except Exception as crash:
            standin.crashes.append(crash)
            raise
        standin.note_request(Request(name, path, status, code, standin.clock.now(), call.body))
        return answer(status, body, headers)

    return handle


async def _perform(call: Call, request: web.Request, fault: Fault | None) -> tuple[int, Any]:
    """Status and body of the answer. Raises ApiError."""
    if fault is not None and not fault.performed:
        await _strike(call, fault)
    try:
        _check_token(call, request)
        _check_ids(call)
        await _read_body(call, request)
        _check_body(call)
        result = await call.route.handler(call)
    except ApiError as error:
        call.standin.note_refusal(call.route.name, error)
        raise
    if fault is not None and fault.performed:
        await _strike(call, fault)
    if isinstance(result, Created):
        return 201, result.body
    return (204, None) if result is None else (200, result)


async def _strike(call: Call, fault: Fault) -> None:
    """Let the fault's time pass. Raises its ApiError, if it has one: no refusal of the bot's doing."""
    await call.standin.faults.delay(fault)
    error = fault.error()
    if error is not None:
        raise error


def _check_token(call: Call, request: web.Request) -> None:
    if call.route.needs_token and request.headers.get("Authorization") != f"Bot {call.standin.token}":
        raise ApiError(401, 0, "401: Unauthorized", reason="no Authorization header with the bot's token")


def _check_ids(call: Call) -> None:
    for name, value in call.parameters.items():
        if name not in _NOT_IDS and not is_snowflake(value):
            raise refuse_field((name,), "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')


async def _read_body(call: Call, request: web.Request) -> None:
    if not request.can_read_body:
        call.body = {} if call.route.body is not None else None
        return
    if request.content_type.startswith("multipart/"):
        await _read_multipart(call, request)
        return
    if call.route.body is not None and request.content_type != "application/json":
        message = f"Expected \"Content-Type\" header to be one of {{'application/json'}}, not {request.content_type}"
        raise refuse_field((), "CONTENT_TYPE_INVALID", message)
    call.body = _decode(await request.read())


async def _read_multipart(call: Call, request: web.Request) -> None:
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader), "Discord takes no multipart inside multipart"
        content = bytes(await part.read())
        if part.name == "payload_json":
            call.body = _decode(content)
        elif match := _FILE_FIELD.fullmatch(part.name or ""):
            call.uploads.append(Upload(int(match[1]), part.filename or "unknown", content))
    call.body = {} if call.body is None else call.body


def _decode(content: bytes) -> Any:
    try:
        body = json.loads(content) if content else {}
        if rb"\ud" in content.lower():
            # Half a surrogate pair is no text; encoding finds it.
            json.dumps(body, ensure_ascii=False).encode()
    except ValueError:
        raise refusal(50109) from None
    return body


def _check_body(call: Call) -> None:
    """The body against our own table first, then against Discord's document where there is one."""
    route = call.route
    if route.body is None:
        return
    errors = FormErrors()
    route.body.check(call.body, (), errors)
    errors.refuse()
    if call.standin.document is not None:
        call.standin.document.check(route.method, route.path, call.body)


def answer(status: int, body: Any, headers: dict[str, str]) -> web.Response:
    if body is None:
        return web.Response(status=status, headers=headers)
    # Clients compare the type with exactly this text: no charset.
    headers = {**headers, "Content-Type": "application/json"}
    return web.Response(status=status, body=json.dumps(body).encode(), headers=headers)
