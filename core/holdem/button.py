"""Hold'em: who has the button and who posts the blinds in the next hand, also after a blind went out (G182-G188).

Three positions move on together: the small blind's becomes the button's, the big blind's the small blind's. The big
blind alone has to fall on a player; the others may fall on an empty seat. An empty button's seat leaves the deal with
the player before it, who so deals twice; an empty small blind's seat means that nobody posts it. For a small blind
that went out the rulebook leaves the button where it was: dealer and blinds are the same (ruling 77).
"""

from collections.abc import Collection
from dataclasses import dataclass

from core.errors import RuleError
from core.holdem.seating import MOST_AT_TABLE, SEATS

FEWEST_IN_THREE = 3


@dataclass(frozen=True, slots=True)
class Hand:
    """The seats of one hand by number; those of the button and of the small blind may be empty."""

    button: int
    dealer: int
    small: int
    big: int
    has_small: bool
    waiting: tuple[int, ...] = ()
    """New players between the button and the blinds, who are dealt in once the button has passed them."""


def deal_next(small: int, big: int, taken: Collection[int]) -> Hand:
    """The next hand, by the seats that the blinds of the last one were due at and those where players sit now.

    Raises RuleError where there are no two players, or the blinds were not two seats.
    """
    if small == big or not {small, big}.issubset(SEATS):
        raise RuleError("The two blinds of a hand are two different seats. Choose them again.")
    if len(taken) < 2:
        raise RuleError("Fewer than two players sit at this table, so no hand is dealt at it. Choose another table.")
    new_big = _go_on(big, 1, taken)
    if len(taken) == 2:
        (other,) = (seat for seat in taken if seat != new_big)
        return Hand(other, other, other, new_big, has_small=True)
    button = small
    waiting = tuple(seat for seat in sorted(taken) if _is_between(button, seat, new_big) and seat != big)
    if button == new_big or len(taken) - len(waiting) < FEWEST_IN_THREE:
        button, waiting = _go_on(big, -1, {*taken} - {new_big}), ()
    dealer = button if button in taken else _go_on(button, -1, taken)
    return Hand(button, dealer, big, new_big, has_small=big in taken, waiting=waiting)


def _go_on(start: int, step: int, taken: Collection[int]) -> int:
    """The next taken seat from one on, clockwise with a step of 1; the seat itself comes last."""
    seats = ((start - 1 + step * n) % MOST_AT_TABLE + 1 for n in range(1, MOST_AT_TABLE + 1))
    return next(seat for seat in seats if seat in taken)


def _is_between(first: int, seat: int, last: int) -> bool:
    """Whether a seat lies strictly between two others, clockwise."""
    return 0 < (seat - first) % MOST_AT_TABLE < (last - first) % MOST_AT_TABLE
