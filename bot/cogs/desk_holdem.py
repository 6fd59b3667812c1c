"""Hold'em from the desk message: who went out counts at once, and who took the chips is noted afterwards."""

from typing import TYPE_CHECKING

from discord.ext import commands

from bot.services import holdem as service
from bot.ui.answering import answer_change
from bot.ui.holdem_view import OUT, say_out
from bot.ui.room_view import BY
from bot.ui.router import Press

if TYPE_CHECKING:
    from bot.client import SkipperClient


class DeskHoldemCog(commands.Cog):
    """Eliminations, as the tables report them."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps
        client.router.add(OUT, "staff", 2, self._put_out)
        client.router.add(BY, "staff", 3, self._note_victor)

    async def _put_out(self, press: Press) -> None:
        competition, _ = press.arguments

        named = press.values[0] if press.values else ""
        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: service.put_out(tx, asker, competition, named),
            say_out,
            is_in_place=True,
        )

    async def _note_victor(self, press: Press) -> None:
        competition, loser, sheet = press.arguments
        named = press.values[0] if press.values else ""
        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: service.note_victor(tx, asker, competition, loser, named, sheet),
            say_out,
            is_in_place=True,
        )
