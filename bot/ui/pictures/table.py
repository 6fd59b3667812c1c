"""Draws a ranking as wide as a phone. Values that find no room beside the name go below it."""

from dataclasses import dataclass
from itertools import product
from math import ceil

from bot.ui.names import visible_name
from bot.ui.pictures import palette
from bot.ui.pictures.canvas import LARGE, NORMAL, PHONE_WIDTH, SMALL, Canvas, Drawing
from bot.ui.pictures.frame import MARGIN, draw_footnote, draw_heading
from bot.ui.pictures.text import BOLD, REGULAR, SEMIBOLD, Line, Typesetter
from bot.ui.pictures.values import Align, Column, Row, TablePicture
from bot.ui.shortening import NamesTogether, shorten_middle

_PADDING = 10.0  # within a row
_GAP = 14.0  # between columns beside the name
_NARROW_GAP, _WIDE_GAP = 10.0, 36.0  # below it
_LINE_HEIGHT = 26.0
_BASELINE = 18.0  # below the top of a line
_ROW_GAP = 4.0
_ROOMY_NAME = 190.0  # px that are enough for a name: a longer one goes on a second line
_NAME_LINES = 4
_RIGHT_EDGE = PHONE_WIDTH - MARGIN - _PADDING
_MOVEMENT_COLORS = {"▲": palette.GAIN, "▼": palette.LOSS}


@dataclass(frozen=True, slots=True)
class _Cell:
    """Where a column's values stand: on the name's line (0) or on a line below it, from x on."""

    column: int
    line: int
    x: float
    width: float
    align: Align


@dataclass(frozen=True, slots=True)
class _Layout:
    rank_width: float
    name_x: float
    name_width: float
    movement_edge: float
    cells: tuple[_Cell, ...]

    @property
    def lines_below(self) -> int:
        return max((cell.line for cell in self.cells), default=0)


def draw_table(table: TablePicture, typesetter: Typesetter) -> Drawing:
    """Return the table as an SVG document, 390 px wide and as high as it must be."""
    canvas = Canvas(typesetter)
    layout = _lay_out(table, typesetter)
    y = draw_heading(canvas, table.title, table.subtitle, PHONE_WIDTH)
    y = _draw_column_headings(canvas, table, layout, y)
    measure = typesetter.in_lines(LARGE, layout.name_width, SEMIBOLD)
    names = NamesTogether((visible_name(row.name) for row in table.rows), measure, shorten_middle)
    places = _find_places(table)
    for index, (row, place) in enumerate(zip(table.rows, places, strict=True)):
        name = names.fit(visible_name(row.name), _NAME_LINES * layout.name_width)
        y = _draw_row(canvas, table, row, name, layout, y, place, is_alternate=index % 2 == 1)
    height = draw_footnote(canvas, table.footnote, PHONE_WIDTH, y)
    return canvas.finish(PHONE_WIDTH, height)


def _lay_out(table: TablePicture, typesetter: Typesetter) -> _Layout:
    """Put all columns beside the name if that leaves room for it, else only the main one, else none."""
    names = (typesetter.set(visible_name(row.name), LARGE, SEMIBOLD).width for row in table.rows)
    everything = list(range(len(table.columns)))
    main = [index for index in everything if table.columns[index].is_main]
    for beside, room in ((everything, min(_ROOMY_NAME, max(names, default=0))), (main, _ROOMY_NAME / 2), ([], 0)):
        layout = _place_columns(table, typesetter, beside)
        if layout.name_width >= room:
            break
    return layout


def _place_columns(table: TablePicture, typesetter: Typesetter, beside: list[int]) -> _Layout:
    ranks = (_rank(typesetter, row).width + 14 for row in table.rows)
    rank_width = max([36.0, *ranks])
    name_x = MARGIN + _PADDING + rank_width + _PADDING
    widths = [_column_width(table, index, typesetter) for index in range(len(table.columns))]
    cells: list[_Cell] = []
    edge = _RIGHT_EDGE
    for index in reversed(beside):
        cells.append(_Cell(index, 0, edge - widths[index], widths[index], table.columns[index].align))
        edge -= widths[index] + _GAP
    below = [index for index in range(len(widths)) if index not in beside]
    movement = max((_movement(typesetter, row).width for row in table.rows), default=0.0)
    name_width = edge - name_x - (movement + _GAP if movement else 0)
    return _Layout(rank_width, name_x, name_width, edge, (*cells, *_spread(below, widths, name_x)))


def _spread(columns: list[int], widths: list[float], name_x: float) -> list[_Cell]:
    """Put columns below the name: on as few lines as they need, from the name's x or from the row's left end."""
    for lines, left in product(range(1, len(columns) + 1), (name_x, MARGIN + _PADDING)):
        per_line = ceil(len(columns) / lines)
        room = _RIGHT_EDGE - left
        places = [max(widths[index] for index in columns[at::per_line]) for at in range(per_line)]
        gap = min(_WIDE_GAP, (room - sum(places)) / max(1, per_line - 1))
        if gap >= _NARROW_GAP or per_line == 1:
            align = Align.LEFT if left == name_x else Align.CENTER
            starts = [left + sum(places[:at]) + at * gap for at in range(per_line)]
            return [
                _Cell(index, 1 + at // per_line, starts[at % per_line], min(room, places[at % per_line]), align)
                for at, index in enumerate(columns)
            ]
    return []


def _column_width(table: TablePicture, index: int, typesetter: Typesetter) -> float:
    column = table.columns[index]
    values = (_value(typesetter, column, row.values[index]).width for row in table.rows)
    return max([_heading(typesetter, column.heading).width, *values])


def _rank(typesetter: Typesetter, row: Row) -> Line:
    return typesetter.fit(row.rank, LARGE, PHONE_WIDTH / 4, BOLD)


def _movement(typesetter: Typesetter, row: Row) -> Line:
    return typesetter.fit(row.movement, SMALL, PHONE_WIDTH / 4, SEMIBOLD)


def _value(typesetter: Typesetter, column: Column, text: str, width: float = PHONE_WIDTH) -> Line:
    size, weight = (LARGE, BOLD) if column.is_main else (NORMAL, REGULAR)
    return typesetter.fit(text, size, width, weight)


def _heading(typesetter: Typesetter, text: str, width: float = PHONE_WIDTH) -> Line:
    return typesetter.fit(text, SMALL, width)


def _draw_column_headings(canvas: Canvas, table: TablePicture, layout: _Layout, y: float) -> float:
    baseline = y + _BASELINE
    heading = _heading(canvas.typesetter, table.name_heading, layout.name_width)
    canvas.line(heading, layout.name_x, baseline, palette.MUTED)
    for cell in layout.cells:
        heading = _heading(canvas.typesetter, table.columns[cell.column].heading, cell.width)
        _draw_in_cell(canvas, heading, cell, baseline + cell.line * _LINE_HEIGHT, palette.MUTED)
    return y + (1 + layout.lines_below) * _LINE_HEIGHT + _ROW_GAP


def _draw_row(
    canvas: Canvas,
    table: TablePicture,
    row: Row,
    name: str,
    layout: _Layout,
    y: float,
    place: int | None,
    is_alternate: bool,
) -> float:
    typesetter = canvas.typesetter
    lines = typesetter.wrap(name, LARGE, layout.name_width, SEMIBOLD, lines=_NAME_LINES)
    height = 2 * 7 + (len(lines) + layout.lines_below) * _LINE_HEIGHT
    _draw_card(canvas, row, y, height, is_alternate)
    baseline = y + 7 + _BASELINE
    _draw_rank(canvas, row, layout, baseline, place)
    for index, line in enumerate(lines):
        canvas.line(line, layout.name_x, baseline + index * _LINE_HEIGHT, palette.TEXT)
    movement_color = _MOVEMENT_COLORS.get(row.movement[:1], palette.MUTED)
    canvas.line(_movement(typesetter, row), layout.movement_edge, baseline, movement_color, Align.RIGHT)
    for cell in layout.cells:
        column = table.columns[cell.column]
        value = _value(typesetter, column, row.values[cell.column], cell.width)
        lines_above = cell.line + len(lines) - 1 if cell.line else 0
        color = palette.TEXT if column.is_main else palette.MUTED
        _draw_in_cell(canvas, value, cell, baseline + lines_above * _LINE_HEIGHT, color)
    return y + height + _ROW_GAP


def _draw_in_cell(canvas: Canvas, line: Line, cell: _Cell, baseline: float, color: str) -> None:
    x = {Align.LEFT: cell.x, Align.CENTER: cell.x + cell.width / 2, Align.RIGHT: cell.x + cell.width}
    canvas.line(line, x[cell.align], baseline, color, cell.align)


def _draw_card(canvas: Canvas, row: Row, y: float, height: float, is_alternate: bool) -> None:
    fill = palette.CARD_ALTERNATE if is_alternate else palette.CARD
    if row.is_highlighted:
        fill = palette.CARD_HIGHLIGHTED
    canvas.rectangle(MARGIN, y, PHONE_WIDTH - 2 * MARGIN, height, fill, radius=8)
    if row.is_highlighted:
        canvas.rectangle(MARGIN, y + 6, 4, height - 12, palette.ACCENT, radius=2)


def _draw_rank(canvas: Canvas, row: Row, layout: _Layout, baseline: float, place: int | None) -> None:
    x = MARGIN + _PADDING
    color = palette.TEXT
    if place:
        canvas.rectangle(x, baseline - 19, layout.rank_width, 26, palette.PODIUM[place - 1], radius=8)
        color = palette.ON_METAL
    canvas.line(_rank(canvas.typesetter, row), x + layout.rank_width / 2, baseline, color, Align.CENTER)


def _find_places(table: TablePicture) -> list[int | None]:
    """Return 1, 2 or 3 for rows on the podium. Ties share the better place, however their rank is written."""
    ranks = [row.rank for row in table.rows]
    places = (ranks.index(rank) + 1 for rank in ranks)
    return [
        place if table.has_podium and place <= len(palette.PODIUM) and any(map(str.isdigit, rank)) else None
        for rank, place in zip(ranks, places, strict=True)
    ]
