"""Starts that must not succeed, each refused with a status and one line that says how to go on; then one that must."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from rehearsal.process import BotProcess
from rehearsal.trials.counting import Count
from rehearsal.trials.scene import GAMES, Scene, TrialError, open_scene

CANNOT_START = 2


async def start_in_vain(say: Callable[[str], None]) -> list[Count]:
    """A second bot, a vanished database, a database that a migration cannot change, and back; what was refused."""
    async with open_scene(games_teams=4) as scene:
        refused: list[str] = [await _refuse(scene, f"process {scene.bot.pid} on ")]
        await scene.bot.kill()
        await scene.bot.start()  # the first one is gone, so nothing is waited for
        await scene.bot.stop()
        database = scene.bot.database
        kept = database.read_bytes()
        database.unlink()
        refused.append(await _refuse(scene, "was in use here and is missing or empty now"))
        database.touch()
        refused.append(await _refuse(scene, "was in use here and is missing or empty now"))
        _write_strange_tables(database)
        database.with_name(f"{database.name}.in-use").unlink()
        refused.append(await _refuse(scene, "could not be brought up to date"))
        is_changed = _list_tables(database) != {"team", "lease"}
        database.write_bytes(kept)
        await scene.bot.start()
        standings = await scene.directors[0].slash("standings", competition=GAMES)
        for line in refused:
            say(line)
        count = Count({"starts refused": len(refused)})
        count.must_be_none("databases changed by a failed start", int(is_changed))
        count.must_be_none("databases that could not be put back", int("```" not in standings.text))
        return [count]


async def _refuse(scene: Scene, reason: str) -> str:
    """Start another process where it must be refused; gives its line. Raises TrialError."""
    log = scene.bot.database.with_name("refused.log")
    log.unlink(missing_ok=True)
    other = BotProcess(scene.standin, scene.bot.database, log)
    other.launch()
    code, line = await other.wait_until_ended()
    if code != CANNOT_START or reason not in line or other.said().count("\n") != 1:
        raise TrialError(f"a start should have been refused because it {reason}: {code} {other.said()}")
    return line


def _write_strange_tables(database: Path) -> None:
    """Tables of somebody else, one of them with a name that the first migration needs."""
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("CREATE TABLE team (somebody TEXT)")


def _list_tables(database: Path) -> set[str]:
    with closing(sqlite3.connect(database)) as connection:
        return {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
