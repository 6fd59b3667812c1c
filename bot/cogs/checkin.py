"""`/checkin`: who is there on the day."""

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.cogs.options import autocomplete_competition, autocomplete_team
from bot.services import checkin as service
from bot.ui.answering import Interaction, answer_change, answer_question, to_asker
from bot.ui.departed import let_departed_be_followed
from bot.ui.message import Message
from bot.ui.router import Press
from bot.ui.texts import checkin as texts

if TYPE_CHECKING:
    from bot.client import SkipperClient


@app_commands.guild_only()
class CheckInCog(commands.GroupCog, group_name="checkin", group_description="Who is there on the day"):
    """The commands of captains for their team, and of staff for all."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps
        super().__init__()
        client.router.add(texts.PLAYER, "captain", 2, self._show_player)
        client.router.add(texts.TEAM, "captain", 3, self._show_team)
        client.router.add(texts.MARK, "captain", 4, self._mark)
        client.router.add(texts.EVERYBODY, "captain", 2, self._mark_everybody)
        client.router.add(texts.NUDGE, "staff", 2, self._nudge)

    @app_commands.command(name="team", description="Check a team in, player by player", extras={"who": "captain"})
    @app_commands.describe(team="Your own, unless staff name one")
    @app_commands.autocomplete(team=autocomplete_team, competition=autocomplete_competition)
    async def team(self, interaction: Interaction, team: str | None = None, competition: str | None = None) -> None:
        """Show a team's check-in."""
        await answer_question(
            self.deps,
            interaction,
            lambda tx, asker: service.show_check_in(tx, asker, competition, team),
            texts.team_shown,
        )

    @app_commands.command(name="missing", description="Who is not here yet", extras={"who": "staff"})
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def missing(self, interaction: Interaction, competition: str | None = None) -> None:
        """List who is missing."""
        await answer_question(
            self.deps,
            interaction,
            lambda tx, asker: service.list_missing(tx, asker, competition),
            texts.missing_shown,
        )

    @app_commands.command(name="sheet", description="The sign-in sheet, to print", extras={"who": "staff"})
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def sheet(self, interaction: Interaction, competition: str | None = None) -> None:
        """Export the sign-in sheet."""
        await answer_question(
            self.deps,
            interaction,
            lambda tx, asker: service.load_sign_in_sheet(tx, asker, competition),
            texts.sign_in_sheet,
        )

    async def _show_player(self, press: Press) -> None:
        competition, player = press.arguments
        await answer_question(
            self.deps,
            press.interaction,
            lambda tx, asker: service.show_player(tx, asker, competition, f"#{player}"),
            texts.player_shown,
            is_in_place=True,
        )

    async def _show_team(self, press: Press) -> None:
        competition, team, page = press.arguments
        number = int(page) if page.isascii() and page.isdigit() and len(page) < 5 else 1
        await answer_question(
            self.deps,
            press.interaction,
            lambda tx, asker: service.show_check_in(tx, asker, competition, f"#{team}", number),
            texts.team_shown,
            is_in_place=True,
        )

    async def _mark(self, press: Press) -> None:
        competition, player, mark, is_so = press.arguments
        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: service.mark_player(tx, asker, competition, f"#{player}", mark, is_so=is_so == "1"),
            texts.player_shown,
            is_in_place=True,
        )

    async def _mark_everybody(self, press: Press) -> None:
        competition, team = press.arguments
        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: service.mark_everybody(tx, asker, competition, f"#{team}"),
            texts.team_shown,
            is_in_place=True,
        )

    async def _nudge(self, press: Press) -> None:
        """Now it matters whether a captain is still here."""
        competition, list_number = press.arguments

        async def prepare() -> None:
            async with self.deps.database.reading() as tx:
                missing = await service.list_missing(tx, to_asker(press.interaction), competition)
            captain_ids = [team.captain_id for team, _players in missing.absent]
            await let_departed_be_followed(self.deps, press.interaction, competition, captain_ids)

        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: service.nudge_captains(tx, asker, competition, list_number),
            lambda missing: Message(texts.nudged(missing)),
            prepare,
        )
