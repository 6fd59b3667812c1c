"""How an appeal ends: the director's word is kept, its captain told, and the question to staff closed."""

from bot.db.appeals import Appeal, decide_appeal_row, load_appeals
from bot.db.engine import Transaction
from bot.db.privacy import ERASED_ACCOUNT
from bot.db.snapshot import Offence, Snapshot
from bot.services.access import Asker
from bot.services.conduct_notices import write
from bot.services.questions import close_questions
from bot.ui.facts.conduct import AppealDecided
from bot.ui.texts import appeals as texts


async def grant_open_appeal(tx: Transaction, asker: Asker, snapshot: Snapshot, offence: Offence, reason: str) -> None:
    """An offence that is lifted while an appeal against it waits has that appeal granted."""
    appeal = (await load_appeals(tx.connection, snapshot.competition.id)).get(offence.id)
    if appeal is not None and appeal.is_granted is None:
        await end_appeal(tx, asker, snapshot, offence, appeal, is_granted=True, reason=reason)


async def end_appeal(
    tx: Transaction,
    asker: Asker,
    snapshot: Snapshot,
    offence: Offence,
    appeal: Appeal,
    *,
    is_granted: bool,
    reason: str,
) -> AppealDecided:
    """Save the decision on an appeal, and tell of it."""
    await decide_appeal_row(tx, offence.id, is_granted=is_granted, reason=reason, decided_by=asker.user_id)
    told = {appeal.appealed_by, snapshot.teams[offence.team_id].captain_id} - {None, ERASED_ACCOUNT}
    done = AppealDecided(snapshot, offence, is_granted=is_granted, reason=reason, is_told=bool(told))
    for user_id in told:
        await write(tx, snapshot, f"conduct:{offence.id}:appeal:{user_id}", user_id, texts.told_decision(done))
    outcome = texts.appeal_settled(done, asker.user_id)
    await close_questions(tx, snapshot.competition.id, f"conduct:{offence.id}:appealed", outcome)
    return done
