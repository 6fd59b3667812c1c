"""`/team`: captains register and change their teams, everybody reads about them."""

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.cogs.options import autocomplete_competition, autocomplete_member, autocomplete_team
from bot.services import registration, roster, teams
from bot.ui.answering import Interaction, answer_change, answer_question, show_modal
from bot.ui.facts.teams import Registration, TeamsPage
from bot.ui.message import Button, Message, custom_id
from bot.ui.modals import registration as forms
from bot.ui.router import Press
from bot.ui.texts import registration as registration_texts
from bot.ui.texts import roster as roster_texts
from bot.ui.texts import teams as texts

if TYPE_CHECKING:
    from bot.client import SkipperClient

REOPEN, PAGE = "register-again", "teams"


@app_commands.guild_only()
class TeamCog(commands.GroupCog, group_name="team", group_description="Register a team, change it, read about teams"):
    """The commands of captains, and what everybody reads about teams."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps
        super().__init__()
        client.router.add(forms.SUBMIT, "anybody", 1, self._submit)
        client.router.add(REOPEN, "anybody", 1, lambda press: self._show_form(press.interaction, press.arguments[0]))
        client.router.add(PAGE, "anybody", 2, self._turn_page)

    @app_commands.command(name="register", description="Register your team", extras={"who": "anybody"})
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def register(self, interaction: Interaction, competition: str | None = None) -> None:
        """Open the form."""
        await self._show_form(interaction, competition)

    @app_commands.command(name="add", description="Let somebody join your team", extras={"who": "captain"})
    @app_commands.describe(
        name="The player's name",
        birth_date="Such as 2001-05-03; only you and directors see it",
        team="Directors name the team",
        reason="Directors give one after the roster lock",
    )
    @app_commands.autocomplete(team=autocomplete_team, competition=autocomplete_competition)
    async def add(
        self,
        interaction: Interaction,
        name: str,
        birth_date: str,
        team: str | None = None,
        reason: str | None = None,
        competition: str | None = None,
    ) -> None:
        """Add a player."""
        newcomer = roster.Newcomer(name, birth_date)
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: roster.add_player(tx, asker, competition, team, newcomer, reason),
            lambda change: Message(roster_texts.changed(change)),
        )

    @app_commands.command(name="remove", description="Take somebody out of your team", extras={"who": "captain"})
    @app_commands.describe(
        player="Who leaves", team="Directors name the team", reason="Directors give one after the roster lock"
    )
    @app_commands.autocomplete(player=autocomplete_member, team=autocomplete_team, competition=autocomplete_competition)
    async def remove(
        self,
        interaction: Interaction,
        player: str,
        team: str | None = None,
        reason: str | None = None,
        competition: str | None = None,
    ) -> None:
        """Remove a player."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: roster.remove_player(tx, asker, competition, team, player, reason),
            lambda change: Message(roster_texts.changed(change)),
        )

    @app_commands.command(name="swap", description="Exchange one player for another", extras={"who": "captain"})
    @app_commands.describe(
        leaving="Who leaves",
        name="The name of the new player",
        birth_date="Such as 2001-05-03; only you and directors see it",
        team="Directors name the team",
        reason="Directors give one after the roster lock",
    )
    @app_commands.autocomplete(
        leaving=autocomplete_member, team=autocomplete_team, competition=autocomplete_competition
    )
    async def swap(
        self,
        interaction: Interaction,
        leaving: str,
        name: str,
        birth_date: str,
        team: str | None = None,
        reason: str | None = None,
        competition: str | None = None,
    ) -> None:
        """Swap two players."""
        newcomer = roster.Newcomer(name, birth_date)
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: roster.swap_players(tx, asker, competition, team, leaving, newcomer, reason),
            lambda change: Message(roster_texts.changed(change)),
        )

    @app_commands.command(name="show", description="Who plays for a team", extras={"who": "anybody"})
    @app_commands.describe(team="Your own, unless you name one")
    @app_commands.autocomplete(team=autocomplete_team, competition=autocomplete_competition)
    async def show(self, interaction: Interaction, team: str | None = None, competition: str | None = None) -> None:
        """Show a team."""
        await answer_question(
            self.deps,
            interaction,
            lambda tx, asker: teams.show_team(tx, asker, competition, team),
            lambda view: Message(texts.shown(view)),
        )

    @app_commands.command(name="mine", description="Your team, and what it still needs", extras={"who": "captain"})
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def mine(self, interaction: Interaction, competition: str | None = None) -> None:
        """Show the asker's own team."""
        await answer_question(
            self.deps,
            interaction,
            lambda tx, asker: teams.show_own_team(tx, asker, competition),
            lambda view: Message(texts.shown_to_captain(view)),
        )

    @app_commands.command(name="list", description="All teams", extras={"who": "anybody"})
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def list_(self, interaction: Interaction, competition: str | None = None) -> None:
        """List the teams."""
        await self._list(interaction, competition, 1)

    async def _list(self, interaction: Interaction, competition: str | None, page: int) -> None:
        await answer_question(
            self.deps,
            interaction,
            lambda tx, asker: teams.list_teams(tx, asker, competition, page),
            _word_page,
        )

    async def _turn_page(self, press: Press) -> None:
        competition, page = press.arguments
        await self._list(press.interaction, competition, int(page) if page.isdecimal() and len(page) < 5 else 1)

    async def _show_form(self, interaction: Interaction, competition: str | None) -> None:
        await show_modal(
            self.deps,
            interaction,
            lambda tx, asker: registration.read_form(tx, asker, competition),
            lambda form: forms.registration_form(form.competition, form.draft),
        )

    async def _submit(self, press: Press) -> None:
        name, players = press.fields.get(forms.NAME, ""), press.fields.get(forms.PLAYERS, "")
        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: registration.register_team(tx, asker, press.arguments[0], name, players),
            _word_registration,
        )


def _word_registration(made: Registration) -> Message:
    if made.team is not None:
        return Message(registration_texts.registered(made, made.team.status))
    again = Button(registration_texts.CHANGE_FORM, custom_id(REOPEN, made.competition.id), "primary")
    return Message(registration_texts.not_registered(made), buttons=(again,))


def _word_page(shown: TeamsPage) -> Message:
    competition_id = shown.snapshot.competition.id
    buttons: list[Button] = []
    if shown.page > 1:
        buttons.append(Button(texts.PREVIOUS_PAGE, custom_id(PAGE, competition_id, shown.page - 1)))
    if shown.page < shown.pages:
        buttons.append(Button(texts.NEXT_PAGE, custom_id(PAGE, competition_id, shown.page + 1)))
    return Message(texts.listed(shown), buttons=tuple(buttons))
