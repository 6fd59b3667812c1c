"""The scene of a trial: the Getaway Games and a dodgeball tournament that run, and the bot as a process."""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
import time
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from rehearsal.forkserver import ForkServer
from rehearsal.guild import Guild
from rehearsal.people import Person
from rehearsal.process import BotProcess
from rehearsal.server import StandIn
from rehearsal.state import Channel

GAMES, DODGEBALL = "Getaway Games", "Dodgeball"
BIRTH_DATE = "1990-05-17"
DAYS_AHEAD = 30


class TrialError(Exception):
    """The bot did not survive as it must; the text says what happened."""


@dataclass
class Scene:
    """Where a trial takes place."""

    standin: StandIn
    guild: Guild
    bot: BotProcess
    channels: dict[str, Channel]
    directors: list[Person]
    facilitators: list[Person]
    players: list[str]

    @property
    def announcements(self) -> Channel:
        """Where the results of matches are announced."""
        return self.channels[f"{DODGEBALL} announcements"]


async def eventually(is_so: Callable[[], bool], what: str, within_seconds: float = 30.0) -> None:
    """Wait for something. Raises TrialError where it does not come."""
    deadline = time.monotonic() + within_seconds
    while not is_so():
        if time.monotonic() > deadline:
            raise TrialError(f"this did not come within {within_seconds:g} s: {what}")
        await asyncio.sleep(0.02)


@contextlib.asynccontextmanager
async def open_scene(games_teams: int = 12, dodgeball_teams: int = 8) -> AsyncGenerator[Scene]:
    """Both competitions, filled and started by commands and forms. Nothing is rate-limited: only faults take time."""
    with tempfile.TemporaryDirectory(prefix="skipper-trial-") as folder, ForkServer() as fork_server:
        async with StandIn(rate_limits=False) as standin:
            guild = standin.create_guild("Trial")
            organiser = guild.create_role("Organiser", "manage_guild", "manage_messages")
            facilitator = guild.create_role("Facilitator")
            directors = [guild.join(name, roles=[organiser]) for name in ("Dora", "Dirk", "Dana")]
            facilitators = [guild.join(name, roles=[facilitator]) for name in ("Fay", "Finn", "Flo")]
            database, log = Path(folder) / "skipper.db", Path(folder) / "bot.log"
            bot = BotProcess(standin, database, log, fork_server=fork_server)
            scene = Scene(standin, guild, bot, {}, directors, facilitators, [])
            await bot.start()
            try:
                await _fill(scene, "getaway", GAMES, games_teams, players_each=4)
                await _fill(scene, "dodgeball", DODGEBALL, dodgeball_teams, players_each=6)
                yield scene
            finally:
                await bot.stop()


async def _fill(scene: Scene, kind: str, name: str, teams: int, players_each: int) -> None:
    """From the first command to the start."""
    director = scene.directors[0]
    options: dict[str, Any] = {
        "kind": kind,
        "name": name,
        "first_day": (datetime.now(UTC) + timedelta(days=DAYS_AHEAD)).date().isoformat(),
        "time_zone": "America/Chicago",
        "facilitator_role": scene.facilitators[0].member.roles[0],
    }
    for place in ("announcements", "standings", "captains", "staff"):
        channel = scene.guild.create_channel(f"{kind}-{place}")
        scene.channels[f"{name} {place}"] = options[place] = channel
    await director.slash("competition create", **options)
    await director.slash("competition open", competition=name)
    for team in range(1, teams + 1):
        captain = scene.guild.join(f"{name} captain {team}")
        form = await captain.slash("team register", competition=name)
        players = [f"{kind.title()} {team} Player {number}" for number in range(1, players_each + 1)]
        lines = "\n".join(f"{player}, {BIRTH_DATE}" for player in players)
        await captain.fill(form, {"name": f"{kind.title()} team {team}", "players": lines})
        if kind == "getaway":
            scene.players += players
    await director.slash("competition close", competition=name)
    asked = await director.slash("competition start", competition=name)
    started = await director.click(asked, "Start it")
    if "running" not in started.text:
        raise TrialError(f"{name} was not started: {started.text}")
