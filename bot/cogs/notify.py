"""`/notify`: direct messages are for those who ask for them."""

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.services.direct import choose_direct
from bot.ui.answering import Interaction, answer_change
from bot.ui.message import Message
from bot.ui.texts import captains as texts

if TYPE_CHECKING:
    from bot.client import SkipperClient


class NotifyCog(commands.Cog):
    """How somebody wants to hear of what captains are told."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps

    @app_commands.command(
        name="notify", description="Get direct messages, too, when captains are called", extras={"who": "anybody"}
    )
    @app_commands.describe(direct="Whether you want direct messages")
    @app_commands.guild_only()
    async def notify(self, interaction: Interaction, direct: bool) -> None:
        """Choose."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: choose_direct(tx, asker, is_wanted=direct),
            lambda is_wanted: Message(texts.DIRECT_ON if is_wanted else texts.DIRECT_OFF),
        )
