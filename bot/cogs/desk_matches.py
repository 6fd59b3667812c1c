"""A dodgeball match from the desk message: which one, who won, and a look before it counts."""

from typing import TYPE_CHECKING

from discord.ext import commands

from bot.services import desk_matches as service
from bot.services.belated_matches import BelatedAsked
from bot.services.dodgeball import MatchDone
from bot.ui import match_view as view
from bot.ui.answering import answer_change, answer_question
from bot.ui.desk_view import MATCH
from bot.ui.handlers import ask_with
from bot.ui.message import Message
from bot.ui.router import Press
from bot.ui.texts import dodgeball as texts

if TYPE_CHECKING:
    from bot.client import SkipperClient


class DeskMatchCog(commands.Cog):
    """Results of matches."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps
        client.router.add(MATCH, "staff", 1, ask_with(self.deps, service.list_matches, view.choose_match))
        client.router.add(view.CHOOSE, "staff", 1, self._choose)
        client.router.add(view.WON, "staff", 3, self._ask)
        client.router.add(view.ENTER, "staff", 3, self._enter)

    async def _choose(self, press: Press) -> None:
        (competition,) = press.arguments
        match = press.values[0] if press.values else ""
        await self._show(press, competition, match)

    async def _ask(self, press: Press) -> None:
        await self._show(press, *press.arguments)

    async def _show(self, press: Press, competition: str, match: str, games: str | None = None) -> None:
        await answer_question(
            self.deps,
            press.interaction,
            lambda tx, asker: service.view_match(tx, asker, competition, match, games),
            view.view_match,
            is_in_place=True,
        )

    async def _enter(self, press: Press) -> None:
        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: service.enter_match(tx, asker, *press.arguments),
            _say,
            is_in_place=True,
        )


def _say(done: MatchDone | BelatedAsked) -> Message:
    is_done = isinstance(done, MatchDone)
    return Message(texts.match_entered(done.snapshot, done)) if is_done else view.ask_belated(done)
