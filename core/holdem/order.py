"""The order of elimination as it is kept, and what tells two of them apart (G128, G134)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class HoldemState:
    """The order of elimination so far, first one out first, and who was late; by id of the player.

    `left` is how many were still in when it was written, where that is known; once none is, it is over, and whoever a
    lifted ejection brings back counts as not having played. `by` is who took the chips of those who are out, where that
    was noted (G133).
    """

    out: tuple[int, ...] = ()
    late: tuple[int, ...] = ()
    left: int | None = None
    by: Mapping[int, int] = field(default_factory=dict[int, int])

    @property
    def is_over(self) -> bool:
        """Whether the last one left has won."""
        return bool(self.out) and self.left == 0

    def find_place(self, player_id: int) -> int | None:
        """The place of somebody who is out; None for anybody else, and while it is not known how many are left."""
        if self.left is None or player_id not in self.out:
            return None
        return self.left + len(self.out) - self.out.index(player_id)


@dataclass(frozen=True, slots=True)
class Moved:
    """Somebody who has another place than before; None is late, or not known."""

    player_id: int
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class OrderChange:
    """What one revision has changed: who went out, came late, is back in, or was put in another place."""

    out: tuple[int, ...] = ()
    late: tuple[int, ...] = ()
    back: tuple[int, ...] = ()
    moved: tuple[Moved, ...] = ()
    noted: tuple[tuple[int, int], ...] = ()
    """Who is out, and who is now noted to have taken the chips."""

    @property
    def player_ids(self) -> frozenset[int]:
        """Everybody whom it is about."""
        noted = (id_ for pair in self.noted for id_ in pair)
        return frozenset((*self.out, *self.late, *self.back, *(one.player_id for one in self.moved), *noted))


def read_order(value: Mapping[str, Any] | None) -> HoldemState:
    """The order of elimination that a revision of its sheet holds."""
    if value is None:
        return HoldemState()
    by = {int(loser): victor for loser, victor in value.get("by", {}).items()}
    return HoldemState(tuple(value["out"]), tuple(value["late"]), value.get("left"), by)


def write_order(state: HoldemState) -> dict[str, Any] | None:
    """The value of the sheet; None where nobody is out or late."""
    if not (state.out or state.late):
        return None
    left = {} if state.left is None else {"left": state.left}
    by = {str(loser): victor for loser, victor in state.by.items() if loser in state.out}
    return {"out": list(state.out), "late": list(state.late), **left, **({"by": by} if by else {})}


def compare_orders(before: HoldemState, after: HoldemState) -> OrderChange:
    """What has changed from one order to the next; those who only made room for somebody are not named."""
    was, is_now = {*before.out, *before.late}, {*after.out, *after.late}
    swapped = [id_ for id_ in (*after.out, *after.late) if id_ in was and (id_ in after.late) != (id_ in before.late)]
    if was == is_now and not swapped:
        swapped = _find_moved(before.out, after.out)
    return OrderChange(
        out=tuple(id_ for id_ in after.out if id_ not in was),
        late=tuple(id_ for id_ in after.late if id_ not in was),
        back=tuple(id_ for id_ in (*before.out, *before.late) if id_ not in is_now),
        moved=tuple(Moved(id_, before.find_place(id_), after.find_place(id_)) for id_ in swapped),
        noted=tuple(pair for pair in after.by.items() if pair not in before.by.items()),
    )


def _find_moved(before: tuple[int, ...], after: tuple[int, ...]) -> list[int]:
    """Whose move explains all; both of two neighbours who changed places, and all of another place where none does."""
    if before == after:
        return []
    alone = [
        id_
        for id_ in after
        if [other for other in before if other != id_] == [other for other in after if other != id_]
    ]
    return alone or [id_ for id_, other in zip(after, before, strict=True) if id_ != other]
