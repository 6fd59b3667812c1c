"""A bare discord.py bot with one command that does nothing: what every other figure is a ratio to.

It runs on the same event loop as Skipper.
"""

import os
import sys

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.event_loop import run


class NoopBot(discord.AutoShardedClient):
    """`/noop` answers at once."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        """Register the command."""

        @self.tree.command(name="noop", description="Nothing")
        async def noop(interaction: discord.Interaction) -> None:  # pyright: ignore[reportUnusedFunction]
            await interaction.response.send_message("Nothing.", ephemeral=True)

        await self.tree.sync()


async def main() -> None:
    """Run until stopped."""
    url = os.environ["DISCORD_API_URL"]
    Route.BASE = url
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(url).with_scheme("ws").with_path("/gateway")
    await NoopBot().start(os.environ["DISCORD_TOKEN"])


if __name__ == "__main__":
    sys.exit(run(main()))
