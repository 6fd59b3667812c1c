"""`/help`: what the asker can do now, with buttons that do the next thing."""

from functools import partial
from typing import TYPE_CHECKING, Any

from discord import app_commands
from discord.ext import commands

from bot.cogs.options import autocomplete_competition
from bot.services import help as service
from bot.ui.answering import Interaction, answer_question
from bot.ui.facts.help import Commands, HelpCommand
from bot.ui.router import Press
from bot.ui.steps import LABELS, RUN
from bot.ui.texts import help as texts
from bot.ui.wire import refuse_unknown

if TYPE_CHECKING:
    from bot.client import SkipperClient


class HelpCog(commands.Cog):
    """The one command that everybody has to know."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps
        self._tree = client.tree
        client.router.add(RUN, "anybody", 2, self._run)

    @app_commands.command(description="What you can do now, and the next step", extras={"who": "anybody"})
    @app_commands.guild_only()
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def help(self, interaction: Interaction, competition: str | None = None) -> None:
        """Show it."""
        await answer_question(
            self.deps,
            interaction,
            lambda tx, asker: service.show_help(tx, asker, competition),
            lambda found: texts.shown(found, self._list_commands()),
        )

    def _walk(self) -> dict[str, app_commands.Command[Any, ..., Any]]:
        walked = self._tree.walk_commands()
        return {c.qualified_name: c for c in walked if isinstance(c, app_commands.Command)}

    def _list_commands(self) -> Commands:
        return {
            name: HelpCommand(name, command.description, command.extras["who"])
            for name, command in self._walk().items()
        }

    async def _run(self, press: Press) -> None:
        """Do what the command does that the button stands for, which also sees to who may."""
        competition, name = press.arguments
        command = self._walk().get(name)
        if command is None or name not in (*LABELS, "help"):
            raise refuse_unknown(press.interaction)
        callback: Any = command.callback
        run = callback if command.binding is None else partial(callback, command.binding)
        await run(press.interaction, competition=competition)
