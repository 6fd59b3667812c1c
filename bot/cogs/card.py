"""`/card`: cards that two keepers write; lanes and pairs for directors, rulings for whoever manages the event."""

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.cogs.options import autocomplete_competition, autocomplete_team
from bot.services import card_arrangement as arrangement
from bot.services import card_rulings as rulings
from bot.services import card_writing as writing
from bot.ui.answering import Interaction, answer_change, answer_question, show_modal
from bot.ui.card_view import (
    AGAIN,
    ARRANGE_AGAIN,
    CONFIRM,
    OPEN_RULING,
    RULE_AGAIN,
    VIEW,
    WRITE,
    say_arranged,
    say_arrangement,
    say_ruled,
    say_scoring,
    say_seen,
    say_written,
)
from bot.ui.handlers import ask_with, change_with, open_with
from bot.ui.modals import cards as forms
from bot.ui.router import Press
from bot.ui.texts import cards as texts
from core.cards import LAYOUTS
from core.scoring.event import get_event

if TYPE_CHECKING:
    from bot.client import SkipperClient

EVENTS = [app_commands.Choice(name=get_event(key).title, value=key) for key in LAYOUTS]
KEEPERS = [app_commands.Choice(name=name, value=value) for value, name in texts.KEEPERS.items()]
MODES = [app_commands.Choice(name=mode, value=mode) for mode in ("automatic", "by hand")]


@app_commands.guild_only()
class CardCog(commands.GroupCog, group_name="card", group_description="Cards that two keepers write"):
    """Who keeps which card, what they write, and what the event manager rules."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps
        super().__init__()
        client.router.add(forms.ARRANGE, "director", 2, self._arrange)
        client.router.add(
            ARRANGE_AGAIN, "director", 2, open_with(self.deps, arrangement.reopen_arrangement, forms.arrangement_form)
        )
        client.router.add(CONFIRM, "director", 2, change_with(self.deps, arrangement.confirm_arrangement, say_arranged))
        client.router.add(forms.ENTER, "captain", 3, self._enter)
        client.router.add(WRITE, "captain", 3, open_with(self.deps, writing.open_form, forms.card_form))
        client.router.add(AGAIN, "anybody", 2, open_with(self.deps, writing.reopen_form, forms.card_form))
        client.router.add(VIEW, "captain", 2, ask_with(self.deps, writing.see_card_of, say_seen))
        client.router.add(OPEN_RULING, "staff", 2, open_with(self.deps, rulings.open_ruling, forms.ruling_form))
        client.router.add(RULE_AGAIN, "staff", 2, open_with(self.deps, rulings.reopen_ruling, forms.ruling_form))
        client.router.add(forms.RULE, "staff", 3, self._rule)

    @app_commands.command(description="Bowling: which team plays on which lane", extras={"who": "director"})
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def lanes(self, interaction: Interaction, competition: str | None = None) -> None:
        """Open the form."""
        await self._open_arrangement(interaction, competition, "bowling")

    @app_commands.command(description="Golf: which teams play together", extras={"who": "director"})
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def pairs(self, interaction: Interaction, competition: str | None = None) -> None:
        """Open the form."""
        await self._open_arrangement(interaction, competition, "golf")

    @app_commands.command(description="Whether machines keep the score of an event", extras={"who": "director"})
    @app_commands.describe(event="Which event", mode="Automatic: teams enter nothing, staff alone do")
    @app_commands.choices(event=EVENTS, mode=MODES)
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def scoring(self, interaction: Interaction, event: str, mode: str, competition: str | None = None) -> None:
        """Set it."""
        is_automatic = mode == MODES[0].value
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: arrangement.set_scoring(tx, asker, competition, event, is_automatic),
            say_scoring,
        )

    @app_commands.command(description="Who keeps which card", extras={"who": "anybody"})
    @app_commands.describe(event="Which event")
    @app_commands.choices(event=EVENTS)
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def show(self, interaction: Interaction, event: str, competition: str | None = None) -> None:
        """List them."""
        await answer_question(
            self.deps,
            interaction,
            lambda tx, asker: arrangement.show_arrangement(tx, asker, competition, event),
            say_arrangement,
        )

    @app_commands.command(description="A card that you keep: what stands on it", extras={"who": "captain"})
    @app_commands.describe(event="Which event", team="Whose card")
    @app_commands.choices(event=EVENTS)
    @app_commands.autocomplete(team=autocomplete_team, competition=autocomplete_competition)
    async def view(self, interaction: Interaction, event: str, team: str, competition: str | None = None) -> None:
        """Show it."""
        await answer_question(
            self.deps,
            interaction,
            lambda tx, asker: writing.see_card(tx, asker, competition, event, team),
            say_seen,
        )

    @app_commands.command(description="Write a card that you keep", extras={"who": "captain"})
    @app_commands.describe(
        event="Which event", team="Whose card: your own, or the one that you keep too", keeper="For staff: who kept it"
    )
    @app_commands.choices(event=EVENTS, keeper=KEEPERS)
    @app_commands.autocomplete(team=autocomplete_team, competition=autocomplete_competition)
    async def enter(
        self,
        interaction: Interaction,
        event: str,
        team: str,
        keeper: str | None = None,
        competition: str | None = None,
    ) -> None:
        """Open its form."""
        await show_modal(
            self.deps,
            interaction,
            lambda tx, asker: writing.open_named_form(tx, asker, competition, event, team, keeper),
            forms.card_form,
        )

    @app_commands.command(description="Rule on a card that is disputed", extras={"who": "staff"})
    @app_commands.describe(event="Which event", team="Whose card")
    @app_commands.choices(event=EVENTS)
    @app_commands.autocomplete(team=autocomplete_team, competition=autocomplete_competition)
    async def rule(self, interaction: Interaction, event: str, team: str, competition: str | None = None) -> None:
        """Open the form of the ruling."""
        await show_modal(
            self.deps,
            interaction,
            lambda tx, asker: rulings.open_named_ruling(tx, asker, competition, event, team),
            forms.ruling_form,
        )

    async def _open_arrangement(self, interaction: Interaction, competition: str | None, event: str) -> None:
        await show_modal(
            self.deps,
            interaction,
            lambda tx, asker: arrangement.open_arrangement(tx, asker, competition, event),
            forms.arrangement_form,
        )

    async def _arrange(self, press: Press) -> None:
        competition, event = press.arguments
        text = press.fields.get(forms.TEXT, "")
        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: arrangement.preview_arrangement(tx, asker, competition, event, text),
            say_arranged,
        )

    async def _enter(self, press: Press) -> None:
        competition, card, author = press.arguments
        text = press.fields.get(forms.TEXT, "")
        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: writing.write_card(tx, asker, competition, card, author, text),
            say_written,
        )

    async def _rule(self, press: Press) -> None:
        competition, card, mark = press.arguments
        verdict, reason, text = (press.fields.get(name, "") for name in (forms.VERDICT, forms.REASON, forms.TEXT))
        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: rulings.rule_card(tx, asker, competition, card, mark, verdict, text, reason),
            say_ruled,
        )
