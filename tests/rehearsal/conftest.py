"""A stand-in with a guild in it, and the two ways to reach it: raw HTTP and a small discord.py bot."""

from collections.abc import AsyncIterator

import discord.http
import pytest
from discord.gateway import DiscordWebSocket

from rehearsal.guild import Guild
from rehearsal.people import Person
from rehearsal.server import StandIn
from rehearsal.state import Channel
from tests.rehearsal.raw import RawApi
from tests.rehearsal.small_bot import SmallBot, running


@pytest.fixture(autouse=True)
def addresses_of_discord(monkeypatch: pytest.MonkeyPatch) -> None:
    """What `connect` changes in discord.py is put back after each test."""
    monkeypatch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)


@pytest.fixture
async def standin() -> AsyncIterator[StandIn]:
    async with StandIn(rate_limits=False) as standin:
        yield standin


@pytest.fixture
def guild(standin: StandIn) -> Guild:
    return standin.create_guild("Town")


@pytest.fixture
def channel(guild: Guild) -> Channel:
    return guild.create_channel("scores")


@pytest.fixture
def ann(guild: Guild) -> Person:
    return guild.join("Ann")


@pytest.fixture
async def api(standin: StandIn) -> AsyncIterator[RawApi]:
    """HTTP requests with the bot's token, made without discord.py."""
    async with RawApi(standin) as api:
        yield api


@pytest.fixture
async def bot(standin: StandIn, guild: Guild, channel: Channel, ann: Person) -> AsyncIterator[SmallBot]:
    async with running(standin) as bot:
        yield bot
