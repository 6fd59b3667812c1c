"""Golf scramble: one card a team, fewest strokes first (G120, G121; rulings 51, 57).

Equal strokes: the score on the hardest handicap hole (stroke index 1), then on the next hardest, ... A team without a
card takes the last rank, the number of teams (rulings 5, 13). There is no individual golf (ruling 34).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from core.errors import RuleError
from core.scoring.cards import find_team_absence, read_cards
from core.scoring.event import Count, Doubt, EventStandings, Scored
from core.scoring.faults import Faults, Place, quote
from core.scoring.games import Cards, Contest, Round, Ties
from core.scoring.json_fields import are_counts, is_count, refuse_counts
from core.scoring.json_reader import describe
from core.scoring.notation import find_numbers, refusal, split_words
from core.scoring.ranking import Comparison, Entry, Ranking, Unit, rank, tie_at_last

HOLES = 18
MAX_STROKES = 20

_STROKE = Unit("stroke", "strokes")
_NOUN = "golf card"
_CARD = f"a golf card (the strokes of {HOLES} holes)"
_EXAMPLE = "the strokes of the 18 holes in order, like 4 4 3 4 5 3 4 4 5 4 3 4 5 4 3 4 4 5"


@dataclass(frozen=True, slots=True)
class CardEntry:
    """A `RoundEntry` of eighteen holes."""

    noun: str = _NOUN
    round_name: str = "card"
    unit: Unit = _STROKE
    counts: tuple[Count, ...] = tuple(Count(f"Hole {hole}", 1, 1, MAX_STROKES) for hole in range(1, HOLES + 1))
    highest_total: int | None = None
    rare_above: int | None = None
    example: str = _EXAMPLE

    def parse(self, text: str) -> Round:
        """Eighteen numbers, or eighteen digits in a row. Raises RuleError."""
        words = split_words(text)
        if len(words) == 1 and len(words[0]) == HOLES:
            words = list(words[0])
        numbers = find_numbers(words)
        if numbers is None:
            raise refusal(text, _NOUN, _EXAMPLE)
        if len(numbers) != HOLES:
            raise RuleError(_say_wrong_count(numbers))
        return self.from_counts(numbers)

    def from_counts(self, counts: Sequence[int]) -> Round:
        """A card of the strokes hole by hole. Raises RuleError."""
        for count, strokes in zip(self.counts, counts, strict=True):
            if not is_count(strokes, 1, MAX_STROKES):
                expected = f"a hole takes 1 to {MAX_STROKES} strokes"
                raise RuleError(f"{count.label} cannot be {describe(strokes)}: {expected}. Type {_EXAMPLE}.")
        return Round(sum(counts), tuple(counts))

    def show(self, entered: Round) -> str:
        """`4 4 3 ...`"""
        return " ".join(map(str, get_holes(entered)))

    def find_doubt(self, entered: Round) -> str | None:
        """None: the rulings call no card implausible."""
        del entered

    def read(self, value: object) -> Round | None:
        """A list of the strokes hole by hole."""
        return Round(sum(value), tuple(value)) if are_counts(value, HOLES, 1, MAX_STROKES) else None

    def refuse(self, value: object, place: Place, faults: Faults) -> None:
        """Why it is no card."""
        one = "a number of strokes"
        refuse_counts(value, place, faults, count=HOLES, lowest=1, highest=MAX_STROKES, one=one, all_of=_CARD)

    def write(self, entered: Round) -> object:
        """What `read` reads."""
        return list(get_holes(entered))


def _say_wrong_count(numbers: Sequence[int]) -> str:
    """The refusal of too many or too few holes, or of the total alone."""
    if len(numbers) == 1:
        return f"A total alone is not enough, since single holes decide ties. Type {_EXAMPLE}."
    return f"That is {len(numbers)} holes, and a golf card has {HOLES}. Type {_EXAMPLE}."


def get_holes(card: Round) -> tuple[int, ...]:
    """Strokes hole by hole."""
    return cast("tuple[int, ...]", card.entered)


@dataclass(frozen=True, slots=True)
class Golf:
    """The `Event`."""

    key: str = "golf"
    title: str = "Golf Scramble"
    order: int = 5
    can_be_cancelled: bool = True
    default_ties: Ties = "share"
    has_individuals: bool = False
    scored: Scored = "team"
    rounds: int = 1
    round_seconds: None = None
    is_pitched: bool = False
    has_warm_up: bool = True
    entry: CardEntry = CardEntry()

    def read_results(self, value: object, place: Place, contest: Contest, faults: Faults) -> Cards | None:
        """Team to card; equal totals need a stroke index."""
        cards = read_cards(
            value, place, faults, contest.field.team_names, find_team_absence(contest, self.key), self._read_card
        )
        if cards is not None and contest.stroke_index is None:
            _note_undecided(cards, faults)
        return cards

    def write_results(self, results: Cards, contest: Contest) -> object:
        """Team to card, in the order of the teams."""
        teams = (team.name for team in contest.field.teams)
        return {team: self.entry.write(results[team][0]) for team in teams if results.get(team)}

    def find_doubts(self, results: Cards, contest: Contest) -> Sequence[Doubt]:
        """None."""
        del results, contest
        return ()

    def rank(self, results: Cards, contest: Contest) -> EventStandings:
        """Teams only."""
        return EventStandings(self.rank_teams(results, contest), self.rank_players(results, contest))

    def rank_teams(self, results: Cards, contest: Contest) -> Ranking:
        """Strokes, then the holes from the hardest on; without a stroke index equal strokes are tied."""
        entries: list[Entry] = []
        without_card: dict[str, None] = {}
        order = _order_holes(contest.stroke_index)
        for team in contest.field.teams:
            if not (card := results.get(team.name)):
                without_card[team.name] = None
                continue
            holes = get_holes(card[0])
            values = (card[0].points, *[holes[hole] for hole in order])
            entries.append((team.name, None, values, (card[0].points,)))
        last = len(contest.field.teams)
        because = f"has no card, so takes the last rank, {last} of {last} teams (G6, ruling 5)"
        return rank(entries, _compare(order), contest.ties, last=tie_at_last(without_card, last, because))

    def rank_players(self, results: Cards, contest: Contest) -> None:
        """There is no individual golf."""
        del results, contest

    def _read_card(self, value: object, place: Place, faults: Faults) -> tuple[Round, ...]:
        card = self.entry.read(value)
        if card is None:
            self.entry.refuse(value, place, faults)
            return ()
        return (card,)


def _note_undecided(cards: Cards, faults: Faults) -> None:
    """Equal totals without a stroke index are a fault."""
    totals = Counter(card[0].points for card in cards.values() if card)
    for strokes, count in totals.items():
        if count > 1:
            equal = [quote(name) for name, card in cards.items() if card and card[0].points == strokes][:2]
            others = f" and {count - 2} more" if count > 2 else ""
            teams = " and ".join(equal) + others
            faults.add(("course", "stroke_index"), f"needed, since {teams} have {strokes} strokes each")


def _order_holes(stroke_index: tuple[int, ...] | None) -> tuple[int, ...]:
    """Holes, counted from 0, from the hardest to the easiest; none without a stroke index."""
    if stroke_index is None:
        return ()
    return tuple(sorted(range(HOLES), key=stroke_index.__getitem__))


def _compare(order: tuple[int, ...]) -> tuple[Comparison, ...]:
    holes = [
        Comparison(f"hole {hole + 1} (stroke index {place})", _STROKE, 1, MAX_STROKES, is_lower_better=True)
        for place, hole in enumerate(order, start=1)
    ]
    total = Comparison("total", _STROKE, HOLES, HOLES * MAX_STROKES, is_lower_better=True)
    return (total, *holes)


EVENT = Golf()
