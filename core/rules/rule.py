"""What a rulebook is made of: sections, and in them the numbered rules."""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered rule, in our own words.

    `restates` are the sentences of the organisers' rulebook that it restates (G1 to G196, D1 to D89; see
    docs/rulebook.md), `rulings` the numbers of the rulings that settle what those leave open.
    """

    number: str
    title: str
    text: str
    restates: tuple[str, ...] = ()
    rulings: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a rulebook, such as one event; its number is what its rules' numbers begin with."""

    number: str
    title: str
    rules: tuple[Rule, ...]


def expand_ids(text: str) -> tuple[str, ...]:
    """Return the sentences named by a list such as `G3 G5-G7`."""
    spans = (re.fullmatch(r"([GD])(\d+)(?:-[GD](\d+))?", part) for part in text.split())
    return tuple(
        f"{span[1]}{number}" for span in spans if span for number in range(int(span[2]), int(span[3] or span[2]) + 1)
    )
