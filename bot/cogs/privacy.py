"""`/privacy`: what is kept about a person, and erasing it."""

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.cogs.options import autocomplete_competition, autocomplete_player
from bot.services import privacy as service
from bot.ui.answering import Interaction, answer_change, answer_question
from bot.ui.message import Message
from bot.ui.router import Press
from bot.ui.texts import privacy as texts

if TYPE_CHECKING:
    from bot.client import SkipperClient


@app_commands.guild_only()
class PrivacyCog(commands.GroupCog, group_name="privacy", group_description="What is kept about you, and erasing it"):
    """The commands of everybody about themselves, and of directors for people without an account."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps
        super().__init__()
        client.router.add(texts.DELETE_OWN, "anybody", 0, self._delete_own)
        client.router.add(texts.DELETE_PLAYER, "director", 2, self._delete_player)

    @app_commands.command(name="show", description="What is kept about you here", extras={"who": "anybody"})
    @app_commands.describe(player="For directors: one player")
    @app_commands.autocomplete(player=autocomplete_player, competition=autocomplete_competition)
    async def show(self, interaction: Interaction, player: str | None = None, competition: str | None = None) -> None:
        """Show it."""
        if player is None:
            await answer_question(self.deps, interaction, service.show_kept, lambda kept: Message(texts.shown(kept)))
            return
        await answer_question(
            self.deps,
            interaction,
            lambda tx, asker: service.show_player(tx, asker, competition, player),
            lambda kept: Message(texts.player_shown(kept)),
        )

    @app_commands.command(name="delete", description="Erase what is kept about you here", extras={"who": "anybody"})
    @app_commands.describe(player="For directors: a player who has no account, and asked for it")
    @app_commands.autocomplete(player=autocomplete_player, competition=autocomplete_competition)
    async def delete(self, interaction: Interaction, player: str | None = None, competition: str | None = None) -> None:
        """Ask before it is erased."""
        if player is None:
            await answer_question(self.deps, interaction, service.show_kept, texts.asked)
            return
        await answer_question(
            self.deps,
            interaction,
            lambda tx, asker: service.find_named(tx, asker, competition, player),
            lambda found: texts.asked_for_player(*found),
        )

    async def _delete_own(self, press: Press) -> None:
        await answer_change(
            self.deps, press.interaction, service.forget_asker, lambda done: Message(texts.forgotten(done))
        )

    async def _delete_player(self, press: Press) -> None:
        competition, player = press.arguments
        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: service.forget_player(tx, asker, competition, f"#{player}"),
            lambda done: Message(texts.forgotten(done)),
        )
