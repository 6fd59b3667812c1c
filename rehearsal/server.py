"""The stand-in of Discord: one object with the world, the HTTP API and the gateway.

async with StandIn() as standin:
    discord.http.Route.BASE = standin.url
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(standin.gateway.url)
    await bot.start(standin.token)
"""

from __future__ import annotations

from collections import deque
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any, Self

from aiohttp import web

from rehearsal import (
    openapi,
    permissions,
    routes_account,
    routes_commands,
    routes_guilds,
    routes_interactions,
    routes_messages,
    routes_pins,
)
from rehearsal.api import PREFIX, Request, answer, endpoint
from rehearsal.clock import Clock
from rehearsal.errors import ApiError
from rehearsal.faults import Fault, FaultList
from rehearsal.gateway import Gateway
from rehearsal.guild import Guild
from rehearsal.ratelimits import RateLimits
from rehearsal.state import User
from rehearsal.violations import Violation
from rehearsal.world import World

HOST = "127.0.0.1"
TOKEN = "rehearsal.token.of-skipper"
REQUESTS_REMEMBERED = 20_000

ROUTES = [
    *routes_account.ROUTES,
    *routes_commands.ROUTES,
    *routes_guilds.ROUTES,
    *routes_interactions.ROUTES,
    *routes_pins.ROUTES,
    *routes_messages.ROUTES,
]


class StandIn:
    """Discord, on a port of this machine.

    Args:
        token: the bot's token; every other one is refused (401, close code 4004).
        port: 0 takes a free one.
        shards: how many shards the gateway asks for.
        rate_limits: whether buckets run out (429); the headers are always sent.
        heartbeat_seconds: how often the bot must send heartbeats.
        privileged_intents: which of "members", "presences", "message_content" the application has.
        limits_identify: refuse a second IDENTIFY within 5 s (opcode 9), as Discord does.
    """

    def __init__(
        self,
        *,
        token: str = TOKEN,
        port: int = 0,
        shards: int = 1,
        rate_limits: bool = True,
        heartbeat_seconds: float = 41.25,
        privileged_intents: frozenset[str] = frozenset(),
        limits_identify: bool = False,
    ) -> None:
        self.token, self.port = token, port
        self.clock = Clock()
        self.world = World(clock=self.clock, has_message_content="message_content" in privileged_intents)
        self.gateway = Gateway(
            self.world,
            token,
            shards=shards,
            heartbeat_seconds=heartbeat_seconds,
            privileged_intents=privileged_intents,
            limits_identify=limits_identify,
        )
        self.has_members_intent = "members" in privileged_intents
        self.faults = FaultList()
        self.rate_limits = RateLimits(enforced=rate_limits)
        self.document = openapi.find_document()
        self.requests: deque[Request] = deque(maxlen=REQUESTS_REMEMBERED)
        self.rate_limited: list[str] = []
        self.crashes: list[Exception] = []
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()
        if self.crashes and error is None:
            raise ExceptionGroup("the stand-in itself failed", self.crashes)

    async def start(self) -> None:
        app = web.Application(client_max_size=64 * 1024 * 1024)
        for route in ROUTES:
            app.router.add_route(route.method, PREFIX + route.path, endpoint(self, route))
        app.router.add_get("/gateway", self.gateway.handle)
        app.router.add_get("/gateway/", self.gateway.handle)
        app.router.add_get(r"/attachments/{channel_id}/{attachment_id:\d+}/{filename}", self._attachment)
        app.router.add_route("*", "/{rest:.*}", self._unknown)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, HOST, self.port)
        await site.start()
        self.port = self._runner.addresses[0][1]
        self.world.base_url = f"http://{HOST}:{self.port}"
        self.gateway.url = f"ws://{HOST}:{self.port}/gateway"

    async def stop(self) -> None:
        self.faults.over.set()
        await self.gateway.close()
        if self._runner is not None:
            await self._runner.cleanup()

    @property
    def url(self) -> str:
        """The base of the HTTP API, for instance http://127.0.0.1:40001/api/v10."""
        return f"http://{HOST}:{self.port}{PREFIX}"

    # The world

    def create_guild(self, name: str, *, owner: str | User = "Olive", bot_permissions: int = permissions.BOT) -> Guild:
        """A guild with an owner (a Person: `guild.owner`), a `general` channel, and the bot in it."""
        return self.world.create_guild(name, owner=owner, bot_permissions=bot_permissions)

    def fault(self, route: str, **how: Any) -> Fault:
        """Let something go wrong; see `rehearsal.faults.Fault`:

        standin.fault("POST /channels/*/messages", status=502, performed=True, times=2)
        """
        return self.faults.add(Fault(route, **how))

    # What went wrong

    @property
    def violations(self) -> list[Violation]:
        """Everything that Discord refused the bot, and every silence; empty for a bot without fault."""
        return self.world.record.found

    def expect(self, *codes: int) -> AbstractContextManager[list[Violation]]:
        """Inside, refusals with these codes are expected; they are collected here instead.

        with standin.expect(50007) as refused: ...
        """
        return self.world.record.expect(*codes)

    def note_refusal(self, route: str, error: ApiError) -> None:
        self.world.record.note(route, error, self.clock.now())

    def note_rate_limited(self, route: str) -> None:
        self.rate_limited.append(route)

    def note_request(self, request: Request) -> None:
        self.requests.append(request)

    # Outside the API

    async def _attachment(self, request: web.Request) -> web.Response:
        attachment = self.world.attachments.get(int(request.match_info["attachment_id"]))
        if attachment is None:
            return web.Response(status=404, text="This content is no longer available.")
        return web.Response(body=attachment.content, content_type=attachment.content_type)

    async def _unknown(self, request: web.Request) -> web.Response:
        error = ApiError(404, 0, "404: Not Found", reason=f"the stand-in knows no {request.path}")
        self.note_refusal(f"{request.method} {request.path.removeprefix(PREFIX)}", error)
        return answer(error.status, error.payload(), {})
