"""`/blinds`: the clock of the blinds in hold'em."""

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.cogs.options import autocomplete_competition
from bot.services import blinds as service
from bot.ui.answering import Interaction, answer_change, answer_question
from bot.ui.blinds_view import PRESS, say_pressed
from bot.ui.message import Message
from bot.ui.router import Press
from bot.ui.texts import blinds as texts
from core.holdem import blinds as rules

if TYPE_CHECKING:
    from bot.client import SkipperClient


@app_commands.guild_only()
class BlindsCog(commands.GroupCog, group_name="blinds", group_description="Hold'em: the clock of the blinds"):
    """Levels follow each other by themselves; staff stop the clock for breaks and disputes."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps
        super().__init__()
        client.router.add(PRESS, "staff", 3, self._press_button)

    @app_commands.command(description="The level, how long it holds, and the whole list", extras={"who": "anybody"})
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def show(self, interaction: Interaction, competition: str | None = None) -> None:
        """Show it."""
        await answer_question(
            self.deps,
            interaction,
            lambda tx, asker: service.show_blinds(tx, asker, competition),
            lambda view: Message(texts.listed(view)),
        )

    @app_commands.command(description="Start the clock with the first hand", extras={"who": "staff"})
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def start(self, interaction: Interaction, competition: str | None = None) -> None:
        """Start it."""
        await answer_change(
            self.deps, interaction, lambda tx, asker: service.start_clock(tx, asker, competition), say_pressed
        )

    @app_commands.command(description="Stop the clock for a break or a dispute", extras={"who": "staff"})
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def pause(self, interaction: Interaction, competition: str | None = None) -> None:
        """Pause it."""
        await self._press(interaction, competition, rules.Press.PAUSE)

    @app_commands.command(description="Let the clock go on after a break", extras={"who": "staff"})
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def resume(self, interaction: Interaction, competition: str | None = None) -> None:
        """Let it go on."""
        await self._press(interaction, competition, rules.Press.RESUME)

    @app_commands.command(
        description="Change a level that lies ahead, so that it ends in time", extras={"who": "director"}
    )
    @app_commands.describe(
        level="Its number in the list of /blinds show",
        small="The small blind; the big one is twice as much",
        minutes="How long it holds",
    )
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def change(
        self,
        interaction: Interaction,
        level: app_commands.Range[int, 1, 30],
        small: app_commands.Range[int, 1, 1_000_000] | None = None,
        minutes: app_commands.Range[int, 1, 120] | None = None,
        competition: str | None = None,
    ) -> None:
        """Change the structure."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: service.change_level(tx, asker, competition, level, small, minutes),
            lambda done: Message(texts.changed(done)),
        )

    @app_commands.command(description="End the clock, to start it anew", extras={"who": "director"})
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def stop(self, interaction: Interaction, competition: str | None = None) -> None:
        """Stop it."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: service.stop_clock(tx, asker, competition),
            lambda _: Message(texts.STOPPED),
        )

    async def _press_button(self, press: Press) -> None:
        competition, pressed, mark = press.arguments
        await self._press(press.interaction, competition, pressed, mark)

    async def _press(
        self, interaction: Interaction, competition: str | None, press: str, mark: str | None = None
    ) -> None:
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: service.press_clock(tx, asker, competition, press, mark),
            say_pressed,
        )
