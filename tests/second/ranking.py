"""Ranks by counting: how many are strictly better, and how many are exactly equal."""

from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

T = TypeVar("T")


def is_first_difference_lower(one: list[Fraction], other: list[Fraction]) -> bool:
    """Whether `one` is lower than `other` at the first place where they differ."""
    for position in range(max(len(one), len(other))):
        mine = one[position] if position < len(one) else None
        yours = other[position] if position < len(other) else None
        if mine == yours:
            continue
        if mine is None or yours is None:
            raise ValueError("lists of different lengths are not comparable")
        return mine < yours
    return False


def ranks(keys: dict[str, T], is_better: Callable[[T, T], bool], ties: str) -> dict[str, Fraction]:
    """The rank of every name. Equal ones share the best rank, or split the ranks they occupy."""
    found: dict[str, Fraction] = {}
    for name, key in keys.items():
        better = 0
        equal = 0
        for other_key in keys.values():
            if is_better(other_key, key):
                better = better + 1
            elif not is_better(key, other_key):
                equal = equal + 1
        if ties == "split":
            occupied = [better + 1 + number for number in range(equal)]
            found[name] = Fraction(sum(occupied), equal)
        else:
            found[name] = Fraction(better + 1)
    return found


def in_order(found: dict[str, Fraction | None]) -> list[str]:
    """Names by rank, equal ranks by name, those without a rank last."""
    waiting = list(found)
    ordered: list[str] = []
    while waiting:
        first = waiting[0]
        for name in waiting:
            if stands_before(name, found[name], first, found[first]):
                first = name
        ordered.append(first)
        waiting.remove(first)
    return ordered


def stands_before(name: str, rank: Fraction | None, other: str, other_rank: Fraction | None) -> bool:
    if rank == other_rank:
        return name < other
    if rank is None:
        return False
    return other_rank is None or rank < other_rank


def plain(number: Fraction | int | None) -> int | float | None:
    """A number as the output writes it: whole ones without a decimal point."""
    if number is None:
        return None
    fraction = Fraction(number)
    return fraction.numerator if fraction.denominator == 1 else float(fraction)
