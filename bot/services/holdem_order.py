"""The order of elimination as a value: whose place is which, and how a correction moves one player in it (G128, G134).

The whole order is one sheet; the winner stands last in it, and places are counted from there.
"""

from bot.db.snapshot import Player, SheetKey, Snapshot
from bot.services.ejections import ejections_of
from bot.services.results import WHOLE_EVENT, HoldemState, find_holdem_missing
from bot.ui.texts import holdem as texts
from core.errors import RuleError

KEY = SheetKey("holdem", None, None, WHOLE_EVENT)


def write_order(state: HoldemState) -> dict[str, list[int]] | None:
    """The value of the sheet; None where nobody is out or late."""
    return {"out": list(state.out), "late": list(state.late)} if state.out or state.late else None


def find_place(snapshot: Snapshot, state: HoldemState, player_id: int) -> int | None:
    """The place of somebody who is out: after those who are still in, and those who went out later; None if late."""
    if player_id not in state.out:
        return None
    return _count_left(snapshot) + len(state.out) - state.out.index(player_id)


def move_player(snapshot: Snapshot, state: HoldemState, player: Player, place: int | None) -> HoldemState:
    """The order with a player in another place, or late with None; the others keep their order among themselves.

    Raises RuleError for somebody who is still in, for a place that nobody has yet, and where nothing would change.
    """
    if player.id not in (*state.out, *state.late):
        raise RuleError(texts.is_still_in(player.name))
    if find_place(snapshot, state, player.id) == place:
        raise RuleError(texts.has_this_place(player.name, place))
    out = [id_ for id_ in state.out if id_ != player.id]
    late = tuple(id_ for id_ in state.late if id_ != player.id)
    if place is None:
        return HoldemState(tuple(out), (*late, player.id))
    best, last = _count_left(snapshot) + 1, _count_left(snapshot) + len(out) + 1
    if not best <= place <= last:
        raise RuleError(texts.no_such_place(best, last))
    out.insert(last - place, player.id)
    return HoldemState(tuple(out), late)


def _count_left(snapshot: Snapshot) -> int:
    return len(find_holdem_missing(snapshot, ejections_of(snapshot)))
