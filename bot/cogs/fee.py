"""`/fee`: what teams paid, for directors."""

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.cogs.options import autocomplete_competition, autocomplete_team, offer
from bot.services import fees as service
from bot.ui.answering import Interaction, answer_change, answer_question
from bot.ui.message import Message
from bot.ui.texts import fees as texts

if TYPE_CHECKING:
    from bot.client import SkipperClient


@app_commands.guild_only()
class FeeCog(commands.GroupCog, group_name="fee", group_description="What teams paid; Skipper moves no money"):
    """The commands of directors about fees."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps
        super().__init__()

    @app_commands.command(name="record", description="Record that a team has paid", extras={"who": "director"})
    @app_commands.describe(team="Type a name", amount="What was paid, such as 80; else the whole fee")
    @app_commands.autocomplete(team=autocomplete_team, competition=autocomplete_competition)
    async def record(
        self, interaction: Interaction, team: str, amount: str | None = None, competition: str | None = None
    ) -> None:
        """Record a payment."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: service.record_payment(tx, asker, competition, team, amount),
            lambda done: Message(texts.recorded(done)),
        )

    @app_commands.command(name="refund", description="Record that money was given back", extras={"who": "director"})
    @app_commands.describe(team="Type a name", reason="Why", amount="What was given back, such as 80; else all of it")
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def refund(
        self,
        interaction: Interaction,
        team: str,
        reason: app_commands.Range[str, 1, service.LONGEST_REASON],
        amount: str | None = None,
        competition: str | None = None,
    ) -> None:
        """Record a refund."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: service.record_refund(tx, asker, competition, team, amount, reason),
            lambda done: Message(texts.recorded(done)),
        )

    @refund.autocomplete("team")
    async def _paying(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await offer(interaction, typed, service.list_refund_choices)

    @app_commands.command(name="list", description="Who has paid, and who owes", extras={"who": "director"})
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def list_(self, interaction: Interaction, competition: str | None = None) -> None:
        """List the fees."""
        await answer_question(
            self.deps,
            interaction,
            lambda tx, asker: service.list_fees(tx, asker, competition),
            lambda fees: Message(texts.listed(fees)),
        )
