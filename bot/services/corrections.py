"""Corrections: a round, a card or a place in hold'em is replaced for a reason, after what follows from it was shown.

Nothing is overwritten: a correction is one more revision, and it counts once its author has confirmed it. What is
confirmed is what was shown: where the round has changed or the ranking has come out since, it is shown anew.
"""

from dataclasses import dataclass, replace
from typing import Any

from bot.db.drafts import DraftPurpose
from bot.db.engine import Transaction
from bot.db.snapshot import SheetKey, Snapshot
from bot.posts.outbox import enqueue_notice
from bot.services import holdem_order
from bot.services.access import (
    Asker,
    change_competition,
    read_competition,
    record_change,
    require_director,
    require_staff,
)
from bot.services.closing import find_undecided
from bot.services.consequences import find_new_pairs, weigh_change
from bot.services.drafts import keep_draft, take_draft
from bot.services.facilitators import require_may_score
from bot.services.final_result import correct_final_result
from bot.services.live import append_sheet
from bot.services.lookup import find_player
from bot.services.results import COURSE_KEY, read_holdem, read_round
from bot.services.rounds import (
    TypedRound,
    find_key,
    find_standing,
    is_final,
    name_entrant,
    name_team_of,
    open_event,
    read_typed,
    require_rounds,
    require_running,
)
from bot.ui.facts.corrections import Change, Consequences, CorrectionMade, CorrectionProposed, PlaceChange, RoundChange
from bot.ui.message import Message
from bot.ui.texts import corrections as texts
from core.errors import NotFound, RuleError
from core.holdem.order import write_order
from core.scoring.event import Event, RoundsEvent, get_rounds_event, has_rounds
from core.scoring.moves import find_moves

MISSING = ("missing", "blank", "none")


@dataclass(frozen=True, slots=True)
class _Correction:
    """What is to replace which sheet, and what that means; `wish` is the place that hold'em's order is to give."""

    event: Event[Any]
    key: SheetKey
    value: Any
    change: Change
    entrant: str
    team: str | None
    wish: dict[str, int | None] | None = None


async def propose_correction(
    tx: Transaction, asker: Asker, chosen: str | None, typed: TypedRound, reason: str
) -> CorrectionProposed:
    """Show what would follow if a round were this one instead; `missing` takes it out.

    In a closed event a missing round can be corrected, too, since it counts as nothing there.
    Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await read_competition(tx, asker, chosen)
    event = require_rounds(_open(asker, snapshot, typed.event))
    key = find_key(asker, snapshot, event, typed)
    is_missing = (typed.text or "").strip().casefold() in MISSING
    value = None if is_missing else event.entry.write(read_typed(event, typed))
    return await _propose(tx, asker, snapshot, _of_round(snapshot, event, key, value), reason)


async def propose_place(
    tx: Transaction, asker: Asker, chosen: str | None, named: str, place: int | None, reason: str
) -> CorrectionProposed:
    """Show what would follow if a player had gone out of hold'em in this place; with none, had been late (G134).

    Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await read_competition(tx, asker, chosen)
    _open(asker, snapshot, holdem_order.KEY.event)
    player = find_player(snapshot, named)
    return await _propose(tx, asker, snapshot, _of_place(snapshot, player.id, place), reason)


async def confirm_correction(
    tx: Transaction, asker: Asker, chosen: str | None, draft_id: str
) -> CorrectionMade | CorrectionProposed:
    """Let a correction count that was shown; where its round changed or its event was closed since, show it anew.

    Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await change_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    draft = await take_draft(tx, asker, snapshot, DraftPurpose.CORRECTION, draft_id)
    key = SheetKey(*draft["key"])
    _open(asker, snapshot, key.event)
    wish = draft["wish"]
    correction = (
        _of_round(snapshot, get_rounds_event(key.event), key, draft["value"])
        if wish is None
        else _of_place(snapshot, wish["player"], wish["place"])
    )
    standing = snapshot.sheets.get(key)
    if draft["replaces"] != (standing.id if standing else None) or draft["is_final"] != is_final(snapshot, key.event):
        proposed = await _propose(tx, asker, snapshot, correction, draft["reason"])
        return replace(proposed, is_anew=True)
    return await _make(tx, asker, snapshot, correction, draft["reason"])


def _open(asker: Asker, snapshot: Snapshot, event_key: str) -> Event[Any]:
    """The event to correct: by those who keep it, once it is closed or all is over by a director alone."""
    require_may_score(asker, snapshot, event_key)
    require_running(snapshot, or_finished=True)
    event = open_event(snapshot, event_key, or_closed=True)
    if is_final(snapshot, event_key):
        require_director(asker, snapshot.competition)
    return event


def _of_round(snapshot: Snapshot, event: RoundsEvent[Any], key: SheetKey, value: Any) -> _Correction:
    entrant = name_entrant(snapshot, key)
    standing = snapshot.sheets.get(key)
    before = None if standing is None or standing.value is None else read_round(event, standing.value)
    after = None if value is None else read_round(event, value)
    is_forfeit = standing is not None and standing.is_forfeit
    if before is None and not is_forfeit and not is_final(snapshot, key.event):
        raise NotFound(texts.nothing_to_correct(event, entrant, key.round))
    if before == after and not is_forfeit:
        raise RuleError(texts.changes_nothing(event, entrant, key.round, after))
    change = RoundChange(key.round, before, after, is_forfeit)
    return _Correction(event, key, value, change, entrant, name_team_of(snapshot, key))


def _of_place(snapshot: Snapshot, player_id: int, place: int | None) -> _Correction:
    before = read_holdem(snapshot)
    player = snapshot.players[player_id]
    after = holdem_order.move_player(snapshot, before, player, place)
    return _Correction(
        open_event(snapshot, holdem_order.KEY.event, or_closed=True),
        holdem_order.KEY,
        write_order(after),
        PlaceChange(holdem_order.find_place(snapshot, before, player_id), place),
        player.name,
        snapshot.teams[player.team_id].name,
        {"player": player_id, "place": place},
    )


async def _propose(
    tx: Transaction, asker: Asker, snapshot: Snapshot, correction: _Correction, reason: str
) -> CorrectionProposed:
    if not reason.strip():
        raise RuleError(texts.REASON_MISSING)
    event, key = correction.event, correction.key
    standing = snapshot.sheets.get(key)
    draft = {
        "key": [key.event, key.team_id, key.player_id, key.round],
        "value": correction.value,
        "wish": correction.wish,
        "replaces": standing.id if standing else None,
        "is_final": is_final(snapshot, key.event),
        "reason": reason.strip(),
    }
    draft_id = await keep_draft(tx, asker, snapshot, DraftPurpose.CORRECTION, draft)
    after = snapshot.with_value(key, correction.value)
    return CorrectionProposed(
        snapshot=snapshot,
        event=event,
        entrant=correction.entrant,
        team=correction.team,
        change=correction.change,
        consequences=_weigh(snapshot, after, key.event),
        doubt=_find_doubt(correction),
        standing=standing,
        closing=snapshot.closed.get(key.event),
        new_pairs=await find_new_pairs(tx, snapshot, after),
        draft_id=draft_id,
        is_undecided=_is_undecided(after, event),
    )


async def _make(
    tx: Transaction, asker: Asker, snapshot: Snapshot, correction: _Correction, reason: str
) -> CorrectionMade:
    event, key = correction.event, correction.key
    after, sheet = await append_sheet(tx, asker, snapshot, key, correction.value, reason)
    await record_change(tx, asker, snapshot.competition, "score correct", sheet=sheet.id)
    made = CorrectionMade(
        snapshot=after,
        event=event,
        entrant=correction.entrant,
        team=correction.team,
        change=correction.change,
        consequences=_weigh(snapshot, after, key.event),
        reason=reason,
        row=find_standing(after, event, key) if isinstance(correction.change, RoundChange) else None,
        is_announced=is_final(snapshot, key.event),
        is_undecided=_is_undecided(after, event),
    )
    if made.is_announced:
        competition = snapshot.competition
        channel_id = competition.channels.announcements
        notice = Message(texts.announced(made))
        await enqueue_notice(tx, competition.id, f"correction:{sheet.id}", notice, channel_id=channel_id)
        await correct_final_result(tx, snapshot, after)
    return made


def _is_undecided(after: Snapshot, event: Event[Any]) -> bool:
    """Whether a ranking that is out needs the stroke index now, which no open event waits for any more (G120)."""
    return event.key == COURSE_KEY.event and is_final(after, event.key) and bool(find_undecided(after, event))


def _weigh(before: Snapshot, after: Snapshot, event_key: str) -> Consequences:
    """What follows; while hold'em is played it has no ranking, and the places of those who are out are compared."""
    found = weigh_change(before, after, event_key)
    if event_key != holdem_order.KEY.event or found.event_players:
        return found
    so_far = find_moves(holdem_order.rank_so_far(before), holdem_order.rank_so_far(after))
    return replace(found, event_players=so_far)


def _find_doubt(correction: _Correction) -> str | None:
    match correction:
        case _Correction(event=event, change=RoundChange(after=after)) if has_rounds(event) and after is not None:
            return event.entry.find_doubt(after)
        case _:
            return None
