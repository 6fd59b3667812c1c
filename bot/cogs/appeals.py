"""`/appeal`: captains against offences of their teams, directors on those appeals."""

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.cogs.options import autocomplete_competition, offer
from bot.services import appeals as service
from bot.ui.answering import Interaction, answer_change, show_modal
from bot.ui.message import Message
from bot.ui.modals import appeals as forms
from bot.ui.router import Press
from bot.ui.texts import appeals as texts

if TYPE_CHECKING:
    from bot.client import SkipperClient

VERDICTS = [
    app_commands.Choice(name=texts.GRANT, value=service.GRANT),
    app_commands.Choice(name=texts.DENY, value=service.DENY),
]
Choices = list[app_commands.Choice[str]]


@app_commands.guild_only()
class AppealCog(commands.GroupCog, group_name="appeal", group_description="Appeals against offences"):
    """One appeal against each offence, decided once."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps
        super().__init__()
        client.router.add(service.DECIDE, "director", 3, self._open_form)
        client.router.add(forms.SUBMIT, "director", 3, self._submit_form)

    @app_commands.command(
        description="Say once why an offence of your team should be lifted", extras={"who": "captain"}
    )
    @app_commands.describe(offence="Its number", text="What speaks against it")
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def submit(
        self,
        interaction: Interaction,
        offence: str,
        text: app_commands.Range[str, 1, 1000],
        competition: str | None = None,
    ) -> None:
        """Appeal."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: service.submit_appeal(tx, asker, competition, offence, text),
            lambda done: Message(texts.appealed(done)),
        )

    @app_commands.command(description="Decide on an appeal", extras={"who": "director"})
    @app_commands.describe(offence="Its number", verdict="What becomes of the offence", reason="The captain reads it")
    @app_commands.choices(verdict=VERDICTS)
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def decide(
        self,
        interaction: Interaction,
        offence: str,
        verdict: str,
        reason: app_commands.Range[str, 1, 500],
        competition: str | None = None,
    ) -> None:
        """Decide on one."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: service.decide_appeal(tx, asker, competition, offence, verdict, reason),
            lambda done: Message(texts.decided(done)),
        )

    @submit.autocomplete("offence")
    async def _appealable(self, interaction: Interaction, typed: str) -> Choices:
        return await offer(interaction, typed, service.name_appealable)

    @decide.autocomplete("offence")
    async def _open(self, interaction: Interaction, typed: str) -> Choices:
        return await offer(interaction, typed, service.name_open_appeals)

    async def _open_form(self, press: Press) -> None:
        competition_id, offence_id, verdict = press.arguments
        await show_modal(
            self.deps,
            press.interaction,
            lambda tx, asker: service.read_open_appeal(tx, asker, competition_id, offence_id),
            lambda found: forms.verdict_form(found, verdict),
        )

    async def _submit_form(self, press: Press) -> None:
        competition_id, offence_id, verdict = press.arguments
        reason = press.fields.get(forms.REASON, "")
        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: service.decide_appeal(tx, asker, competition_id, offence_id, verdict, reason),
            lambda done: Message(texts.decided(done)),
        )
