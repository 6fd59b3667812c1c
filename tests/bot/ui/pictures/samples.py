"""Tables and brackets of any size, and a way to see where their texts and boxes stand."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.ui.pictures import (
    Align,
    BracketPicture,
    Column,
    Match,
    MatchState,
    Round,
    Row,
    Section,
    Side,
    TablePicture,
)
from bot.ui.pictures.canvas import Canvas
from bot.ui.pictures.text import Line

EVENTS = ("Bowl", "Derby", "Bags", "Hoops", "Golf", "Hold’em")
MOVEMENTS = ("▲2", "▼10", "=", "")


def make_table(names: Sequence[str], headings: Sequence[str] = EVENTS, **fields: Any) -> TablePicture:
    """A ranking with wide values in every column, and a main column at the end."""
    rows = tuple(
        Row(
            rank=f"T{at}" if at % 3 == 2 else f"{at}.5",
            name=name,
            values=(*(f"T{at + column}.5" for column in range(len(headings))), f"{at * 11.5:g}"),
            movement=MOVEMENTS[at % 4],
            is_highlighted=at == 3,
        )
        for at, name in enumerate(names, 1)
    )
    columns = (*(Column(heading) for heading in headings), Column("Sum", is_main=True))
    return TablePicture(title="Getaway Games 2026: overall", columns=columns, rows=rows, **fields)


def make_bracket(
    names: Sequence[str], decided: int = 0, third_place: bool = False, seed: int = 1, **fields: Any
) -> BracketPicture:
    """A single elimination bracket with seeds as in real ones; so many of its matches are decided, one by forfeit."""
    source = random.Random(seed)
    order = [1]
    while len(order) < len(names):
        order = [each for seed in order for each in (seed, 2 * len(order) + 1 - seed)]
    entrants = [Side(names[seed - 1], seed) if seed <= len(names) else None for seed in order]
    rounds: list[Round] = []
    played = 0
    while len(entrants) > 1:
        matches: list[Match] = []
        going_on: list[Side | None] = []
        for slot in range(len(entrants) // 2):
            upper, lower = entrants[2 * slot : 2 * slot + 2]
            if upper is None or lower is None:
                going_on.append(upper or lower)
                continue
            match_id = f"R{len(rounds) + 1}-{slot + 1}"
            next_id = f"R{len(rounds) + 2}-{slot // 2 + 1}" if len(entrants) > 2 else None
            is_known = upper.name is not None and lower.name is not None
            if is_known and played < decided:
                played += 1
                games = source.choice([(2, 0), (2, 1), (1, 2), (0, 2)])
                sides = tuple(
                    Side(side.name, side.seed, won, is_winner=won == 2)
                    for side, won in zip((upper, lower), games, strict=True)
                )
                note = "forfeit" if played == 2 else ""
                matches.append(Match(match_id, (sides[0], sides[1]), MatchState.DECIDED, next_id, note))
                winner = next(side for side in sides if side.is_winner)
                going_on.append(Side(winner.name, winner.seed))
            else:
                state = MatchState.READY if is_known else MatchState.WAITING
                matches.append(Match(match_id, (upper, lower), state, next_id))
                going_on.append(Side(None, waiting_for=f"winner of {match_id}"))
        rounds.append(Round(f"Round {len(rounds) + 1}", tuple(matches)))
        entrants = going_on
    sections = [Section("", tuple(rounds))]
    if third_place:
        sides = tuple(Side(None, waiting_for=f"loser of R{len(rounds) - 1}-{slot}") for slot in (1, 2))
        match = Match("T", (sides[0], sides[1]), MatchState.WAITING)
        sections.append(Section("Third place", (Round("", (match,)),)))
    champion = entrants[0].name if entrants[0] else None
    return BracketPicture("Dodgeball 2026", tuple(sections), champion=champion, **fields)


def make_double_bracket(names: Sequence[str]) -> BracketPicture:
    """Double elimination before the first match: any number of teams, losers met in turn."""
    winners = make_bracket(names).sections[0]
    waiting = [
        Side(None, waiting_for=f"loser of {match.match_id}") for each in winners.rounds for match in each.matches
    ]
    rounds: list[Round] = []
    while len(waiting) > 1:
        matches: list[Match] = []
        going_on: list[Side] = []
        for slot in range(len(waiting) // 2):
            match_id, next_id = f"L{len(rounds) + 1}-{slot + 1}", f"L{len(rounds) + 2}-{slot // 2 + 1}"
            matches.append(Match(match_id, (waiting[2 * slot], waiting[2 * slot + 1]), MatchState.WAITING, next_id))
            going_on.append(Side(None, waiting_for=f"winner of {match_id}"))
        going_on += waiting[2 * len(matches) :]
        rounds.append(Round(f"Losers' round {len(rounds) + 1}", tuple(matches)))
        waiting = going_on
    final = Match("G1", (Side(None, waiting_for="winner of W"), *waiting), MatchState.WAITING)
    sections = (
        Section("Winners' side", winners.rounds),
        Section("Losers' side", tuple(rounds)),
        Section("Final", (Round("", (final,)),)),
    )
    return BracketPicture("Dodgeball 2026", sections)


@dataclass(frozen=True)
class Written:
    """A line of text where it was drawn."""

    line: Line
    left: float
    baseline: float
    fill: str

    @property
    def right(self) -> float:
        return self.left + self.line.width

    @property
    def top(self) -> float:
        return self.baseline - self.line.ascent

    @property
    def bottom(self) -> float:
        return self.baseline + self.line.descent


@dataclass(frozen=True)
class Rectangle:
    left: float
    top: float
    right: float
    bottom: float
    fill: str

    def holds(self, x: float, y: float) -> bool:
        return self.left <= x <= self.right and self.top <= y <= self.bottom


@dataclass
class Seen:
    """What was drawn on the canvases of a test, in order."""

    lines: list[Written] = field(default_factory=list)
    rectangles: list[Rectangle] = field(default_factory=list)

    def background_of(self, written: Written, page: str) -> str:
        middle = (written.left + written.right) / 2
        fills = [each.fill for each in self.rectangles if each.holds(middle, written.baseline)]
        return fills[-1] if fills else page

    def box_around(self, written: Written) -> Rectangle | None:
        around = [each for each in self.rectangles if each.holds(written.left, written.baseline)]
        return around[-1] if around else None


def watch_canvas(monkeypatch: pytest.MonkeyPatch) -> Seen:
    """Record whatever is drawn from now on."""
    seen = Seen()
    draw_line, draw_rectangle = Canvas.line, Canvas.rectangle

    def line(self: Canvas, line: Line, x: float, baseline: float, fill: str, align: Align = Align.LEFT) -> None:
        left = x - {Align.LEFT: 0, Align.CENTER: line.width / 2, Align.RIGHT: line.width}[align]
        if line.text:
            seen.lines.append(Written(line, left, baseline, fill))
        draw_line(self, line, x, baseline, fill, align)

    def rectangle(self: Canvas, x: float, y: float, width: float, height: float, fill: str, **how: Any) -> None:
        seen.rectangles.append(Rectangle(x, y, x + width, y + height, fill))
        draw_rectangle(self, x, y, width, height, fill, **how)

    monkeypatch.setattr(Canvas, "line", line)
    monkeypatch.setattr(Canvas, "rectangle", rectangle)
    return seen
