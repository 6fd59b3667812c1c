"""The sheet on which a picture is drawn, in phone pixels: a phone is 390 px wide."""

from dataclasses import dataclass

from bot.ui.names import for_svg
from bot.ui.pictures import palette
from bot.ui.pictures.text import Line, Typesetter
from bot.ui.pictures.values import Align

PHONE_WIDTH = 390.0
# The smallest text of all: its capitals and digits are 11 px high on a phone.
SMALL, NORMAL, LARGE, TITLE = 15.5, 16.0, 17.0, 23.0


@dataclass(frozen=True, slots=True)
class Drawing:
    """A finished SVG document and its size in phone pixels."""

    svg: str
    width: float
    height: float


class Canvas:
    """Collects the elements of an SVG document; its typesetter measures what is written on it."""

    def __init__(self, typesetter: Typesetter) -> None:
        self.typesetter = typesetter
        self._elements: list[str] = []

    def rectangle(
        self, x: float, y: float, width: float, height: float, fill: str, radius: float = 0, stroke: str = "none"
    ) -> None:
        self._elements.append(
            f'<rect x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}" rx="{radius:g}" '
            f'fill="{fill}" stroke="{stroke}" stroke-width="1.5"/>'
        )

    def path(self, commands: str, stroke: str, is_dashed: bool = False) -> None:
        dashes = ' stroke-dasharray="4 4"' if is_dashed else ""
        self._elements.append(
            f'<path d="{commands}" fill="none" stroke="{stroke}" stroke-width="2" stroke-linejoin="round"{dashes}/>'
        )

    def line(self, line: Line, x: float, baseline: float, fill: str, align: Align = Align.LEFT) -> None:
        """Draw a line of text that starts, ends or has its middle at x. An attribute says what it shows."""
        x -= {Align.LEFT: 0.0, Align.CENTER: line.width / 2, Align.RIGHT: line.width}[align]
        self._elements.append(
            f'<g aria-label="{for_svg(line.text)}" fill="{fill}" transform="translate({x:.2f} {baseline:.2f})">'
            f"{line.svg}</g>"
        )

    def finish(self, width: float, height: float) -> Drawing:
        body = "".join(self._elements)
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}">'
            f'<rect width="100%" height="100%" fill="{palette.PAGE}"/>{body}</svg>'
        )
        return Drawing(svg, round(width), round(height))
