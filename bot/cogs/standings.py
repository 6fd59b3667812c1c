"""`/standings`: for everybody."""

from typing import TYPE_CHECKING, Literal

from discord import app_commands
from discord.ext import commands

from bot.cogs.options import autocomplete_competition
from bot.services.standings import StandingsAsked, ask_standings
from bot.ui.answering import Interaction, answer_question
from bot.ui.router import Press
from bot.ui.texts import standings as texts
from core.scoring.event import get_events

if TYPE_CHECKING:
    from bot.client import SkipperClient

EVENTS = [app_commands.Choice(name=event.title, value=key) for key, event in get_events().items()]


class StandingsCog(commands.Cog):
    """The standings of the Getaway Games."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps
        client.router.add(texts.PAGE, "anybody", 4, self._turn_page)

    @app_commands.command(description="Show where everybody stands", extras={"who": "anybody"})
    @app_commands.guild_only()
    @app_commands.describe(event="One event; without it, all together", kind="Teams or players", page="Long lists")
    @app_commands.choices(event=EVENTS)
    @app_commands.rename(kind="list")
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def standings(
        self,
        interaction: Interaction,
        event: str | None = None,
        kind: Literal["teams", "players"] = "teams",
        page: app_commands.Range[int, 1, 100] = 1,
        competition: str | None = None,
    ) -> None:
        """Show a list."""
        asked = StandingsAsked(event, kind == "players", page)
        await answer_question(
            self.deps,
            interaction,
            lambda tx, asker: ask_standings(tx, asker, competition, asked),
            lambda message: message,
        )

    async def _turn_page(self, press: Press) -> None:
        competition, event, kind, page = press.arguments
        number = int(page) if page.isascii() and page.isdigit() and len(page) < 4 else 1
        asked = StandingsAsked(event or None, kind == texts.PLAYERS, number)
        await answer_question(
            self.deps,
            press.interaction,
            lambda tx, asker: ask_standings(tx, asker, competition, asked),
            lambda message: message,
            is_in_place=True,
        )
