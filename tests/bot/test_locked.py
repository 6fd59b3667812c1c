"""Another process holds the write lock: every command is answered, reads are served, and nothing is half-done."""

import asyncio
from pathlib import Path

from bot.bootstrap import run_bot
from bot.clock import Clock
from bot.db.engine import BUSY
from bot.settings import Settings
from rehearsal.fuzz.changes import AFTERWARDS, Watcher
from rehearsal.fuzz.inputs import COMMAND, command_data
from rehearsal.fuzz.town import build_town, fill_town
from rehearsal.fuzz.values import name_values
from rehearsal.server import StandIn
from rehearsal.state import Json
from rehearsal.trials.counting import count_posts, count_results, is_settled
from rehearsal.trials.locks import PATIENCE_SECONDS, TOLD_TO_WAIT, hold_lock, write_and_read_while_held
from rehearsal.trials.scene import open_scene
from tests.bot.conftest import eventually
from tools.commands import list_commands

READ_ONLY = (
    "bracket",
    "competition show",
    "help",
    "rules show",
    "ruling list",
    "standings",
    "team list",
    "team show",
    "why",
)


async def test_short_locks_are_waited_for_and_long_ones_are_told() -> None:
    assert BUSY.startswith(TOLD_TO_WAIT)
    async with open_scene(games_teams=4) as scene:
        short = await write_and_read_while_held(scene, 1, 4.0)
        assert ["has **150 pins**" in reply.text for reply in short.writes] == [True] * 3
        assert all(reply.acknowledged_in < 3 <= reply.final_in for reply in short.writes)  # deferred, then entered
        long = await write_and_read_while_held(scene, 2, None)
        entered = [reply for reply in long.writes if "has **150 pins**" in reply.text]
        assert [reply.text for reply in long.told_to_wait] == [BUSY] * (3 - len(entered))
        assert long.told_to_wait
        for held in (short, long):
            assert len(held.reads) >= 4
            assert all("```" in reply.text and reply.final_in < 3 for reply in held.reads)
        await eventually(lambda: is_settled(scene.bot.database), within_seconds=40)
        world, database = scene.standin.world, scene.bot.database
        results, posts = count_results(world, database), count_posts(world, database)
        assert [results.wrong, posts.wrong] == [[], []]
        assert results.numbers["results"] == 3 + len(entered)
        assert results.numbers["results done though nobody was answered"] == 0
        assert scene.standin.violations == []


async def test_every_command_is_answered_while_the_lock_is_held(
    standin: StandIn, settings: Settings, clock: Clock
) -> None:
    database = Path(settings.database_url.removeprefix("sqlite+aiosqlite:///"))
    town = build_town(standin)
    async with run_bot(settings, clock) as running:
        watcher = Watcher(database, AFTERWARDS)
        await fill_town(town, watcher, ["running"])
        director = town.people["director"]
        payloads: dict[str, Json] = {}
        for command in list_commands(running.client):
            kind = "dodgeball" if command.qualified_name.startswith(("bracket", "match")) else "getaway"
            arena = town.arena(kind, "running")
            values = {option.display_name: name_values(town, option, arena)[0] for option in command.parameters}
            data = command_data(town, director, command, values)
            payloads[command.qualified_name] = {"type": COMMAND, "data": data}
        before = watcher.read()
        async with hold_lock(database):
            sent = (director.send_interaction(payload, within=PATIENCE_SECONDS) for payload in payloads.values())
            replies = dict(zip(payloads, await asyncio.gather(*sent), strict=True))
            assert watcher.list_changes(before, watcher.read()) == []
        watcher.close()
    assert [name for name, reply in replies.items() if reply.acknowledged_in > 3] == []
    assert [name for name, reply in replies.items() if reply.kind in ("silence", "deferred")] == []
    told_to_wait = {name for name, reply in replies.items() if reply.text == BUSY}
    assert len(told_to_wait) > 30
    assert told_to_wait.isdisjoint(READ_ONLY)
    assert standin.violations == []
