"""Looks at the pixels of a PNG, so that what was measured can be held against what was drawn."""

import struct
import zlib
from collections.abc import Iterator

import resvg_py

from bot.ui.pictures.text import Line

ZOOM = 1


def read_size(png: bytes) -> tuple[int, int]:
    """The width and height that a PNG says it has."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack("!II", png[16:24])
    return width, height


def draw_line_as_pixels(line: Line, margin: int) -> tuple[float, float, float, float]:
    """Where a line's ink is, in px from its baseline's left end: left, top, right, bottom."""
    width, height = round(line.width) + 2 * margin, round(line.size) * 2 + 2 * margin
    baseline = margin + round(line.size)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
        f'<g fill="#000" transform="translate({margin} {baseline})">{line.svg}</g></svg>'
    )
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=ZOOM, skip_system_fonts=True))
    inked = [(x, y) for y, row in enumerate(read_alpha(png)) for x, alpha in enumerate(row) if alpha > 64]
    xs, ys = [x for x, _ in inked], [y for _, y in inked]
    return (
        min(xs) / ZOOM - margin,
        min(ys) / ZOOM - baseline,
        (max(xs) + 1) / ZOOM - margin,
        (max(ys) + 1) / ZOOM - baseline,
    )


def read_alpha(png: bytes) -> Iterator[bytes]:
    """The opacity of each pixel, row by row, of a PNG with 8 bits for each of red, green, blue and alpha."""
    width, height = read_size(png)
    assert png[24:26] == b"\x08\x06"
    data, at = b"", 8
    while at < len(png):
        (length,) = struct.unpack("!I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            data += png[at + 8 : at + 8 + length]
        at += length + 12
    raw = zlib.decompress(data)
    above = bytes(4 * width)
    for y in range(height):
        start = y * (4 * width + 1)
        above = undo_filter(raw[start], raw[start + 1 : start + 1 + 4 * width], above)
        yield above[3::4]


def undo_filter(kind: int, row: bytes, above: bytes) -> bytes:
    """A row as it was before PNG's filter."""
    out = bytearray(len(row))
    for at, value in enumerate(row):
        left = out[at - 4] if at >= 4 else 0
        up, corner = above[at], above[at - 4] if at >= 4 else 0
        guess = left + up - corner
        paeth = min((left, up, corner), key=lambda each: abs(guess - each))
        out[at] = (value + (0, left, up, (left + up) // 2, paeth)[kind]) % 256
    return bytes(out)
