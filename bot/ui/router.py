"""Buttons, selects and forms: one table from the name in a custom_id to what it does.

A custom_id is `name:argument:argument`. It holds all that is needed, so presses work after a restart, and everything in
it is the client's word: handlers look every id up together with the server that the press came from.
"""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, cast

import discord

from bot.deps import Deps
from bot.ui.answering import Interaction, answer_error
from bot.ui.message import custom_id as custom_id
from bot.ui.wire import refuse_unknown

Who = Literal["anybody", "captain", "staff", "director"]


@dataclass(frozen=True, slots=True)
class Press:
    """One use of a button, select or form."""

    interaction: Interaction
    arguments: tuple[str, ...]
    values: tuple[str, ...]
    fields: Mapping[str, str] = field(repr=False)


Handler = Callable[[Press], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Route:
    """What a custom_id's name stands for; `arguments` is how many must follow it."""

    name: str
    who: Who
    arguments: int
    handler: Handler


class Router:
    """The table of routes; cogs add theirs when they are loaded."""

    def __init__(self) -> None:
        self._routes: dict[str, Route] = {}

    def add(self, name: str, who: Who, arguments: int, handler: Handler) -> None:
        """Add a route. Raises ValueError where the name is taken."""
        if name in self._routes:
            raise ValueError(f"two routes are named {name}")
        self._routes[name] = Route(name, who, arguments, handler)

    def __iter__(self) -> Iterator[Route]:
        return iter(self._routes.values())

    async def dispatch(self, deps: Deps, interaction: Interaction) -> None:
        """Hand a press to its route; one that has none is told so."""
        data: Any = interaction.data or {}
        name, *arguments = str(data.get("custom_id", "")).split(":")
        route = self._routes.get(name)
        if route is None or len(arguments) != route.arguments:
            await answer_error(deps, interaction, refuse_unknown(interaction))
            return
        fields = dict(_read_fields(data.get("components")))
        values = tuple(str(value) for value in data.get("values") or ())
        try:
            await route.handler(Press(interaction, tuple(arguments), values, fields))
        except Exception as error:
            await answer_error(deps, interaction, error)


def is_press(interaction: Interaction) -> bool:
    """Whether it is a button, a select or a form."""
    return interaction.type in (discord.InteractionType.component, discord.InteractionType.modal_submit)


def _read_fields(components: Any) -> Iterator[tuple[str, str]]:
    """The texts of a form by the custom_ids of its fields; a select gives its values, one a line."""
    for component in _dicts_in(components):
        yield from _read_fields(component.get("components"))
        yield from _read_fields([component.get("component")])
        if "custom_id" in component:
            values: Any = component.get("values") or [component.get("value", "")]
            texts_in = cast(list[Any], values) if isinstance(values, list) else []
            yield str(component["custom_id"]), "\n".join(map(str, texts_in))


def _dicts_in(values: Any) -> Iterator[dict[str, Any]]:
    if isinstance(values, list):
        yield from (value for value in cast(list[Any], values) if isinstance(value, dict))
