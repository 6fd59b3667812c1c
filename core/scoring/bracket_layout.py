"""Who meets whom in an elimination tournament, before anybody has played.

Slots are the next power of two above the number of teams. Seed `s` of a pair meets seed `size + 1 - s`, applied
from the final backwards; a seed that is missing is a bye, and its opponent goes on without a match.

In double elimination the losers of the winners' round `r` drop into the losers' side in an order that keeps
comparable matches apart: two teams can meet again only where the loser of one match and the loser of a later match
on its winner's way come together. `_DROP_MASKS` puts them into different parts of the losers' side for as long as
there are parts enough, so that the first rematch comes as late as it can. For 12 teams that is the canonical layout.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

Kind = Literal["single", "double"]
Side = Literal["winners", "losers", "third", "final"]

MIN_TEAMS = 2
MAX_TEAMS = 64

_DROP_MASKS: dict[int, tuple[int, ...]] = {
    2: (),
    4: (0,),
    8: (1, 0),
    16: (3, 0, 0),
    32: (3, 2, 0, 0),
    64: (12, 4, 1, 1, 0),
}
"""By slots: position `p` of the losers' side receives the loser of match `p XOR mask` (both from 0) of the winners'
round 2, 3, ... Of all masks with the latest possible first rematch, these have the fewest expected rematches."""

_SIDE_LETTERS: dict[Side, str] = {"winners": "W", "losers": "L", "final": "G"}
_SINGLE_ROUNDS = ("final", "semi-final", "quarter-final")
_DOUBLE_ROUNDS = ("final", "semi-final")
_SAME_DEPTH_ORDER: dict[Side, int] = {"third": 0, "winners": 1, "losers": 2, "final": 3}


@dataclass(frozen=True, slots=True)
class Seed:
    """A side of a match that is taken by a team from the start; seed 1 is the first."""

    number: int


@dataclass(frozen=True, slots=True)
class WinnerOf:
    """A side of a match that is taken by the winner of another."""

    match_id: str


@dataclass(frozen=True, slots=True)
class LoserOf:
    """A side of a match that is taken by the loser of another."""

    match_id: str


Source = Seed | WinnerOf | LoserOf


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match of the layout: where its two sides come from, and where its winner and its loser go."""

    id: str
    side: Side
    round: int
    """Counts within the side, from 1."""
    title: str
    """For people: `Quarter-final 2`, `Losers' round 3, match 1`."""
    sources: tuple[Source, Source]
    """In slot order, the upper one first."""
    next_id: str | None
    loser_next_id: str | None


@cache
def build_layout(kind: Kind, team_count: int, third_place: bool = False) -> tuple[Fixture, ...]:
    """Every fixture in playing order, those included that may never be called for: `T`, and `G2`, which is played
    again by the finalists of `G1` in the same slots where its loser was unbeaten until then.

    The order: the longest chain of matches before it (byes counted), winners' before losers' side, third place
    before the final, top to bottom. `team_count` is 2 to 64; `third_place` belongs to single elimination.
    """
    drawing = _Drawing(kind)
    entrants = [Seed(number) if number <= team_count else None for number in _order_seeds(team_count)]
    champion, dropped = _draw_winners(drawing, entrants)
    if kind == "double":
        survivor = _draw_losers(drawing, dropped)
        drawing.meet("final", drawing.depth, 1, champion, survivor)
        drawing.meet("final", drawing.depth, 1, LoserOf("G1"), WinnerOf("G1"))
    elif third_place and team_count > MIN_TEAMS:
        drawing.meet("third", drawing.depth - 1, 1, *dropped[-2])
    return drawing.finish()


@dataclass(frozen=True, slots=True)
class _Pairing:
    id: str
    side: Side
    depth: int  # the longest chain of matches before it, byes counted
    slot: int  # top to bottom from 1, byes counted
    sources: tuple[Source, Source]


_Entrants = Sequence[Source | None]  # none where nobody comes: a missing seed, or the loser of a bye


class _Drawing:
    """Collects the pairings of one layout, from the first round on."""

    def __init__(self, kind: Kind) -> None:
        self._kind: Kind = kind
        self._pairings: list[_Pairing] = []

    @property
    def depth(self) -> int:
        """The longest chain of matches up to now."""
        return max(pairing.depth for pairing in self._pairings) + 1

    def meet(self, side: Side, depth: int, slot: int, top: Source | None, bottom: Source | None) -> Source | None:
        """Let two sides meet and return who goes on; without an opponent that is the side itself."""
        if top is None or bottom is None:
            return top or bottom
        pairing = _Pairing(self._name_match(side, depth, slot), side, depth, slot, (top, bottom))
        self._pairings.append(pairing)
        return WinnerOf(pairing.id)

    def finish(self) -> tuple[Fixture, ...]:
        """The fixtures in playing order, each with its destinations."""
        ordered = sorted(self._pairings, key=lambda pairing: (pairing.depth, _SAME_DEPTH_ORDER[pairing.side]))
        destinations = {source: pairing.id for pairing in ordered for source in pairing.sources}
        fixtures: list[Fixture] = []
        for pairing in ordered:
            depths = [other.depth for other in ordered if other.side == pairing.side]
            fixtures.append(
                Fixture(
                    id=pairing.id,
                    side=pairing.side,
                    round=pairing.depth - min(depths) + 1,
                    title=self._write_title(pairing, depths),
                    sources=pairing.sources,
                    next_id=destinations.get(WinnerOf(pairing.id)),
                    loser_next_id=destinations.get(LoserOf(pairing.id)),
                )
            )
        return tuple(fixtures)

    def _name_match(self, side: Side, depth: int, slot: int) -> str:
        if side == "third":
            return "T"
        if self._kind == "single":
            return f"R{depth + 1}-{slot}"
        number = sum(pairing.side == side for pairing in self._pairings) + 1
        return f"{_SIDE_LETTERS[side]}{number}"

    def _write_title(self, pairing: _Pairing, depths: list[int]) -> str:
        """For people, who count the matches that are played, not byes; `depths` are those of all on its side."""
        if pairing.side == "third":
            return "Third-place match"
        rounds_left = max(depths) - pairing.depth
        if pairing.side == "final":
            return "Grand final" if rounds_left else "Grand final, second match"
        number = self._number_in_round(pairing) if depths.count(pairing.depth) > 1 else None
        side = "" if self._kind == "single" else f"{pairing.side.capitalize()}' "
        names = _SINGLE_ROUNDS if self._kind == "single" else _DOUBLE_ROUNDS
        if rounds_left < len(names):
            title = f"{side}{names[rounds_left]}{f' {number}' if number else ''}"
        else:
            title = f"{side}round {pairing.depth - min(depths) + 1}{f', match {number}' if number else ''}"
        return title[0].upper() + title[1:]

    def _number_in_round(self, pairing: _Pairing) -> int:
        above = (other for other in self._pairings if (other.side, other.depth) == (pairing.side, pairing.depth))
        return sum(other.slot <= pairing.slot for other in above)


def _order_seeds(team_count: int) -> list[int]:
    """Seeds by slot, top to bottom: 1, 8, 4, 5, 2, 7, 3, 6 for 5 to 8 teams."""
    order = [1]
    while len(order) < team_count:
        size = 2 * len(order)
        order = [seed for upper in order for seed in (upper, size + 1 - upper)]
    return order


def _pair_up(entrants: _Entrants) -> list[tuple[Source | None, Source | None]]:
    return list(zip(entrants[::2], entrants[1::2], strict=True))


def _draw_winners(drawing: _Drawing, entrants: _Entrants) -> tuple[Source | None, list[list[Source | None]]]:
    """The side's winner, and by round its losers, top to bottom. Only the first round has byes."""
    dropped: list[list[Source | None]] = []
    while len(entrants) > 1:
        pairs = enumerate(_pair_up(entrants), start=1)
        entrants = [drawing.meet("winners", len(dropped), slot, *pair) for slot, pair in pairs]
        dropped.append([LoserOf(e.match_id) if isinstance(e, WinnerOf) else None for e in entrants])
    return entrants[0], dropped


def _draw_losers(drawing: _Drawing, dropped: list[list[Source | None]]) -> Source | None:
    """Who is left at the end: in turn those left meet one another, and the newcomers of the next round."""
    entrants: _Entrants = dropped[0]
    depth = 1
    for mask, newcomers in zip(_DROP_MASKS[2 * len(dropped[0])], dropped[1:], strict=True):
        pairs = enumerate(_pair_up(entrants), start=1)
        left = [drawing.meet("losers", depth, slot, *pair) for slot, pair in pairs]
        entrants = [
            drawing.meet("losers", depth + 1, position + 1, survivor, newcomers[position ^ mask])
            for position, survivor in enumerate(left)
        ]
        depth += 2
    return entrants[0]
