"""What there is to say about the event director's rulings."""

from dataclasses import dataclass

from bot.db.snapshot import Competition, Ruling


@dataclass(frozen=True, slots=True)
class Ruled:
    """A new ruling."""

    competition: Competition
    ruling: Ruling
    is_announced: bool


@dataclass(frozen=True, slots=True)
class RulingsView:
    """All rulings of a competition."""

    competition: Competition
    rulings: tuple[Ruling, ...]
