"""Bags sure toss: three rounds of twelve bags, four from each of three tiers (G71-G75, G86-G91).

tier               1    2    3
from              27   30   33 feet
on the board       1    2    3
in the hole        3    6    9
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

from core.errors import RuleError
from core.scoring.event import Count
from core.scoring.faults import Faults, Place
from core.scoring.games import Round
from core.scoring.json_fields import are_counts, is_count, read_record, refuse, refuse_counts
from core.scoring.json_reader import describe
from core.scoring.notation import find_numbers, refusal, split_words
from core.scoring.ranking import Unit
from core.scoring.rounds_event import RoundsEvent

_TIERS = (1, 2, 3)
_BAGS_PER_TIER = 4
_IN_THE_HOLE = 3
_HIGHEST_ROUND = 72
_POINTS = Unit("point", "points")
_NOUN = "bags round"
_EXAMPLE = "on/in for each of the three tiers, like 1/0 2/1 0/3, or the total, like 40"


class Tally(NamedTuple):
    """Bags on the board and in the hole at the end of a round, tier by tier (ruling 48)."""

    on: tuple[int, ...]
    holed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BagsEntry:
    """A `RoundEntry` of bags on the board and in the hole, tier by tier."""

    noun: str = _NOUN
    round_name: str = "round"
    unit: Unit = _POINTS
    highest_total: int = _HIGHEST_ROUND
    rare_above: int | None = None
    example: str = _EXAMPLE

    @property
    def counts(self) -> tuple[Count, ...]:
        """Tier 1 on, tier 1 in, tier 2 on, ..."""
        return tuple(
            Count(f"Tier {tier} {where}", worth * tier, 0, _BAGS_PER_TIER)
            for tier in _TIERS
            for where, worth in (("on", 1), ("in", _IN_THE_HOLE))
        )

    def parse(self, text: str) -> Round:
        """`1/0 2/1 0/3`, or the total, `40`. Raises RuleError."""
        words = split_words(text)
        pairs = [find_numbers(word.split("/")) for word in words]
        match pairs:
            case [[total]]:
                return _check_total(total)
            case [[on_1, in_1], [on_2, in_2], [on_3, in_3]]:
                return self.from_counts((on_1, in_1, on_2, in_2, on_3, in_3))
            case _:
                raise refusal(text, _NOUN, _EXAMPLE)

    def from_counts(self, counts: Sequence[int]) -> Round:
        """A round of one number for each of `counts`. Raises RuleError."""
        for count, number in zip(self.counts, counts, strict=True):
            if not is_count(number, 0, _BAGS_PER_TIER):
                expected = f"a count of bags (0 to {_BAGS_PER_TIER})"
                raise RuleError(f"{count.label}: {describe(number)} is not {expected}. Type {_EXAMPLE}.")
        tally = Tally(tuple(counts[::2]), tuple(counts[1::2]))
        if fault := _find_tier_fault(tally):
            raise RuleError(f"{fault[0].upper()}{fault[1:]}. Type {_EXAMPLE}.")
        return _sum(tally)

    def show(self, entered: Round) -> str:
        """`1/0 2/1 0/3` or `40`."""
        match entered.entered:
            case Tally(on, holed):
                return " ".join(f"{tier_on}/{tier_in}" for tier_on, tier_in in zip(on, holed, strict=True))
            case total:
                return str(total)

    def find_doubt(self, entered: Round) -> str | None:
        """None: a round above 72 is impossible, and one of 72 a feat."""
        del entered

    def read(self, value: object, place: Place, faults: Faults) -> Round | None:
        """`{"on": [...], "in": [...]}`, or the total."""
        if type(value) is int and 0 <= value <= _HIGHEST_ROUND:
            return Round(value, value)
        if not isinstance(value, dict):
            refuse(value, place, f"a bags round (on and in, or a total of 0 to {_HIGHEST_ROUND})", faults)
            return None
        record = read_record(cast("object", value), place, faults, required=("on", "in")) or {}
        on, holed = record.get("on"), record.get("in")
        if are_counts(on, len(_TIERS), 0, _BAGS_PER_TIER) and are_counts(holed, len(_TIERS), 0, _BAGS_PER_TIER):
            tally = Tally(tuple(on), tuple(holed))
            if fault := _find_tier_fault(tally):
                faults.add(place, fault)
            return _sum(tally)
        for key, tiers in record.items():
            if not are_counts(tiers, len(_TIERS), 0, _BAGS_PER_TIER):
                _refuse_tiers(tiers, (*place, key), faults)
        return None

    def write(self, entered: Round) -> object:
        """What `read` reads."""
        match entered.entered:
            case Tally(on, holed):
                return {"on": list(on), "in": list(holed)}
            case total:
                return total


def _check_total(total: int) -> Round:
    if total > _HIGHEST_ROUND:
        raise RuleError(f"{total} is not a bags round (0 to {_HIGHEST_ROUND}). Type {_EXAMPLE}.")
    return Round(total, total)


def _refuse_tiers(value: object, place: Place, faults: Faults) -> None:
    count, highest = len(_TIERS), _BAGS_PER_TIER
    all_of = f"a list of {count} counts of bags, tier by tier"
    refuse_counts(value, place, faults, count=count, highest=highest, one="a count of bags", all_of=all_of)


def _find_tier_fault(tally: Tally) -> str | None:
    """More bags than the four of a tier (G72)."""
    for tier, on, holed in zip(_TIERS, tally.on, tally.holed, strict=True):
        if on + holed > _BAGS_PER_TIER:
            return f"tier {tier} has {_BAGS_PER_TIER} bags, not {on + holed} ({on} on, {holed} in)"
    return None


def _sum(tally: Tally) -> Round:
    worths = [on + _IN_THE_HOLE * holed for on, holed in zip(tally.on, tally.holed, strict=True)]
    return Round(sum([tier * worth for tier, worth in zip(_TIERS, worths, strict=True)]), tally)


EVENT = RoundsEvent(
    key="bags",
    title="Bags Sure Toss",
    order=3,
    rounds=3,
    default_ties="share",
    highest_round=_HIGHEST_ROUND,
    entry=BagsEntry(),
)
