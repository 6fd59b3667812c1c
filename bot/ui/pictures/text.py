"""Lines of text, measured and drawn as outlines: any script and emoji mixed, within the width that is there."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby

import wcwidth

from bot.ui.names import tidy_text
from bot.ui.pictures.bidi import embedding_levels, visual_order
from bot.ui.pictures.fonts import REPLACEMENT, FontBook, FontFile, Glyph
from bot.ui.shortening import ELLIPSIS, Measure, shorten_middle

REGULAR, SEMIBOLD, BOLD = 400, 600, 700

# What a line may use above and below its baseline, in em. Marks beyond it (zalgo) are left out.
ASCENT, DESCENT = 1.06, 0.4


@dataclass(frozen=True, slots=True)
class Line:
    """A line at its baseline's left end, in px: its width, and how far its ink goes up and down."""

    text: str
    size: float
    width: float
    ascent: float
    descent: float
    svg: str


class Typesetter:
    """Sets lines with the fonts of a book. `is_plain` keeps to the first font: the way out if drawing failed."""

    def __init__(self, book: FontBook, is_plain: bool = False) -> None:
        self._book = book
        self._is_plain = is_plain
        self.set = cache(self._set)
        self.fit = cache(self._fit)

    def _set(self, text: str, size: float, weight: int = REGULAR) -> Line:
        """Return a text in one line, as wide as it is."""
        text = tidy_text(text)
        placed = list(_place(self._shape(text, weight)))
        left = min((x + glyph.left for x, glyph in placed if glyph.right > glyph.left), default=0)
        shift = max(0.0, -left)
        top = max((glyph.dy + glyph.top for _, glyph in placed), default=0)
        bottom = -min((glyph.dy + glyph.bottom for _, glyph in placed), default=0)
        right = max((max(x + glyph.right, x - glyph.dx + glyph.advance) for x, glyph in placed), default=0)
        size *= min(1, ASCENT / max(top, ASCENT), DESCENT / max(bottom, DESCENT))
        outlines = "".join(self._outline((x + shift) * size, size, glyph) for x, glyph in placed)
        return Line(text, size, (right + shift) * size, top * size, bottom * size, outlines)

    def _fit(self, text: str, size: float, width: float, weight: int = REGULAR) -> Line:
        """Return a text in one line of at most `width` px, cut between graphemes and marked `…` if it must be."""
        line = self.set(text, size, weight)
        if line.width <= width:
            return line
        graphemes = list(wcwidth.iter_graphemes(line.text))

        def cut(count: int) -> Line:
            return self.set("".join(graphemes[:count]).rstrip() + ELLIPSIS, size, weight)

        fitting = bisect_right(range(len(graphemes)), width, key=lambda count: cut(count).width)
        return cut(fitting - 1) if fitting else self.set("", size, weight)

    def wrap(self, text: str, size: float, width: float, weight: int = REGULAR, lines: int = 4) -> list[Line]:
        """Return a text in lines, broken at spaces if it has any; the last of `lines` is cut if there is more."""
        broken = list(self._break(text, size, width, weight))
        if len(broken) > lines:
            broken[lines - 1 :] = ["".join(broken[lines - 1 :])]
        return [self.fit(part, size, width, weight) for part in broken]

    def wrap_name(self, name: str, size: float, width: float, weight: int = REGULAR, lines: int = 4) -> list[Line]:
        """Return a name in at most `lines`, cut in its middle where they are too few."""
        return self.wrap(shorten_middle(name, lines * width, self.in_lines(size, width, weight)), size, width, weight)

    def on_line(self, size: float, weight: int = REGULAR) -> Measure:
        """Return the measure of a text's width, in px."""
        return lambda text: self.set(text, size, weight).width

    def in_lines(self, size: float, width: float, weight: int = REGULAR) -> Measure:
        """Return the measure of a text in lines of this width, in px: the full lines, and what it takes of the last."""

        def measure(text: str) -> float:
            *full, last = list(self._break(text, size, width, weight)) or [""]
            return len(full) * width + self.set(last, size, weight).width

        return measure

    def _break(self, text: str, size: float, width: float, weight: int) -> Iterator[str]:
        """Yield a text in parts that each fill a line."""
        rest = list(wcwidth.iter_graphemes(tidy_text(text)))
        while rest:
            count = self._count_fitting(rest, size, width, weight)
            yield "".join(rest[:count])
            rest = rest[count:]

    def _count_fitting(self, graphemes: list[str], size: float, width: float, weight: int) -> int:
        """Return how many graphemes make the next line: up to a space where possible, and at least one."""
        counts = range(1, len(graphemes) + 1)
        fitting = bisect_right(
            counts, width, key=lambda count: self.set("".join(graphemes[:count]), size, weight).width
        )
        if fitting == len(graphemes):
            return fitting
        spaces = [at for at, grapheme in enumerate(graphemes[: fitting + 1]) if grapheme == " " and at > 0]
        return spaces[-1] if spaces else max(fitting, 1)

    def _shape(self, text: str, weight: int) -> Iterator[Glyph]:
        """Yield the glyphs of a line from left to right: one run for each font and direction."""
        pieces: list[tuple[str, FontFile, int]] = []
        levels = embedding_levels(text)
        at = 0
        for grapheme in wcwidth.iter_graphemes(text):
            pieces += [(part, font, levels[at]) for part, font in self._drawable(grapheme)]
            at += len(grapheme)
        runs = [
            ("".join(part for part, _, _ in group), font, level)
            for (font, level), group in groupby(pieces, key=lambda piece: piece[1:])
        ]
        for index in visual_order([level for _, _, level in runs]):
            run, font, level = runs[index]
            yield from (glyph for glyph in self._book.shape(run, font, weight, level % 2 == 1) if _is_kept(glyph))

    def _drawable(self, grapheme: str) -> tuple[tuple[str, FontFile], ...]:
        if self._is_plain and not self._book.fonts[0].covers(grapheme):
            grapheme = REPLACEMENT
        return self._book.find_drawable(grapheme)

    def _outline(self, x: float, size: float, glyph: Glyph) -> str:
        outline = self._book.outline(glyph.font, glyph.weight, glyph.glyph_id)
        scale = size / glyph.font.face.upem
        place = f"translate({x:.2f} {-glyph.dy * size:.2f}) scale({scale:.5f} {-scale:.5f})"
        return f'<path transform="{place}" d="{outline}"/>' if outline else ""


def _place(glyphs: Iterator[Glyph]) -> Iterator[tuple[float, Glyph]]:
    """Yield each glyph with the x of its origin, in em."""
    pen = 0.0
    for glyph in glyphs:
        yield pen + glyph.dx, glyph
        pen += glyph.advance


def _is_kept(glyph: Glyph) -> bool:
    """Whether a glyph is more than a mark that leaves the line."""
    is_mark = glyph.advance == 0
    return not is_mark or (glyph.dy + glyph.top <= ASCENT and glyph.dy + glyph.bottom >= -DESCENT)
