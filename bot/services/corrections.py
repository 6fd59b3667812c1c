"""Corrections: a round or card replaced by another revision, for a reason."""

from bot.db.engine import Transaction
from bot.services.access import Asker, change_competition, require_director, require_staff
from bot.services.rounds import TypedRound, enter_round, name_entrant, understand_round
from bot.ui.facts.scores import RoundEntered
from bot.ui.texts import scores as texts
from core.competition import State
from core.errors import NotFound, RuleError


async def correct_round(
    tx: Transaction, asker: Asker, chosen: str | None, typed: TypedRound, reason: str
) -> RoundEntered:
    """Replace a round by another revision; a finished competition's only by a director.

    Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await change_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    if snapshot.competition.state is State.FINISHED:
        require_director(asker, snapshot.competition)
    event, key, entered = understand_round(snapshot, typed, or_finished=True)
    standing = snapshot.sheets.get(key)
    if standing is None or standing.value is None:
        raise NotFound(texts.nothing_to_correct(event, name_entrant(snapshot, key), key.round))
    if not reason.strip():
        raise RuleError(texts.REASON_MISSING)
    return await enter_round(tx, asker, snapshot, event, key, entered, reason.strip())
