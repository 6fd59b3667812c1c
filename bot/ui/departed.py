"""Who has left a server: asked when it matters, since no privileged intent tells it."""

from collections.abc import Iterable

import discord

UNKNOWN_MEMBER, UNKNOWN_USER = 10007, 10013


async def find_departed(guild: discord.Guild | None, user_ids: Iterable[int]) -> frozenset[int]:
    """Those of the accounts that are no members any more; one that Discord does not answer about counts as here."""
    departed: set[int] = set()
    if guild is None:
        return frozenset()
    for user_id in user_ids:
        try:
            await guild.fetch_member(user_id)
        except discord.HTTPException as error:
            if error.code in (UNKNOWN_MEMBER, UNKNOWN_USER):
                departed.add(user_id)
    return frozenset(departed)
