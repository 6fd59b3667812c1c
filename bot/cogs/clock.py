"""`/clock`: the official clock, what begins when, and forfeits of teams that are late."""

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.cogs.options import autocomplete_competition, autocomplete_team
from bot.services import punctuality as service
from bot.ui.answering import Interaction, answer_change, answer_question
from bot.ui.facts.punctuality import ForfeitPreview
from bot.ui.handlers import change_with
from bot.ui.message import Button, Message, custom_id
from bot.ui.texts import punctuality as texts
from core.scoring.event import get_events, has_rounds

if TYPE_CHECKING:
    from bot.client import SkipperClient

FORFEIT = "clock-forfeit"
EVENTS = [app_commands.Choice(name=event.title, value=key) for key, event in get_events().items() if has_rounds(event)]


@app_commands.guild_only()
class ClockCog(commands.GroupCog, group_name="clock", group_description="The official clock: starts, and who is late"):
    """Play begins by one clock, and whoever is late forfeits that game or round."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps
        super().__init__()
        client.router.add(
            FORFEIT,
            "staff",
            2,
            change_with(self.deps, service.record_forfeit, lambda done: Message(texts.recorded(done))),
        )

    @app_commands.command(description="The official time, and what begins when", extras={"who": "anybody"})
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def show(self, interaction: Interaction, competition: str | None = None) -> None:
        """Show it."""
        await answer_question(
            self.deps,
            interaction,
            lambda tx, asker: service.show_clock(tx, asker, competition),
            lambda view: Message(texts.shown(view)),
        )

    @app_commands.command(description="Announce when a game or round officially begins", extras={"who": "staff"})
    @app_commands.describe(event="Which event", at="now, or a time such as 09:30", round="Which game or round")
    @app_commands.choices(event=EVENTS)
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def start(
        self,
        interaction: Interaction,
        event: str,
        at: app_commands.Range[str, 1, 40],
        round: app_commands.Range[int, 1, 3] = 1,  # noqa: A002 - the option's name
        competition: str | None = None,
    ) -> None:
        """Announce it."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: service.set_start(tx, asker, competition, event, round, at),
            lambda done: Message(texts.start_set(done)),
        )

    @app_commands.command(
        description="A team is late: shows what it forfeits, then records it", extras={"who": "staff"}
    )
    @app_commands.describe(event="Which event", team="Type a name", round="Which game or round")
    @app_commands.choices(event=EVENTS)
    @app_commands.autocomplete(team=autocomplete_team, competition=autocomplete_competition)
    async def late(
        self,
        interaction: Interaction,
        event: str,
        team: str,
        round: app_commands.Range[int, 1, 3] = 1,  # noqa: A002 - the option's name
        competition: str | None = None,
    ) -> None:
        """Preview a forfeit."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: service.preview_forfeit(tx, asker, competition, event, round, team),
            _say_preview,
        )


def _say_preview(found: ForfeitPreview) -> Message:
    record = Button(texts.RECORD, custom_id(FORFEIT, found.snapshot.competition.id, found.draft_id), "danger")
    return Message(texts.previewed(found), (record,))
