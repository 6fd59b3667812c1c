"""The buttons at the table of a dodgeball game; `/match table` opens it."""

from typing import TYPE_CHECKING

from discord.ext import commands

from bot.services import game_table as service
from bot.services.dodgeball import MatchDone
from bot.ui import game_table_view as view
from bot.ui.answering import answer_change
from bot.ui.facts.game_table import TableView
from bot.ui.handlers import ask_with, change_with
from bot.ui.match_view import ask_belated
from bot.ui.message import Message
from bot.ui.router import Press
from bot.ui.texts.dodgeball import match_entered
from core.dodgeball.table import Kind

if TYPE_CHECKING:
    from bot.client import SkipperClient


class GameTableCog(commands.Cog):
    """What a referee notes; every answer takes the place of the last one."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = deps = client.deps
        add = client.router.add
        add(view.OPEN, "staff", 2, ask_with(deps, service.show_table, view.view_table, is_in_place=True))
        add(view.OUT, "staff", 4, ask_with(deps, service.ask_reason, view.ask_reason, is_in_place=True))
        add(view.NOTE, "staff", 5, change_with(deps, service.note, view.view_table, is_in_place=True))
        add(view.ENTER, "staff", 3, change_with(deps, service.enter_result, _say_entered, is_in_place=True))
        add(view.LINE_UP, "staff", 4, self._line_up)

    async def _line_up(self, press: Press) -> None:
        competition, match, mark, team = press.arguments
        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: service.note(tx, asker, competition, match, mark, Kind.LINE_UP, team, press.values),
            view.view_table,
            is_in_place=True,
        )


def _say_entered(done: TableView | service.Entered) -> Message:
    if isinstance(done, TableView):
        return view.view_table(done)
    return Message(match_entered(done.snapshot, done)) if isinstance(done, MatchDone) else ask_belated(done)
