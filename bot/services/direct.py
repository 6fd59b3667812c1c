"""Who gets direct messages: nobody unless they say so."""

from bot.db.direct import set_direct
from bot.db.engine import Transaction
from bot.services.access import Asker


async def choose_direct(tx: Transaction, asker: Asker, *, is_wanted: bool) -> bool:
    """Note whether somebody wants direct messages when captains are called; gives it back."""
    await set_direct(tx, asker.guild_id, asker.user_id, is_wanted=is_wanted)
    return is_wanted
