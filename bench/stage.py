"""What the measurements are made on: a bare bot, and Skipper with competitions of twelve teams, each on a stand-in.

Every bot is a process of its own. One server's competition has all six events scored, for reading; at the desks of the
others there are rounds to enter.
"""

import asyncio
import itertools
import tempfile
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from bot.clock import Clock
from bot.db.competitions import get_competition, load_snapshot
from bot.db.engine import Database
from bot.db.migrate import migrate
from bot.db.snapshot import Channels, Competition, Snapshot
from bot.services import holdem, scores
from core.competition import Step
from core.scoring.event import get_event, has_rounds
from rehearsal.guild import Guild
from rehearsal.people import Person
from rehearsal.process import BotProcess
from rehearsal.server import StandIn
from tests import builders

TEAMS = 12
TYPED = {"bowling": "1{n:02}", "derby": "1 0 2 0 {d}", "bags": "1/0 2/1 0/{d}", "basketball": "3 2 1 {d}"}
"""A plausible round of each event, which differs from one to the next."""
CARD = " ".join("4" * 18)


class OpenRound(NamedTuple):
    """A round that nobody has entered yet."""

    event: str
    player_id: int
    number: int
    text: str


@dataclass
class Desk:
    """A server with one competition."""

    guild: Guild
    director: Person
    competition: Competition
    channels: Channels
    rounds: list[OpenRound]

    async def enter(self, person: Person, taken: OpenRound) -> float:
        """Have a round committed; the seconds until the final text."""
        event = get_event(taken.event)
        assert has_rounds(event), "only events that are entered by rounds are open"
        options: dict[str, Any] = {
            "player": f"#{taken.player_id}",
            "score": taken.text,
            event.entry.round_name: taken.number,
        }
        reply = await person.slash(f"score {taken.event}", **options)
        assert ", place " in reply.text, reply.text
        return reply.final_in


@dataclass
class Stage:
    """Skipper with a competition to read, and desks where rounds are entered."""

    standin: StandIn
    bot: BotProcess
    database_path: Path
    shown: Desk
    desks: list[Desk]

    def __post_init__(self) -> None:
        self._open: Iterator[tuple[Desk, OpenRound]] = (
            (desk, taken) for desk in self.desks for taken in _take_from(desk.rounds)
        )

    async def read(self, _number: int) -> float:
        """Ask for the standings."""
        return (await self.shown.director.slash("standings")).final_in

    async def ask_why(self, number: int) -> float:
        """Ask why a team stands where it does."""
        reply = await self.shown.director.slash("why", name=f"Team {number % TEAMS}")
        assert f"Team {number % TEAMS}" in reply.text, reply.text
        return reply.final_in

    async def write(self, _number: int) -> float:
        """Have the next round committed that nobody has entered."""
        desk, taken = next(self._open)
        return await desk.enter(desk.director, taken)


async def load(path: Path, competition_id: int) -> Snapshot:
    """What the database holds of a competition."""
    database = Database(f"sqlite+aiosqlite:///{path}", Clock())
    try:
        async with database.reading() as tx:
            return await load_snapshot(tx.connection, await get_competition(tx.connection, competition_id))
    finally:
        await database.close()


@asynccontextmanager
async def open_folder() -> AsyncGenerator[tuple[AsyncExitStack, Path]]:
    """Somewhere for databases and logs, and what ends with it."""
    async with AsyncExitStack() as stack:
        yield stack, Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="skipper-bench-")))


async def start_noop(stack: AsyncExitStack, folder: Path) -> Callable[[int], Awaitable[float]]:
    """A bare bot; gives how its command is used."""
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


async def start_stage(
    stack: AsyncExitStack, path: Path, desks: int, others: int = 0, module: str = "bot", people: int = 0
) -> Stage:
    """Fill a database and start Skipper on it: `desks` servers with rounds to enter, `others` that only are there.

    At each desk there are `people` facilitators.
    """
    standin = await stack.enter_async_context(StandIn(rate_limits=False))
    url = f"sqlite+aiosqlite:///{path}"
    await migrate(url, Clock().now())
    database = Database(url, Clock())
    shown = await _open_desk(database, standin, people=0)
    await _score_everything(database, shown)
    opened = [await _open_desk(database, standin, people) for _ in range(desks)]
    for number in range(others):
        await _fill(database, shown.guild.id + 1 + number, shown.channels, builders.FACILITATOR_ROLE)
    await database.close()
    bot = BotProcess(standin, path, path.with_suffix(".log"), module=module)
    await bot.start()
    stack.push_async_callback(bot.stop)
    await shown.director.slash("standings")
    return Stage(standin, bot, path, shown, opened)


async def _open_desk(database: Database, standin: StandIn, people: int) -> Desk:
    guild = standin.create_guild("Bench")
    director = guild.join("Dora", roles=[guild.create_role("Organiser", "manage_guild")])
    facilitator = guild.create_role("Facilitator")
    for number in range(people):
        guild.join(f"Fay {number}", roles=[facilitator])
    names = ("announcements", "standings", "captains", "staff")
    channels = Channels(*(guild.create_channel(name).id for name in names))
    competition = await _fill(database, guild.id, channels, facilitator.id)
    async with database.reading() as tx:
        snapshot = await load_snapshot(tx.connection, competition)
    return Desk(guild, director, competition, channels, list(_list_rounds(snapshot)))


async def _fill(database: Database, guild_id: int, channels: Channels, role_id: int) -> Competition:
    competition = await builders.create_competition(
        database, guild_id=guild_id, channels=channels, facilitator_role_id=role_id
    )
    for team in range(TEAMS):
        await builders.register_team(
            database, competition, f"Team {team}", [f"P{team}-{number} x" for number in range(4)]
        )
    return await builders.take_steps(database, competition, Step.CLOSE_REGISTRATION, Step.START)


def _list_rounds(snapshot: Snapshot) -> Iterator[OpenRound]:
    numbers = itertools.count()
    for event, typed in TYPED.items():
        for round_number in range(1, get_event(event).rounds + 1):
            for player_id in snapshot.players:
                n = next(numbers)
                yield OpenRound(event, player_id, round_number, typed.format(n=n % 100, d=n % 3))


async def _score_everything(database: Database, desk: Desk) -> None:
    director, chosen = builders.director(desk.guild.id), str(desk.competition.id)
    for taken in desk.rounds:
        typed = scores.TypedRound(taken.event, f"#{taken.player_id}", taken.number, text=taken.text)
        async with database.transaction() as tx:
            await scores.submit_round(tx, director, chosen, typed)
    for team in range(TEAMS):
        async with database.transaction() as tx:
            await scores.submit_round(tx, director, chosen, scores.TypedRound("golf", f"Team {team}", 1, text=CARD))
    players = dict.fromkeys(taken.player_id for taken in desk.rounds)
    for player_id in list(players)[:-1]:
        async with database.transaction() as tx:
            await holdem.put_out(tx, director, chosen, f"#{player_id}")
    desk.rounds.clear()


def _take_from(rounds: list[OpenRound]) -> Iterator[OpenRound]:
    while rounds:
        yield rounds.pop(0)
