"""SIGKILL under load, at random moments and at each point between a command and its post."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
import statistics
import time
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from contextlib import closing
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import Any

from rehearsal.trials.counting import Count, count_posts, count_results, is_settled
from rehearsal.trials.load import Load, share_out
from rehearsal.trials.scene import Scene, eventually, open_scene

ANSWERS, POSTS = "POST /interactions/*/*/callback", "POST /channels/*/messages"
LONGEST_WORK_SECONDS = 0.8
LONGEST_START_SECONDS = 0.4
LATE_ANSWERS_SECONDS = 0.1
AWAY_SECONDS = 3600


class Moment(StrEnum):
    """When the bot is killed."""

    AT_RANDOM = "at random"
    STARTING = "while it starts"
    BEFORE_COMMIT = "before the commit"
    BEFORE_ANSWER = "between commit and answer"
    ANSWERING = "between answer and its receipt"
    BEFORE_SEND = "between commit and send"
    BEFORE_MARK = "between send and mark"
    AWAY_FOR_LONG = "between send and mark, and away for an hour"


EVERY_MOMENT = tuple(Moment)
SHARE_AT_RANDOM = 8  # of 15: the other moments take turns


@dataclass
class Kills:
    """One run of kills on a scene."""

    scene: Scene
    load: Load
    chance: random.Random
    counted: Counter[Moment] = field(default_factory=Counter[Moment])
    restart_seconds: list[float] = field(default_factory=list[float])

    async def kill(self, moment: Moment) -> None:
        """Let everybody work, kill the bot at this moment, and start it again."""
        prepared = _PREPARED.get(moment, _at_random)
        async with self.load.working(), prepared(self):
            await self.scene.bot.kill()
            await asyncio.sleep(LATE_ANSWERS_SECONDS)  # what it had sent before is still answered
        self.scene.standin.faults.clear()
        if moment is Moment.STARTING:
            self.scene.bot.launch()
            await asyncio.sleep(self.chance.uniform(0, LONGEST_START_SECONDS))
            await self.scene.bot.kill()
        if moment is Moment.AWAY_FOR_LONG:
            self._stay_away()
        started = time.monotonic()
        await self.scene.bot.start()
        self.restart_seconds.append(time.monotonic() - started)
        self.counted[moment] += 1

    def _stay_away(self) -> None:
        """Let an hour pass for Discord, and for what the outbox remembers of its last attempts."""
        self.scene.standin.clock.advance(AWAY_SECONDS)
        with closing(sqlite3.connect(self.scene.bot.database)) as connection, connection:
            connection.execute("UPDATE post SET attempted_at = attempted_at - ?", [AWAY_SECONDS])

    async def finish(self) -> list[Count]:
        """Let the outbox come to rest, and count."""
        database, world = self.scene.bot.database, self.scene.standin.world
        await eventually(lambda: is_settled(database), "the last post", within_seconds=60)
        return [count_results(world, database), count_posts(world, database)]


async def kill_many(seed: int, kills: int, say: Callable[[str], None]) -> list[Count]:
    """Kill the bot so many times, each moment in turn among random ones; gives what was counted."""
    chance = random.Random(seed)
    async with open_scene() as scene:
        run = Kills(scene, await share_out(scene, chance), chance)
        for number, moment in enumerate(choose_moments(chance, kills), 1):
            await run.kill(moment)
            if number % 10 == 0 or number == kills:
                say(f"{number} kills, the last one {moment}")
        counts = await run.finish()
    middle, slowest = statistics.median(run.restart_seconds), max(run.restart_seconds)
    say("killed " + ", ".join(f"{run.counted[moment]} {moment}" for moment in Moment if run.counted[moment]))
    say(f"connected again after {middle:.1f} s in the middle, {slowest:.1f} s at most")
    return counts


def choose_moments(chance: random.Random, kills: int) -> list[Moment]:
    """Every moment in turn, and about as many kills at random, in drawn order."""
    cycle = [*EVERY_MOMENT, *[Moment.AT_RANDOM] * (SHARE_AT_RANDOM - 1)]
    moments = [cycle[number % len(cycle)] for number in range(kills)]
    chance.shuffle(moments)
    return moments


Prepare = Callable[[Kills], contextlib.AbstractAsyncContextManager[None]]


@contextlib.asynccontextmanager
async def _at_random(run: Kills) -> AsyncGenerator[None]:
    await asyncio.sleep(run.chance.uniform(0, LONGEST_WORK_SECONDS))
    yield


@contextlib.asynccontextmanager
async def _before_commit(run: Kills) -> AsyncGenerator[None]:
    """Another process has the database, so every change waits."""
    with closing(sqlite3.connect(run.scene.bot.database, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        await asyncio.sleep(run.chance.uniform(0.1, LONGEST_WORK_SECONDS))
        yield
        holder.execute("ROLLBACK")


def _when_answered(*, performed: bool) -> Prepare:
    """The answer to what was just committed hangs; questions, and drafts of corrections, are answered."""

    def is_committed(run: Kills, path: str) -> bool:
        interaction_id = int(path.split("/")[2])
        with closing(sqlite3.connect(run.scene.bot.database)) as connection:
            found = connection.execute("SELECT 1 FROM ledger WHERE interaction_id = ?", [interaction_id])
            return found.fetchone() is not None

    return _when_hit(lambda run: {"route": ANSWERS, "only_if": partial(is_committed, run)}, performed=performed)


def _when_announced(*, performed: bool) -> Prepare:
    """The announcement of a result hangs."""
    return _when_hit(lambda run: {"route": POSTS, "channel": run.scene.announcements}, performed=performed)


def _when_hit(meant: Callable[[Kills], dict[str, Any]], *, performed: bool) -> Prepare:
    """A request hangs, before or after Discord has done what it asks for."""

    @contextlib.asynccontextmanager
    async def prepared(run: Kills) -> AsyncGenerator[None]:
        fault = run.scene.standin.fault(**meant(run), hangs=True, performed=performed, times=None)
        await eventually(lambda: fault.hits > 0, fault.route)
        yield

    return prepared


_PREPARED: dict[Moment, Prepare] = {
    Moment.BEFORE_COMMIT: _before_commit,
    Moment.BEFORE_ANSWER: _when_answered(performed=False),
    Moment.ANSWERING: _when_answered(performed=True),
    Moment.BEFORE_SEND: _when_announced(performed=False),
    Moment.BEFORE_MARK: _when_announced(performed=True),
    Moment.AWAY_FOR_LONG: _when_announced(performed=True),
}
