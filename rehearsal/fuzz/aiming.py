"""From a seed: at what each input aims, by whom, and what it holds. Everything is aimed at before anything is again."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bot.client import SkipperClient
from bot.ui.router import Route
from rehearsal.fuzz.hostile import MISSING, break_data, choose_text, choose_value
from rehearsal.fuzz.inputs import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    MODAL_SUBMIT,
    STRING_SELECT,
    Command,
    Input,
    choose_data,
    command_data,
    form_data,
    press_data,
)
from rehearsal.fuzz.rights import USABLE
from rehearsal.fuzz.town import KINDS, Arena, FuzzTown
from rehearsal.fuzz.values import name_texts, name_values
from rehearsal.people import Person
from rehearsal.state import Channel, Json
from tools.commands import list_commands

IN_DMS = "in direct messages"
ROLES = {
    "stranger": 2,
    "player": 1,
    "captain": 2,
    "other captain": 1,
    "facilitator": 3,
    "director": 4,
    "foreign administrator": 1,
    IN_DMS: 1,
}
DODGEBALL = ("match", "bracket")
LIVELY = ("running", "registration open", "finished")  # where most can happen: chosen more often


@dataclass(frozen=True)
class Aim:
    """What an input tries: an option, what is typed into one, a custom_id's argument, a field, a choice, or the shape.

    "right" tries nothing of it, so that things change and what follows is tried in other states.
    """

    what: str
    target: Command | Route
    place: str = ""

    @property
    def name(self) -> str:
        """The command's or route's name."""
        return self.target.name if isinstance(self.target, Route) else self.target.qualified_name

    @property
    def who(self) -> str:
        """Who may use it."""
        return self.target.who if isinstance(self.target, Route) else self.target.extras["who"]


class Aiming:
    """An endless line of inputs; the same seed in the same town gives the same line."""

    def __init__(self, town: FuzzTown, client: SkipperClient, seed: int, only: str = "") -> None:
        self.town, self.client, self.only = town, client, only
        self.chance = random.Random(seed)
        self.aimed: set[tuple[str, str, str]] = set()
        self._ahead: list[Aim] = []

    def __iter__(self) -> Iterator[Input]:
        while True:
            yield self._make(self._next_aim())

    def _next_aim(self) -> Aim:
        if not self._ahead:
            aims = self.list_aims()
            if not aims:
                raise ValueError(f"no command, button or form has a name that begins with {self.only!r}")
            self._ahead = self.chance.sample(aims, len(aims))
        aim = self._ahead.pop()
        self.aimed.add((aim.what, aim.name, aim.place))
        return aim

    def list_aims(self) -> list[Aim]:
        """Everything that there is to aim at, with the fields of the forms that were seen until now."""
        aims = [*_aim_at_commands(self.client), *_aim_at_routes(self.client, self.town)]
        return [aim for aim in aims if aim.name.startswith(self.only)]

    def _make(self, aim: Aim) -> Input:
        role = self._choose_role(aim.who)
        person = self.town.people["director" if role == IN_DMS else role]
        arena = self._choose_arena(person, aim.name)
        if isinstance(aim.target, Route):
            kind, data = self._press(aim, aim.target, arena)
        else:
            kind, data = self._command(aim, aim.target, person, arena)
        if aim.what == "shape":
            data = break_data(self.chance, self.town, data)
        channel = self.town.standin.world.dm_of(person.user) if role == IN_DMS else self._choose_channel(person, arena)
        message = None
        if kind in (COMPONENT, MODAL_SUBMIT) and channel.guild is not None:
            message = next((m for m in reversed(channel.messages) if m.author.is_bot), None)
        return Input(aim.name, aim.who, role, person, channel, kind, data, message)

    def _choose_role(self, who: str) -> str:
        """Mostly somebody who may, so that the rest of the way is tried too."""
        able = [role for role in ROLES if who in USABLE.get(role, ()) and role != "foreign administrator"]
        roles = able if self.chance.random() < 0.6 else list(ROLES)
        return self.chance.choices(roles, [ROLES[role] for role in roles])[0]

    def _choose_arena(self, person: Person, name: str) -> Arena:
        if self.chance.random() < 0.2:
            return self.chance.choice(self.town.arenas)
        kind = "dodgeball" if name.split()[0] in DODGEBALL else self.chance.choice(list(KINDS))
        own = [a for a in self.town.arenas if a.guild is person.guild and a.state in LIVELY]
        return self.chance.choice([a for a in own if a.kind == kind] or own)

    def _choose_channel(self, person: Person, arena: Arena) -> Channel:
        own = list(arena.channels.values()) if arena.guild is person.guild else []
        return self.chance.choice([person.guild.default_channel, *own])

    def _command(self, aim: Aim, command: Command, person: Person, arena: Arena) -> tuple[int, Json]:
        values: dict[str, Any] = {}
        for option in command.parameters:
            name = option.display_name
            if option.required or name in (aim.place, "competition") or self.chance.random() < 0.3:
                likely = name_values(self.town, option, arena)
                values[name] = likely[0] if self.chance.random() < 0.8 else self.chance.choice(likely)
        is_typing = aim.what == "typing"
        for name in list(values):
            if name == aim.place or (aim.what == "option" and self.chance.random() < 0.01):
                values[name] = self._spoil(values[name], text_odds=0.7)
        given = {name: value for name, value in values.items() if value is not MISSING}
        focused = aim.place if is_typing else None
        return (AUTOCOMPLETE if is_typing else COMMAND), command_data(self.town, person, command, given, focused)

    def _press(self, aim: Aim, route: Route, arena: Arena) -> tuple[int, Json]:
        known = list(self.town.custom_ids.get(route.name, ()))
        if known and self.chance.random() < 0.5:
            arguments = self.chance.choice(known).split(":")[1:]
        else:
            numbers = [*arena.team_ids.values(), *arena.player_ids, 1, 2]
            arguments = [str(arena.id), *(str(self.chance.choice(numbers)) for _ in range(route.arguments))]
        arguments = arguments[: route.arguments]
        if aim.what == "argument":
            arguments[int(aim.place)] = choose_text(self.chance, self.town)
        custom_id: Any = ":".join([route.name, *arguments])
        if aim.what == "field" or self.chance.random() < (0.8 if route.name in self.town.forms else 0.1):
            fields = {name: self.chance.choice(name_texts(name, arena)) for name in self.town.fields_of(route.name)}
            if aim.place in fields:
                fields[aim.place] = self._spoil(fields[aim.place], text_odds=0.6)
            filled = {name: value for name, value in fields.items() if value is not MISSING}
            return MODAL_SUBMIT, form_data(custom_id, filled, self.town.field_kinds)
        if aim.what == "choice" or (route.name in self.town.menus and self.chance.random() < 0.8):
            return COMPONENT, self._choose_in_menu(aim, route.name, custom_id)
        return COMPONENT, press_data(custom_id)

    def _choose_in_menu(self, aim: Aim, name: str, custom_id: Any) -> Json:
        """One of the values that the menu offers; something hostile where that is aimed at."""
        kind, offered = self.town.menus.get(name, (STRING_SELECT, set[str]()))
        values: Any = [self.chance.choice(sorted(offered) or ["1"])]
        if aim.what == "choice":
            hostile = [self._spoil(values[0], text_odds=0.6) for _ in range(self.chance.choice((1, 1, 1, 2, 30)))]
            values = self._spoil([value for value in hostile if value is not MISSING], text_odds=0.0)
        return choose_data(custom_id, kind, [] if values is MISSING else values)

    def _spoil(self, value: Any, *, text_odds: float) -> Any:
        """Something hostile in its place; now and then it stays, so that the right ones get in too."""
        if self.chance.random() < 0.25:
            return value
        if self.chance.random() < text_odds:
            return choose_text(self.chance, self.town)
        return choose_value(self.chance, self.town)


def _aim_at_commands(client: SkipperClient) -> Iterator[Aim]:
    for command in list_commands(client):
        yield Aim("right", command)
        yield Aim("shape", command)
        for option in command.parameters:
            yield Aim("option", command, option.display_name)
            if option.autocomplete:
                yield Aim("typing", command, option.display_name)


def _aim_at_routes(client: SkipperClient, town: FuzzTown) -> Iterator[Aim]:
    for route in client.router:
        yield Aim("right", route)
        yield Aim("shape", route)
        yield from (Aim("argument", route, str(number)) for number in range(route.arguments))
        fields = town.fields_of(route.name)
        numbered = [name for name in fields if name.startswith("#")]  # one for each player: any of them will do
        named = [name for name in fields if name not in numbered] if route.name in town.forms else fields[-1:]
        if route.name in town.menus:
            yield Aim("choice", route)
        yield from (Aim("field", route, field) for field in (*named, *numbered[:1]))
