"""What a competition forgets about people when it is over."""

from bot.db.engine import Transaction
from bot.db.privacy import forget_persons
from bot.db.rosters import erase_drafts
from bot.db.snapshot import Competition
from core.competition import State


async def erase_when_over(tx: Transaction, competition: Competition) -> None:
    """Erase kept forms once nobody can register any more; on archive birth dates and all that is about people.

    Results stay, with the names under which they were reached.
    """
    if competition.state in (State.CANCELLED, State.ARCHIVED):
        await erase_drafts(tx, competition.id)
    if competition.state is State.ARCHIVED:
        await forget_persons(tx, competition.id)
