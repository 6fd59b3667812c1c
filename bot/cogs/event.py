"""`/event`: an event as a whole, and everything as a file; closing is for its manager, the rest for directors."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.options import autocomplete_competition
from bot.services import closing, course, importing
from bot.services import events as service
from bot.services.export import Export, export_results
from bot.services.sheet_files import load_any_sheets
from bot.ui.answering import Interaction, answer_change, answer_question, to_asker
from bot.ui.facts.bracket_import import BracketEntered, BracketPlan
from bot.ui.facts.events import CancellationAsked, ClosingAsked, EventClosed, StrokeIndexAsked, StrokeIndexSet
from bot.ui.facts.importing import ImportDone, ImportPlan
from bot.ui.facts.scores import EventCancelled
from bot.ui.facts.sheet_files import MatchSheets, MatchTables
from bot.ui.handlers import change_with, open_with
from bot.ui.message import Attachment, Button, Message, custom_id
from bot.ui.modals.importing import reason_form
from bot.ui.router import Press
from bot.ui.texts import bracket_import as bracket_texts
from bot.ui.texts import closing as closing_texts
from bot.ui.texts import course as course_texts
from bot.ui.texts import events as texts
from bot.ui.texts import importing as import_texts
from bot.ui.texts import sheet_files as sheet_texts
from bot.ui.texts.match_files import blank_matches, match_files
from core.csv_table import MOST_BYTES, TableFault
from core.errors import RuleError
from core.scoring.event import get_events

if TYPE_CHECKING:
    from bot.client import SkipperClient

EVENTS = [app_commands.Choice(name=event.title, value=key) for key, event in get_events().items()]
CONFIRM_CLOSING, CONFIRM_CANCELLATION, CONFIRM_STROKE_INDEX = "event-close", "event-cancel", "event-stroke-index"
Reason = app_commands.Range[str, 1, 300]


@app_commands.guild_only()
class EventCog(commands.GroupCog, group_name="event", group_description="An event as a whole"):
    """What directors and managers decide about an event."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps
        super().__init__()
        client.router.add(CONFIRM_CLOSING, "staff", 2, change_with(self.deps, closing.confirm_closing, _say_closing))
        client.router.add(
            CONFIRM_CANCELLATION, "director", 2, change_with(self.deps, service.confirm_cancellation, _say_cancellation)
        )
        client.router.add(
            CONFIRM_STROKE_INDEX, "director", 2, change_with(self.deps, course.confirm_stroke_index, _say_stroke_index)
        )
        client.router.add(
            import_texts.CONFIRM, "director", 2, change_with(self.deps, importing.confirm_import, _word_import)
        )
        client.router.add(
            import_texts.REPLACE, "director", 2, open_with(self.deps, importing.read_replacing, reason_form)
        )
        client.router.add(import_texts.SUBMIT, "director", 2, self._replace)

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
    @app_commands.describe(
        holes="Eighteen numbers from the course's card, hole by hole; 1 is the hardest",
        reason="Why, where another one was entered before; it is kept with it",
    )
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def stroke_index(
        self,
        interaction: Interaction,
        holes: app_commands.Range[str, 1, 200],
        reason: Reason | None = None,
        competition: str | None = None,
    ) -> None:
        """Enter it."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: course.set_stroke_index(tx, asker, competition, holes, reason),
            _say_stroke_index,
        )

    @app_commands.command(description="Sheets with names, to print or to fill in", extras={"who": "staff"})
    @app_commands.describe(event="One event; without it, all of them")
    @app_commands.choices(event=EVENTS)
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def sheets(self, interaction: Interaction, event: str | None = None, competition: str | None = None) -> None:
        """Give blank sheets."""
        await answer_question(
            self.deps,
            interaction,
            lambda tx, asker: load_any_sheets(tx, asker, competition, event),
            lambda found: blank_matches(found) if isinstance(found, MatchSheets) else sheet_texts.blank_sheets(found),
        )

    @app_commands.command(description="All results as files", extras={"who": "director"})
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def export(self, interaction: Interaction, competition: str | None = None) -> None:
        """Export them."""
        await answer_question(
            self.deps,
            interaction,
            lambda tx, asker: export_results(tx, asker, competition),
            _say_exported,
        )

    @app_commands.command(
        name="import", description="Scores from a file; first you see what would come of it", extras={"who": "director"}
    )
    @app_commands.describe(file="A results file, score sheets from `/event sheets`, filled in, or a bracket file")
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def import_(self, interaction: Interaction, file: discord.Attachment, competition: str | None = None) -> None:
        """Show what a file would bring."""
        read: list[bytes] = []

        async def fetch() -> None:
            async with self.deps.database.reading() as tx:
                await importing.require_importer(tx, to_asker(interaction), competition)
            if file.size > MOST_BYTES:
                raise RuleError(import_texts.table_fault(TableFault.TOO_LARGE))
            read.append(await file.read())

        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: importing.preview_import(tx, asker, competition, read[0]),
            _word_import,
            prepare=fetch,
        )

    async def _replace(self, press: Press) -> None:
        competition, draft_id = press.arguments
        reason = press.fields.get(import_texts.REASON, "")
        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: importing.confirm_import(tx, asker, competition, draft_id, reason),
            _word_import,
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


def _say_stroke_index(done: StrokeIndexSet | StrokeIndexAsked) -> Message:
    if isinstance(done, StrokeIndexSet):
        return Message(course_texts.entered(done))
    confirm = custom_id(CONFIRM_STROKE_INDEX, done.snapshot.competition.id, done.draft_id)
    return Message(course_texts.asked(done), (Button(course_texts.CONFIRM, confirm, "primary"),))


def _word_import(done: ImportDone | ImportPlan | BracketEntered | BracketPlan) -> Message:
    match done:
        case BracketPlan():
            return bracket_texts.planned(done)
        case BracketEntered():
            return bracket_texts.brought_in(done)
        case ImportPlan():
            return import_texts.planned(done)
        case ImportDone():
            return import_texts.brought_in(done)


def _say_exported(export: Export) -> Message:
    tables = export.tables
    others = match_files(tables) if isinstance(tables, MatchTables) else sheet_texts.result_files(tables)
    files = others if export.data is None else (Attachment(export.name, export.data), *others)
    text = texts.exported(export.snapshot.competition.name, export.name, export.fault)
    return Message(text, attachments=files)
