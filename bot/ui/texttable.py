"""The tables and brackets of `bot.ui.pictures` as text, for screen readers and for when a picture fails.

Code blocks at most 32 columns wide, which is what a phone shows without breaking lines. Columns are counted as
they are seen: two for an ideograph or an emoji, none for a combining mark. Long ones come in several messages.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

import wcwidth

from bot.ui.names import for_code_block, for_prose, tidy_text, visible_name
from bot.ui.pictures.values import (
    Align,
    BracketPicture,
    Match,
    Row,
    Side,
    TablePicture,
    describe_name,
    describe_sides,
)

WIDTH = 32
MESSAGE_LIMIT = 2_000  # of a message's content; the texts of components v2 may have 4,000 in all

_FENCE = "```"
_ELLIPSIS = "…"
_INDENT = "   "
_ROOMY_NAME = 14  # columns that are enough for a name
_MAX_GRAPHEME = 16  # code points: more than any family or flag needs, fewer than a heap of accents has
_MAX_PER_COLUMN = 6  # code points, on the average of a line
_MOST_DIFFERENCES = 3  # places at which names that begin alike are told apart
_MAX_PROSE = 400  # characters of a title, subtitle or footnote


@dataclass(frozen=True, slots=True)
class _Block:
    """Lines that stay together, under headings that every message repeats."""

    headings: tuple[str, ...]
    lines: str

    def write_after(self, headings: tuple[str, ...], gap: str) -> str:
        """Return the lines as they follow a block with these headings: only new headings are written."""
        shared = 0
        while shared < len(self.headings) and self.headings[: shared + 1] == headings[: shared + 1]:
            shared += 1
        if shared == len(self.headings):
            return gap + self.lines
        return "\n\n" + "\n".join([*self.headings[shared:], self.lines])


def table_messages(table: TablePicture, limit: int = MESSAGE_LIMIT) -> list[str]:
    """Return the table as messages of at most `limit` characters, at least one."""
    everything = list(range(len(table.columns)))
    longest = max((display_width(visible_name(row.name)) for row in table.rows), default=0)
    main = [index for index in everything if table.columns[index].is_main]
    for beside, room in ((everything, min(_ROOMY_NAME, longest)), (main, _ROOMY_NAME / 2), ([], 0)):
        writer = _RowWriter(table, beside)
        if writer.name_width >= room:
            break
    headings = (writer.write_headings(),)
    blocks = [_Block(headings, writer.write(row)) for row in table.rows]
    return _compose(table.title, [table.subtitle], blocks, "\n", table.footnote, limit)


def bracket_messages(bracket: BracketPicture, limit: int = MESSAGE_LIMIT) -> list[str]:
    """Return the bracket, round by round, as messages of at most `limit` characters, at least one."""
    blocks = [
        _Block(tuple(shorten(title, WIDTH) for title in (section.title, each.title) if title), _write_match(match))
        for section in bracket.sections
        for each in section.rounds
        for match in each.matches
    ]
    champion = "" if bracket.champion is None else f"🏆 {visible_name(bracket.champion)}"
    return _compose(bracket.title, [bracket.subtitle, champion], blocks, "\n\n", bracket.footnote, limit)


def display_width(text: str) -> int:
    """Return how many columns a text takes: the sum over its graphemes, so that parts add up to the whole."""
    return sum(map(wcwidth.width, wcwidth.iter_graphemes(text)))


class _RowWriter:
    """Writes rows with some columns beside the name, and the others with their headings below it."""

    def __init__(self, table: TablePicture, beside: list[int]) -> None:
        self._table = table
        self._beside = beside
        self._below = [index for index in range(len(table.columns)) if index not in beside]
        self._rank_width = max((display_width(row.rank) for row in table.rows), default=0)
        self._movement_width = max((display_width(row.movement) for row in table.rows), default=0)
        self._widths = [
            max(display_width(text) for text in (column.heading, *(row.values[at] for row in table.rows)))
            for at, column in enumerate(table.columns)
        ]
        self._is_any_highlighted = any(row.is_highlighted for row in table.rows)
        taken = [self._rank_width, self._movement_width, int(self._is_any_highlighted)]
        taken += [self._widths[at] for at in beside]
        self.name_width = WIDTH - sum(width + 1 for width in taken if width)
        self._names = shorten_apart((visible_name(row.name) for row in table.rows), self.name_width)

    def write_headings(self) -> str:
        columns = self._table.columns
        values = tuple(column.heading for column in columns)
        return self._write_line(Row("", self._table.name_heading, values))

    def write(self, row: Row) -> str:
        return "\n".join([self._write_line(row), *(_INDENT + line for line in self._lines_below(row))])

    def _write_line(self, row: Row) -> str:
        mark = ">" if row.is_highlighted else ""
        name = visible_name(row.name)
        name = _pad(self._names.get(name, name), self.name_width, Align.LEFT, is_name=True)
        before = [(mark, int(self._is_any_highlighted), Align.LEFT), (row.rank, self._rank_width, Align.RIGHT)]
        after = [(row.movement, self._movement_width, Align.RIGHT)]
        after += [(row.values[at], self._widths[at], self._table.columns[at].align) for at in self._beside]
        fields = [*(_pad(*each) for each in before), name, *(_pad(*each) for each in after)]
        return " ".join(field for field in fields if field).rstrip()

    def _lines_below(self, row: Row) -> Iterator[str]:
        room = WIDTH - len(_INDENT)
        line = ""
        for at in self._below:
            value = f"{self._table.columns[at].heading} {row.values[at]}"
            longer = f"{line}, {value}" if line else value
            if line and display_width(longer) > room:
                yield _code(shorten(line, room))
                longer = value
            line = longer
        if line:
            yield _code(shorten(line, room))


def _write_match(match: Match) -> str:
    """Return both sides; what an open match is called stands above them where it is one of several."""
    upper, lower = describe_sides(match)
    heading = f"    {upper}\n" if match.label and upper == match.label else ""
    remarks = ("", lower) if heading else (upper, lower)
    sides = (_write_side(match, side, remark) for side, remark in zip(match.sides, remarks, strict=True))
    return heading + "\n".join(sides)


def _write_side(match: Match, side: Side, remark: str) -> str:
    """Return `> 7 Aces        forfeit 2`: the winner's mark, the seed, the team, the remark, the games."""
    games = "" if side.games_won is None else str(side.games_won)
    end = shorten(f"{remark} {games}", WIDTH // 2)
    start = f"{'>' if side.is_winner else ' '}{'' if side.seed is None else side.seed:>2} "
    room = WIDTH - len(start) - (display_width(end) + 1 if end else 0)
    name = _pad(describe_name(match, side), room, Align.LEFT, is_name=side.name is not None)
    return f"{start}{name} {_code(end)}".rstrip()


def _compose(title: str, notes: list[str], blocks: list[_Block], gap: str, footnote: str, limit: int) -> list[str]:
    """Fill messages with as many whole blocks as they hold; the footnote ends the last."""
    title = f"**{_prose(title)}**"
    notes = [_prose(note) for note in notes if note]
    ending = [_prose(footnote)] if footnote else []
    room = limit - _length("\n".join([f"{title} (99/99)", *notes, _FENCE, _FENCE, *ending, ""]))
    bodies: list[str] = []
    headings: tuple[str, ...] = ()
    for block in blocks:
        longer = bodies[-1] + block.write_after(headings, gap) if bodies else ""
        if longer and _length(longer) <= room:
            bodies[-1] = longer
        else:
            bodies.append(block.write_after((), "").lstrip("\n"))
        headings = block.headings
    messages: list[str] = []
    for number, body in enumerate(bodies or [""], 1):
        page = f" ({number}/{len(bodies)})" if len(bodies) > 1 else ""
        code = [_FENCE, body, _FENCE] if body else []
        messages.append("\n".join([title + page, *notes, *code]))
    messages[-1] = "\n".join([messages[-1], *ending])
    return messages


def _length(text: str) -> int:
    """Return the length as Discord's clients count it, which is never less than Python's."""
    return len(text.encode("utf-16-le")) // 2


def _pad(text: str, width: int, align: Align, is_name: bool = False) -> str:
    text = shorten(text, width)
    room = width - display_width(text)
    left = {Align.LEFT: 0, Align.CENTER: room // 2, Align.RIGHT: room}[align]
    return " " * left + (for_code_block(text) if is_name else _code(text)) + " " * (room - left)


def _code(text: str) -> str:
    """Return a text for a code block; numbers and plain words need nothing."""
    is_plain = all(character.isascii() or not character.isalpha() for character in text)
    return text if is_plain and not set(text) & set("`@") else for_code_block(text)


def _prose(text: str) -> str:
    """Return a text for the message around the code block, cut if it is so long that the table would suffer."""
    return for_prose(_cut(text, lambda part: _length(for_prose(part)) <= _MAX_PROSE)) if text else ""


def shorten(text: str, width: int) -> str:
    """Return a text in at most `width` columns, cut with `…` if it must be."""
    return _cut(text, lambda part: display_width(part) <= width and len(part) <= _MAX_PER_COLUMN * width)


def shorten_apart(names: Iterable[str], width: int) -> dict[str, str]:
    """Return names by themselves in at most `width` columns; those that would look the same lose their middle instead.

    `Ann Archer (Gutter Gang)` and `Ann Archer (Gutter Gäng)` become `Ann Archer…Gang)` and `Ann Archer…Gäng)`.
    """
    short = {name: shorten(name, width) for name in names}
    for _ in range(_MOST_DIFFERENCES):
        alike: dict[str, list[str]] = {}
        for name, cut in short.items():
            alike.setdefault(cut, []).append(name)
        for group in (group for group in alike.values() if len(group) > 1):
            difference = _find_difference(group)
            short.update({name: _shorten_before(name, difference, width) for name in group})
    return short


def _find_difference(names: Sequence[str]) -> int:
    """Return how many graphemes all names begin with."""
    columns = zip(*map(_graphemes, names), strict=False)
    return sum(1 for _ in takewhile(lambda column: len(set(column)) == 1, columns))


def _shorten_before(name: str, difference: int, width: int) -> str:
    """Return a name cut before the word in which it differs from another."""
    graphemes = list(_graphemes(name))
    start = difference
    while start > 0 and graphemes[start - 1].isalnum():
        if display_width("".join(graphemes[start - 1 : difference])) > width // 3:
            break
        start -= 1
    end = shorten("".join(graphemes[start:]), width * 2 // 3)
    return shorten("".join(graphemes[:start]), width - display_width(end)) + end


def _cut(text: str, is_fitting: Callable[[str], bool]) -> str:
    """Return a text if it fits, else as many of its graphemes as fit with `…`, or nothing."""
    graphemes = list(_graphemes(text))
    if is_fitting("".join(graphemes)):
        return "".join(graphemes)

    def beginning(count: int) -> str:
        return "".join(graphemes[:count]).rstrip() + _ELLIPSIS

    fitting = bisect_left(range(len(graphemes)), True, key=lambda count: not is_fitting(beginning(count)))
    return beginning(fitting - 1) if fitting else ""


def _graphemes(text: str) -> Iterator[str]:
    return (grapheme[:_MAX_GRAPHEME] for grapheme in wcwidth.iter_graphemes(tidy_text(text)))
