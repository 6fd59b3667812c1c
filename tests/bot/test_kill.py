"""SIGKILL at each point between accepting a score and marking its post: nothing is lost, nothing doubled."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.clock import Clock
from bot.db.engine import Database
from bot.db.snapshot import Channels
from core.competition import Step
from rehearsal.errors import NoAnswerError
from rehearsal.guild import Guild
from rehearsal.people import Person
from rehearsal.process import BotProcess
from rehearsal.server import StandIn
from rehearsal.state import Channel, Message
from tests.bot.conftest import eventually
from tests.builders import create_competition, register_team, take_steps

POSTS = "POST /channels/*/messages"


@dataclass
class Scene:
    """A dodgeball tournament about to play its final, and the bot as a process that can be killed."""

    standin: StandIn
    guild: Guild
    director: Person
    announcements: Channel
    standings: Channel
    path: Path
    bot: BotProcess

    def posted(self, channel: Channel) -> list[Message]:
        """What the bot has posted in a channel."""
        return [m for m in self.guild.channel_messages(channel) if m.author.is_bot and m.kind == 0]

    def told(self) -> list[str]:
        """The announcements of results."""
        return [m.text for m in self.posted(self.announcements) if "beat" in m.text]

    def results(self) -> int:
        """How many results the database holds."""
        with closing(sqlite3.connect(self.path)) as connection:
            return connection.execute("SELECT count(*) FROM match_result").fetchone()[0]

    async def submit(self) -> str:
        """Enter the final."""
        reply = await self.director.slash("match result", match="R1-1", game1="One", game2="One")
        return reply.text


@pytest.fixture
async def scene(standin: StandIn, sqlite_template: Path, tmp_path: Path) -> AsyncIterator[Scene]:
    guild = standin.create_guild("Town")
    director = guild.join("Dora", roles=[guild.create_role("Organiser", "manage_guild")])
    channels = [guild.create_channel(name) for name in ("announcements", "standings", "captains", "staff")]
    path = tmp_path / "skipper.db"
    path.write_bytes(sqlite_template.read_bytes())
    database = Database(f"sqlite+aiosqlite:///{path}", Clock())
    competition = await create_competition(
        database,
        "dodgeball",
        guild_id=guild.id,
        channels=Channels(*(channel.id for channel in channels)),
        first_day=(datetime.now(UTC) + timedelta(days=30)).date(),
    )
    for name in ("One", "Two"):
        await register_team(database, competition, name)
    await take_steps(database, competition, Step.CLOSE_REGISTRATION, Step.START)
    await database.close()
    bot = BotProcess(standin, path, tmp_path / "bot.log")
    await bot.start()
    built = Scene(standin, guild, director, channels[0], channels[1], path, bot)
    await eventually(lambda: len(built.posted(channels[0])) == 1 and len(built.posted(channels[1])) == 1)
    yield built
    await bot.stop()


async def kill_and_restart(scene: Scene) -> None:
    await scene.bot.kill()
    scene.standin.faults.clear()
    await scene.bot.start()


async def test_killed_before_the_commit_nothing_is_half_done(scene: Scene) -> None:
    with closing(sqlite3.connect(scene.path, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        with pytest.raises(NoAnswerError), scene.standin.expect(10062):
            await _while_killing(scene, scene.submit)
        holder.execute("ROLLBACK")
    scene.standin.violations.clear()
    await scene.bot.start()
    assert scene.results() == 0
    assert scene.told() == []
    assert "beat" in await scene.submit()
    await eventually(lambda: len(scene.told()) == 1)


async def test_killed_after_the_commit_the_acknowledged_score_stands_and_is_posted(scene: Scene) -> None:
    scene.standin.fault(POSTS, hangs=True, times=None)
    assert "beat" in await scene.submit()
    await kill_and_restart(scene)
    assert scene.results() == 1
    await eventually(lambda: len(scene.told()) == 1)


async def test_killed_between_sending_and_marking_it_is_not_sent_again(scene: Scene) -> None:
    fault = scene.standin.fault(POSTS, hangs=True, performed=True, channel=scene.announcements)
    await scene.submit()
    await eventually(lambda: fault.hits == 1 and len(scene.told()) == 1)
    await kill_and_restart(scene)
    await _settle(scene)
    assert len(scene.told()) == 1


async def test_after_the_nonce_window_the_history_is_searched_first(scene: Scene) -> None:
    fault = scene.standin.fault(POSTS, hangs=True, performed=True, channel=scene.announcements)
    await scene.submit()
    await eventually(lambda: fault.hits == 1 and len(scene.told()) == 1)
    await scene.bot.kill()
    scene.standin.faults.clear()
    scene.standin.clock.advance(3600)
    with closing(sqlite3.connect(scene.path)) as connection:
        connection.execute("UPDATE post SET attempted_at = attempted_at - 3600 WHERE status = 'sending'")
        connection.commit()
    await scene.bot.start()
    await _settle(scene)
    assert len(scene.told()) == 1


async def test_killed_while_the_answer_is_under_way_the_score_stands(scene: Scene) -> None:
    scene.standin.fault("POST /interactions/*/*/callback", hangs=True, performed=True)
    assert "beat" in await scene.submit()
    await kill_and_restart(scene)
    assert scene.results() == 1
    await eventually(lambda: len(scene.told()) == 1)


async def _while_killing(scene: Scene, act: Callable[[], Awaitable[str]]) -> None:
    """Act, and kill the bot while it waits for the database."""
    acting = asyncio.ensure_future(act())
    await asyncio.sleep(1.0)
    await scene.bot.kill()
    await acting


async def _settle(scene: Scene) -> None:
    """Wait until the outbox has nothing left to send."""

    def is_settled() -> bool:
        with closing(sqlite3.connect(scene.path)) as connection:
            left = "SELECT count(*) FROM post WHERE shown_revision < wanted_revision OR status = 'sending'"
            return connection.execute(left).fetchone()[0] == 0

    await eventually(is_settled, within_seconds=20)
