"""Rounds entered as counts that are worth points each, or as their total: derby tiers, basketball spots."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import mul

from core.errors import RuleError
from core.scoring.event import Count
from core.scoring.faults import Faults, Place
from core.scoring.games import Round, make_round
from core.scoring.json_fields import are_counts, is_count, refuse_counts
from core.scoring.json_reader import describe
from core.scoring.notation import doubt_total, find_numbers, refusal, split_words, with_article
from core.scoring.ranking import Unit


@dataclass(frozen=True)
class CountsEntry:
    """A `RoundEntry` of one number for each of `counts`."""

    noun: str
    round_name: str
    unit: Unit
    counts: tuple[Count, ...]
    counted: str
    """What is counted: `home runs`."""
    highest_total: int
    rare_above: int
    """Totals above this are possible but implausible (ruling 115)."""
    example: str

    def parse(self, text: str) -> Round:
        """`1 0 2 0 3`, or the total, `17`. Raises RuleError."""
        numbers = find_numbers(split_words(text))
        if numbers is None or len(numbers) not in (1, len(self.counts)):
            raise refusal(text, self.noun, self.example)
        if len(numbers) > 1:
            return self.from_counts(numbers)
        if numbers[0] > self.highest_total:
            raise RuleError(f"{numbers[0]} is not {self._expected}. Type {self.example}.")
        return Round(numbers[0], numbers[0])

    def from_counts(self, counts: Sequence[int]) -> Round:
        """A round of one number for each label. Raises RuleError."""
        for count, number in zip(self.counts, counts, strict=True):
            if not is_count(number, count.lowest, count.highest):
                expected = f"a count of {self.counted} ({count.lowest} to {count.highest})"
                raise RuleError(f"{count.label}: {describe(number)} is not {expected}. Type {self.example}.")
        return self._sum(tuple(counts))

    def show(self, entered: Round) -> str:
        """`1 0 2 0 3` or `17`."""
        return " ".join(map(str, entered.entered)) if isinstance(entered.entered, tuple) else str(entered.entered)

    def find_doubt(self, entered: Round) -> str | None:
        """Ruling 115."""
        if entered.points <= self.rare_above:
            return None
        return doubt_total(entered, self.show(entered), self.noun, self.unit, self.rare_above)

    def read(self, value: object) -> Round | None:
        """A list of counts, or the total."""
        if type(value) is int:
            return make_round((value, value)) if 0 <= value <= self.highest_total else None
        if are_counts(value, len(self.counts), 0, self.counts[0].highest):
            return self._sum(tuple(value))
        return None

    def refuse(self, value: object, place: Place, faults: Faults) -> None:
        """Why it is neither."""
        count, highest, one = len(self.counts), self.counts[0].highest, f"a count of {self.counted}"
        refuse_counts(value, place, faults, count=count, highest=highest, one=one, all_of=self._expected)

    def write(self, entered: Round) -> object:
        """What `read` reads."""
        return list(entered.entered) if isinstance(entered.entered, tuple) else entered.entered

    @property
    def _expected(self) -> str:
        counts = f"{len(self.counts)} counts of {self.counted}"
        return f"{with_article(self.noun)} ({counts}, or a total of 0 to {self.highest_total})"

    @cached_property
    def _worths(self) -> tuple[int, ...]:
        return tuple(count.points for count in self.counts)

    def _sum(self, numbers: tuple[int, ...]) -> Round:
        return make_round((sum(map(mul, self._worths, numbers)), numbers))
