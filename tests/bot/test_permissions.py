"""Who may do what: every command, button, select and form × everybody × every state, sent as a hostile client sends it.

A command or route that is missing from `permission_table.py` fails the first test.
"""

import asyncio
import re
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.bootstrap import Running, run_bot
from bot.client import SkipperClient
from bot.clock import Clock
from bot.db.engine import Database, Transaction
from bot.settings import Settings
from rehearsal import limits
from rehearsal.fuzz.changes import Watcher
from rehearsal.fuzz.inputs import (
    COMMAND,
    COMPONENT,
    MODAL_SUBMIT,
    Input,
    choose_data,
    command_data,
    form_data,
    press_data,
)
from rehearsal.fuzz.town import STATES, Arena, FuzzTown, build_town, fill_town
from rehearsal.fuzz.values import ROSTER, name_values
from rehearsal.people import Reply
from rehearsal.server import StandIn
from tests.bot.permission_table import (
    DIRECTORS_ONLY,
    DODGEBALL,
    NO_SUCH_FORM,
    OPTIONS,
    ROUTES,
    SERVER_ONLY,
    STAFF_ONLY,
    WITHOUT_COMPETITION,
    find_refusal,
    read_commands,
)
from tools.commands import list_commands, load_client

IN_DMS = "in direct messages"
STAGES = ("running", "registration open")  # where the state can make no difference, these two are tried
PERMISSION = re.compile("|".join((DIRECTORS_ONLY, STAFF_ONLY, "Only the captain of", SERVER_ONLY)))
AT_ONCE = 16
PARTS = 4  # so that several processes share the work
EDIT_PAUSE_SECONDS = 0.1
PATIENCE_SECONDS = 60.0


async def test_the_table_names_every_command_and_route() -> None:
    client = await load_client()
    commands = list_commands(client)
    assert read_commands() == {command.qualified_name: command.extras["who"] for command in commands}
    assert {name: (who, len(arguments.split())) for name, (who, _, arguments) in ROUTES.items()} == {
        route.name: (route.who, route.arguments) for route in client.router
    }
    assert OPTIONS.keys() <= {f"{c.qualified_name} {option.display_name}" for c in commands for option in c.parameters}


@dataclass(frozen=True)
class Cell:
    """One thing that somebody tries in one state; `refusal` is how it must be refused, None that it must not be."""

    input: Input
    state: str
    refusal: re.Pattern[str] | None

    def find_fault(self, reply: Reply) -> str | None:
        """What is wrong with the answer."""
        if reply.kind == "silence" or not reply.text.strip():
            return "no answer"
        if reply.message is not None and reply.message.pings:
            return "it mentions somebody"
        if self.refusal is not None and (reply.kind != "message" or not self.refusal.match(reply.text)):
            return "it is not refused as it should be"
        if self.refusal is None and reply.kind == "message" and PERMISSION.match(reply.text):
            return "it is refused"
        return None


class Matrix:
    """Every cell that can be told right from wrong."""

    def __init__(self, town: FuzzTown, client: SkipperClient, watcher: Watcher) -> None:
        self.town, self.client = town, client
        self._drafts = dict(watcher.select("SELECT competition_id, max(id) FROM draft GROUP BY competition_id"))

    def __iter__(self) -> Iterator[Cell]:
        for role in (*self.town.people, IN_DMS):
            for command in list_commands(self.client):
                kind = "dodgeball" if command.qualified_name.split()[0] in DODGEBALL else "getaway"
                for state in _states(role, command.qualified_name):
                    yield from self._try_command(command, role, self.town.arena(kind, state))
            for name in ROUTES:
                for state in _states(role, name):
                    yield from self._try_route(name, role, self.town.arena("getaway", state))

    def _try_command(self, command: Any, role: str, arena: Arena) -> Iterator[Cell]:
        name, who = command.qualified_name, command.extras["who"]
        values = {o.display_name: name_values(self.town, o, arena)[0] for o in command.parameters}
        reserved = [option for option in values if f"{name} {option}" in OPTIONS]
        usual = {option: value for option, value in values.items() if option not in reserved}
        yield from self._cell(name, who, role, arena, COMMAND, self._data(role, command, usual), "team" in usual)
        for option in reserved:
            data = self._data(role, command, values)
            yield from self._cell(f"{name} {option}", OPTIONS[f"{name} {option}"], role, arena, COMMAND, data, False)

    def _try_route(self, name: str, role: str, arena: Arena) -> Iterator[Cell]:
        who, shape, arguments = ROUTES[name]
        known = {
            "competition": arena.id,
            "team": arena.team_ids.get("Aces", 1),
            "player": arena.player_ids[0] if arena.player_ids else 1,
            "draft": self._drafts.get(arena.id, 1),
            "section": "1.2",
            "mark": "here",
            "audience": "all",
            "status": "confirmed",
            "verdict": "grant",
            "decision": "confirmed",
            "command": "team list",
        }
        custom_id = ":".join([name, *(str(known.get(argument, 1)) for argument in arguments.split())])
        fields = {field: ROSTER if field == "players" else "1990-01-01" for field in self.town.fields_of(name)}
        pressed, filled = (
            (COMPONENT, press_data(custom_id)),
            (MODAL_SUBMIT, form_data(custom_id, fields, self.town.field_kinds)),
        )
        names_team = "team" in arguments or "player" in arguments
        expected, *others = (pressed, filled) if shape == "button" else (filled, pressed)
        if name in self.town.menus:  # a menu is told from a button by what is sent alone
            kind, offered = self.town.menus[name]
            expected = (COMPONENT, choose_data(custom_id, kind, sorted(offered)[:1]))
            others.append(pressed)
        for kind, data in (expected, *others) if arena.state == "running" else (expected,):
            yield from self._cell(name, who, role, arena, kind, data, names_team, kind != expected[0])

    def _cell(
        self,
        name: str,
        who: str,
        role: str,
        arena: Arena,
        kind: int,
        data: dict[str, Any],
        names_team: bool,
        is_odd: bool = False,
    ) -> Iterator[Cell]:
        person = self._person(role)
        channel = self.town.standin.world.dm_of(person.user) if role == IN_DMS else person.guild.default_channel
        refusal = find_refusal(name, who, role, arena.state, names_team=names_team)
        if refusal is not None:
            pattern = re.compile(f"{refusal}|{NO_SUCH_FORM}" if is_odd else refusal) if refusal else None
            yield Cell(Input(name, who, role, person, channel, kind, data), arena.state, pattern)

    def _data(self, role: str, command: Any, values: dict[str, Any]) -> dict[str, Any]:
        return command_data(self.town, self._person(role), command, values)

    def _person(self, role: str) -> Any:
        return self.town.people["director" if role == IN_DMS else role]


def _states(role: str, name: str) -> Iterable[str]:
    is_same = role in (IN_DMS, "foreign administrator") or name in WITHOUT_COMPETITION
    return STAGES if is_same else STATES


class UndoneDatabase:
    """While `is_undoing`, whatever a service has done is undone just before it would be committed."""

    def __init__(self, database: Database) -> None:
        self.is_undoing = False
        self._commit = database.transaction
        database.transaction = self._transaction  # pyright: ignore[reportAttributeAccessIssue]

    @asynccontextmanager
    async def _transaction(self) -> AsyncGenerator[Transaction]:
        class Undo(Exception):
            pass

        with suppress(Undo):
            async with self._commit() as tx:
                yield tx
                if self.is_undoing:
                    tx.on_commit.clear()
                    raise Undo


async def try_all(cells: list[Cell]) -> list[str]:
    """What was wrong, cell by cell."""
    faults: list[str] = []
    for start in range(0, len(cells), AT_ONCE):
        together = cells[start : start + AT_ONCE]
        replies = await asyncio.gather(*(cell.input.send() for cell in together))
        for cell, reply in zip(together, replies, strict=True):
            if fault := cell.find_fault(reply):
                aim = cell.input
                faults.append(f"{aim.role}, {cell.state}: {aim.target} ({aim.kind}): {fault}: {reply.text[:200]!r}")
    return faults


@pytest.fixture
async def filled(
    standin: StandIn, settings: Settings, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[FuzzTown, Running, Watcher]]:
    """The town with its competitions, the bot that serves it, and somebody who watches its database.

    People wait longer than Discord does: what is tried here is who may, however loaded the machine is.
    """
    monkeypatch.setattr(limits, "ACKNOWLEDGE_SECONDS", PATIENCE_SECONDS)
    town = build_town(standin)
    async with run_bot(settings, clock, EDIT_PAUSE_SECONDS) as running:
        watcher = Watcher(Path(settings.database_url.removeprefix("sqlite+aiosqlite:///")))
        await fill_town(town, watcher)
        yield town, running, watcher
        watcher.close()


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("part", range(PARTS))
async def test_everybody_may_do_what_is_theirs_and_nothing_else(
    filled: tuple[FuzzTown, Running, Watcher], part: int
) -> None:
    town, running, watcher = filled
    cells = list(Matrix(town, running.client, watcher))[part::PARTS]
    database = UndoneDatabase(running.deps.database)
    for arena in town.arenas[:-1]:  # so that the bot need not load them for every cell
        await town.people["stranger"].slash("competition show", competition=arena.name)
    await watcher.settle()
    before = watcher.read()
    faults = await try_all([cell for cell in cells if cell.refusal])
    assert watcher.list_changes(before, watcher.read()) == []
    database.is_undoing = True
    faults += await try_all([cell for cell in cells if not cell.refusal])
    assert watcher.list_changes(before, watcher.read()) == []
    assert faults == [], f"{len(faults)} of {len(cells)} cells:\n" + "\n".join(faults)
