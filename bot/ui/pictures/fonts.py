"""The fonts that come with the dependencies (a fresh machine has none): which one draws what, and how.

Read in the picture worker only. HarfBuzz shapes the text and gives each glyph's outline, so that the SVG holds
outlines and no text: resvg needs no fonts, and cannot fail on a mixture of them.
"""

import unicodedata
from collections.abc import Container, Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import uharfbuzz as harfbuzz
from fontTools.pens.svgPathPen import SVGPathPen  # pyright: ignore[reportMissingTypeStubs]

REPLACEMENT = "\ufffd"  # drawn in place of a character that no font has
DOTTED_CIRCLE = "\u25cc"  # carries a combining mark that has no letter of its own

_EMOJI_VARIATION = "\ufe0f"
_LATIN, _EMOJI, _SYMBOLS = "NotoSans[wght]", "NotoEmoji[wght]", "NotoSansSymbols[wght]"
_SLANTED = "NotoSans-Italic[wght]"
_CJK = "NotoSansCJK-VF"


@dataclass(frozen=True, slots=True, eq=False)
class FontFile:
    """A font and the characters that it has. Each is one object, and equal to itself only."""

    name: str
    path: str
    face: harfbuzz.Face
    characters: Container[int]

    def covers(self, text: str) -> bool:
        return all(ord(character) in self.characters or _is_instruction(character) for character in text)


@dataclass(frozen=True, slots=True)
class Glyph:
    """A shaped glyph, all in em: its advance, its offset, and the box of its ink (y upwards)."""

    font: FontFile
    weight: int
    glyph_id: int
    advance: float
    dx: float
    dy: float
    left: float
    right: float
    top: float
    bottom: float


class FontBook:
    """All fonts in order of preference; what was shaped and drawn lately is kept."""

    def __init__(self) -> None:
        self.fonts = tuple(_open_fonts())
        self._by_name = {font.name: font for font in self.fonts}
        self.find_drawable = lru_cache(8192)(self._find_drawable)
        self.shape = lru_cache(2048)(self._shape)
        self.outline = lru_cache(4096)(self._outline)
        self._sized = lru_cache(128)(_at_weight)

    def _find_drawable(self, grapheme: str) -> tuple[tuple[str, FontFile], ...]:
        """Return the grapheme as the fonts can draw it, in as few parts as possible.

        Fancy letters that no font has become plain ones; what is left over becomes a visible replacement.
        """
        if unicodedata.category(grapheme[0]) in {"Mn", "Me"}:
            grapheme = DOTTED_CIRCLE + grapheme
        whole = self._find_form(grapheme)
        if whole:
            return (whole,)
        parts = (part for part in grapheme if not _is_instruction(part))
        return tuple(self._find_form(part) or (REPLACEMENT, self._by_name[_LATIN]) for part in parts)

    def _find_form(self, text: str) -> tuple[str, FontFile] | None:
        """Return the closest form of a text that one font covers, and the font."""
        for form in ("NFC", "NFKC", "NFKD"):
            normalized = unicodedata.normalize(form, text)
            font = self._find_font(normalized)
            if font:
                return normalized, font
        return None

    def _find_font(self, text: str) -> FontFile | None:
        if _EMOJI_VARIATION in text and self._by_name[_EMOJI].covers(text):
            return self._by_name[_EMOJI]
        return next((font for font in self.fonts if font.covers(text)), None)

    def _shape(self, text: str, font: FontFile, weight: int, is_leftward: bool) -> tuple[Glyph, ...]:
        """Return the glyphs of a text that one font covers, from left to right."""
        buffer = harfbuzz.Buffer()
        buffer.language = "und"  # not the machine's
        buffer.add_str(text)
        buffer.guess_segment_properties()
        buffer.direction = "rtl" if is_leftward else "ltr"
        sized = self._sized(font, weight)
        harfbuzz.shape(sized, buffer)
        em = font.face.upem
        glyphs: list[Glyph] = []
        for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            ink = sized.get_glyph_extents(info.codepoint) or harfbuzz.GlyphExtents(0, 0, 0, 0)
            glyphs.append(
                Glyph(
                    font,
                    weight,
                    info.codepoint,
                    advance=position.x_advance / em,
                    dx=position.x_offset / em,
                    dy=position.y_offset / em,
                    left=ink.x_bearing / em,
                    right=(ink.x_bearing + ink.width) / em,
                    top=ink.y_bearing / em,
                    bottom=(ink.y_bearing + ink.height) / em,
                )
            )
        return tuple(glyphs)

    def _outline(self, font: FontFile, weight: int, glyph_id: int) -> str:
        """Return a glyph as the `d` of an SVG path, in the font's units, y upwards."""
        pen = SVGPathPen(None, ntos=_rounded)
        self._sized(font, weight).draw_glyph_with_pen(glyph_id, pen)
        return pen.getCommands()


def _open_fonts() -> Iterable[FontFile]:
    noto = {path.name.removesuffix(".ttf"): path for path in files("manimgx_fonts").iterdir()}
    scripts = sorted(name for name in noto if name.startswith("NotoSans"))
    first, last = [_LATIN], [_EMOJI, _SYMBOLS]
    for name in [*first, *(name for name in scripts if name not in {*first, *last, _SLANTED}), *last]:
        yield _open(name, str(noto[name]))
    yield _open(_CJK, str(files("manimgx_fonts_cjk") / f"{_CJK}.otf.ttc"))


def _open(name: str, path: str) -> FontFile:
    face = harfbuzz.Face(harfbuzz.Blob.from_file_path(path))
    return FontFile(name, path, face, face.unicodes)


def _at_weight(font: FontFile, weight: int) -> harfbuzz.Font:
    sized = harfbuzz.Font(font.face)
    sized.set_variations({"wght": weight})
    return sized


def _rounded(value: float) -> str:
    return str(round(value))


def _is_instruction(character: str) -> bool:
    """Whether a character only changes how others are drawn: joiners, variation selectors, tags of flags."""
    code = ord(character)
    return code in {0x200C, 0x200D} or 0xFE00 <= code <= 0xFE0F or 0xE0020 <= code <= 0xE01EF
