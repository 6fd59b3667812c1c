"""People use everything once, so that every button, menu and form is known as the bot makes it, with ids that exist."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import StringIO
from typing import Any

from rehearsal.fuzz.inputs import COMPONENT, MODAL_SUBMIT, STRING_SELECT, choose_data, form_data, press_data
from rehearsal.fuzz.shown import (
    CARDS,
    DECISIONS,
    EVERY_CHOICE,
    FILLED,
    FIRST,
    GAMES,
    MADE_UP,
    SECOND,
    STEPS,
    TOLD_APART_BY,
    Step,
)
from rehearsal.fuzz.town import Arena, FuzzTown
from rehearsal.fuzz.values import name_texts
from rehearsal.people import Person
from rehearsal.reply import Reply
from rehearsal.state import Json, Message

USER_SELECT = 5
PRESSERS = ("stranger", "captain", "other captain", "facilitator", "director")


async def show_everything(town: FuzzTown) -> None:
    """Take all steps, and press what then stands in the channels; the town learns all that comes to light."""
    arenas = {arena.name: arena for arena in town.arenas if arena.guild is town.guild}
    walk = Walk(town)
    await walk.bring_in_a_sheet(arenas[GAMES])
    for step in STEPS:
        await walk.take(step, arenas[step.where])
    for arena in arenas.values():
        await walk.press_posts(arena)
    for name, arguments in MADE_UP.items():
        town.custom_ids.setdefault(name, {})[f"{name}:{arenas[GAMES].id}:{arguments}"] = None


@dataclass
class Walk:
    """Somebody follows all that an answer leads to; each button once for everybody who is shown it."""

    town: FuzzTown
    _followed: set[str] = field(default_factory=set[str])

    async def take(self, step: Step, arena: Arena) -> Reply:
        """Use a command, press on, and use all that the last answer shows."""
        person = self.town.people[step.who]
        given: dict[str, Any] = {"competition": arena.name}
        for name, value in step.options.items():
            if value in (FIRST, SECOND):
                offered = await person.autocomplete(step.command, focus=name, **given)
                value = offered[value is SECOND][1]
            given[name] = self.town.people[value] if name == "member" else value
        reply = await person.slash(step.command, **given)
        for label in step.taps:
            reply = await person.click(self.town.learn(reply), label)
        await self._follow(person, arena, reply)
        return reply

    async def bring_in_a_sheet(self, arena: Arena) -> None:
        """A score sheet goes out, is filled in, and comes back; one round of it is here already."""
        first = {"player": "Ace A", "round": 1, "score": "1 0 0 0"}
        await self.take(Step(GAMES, "facilitator", "score basketball", first), arena)
        sheets = await self.take(Step(GAMES, "director", "event sheets", {"event": "basketball"}), arena)
        (table,) = [a.content for a in sheets.attachments if a.filename.endswith(".csv")]
        rows = list(csv.reader(StringIO(table.decode("utf-8-sig"))))
        for row in rows[1:]:
            row[5] = "1 2 1 0"
        filled = StringIO()
        csv.writer(filled).writerows(rows)
        file = ("sheets.csv", filled.getvalue().encode())
        await self.take(Step(GAMES, "director", "event import", {"file": file}), arena)

    async def press_posts(self, arena: Arena) -> None:
        """Everything that stands in the channels and in direct messages."""
        self.town.learn_posts()
        channels = [arena.guild.default_channel, *arena.channels.values()]
        for person in (self.town.people[role] for role in PRESSERS):
            for message in [*(m for channel in channels for m in channel.messages), *person.dms]:
                await self._follow_components(person, arena, message)

    async def _follow(self, person: Person, arena: Arena, reply: Reply) -> None:
        self.town.learn(reply)
        if reply.modal is not None:
            await self._follow_form(person, arena, reply, reply.modal)
        elif reply.message is not None:
            await self._follow_components(person, arena, reply.message)

    async def _follow_form(self, person: Person, arena: Arena, reply: Reply, form: Json) -> None:
        """Fill it in rightly, and so that it cannot be read: then it is offered to be mended."""
        name = form["custom_id"].split(":")[0]
        for is_right in (True, False):
            if self._is_new(name, f"{name} {is_right} {person.name}"):
                filled = dict(self._fill(person, arena, form, is_right=is_right))
                data = form_data(form["custom_id"], filled, self.town.field_kinds)
                await self._send(person, arena, MODAL_SUBMIT, data, reply.interaction.message)

    async def _follow_components(self, person: Person, arena: Arena, message: Message) -> None:
        for custom_id, data in list(_list_presses(message.components)):
            name, *arguments = custom_id.split(":")
            told_apart = arguments[1 : 1 + TOLD_APART_BY.get(name, 0)]  # the first one is the competition
            chosen = data.get("values", []) if name in EVERY_CHOICE else []
            if self._is_new(name, " ".join([name, *told_apart, *chosen, person.name])):
                await self._send(person, arena, COMPONENT, data, message)

    def _is_new(self, name: str, key: str) -> bool:
        is_new = name not in DECISIONS and key not in self._followed
        self._followed.add(key)
        return is_new

    async def _send(self, person: Person, arena: Arena, kind: int, data: Json, message: Message | None) -> None:
        payload = {"type": kind, "data": data}
        await self._follow(person, arena, await person.send_interaction(payload, message=message))

    def _fill(self, person: Person, arena: Arena, form: Json, *, is_right: bool) -> Iterator[tuple[str, Any]]:
        for shown in (row["component"] for row in form["components"] if "component" in row):
            name = shown["custom_id"]
            if shown["type"] == USER_SELECT:
                yield name, [str(self.town.people["player" if is_right else "captain"].id)]
            elif "options" in shown:
                yield name, [shown["options"][0]["value"]]
            elif not is_right:
                yield name, "?"
            elif form["custom_id"].split(":")[0] in CARDS:  # "Ann: " becomes "Ann: 120 131", as each keeper saw it
                pins = 100 + list(self.town.people.values()).index(person)
                yield name, "\n".join(_fill_line(line, pins) for line in shown["value"].splitlines())
            else:
                yield name, shown.get("value") or FILLED.get(name) or name_texts(name, arena)[0]


def _fill_line(line: str, pins: int) -> str:
    name, _, games = line.partition(":")
    first = next((game for game in games.split()[:1] if game != "-"), pins)
    return f"{name}: {first} 131"


def _list_presses(components: Sequence[Json]) -> Iterator[tuple[str, Json]]:
    """What can be pressed or chosen here: of a menu its first choice, unless each leads somewhere else."""
    for component in components:
        yield from _list_presses(component.get("components") or [])
        custom_id = component.get("custom_id")
        if custom_id is None or component.get("disabled"):
            continue
        if component["type"] != STRING_SELECT:
            yield custom_id, press_data(custom_id)
            continue
        options: Sequence[Mapping[str, Any]] = component["options"]
        for option in options if custom_id.split(":")[0] in EVERY_CHOICE else options[:1]:
            yield custom_id, choose_data(custom_id, STRING_SELECT, [option["value"]])
