"""Application commands, global ones and those of a guild."""

from __future__ import annotations

from rehearsal import commands
from rehearsal.api import Call, Created, Route
from rehearsal.errors import refusal
from rehearsal.limits_commands import COMMAND, COMMANDS
from rehearsal.shapes import Shape
from rehearsal.state import Json


def _registry(call: Call) -> dict[int, Json]:
    """The commands that the path speaks of."""
    if call.id("application_id") != call.world.application_id:
        raise refusal(20012)
    return call.guild().commands if "guild_id" in call.parameters else call.world.global_commands


def _guild_id(call: Call) -> str | None:
    return call.parameters.get("guild_id")


def _find(call: Call) -> Json:
    found = _registry(call).get(call.id("command_id"))
    if found is None:
        raise refusal(10063)
    return found


async def get_all(call: Call) -> list[Json]:
    return list(_registry(call).values())


async def get_one(call: Call) -> Json:
    return _find(call)


async def overwrite(call: Call) -> list[Json]:
    """Replace all commands; those that keep their name keep their id."""
    registry = _registry(call)
    commands.check_all(call.body or [])
    before = {(c["type"], c["name"]): c for c in registry.values()}
    after = [commands.register(call.world, one, _guild_id(call), before) for one in call.body or []]
    registry.clear()
    registry.update({int(command["id"]): command for command in after})
    return after


async def upsert(call: Call) -> Json | Created:
    """Add one command, or replace the one of the same name."""
    registry = _registry(call)
    before = {(c["type"], c["name"]): c for c in registry.values()}
    kept = [c for key, c in before.items() if key != (call.body.get("type") or 1, call.body["name"])]
    commands.check_one(call.body)
    commands.check_count([*kept, call.body])
    command = commands.register(call.world, call.body, _guild_id(call), before)
    is_new = int(command["id"]) not in registry
    registry[int(command["id"])] = command
    return Created(command) if is_new else command


async def edit(call: Call) -> Json:
    before = _find(call)
    after = {**before, **call.body}
    commands.check_one(after)
    changed = commands.register(call.world, after, _guild_id(call), {(before["type"], after["name"]): before})
    _registry(call)[int(before["id"])] = changed
    return changed


async def delete(call: Call) -> None:
    del _registry(call)[int(_find(call)["id"])]


_APPLICATION = "/applications/{application_id}"

ROUTES = [
    route
    for base in (f"{_APPLICATION}/commands", f"{_APPLICATION}/guilds/{{guild_id}}/commands")
    for route in (
        Route("GET", base, get_all),
        Route("PUT", base, overwrite, COMMANDS),
        Route("POST", base, upsert, COMMAND),
        Route("GET", f"{base}/{{command_id}}", get_one),
        Route("PATCH", f"{base}/{{command_id}}", edit, Shape({})),
        Route("DELETE", f"{base}/{{command_id}}", delete),
    )
]
