"""`/competition`: for directors, and `/competition show` for everybody."""

from dataclasses import asdict
from typing import TYPE_CHECKING
from zoneinfo import available_timezones

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.options import autocomplete_competition, require_own_channel, require_own_role, to_choices
from bot.services import competition as service
from bot.services.access import Asker, Transaction
from bot.services.competition import Channels, Competition
from bot.services.ending import ASKED_BACK, confirm_ending, preview_ending
from bot.services.schedule import move_competition
from bot.ui.answering import Interaction, answer_change, answer_question
from bot.ui.channel_check import find_missing, find_readers, is_open_to_everybody
from bot.ui.facts.ending import Ended, EndingAsked
from bot.ui.handlers import change_with
from bot.ui.message import Button, Message, custom_id
from bot.ui.texts import competition as texts
from bot.ui.texts import eligibility as eligibility_texts
from bot.ui.texts import ending as ending_texts
from core.competition import Step
from core.wall_time import find_zone

if TYPE_CHECKING:
    from bot.client import SkipperClient

CONFIRM = "competition-confirm"
KINDS = [app_commands.Choice(name=name.capitalize(), value=kind.value) for kind, name in texts.KIND_NAMES.items()]
ZONES = sorted(filter(find_zone, available_timezones()))


@app_commands.guild_only()
class CompetitionCog(commands.GroupCog, group_name="competition", group_description="Set up and run a competition"):
    """The commands of directors."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps
        super().__init__()
        for step, name in texts.STEP_COMMANDS.items():
            if step not in ASKED_BACK:
                self.app_command.add_command(self._step_command(step, name))  # pyright: ignore
        client.router.add(CONFIRM, "director", 2, change_with(self.deps, confirm_ending, _word_ending))

    @app_commands.command(name="create", description="Create a competition", extras={"who": "director"})
    @app_commands.describe(
        kind="Which rules it follows",
        name="What people call it, such as Getaway Games 2027",
        first_day="Year-month-day, such as 2027-06-12",
        last_day="If it lasts several days",
        time_zone="Type a city",
        announcements="Where everybody reads what matters",
        standings="Where the live standings or the bracket stand",
        captains="Where captains are told",
        staff="Where facilitators and directors work",
        facilitator_role="Who submits scores",
        director_role="Who directs, besides those who may manage the server",
    )
    @app_commands.choices(kind=KINDS)
    async def create(
        self,
        interaction: Interaction,
        kind: str,
        name: app_commands.Range[str, 1, 100],
        first_day: str,
        time_zone: str,
        announcements: discord.TextChannel,
        standings: discord.TextChannel,
        captains: discord.TextChannel,
        staff: discord.TextChannel,
        facilitator_role: discord.Role,
        director_role: discord.Role | None = None,
        last_day: str | None = None,
    ) -> None:
        """Create one."""
        guild = interaction.guild

        async def use_case(tx: Transaction, asker: Asker) -> Competition:
            ids = [
                require_own_channel(guild, channel.id, texts.FOREIGN_CHANNEL)
                for channel in (announcements, standings, captains, staff)
            ]
            roles = [
                require_own_role(guild, role.id, texts.FOREIGN_ROLE) if role else None
                for role in (facilitator_role, director_role)
            ]
            new = service.NewCompetition(
                kind, name, first_day, last_day, time_zone, Channels(*ids), roles[0] or 0, roles[1]
            )
            return await service.create_competition(tx, asker, new)

        await answer_change(
            self.deps, interaction, use_case, lambda made: Message(texts.created(made, *self._look(guild, made)))
        )

    @create.autocomplete("time_zone")
    async def _zones(self, _interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return to_choices([(zone, zone) for zone in ZONES], typed.replace(" ", "_"))

    @app_commands.command(name="show", description="Where a competition stands", extras={"who": "anybody"})
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def show(self, interaction: Interaction, competition: str | None = None) -> None:
        """Show one."""
        await answer_question(
            self.deps,
            interaction,
            lambda tx, asker: service.show_competition(tx, asker, competition),
            lambda view: Message(texts.shown(view.snapshot, view.failed_posts)),
        )

    @app_commands.command(
        name="check", description="Whether Skipper may do all that it needs", extras={"who": "director"}
    )
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def check(self, interaction: Interaction, competition: str | None = None) -> None:
        """Check the channels."""
        guild = interaction.guild
        await answer_question(
            self.deps,
            interaction,
            lambda tx, asker: service.check_competition(tx, asker, competition),
            lambda found: Message(texts.channels_checked(*self._look(guild, found))),
        )

    @app_commands.command(
        name="channels", description="Let a competition speak in other channels", extras={"who": "director"}
    )
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def channels(
        self,
        interaction: Interaction,
        announcements: discord.TextChannel | None = None,
        standings: discord.TextChannel | None = None,
        captains: discord.TextChannel | None = None,
        staff: discord.TextChannel | None = None,
        competition: str | None = None,
    ) -> None:
        """Move one or more."""
        guild = interaction.guild
        named = {"announcements": announcements, "standings": standings, "captains": captains, "staff": staff}

        async def use_case(tx: Transaction, asker: Asker) -> Competition:
            moved = {
                place: require_own_channel(guild, channel.id, texts.FOREIGN_CHANNEL)
                for place, channel in named.items()
                if channel is not None
            }
            return await service.move_channels(tx, asker, competition, moved)

        await answer_change(
            self.deps,
            interaction,
            use_case,
            lambda moved: Message(texts.channels_moved(moved, *self._look(guild, moved))),
        )

    @app_commands.command(
        name="move", description="Let it take place on other days; ages are checked again", extras={"who": "director"}
    )
    @app_commands.describe(
        first_day="Year-month-day, such as 2027-06-12",
        last_day="As long as before, unless you name it",
        time_zone="Type a city",
    )
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def move(
        self,
        interaction: Interaction,
        first_day: str,
        last_day: str | None = None,
        time_zone: str | None = None,
        competition: str | None = None,
    ) -> None:
        """Move it."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: move_competition(tx, asker, competition, first_day, last_day, time_zone),
            lambda moved: Message(eligibility_texts.moved(moved)),
        )

    @move.autocomplete("time_zone")
    async def _zones_to_move_to(self, _interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return to_choices([(zone, zone) for zone in ZONES], typed.replace(" ", "_"))

    @app_commands.command(name="start", description=texts.STEP_DESCRIPTIONS[Step.START], extras={"who": "director"})
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def start(self, interaction: Interaction, competition: str | None = None) -> None:
        """Show what would follow, over a button."""
        await self._ask_back(interaction, Step.START, competition)

    @app_commands.command(name="finish", description=texts.STEP_DESCRIPTIONS[Step.FINISH], extras={"who": "director"})
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def finish(self, interaction: Interaction, competition: str | None = None) -> None:
        """Show what is missing and who has won, over a button."""
        await self._ask_back(interaction, Step.FINISH, competition)

    @app_commands.command(name="cancel", description=texts.STEP_DESCRIPTIONS[Step.CANCEL], extras={"who": "director"})
    @app_commands.describe(reason="Captains and everybody else read it")
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def cancel(
        self, interaction: Interaction, reason: app_commands.Range[str, 1, 500], competition: str | None = None
    ) -> None:
        """Show what would follow, over a button."""
        await self._ask_back(interaction, Step.CANCEL, competition, reason)

    @app_commands.command(name="archive", description=texts.STEP_DESCRIPTIONS[Step.ARCHIVE], extras={"who": "director"})
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def archive(self, interaction: Interaction, competition: str | None = None) -> None:
        """Show what would follow, over a button."""
        await self._ask_back(interaction, Step.ARCHIVE, competition)

    async def _ask_back(
        self, interaction: Interaction, step: Step, competition: str | None, reason: str | None = None
    ) -> None:
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: preview_ending(tx, asker, competition, step, reason),
            _word_asked,
        )

    def _step_command(self, step: Step, name: str) -> app_commands.Command["CompetitionCog", ..., None]:
        @app_commands.autocomplete(competition=autocomplete_competition)
        async def take(interaction: Interaction, competition: str | None = None) -> None:
            await answer_change(
                self.deps,
                interaction,
                lambda tx, asker: service.step_competition(tx, asker, competition, step),
                lambda stepped: Message(texts.stepped(stepped)),
            )

        return app_commands.Command(
            name=name, description=texts.STEP_DESCRIPTIONS[step], callback=take, extras={"who": "director"}
        )

    def _look(
        self, guild: discord.Guild | None, competition: Competition
    ) -> tuple[dict[int, tuple[str, ...]], list[str]]:
        """What Skipper lacks by channel, and warnings of channels that the wrong people can read, or too few."""
        if guild is None:
            return {}, []
        channels = competition.channels
        missing = find_missing(guild, asdict(channels).values())
        warnings = [texts.staff_channel_open(channels.staff)] if is_open_to_everybody(guild, channels.staff) else []
        staff_roles = (competition.facilitator_role_id, competition.director_role_id)
        readers = find_readers(guild, channels.captains, [role_id for role_id in staff_roles if role_id is not None])
        if readers is not None:
            warnings.append(texts.captains_channel_closed(channels.captains, readers))
        return missing, warnings


def _word_ending(done: Ended | EndingAsked) -> Message:
    return _word_asked(done) if isinstance(done, EndingAsked) else Message(ending_texts.done(done))


def _word_asked(found: EndingAsked) -> Message:
    competition, step = found.preview.snapshot.competition, found.preview.step
    button = Button(ending_texts.CONFIRM[step], custom_id(CONFIRM, competition.id, found.draft_id), "danger")
    return Message(ending_texts.asked(found), (button,))
