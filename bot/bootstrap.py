"""The one place that builds and joins the parts of a running bot."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.client import SkipperClient
from bot.clock import Clock
from bot.clock_control import serve_clock
from bot.cogs import load_cogs
from bot.db.engine import Database
from bot.db.migrate import migrate
from bot.deps import Deps
from bot.posts.publisher import DiscordPublisher
from bot.posts.relay import EDIT_PAUSE_SECONDS, Relay
from bot.services import live
from bot.settings import DISCORD_API, Settings, is_loopback
from bot.ui.pictures.renderer import PictureRenderer

log = logging.getLogger(__name__)

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nothing here speaks


@dataclass(frozen=True, slots=True)
class Running:
    """A bot that is connected."""

    client: SkipperClient
    deps: Deps
    relay: Relay


@asynccontextmanager
async def run_bot(
    settings: Settings, clock: Clock | None = None, edit_pause_seconds: float = EDIT_PAUSE_SECONDS
) -> AsyncGenerator[Running]:
    """Migrate, connect, and keep the bot running while the block runs.

    Raises MigrationError, discord.LoginFailure, or what else keeps it from starting.
    """
    clock = clock or Clock()
    await migrate(settings.database_url, clock.now())
    _point_at(settings.discord_api_url)
    async with AsyncExitStack() as stack:
        database = Database(settings.database_url, clock)
        stack.push_async_callback(database.close)
        renderer = PictureRenderer()
        stack.push_async_callback(renderer.close)
        bell: list[Relay] = []
        deps = Deps(settings, clock, database, renderer, lambda: bell[0].wake())
        client = SkipperClient(deps, load_cogs)
        relay = Relay(
            database,
            DiscordPublisher(client),
            live.draw_for(database),
            renderer.render,
            live.report_for(database),
            edit_pause_seconds,
        )
        bell.append(relay)
        if settings.clock_control is not None:
            await stack.enter_async_context(serve_clock(clock, settings.clock_control))
        await stack.enter_async_context(_connected(client, settings))
        await stack.enter_async_context(_in_background(relay.run(), "relay"))
        yield Running(client, deps, relay)


@asynccontextmanager
async def _connected(client: SkipperClient, settings: Settings) -> AsyncGenerator[None]:
    assert settings.discord_token is not None, "the entry point asks for a token"
    async with client:
        await client.login(settings.discord_token.get_secret_value())
        async with _in_background(client.connect(), "gateway") as connection:
            ready = asyncio.create_task(client.wait_until_ready())
            await asyncio.wait({ready, connection}, return_when=asyncio.FIRST_COMPLETED)
            if connection.done():
                ready.cancel()
                connection.result()
            yield


@asynccontextmanager
async def _in_background(work: Coroutine[Any, Any, None], name: str) -> AsyncGenerator["asyncio.Task[None]"]:
    task = asyncio.create_task(work, name=name)
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def _point_at(api_url: str) -> None:
    """Point discord.py at an API. After an invalid session it falls back to a fixed gateway, so that is set too."""
    if api_url == DISCORD_API:
        return
    Route.BASE = api_url
    url = yarl.URL(api_url)
    if is_loopback(url.host):
        DiscordWebSocket.DEFAULT_GATEWAY = url.with_scheme("ws").with_path("/gateway")
