"""Another process holds the database's write lock: everybody is answered all the same, and reads go on."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass
from pathlib import Path

from rehearsal.people import Person, Reply
from rehearsal.trials.counting import Count, count_posts, count_results, is_settled
from rehearsal.trials.scene import GAMES, Scene, eventually, open_scene

HOLD = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.readline()
"""
TOLD_TO_WAIT = "The database is busy just now, and nothing was changed."
SHORT_SECONDS = 4.0  # the bot waits for 5 s
LONGEST_SECONDS = 20.0
READ_EVERY_SECONDS = 0.25
PATIENCE_SECONDS = 30.0


@dataclass(frozen=True)
class Held:
    """What people were answered while the lock was held."""

    writes: list[Reply]
    reads: list[Reply]

    @property
    def told_to_wait(self) -> list[Reply]:
        """The changes that were refused for now."""
        return [reply for reply in self.writes if TOLD_TO_WAIT in reply.text]


async def write_and_read_while_held(scene: Scene, game: int, seconds: float | None) -> Held:
    """Each facilitator enters a game of bowling while another process holds the lock; a director reads meanwhile.

    It is held for so many seconds; None: until somebody is told to wait.
    """
    loop = asyncio.get_running_loop()
    async with hold_lock(scene.bot.database):
        players = scene.players[: len(scene.facilitators)]
        writing = [
            asyncio.create_task(_enter(person, player, game))
            for person, player in zip(scene.facilitators, players, strict=True)
        ]
        reads: list[Reply] = []
        until = loop.time() + (seconds or LONGEST_SECONDS)
        while loop.time() < until and (seconds is not None or not any(task.done() for task in writing)):
            reads.append(await scene.directors[0].slash("standings", competition=GAMES))
            await asyncio.sleep(READ_EVERY_SECONDS)
    return Held(await asyncio.gather(*writing), reads)


async def lock_out(say: Callable[[str], None]) -> list[Count]:
    """Hold the lock for less and for more than the bot waits; gives what was counted. `say` tells how it went."""
    async with open_scene(games_teams=4) as scene:
        counts: list[Count] = []
        for game, seconds in ((1, SHORT_SECONDS), (2, None)):
            held = await write_and_read_while_held(scene, game, seconds)
            entered = [reply for reply in held.writes if "has **" in reply.text]
            how_long = f"{seconds:g} s" if seconds else "longer than the bot waits"
            count = Count({f"changes while locked for {how_long}": len(held.writes), "entered": len(entered)})
            count.numbers |= {"told to wait": len(held.told_to_wait), "reads meanwhile": len(held.reads)}
            count.must_be_none("answered otherwise", len(held.writes) - len(entered) - len(held.told_to_wait))
            count.must_be_none("reads without standings", sum("```" not in reply.text for reply in held.reads))
            if seconds:
                count.must_be_none("told to wait too early", len(held.told_to_wait))
            say(f"locked for {how_long}: the slowest read took {max(reply.final_in for reply in held.reads):.2f} s")
            counts.append(count)
        await eventually(lambda: is_settled(scene.bot.database), "the last post", within_seconds=60)
        world, database = scene.standin.world, scene.bot.database
        return [*counts, count_results(world, database), count_posts(world, database)]


async def _enter(person: Person, player: str, game: int) -> Reply:
    return await person.slash(
        "score bowling", within=PATIENCE_SECONDS, player=player, game=game, score="150", competition=GAMES
    )


@contextlib.asynccontextmanager
async def hold_lock(database: Path) -> AsyncGenerator[None]:
    """The write lock is in the hands of another process while the block runs."""
    holder = await asyncio.create_subprocess_exec(
        sys.executable, "-c", HOLD, str(database), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        assert holder.stdout is not None
        await holder.stdout.readline()
        yield
    finally:
        await holder.communicate(b"\n")
