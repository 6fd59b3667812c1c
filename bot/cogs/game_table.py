"""The buttons at the table of a dodgeball game; `/match table` opens it."""

from typing import TYPE_CHECKING

from discord.ext import commands

from bot.services import game_table as service
from bot.services.dodgeball import MatchDone
from bot.ui import game_table_view as view
from bot.ui.answering import answer_change, answer_question
from bot.ui.facts.game_table import ReasonAsked, TableView
from bot.ui.message import Message
from bot.ui.router import Press
from bot.ui.texts.dodgeball import match_entered
from core.dodgeball.table import Kind

if TYPE_CHECKING:
    from bot.client import SkipperClient


class GameTableCog(commands.Cog):
    """What a referee notes."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps
        client.router.add(view.OPEN, "staff", 2, self._open)
        client.router.add(view.OUT, "staff", 4, self._ask_reason)
        client.router.add(view.NOTE, "staff", 5, self._note)
        client.router.add(view.LINE_UP, "staff", 4, self._line_up)
        client.router.add(view.ENTER, "staff", 3, self._enter)

    async def _open(self, press: Press) -> None:
        await answer_question(
            self.deps,
            press.interaction,
            lambda tx, asker: service.show_table(tx, asker, *press.arguments),
            view.view_table,
            is_in_place=True,
        )

    async def _ask_reason(self, press: Press) -> None:
        await answer_question(
            self.deps,
            press.interaction,
            lambda tx, asker: service.ask_reason(tx, asker, *press.arguments),
            _say_asked,
            is_in_place=True,
        )

    async def _note(self, press: Press) -> None:
        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: service.note(tx, asker, *press.arguments),
            view.view_table,
            is_in_place=True,
        )

    async def _line_up(self, press: Press) -> None:
        competition, match, mark, team = press.arguments
        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: service.note(tx, asker, competition, match, mark, Kind.LINE_UP, team, press.values),
            view.view_table,
            is_in_place=True,
        )

    async def _enter(self, press: Press) -> None:
        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: service.enter_result(tx, asker, *press.arguments),
            _say_entered,
            is_in_place=True,
        )


def _say_asked(found: TableView | ReasonAsked) -> Message:
    return view.view_table(found) if isinstance(found, TableView) else view.ask_reason(found)


def _say_entered(done: TableView | MatchDone) -> Message:
    return view.view_table(done) if isinstance(done, TableView) else Message(match_entered(done.snapshot, done))
