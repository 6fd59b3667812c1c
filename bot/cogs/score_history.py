"""`/score history`: every revision of rounds, for staff, page by page."""

from typing import TYPE_CHECKING, Any

from discord import app_commands
from discord.ext import commands

from bot.cogs.options import autocomplete_competition, autocomplete_player, autocomplete_team
from bot.services.score_history import HistoryAsked, read_history
from bot.ui.answering import Interaction, answer_question
from bot.ui.facts.score_history import ScoreHistory
from bot.ui.message import Button, Message, custom_id
from bot.ui.router import Press
from bot.ui.texts import score_history as texts
from core.scoring.event import get_events

if TYPE_CHECKING:
    from bot.client import SkipperClient

PAGE = "score-history"
ALL = "-"
EVENTS = [app_commands.Choice(name=event.title, value=key) for key, event in get_events().items()]


class ScoreHistoryCog(commands.Cog):
    """One more command of the group of `/score`, which is loaded before."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps
        client.router.add(PAGE, "staff", 5, self._turn_page)
        group = client.tree.get_command("score")
        assert isinstance(group, app_commands.Group), "the commands of /score are loaded before their history"
        group.add_command(self._history_command())

    def _history_command(self) -> app_commands.Command[Any, ..., None]:
        @app_commands.describe(event="One event", player="One player", team="One team with its players")
        @app_commands.choices(event=EVENTS)
        @app_commands.autocomplete(
            player=autocomplete_player, team=autocomplete_team, competition=autocomplete_competition
        )
        async def history(
            interaction: Interaction,
            event: str | None = None,
            player: str | None = None,
            team: str | None = None,
            competition: str | None = None,
        ) -> None:
            await self._show(interaction, competition, HistoryAsked(event, player, team), 1)

        return app_commands.Command(
            name="history",
            description="Who entered what, when and why",
            callback=history,
            extras={"who": "staff"},
        )

    async def _turn_page(self, press: Press) -> None:
        competition, event, player, team, page = press.arguments
        asked = HistoryAsked(*(None if value == ALL else value for value in (event, player, team)))
        number = int(page) if page.isascii() and page.isdigit() and len(page) < 5 else 1
        await self._show(press.interaction, competition, asked, number)

    async def _show(self, interaction: Interaction, competition: str | None, asked: HistoryAsked, page: int) -> None:
        await answer_question(
            self.deps,
            interaction,
            lambda tx, asker: read_history(tx, asker, competition, asked),
            lambda history: _word_page(history, page),
            is_in_place=True,
        )


def _word_page(history: ScoreHistory, wanted: int) -> Message:
    found = texts.pages(history)
    page = min(max(wanted, 1), len(found))
    around = ((texts.PREVIOUS_PAGE, page - 1), (texts.NEXT_PAGE, page + 1))
    buttons = (Button(label, _page_id(history, number)) for label, number in around if 1 <= number <= len(found))
    return Message(found[page - 1], tuple(buttons))


def _page_id(history: ScoreHistory, page: int) -> str:
    event = ALL if history.event is None else history.event.key
    player = ALL if history.player is None else f"#{history.player.id}"
    team = ALL if history.team is None else f"#{history.team.id}"
    return custom_id(PAGE, history.snapshot.competition.id, event, player, team, page)
