"""`/event` and `/export`: an event as a whole, and everything as a file; for directors."""

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.cogs.options import autocomplete_competition
from bot.services import events as service
from bot.services.export import Export, export_results
from bot.ui.answering import Interaction, answer_change, answer_question
from bot.ui.message import Attachment, Message
from bot.ui.texts import events as texts
from core.scoring.event import get_events

if TYPE_CHECKING:
    from bot.client import SkipperClient

EVENTS = [app_commands.Choice(name=event.title, value=key) for key, event in get_events().items()]
Reason = app_commands.Range[str, 1, 300]


@app_commands.guild_only()
class EventCog(commands.GroupCog, group_name="event", group_description="An event as a whole"):
    """What directors decide about an event."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps
        super().__init__()

    @app_commands.command(description="Cancel an event because of the weather", extras={"who": "director"})
    @app_commands.describe(event="Which event", reason="Why; it is kept with the decision")
    @app_commands.choices(event=EVENTS)
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def cancel(
        self, interaction: Interaction, event: str, reason: Reason, competition: str | None = None
    ) -> None:
        """Void one."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: service.cancel_event(tx, asker, competition, event, reason),
            lambda done: Message(texts.decided(done)),
        )

    @app_commands.command(description="Let a cancelled event count again", extras={"who": "director"})
    @app_commands.describe(event="Which event", reason="Why; it is kept with the decision")
    @app_commands.choices(event=EVENTS)
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def restore(
        self, interaction: Interaction, event: str, reason: Reason, competition: str | None = None
    ) -> None:
        """Restore one."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: service.restore_event(tx, asker, competition, event, reason),
            lambda done: Message(texts.decided(done)),
        )

    @app_commands.command(
        name="stroke-index", description="Golf: how hard each hole is, for tie-breaks", extras={"who": "director"}
    )
    @app_commands.describe(holes="Eighteen numbers from the course's card, hole by hole; 1 is the hardest")
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def stroke_index(
        self, interaction: Interaction, holes: app_commands.Range[str, 1, 200], competition: str | None = None
    ) -> None:
        """Enter it."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: service.set_stroke_index(tx, asker, competition, holes),
            lambda snapshot: Message(texts.stroke_index_set(snapshot.competition.name)),
        )

    @app_commands.command(description="All results as a file", extras={"who": "director"})
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def export(self, interaction: Interaction, competition: str | None = None) -> None:
        """Export them."""
        await answer_question(
            self.deps,
            interaction,
            lambda tx, asker: export_results(tx, asker, competition),
            _say_exported,
        )


def _say_exported(export: Export) -> Message:
    return Message(
        texts.exported(export.snapshot.competition.name), attachments=(Attachment(export.name, export.data),)
    )
