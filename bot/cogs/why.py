"""`/why`: for everybody."""

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.cogs.options import autocomplete_competition, offer
from bot.services import why as service
from bot.ui.answering import Interaction, answer_question
from bot.ui.message import Message
from bot.ui.router import Press
from bot.ui.texts import why as texts

if TYPE_CHECKING:
    from bot.client import SkipperClient

Choices = list[app_commands.Choice[str]]


class WhyCog(commands.Cog):
    """Why somebody stands where they do."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps
        client.router.add(texts.PAGE, "anybody", 4, self._turn_page)

    @app_commands.command(
        name="why", description="Why a team or player stands where it does", extras={"who": "anybody"}
    )
    @app_commands.guild_only()
    @app_commands.describe(name="A team or a player; without it, your own team")
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def why(
        self,
        interaction: Interaction,
        name: app_commands.Range[str, 1, 200] | None = None,
        competition: str | None = None,
    ) -> None:
        """Explain it."""
        await answer_question(
            self.deps, interaction, lambda tx, asker: service.ask_why(tx, asker, competition, name), _show
        )

    @why.autocomplete("name")
    async def _names(self, interaction: Interaction, typed: str) -> Choices:
        return await offer(interaction, typed, service.list_why_choices)

    async def _turn_page(self, press: Press) -> None:
        competition, team, player, page = press.arguments
        number = int(page) if page.isascii() and page.isdigit() and len(page) < 4 else 1
        await answer_question(
            self.deps,
            press.interaction,
            lambda tx, asker: service.turn_page(tx, asker, competition, team, player, number),
            _show,
            is_in_place=True,
        )


def _show(why: service.Why) -> Message:
    team, player = why.named.team, why.named.player
    buttons = texts.page_buttons(
        why.snapshot.competition.id, team.id if team else None, player.id if player else None, why.page, len(why.pages)
    )
    return Message(texts.page_shown(why.pages, why.page), tuple(buttons))
