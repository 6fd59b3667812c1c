"""`/team`: captains register and change their teams, everybody reads about them."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.cogs.options import autocomplete_competition, autocomplete_member, autocomplete_team
from bot.services import registration, roster, teams, waitlist, withdrawing
from bot.ui.answering import Interaction, answer_change, answer_question, show_modal
from bot.ui.facts.teams import TeamsPage
from bot.ui.message import Button, Message, custom_id
from bot.ui.modals import registration as forms
from bot.ui.router import Handler, Press
from bot.ui.texts import registration as registration_texts
from bot.ui.texts import roster as roster_texts
from bot.ui.texts import teams as texts
from bot.ui.texts import waitlist as waitlist_texts
from bot.ui.texts import withdrawing as withdrawing_texts

if TYPE_CHECKING:
    from bot.client import SkipperClient

PAGE = "teams"
CAPTAIN_NAME = "For staff: the captain's name, if the captain has no Discord account"


@app_commands.guild_only()
class TeamCog(commands.GroupCog, group_name="team", group_description="Register a team, change it, read about teams"):
    """The commands of captains, and what everybody reads about teams."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps
        super().__init__()
        client.router.add(forms.SUBMIT, "anybody", 1, self._submit)
        client.router.add(registration_texts.REOPEN, "anybody", 1, self._reopen)
        client.router.add(PAGE, "anybody", 2, self._turn_page)
        client.router.add(waitlist.TAKE, "captain", 2, _of_team(self._take_place))
        client.router.add(waitlist.GIVE_UP, "captain", 2, _of_team(self._ask_withdrawal))
        client.router.add(withdrawing_texts.CONFIRM, "captain", 3, self._withdraw)

    @app_commands.command(name="register", description="Register your team with one form", extras={"who": "anybody"})
    @app_commands.describe(captain_name=CAPTAIN_NAME)
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def register(
        self, interaction: Interaction, captain_name: str | None = None, competition: str | None = None
    ) -> None:
        """Open the form."""
        await self._show_form(interaction, competition, captain_name)

    @app_commands.command(name="start", description="Begin a team that is filled one by one", extras={"who": "anybody"})
    @app_commands.describe(name="Team name", captain_name=CAPTAIN_NAME)
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def start(
        self, interaction: Interaction, name: str, captain_name: str | None = None, competition: str | None = None
    ) -> None:
        """Found a team."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: registration.found_team(tx, asker, competition, name, captain_name),
            lambda made: Message(registration_texts.founded(made)),
        )

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
            roster_texts.answered,
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
            roster_texts.answered,
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
            roster_texts.answered,
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
            texts.mine,
        )

    @app_commands.command(name="list", description="All teams", extras={"who": "anybody"})
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def list_(self, interaction: Interaction, competition: str | None = None) -> None:
        """List the teams."""
        await self._list(interaction, competition, 1)

    @app_commands.command(name="leave", description="Leave the team that you play for", extras={"who": "anybody"})
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def leave(self, interaction: Interaction, competition: str | None = None) -> None:
        """Leave."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: withdrawing.leave_team(tx, asker, competition),
            lambda done: Message(withdrawing_texts.left(done)),
        )

    @app_commands.command(
        name="place", description="Take the place that is free for your team", extras={"who": "captain"}
    )
    @app_commands.autocomplete(team=autocomplete_team, competition=autocomplete_competition)
    async def place(self, interaction: Interaction, team: str | None = None, competition: str | None = None) -> None:
        """Take a free place."""
        await self._take_place(interaction, competition, team)

    @app_commands.command(
        name="withdraw", description="Take your team out of the competition", extras={"who": "captain"}
    )
    @app_commands.autocomplete(team=autocomplete_team, competition=autocomplete_competition)
    async def withdraw(self, interaction: Interaction, team: str | None = None, competition: str | None = None) -> None:
        """Ask before the team is withdrawn."""
        await self._ask_withdrawal(interaction, competition, team)

    async def _take_place(self, interaction: Interaction, competition: str | None, team: str | None) -> None:
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: waitlist.take_place(tx, asker, competition, team),
            lambda done: Message(waitlist_texts.taken(done)),
        )

    async def _ask_withdrawal(self, interaction: Interaction, competition: str | None, team: str | None) -> None:
        await answer_question(
            self.deps,
            interaction,
            lambda tx, asker: withdrawing.preview_withdrawal(tx, asker, competition, team),
            withdrawing_texts.asked,
        )

    async def _withdraw(self, press: Press) -> None:
        competition, team, status = press.arguments
        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: withdrawing.withdraw_team(tx, asker, competition, f"#{team}", status),
            lambda done: Message(withdrawing_texts.withdrawn(done)),
        )

    async def _list(
        self, interaction: Interaction, competition: str | None, page: int, *, is_in_place: bool = False
    ) -> None:
        await answer_question(
            self.deps,
            interaction,
            lambda tx, asker: teams.list_teams(tx, asker, competition, page),
            _word_page,
            is_in_place=is_in_place,
        )

    async def _turn_page(self, press: Press) -> None:
        competition, page = press.arguments
        number = int(page) if page.isdecimal() and len(page) < 5 else 1
        await self._list(press.interaction, competition, number, is_in_place=True)

    async def _show_form(
        self, interaction: Interaction, competition: str | None, captain_name: str | None = None
    ) -> None:
        await show_modal(
            self.deps,
            interaction,
            lambda tx, asker: registration.read_form(tx, asker, competition, captain_name),
            lambda form: forms.registration_form(form.competition, form.draft),
        )

    async def _reopen(self, press: Press) -> None:
        await self._show_form(press.interaction, press.arguments[0])

    async def _submit(self, press: Press) -> None:
        name, players = press.fields.get(forms.NAME, ""), press.fields.get(forms.PLAYERS, "")
        captain_name = press.fields.get(forms.CAPTAIN) or None
        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: registration.register_team(tx, asker, press.arguments[0], name, players, captain_name),
            registration_texts.answered,
        )


def _of_team(show: Callable[[Interaction, str | None, str | None], Awaitable[None]]) -> Handler:
    """A button that bears the ids of a competition and of a team."""
    return lambda press: show(press.interaction, press.arguments[0], f"#{press.arguments[1]}")


def _word_page(shown: TeamsPage) -> Message:
    competition_id = shown.snapshot.competition.id
    buttons: list[Button] = []
    if shown.page > 1:
        buttons.append(Button(texts.PREVIOUS_PAGE, custom_id(PAGE, competition_id, shown.page - 1)))
    if shown.page < shown.pages:
        buttons.append(Button(texts.NEXT_PAGE, custom_id(PAGE, competition_id, shown.page + 1)))
    return Message(texts.listed(shown), buttons=tuple(buttons))
