"""Rules of application commands that no single field shows."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from rehearsal import limits
from rehearsal.errors import refusal
from rehearsal.limits_commands import CHAT, COMMAND, GROUP, INTEGER, NUMBER, STRING, SUBCOMMAND
from rehearsal.shapes import FormErrors, Place
from rehearsal.state import Json

if TYPE_CHECKING:
    from rehearsal.world import World

NAME_MARKS = "-_'"


def check_all(commands: list[Json]) -> None:
    """Refuse a list of commands that Discord would refuse.

    Raises:
        ApiError: 50035 with the faulty fields, 30032 for too many commands.
    """
    check_count(commands)
    errors = FormErrors()
    seen: set[tuple[int, str]] = set()
    for index, command in enumerate(commands):
        key = (command.get("type") or CHAT, command["name"])
        if key in seen:
            message = "Application command names must be unique"
            errors.add((index, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", message)
        seen.add(key)
        _check_command(command, (index,), errors)
    errors.refuse()


def check_one(command: Json) -> None:
    errors = FormErrors()
    COMMAND.check(command, (), errors)
    errors.refuse()
    _check_command(command, (), errors)
    errors.refuse()


def check_count(commands: list[Json]) -> None:
    for kind in (1, 2, 3):
        count = sum((command.get("type") or CHAT) == kind for command in commands)
        most = limits.CHAT_COMMANDS if kind == CHAT else limits.CONTEXT_COMMANDS_OF_A_KIND
        if count > most:
            raise refusal(30032, f"{count} commands of type {kind}; at most {most}")


def register(world: World, command: Json, guild_id: str | None, before: dict[tuple[int, str], Json]) -> Json:
    """The command as Discord stores it: with an id (kept for the same name), a version and defaults."""
    kind = command.get("type") or CHAT
    earlier = before.get((kind, command["name"]))
    permissions = command.get("default_member_permissions")
    stored: Json = {
        "default_permission": True,
        "dm_permission": True,
        "nsfw": False,
        "name_localizations": None,
        "description_localizations": None,
        "contexts": None,
        "integration_types": [0],
        **command,
        "id": earlier["id"] if earlier else str(world.ids.make()),
        "application_id": str(world.application_id),
        "version": str(world.ids.make()),
        "type": kind,
        "description": command.get("description") or "",
        "default_member_permissions": None if permissions is None else str(permissions),
    }
    if guild_id is not None:
        stored["guild_id"] = guild_id
    return stored


def _check_command(command: Json, place: Place, errors: FormErrors) -> None:
    if (command.get("type") or CHAT) != CHAT:
        return
    _check_name(command["name"], (*place, "name"), errors)
    _check_options(command.get("options") or [], (*place, "options"), errors)
    size = _text_size(command)
    if size > limits.COMMAND_TEXT_IN_SUM:
        message = f"Command exceeds maximum size ({size} > {limits.COMMAND_TEXT_IN_SUM})"
        errors.add(place, "APPLICATION_COMMAND_TOO_LARGE", message)


def _check_name(name: str, place: Place, errors: FormErrors) -> None:
    """Letters, digits, - _ ' and the marks of Devanagari and Thai; lower case where there is one."""
    fits = all(c in NAME_MARKS or c.isalpha() or unicodedata.category(c)[0] == "N" or _is_mark(c) for c in name)
    if not fits or name != name.lower():
        errors.add(place, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _is_mark(character: str) -> bool:
    name = unicodedata.name(character, "")
    return unicodedata.category(character)[0] == "M" and name.startswith(("DEVANAGARI", "THAI"))


def _check_options(options: list[Json], place: Place, errors: FormErrors) -> None:
    kinds = {option["type"] for option in options}
    if kinds & {SUBCOMMAND, GROUP} and kinds - {SUBCOMMAND, GROUP}:
        message = "Sub-command and sub-command group option types are mutually exclusive to all other types"
        errors.add(place, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)
    seen: set[str] = set()
    optional_before = False
    for index, option in enumerate(options):
        here = (*place, index)
        _check_name(option["name"], (*here, "name"), errors)
        if option["name"] in seen:
            message = "Option name must be unique"
            errors.add((*here, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", message)
        seen.add(option["name"])
        if option["type"] in (SUBCOMMAND, GROUP):
            _check_options(option.get("options") or [], (*here, "options"), errors)
            continue
        if option.get("required") and optional_before:
            message = "Required options must be placed before non-required options"
            errors.add(here, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
        optional_before |= not option.get("required")
        _check_values(option, here, errors)


def _check_values(option: Json, place: Place, errors: FormErrors) -> None:
    kind = option["type"]
    can_choose = kind in (STRING, INTEGER, NUMBER)
    for name in ("choices", "autocomplete"):
        if option.get(name) and not can_choose:
            message = f"{name} is only valid for STRING, INTEGER, or NUMBER option types"
            errors.add((*place, name), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)
    if option.get("choices") and option.get("autocomplete"):
        message = "Cannot enable autocomplete for options that have choices"
        errors.add((*place, "autocomplete"), "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES", message)
    for low, high in (("min_value", "max_value"), ("min_length", "max_length")):
        least, most = option.get(low), option.get(high)
        if least is not None and most is not None and least > most:
            message = f"{low} must be less than or equal to {high}"
            errors.add((*place, low), "APPLICATION_COMMAND_OPTIONS_RANGE_INVALID", message)
    _check_choices(option.get("choices") or [], (*place, "choices"), errors)


def _check_choices(choices: list[Json], place: Place, errors: FormErrors) -> None:
    for key in ("name", "value"):
        values = [choice[key] for choice in choices]
        for index, value in enumerate(values):
            if value in values[:index]:
                message = f"Choice {key} must be unique"
                errors.add((*place, index, key), "APPLICATION_COMMAND_OPTIONS_CHOICE_DUPLICATE", message)


def _text_size(part: Json) -> int:
    """The characters of names, descriptions and choice values, of the whole tree."""
    size = len(part["name"]) + len(part.get("description") or "")
    size += sum(len(c["name"]) + len(str(c["value"])) for c in part.get("choices") or [])
    return size + sum(_text_size(option) for option in part.get("options") or [])
