"""Pieces of the short notations in which a round is typed on a phone, and the words about what was typed."""

import re
import unicodedata

from core.errors import RuleError
from core.scoring.faults import quote
from core.scoring.games import Round
from core.scoring.ranking import Unit

_SEPARATORS = re.compile(r"[\s,;]+")
_NUMBER = re.compile("[0-9]{1,9}")
_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: " ", 0x2212: "-"}


def split_words(text: str) -> list[str]:
    """Words between spaces, commas and semicolons; digits of any script, and full-width signs, as ASCII has them."""
    return [word for word in _SEPARATORS.split(to_ascii_digits(text)) if word]


def to_ascii_digits(text: str) -> str:
    """`１２０` or `١٢٠` as `120`, as keyboards of other scripts type it."""
    written = text.translate(_FULL_WIDTH)
    return "".join([str(unicodedata.decimal(sign)) if sign.isdecimal() else sign for sign in written])


def find_numbers(words: list[str]) -> list[int] | None:
    """The words as whole numbers; None if one of them is something else."""
    return [int(word) for word in words] if words and all(map(_NUMBER.fullmatch, words)) else None


def refusal(text: str, noun: str, example: str) -> RuleError:
    """This is no such round, and what to type."""
    return RuleError(f"{quote(text.strip())} is not {with_article(noun)}. Type {example}.")


def with_article(noun: str) -> str:
    """`a derby round`"""
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def count_units(count: int, unit: Unit) -> str:
    """`1 pin`, `2 pins`"""
    return f"{count} {unit.one if count == 1 else unit.many}"


def doubt_total(entered: Round, typed: str, noun: str, unit: Unit, rare_above: int) -> str:
    """What was typed and how it was understood, where that is rare (ruling 115): 240 or 24?"""
    slip = f": {entered.points} or {entered.points // 10}?" if isinstance(entered.entered, int) else ""
    points = count_units(entered.points, unit)
    return f"{typed} is read as {points}, and {with_article(noun)} above {rare_above} is rare{slip}"
