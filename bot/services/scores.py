"""Scores: a facilitator enters a player's round or a team's card; nothing that was entered is ever overwritten.

What a round may be is the event's own affair (`core/scoring/events`); here it is checked again whatever Discord's
client let through, kept as a revision, and shown with what was understood.
"""

from typing import Any

from bot.db.drafts import DraftPurpose
from bot.db.engine import Transaction
from bot.db.snapshot import SheetKey, Snapshot
from bot.services.access import Asker, change_competition, is_director, require_staff
from bot.services.cards import require_undisputed
from bot.services.drafts import keep_draft, take_draft
from bot.services.ejections import require_takes_part
from bot.services.facilitators import require_may_score
from bot.services.results import read_round
from bot.services.rounds import TypedRound as TypedRound
from bot.services.rounds import enter_round, name_entrant, open_event, require_rounds, require_running, understand_round
from bot.ui.facts.scores import RoundDoubted, RoundEntered
from bot.ui.message import Button, OfferingConflict, custom_id
from bot.ui.texts import scores as texts
from core.errors import Conflict
from core.scoring.event import RoundsEvent
from core.scoring.games import Round

PROPOSE = "score-propose"
"""The route of the button that proposes a correction: competition, event, player or team, round."""


async def submit_round(
    tx: Transaction, asker: Asker, chosen: str | None, typed: TypedRound
) -> RoundEntered | RoundDoubted:
    """Enter a round that nobody has entered yet.

    Raises NotFound, NotAllowed, RuleError, or Conflict where the team's card is disputed, or the round is there
    already: then it says what counts, and offers to propose a correction.
    """
    snapshot = await change_competition(tx, asker, chosen)
    require_may_score(asker, snapshot, typed.event)
    event, key, entered = understand_round(asker, snapshot, typed)
    _require_new(snapshot, event, key, entered)
    doubt = event.entry.find_doubt(entered)
    if doubt is not None:
        return await _ask_once_more(tx, asker, snapshot, event, key, entered, doubt)
    return await enter_round(tx, asker, snapshot, event, key, entered, None)


async def confirm_round(tx: Transaction, asker: Asker, chosen: str | None, draft_id: str) -> RoundEntered:
    """Enter the implausible round that was shown. Raises NotFound, NotAllowed, RuleError or Conflict."""
    snapshot = await change_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    draft = await take_draft(tx, asker, snapshot, DraftPurpose.SCORE, draft_id)
    require_may_score(asker, snapshot, draft["event"])
    require_running(snapshot)
    event = require_rounds(open_event(snapshot, draft["event"]))
    key = SheetKey(draft["event"], draft["team_id"], draft["player_id"], draft["round"])
    require_takes_part(snapshot, key, by_director=is_director(asker, snapshot.competition))
    entered = read_round(event, draft["value"])
    _require_new(snapshot, event, key, entered)
    return await enter_round(tx, asker, snapshot, event, key, entered, None)


async def _ask_once_more(
    tx: Transaction,
    asker: Asker,
    snapshot: Snapshot,
    event: RoundsEvent[Any],
    key: SheetKey,
    entered: Round,
    doubt: str,
) -> RoundDoubted:
    value = {
        "event": key.event,
        "team_id": key.team_id,
        "player_id": key.player_id,
        "round": key.round,
        "value": event.entry.write(entered),
    }
    draft_id = await keep_draft(tx, asker, snapshot, DraftPurpose.SCORE, value)
    typed = event.entry.show(entered)
    return RoundDoubted(snapshot, event, name_entrant(snapshot, key), key.round, typed, doubt, draft_id)


def _require_new(snapshot: Snapshot, event: RoundsEvent[Any], key: SheetKey, entered: Round) -> None:
    standing = snapshot.sheets.get(key)
    if standing is not None and standing.is_forfeit:
        raise Conflict(texts.is_forfeited(event, name_entrant(snapshot, key), standing))
    if standing is None or standing.value is None:
        require_undisputed(snapshot, event, key)
        return
    counts, entrant = read_round(event, standing.value), name_entrant(snapshot, key)
    is_same = counts.fits(entered)
    correct = custom_id(PROPOSE, snapshot.competition.id, key.event, f"#{key.player_id or key.team_id}", key.round)
    raise OfferingConflict(
        texts.entered_already(event, entrant, counts, standing, is_same=is_same),
        () if is_same else (Button(texts.PROPOSE_CORRECTION, correct),),
    )
