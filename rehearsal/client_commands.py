"""What Discord's own client lets a person type: which commands are offered, and which options fit.

Everything that the client would not let a person send raises PeopleError and says why.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rehearsal import permissions
from rehearsal.client_values import ENTITIES, check_entity, resolve, upload
from rehearsal.errors import PeopleError
from rehearsal.limits_commands import (
    ATTACHMENT,
    BOOLEAN,
    CHAT,
    GROUP,
    INTEGER,
    STRING,
    SUBCOMMAND,
)
from rehearsal.state import Channel, Json, Member

SAFE_INTEGER = 1 << 53
STRING_OPTION_LENGTH = 6000


@dataclass(frozen=True)
class FoundCommand:
    """A command, the path through groups to the subcommand, and the options that it takes."""

    command: Json
    path: list[Json]
    options: list[Json]

    @property
    def name(self) -> str:
        return "/" + " ".join([self.command["name"], *(step["name"] for step in self.path)])


def visible_commands(member: Member, channel: Channel, only: str | None = None) -> dict[str, Json]:
    """The chat commands that the client offers to this member in this channel, by name; `only` one of them."""
    world, guild = channel.world, channel.guild
    everywhere = [c for c in world.global_commands.values() if c["type"] == CHAT and only in (None, c["name"])]
    if guild is None:
        return {c["name"]: c for c in everywhere if c["dm_permission"] and c["contexts"] in (None, [1])}
    if world.bot.id not in guild.members or member.user.id not in guild.members:
        return {}
    may = permissions.in_channel(member, channel)
    here = [c for c in guild.commands.values() if c["type"] == CHAT and only in (None, c["name"])]
    return {c["name"]: c for c in [*everywhere, *here] if _may_use(c, may)}


def _may_use(command: Json, may: int) -> bool:
    needed = command.get("default_member_permissions")
    if not may & permissions.USE_APPLICATION_COMMANDS:
        return False
    if needed is None:
        return True
    # "0" means: administrators only.
    return may & int(needed) == int(needed) if int(needed) else bool(may & permissions.ADMINISTRATOR)


def find_command(member: Member, channel: Channel, command: str) -> FoundCommand:
    """The command that typing "score bowling" selects."""
    name, *path = command.removeprefix("/").split()
    offered = visible_commands(member, channel, only=name)
    if name not in offered:
        offered = visible_commands(member, channel)
        names = ", ".join(sorted(offered)) or "none"
        raise PeopleError(f"{member.name} is not offered /{name} in #{channel.name}; offered are: {names}")
    options: list[Json] = offered[name].get("options") or []
    steps: list[Json] = []
    for word in path:
        inner = {o["name"]: o for o in options if o["type"] in (SUBCOMMAND, GROUP)}
        if word not in inner:
            raise PeopleError(f"/{command}: there is no {word!r}, only: {', '.join(inner) or 'no subcommands'}")
        steps.append(inner[word])
        options = inner[word].get("options") or []
    if any(o["type"] in (SUBCOMMAND, GROUP) for o in options):
        inner = ", ".join(o["name"] for o in options)
        raise PeopleError(f"/{command} is not a whole command; it goes on with one of: {inner}")
    return FoundCommand(offered[name], steps, options)


def command_data(member: Member, found: FoundCommand, given: dict[str, Any]) -> Json:
    """The data of a slash command with these options."""
    known = {option["name"]: option for option in found.options}
    for name in given:
        if name not in known:
            raise PeopleError(f"{found.name} has no option {name!r}; it has: {', '.join(known) or 'none'}")
    missing = [o["name"] for o in found.options if o.get("required") and given.get(o["name"]) is None]
    if missing:
        raise PeopleError(f"{found.name}: this option is required: {', '.join(missing)}")
    resolved: Json = {}
    filled = [
        {"name": name, "type": known[name]["type"], "value": _value(found, known[name], value, member, resolved)}
        for name, value in given.items()
        if value is not None
    ]
    return _nested(member, found, filled, resolved)


def autocomplete_data(member: Member, found: FoundCommand, focus: str, typed: str, given: dict[str, Any]) -> Json:
    """The data while a person types in one option; other options may be unfinished."""
    known = {option["name"]: option for option in found.options}
    if focus not in known or not known[focus].get("autocomplete"):
        offered = ", ".join(name for name, option in known.items() if option.get("autocomplete")) or "none"
        raise PeopleError(f"{found.name}: {focus!r} does not autocomplete; these do: {offered}")
    resolved: Json = {}
    filled = [
        {"name": name, "type": known[name]["type"], "value": _value(found, known[name], value, member, resolved)}
        for name, value in given.items()
        if value is not None and name != focus and name in known
    ]
    filled.append({"name": focus, "type": known[focus]["type"], "value": typed, "focused": True})
    return _nested(member, found, filled, resolved)


def _nested(member: Member, found: FoundCommand, options: list[Json], resolved: Json) -> Json:
    for step in reversed(found.path):
        options = [{"name": step["name"], "type": step["type"], "options": options}]
    data: Json = {"id": found.command["id"], "name": found.command["name"], "type": 1, "options": options}
    if found.command.get("guild_id"):
        data["guild_id"] = str(member.guild.id)
    if resolved:
        data["resolved"] = resolved
    return data


def _value(found: FoundCommand, option: Json, value: Any, member: Member, resolved: Json) -> Any:
    where, kind = f"{found.name}: {option['name']}", option["type"]
    if kind in ENTITIES:
        check_entity(where, option, value)
        return resolve(member, value, resolved)
    if kind == ATTACHMENT:
        return upload(where, value, member.guild.world, resolved)
    if kind == BOOLEAN:
        if not isinstance(value, bool):
            raise PeopleError(f"{where} is yes or no, not {value!r}")
        return value
    if option.get("choices"):
        return _choice(where, option["choices"], value)
    return _text(where, option, value) if kind == STRING else _number(where, option, value)


def _choice(where: str, choices: list[Json], value: Any) -> Any:
    for choice in choices:
        if value in (choice["name"], choice["value"]):
            return choice["value"]
    raise PeopleError(f"{where} offers {', '.join(c['name'] for c in choices)}; not {value!r}")


def _text(where: str, option: Json, value: Any) -> str:
    if not isinstance(value, str):
        raise PeopleError(f"{where} is a text, not {value!r}")
    least, most = option.get("min_length") or 0, option.get("max_length") or STRING_OPTION_LENGTH
    if not least <= len(value) <= most:
        raise PeopleError(f"{where} takes {least} to {most} characters, not {len(value)}")
    return value


def _number(where: str, option: Json, value: Any) -> int | float:
    is_whole = option["type"] == INTEGER
    allowed = int if is_whole else int | float
    if isinstance(value, bool) or not isinstance(value, allowed):
        raise PeopleError(f"{where} is a {'whole ' if is_whole else ''}number, not {value!r}")
    least, most = option.get("min_value"), option.get("max_value")
    least, most = -SAFE_INTEGER if least is None else least, SAFE_INTEGER if most is None else most
    if not least <= value <= most:
        raise PeopleError(f"{where} takes {least} to {most}, not {value}")
    return value
