"""Options that many commands share, and the checks of what a client may have made up."""

from collections.abc import Awaitable, Callable, Iterable, Sequence

import discord
from discord import app_commands

from bot.services import lookup
from bot.services.access import Asker, Transaction
from bot.services.offering import Named, list_offered, name_competitions, narrow
from bot.services.offering import OfferedNames as OfferedNames
from bot.ui.answering import Interaction, to_asker
from bot.ui.texts import captaincy as texts
from core.errors import NotFound, RuleError, UserError


async def autocomplete_competition(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The competitions of this server."""
    return await _read(interaction, lambda tx, asker: name_competitions(tx, asker, typed))


async def autocomplete_team(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The teams of the competition."""
    return await offer(interaction, typed, lookup.list_team_choices)


async def autocomplete_player(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The players of the competition, each with their team."""
    return await offer(interaction, typed, lookup.list_player_choices)


async def autocomplete_member(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The players of the team that the option `team` names, else of the asker's own."""
    named = getattr(interaction.namespace, "team", None)
    team = None if named is None else str(named)
    return await offer(
        interaction, typed, lambda tx, asker, chosen: lookup.list_member_choices(tx, asker, chosen, team)
    )


async def offer(interaction: Interaction, typed: str, named: OfferedNames) -> list[app_commands.Choice[str]]:
    """What is offered while somebody types; nothing where the service would refuse."""
    competition = getattr(interaction.namespace, "competition", None)
    chosen = None if competition is None else str(competition)
    return await _read(interaction, lambda tx, asker: list_offered(tx, asker, chosen, named, typed))


def to_choices(named: Sequence[Named], typed: str) -> list[app_commands.Choice[str]]:
    """The names that hold what was typed, as choices."""
    return _to_choices(narrow(named, typed))


async def _read(
    interaction: Interaction, use_case: Callable[[Transaction, Asker], Awaitable[list[Named]]]
) -> list[app_commands.Choice[str]]:
    try:
        asker = to_asker(interaction)
        async with interaction.client.deps.database.reading() as tx:
            return _to_choices(await use_case(tx, asker))
    except UserError:
        return []


def _to_choices(named: Iterable[Named]) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=name, value=value) for name, value in named]


def require_own_channel(guild: discord.Guild | None, channel_id: int, sentence: str) -> int:
    """The id of a text channel of this server. Raises NotFound."""
    if guild is None or not isinstance(guild.get_channel(channel_id), discord.TextChannel):
        raise NotFound(sentence)
    return channel_id


def require_own_role(guild: discord.Guild | None, role_id: int, sentence: str) -> int:
    """The id of a role of this server. Raises NotFound."""
    if guild is None or guild.get_role(role_id) is None:
        raise NotFound(sentence)
    return role_id


def require_person(user: discord.User | discord.Member) -> int:
    """The id of an account that is a person's, who can answer for a team. Raises RuleError."""
    if user.bot:
        raise RuleError(texts.is_bot(user.id))
    return user.id
