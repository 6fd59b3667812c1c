"""Draws that anybody can check: the same published seed gives the same order, today and on any machine.

A draw has a seed, a line of text that is published with it, such as `Getaway Games 2026, bracket`. Everything else
follows from it, by hand if need be. Somebody who may choose the seed could try many, so publish it before the
items are known, or let it end in something that nobody chose (last night's lottery numbers).

**Drawing a number below `n`.** Keep a counter that starts at 0 with the draw. Take the SHA-256 of the seed, a colon
and the counter, written as UTF-8 text without a line break, and raise the counter by one:

    printf '%s' 'Getaway Games 2026, bracket:0' | sha256sum

Read the first 8 of its 64 hexadecimal digits as a number `v`, from 0 to 4,294,967,295. The largest multiple of `n`
that is not above 4,294,967,296 is the limit: if `v` is not below it, throw `v` away and take the next counter,
since the last few values would favour the small numbers. Otherwise the number is the remainder of `v` by `n`.

**Shuffling** (Fisher and Yates). Write the items down in their published order and number the places from 0. For
each place from the last down to place 1: draw a number below (place + 1), and exchange the item in this place with
the item in the place of that number. What then stands in place 0 comes first.

**Tossing a coin.** Draw a number below 2: 0 is heads, 1 is tails.

Each draw needs a seed of its own: with the same seed, a coin and a shuffle read the same numbers.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Literal, TypeVar

from core.errors import RuleError

Item = TypeVar("Item")

_HEX_DIGITS = 8
_VALUES = 16**_HEX_DIGITS


class Draw:
    """One draw: numbers that follow from its seed, in order."""

    def __init__(self, seed: str) -> None:
        """Raises RuleError for a seed that people could not copy: empty, unprintable, or with spaces around it."""
        if not seed or not seed.isprintable() or seed != seed.strip():
            raise RuleError("A draw's seed is one line of printable text without spaces around it: choose another.")
        self._seed = seed
        self._counter = 0

    def number_below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1, each equally likely. Raises ValueError unless `limit` is 1 to 2 ** 32."""
        if not 1 <= limit <= _VALUES:
            raise ValueError(f"no number below {limit} can be drawn")
        while True:
            digits = sha256(f"{self._seed}:{self._counter}".encode()).hexdigest()[:_HEX_DIGITS]
            self._counter += 1
            value = int(digits, 16)
            if value < _VALUES - _VALUES % limit:
                return value % limit


def shuffle(seed: str, items: Sequence[Item]) -> tuple[Item, ...]:
    """The items in drawn order. Raises RuleError for a seed that people could not copy."""
    draw = Draw(seed)
    drawn = list(items)
    for place in range(len(drawn) - 1, 0, -1):
        chosen = draw.number_below(place + 1)
        drawn[place], drawn[chosen] = drawn[chosen], drawn[place]
    return tuple(drawn)


def toss_coin(seed: str) -> Literal["heads", "tails"]:
    """A fair coin (D40). Raises RuleError for a seed that people could not copy."""
    return "tails" if Draw(seed).number_below(2) else "heads"
