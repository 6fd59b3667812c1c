"""Options that many commands share, and the checks of what a client may have made up."""

import discord
from discord import app_commands

from bot.services.access import name_competitions
from bot.ui.answering import Interaction, to_asker
from core.errors import NotFound, UserError
from core.names import search_key

MOST_CHOICES = 25
LONGEST_CHOICE = 100


async def autocomplete_competition(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The competitions of this server."""
    try:
        asker = to_asker(interaction)
        async with interaction.client.deps.database.reading() as tx:
            named = await name_competitions(tx, asker)
    except UserError:
        return []
    return to_choices(named, typed)


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
