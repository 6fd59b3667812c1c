"""What every picture has around it: a title and subtitle above, a footnote below."""

from bot.ui.pictures import palette
from bot.ui.pictures.canvas import SMALL, TITLE, Canvas
from bot.ui.pictures.text import BOLD

MARGIN = 12.0
_TITLE_LINES, _NOTE_LINES = 3, 12  # more than the bot ever says; beyond them a text is cut
_TITLE_HEIGHT, _NOTE_HEIGHT = 34.0, 23.0


def draw_heading(canvas: Canvas, title: str, subtitle: str, width: float) -> float:
    """Draw the title and subtitle, and return the y below them."""
    y = MARGIN
    for line in canvas.typesetter.wrap_name(title, TITLE, width - 2 * MARGIN, BOLD, lines=_TITLE_LINES):
        canvas.line(line, MARGIN, y + 25, palette.TEXT)
        y += _TITLE_HEIGHT
    return _draw_note(canvas, subtitle, width, y + 2, palette.NOTICE) + 8


def draw_footnote(canvas: Canvas, text: str, width: float, y: float) -> float:
    """Draw the footnote, and return the height of the whole picture."""
    return _draw_note(canvas, text, width, y + 4 if text else y, palette.MUTED) + MARGIN


def _draw_note(canvas: Canvas, text: str, width: float, y: float, color: str) -> float:
    for line in canvas.typesetter.wrap(text, SMALL, width - 2 * MARGIN, lines=_NOTE_LINES):
        canvas.line(line, MARGIN, y + 17, color)
        y += _NOTE_HEIGHT
    return y
