"""The stand-in, and the bot as a process of its own with its clock."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Set
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import aiohttp

from rehearsal.guild import Guild
from rehearsal.people import Person, Reply
from rehearsal.process import BotProcess
from rehearsal.server import StandIn
from rehearsal.state import Channel, Member, Message

SETTLE_SECONDS = 40.0
OUR_FAULT = "Something went wrong on our side"


class WeekendError(Exception):
    """The weekend did not go as it must; the text says where."""


@dataclass
class Memory:
    """What the bot's process held at the end, in MiB: alone, and with the process that draws pictures."""

    bot_mib: float = 0.0
    whole_mib: float = 0.0


@dataclass
class Theatre:
    """Where a weekend is played."""

    standin: StandIn
    guild: Guild
    bot: BotProcess
    clock_url: str
    client: aiohttp.ClientSession
    director: Person
    facilitator: Person
    say: Callable[[str], None]
    channels: dict[str, Channel] = field(default_factory=dict)
    asked_again: Set[int] = frozenset()
    settle_seconds: float = SETTLE_SECONDS

    def expect(self, reply: Reply, *words: str) -> Reply:
        """Stop where an answer is not what it should be."""
        if reply.interaction.id in self.asked_again and OUR_FAULT not in reply.text:
            return reply  # what was not answered the first time may have been done by then
        for word in words:
            if word not in reply.text:
                raise WeekendError(f"{reply!r} does not say {word!r}")
        return reply

    async def set_clock(self, now: datetime) -> None:
        """Move the official clock of the bot."""
        async with self.client.put(self.clock_url, json={"now": now.isoformat()}) as answer:
            if answer.status != 200:
                raise WeekendError(f"the clock was not set: {await answer.text()}")

    def open_channels(self, prefix: str, staff: list[Person]) -> dict[str, Channel]:
        """The four channels of a competition."""
        names = ("announcements", "standings", "captains")
        opened = {name: self.guild.create_channel(f"{prefix}-{name}") for name in names}
        opened["staff"] = self.guild.create_channel(f"{prefix}-staff", only=[*staff])
        self.channels |= {channel.name: channel for channel in opened.values()}
        return opened

    def posted(self, channel: Channel) -> list[Message]:
        """What the bot has posted in a channel, oldest first."""
        return [m for m in self.guild.channel_messages(channel) if m.author.is_bot and m.kind == 0]

    async def until(self, is_so: Callable[[], bool], what: str) -> None:
        """Wait for something that comes by itself, such as an edit."""
        deadline = time.monotonic() + self.settle_seconds
        while not is_so():
            if time.monotonic() > deadline:
                raise WeekendError(f"this did not come: {what}")
            await asyncio.sleep(0.05)


@contextlib.asynccontextmanager
async def open_theatre(
    say: Callable[[str], None], make_person: Callable[[Member], Person] = Person
) -> AsyncIterator[Theatre]:
    """Start the stand-in and the bot; everything is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="skipper-weekend-") as folder:
        async with StandIn() as standin, aiohttp.ClientSession() as client:
            guild = standin.create_guild("Weekend")
            guild.make_person = make_person
            organiser = guild.create_role("Organiser", "manage_guild", "manage_messages")
            facilitator = guild.create_role("Facilitator")
            port = _free_port()
            bot = BotProcess(standin, Path(folder) / "weekend.db", Path(folder) / "bot.log", port)
            await bot.start()
            try:
                yield Theatre(
                    standin,
                    guild,
                    bot,
                    f"http://127.0.0.1:{port}/clock",
                    client,
                    guild.join("Dora", roles=[organiser]),
                    guild.join("Fay", roles=[facilitator]),
                    say,
                )
            finally:
                await bot.stop()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
