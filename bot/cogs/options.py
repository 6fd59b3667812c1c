"""Options that many commands share, and the checks of what a client may have made up."""

from collections.abc import Awaitable, Callable

import discord
from discord import app_commands

from bot.services import lookup
from bot.services.access import Asker, SeveralCompetitions, Transaction, name_competitions
from bot.ui.answering import Interaction, to_asker
from bot.ui.texts import access as access_texts
from core.errors import NotFound, UserError
from core.names import search_key

MOST_CHOICES = 25
LONGEST_CHOICE = 100
UNDECIDED = "?"


OfferedNames = Callable[[Transaction, Asker, str | None], Awaitable[list[tuple[str, str]]]]
"""What a service offers for an option: names and the values that they stand for."""


async def autocomplete_competition(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The competitions of this server."""
    return await offer(interaction, typed, lambda tx, asker, _chosen: name_competitions(tx, asker))


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
    """What is offered while somebody types; nothing where the service would refuse.

    Where several competitions can be meant, the one choice says what to fill in first; as a value it names nothing.
    """
    chosen = getattr(interaction.namespace, "competition", None)
    try:
        asker = to_asker(interaction)
        async with interaction.client.deps.database.reading() as tx:
            return to_choices(await named(tx, asker, None if chosen is None else str(chosen)), typed)
    except SeveralCompetitions:
        return [app_commands.Choice(name=access_texts.CHOOSE_COMPETITION_FIRST, value=UNDECIDED)]
    except UserError:
        return []


def to_choices(named: list[tuple[str, str]], typed: str) -> list[app_commands.Choice[str]]:
    """The names that hold what was typed, as choices: at most 25, each at most 100 characters long."""
    wanted = search_key(typed)
    matching = [(name, value) for name, value in named if wanted in search_key(name)]
    return [app_commands.Choice(name=name[:LONGEST_CHOICE], value=value) for name, value in matching[:MOST_CHOICES]]


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
