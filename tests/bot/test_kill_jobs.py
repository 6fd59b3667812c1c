"""SIGKILL around a job whose time has come: what it says is read once, after the restart."""

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import aiohttp
import pytest

from rehearsal.forkserver import ForkServer
from rehearsal.people import Person
from rehearsal.process import BotProcess
from rehearsal.server import StandIn
from rehearsal.state import Channel
from rehearsal.trials.counting import is_settled
from rehearsal.trials.scene import eventually

ZONE = "America/Chicago"
POSTS = "POST /channels/*/messages"
QUIET_SECONDS = 0.5


@dataclass
class Scene:
    """A competition that is open, and the bot as a process whose clock can be moved."""

    standin: StandIn
    bot: BotProcess
    clock_url: str
    director: Person
    announcements: Channel

    async def set_clock(self, now: datetime) -> None:
        async with aiohttp.ClientSession() as client, client.put(self.clock_url, json={"now": now.isoformat()}) as told:
            assert told.status == 200

    async def announce_at(self, due_at: datetime, text: str) -> None:
        """An announcement that waits for its time."""
        at = f"{due_at.astimezone(ZoneInfo(ZONE)):%Y-%m-%d %H:%M}"
        form = await self.director.slash("announce new", to="all", at=at)
        preview = await self.director.fill(form, {"text": text})
        confirmed = await self.director.click(preview, preview.buttons[0])
        assert "is scheduled for" in confirmed.text, confirmed

    def count(self, text: str) -> int:
        """How often people can read it."""
        return sum(text in message.text for message in self.announcements.messages)


@pytest.fixture
async def scene(tmp_path: Path, unused_tcp_port: int) -> AsyncGenerator[Scene]:
    with ForkServer() as fork_server:
        async with StandIn(rate_limits=False) as standin:
            guild = standin.create_guild("Town")
            organiser = guild.create_role("Organiser", "manage_guild", "manage_messages")
            director = guild.join("Dora", roles=[organiser])
            channels = {
                name: guild.create_channel(name) for name in ("announcements", "standings", "captains", "staff")
            }
            bot = BotProcess(
                standin, tmp_path / "skipper.db", tmp_path / "log", unused_tcp_port, fork_server=fork_server
            )
            await bot.start()
            first_day = (datetime.now(UTC) + timedelta(days=30)).date().isoformat()
            options = {"kind": "dodgeball", "name": "Cup", "first_day": first_day, "time_zone": ZONE, **channels}
            await director.slash("competition create", facilitator_role=organiser, **options)
            await director.slash("competition open")
            clock_url = f"http://127.0.0.1:{unused_tcp_port}/clock"
            yield Scene(standin, bot, clock_url, director, channels["announcements"])
            await bot.stop()


async def test_killed_between_due_and_read_it_is_read_once(scene: Scene) -> None:
    due_at = datetime.now(UTC).replace(second=0, microsecond=0) + timedelta(days=1)
    for number, moment in enumerate((while_its_transaction_waits, before_it_is_sent, before_it_is_marked_as_sent), 1):
        text, due_at = f"Announcement {number}.", due_at + timedelta(hours=1)
        await scene.announce_at(due_at, text)
        async with moment(scene):
            await scene.set_clock(due_at + timedelta(seconds=1))
        scene.standin.faults.clear()
        await scene.bot.start()
        await scene.set_clock(due_at + timedelta(seconds=2))
        await eventually(lambda text=text: scene.count(text) == 1, text)
        await eventually(lambda: is_settled(scene.bot.database), "the last post")
        await asyncio.sleep(QUIET_SECONDS)
        assert scene.count(text) == 1, moment
    with contextlib.closing(sqlite3.connect(scene.bot.database)) as connection:
        (waiting,) = connection.execute("SELECT count(*) FROM job WHERE kind = 'announcement' AND status = 'waiting'")
    assert waiting == (0,)
    assert scene.standin.violations == []


@contextlib.asynccontextmanager
async def while_its_transaction_waits(scene: Scene) -> AsyncGenerator[None]:
    """Due, and not done: another process has the database."""
    with contextlib.closing(sqlite3.connect(scene.bot.database, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        yield
        await asyncio.sleep(QUIET_SECONDS)
        await scene.bot.kill()
        holder.execute("ROLLBACK")


@contextlib.asynccontextmanager
async def before_it_is_sent(scene: Scene) -> AsyncGenerator[None]:
    """Done, and not sent."""
    fault = scene.standin.fault(POSTS, hangs=True, times=None, channel=scene.announcements)
    yield
    await eventually(lambda: fault.hits > 0, "the post under way")
    await scene.bot.kill()


@contextlib.asynccontextmanager
async def before_it_is_marked_as_sent(scene: Scene) -> AsyncGenerator[None]:
    """Sent, and not marked: the bot does not know that it is there."""
    fault = scene.standin.fault(POSTS, hangs=True, performed=True, times=None, channel=scene.announcements)
    yield
    await eventually(lambda: fault.hits > 0, "the post under way")
    await scene.bot.kill()
