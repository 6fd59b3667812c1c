"""A town on the stand-in of Discord: its server, its people, and the real bot, connected over the wire."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

import pytest

from bot.bootstrap import Running, run_bot
from bot.clock import Clock
from bot.db.snapshot import Channels, Competition
from bot.settings import Settings
from core.competition import Step
from rehearsal.guild import Guild
from rehearsal.people import Person, Reply
from rehearsal.server import StandIn
from rehearsal.state import Channel, Role
from tests.builders import create_competition, register_team, take_steps

EDIT_PAUSE_SECONDS = 0.3  # ten seconds in the real bot


@dataclass
class Town:
    """One server with the usual channels, roles and people, and the bot that serves it."""

    standin: StandIn
    settings: Settings
    clock: Clock
    guild: Guild
    announcements: Channel
    standings: Channel
    captains: Channel
    staff: Channel
    facilitator_role: Role
    director: Person
    facilitator: Person
    ann: Person
    bob: Person
    running: Running | None = None
    stack: AsyncExitStack = field(default_factory=AsyncExitStack)

    @property
    def bot(self) -> Running:
        """The running bot."""
        assert self.running is not None, "the bot does not run"
        return self.running

    async def start_bot(self) -> None:
        """Start the bot, or start it again after `stop_bot`."""
        starting = run_bot(self.settings, self.clock, EDIT_PAUSE_SECONDS)
        self.running = await self.stack.enter_async_context(starting)

    async def stop_bot(self) -> None:
        """Stop the bot."""
        self.running = None
        await self.stack.aclose()

    @property
    def channels(self) -> Channels:
        """The ids of the four channels, for competitions that a test makes by the services."""
        return Channels(self.announcements.id, self.standings.id, self.captains.id, self.staff.id)

    async def start_games(
        self, teams: Mapping[str, Sequence[str]], captains: Sequence[Person] = (), kind: str = "getaway"
    ) -> Competition:
        """A competition of these teams with their players, made by the services, in which play has begun."""
        database = self.bot.deps.database
        competition = await create_competition(
            database,
            kind,
            "Games",
            guild_id=self.guild.id,
            channels=self.channels,
            facilitator_role_id=self.facilitator_role.id,
            director_role_id=None,
        )
        for (name, players), captain in zip_longest(teams.items(), captains):
            await register_team(database, competition, name, players or None, captain.id if captain else None)
        return await take_steps(database, competition, Step.CLOSE_REGISTRATION, Step.START)

    async def create_competition(self, kind: str = "getaway", name: str = "Games", **options: Any) -> Reply:
        """The director creates a competition on 12 June 2027 and opens its registration."""
        await self.director.slash(
            "competition create",
            **{
                "kind": kind,
                "name": name,
                "first_day": "2027-06-12",
                "time_zone": "America/Chicago",
                "announcements": self.announcements,
                "standings": self.standings,
                "captains": self.captains,
                "staff": self.staff,
                "facilitator_role": self.facilitator_role,
                **options,
            },
        )
        return await self.director.slash("competition open", competition=name)


async def eventually(is_so: Callable[[], bool], within_seconds: float = 10.0) -> None:
    """Wait until something is so; fail if it does not come."""
    deadline = time.monotonic() + within_seconds
    while not is_so():
        assert time.monotonic() < deadline, "it did not come"
        await asyncio.sleep(0.02)


def build_town(standin: StandIn, settings: Settings, clock: Clock, name: str = "Town") -> Town:
    """A new server with its people; the bot is started by `start_bot`."""
    guild = standin.create_guild(name)
    director_role = guild.create_role("Organiser", "manage_guild", "manage_messages")
    facilitator_role = guild.create_role("Facilitator")
    director = guild.join("Dora", roles=[director_role])
    facilitator = guild.join("Fay", roles=[facilitator_role])
    return Town(
        standin=standin,
        settings=settings,
        clock=clock,
        guild=guild,
        announcements=guild.create_channel("announcements"),
        standings=guild.create_channel("standings"),
        captains=guild.create_channel("captains"),
        staff=guild.create_channel("staff", only=[director_role, facilitator_role]),
        facilitator_role=facilitator_role,
        director=director,
        facilitator=facilitator,
        ann=guild.join("Ann"),
        bob=guild.join("Bob"),
    )


@pytest.fixture
async def standin() -> AsyncIterator[StandIn]:
    """The stand-in of Discord; at the end of a test it must have refused nothing that was not expected."""
    async with StandIn() as server:
        yield server
        assert server.violations == []


@pytest.fixture
def settings(standin: StandIn, sqlite_url: str) -> Settings:
    """Settings that point at the stand-in, with a database of their own, migrated already."""
    return Settings(
        _env_file=None,  # pyright: ignore[reportCallIssue]
        discord_token=standin.token,  # pyright: ignore[reportArgumentType]
        discord_api_url=standin.url,
        database_url=sqlite_url,
    )


@pytest.fixture
async def town(standin: StandIn, settings: Settings, clock: Clock) -> AsyncIterator[Town]:
    """A town whose bot is connected."""
    built = build_town(standin, settings, clock)
    await built.start_bot()
    yield built
    await built.stop_bot()
