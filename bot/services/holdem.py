"""Texas hold'em: who went out, in order, by whom, and who was late (G128, G133, G134, G196).

The whole order is one sheet, so each change is one more revision of it. Players left in are shown after every entry;
the last one left wins.
"""

from dataclasses import replace

from bot.db.engine import Transaction
from bot.db.snapshot import Player, Snapshot
from bot.services.access import Asker, record_change, require_director
from bot.services.ejections import ejections_of
from bot.services.holdem_order import KEY, find_place, open_holdem, put_back_in
from bot.services.ids import read_id
from bot.services.live import append_sheet
from bot.services.lookup import find_player
from bot.services.moves import propose_moves
from bot.services.results import find_holdem_missing, find_holdem_returned, name_everybody, read_holdem
from bot.services.room import find_room
from bot.ui.facts.scores import HoldemEntered
from bot.ui.texts import holdem as texts
from bot.ui.texts import room as room_texts
from core.errors import Conflict, RuleError
from core.holdem.order import HoldemState, write_order


async def put_out(
    tx: Transaction, asker: Asker, chosen: str | None, named: str, by: str | None = None
) -> HoldemEntered:
    """Enter that a player went out, and who took the chips, if that is known; when one is left, they have won.

    Raises NotFound, NotAllowed, RuleError or Conflict.
    """
    snapshot, state, player_id = await _open(tx, asker, chosen, named)
    victor = {} if by is None else {player_id: _find_victor(snapshot, snapshot.players[player_id], by)}
    after = replace(state, out=(*state.out, player_id), by={**state.by, **victor})
    return await _save(tx, asker, snapshot, after, (player_id,), is_late=False)


async def note_victor(
    tx: Transaction, asker: Asker, chosen: str | None, loser: str, by: str, sheet_id: str
) -> HoldemEntered:
    """Note who took the chips of somebody who is out; `sheet_id` is the entry that can be taken back.

    Raises NotFound, NotAllowed, RuleError, or Conflict for somebody who is in again.
    """
    snapshot = await open_holdem(tx, asker, chosen)
    state, player = read_holdem(snapshot), find_player(snapshot, f"#{loser}")
    if player.id not in state.out:
        raise Conflict(room_texts.is_not_out(player.name))
    after = replace(state, by={**state.by, player.id: _find_victor(snapshot, player, by)})
    done = await _save(tx, asker, snapshot, after, (player.id,), is_late=False)
    return replace(done, sheet_id=read_id(sheet_id))


async def mark_late(tx: Transaction, asker: Asker, chosen: str | None, named: str) -> HoldemEntered:
    """Enter that a player was not there at the start (G134). Raises NotFound, NotAllowed, RuleError or Conflict."""
    snapshot, state, player_id = await _open(tx, asker, chosen, named)
    after = replace(state, late=(*state.late, player_id))
    return await _save(tx, asker, snapshot, after, (player_id,), is_late=True)


async def take_back(tx: Transaction, asker: Asker, chosen: str | None, named: str) -> HoldemEntered:
    """Put a player back in who was entered by mistake. Raises NotFound, NotAllowed or RuleError."""
    snapshot = await open_holdem(tx, asker, chosen)
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


def _find_victor(snapshot: Snapshot, loser: Player, named: str) -> int:
    """Who took the chips. Raises NotFound, or RuleError for somebody who cannot have."""
    victor = find_player(snapshot, named)
    if victor.id == loser.id:
        raise RuleError(room_texts.took_own(loser.name))
    played = {*read_holdem(snapshot).out, *find_holdem_missing(snapshot, ejections_of(snapshot))}
    if victor.id not in played:
        raise RuleError(room_texts.takes_no_chips(victor.name))
    return victor.id


async def _open(tx: Transaction, asker: Asker, chosen: str | None, named: str) -> tuple[Snapshot, HoldemState, int]:
    snapshot = await open_holdem(tx, asker, chosen)
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
        last = {named[0]: winner} if named[0] in state.out else {}
        state, left = replace(state, out=(*state.out, winner), by={**last, **state.by}), ()
    state = replace(state, left=len(left))
    saved, sheet = await append_sheet(tx, asker, snapshot, KEY, write_order(state), None)
    await record_change(tx, asker, snapshot.competition, "score holdem", sheet=sheet.id, players=list(named))
    await propose_moves(tx, saved)
    names, victor = name_everybody(saved).players, state.by.get(named[0])
    return HoldemEntered(
        snapshot=saved,
        named=tuple(names[id_] for id_ in named),
        is_late=is_late,
        place=find_place(saved, state, named[0]),
        left=len(left),
        winner=names[winner] if winner is not None else None,
        sheet_id=sheet.id,
        player_id=named[0],
        victor=names.get(victor) if victor is not None and named[0] in state.out else None,
        room=find_room(saved),
    )
