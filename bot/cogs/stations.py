"""The buttons of a station: who pitches, and the clock."""

from typing import TYPE_CHECKING

from discord.ext import commands

from bot.services import stations, timers
from bot.ui import station_view as view
from bot.ui.answering import answer_change, answer_question
from bot.ui.desk_view import STATION
from bot.ui.handlers import change_with
from bot.ui.message import Message
from bot.ui.router import Press
from bot.ui.texts import stations as texts
from core.scoring.event import get_event

if TYPE_CHECKING:
    from bot.client import SkipperClient


class StationCog(commands.Cog):
    """Timed rounds."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps
        client.router.add(STATION, "staff", 4, self._open)
        client.router.add(view.PITCH, "staff", 5, self._name_pitcher)
        client.router.add(view.START, "staff", 4, self._start)
        client.router.add(
            view.STOP,
            "staff",
            2,
            change_with(
                self.deps, timers.stop_clock, lambda event: Message(texts.stopped(get_event(event))), is_in_place=True
            ),
        )

    async def _open(self, press: Press) -> None:
        await answer_question(
            self.deps,
            press.interaction,
            lambda tx, asker: stations.open_station(tx, asker, *press.arguments),
            view.view_station,
        )

    async def _name_pitcher(self, press: Press) -> None:
        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: stations.name_pitcher(tx, asker, *press.arguments),
            view.view_station,
            is_in_place=True,
        )

    async def _start(self, press: Press) -> None:
        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: timers.start_timer(tx, asker, *press.arguments),
            view.view_clock,
            is_in_place=True,
        )
