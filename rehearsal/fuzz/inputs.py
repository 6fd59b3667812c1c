"""Inputs: one interaction each, as it goes over the wire, by somebody in some place; nothing of it is checked here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from discord import AppCommandOptionType as Kind
from discord import app_commands

from rehearsal import client_values
from rehearsal.fuzz.town import FuzzTown
from rehearsal.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT
from rehearsal.people import Person, Reply
from rehearsal.state import Channel, Json, Message

Command = app_commands.Command[Any, ..., Any]
ENTITIES = (Kind.user, Kind.channel, Kind.role, Kind.mentionable)
BUTTON, STRING_SELECT, LABEL, TEXT_INPUT = 2, 3, 18, 4


@dataclass(frozen=True)
class Input:
    """One interaction: what it aims at, the role of whoever sends it, where, and its data."""

    target: str
    who: str
    role: str
    person: Person
    channel: Channel
    kind: int
    data: Json
    message: Message | None = None

    async def send(self) -> Reply:
        """Send it and wait for the answer."""
        payload = {"type": self.kind, "data": self.data}
        return await self.person.send_interaction(payload, in_channel=self.channel, message=self.message)

    def to_json(self) -> Json:
        """What it takes to send it again."""
        place = self.channel.name if self.channel.guild else "direct messages"
        return {"by": self.role, "in": place, "type": self.kind, "data": self.data}


def command_data(
    town: FuzzTown, person: Person, command: Command, values: Mapping[str, Any], focused: str | None = None
) -> Json:
    """The data of a slash command whose options hold these values, by name; people, roles and channels are resolved."""
    resolved: Json = {}
    declared = {option.display_name: option for option in command.parameters}
    options: list[Json] = []
    for name, value in values.items():
        kind = declared[name].type if name in declared else Kind.string
        option: Json = {"name": name, "type": kind.value, "value": _sent(town, person, kind, value, resolved)}
        options.append({**option, "focused": True} if name == focused else option)
    first, *rest = command.qualified_name.split()
    for step in reversed(rest):
        options = [{"name": step, "type": 1, "options": options}]
    data: Json = {"id": "1", "name": first, "type": 1, "options": options, "guild_id": str(person.guild.id)}
    return {**data, "resolved": resolved} if resolved else data


def _sent(town: FuzzTown, person: Person, kind: Kind, value: Any, resolved: Json) -> Any:
    if kind in ENTITIES and hasattr(value, "id"):
        return client_values.resolve(person.member, value, resolved)
    if kind is Kind.attachment and isinstance(value, tuple):
        return client_values.upload("a file", value, town.standin.world, resolved)
    return value


def form_data(custom_id: Any, fields: Mapping[str, Any], kinds: Mapping[str, int] | None = None) -> Json:
    """The data of a submitted form with these values in its fields: texts, unless `kinds` names a select."""
    rows = [
        {"type": LABEL, "id": 2 * n, "component": {"id": 2 * n + 1, "custom_id": name, **_filled(name, value, kinds)}}
        for n, (name, value) in enumerate(fields.items(), 1)
    ]
    return {"custom_id": custom_id, "components": rows}


def _filled(name: str, value: Any, kinds: Mapping[str, int] | None) -> Json:
    kind = (kinds or {}).get(name, TEXT_INPUT)
    if kind == TEXT_INPUT:
        return {"type": kind, "value": value}
    return {"type": kind, "values": value if isinstance(value, list) else [value]}


def press_data(custom_id: Any) -> Json:
    """The data of a pressed button."""
    return {"custom_id": custom_id, "component_type": BUTTON}


def choose_data(custom_id: Any, kind: int, values: Any) -> Json:
    """The data of a choice in a select menu."""
    return {"custom_id": custom_id, "component_type": kind, "values": values}


__all__ = [
    "AUTOCOMPLETE",
    "COMMAND",
    "COMPONENT",
    "MODAL_SUBMIT",
    "STRING_SELECT",
    "Input",
    "choose_data",
    "command_data",
    "form_data",
    "press_data",
]
