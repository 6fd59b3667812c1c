"""The one place that builds and joins the parts of a running bot."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp
import discord

from bot.client import SkipperClient
from bot.clock import Clock
from bot.clock_control import serve_clock
from bot.cogs import load_cogs
from bot.db.engine import Database, cannot_open
from bot.db.in_use import check_in_use, mark_in_use
from bot.db.lease import take_lease
from bot.db.migrate import keep_no_old_backups, migrate
from bot.deps import Deps
from bot.errors import CannotStart, Stopped
from bot.gateway import guard_gateway, point_at
from bot.parts import Parts
from bot.posts.publisher import DiscordPublisher
from bot.posts.relay import EDIT_PAUSE_SECONDS, Relay
from bot.services import live
from bot.services.job_kinds import KINDS
from bot.services.jobs import Jobs
from bot.settings import Settings
from bot.ui.pictures.renderer import PictureRenderer

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nothing here speaks


GATEWAY_TOKEN_REFUSED = 4004
TOKEN_REFUSED = (
    "DISCORD_TOKEN was refused by Discord; copy it again from the developer portal, then start Skipper again."
)


@dataclass(frozen=True, slots=True)
class Running:
    """A bot that is connected."""

    client: SkipperClient
    deps: Deps
    relay: Relay
    parts: Parts


@asynccontextmanager
async def run_bot(
    settings: Settings, clock: Clock | None = None, edit_pause_seconds: float = EDIT_PAUSE_SECONDS
) -> AsyncGenerator[Running]:
    """Take the database, bring it up to date, connect, and keep the bot running while the block runs.

    Raises CannotStart with one line; `parts.until_one_ends` raises Stopped where a bot that ran cannot go on.
    """
    clock = clock or Clock()
    parts = Parts()
    point_at(settings.discord_api_url)
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(_open_database(settings.database_url, clock, parts))
        renderer = PictureRenderer()
        stack.push_async_callback(renderer.close)
        bells: list[Callable[[], None]] = []

        def ring() -> None:
            for wake in bells:
                wake()

        deps = Deps(settings, clock, database, renderer, ring)
        client = SkipperClient(deps, load_cogs)
        guard_gateway(client)
        relay = Relay(
            database,
            DiscordPublisher(client),
            live.draw_for(database),
            renderer.render,
            live.report_for(database),
            edit_pause_seconds,
        )
        jobs = Jobs(database, clock, KINDS, relay.wake)
        bells += (relay.wake, jobs.wake)
        if settings.clock_control is not None:
            await stack.enter_async_context(serve_clock(clock, settings.clock_control))
        await stack.enter_async_context(client)
        await _log_in(client, settings)
        await stack.enter_async_context(parts.running("relay", relay.run()))
        await stack.enter_async_context(parts.running("jobs", jobs.run()))
        connected = asyncio.create_task(client.wait_for("connect"))
        await stack.enter_async_context(parts.running("gateway", _stay_connected(client)))
        await _first_of(connected, parts)
        yield Running(client, deps, relay, parts)


@asynccontextmanager
async def _open_database(url: str, clock: Clock, parts: Parts) -> AsyncGenerator[Database]:
    """The database for this process alone, up to date."""
    try:
        await asyncio.to_thread(check_in_use, url)
    except OSError as error:
        raise cannot_open(error) from None
    async with take_lease(url) as lease, parts.running("lease", lease.keep()):
        await migrate(url, clock.now())
        async with parts.running("backups' term", keep_no_old_backups(url, clock)):
            database = Database(url, clock, lease.is_held)
            try:
                await mark_in_use(database)
                yield database
            finally:
                await database.close()


async def _log_in(client: SkipperClient, settings: Settings) -> None:
    assert settings.discord_token is not None, "the entry point asks for a token"
    try:
        await client.login(settings.discord_token.get_secret_value())
    except discord.LoginFailure:
        raise CannotStart(TOKEN_REFUSED) from None
    except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError) as error:
        raise CannotStart(
            f"Discord could not be reached ({type(error).__name__}); check the network, then start Skipper again."
        ) from error


async def _stay_connected(client: SkipperClient) -> None:
    """Be connected until Discord closes the connection for good. Raises Stopped."""
    try:
        await client.connect()
    except discord.ConnectionClosed as error:
        if error.code == GATEWAY_TOKEN_REFUSED:
            raise Stopped(TOKEN_REFUSED) from None
        raise Stopped(f"Discord closed the connection for good (code {error.code}). Start Skipper again.") from error


async def _first_of(connected: "asyncio.Task[Any]", parts: Parts) -> None:
    """Wait for the connection, or for the end of a part before it. Raises Stopped."""
    ending = asyncio.create_task(parts.until_one_ends())
    try:
        await asyncio.wait({connected, ending}, return_when=asyncio.FIRST_COMPLETED)
        if not connected.done():
            await ending
    finally:
        for task in (connected, ending):
            task.cancel()
        await asyncio.gather(connected, ending, return_exceptions=True)
