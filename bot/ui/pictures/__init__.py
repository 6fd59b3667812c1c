"""Pictures for phones: standings and brackets as PNG, with names in every script and emoji.

The bot makes a value (`TablePicture`, `BracketPicture`) and awaits `PictureRenderer.render`, which draws it in
another process: values -> `table.py`, `bracket.py` (SVG) -> resvg (PNG). Tools and tests, which may wait, call
`bot.ui.pictures.paint.render_now`. The fonts are read where the drawing is done, never in the bot.
"""

from bot.ui.pictures.renderer import PictureError, PictureRenderer
from bot.ui.pictures.values import (
    ROWS_PER_PICTURE,
    Align,
    BracketPicture,
    Column,
    Match,
    MatchState,
    Picture,
    Round,
    Row,
    Section,
    Side,
    TablePicture,
)

__all__ = [
    "ROWS_PER_PICTURE",
    "Align",
    "BracketPicture",
    "Column",
    "Match",
    "MatchState",
    "Picture",
    "PictureError",
    "PictureRenderer",
    "Round",
    "Row",
    "Section",
    "Side",
    "TablePicture",
]
