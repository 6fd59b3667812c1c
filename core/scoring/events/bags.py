"""Bags sure toss: three rounds of twelve bags, four from each of three tiers (G71-G75, G86-G91).

tier               1    2    3
from              27   30   33 feet
on the board       1    2    3
in the hole        3    6    9
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from operator import add, mul
from typing import Any, cast

from core.errors import RuleError
from core.scoring.event import Count
from core.scoring.faults import Faults, Place
from core.scoring.games import Round, make_round
from core.scoring.json_fields import are_counts, is_count, read_record, refuse, refuse_counts
from core.scoring.json_reader import describe
from core.scoring.notation import find_numbers, refusal, split_words
from core.scoring.ranking import Unit
from core.scoring.summed_rounds import SummedRounds

_ON_THE_BOARD = (1, 2, 3)
_IN_THE_HOLE = (3, 6, 9)
_TIERS = 3
_BAGS_PER_TIER = 4
_HIGHEST_ROUND = 72

_TIER_TOTALS = [
    {on * on_worth + holed * in_worth for on in range(_BAGS_PER_TIER + 1) for holed in range(_BAGS_PER_TIER + 1 - on)}
    for on_worth, in_worth in zip(_ON_THE_BOARD, _IN_THE_HOLE, strict=True)
]
_TOTALS = frozenset(map(sum, product(*_TIER_TOTALS)))
"""What a round can be: 71 it cannot. A results file's totals are taken from 0 to 72, as its format says."""

_POINTS = Unit("point", "points")
_NOUN = "bags round"
_EXAMPLE = "on/in for each of the three tiers, like 1/0 2/1 0/3, or the total, like 40"


@dataclass(frozen=True, slots=True)
class BagsEntry:
    """A `RoundEntry` of bags tier by tier at the end of a round (ruling 48).

    Entered are the three counts on the board, then the three in the hole.
    """

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
            Count(f"Tier {tier} {where}", worths[tier - 1], 0, _BAGS_PER_TIER)
            for tier in range(1, _TIERS + 1)
            for where, worths in (("on", _ON_THE_BOARD), ("in", _IN_THE_HOLE))
        )

    def parse(self, text: str) -> Round:
        """`1/0 2/1 0/3`, or the total, `40`. Raises RuleError."""
        pairs = [find_numbers(word.split("/")) for word in split_words(text)]
        match pairs:
            case [[total]] if total in _TOTALS:
                return Round(total, total)
            case [[total]] if total <= _HIGHEST_ROUND:
                raise RuleError(f"No set of bags gives {total} points. Type {_EXAMPLE}.")
            case [[total]]:
                raise RuleError(f"{total} is not a bags round (0 to {_HIGHEST_ROUND}). Type {_EXAMPLE}.")
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
        on, holed = counts[::2], counts[1::2]
        if fault := _find_tier_fault(on, holed):
            raise RuleError(f"{fault[0].upper()}{fault[1:]}. Type {_EXAMPLE}.")
        return _score(on, holed)

    def show(self, entered: Round) -> str:
        """`1/0 2/1 0/3` or `40`."""
        match entered.entered:
            case int() as total:
                return str(total)
            case bags:
                return " ".join(f"{on}/{holed}" for on, holed in zip(bags[:_TIERS], bags[_TIERS:], strict=True))

    def find_doubt(self, entered: Round) -> str | None:
        """None: a round above 72 is impossible, and one of 72 a feat."""
        del entered

    def read(self, value: object) -> Round | None:
        """`{"on": [...], "in": [...]}`, or the total."""
        if type(value) is int:
            return make_round((value, value)) if 0 <= value <= _HIGHEST_ROUND else None
        bags = _find_bags(value)
        return None if bags is None else _find_round((*bags[0], *bags[1]))

    def refuse(self, value: object, place: Place, faults: Faults) -> None:
        """Why it is neither."""
        if not isinstance(value, dict):
            refuse(value, place, f"a bags round (on and in, or a total of 0 to {_HIGHEST_ROUND})", faults)
            return
        written = cast("dict[str, object]", value)
        if bags := _find_bags(written):
            faults.add(place, _find_tier_fault(*bags) or "")
        else:
            _refuse_record(written, place, faults)

    def write(self, entered: Round) -> object:
        """What `read` reads."""
        match entered.entered:
            case int() as total:
                return total
            case bags:
                return {"on": list(bags[:_TIERS]), "in": list(bags[_TIERS:])}


def _find_bags(value: object) -> tuple[list[int], list[int]] | None:
    """The counts on the board and in the hole, if they are written as they should be."""
    if not isinstance(value, dict):
        return None
    written = cast("dict[str, Any]", value)
    on, holed = written.get("on"), written.get("in")
    if len(written) == 2 and are_counts(on, _TIERS, 0, _BAGS_PER_TIER) and are_counts(holed, _TIERS, 0, _BAGS_PER_TIER):
        return on, holed
    return None


def _score(on: Sequence[int], holed: Sequence[int]) -> Round:
    return make_round((sum(map(mul, _ON_THE_BOARD, on)) + sum(map(mul, _IN_THE_HOLE, holed)), (*on, *holed)))


@cache
def _find_round(bags: tuple[int, ...]) -> Round | None:
    """None where a tier has too many bags. Equal rounds are one value: there are 15,625 sets of counts at most."""
    on, holed = bags[:_TIERS], bags[_TIERS:]
    return None if _find_tier_fault(on, holed) else _score(on, holed)


def _find_tier_fault(on: Sequence[int], holed: Sequence[int]) -> str | None:
    """More bags than the four of a tier (G72)."""
    thrown = [*map(add, on, holed)]
    most = max(thrown)
    if most <= _BAGS_PER_TIER:
        return None
    at = thrown.index(most)
    return f"tier {at + 1} has {_BAGS_PER_TIER} bags, not {most} ({on[at]} on, {holed[at]} in)"


def _refuse_record(written: dict[str, object], place: Place, faults: Faults) -> None:
    record = read_record(written, place, faults, required=("on", "in")) or {}
    all_of = f"a list of {_TIERS} counts of bags, tier by tier"
    for key, tiers in record.items():
        if not are_counts(tiers, _TIERS, 0, _BAGS_PER_TIER):
            one = "a count of bags"
            own_place = (*place, key)
            refuse_counts(tiers, own_place, faults, count=_TIERS, highest=_BAGS_PER_TIER, one=one, all_of=all_of)


EVENT = SummedRounds(
    key="bags",
    title="Bags Sure Toss",
    order=3,
    rounds=3,
    has_warm_up=False,
    default_ties="share",
    highest_round=_HIGHEST_ROUND,
    entry=BagsEntry(),
)
