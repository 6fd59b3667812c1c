"""`/settings`: the fee, the places, who may enter, how dates are written, and the grace."""

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.cogs.options import autocomplete_competition
from bot.services import competition_settings as service
from bot.ui.answering import Interaction, answer_change, answer_question
from bot.ui.message import Message
from bot.ui.texts import competition_settings as texts
from core.competition import DateStyle

if TYPE_CHECKING:
    from bot.client import SkipperClient

DATES = [app_commands.Choice(name=texts.DATE_STYLES[style], value=style.value) for style in DateStyle]


@app_commands.guild_only()
class SettingsCog(commands.GroupCog, group_name="settings", group_description="What a team pays, needs and may be"):
    """Everybody reads the settings, directors change them."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps
        super().__init__()

    @app_commands.command(description="Fee, places, ages, sizes of teams", extras={"who": "anybody"})
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def show(self, interaction: Interaction, competition: str | None = None) -> None:
        """Show them."""
        await answer_question(
            self.deps,
            interaction,
            lambda tx, asker: service.show_settings(tx, asker, competition),
            lambda view: Message(texts.shown(view)),
        )

    @app_commands.command(
        name="set", description="Set the fee, the places, ages and sizes of teams", extras={"who": "director"}
    )
    @app_commands.describe(
        fee="What a team pays, such as 80, or none",
        currency="Such as USD or EUR",
        places="How many teams get in, such as 12, or none for no limit",
        minimum_age="How old everybody is on the first day",
        fewest_players="Dodgeball: how many players a team has at least",
        most_players="Dodgeball: how many it has at most, or none",
        dates="How people here write a birth date",
        grace_seconds="How late a team may be before it forfeits a round",
    )
    @app_commands.choices(dates=DATES)
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def change(
        self,
        interaction: Interaction,
        fee: str | None = None,
        currency: str | None = None,
        places: str | None = None,
        minimum_age: app_commands.Range[int, 0, 99] | None = None,
        fewest_players: app_commands.Range[int, 4, 99] | None = None,
        most_players: str | None = None,
        dates: str | None = None,
        grace_seconds: app_commands.Range[int, 0, 3600] | None = None,
        competition: str | None = None,
    ) -> None:
        """Set one or more."""
        typed = service.TypedSettings(
            fee, currency, places, minimum_age, fewest_players, most_players, dates, grace_seconds
        )
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: service.set_settings(tx, asker, competition, typed),
            lambda done: Message(texts.changed(done)),
        )
