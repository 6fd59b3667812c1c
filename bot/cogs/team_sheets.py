"""A whole team's sheet: the form, what was understood, Confirm and Fix."""

from typing import TYPE_CHECKING

from discord.ext import commands

from bot.services import team_sheets as service
from bot.ui.answering import answer_change, show_modal
from bot.ui.desk_view import SHEET
from bot.ui.facts.desk import SheetEntered, SheetRead
from bot.ui.message import Button, Message, custom_id
from bot.ui.modals import desk as forms
from bot.ui.router import Press
from bot.ui.score_view import undo_button
from bot.ui.texts import team_sheets as texts

if TYPE_CHECKING:
    from bot.client import SkipperClient

CONFIRM, FIX = "desk-sheet-confirm", "desk-sheet-fix"


class TeamSheetCog(commands.Cog):
    """What stood on paper."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps
        client.router.add(SHEET, "staff", 3, self._open)
        client.router.add(forms.SHEET, "staff", 3, self._read)
        client.router.add(CONFIRM, "staff", 2, self._confirm)
        client.router.add(FIX, "staff", 2, self._fix)

    async def _open(self, press: Press) -> None:
        await show_modal(
            self.deps,
            press.interaction,
            lambda tx, asker: service.open_sheet(tx, asker, *press.arguments),
            forms.sheet_form,
        )

    async def _read(self, press: Press) -> None:
        competition, event, team = press.arguments
        text = press.fields.get(forms.TEXT, "")
        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: service.preview_sheet(tx, asker, competition, event, team, text),
            _say_read,
        )

    async def _confirm(self, press: Press) -> None:
        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: service.confirm_sheet(tx, asker, *press.arguments),
            _say,
            is_in_place=True,
        )

    async def _fix(self, press: Press) -> None:
        await show_modal(
            self.deps,
            press.interaction,
            lambda tx, asker: service.reopen_sheet(tx, asker, *press.arguments),
            forms.sheet_form,
        )


def _say(done: SheetEntered | SheetRead) -> Message:
    if isinstance(done, SheetRead):
        return _say_read(done)
    return Message(texts.entered(done), (undo_button(done.snapshot, done.sheet_id),))


def _say_read(sheet: SheetRead) -> Message:
    of = (sheet.snapshot.competition.id, sheet.draft_id)
    fix = Button(texts.FIX, custom_id(FIX, *of))
    confirm = Button(texts.CONFIRM, custom_id(CONFIRM, *of), "success")
    return Message(texts.read(sheet), (fix,) if sheet.faults else (confirm, fix))
