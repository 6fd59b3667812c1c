"""`/announce`: directors speak to everybody, to captains, to a team or to an event's teams."""

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.cogs.options import autocomplete_competition, autocomplete_team, offer
from bot.services import announcement_drafts as drafts
from bot.services import announcements as service
from bot.ui.answering import Interaction, answer_change, answer_question, show_modal
from bot.ui.facts.announcements import AnnouncementPreview
from bot.ui.handlers import change_with, open_with
from bot.ui.message import Button, Message, custom_id
from bot.ui.modals import announcements as forms
from bot.ui.router import Press
from bot.ui.texts import announcements as texts
from core.scoring.event import get_events

if TYPE_CHECKING:
    from bot.client import SkipperClient

CONFIRM, CHANGE = "announce-confirm", "announce-change"
EVENTS = [app_commands.Choice(name=event.title, value=key) for key, event in get_events().items()]
AUDIENCES = [
    app_commands.Choice(name="Everybody (nobody is mentioned)", value="all"),
    app_commands.Choice(name="All captains", value="captains"),
    app_commands.Choice(name="The captain of one team", value="team"),
    app_commands.Choice(name="The captains of an event's teams", value="event"),
]


@app_commands.guild_only()
class AnnounceCog(commands.GroupCog, group_name="announce", group_description="Announcements, now or at a time"):
    """Writing, editing, and what became of them."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps
        super().__init__()
        client.router.add(forms.WRITE, "director", 5, self._preview)
        client.router.add(
            CONFIRM,
            "director",
            2,
            change_with(self.deps, service.confirm_announcement, lambda done: Message(texts.accepted(done))),
        )
        client.router.add(CHANGE, "director", 2, open_with(self.deps, drafts.read_form_again, forms.announcement_form))
        client.router.add(forms.EDIT, "director", 3, self._edit)

    @app_commands.command(description="Write an announcement; you see it before it is sent", extras={"who": "director"})
    @app_commands.describe(
        to="Whom it is for",
        team="For one team",
        event="For an event's teams",
        at="Such as 2027-06-12 09:30; left out: at once",
        late_hours="Drop it if it could only be sent later than this; 3 unless you name it",
    )
    @app_commands.choices(to=AUDIENCES, event=EVENTS)
    @app_commands.autocomplete(team=autocomplete_team, competition=autocomplete_competition)
    async def new(
        self,
        interaction: Interaction,
        to: str,
        team: str | None = None,
        event: str | None = None,
        at: str | None = None,
        late_hours: app_commands.Range[int, 0, 72] = drafts.DEFAULT_LATE_HOURS,
        competition: str | None = None,
    ) -> None:
        """Open the form."""
        await show_modal(
            self.deps,
            interaction,
            lambda tx, asker: drafts.read_form(tx, asker, competition, to, team, event, at, late_hours),
            forms.announcement_form,
        )

    @app_commands.command(name="list", description="All announcements", extras={"who": "director"})
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def show(self, interaction: Interaction, competition: str | None = None) -> None:
        """List them."""
        await answer_question(
            self.deps,
            interaction,
            lambda tx, asker: service.list_announcements(tx, asker, competition),
            lambda found: Message("\n".join(texts.listed_lines(found))),
        )

    @app_commands.command(description="Let an announcement say something else", extras={"who": "director"})
    @app_commands.describe(announcement="Its number")
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def edit(self, interaction: Interaction, announcement: str, competition: str | None = None) -> None:
        """Open the form."""
        await show_modal(
            self.deps,
            interaction,
            lambda tx, asker: service.read_edit_form(tx, asker, competition, announcement),
            forms.edit_form,
        )

    @app_commands.command(description="Cancel an announcement that waits for its time", extras={"who": "director"})
    @app_commands.describe(announcement="Its number")
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def cancel(self, interaction: Interaction, announcement: str, competition: str | None = None) -> None:
        """Cancel one."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: service.cancel_announcement(tx, asker, competition, announcement),
            lambda done: Message(texts.cancelled(done)),
        )

    @app_commands.command(description="Whom an announcement reached", extras={"who": "director"})
    @app_commands.describe(announcement="Its number")
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def report(self, interaction: Interaction, announcement: str, competition: str | None = None) -> None:
        """Show what became of its posts."""
        await answer_question(
            self.deps,
            interaction,
            lambda tx, asker: service.report_delivery(tx, asker, competition, announcement),
            lambda found: Message("\n".join(texts.report_lines(found))),
        )

    @edit.autocomplete("announcement")
    @cancel.autocomplete("announcement")
    @report.autocomplete("announcement")
    async def _announcements(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await offer(interaction, typed, service.name_announcements)

    async def _preview(self, press: Press) -> None:
        competition_id, audience, whom, due, late_limit = press.arguments
        text = press.fields.get(forms.TEXT, "")
        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: drafts.preview_announcement(
                tx, asker, competition_id, audience, whom, due, late_limit, text
            ),
            _word_preview,
        )

    async def _edit(self, press: Press) -> None:
        competition_id, announcement_id, seen = press.arguments
        text = press.fields.get(forms.TEXT, "")
        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: service.edit_announcement(tx, asker, competition_id, announcement_id, seen, text),
            lambda done: Message(texts.edited(done)),
        )


def _word_preview(found: AnnouncementPreview) -> Message:
    ids = found.competition.id, found.draft_id
    confirm = texts.SEND if found.due_at is None else texts.SCHEDULE
    return Message(
        texts.previewed(found),
        (
            Button(confirm, custom_id(CONFIRM, *ids), "success"),
            Button(texts.CHANGE, custom_id(CHANGE, *ids)),
        ),
    )
