"""The tables and brackets of `bot.ui.pictures` as text, for screen readers and for when a picture fails.

Code blocks at most 32 columns wide, which is what a phone shows without breaking lines. Columns are counted as
they are seen: two for an ideograph or an emoji, none for a combining mark. Long ones come in several messages.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.ui.names import for_code_block, for_prose, visible_name
from bot.ui.pictures.values import (
    Align,
    BracketPicture,
    Match,
    Row,
    Side,
    TablePicture,
    describe_name,
    describe_sides,
    name_teams,
)
from bot.ui.shortening import NamesTogether, cut, display_width, shorten, shorten_apart, utf16_length

WIDTH = 32
MESSAGE_LIMIT = 2_000  # of a message's content; the texts of components v2 may have 4,000 in all

_FENCE = "```"
_INDENT = "   "
_ROOMY_NAME = 14  # columns that are enough for a name
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
    names = NamesTogether(name_teams(bracket))
    blocks = [
        _Block(
            tuple(shorten(title, WIDTH) for title in (section.title, each.title) if title), _write_match(match, names)
        )
        for section in bracket.sections
        for each in section.rounds
        for match in each.matches
    ]
    champion = "" if bracket.champion is None else f"🏆 {visible_name(bracket.champion)}"
    return _compose(bracket.title, [bracket.subtitle, champion], blocks, "\n\n", bracket.footnote, limit)


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


def _write_match(match: Match, names: NamesTogether) -> str:
    """Return both sides; what an open match is called stands above them where it is one of several."""
    upper, lower = describe_sides(match)
    heading = f"    {upper}\n" if match.label and upper == match.label else ""
    remarks = ("", lower) if heading else (upper, lower)
    sides = (_write_side(match, side, remark, names) for side, remark in zip(match.sides, remarks, strict=True))
    return heading + "\n".join(sides)


def _write_side(match: Match, side: Side, remark: str, names: NamesTogether) -> str:
    """Return `> 7 Aces        forfeit 2`: the winner's mark, the seed, the team, the remark, the games."""
    games = "" if side.games_won is None else str(side.games_won)
    end = shorten(f"{remark} {games}", WIDTH // 2)
    start = f"{'>' if side.is_winner else ' '}{'' if side.seed is None else side.seed:>2} "
    room = WIDTH - len(start) - (display_width(end) + 1 if end else 0)
    name = describe_name(match, side)
    if side.name is not None:
        name = names.fit(name, room)
    name = _pad(name, room, Align.LEFT, is_name=side.name is not None)
    return f"{start}{name} {_code(end)}".rstrip()


def _compose(title: str, notes: list[str], blocks: list[_Block], gap: str, footnote: str, limit: int) -> list[str]:
    """Fill messages with as many whole blocks as they hold; each ends with the footnote, which explains its signs."""
    title = f"**{_prose(title)}**"
    notes = [_prose(note) for note in notes if note]
    ending = [_prose(footnote)] if footnote else []
    room = limit - utf16_length("\n".join([f"{title} (99/99)", *notes, _FENCE, _FENCE, *ending, ""]))
    bodies: list[str] = []
    headings: tuple[str, ...] = ()
    for block in blocks:
        longer = bodies[-1] + block.write_after(headings, gap) if bodies else ""
        if longer and utf16_length(longer) <= room:
            bodies[-1] = longer
        else:
            bodies.append(block.write_after((), "").lstrip("\n"))
        headings = block.headings
    messages: list[str] = []
    for number, body in enumerate(bodies or [""], 1):
        page = f" ({number}/{len(bodies)})" if len(bodies) > 1 else ""
        code = [_FENCE, body, _FENCE] if body else []
        messages.append("\n".join([title + page, *notes, *code, *ending]))
    return messages


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
    return for_prose(cut(text, lambda part: utf16_length(for_prose(part)) <= _MAX_PROSE)) if text else ""
