"""What `bot/ui/pictures/fonts.py` uses of uharfbuzz, which brings no types."""

from collections.abc import Container
from typing import NamedTuple, Self

from fontTools.pens.basePen import BasePen

class GlyphExtents(NamedTuple):
    x_bearing: int
    y_bearing: int
    width: int
    height: int

class Blob:
    @classmethod
    def from_file_path(cls, filename: str) -> Self: ...

class Face:
    upem: int
    unicodes: Container[int]
    def __init__(self, blob: Blob, index: int = 0) -> None: ...

class Font:
    def __init__(self, face: Face) -> None: ...
    def set_variations(self, variations: dict[str, float]) -> None: ...
    def draw_glyph_with_pen(self, gid: int, pen: BasePen) -> None: ...
    def get_glyph_extents(self, gid: int) -> GlyphExtents | None: ...

class GlyphInfo:
    codepoint: int
    cluster: int

class GlyphPosition:
    x_advance: int
    x_offset: int
    y_offset: int

class Buffer:
    direction: str
    language: str
    glyph_infos: list[GlyphInfo]
    glyph_positions: list[GlyphPosition]
    def add_str(self, text: str) -> None: ...
    def guess_segment_properties(self) -> None: ...

def shape(font: Font, buffer: Buffer) -> None: ...
