"""`/facilitator`: who keeps which event."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.options import autocomplete_competition
from bot.services import facilitators as service
from bot.ui.answering import Interaction, answer, answer_change, to_asker
from bot.ui.departed import find_without_role
from bot.ui.message import Message
from bot.ui.texts import facilitators as texts
from core.scoring.event import get_events

if TYPE_CHECKING:
    from bot.client import SkipperClient

EVENTS = [app_commands.Choice(name=event.title, value=key) for key, event in get_events().items()]


@app_commands.guild_only()
class FacilitatorCog(commands.GroupCog, group_name="facilitator", group_description="Who keeps which event"):
    """A facilitator who is bound to events keeps only those."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps
        super().__init__()

    @app_commands.command(description="Let a facilitator keep an event, and no other", extras={"who": "director"})
    @app_commands.describe(event="Which event", member="Who has the facilitator's role")
    @app_commands.choices(event=EVENTS)
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def add(
        self, interaction: Interaction, event: str, member: discord.User, competition: str | None = None
    ) -> None:
        """Bind one."""
        roles = frozenset(member._roles) if isinstance(member, discord.Member) else frozenset[int]()  # pyright: ignore[reportPrivateUsage] - ids need no cached roles
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: service.bind_facilitator(tx, asker, competition, event, member.id, roles),
            lambda done: Message(texts.bound(done)),
        )

    @app_commands.command(description="Release a facilitator from an event", extras={"who": "director"})
    @app_commands.describe(event="Which event", member="Who kept it")
    @app_commands.choices(event=EVENTS)
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def remove(
        self, interaction: Interaction, event: str, member: discord.User, competition: str | None = None
    ) -> None:
        """Release one."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: service.unbind_facilitator(tx, asker, competition, event, member.id),
            lambda done: Message(texts.bound(done)),
        )

    @app_commands.command(name="list", description="Who keeps which event", extras={"who": "staff"})
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def show(self, interaction: Interaction, competition: str | None = None) -> None:
        """List them, and say who has lost the role: nothing else tells Skipper."""

        async def work() -> Message:
            async with self.deps.database.reading() as tx:
                snapshot = await service.list_facilitators(tx, to_asker(interaction), competition)
            bound = sorted({user_id for _, user_id in snapshot.facilitators})
            role_id = snapshot.competition.facilitator_role_id
            return Message(texts.listed(snapshot, await find_without_role(interaction.guild, bound, role_id)))

        await answer(self.deps, interaction, work)
