"""`/player`: who joins and which account they are, for captains; exceptions and bans, for directors."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.options import (
    autocomplete_competition,
    autocomplete_member,
    autocomplete_player,
    autocomplete_team,
    offer,
    require_person,
)
from bot.services import eligibility, invitations, linking
from bot.ui.answering import Interaction, answer_change, show_modal
from bot.ui.facts.teams import Linked
from bot.ui.handlers import change_with
from bot.ui.message import Button, Message, custom_id
from bot.ui.modals import members as forms
from bot.ui.router import Press
from bot.ui.steps import run_button
from bot.ui.texts import eligibility as texts
from bot.ui.texts import linking as linking_texts
from bot.ui.texts import teams as team_texts

if TYPE_CHECKING:
    from bot.client import SkipperClient

LINK_MORE = "link-more"
Reason = app_commands.Range[str, 1, eligibility.LONGEST_REASON]


@app_commands.guild_only()
class PlayerCog(commands.GroupCog, group_name="player", group_description="Invite and link players; exceptions, bans"):
    """The commands about single people."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps
        super().__init__()
        client.router.add(forms.LINK, "captain", 2, self._link)
        client.router.add(LINK_MORE, "captain", 2, self._link_more)
        client.router.add(linking.AGAIN, "captain", 3, self._link_again)
        client.router.add(invitations.ANSWER, "anybody", 2, self._answer)
        client.router.add(forms.JOIN, "anybody", 2, self._join)
        client.router.add(
            invitations.DECLINE,
            "anybody",
            2,
            change_with(self.deps, invitations.decline_invitation, lambda view: Message(linking_texts.declined(view))),
        )
        client.router.add(team_texts.TAKE_BACK, "captain", 3, self._take_back)

    @app_commands.command(name="invite", description="Ask members to play for your team", extras={"who": "captain"})
    @app_commands.describe(
        member="Is asked in this channel, and enters the birth date alone", team="Staff and directors name the team"
    )
    @app_commands.autocomplete(team=autocomplete_team, competition=autocomplete_competition)
    async def invite(
        self,
        interaction: Interaction,
        member: discord.User,
        second: discord.User | None = None,
        third: discord.User | None = None,
        fourth: discord.User | None = None,
        team: str | None = None,
        competition: str | None = None,
    ) -> None:
        """Invite members."""
        users = [user for user in (member, second, third, fourth) if user is not None]
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: invitations.invite_members(
                tx, asker, competition, team, [require_person(user) for user in users]
            ),
            lambda done: Message(linking_texts.invited(done)),
        )

    @app_commands.command(name="link", description="Say which accounts your players are", extras={"who": "captain"})
    @app_commands.describe(player="One player; else the next five", team="Staff and directors name the team")
    @app_commands.autocomplete(player=autocomplete_member, team=autocomplete_team, competition=autocomplete_competition)
    async def link(
        self,
        interaction: Interaction,
        player: str | None = None,
        team: str | None = None,
        competition: str | None = None,
    ) -> None:
        """Open the form of accounts."""
        await self._show_links(interaction, competition, team, player)

    @app_commands.command(name="except", description="Let somebody play who is too young", extras={"who": "director"})
    @app_commands.describe(
        reason="Staff see it beside the name",
        player="Somebody who is entered already",
        name="Else the name, as the captain will enter it",
        birth_date="And the birth date, such as 2001-05-03",
    )
    @app_commands.autocomplete(player=autocomplete_player, competition=autocomplete_competition)
    async def except_(
        self,
        interaction: Interaction,
        reason: Reason,
        player: str | None = None,
        name: str | None = None,
        birth_date: str | None = None,
        competition: str | None = None,
    ) -> None:
        """Grant an exception."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: eligibility.grant_exception(tx, asker, competition, player, name, birth_date, reason),
            lambda done: Message(texts.excused(done)),
        )

    @app_commands.command(name="ban", description="Keep somebody out of a competition", extras={"who": "director"})
    @app_commands.describe(
        reason="Directors see it in the list of bans",
        player="Somebody who is entered: leaves the team at once",
        member="Or a Discord account",
    )
    @app_commands.autocomplete(player=autocomplete_player, competition=autocomplete_competition)
    async def ban(
        self,
        interaction: Interaction,
        reason: Reason,
        player: str | None = None,
        member: discord.User | None = None,
        competition: str | None = None,
    ) -> None:
        """Ban a player or an account."""
        user_id = member.id if member is not None else None
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: eligibility.ban_player(tx, asker, competition, player, user_id, reason),
            lambda done: Message(texts.banned(done)),
        )

    @app_commands.command(name="unban", description="Lift a ban", extras={"who": "director"})
    @app_commands.describe(ban="Choose one from the list")
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def unban(self, interaction: Interaction, ban: str, competition: str | None = None) -> None:
        """Lift a ban."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: eligibility.lift_ban(tx, asker, competition, ban),
            lambda lifted: Message(texts.unbanned(lifted)),
        )

    @unban.autocomplete("ban")
    async def _bans(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await offer(interaction, typed, eligibility.list_ban_choices)

    async def _show_links(
        self, interaction: Interaction, competition: str | None, team: str | None, player: str | None = None
    ) -> None:
        await show_modal(
            self.deps,
            interaction,
            lambda tx, asker: linking.read_links(tx, asker, competition, team, player),
            forms.link_form,
        )

    async def _link(self, press: Press) -> None:
        competition, team = press.arguments
        chosen = {player: _read_id(text) for player, text in press.fields.items()}
        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: linking.link_players(tx, asker, competition, f"#{team}", chosen),
            _word_links,
        )

    async def _link_more(self, press: Press) -> None:
        competition, team = press.arguments
        await self._show_links(press.interaction, competition, f"#{team}")

    async def _link_again(self, press: Press) -> None:
        competition, team, players = press.arguments
        await show_modal(
            self.deps,
            press.interaction,
            lambda tx, asker: linking.read_links_again(tx, asker, competition, f"#{team}", players),
            forms.link_form,
        )

    async def _answer(self, press: Press) -> None:
        competition, invitation = press.arguments
        known_as = press.interaction.user.display_name
        await show_modal(
            self.deps,
            press.interaction,
            lambda tx, asker: invitations.read_invitation(tx, asker, competition, invitation),
            lambda view: forms.join_form(view, known_as),
        )

    async def _join(self, press: Press) -> None:
        competition, invitation = press.arguments
        name, birth_date = press.fields.get(forms.NAME, ""), press.fields.get(forms.BIRTH_DATE, "")
        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: invitations.accept_invitation(tx, asker, competition, invitation, name, birth_date),
            linking_texts.joined,
        )

    async def _take_back(self, press: Press) -> None:
        competition, team, newest = press.arguments
        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: invitations.take_back(tx, asker, competition, f"#{team}", newest),
            lambda done: Message(linking_texts.taken_back(done)),
        )


def _read_id(text: str) -> int | None:
    """The account that a field names, as far as it can be one."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else None


def _word_links(done: Linked) -> Message:
    more = Button(linking_texts.LINK_MORE, custom_id(LINK_MORE, done.competition.id, done.team.id), "primary")
    following = more if done.unlinked else run_button(done.competition.id, "team mine")
    return Message(linking_texts.linked(done), (following,))
