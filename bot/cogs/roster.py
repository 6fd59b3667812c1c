"""`/roster`: all rosters as files."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.options import autocomplete_competition
from bot.services import roster_files as service
from bot.services.held_files import HeldFiles
from bot.ui.answering import Interaction, answer, answer_change, answer_question, to_asker
from bot.ui.message import Message
from bot.ui.router import Press
from bot.ui.texts import roster_files as texts
from core.errors import RuleError
from core.roster_table import MOST_BYTES, TableFault

if TYPE_CHECKING:
    from bot.client import SkipperClient


@app_commands.guild_only()
class RosterCog(commands.GroupCog, group_name="roster", group_description="Rosters as files"):
    """The commands of directors and staff about files."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps
        self._held = HeldFiles()
        super().__init__()
        client.router.add(texts.CONFIRM, "director", 2, self._confirm)

    @app_commands.command(
        name="import",
        description="Register many teams from a CSV file; first it is only checked",
        extras={"who": "director"},
    )
    @app_commands.describe(file="Headings: Team, Player, Birth date, and Captain if you like")
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def import_(self, interaction: Interaction, file: discord.Attachment, competition: str | None = None) -> None:
        """Check a file, and offer to register what is in it."""

        async def work() -> Message:
            asker = to_asker(interaction)
            async with self.deps.database.reading() as tx:
                await service.require_importer(tx, asker, competition)
            if file.size > MOST_BYTES:
                raise RuleError(texts.table_fault(TableFault.TOO_LARGE))
            data = await file.read()
            async with self.deps.database.transaction() as tx:
                plan = await service.preview_import(tx, asker, competition, data, self._held)
            return texts.imported(plan)

        await answer(self.deps, interaction, work)

    async def _confirm(self, press: Press) -> None:
        competition, key = press.arguments
        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: service.confirm_import(tx, asker, competition, key, self._held),
            texts.imported,
            is_in_place=True,
        )

    @app_commands.command(name="export", description="All rosters as a CSV file", extras={"who": "staff"})
    @app_commands.describe(birth_dates="For directors: with birth dates")
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def export(self, interaction: Interaction, birth_dates: bool = False, competition: str | None = None) -> None:
        """Export all rosters."""
        await answer_question(
            self.deps,
            interaction,
            lambda tx, asker: service.export_rosters(tx, asker, competition, with_birth_dates=birth_dates),
            texts.exported,
        )
