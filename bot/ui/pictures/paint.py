"""From a picture's values to PNG. Only the worker, tools and tests import this: it reads the fonts."""

import logging
from functools import cache
from math import sqrt

import resvg_py

from bot.ui.pictures.bracket import draw_bracket
from bot.ui.pictures.canvas import Drawing
from bot.ui.pictures.fonts import FontBook
from bot.ui.pictures.renderer import PictureError
from bot.ui.pictures.table import draw_table
from bot.ui.pictures.text import Typesetter
from bot.ui.pictures.values import Picture, TablePicture

PIXELS_PER_PHONE_PIXEL = 2.0  # a phone's screen is finer than its pixels are said to be
_MAX_PIXELS = 8_000_000  # a bracket of 64 teams is drawn less fine, in about a second

_log = logging.getLogger(__name__)


@cache
def load_fonts() -> FontBook:
    """Return the one book of fonts."""
    return FontBook()


def render_now(picture: Picture) -> bytes:
    """Return the picture as PNG; a bracket or a table of at most one page, drawn in this process.

    If it cannot be drawn, it is tried once more with Latin letters alone. Raises PictureError if that fails too.
    """
    try:
        return _render(picture, is_plain=False)
    except BaseException as fault:
        _raise_unless_fault(fault)
        _log.exception("A picture could not be drawn; trying it with Latin letters alone")
    try:
        return _render(picture, is_plain=True)
    except BaseException as fault:
        _raise_unless_fault(fault)
        raise PictureError(f"the picture could not be drawn: {fault!r}") from fault


def draw(picture: Picture, is_plain: bool = False) -> Drawing:
    """Return the picture as an SVG document; `is_plain` replaces all but Latin letters."""
    typesetter = Typesetter(load_fonts(), is_plain)
    if isinstance(picture, TablePicture):
        return draw_table(picture, typesetter)
    return draw_bracket(picture, typesetter)


def _render(picture: Picture, is_plain: bool) -> bytes:
    drawing = draw(picture, is_plain)
    zoom = min(PIXELS_PER_PHONE_PIXEL, sqrt(_MAX_PIXELS / (drawing.width * drawing.height)))
    return bytes(resvg_py.svg_to_bytes(svg_string=drawing.svg, zoom=zoom, skip_system_fonts=True))


def _raise_unless_fault(fault: BaseException) -> None:
    """Go on only with what went wrong in drawing: a panic of resvg is no Exception, but neither is Ctrl-C."""
    if isinstance(fault, KeyboardInterrupt | SystemExit | GeneratorExit):
        raise fault
