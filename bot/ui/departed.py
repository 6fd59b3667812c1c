"""Who has left a server: asked when it matters, since no privileged intent tells it."""

from collections.abc import Iterable

import discord

from bot.deps import Deps
from bot.services.captaincy import replace_departed
from bot.ui.answering import Interaction, to_asker

UNKNOWN_MEMBER, UNKNOWN_USER = 10007, 10013


async def find_departed(guild: discord.Guild | None, user_ids: Iterable[int]) -> frozenset[int]:
    """Those of the accounts that are no members any more; one that Discord does not answer about counts as here."""
    departed: set[int] = set()
    if guild is None:
        return frozenset()
    for user_id in user_ids:
        try:
            await guild.fetch_member(user_id)
        except discord.RateLimited:
            continue
        except discord.HTTPException as error:
            if error.code in (UNKNOWN_MEMBER, UNKNOWN_USER):
                departed.add(user_id)
    return frozenset(departed)


async def find_without_role(
    guild: discord.Guild | None, user_ids: Iterable[int], role_id: int | None
) -> frozenset[int]:
    """Those of the accounts that do not have a role any more, or have left."""
    without: set[int] = set()
    if guild is None:
        return frozenset()
    for user_id in user_ids:
        try:
            member = await guild.fetch_member(user_id)
        except discord.RateLimited:
            continue
        except discord.HTTPException as error:
            if error.code in (UNKNOWN_MEMBER, UNKNOWN_USER):
                without.add(user_id)
            continue
        if role_id not in member._roles:  # pyright: ignore[reportPrivateUsage] - ids need no cached roles
            without.add(user_id)
    return frozenset(without)


async def let_departed_be_followed(
    deps: Deps, interaction: Interaction, competition: str, captain_ids: Iterable[int | None]
) -> None:
    """Before staff call captains: a co-captain follows one who has left, and is called. Raises a UserError."""
    departed = await find_departed(interaction.guild, (id_ for id_ in captain_ids if id_ is not None))
    if departed:
        async with deps.database.transaction() as tx:
            await replace_departed(tx, to_asker(interaction), competition, departed)
            tx.on_commit.append(deps.wake_relay)
