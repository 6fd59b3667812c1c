"""`/ruling`: what the event director has decided."""

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.cogs.options import autocomplete_competition, offer
from bot.services import rulings as service
from bot.services.rules import name_rules
from bot.ui.answering import Interaction, answer_change, answer_question
from bot.ui.message import Message
from bot.ui.texts import rulings as texts

if TYPE_CHECKING:
    from bot.client import SkipperClient


@app_commands.guild_only()
class RulingCog(commands.GroupCog, group_name="ruling", group_description="The event director's decisions"):
    """Keeping and reading them."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps
        super().__init__()

    @app_commands.command(description="Keep a decision; it is numbered and never changed", extras={"who": "director"})
    @app_commands.describe(
        text="What was decided", rule="The rule that it is about", announce="Post it in the announcements, too"
    )
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def add(
        self,
        interaction: Interaction,
        text: app_commands.Range[str, 1, 1000],
        rule: str | None = None,
        announce: bool = False,
        competition: str | None = None,
    ) -> None:
        """Keep one."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: service.add_ruling(tx, asker, competition, text, rule, is_announced=announce),
            lambda done: Message(texts.added(done)),
        )

    @app_commands.command(name="list", description="All decisions of the event director", extras={"who": "anybody"})
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def show(self, interaction: Interaction, competition: str | None = None) -> None:
        """List them."""
        await answer_question(
            self.deps,
            interaction,
            lambda tx, asker: service.list_rulings(tx, asker, competition),
            lambda view: Message("\n".join(texts.listed_lines(view))),
        )

    @add.autocomplete("rule")
    async def _rules(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await offer(interaction, typed, name_rules)
