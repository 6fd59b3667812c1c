"""Interactions without a bot: a person acts, and the test answers by raw HTTP."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable
from typing import Any

from rehearsal.interactions import Interaction
from rehearsal.people import NoAnswerError, Person, Reply
from tests.rehearsal.raw import Answer, RawApi

COMMANDS = [
    {"name": "noop", "description": "Nothing"},
    {
        "name": "find",
        "description": "Find a player",
        "options": [
            {"type": 3, "name": "player", "description": "Who", "autocomplete": True},
            {"type": 4, "name": "game", "description": "Which", "autocomplete": True},
        ],
    },
]


async def register(api: RawApi) -> None:
    """Give the guilds of the stand-in some commands."""
    answer = await api.put(f"/applications/{api.standin.world.application_id}/commands", COMMANDS)
    assert answer.status == 200, answer


async def start(api: RawApi, action: Awaitable[Any]) -> tuple[Interaction, asyncio.Task[Any]]:
    """Let a person act, and catch the interaction before anybody answers it."""
    known = set(api.standin.world.interactions)
    task = asyncio.ensure_future(action)
    await asyncio.sleep(0)  # up to the first wait, which comes after the delivery
    if task.done():
        task.result()
    return next(i for k, i in api.standin.world.interactions.items() if k not in known), task


@contextlib.asynccontextmanager
async def acting(api: RawApi, person: Person, action: Awaitable[Any] | None = None) -> AsyncIterator[Interaction]:
    """An interaction that waits for its answer; by default of a command."""
    if action is None:
        await register(api)
        action = person.slash("noop")
    interaction, task = await start(api, action)
    try:
        yield interaction
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError, NoAnswerError):
            await task


async def callback(api: RawApi, interaction: Interaction, kind: Any, data: Any = None, query: str = "") -> Answer:
    """Answer an interaction for the first time."""
    path = f"/interactions/{interaction.id}/{interaction.token}/callback{query}"
    return await api.post(path, {"type": kind} if data is None else {"type": kind, "data": data})


def webhook(interaction: Interaction, rest: str = "") -> str:
    """The path for everything after the first answer."""
    return f"/webhooks/{interaction.world.application_id}/{interaction.token}{rest}"


async def answered(api: RawApi, person: Person, kind: int, data: Any = None) -> tuple[Interaction, Reply | None]:
    """A command that was answered like this; the Reply, unless the answer was only a deferral."""
    await register(api)
    interaction, task = await start(api, person.slash("noop"))
    assert (await callback(api, interaction, kind, data)).status == 204
    if kind == 5:
        task.cancel()
        return interaction, None
    return interaction, await task
