"""Texas hold'em: who went out, in order, and who was late (G128, G133, G134, G196).

The whole order is one sheet, so each change is one more revision of it. Players left in are shown after every entry;
the last one left wins.
"""

from dataclasses import replace

from bot.db.engine import Transaction
from bot.db.snapshot import Snapshot
from bot.services.access import Asker, change_competition, record_change, require_director
from bot.services.ejections import ejections_of
from bot.services.facilitators import require_may_score
from bot.services.holdem_order import KEY, find_place, put_back_in
from bot.services.live import append_sheet
from bot.services.lookup import find_player
from bot.services.results import find_holdem_missing, find_holdem_returned, name_everybody, read_holdem
from bot.ui.facts.scores import HoldemEntered
from bot.ui.texts import holdem as texts
from core.competition import Kind, State
from core.errors import Conflict, RuleError
from core.holdem.order import HoldemState, write_order


async def put_out(tx: Transaction, asker: Asker, chosen: str | None, named: str) -> HoldemEntered:
    """Enter that a player went out; when one is left, they have won.

    Raises NotFound, NotAllowed, RuleError or Conflict.
    """
    snapshot, state, player_id = await _open(tx, asker, chosen, named)
    after = replace(state, out=(*state.out, player_id))
    return await _save(tx, asker, snapshot, after, (player_id,), is_late=False)


async def mark_late(tx: Transaction, asker: Asker, chosen: str | None, named: str) -> HoldemEntered:
    """Enter that a player was not there at the start (G134). Raises NotFound, NotAllowed, RuleError or Conflict."""
    snapshot, state, player_id = await _open(tx, asker, chosen, named)
    after = replace(state, late=(*state.late, player_id))
    return await _save(tx, asker, snapshot, after, (player_id,), is_late=True)


async def take_back(tx: Transaction, asker: Asker, chosen: str | None, named: str) -> HoldemEntered:
    """Put a player back in who was entered by mistake. Raises NotFound, NotAllowed or RuleError."""
    snapshot = await _open_room(tx, asker, chosen)
    state = read_holdem(snapshot)
    player = find_player(snapshot, named)
    if player.id in find_holdem_returned(snapshot):
        raise RuleError(texts.came_back(player.name))
    if player.id not in (*state.out, *state.late):
        raise RuleError(texts.is_still_in(player.name))
    if not find_holdem_missing(snapshot, ejections_of(snapshot)):
        require_director(asker, snapshot.competition)
    after = put_back_in(snapshot, state, (player.id,))
    return await _save(tx, asker, snapshot, after, (player.id,), is_late=False)


async def _open_room(tx: Transaction, asker: Asker, chosen: str | None) -> Snapshot:
    snapshot = await change_competition(tx, asker, chosen)
    competition = snapshot.competition
    require_may_score(asker, snapshot, KEY.event)
    if competition.settings.kind is not Kind.GETAWAY or KEY.event not in competition.settings.events:
        raise RuleError(texts.NO_HOLDEM)
    if competition.state is not State.RUNNING:
        raise RuleError(texts.not_running(competition.state))
    if KEY.event in snapshot.closed:
        raise RuleError(texts.IS_CLOSED)
    return snapshot


async def _open(tx: Transaction, asker: Asker, chosen: str | None, named: str) -> tuple[Snapshot, HoldemState, int]:
    snapshot = await _open_room(tx, asker, chosen)
    state = read_holdem(snapshot)
    player = find_player(snapshot, named)
    if player.id in state.out:
        raise Conflict(texts.is_out_already(player.name, find_place(snapshot, state, player.id)))
    if player.id in state.late:
        raise Conflict(texts.is_late_already(player.name))
    if player.id in find_holdem_returned(snapshot):
        raise RuleError(texts.came_back(player.name))
    if player.id not in find_holdem_missing(snapshot, ejections_of(snapshot)):
        raise RuleError(texts.takes_no_part(player.name))
    return snapshot, state, player.id


async def _save(
    tx: Transaction,
    asker: Asker,
    snapshot: Snapshot,
    state: HoldemState,
    named: tuple[int, ...],
    *,
    is_late: bool,
) -> HoldemEntered:
    after = snapshot.with_value(KEY, write_order(state))
    left = find_holdem_missing(after, ejections_of(after))
    winner = left[0] if len(left) == 1 and named[0] not in left and state.out else None
    if winner is not None:
        state, left = replace(state, out=(*state.out, winner)), ()
    state = replace(state, left=len(left))
    saved, sheet = await append_sheet(tx, asker, snapshot, KEY, write_order(state), None)
    await record_change(tx, asker, snapshot.competition, "score holdem", sheet=sheet.id, players=list(named))
    names = name_everybody(saved).players
    return HoldemEntered(
        snapshot=saved,
        named=tuple(names[id_] for id_ in named),
        is_late=is_late,
        place=find_place(saved, state, named[0]),
        left=len(left),
        winner=names[winner] if winner is not None else None,
        sheet_id=sheet.id,
    )
