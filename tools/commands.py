"""Writes docs/commands.md from the commands themselves: `python -m tools.commands`. A test holds the two in step."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from discord import app_commands

from bot.client import SkipperClient
from bot.cogs import load_cogs

DOCUMENT = Path(__file__).parents[1] / "docs" / "commands.md"
HEAD = """\
# Commands

Who may use each one. *Staff* are facilitators and directors; a *director* may manage the server, or has the role that
the competition names; a *captain* acts for their own team. Every answer is seen by the asker alone. In a channel of a
competition, where there is only one, where you take part in only one, or where you pick something from a list, the
option `competition` can be left out. This page is made by `python -m tools.commands`.

| command | who | what it does | options |
|---|---|---|---|
"""


async def load_client() -> SkipperClient:
    """The client with every cog, not connected to anything."""
    client = SkipperClient(cast(Any, None), load_cogs)
    await load_cogs(client)
    return client


def list_commands(client: SkipperClient) -> list[app_commands.Command[Any, ..., Any]]:
    """Every command that can be used, by name."""
    walked = (command for command in client.tree.walk_commands() if isinstance(command, app_commands.Command))
    return sorted(walked, key=lambda command: command.qualified_name)


def render(client: SkipperClient) -> str:
    """The document."""
    return HEAD + "".join(_rows(client))


def _rows(client: SkipperClient) -> Iterator[str]:
    for command in list_commands(client):
        options = ", ".join(
            f"`{p.display_name}`" if p.required else f"[`{p.display_name}`]" for p in command.parameters
        )
        yield f"| `/{command.qualified_name}` | {command.extras['who']} | {command.description} | {options} |\n"


async def _write() -> None:
    client = await load_client()
    DOCUMENT.write_text(render(client))


if __name__ == "__main__":
    asyncio.run(_write())
