"""Handlers of presses that hand their arguments to a use case as they are, in its order."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

import discord

from bot.deps import Deps
from bot.ui.answering import answer_change, answer_question, show_modal
from bot.ui.message import Message
from bot.ui.router import Handler, Press

T = TypeVar("T")


def change_with(
    deps: Deps, use_case: Callable[..., Awaitable[T]], wording: Callable[[T], Message], *, is_in_place: bool = False
) -> Handler:
    """Run `use_case(tx, asker, *arguments)` in a transaction, as `answer_change` does."""

    async def handle(press: Press) -> None:
        await answer_change(
            deps,
            press.interaction,
            lambda tx, asker: use_case(tx, asker, *press.arguments),
            wording,
            is_in_place=is_in_place,
        )

    return handle


def ask_with(
    deps: Deps, use_case: Callable[..., Awaitable[T]], wording: Callable[[T], Message], *, is_in_place: bool = False
) -> Handler:
    """Run a use case that only reads, as `answer_question` does."""

    async def handle(press: Press) -> None:
        await answer_question(
            deps,
            press.interaction,
            lambda tx, asker: use_case(tx, asker, *press.arguments),
            wording,
            is_in_place=is_in_place,
        )

    return handle


def open_with(
    deps: Deps, use_case: Callable[..., Awaitable[T]], form: Callable[[T], discord.ui.Modal | Message]
) -> Handler:
    """Open a form filled from what a use case reads, as `show_modal` does."""

    async def handle(press: Press) -> None:
        await show_modal(deps, press.interaction, lambda tx, asker: use_case(tx, asker, *press.arguments), form)

    return handle
