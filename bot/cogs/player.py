"""`/player`: what directors decide about single people."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.options import autocomplete_competition, autocomplete_player, offer
from bot.services import eligibility as service
from bot.ui.answering import Interaction, answer_change
from bot.ui.message import Message
from bot.ui.texts import eligibility as texts

if TYPE_CHECKING:
    from bot.client import SkipperClient

Reason = app_commands.Range[str, 1, service.LONGEST_REASON]


@app_commands.guild_only()
class PlayerCog(commands.GroupCog, group_name="player", group_description="Exceptions and bans"):
    """The commands of directors about people."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps
        super().__init__()

    @app_commands.command(name="except", description="Let somebody play who is too young", extras={"who": "director"})
    @app_commands.describe(
        reason="Staff see it beside the name",
        player="Somebody who is entered already",
        name="Else the name, as the captain will enter it",
        birth_date="And the birth date, such as 2001-05-03",
    )
    @app_commands.autocomplete(player=autocomplete_player, competition=autocomplete_competition)
    async def except_(
        self,
        interaction: Interaction,
        reason: Reason,
        player: str | None = None,
        name: str | None = None,
        birth_date: str | None = None,
        competition: str | None = None,
    ) -> None:
        """Grant an exception."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: service.grant_exception(tx, asker, competition, player, name, birth_date, reason),
            lambda done: Message(texts.excused(done)),
        )

    @app_commands.command(name="ban", description="Keep somebody out of a competition", extras={"who": "director"})
    @app_commands.describe(
        reason="Directors see it in the list of bans",
        player="Somebody who is entered: leaves the team at once",
        member="Or a Discord account",
    )
    @app_commands.autocomplete(player=autocomplete_player, competition=autocomplete_competition)
    async def ban(
        self,
        interaction: Interaction,
        reason: Reason,
        player: str | None = None,
        member: discord.User | None = None,
        competition: str | None = None,
    ) -> None:
        """Ban a player or an account."""
        user_id = member.id if member is not None else None
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: service.ban_player(tx, asker, competition, player, user_id, reason),
            lambda done: Message(texts.banned(done)),
        )

    @app_commands.command(name="unban", description="Lift a ban", extras={"who": "director"})
    @app_commands.describe(ban="Choose one from the list")
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def unban(self, interaction: Interaction, ban: str, competition: str | None = None) -> None:
        """Lift a ban."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: service.lift_ban(tx, asker, competition, ban),
            lambda lifted: Message(texts.unbanned(lifted)),
        )

    @unban.autocomplete("ban")
    async def _bans(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await offer(interaction, typed, service.list_ban_choices)
