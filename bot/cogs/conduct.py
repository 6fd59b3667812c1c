"""`/conduct`: offences, for staff."""

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.cogs.options import autocomplete_competition, autocomplete_player, autocomplete_team, offer
from bot.services import conduct as service
from bot.services.conduct_history import name_standing, show_history
from bot.services.conduct_notices import DECIDE, decide_buttons
from bot.ui.answering import Interaction, answer_change, answer_question
from bot.ui.conduct_view import RECORD, say_preview
from bot.ui.facts.conduct import OffencePreview, RecordedOffence
from bot.ui.handlers import change_with
from bot.ui.message import Message
from bot.ui.router import Press
from bot.ui.texts import conduct as texts
from bot.ui.texts import conduct_history as history_texts
from core.conduct import Decision, OffenceKind
from core.errors import NotFound
from core.scoring.event import get_events

if TYPE_CHECKING:
    from bot.client import SkipperClient

EVENTS = [app_commands.Choice(name=event.title, value=key) for key, event in get_events().items()]
Choices = list[app_commands.Choice[str]]


@app_commands.guild_only()
class ConductCog(commands.GroupCog, group_name="conduct", group_description="Warnings and ejections"):
    """What staff record, and what directors decide."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps
        super().__init__()
        client.router.add(RECORD, "staff", 2, change_with(self.deps, service.record_offence, _word_recorded))
        client.router.add(DECIDE, "director", 3, self._decide)

    @app_commands.command(description="Heavy trash talk: shows what follows, then counts", extras={"who": "staff"})
    @app_commands.describe(
        player="Type a name",
        event="During which event, if any: its rounds played until now can still be entered",
        note="What happened; staff alone see it",
    )
    @app_commands.choices(event=EVENTS)
    @app_commands.autocomplete(player=autocomplete_player, competition=autocomplete_competition)
    async def warn(
        self,
        interaction: Interaction,
        player: str,
        event: str | None = None,
        note: str | None = None,
        competition: str | None = None,
    ) -> None:
        """Preview a trash-talk offence."""
        await self._preview(interaction, OffenceKind.TRASH_TALK, player, event, note, competition)

    @app_commands.command(description="A thrown punch: ejected at once, after you confirm it", extras={"who": "staff"})
    @app_commands.describe(
        player="Type a name",
        event="During which event, if any: its rounds played until now can still be entered",
        note="What happened; staff alone see it",
    )
    @app_commands.choices(event=EVENTS)
    @app_commands.autocomplete(player=autocomplete_player, competition=autocomplete_competition)
    async def eject(
        self,
        interaction: Interaction,
        player: str,
        event: str | None = None,
        note: str | None = None,
        competition: str | None = None,
    ) -> None:
        """Preview an ejection for fighting."""
        await self._preview(interaction, OffenceKind.PUNCH, player, event, note, competition)

    @app_commands.command(
        name="team-eject", description="Decide on the ejection of a whole team", extras={"who": "director"}
    )
    @app_commands.describe(team="Type a name")
    @app_commands.autocomplete(team=autocomplete_team, competition=autocomplete_competition)
    async def team_eject(self, interaction: Interaction, team: str, competition: str | None = None) -> None:
        """Show what would follow, under the buttons that decide it."""
        await answer_question(
            self.deps,
            interaction,
            lambda tx, asker: service.preview_team_ejection(tx, asker, competition, team),
            lambda found: Message(texts.team_previewed(found), decide_buttons(found.competition, found.offence)),
        )

    @app_commands.command(description="Let an offence count as if it had not been", extras={"who": "director"})
    @app_commands.describe(offence="Its number", reason="Kept with the offence")
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def lift(
        self,
        interaction: Interaction,
        offence: str,
        reason: app_commands.Range[str, 1, 500],
        competition: str | None = None,
    ) -> None:
        """Lift an offence."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: service.lift_offence(tx, asker, competition, offence, reason),
            lambda done: Message(texts.lifted(done)),
        )

    @app_commands.command(description="What was recorded, and what it leads to", extras={"who": "staff"})
    @app_commands.describe(team="Only this team", player="Only this player")
    @app_commands.autocomplete(team=autocomplete_team, player=autocomplete_player, competition=autocomplete_competition)
    async def history(
        self,
        interaction: Interaction,
        team: str | None = None,
        player: str | None = None,
        competition: str | None = None,
    ) -> None:
        """Show the offences."""
        await answer_question(
            self.deps,
            interaction,
            lambda tx, asker: show_history(tx, asker, competition, team, player),
            lambda found: Message(history_texts.shown(found)),
        )

    @lift.autocomplete("offence")
    async def _offences(self, interaction: Interaction, typed: str) -> Choices:
        return await offer(interaction, typed, name_standing)

    async def _preview(
        self,
        interaction: Interaction,
        kind: OffenceKind,
        player: str,
        event: str | None,
        note: str | None,
        competition: str | None,
    ) -> None:
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: service.preview_offence(tx, asker, competition, kind, player, event, note),
            say_preview,
        )

    async def _decide(self, press: Press) -> None:
        competition_id, offence_id, decision = press.arguments
        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: service.decide_team_ejection(
                tx, asker, competition_id, offence_id, _read_decision(decision)
            ),
            lambda done: Message(texts.decided(done)),
        )


def _word_recorded(done: RecordedOffence | OffencePreview) -> Message:
    return say_preview(done) if isinstance(done, OffencePreview) else Message(texts.recorded(done))


def _read_decision(text: str) -> Decision:
    if text not in (Decision.CONFIRMED, Decision.DECLINED):
        raise NotFound(texts.UNKNOWN_DECISION)
    return Decision(text)
