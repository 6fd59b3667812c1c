"""What a competition forgets about people when it is over."""

from bot.db.engine import Transaction
from bot.db.rosters import erase_drafts, erase_persons
from bot.db.snapshot import Competition
from core.competition import State


async def erase_when_over(tx: Transaction, competition: Competition) -> None:
    """Erase forms that were kept once nobody can register any more, and birth dates on archive."""
    if competition.state in (State.CANCELLED, State.ARCHIVED):
        await erase_drafts(tx, competition.id)
    if competition.state is State.ARCHIVED:
        await erase_persons(tx, competition.id)
