"""Counted things and lists of names, as they stand in a sentence."""

from collections.abc import Iterable, Sequence

from bot.ui.names import for_prose


def count(number: int, noun: str) -> str:
    """`1 team`, `2 teams`"""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def list_some(shown: Sequence[str], most: int) -> str:
    """`Ann, Bo and 3 more`, of parts that are escaped already."""
    more = f" and {len(shown) - most} more" if len(shown) > most else ""
    return ", ".join(shown[:most]) + more


def name_some(names: Iterable[str], most: int) -> str:
    """The same of names as people typed them."""
    return list_some([for_prose(name) for name in names], most)
