"""Where a bracket's matches stand.

A match stands between the matches that feed it: that is the in-order walk through the tree of matches. So two
neighbours in that order are never of one round, and the same order makes both layouts:

- the **cascade**, as wide as a phone: every match has a row of its own, each round starts a step further to the
  right, and a winner's line runs down (or up) past the earlier rounds, which end a step further to the left;
- the **classic** one, for a large field: rounds are columns beside each other, hence neighbours may share the
  height of one match.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.ui.pictures.canvas import PHONE_WIDTH
from bot.ui.pictures.frame import MARGIN
from bot.ui.pictures.values import BracketPicture, Match, Section

BOX_HEIGHT = 56.0
_GAP = 10.0
_SECTION_TITLE_HEIGHT = 36.0
_ROUND_TITLE_HEIGHT = 25.0
_PHONE_HEIGHT = 844.0
_CASCADE_STEPS = (12.0, 30.0)  # smallest and largest
_CASCADE_BOX = 250.0  # the width that a step should leave for the box
_CLASSIC_BOX, _CLASSIC_GAP = 230.0, 26.0


@dataclass(frozen=True, slots=True)
class Style:
    """The width of a match and from one round to the next."""

    box_width: float
    step: float

    @property
    def is_cascade(self) -> bool:
        return self.step < self.box_width

    @property
    def row_height(self) -> float:
        return (BOX_HEIGHT + _GAP) / (1 if self.is_cascade else 2)


@dataclass(frozen=True, slots=True)
class Box:
    """A match at its place."""

    match: Match
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Heading:
    """A title above a section or above a round's first match."""

    text: str
    x: float
    y: float
    width: float
    is_section: bool


@dataclass(frozen=True, slots=True)
class BracketLayout:
    """All that is drawn below the heading; `links` join a match to the next of its section."""

    style: Style
    boxes: tuple[Box, ...]
    links: tuple[tuple[Box, Box], ...]
    headings: tuple[Heading, ...]
    width: float
    height: float


def lay_out_bracket(bracket: BracketPicture) -> BracketLayout:
    """Return the layout whose text is larger when the picture fills a phone's screen."""
    rounds = max((len(section.rounds) for section in bracket.sections), default=1)
    smallest, largest = _CASCADE_STEPS
    room = PHONE_WIDTH - 2 * MARGIN
    step = min(largest, max(smallest, (room - _CASCADE_BOX) / max(1, rounds - 1)))
    cascade = _lay_out(bracket, Style(room - (rounds - 1) * step, step))
    classic = _lay_out(bracket, Style(_CLASSIC_BOX, _CLASSIC_BOX + _CLASSIC_GAP))
    return max(cascade, classic, key=_scale_on_phone)


def _scale_on_phone(layout: BracketLayout) -> float:
    return min(PHONE_WIDTH / layout.width, _PHONE_HEIGHT / max(layout.height, 1))


def _lay_out(bracket: BracketPicture, style: Style) -> BracketLayout:
    boxes: list[Box] = []
    links: list[tuple[Box, Box]] = []
    headings: list[Heading] = []
    y = 0.0
    for section in bracket.sections:
        if section.title:
            headings.append(Heading(section.title, MARGIN, y, PHONE_WIDTH - 2 * MARGIN, is_section=True))
            y += _SECTION_TITLE_HEIGHT
        placed, titles = _place_section(section, style, y)
        boxes += placed
        links += _find_links(placed)
        headings += titles
        y = max((box.y + BOX_HEIGHT + _GAP for box in placed), default=y)
    right = max((box.x + style.box_width + MARGIN for box in boxes), default=0)
    return BracketLayout(style, tuple(boxes), tuple(links), tuple(headings), max(PHONE_WIDTH, right), y)


def _place_section(section: Section, style: Style, y: float) -> tuple[list[Box], list[Heading]]:
    column_of = {match.match_id: at for at, each in enumerate(section.rounds) for match in each.matches}
    boxes: list[Box] = []
    headings: list[Heading] = []
    titled: set[int] = set()
    if not style.is_cascade:
        titled.update(range(len(section.rounds)))
        for column, each in enumerate(section.rounds):
            headings.append(_round_heading(each.title, style, column, y))
        y += _ROUND_TITLE_HEIGHT
    for match in _in_order(section):
        column = column_of[match.match_id]
        if column not in titled and section.rounds[column].title:
            headings.append(_round_heading(section.rounds[column].title, style, column, y))
            y += _ROUND_TITLE_HEIGHT
        titled.add(column)
        boxes.append(Box(match, MARGIN + column * style.step, y))
        y += style.row_height
    return boxes, headings


def _round_heading(title: str, style: Style, column: int, y: float) -> Heading:
    # In a cascade the lines of earlier rounds pass at the right.
    width = style.box_width * 0.6 if style.is_cascade else style.box_width
    return Heading(title, MARGIN + column * style.step, y, width, is_section=False)


def _in_order(section: Section) -> Iterator[Match]:
    """Yield every match between the matches that feed it; a single one stands above."""
    matches = [match for each in section.rounds for match in each.matches]
    known = {match.match_id for match in matches}
    feeders: dict[str, list[Match]] = {}
    for match in matches:
        if match.next_id in known:
            feeders.setdefault(match.next_id, []).append(match)

    def walk(match: Match) -> Iterator[Match]:
        fed_by = feeders.get(match.match_id, [])
        for upper in fed_by[:1]:
            yield from walk(upper)
        yield match
        for lower in fed_by[1:]:
            yield from walk(lower)

    for match in matches:
        if match.next_id not in known:
            yield from walk(match)


def _find_links(boxes: list[Box]) -> Iterator[tuple[Box, Box]]:
    by_id = {box.match.match_id: box for box in boxes}
    for box in boxes:
        follower = by_id.get(box.match.next_id or "")
        if follower:
            yield box, follower
