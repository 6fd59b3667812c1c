"""`/schedule`: when registration closes, rosters lock, check-in opens and play starts, and what reminds of it."""

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.cogs.options import autocomplete_competition
from bot.services import times as service
from bot.ui.answering import Interaction, answer_change, answer_question
from bot.ui.facts.announcements import Times
from bot.ui.message import Message
from bot.ui.texts import reminders as texts
from core.reminders import Deadline

if TYPE_CHECKING:
    from bot.client import SkipperClient


@app_commands.guild_only()
class ScheduleCog(commands.GroupCog, group_name="schedule", group_description="Deadlines, and reminders of them"):
    """Everybody reads the times, directors set them."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps
        super().__init__()

    @app_commands.command(description="The deadlines, and the reminders still to come", extras={"who": "anybody"})
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def show(self, interaction: Interaction, competition: str | None = None) -> None:
        """Show them."""
        await answer_question(
            self.deps, interaction, lambda tx, asker: service.show_times(tx, asker, competition), _word_times
        )

    @app_commands.command(
        name="set", description="Set deadlines, such as 2027-06-12 09:30, or none", extras={"who": "director"}
    )
    @app_commands.describe(
        registration_closes="When teams can register no longer",
        roster_lock="When captains can change rosters no longer",
        check_in_opens="When check-in opens",
        starts="When play starts",
        reminders="How long before each, such as 24h 1h 15m, or none",
    )
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def change(
        self,
        interaction: Interaction,
        registration_closes: str | None = None,
        roster_lock: str | None = None,
        check_in_opens: str | None = None,
        starts: str | None = None,
        reminders: str | None = None,
        competition: str | None = None,
    ) -> None:
        """Set one or more."""
        named = {
            Deadline.REGISTRATION: registration_closes,
            Deadline.ROSTER_LOCK: roster_lock,
            Deadline.CHECK_IN: check_in_opens,
            Deadline.START: starts,
        }
        times = {deadline: text for deadline, text in named.items() if text is not None}
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: service.set_times(tx, asker, competition, times, reminders),
            _word_times,
        )


def _word_times(found: Times) -> Message:
    return Message("\n".join(texts.times_lines(found)))
