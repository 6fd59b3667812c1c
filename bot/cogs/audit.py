"""`/audit`: who did what, for staff."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.options import autocomplete_competition, autocomplete_player, autocomplete_team
from bot.services import audit as service
from bot.ui.answering import Interaction, answer_question
from bot.ui.router import Press
from bot.ui.texts import audit as texts
from core.errors import NotFound
from core.scoring.event import get_events

if TYPE_CHECKING:
    from bot.client import SkipperClient

EVENTS = [app_commands.Choice(name=event.title, value=key) for key, event in get_events().items()]
Moment = app_commands.Range[str, 10, 30]


class AuditCog(commands.Cog):
    """Reading the ledger."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps
        client.router.add(texts.PAGE, "staff", 8, self._turn_page)

    @app_commands.command(description="Who did what, and when", extras={"who": "staff"})
    @app_commands.guild_only()
    @app_commands.describe(
        player="What was done about a player, or by them",
        team="What was done about a team",
        event="What was done in an event",
        by="What somebody did",
        since="From a day or time on, such as 2027-06-12 or 2027-06-12 09:30",
        until="Until a day or time",
    )
    @app_commands.choices(event=EVENTS)
    @app_commands.autocomplete(player=autocomplete_player, team=autocomplete_team, competition=autocomplete_competition)
    async def audit(
        self,
        interaction: Interaction,
        player: str | None = None,
        team: str | None = None,
        event: str | None = None,
        by: discord.User | None = None,
        since: Moment | None = None,
        until: Moment | None = None,
        competition: str | None = None,
    ) -> None:
        """Show what fits."""
        asked = service.AuditAsked(player, team, event, by.id if by else None, since, until)
        await answer_question(
            self.deps, interaction, lambda tx, asker: service.ask_audit(tx, asker, competition, asked), texts.shown
        )

    async def _turn_page(self, press: Press) -> None:
        named = texts.read_page_id(press.arguments)
        if named is None:
            raise NotFound(texts.NOT_ASKED)
        competition, page, wanted = named
        await answer_question(
            self.deps,
            press.interaction,
            lambda tx, asker: service.turn_page(tx, asker, competition, wanted, page),
            texts.shown,
            is_in_place=True,
        )
