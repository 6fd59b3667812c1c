"""`/captain`: who leads a team."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.options import autocomplete_competition, autocomplete_team, require_person
from bot.services import captaincy as service
from bot.ui.answering import Interaction, answer, answer_change, to_asker
from bot.ui.departed import find_departed
from bot.ui.message import Message
from bot.ui.router import Press
from bot.ui.texts import captaincy as texts

if TYPE_CHECKING:
    from bot.client import SkipperClient

TEAM_HINT = "Your own, unless staff or a director name one"


@app_commands.guild_only()
class CaptainCog(commands.GroupCog, group_name="captain", group_description="Who leads a team"):
    """The commands of captains, and of staff for captains who have no account or are gone."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps
        super().__init__()
        client.router.add(texts.HAND_BACK, "captain", 3, self._hand_back)
        client.router.add(texts.STEP_DOWN, "captain", 2, self._step_down)

    @app_commands.command(name="handover", description="Make somebody else the captain", extras={"who": "captain"})
    @app_commands.describe(member="The new captain, who is told", team=TEAM_HINT)
    @app_commands.autocomplete(team=autocomplete_team, competition=autocomplete_competition)
    async def handover(
        self, interaction: Interaction, member: discord.User, team: str | None = None, competition: str | None = None
    ) -> None:
        """Hand over."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: service.hand_over(tx, asker, competition, team, require_person(member)),
            lambda done: Message(texts.handed_over(done)),
        )

    @app_commands.command(
        name="appoint", description="Name a co-captain, who can do all that you can", extras={"who": "captain"}
    )
    @app_commands.describe(member="The co-captain, who is told; two at most", team=TEAM_HINT)
    @app_commands.autocomplete(team=autocomplete_team, competition=autocomplete_competition)
    async def appoint(
        self, interaction: Interaction, member: discord.User, team: str | None = None, competition: str | None = None
    ) -> None:
        """Name a co-captain."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: service.name_co_captain(tx, asker, competition, team, require_person(member)),
            lambda done: Message(texts.named_co_captain(done)),
        )

    @app_commands.command(name="dismiss", description="End a co-captain's part", extras={"who": "captain"})
    @app_commands.describe(member="The co-captain; co-captains can dismiss themselves", team=TEAM_HINT)
    @app_commands.autocomplete(team=autocomplete_team, competition=autocomplete_competition)
    async def dismiss(
        self, interaction: Interaction, member: discord.User, team: str | None = None, competition: str | None = None
    ) -> None:
        """Dismiss a co-captain."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: service.dismiss_co_captain(tx, asker, competition, team, member.id),
            lambda done: Message(texts.dismissed(done)),
        )

    @app_commands.command(
        name="code", description="A code for a captain who had no Discord account", extras={"who": "staff"}
    )
    @app_commands.describe(team="A team that staff have registered")
    @app_commands.autocomplete(team=autocomplete_team, competition=autocomplete_competition)
    async def code(self, interaction: Interaction, team: str, competition: str | None = None) -> None:
        """Issue a code."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: service.issue_code(tx, asker, competition, team),
            texts.code_issued,
        )

    @app_commands.command(
        name="claim", description="Lead the team that staff registered for you", extras={"who": "anybody"}
    )
    @app_commands.describe(code="Staff gave it to you")
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def claim(self, interaction: Interaction, code: str, competition: str | None = None) -> None:
        """Claim a team."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: service.claim_team(tx, asker, competition, code),
            lambda done: Message(texts.claimed(done)),
        )

    @app_commands.command(
        name="check", description="Whether every captain is still in this server", extras={"who": "staff"}
    )
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def check(self, interaction: Interaction, competition: str | None = None) -> None:
        """Look for captains who have left, and let their co-captains follow."""
        database = self.deps.database

        async def work() -> Message:
            asker = to_asker(interaction)
            async with database.reading() as tx:
                leaders = await service.list_leaders(tx, asker, competition)
            departed = await find_departed(interaction.guild, leaders)
            async with database.transaction() as tx:
                replaced = await service.replace_departed(tx, asker, competition, departed)
                tx.on_commit.append(self.deps.wake_relay)
            return Message(texts.departed(replaced))

        await answer(self.deps, interaction, work)

    async def _hand_back(self, press: Press) -> None:
        competition, team, previous = press.arguments
        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: service.hand_back(tx, asker, competition, f"#{team}", previous),
            lambda done: Message(texts.handed_back(done)),
        )

    async def _step_down(self, press: Press) -> None:
        competition, team = press.arguments
        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: service.dismiss_co_captain(tx, asker, competition, f"#{team}", asker.user_id),
            lambda done: Message(texts.dismissed(done)),
        )
