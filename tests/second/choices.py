"""One source of choices behind both generators: a seeded `random.Random`, or Hypothesis."""

import random
from collections.abc import Callable, Sequence
from typing import TypeVar

from hypothesis import strategies as st

T = TypeVar("T")


class Choices:
    """Everything is chosen through one function: a whole number from `low` to `high`."""

    def __init__(self, whole: Callable[[int, int], int]) -> None:
        self.whole = whole

    def one_of(self, options: Sequence[T]) -> T:
        return options[self.whole(0, len(options) - 1)]

    def happens(self, percent: int) -> bool:
        return self.whole(1, 100) > 100 - percent

    def some_of(self, options: Sequence[T], percent: int = 50) -> list[T]:
        return [option for option in options if self.happens(percent)]

    def shuffled(self, options: Sequence[T]) -> list[T]:
        left = list(options)
        found: list[T] = []
        while left:
            found.append(left.pop(self.whole(0, len(left) - 1)))
        return found


def seeded(seed: int) -> Choices:
    return Choices(random.Random(seed).randint)


@st.composite
def drawn(draw: st.DrawFn, make: Callable[[Choices], T]) -> T:
    """What `make` makes of choices by Hypothesis, which shrinks them to small numbers."""
    return make(Choices(lambda low, high: draw(st.integers(low, high))))
