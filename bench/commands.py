"""Commands over the wire, as ratios to the no-op command of a bare discord.py bot, alternated in one run.

Both bots are processes of their own, each on its own stand-in; a figure is the time from a person's action to the final
text, p50 unless it says otherwise.
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

from bench.report import report
from bot.clock import Clock
from bot.db.engine import Database
from bot.db.migrate import migrate
from bot.db.snapshot import Channels, Competition
from bot.services import holdem, scores
from core.competition import Step
from rehearsal.guild import Guild
from rehearsal.people import Person
from rehearsal.process import BotProcess
from rehearsal.server import StandIn
from tests import builders

RUNS = 500
AT_ONCE = 50
WAVES = 6
COMPETITIONS = 84  # of 12 teams: about 1,000 teams in the database
ROUNDS = {"bowling": (2, "120"), "derby": (2, "1 0 2 0 1"), "bags": (3, "1/0 2/1 0/3"), "basketball": (2, "3 2 1 0")}
CARD = " ".join("4" * 18)


@dataclass
class Stage:
    """Skipper with one competition of twelve teams and six events scored."""

    standin: StandIn
    guild: Guild
    director: Person
    players: list[str]
    path: Path
    bot: BotProcess

    async def read(self, _number: int) -> float:
        """Ask for the standings."""
        return (await self.director.slash("standings")).final_in

    async def write(self, number: int) -> float:
        """Have a score committed."""
        player = self.players[number % len(self.players)]
        pins = str(100 + number % 150)
        options = {"event": "bowling", "entrant": player, "score": pins, "reason": "measured"}
        shown = await self.director.slash("score correct", **options)
        reply = await self.director.click(shown, "Confirm")
        assert "has **" in reply.text, reply.text
        return reply.final_in


async def measure_commands() -> None:
    """Print every figure as a JSON line."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="skipper-bench-")))
        noop = await _start_noop(stack, folder)
        stage = await _start_stage(stack, folder / "one.db")
        reads = await _alternate({"noop": noop, "act": stage.read}, RUNS)
        writes = await _alternate({"noop": noop, "act": stage.write}, RUNS)
        base = reads["noop"]
        report("no-op of a bare bot, p50", base * 1000, "ms", at_most=1.5)
        report("/standings, p50 as a ratio to the no-op", reads["act"] / base, "x", at_most=4)
        report(
            "a score committed and answered, p50 as a ratio to the no-op",
            writes["act"] / writes["noop"],
            "x",
            at_most=6,
        )
        rates = {name: await _rate(act) for name, act in (("noop", noop), ("read", stage.read), ("write", stage.write))}
        report("reads a second with 50 at once, as a ratio to the no-op's", rates["read"] / rates["noop"], "x", 0.25)
        report("scores a second with 50 at once, as a ratio to the no-op's", rates["write"] / rates["noop"], "x", 0.15)
        crowded = await _start_stage(stack, folder / "many.db", others=COMPETITIONS - 1)
        pair = await _alternate({"noop": noop, "one": stage.write, "many": crowded.write}, RUNS // 2)
        report(
            "a score with 1,000 teams in the database over one competition's",
            pair["many"] / pair["one"],
            "x",
            at_most=2.5,
        )


async def _alternate(acts: dict[str, Callable[[int], Awaitable[float]]], runs: int) -> dict[str, float]:
    """The p50 of each act in seconds, one run of each after the other."""
    for act in acts.values():
        for number in range(20):
            await act(number)
    seconds: dict[str, list[float]] = {name: [] for name in acts}
    for number in range(runs):
        for name, act in acts.items():
            seconds[name].append(await act(number))
    return {name: statistics.median(found) for name, found in seconds.items()}


async def _rate(act: Callable[[int], Awaitable[float]]) -> float:
    """Acts a second with fifty at once."""
    started = time.perf_counter()
    for wave in range(WAVES):
        await asyncio.gather(*(act(wave * AT_ONCE + number) for number in range(AT_ONCE)))
    return WAVES * AT_ONCE / (time.perf_counter() - started)


async def _start_noop(stack: AsyncExitStack, folder: Path) -> Callable[[int], Awaitable[float]]:
    standin = await stack.enter_async_context(StandIn(rate_limits=False))
    guild = standin.create_guild("Bare")
    bot = BotProcess(standin, folder / "noop.db", folder / "noop.log", module="bench.noop_bot")
    await bot.start()
    stack.push_async_callback(bot.stop)
    person = guild.join("Ann")
    await asyncio.sleep(0.5)

    async def act(_number: int) -> float:
        return (await person.slash("noop")).final_in

    return act


async def _start_stage(stack: AsyncExitStack, path: Path, others: int = 0) -> Stage:
    standin = await stack.enter_async_context(StandIn(rate_limits=False))
    guild = standin.create_guild("Bench")
    director = guild.join("Dora", roles=[guild.create_role("Organiser", "manage_guild")])
    names = ("announcements", "standings", "captains", "staff")
    channels = Channels(*(guild.create_channel(name).id for name in names))
    database = Database(f"sqlite+aiosqlite:///{path}", Clock())
    await migrate(f"sqlite+aiosqlite:///{path}", Clock().now())
    competition = await _fill(database, guild.id, channels)
    for number in range(others):
        await _fill(database, guild.id + 1 + number, channels)
    await _score_everything(database, competition)
    await database.close()
    bot = BotProcess(standin, path, path.with_suffix(".log"))
    await bot.start()
    stack.push_async_callback(bot.stop)
    choices = await director.autocomplete("score correct", focus="entrant", event="bowling", typed="")
    return Stage(standin, guild, director, [value for _, value in choices], path, bot)


def _players() -> list[str]:
    return [f"P{team}-{number} x" for team in range(12) for number in range(4)]


async def _fill(database: Database, guild_id: int, channels: Channels) -> Competition:
    competition = await builders.create_competition(database, "getaway", guild_id=guild_id, channels=channels)
    for team in range(12):
        names = [f"P{team}-{number} x" for number in range(4)]
        await builders.register_team(database, competition, f"Team {team}", names)
    return await builders.take_steps(database, competition, Step.CLOSE_REGISTRATION, Step.START)


async def _score_everything(database: Database, competition: Competition) -> None:
    director, chosen = builders.director(competition.guild_id), str(competition.id)
    for event, (rounds, text) in ROUNDS.items():
        for player in _players():
            for number in range(1, rounds + 1):
                async with database.transaction() as tx:
                    await scores.submit_round(tx, director, chosen, scores.TypedRound(event, player, number, text=text))
    for team in range(12):
        async with database.transaction() as tx:
            await scores.submit_round(tx, director, chosen, scores.TypedRound("golf", f"Team {team}", 1, text=CARD))
    for player in _players()[:-1]:
        async with database.transaction() as tx:
            await holdem.put_out(tx, director, chosen, player)
