"""`/event`: an event as a whole, and everything as a file; closing is for its manager, the rest for directors."""

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.cogs.options import autocomplete_competition
from bot.services import closing
from bot.services import events as service
from bot.services.export import Export, export_results
from bot.ui.answering import Interaction, answer_change, answer_question
from bot.ui.facts.events import CancellationAsked, ClosingAsked, EventClosed
from bot.ui.facts.scores import EventCancelled
from bot.ui.message import Attachment, Button, Message, custom_id
from bot.ui.router import Press
from bot.ui.texts import closing as closing_texts
from bot.ui.texts import events as texts
from core.scoring.event import get_events

if TYPE_CHECKING:
    from bot.client import SkipperClient

EVENTS = [app_commands.Choice(name=event.title, value=key) for key, event in get_events().items()]
CONFIRM_CLOSING, CONFIRM_CANCELLATION = "event-close", "event-cancel"
Reason = app_commands.Range[str, 1, 300]


@app_commands.guild_only()
class EventCog(commands.GroupCog, group_name="event", group_description="An event as a whole"):
    """What directors and managers decide about an event."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps
        super().__init__()
        client.router.add(CONFIRM_CLOSING, "staff", 2, self._confirm_closing)
        client.router.add(CONFIRM_CANCELLATION, "director", 2, self._confirm_cancellation)

    @app_commands.command(description="End an event and announce its ranking", extras={"who": "staff"})
    @app_commands.describe(event="Which event")
    @app_commands.choices(event=EVENTS)
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def close(self, interaction: Interaction, event: str, competition: str | None = None) -> None:
        """Show what closing one would mean."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: closing.preview_closing(tx, asker, competition, event),
            _say_closing,
        )

    @app_commands.command(description="Let a closed event take scores again", extras={"who": "director"})
    @app_commands.describe(event="Which event", reason="Why; it is kept with the decision and announced")
    @app_commands.choices(event=EVENTS)
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def reopen(
        self, interaction: Interaction, event: str, reason: Reason, competition: str | None = None
    ) -> None:
        """Open one again."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: closing.reopen_event(tx, asker, competition, event, reason),
            lambda done: Message(closing_texts.reopened(done)),
        )

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
            lambda tx, asker: service.preview_cancelling(tx, asker, competition, event, reason),
            _say_cancellation,
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
            lambda tx, asker: service.preview_restoring(tx, asker, competition, event, reason),
            _say_cancellation,
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

    async def _confirm_closing(self, press: Press) -> None:
        competition, draft = press.arguments
        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: closing.confirm_closing(tx, asker, competition, draft),
            _say_closing,
        )

    async def _confirm_cancellation(self, press: Press) -> None:
        competition, draft = press.arguments
        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: service.confirm_cancellation(tx, asker, competition, draft),
            _say_cancellation,
        )


def _say_closing(done: EventClosed | ClosingAsked) -> Message:
    if isinstance(done, EventClosed):
        return Message(closing_texts.closed(done))
    confirm = custom_id(CONFIRM_CLOSING, done.preview.snapshot.competition.id, done.draft_id)
    return Message(closing_texts.asked(done), (Button(closing_texts.CONFIRM, confirm, "primary"),))


def _say_cancellation(done: EventCancelled | CancellationAsked) -> Message:
    if isinstance(done, EventCancelled):
        return Message(texts.decided(done))
    confirm = custom_id(CONFIRM_CANCELLATION, done.preview.snapshot.competition.id, done.draft_id)
    label = texts.CONFIRM_CANCELLING if done.preview.is_cancelled else texts.CONFIRM_RESTORING
    return Message(texts.asked(done), (Button(label, confirm, "danger" if done.preview.is_cancelled else "primary"),))


def _say_exported(export: Export) -> Message:
    return Message(
        texts.exported(export.snapshot.competition.name), attachments=(Attachment(export.name, export.data),)
    )
