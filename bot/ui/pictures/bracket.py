"""Draws an elimination bracket: a cascade on one phone screen for most fields, columns for very large ones."""

from collections.abc import Sequence

from bot.ui.names import visible_name
from bot.ui.pictures import palette
from bot.ui.pictures.bracket_layout import BOX_HEIGHT, Box, BracketLayout, lay_out_bracket
from bot.ui.pictures.canvas import LARGE, NORMAL, SMALL, Canvas, Drawing
from bot.ui.pictures.frame import MARGIN, draw_footnote, draw_heading
from bot.ui.pictures.text import BOLD, REGULAR, SEMIBOLD, Line, Typesetter
from bot.ui.pictures.values import (
    Align,
    BracketPicture,
    Match,
    MatchState,
    Side,
    describe_name,
    describe_sides,
    name_teams,
)
from bot.ui.shortening import NamesTogether, shorten_middle

_PADDING = 10.0
_SEED_WIDTH = 24.0
_CHAMPION_HEIGHT, _CHAMPION_LINES = 40.0, 3
_NAME_SIZES = (NORMAL, 14.5, 13.0)  # a long name shrinks before it is cut


def draw_bracket(bracket: BracketPicture, typesetter: Typesetter) -> Drawing:
    """Return the bracket as an SVG document."""
    canvas = Canvas(typesetter)
    layout = lay_out_bracket(bracket)
    y = draw_heading(canvas, bracket.title, bracket.subtitle, layout.width)
    if bracket.champion is not None:
        y = _draw_champion(canvas, bracket, bracket.champion, layout.width, y)
    for heading in layout.headings:
        size, weight = (LARGE, BOLD) if heading.is_section else (SMALL, REGULAR)
        color = palette.TEXT if heading.is_section else palette.MUTED
        line = typesetter.fit(heading.text, size, heading.width, weight)
        canvas.line(line, heading.x, y + heading.y + (23 if heading.is_section else 17), color)
    for feeder, follower in layout.links:
        _draw_link(canvas, layout, feeder, follower, y)
    has_seeds = any(side.seed is not None for box in layout.boxes for side in box.match.sides)
    names = _TeamNames(canvas.typesetter, bracket)
    for box in layout.boxes:
        _draw_match(canvas, names, box, y + box.y, layout.style.box_width, has_seeds)
    height = draw_footnote(canvas, bracket.footnote, layout.width, y + layout.height)
    return canvas.finish(layout.width, height)


class _TeamNames:
    """The names of a bracket's teams, made smaller before they are cut, and then told from each other."""

    def __init__(self, typesetter: Typesetter, bracket: BracketPicture) -> None:
        self._typesetter = typesetter
        self._cut = {
            weight: NamesTogether(name_teams(bracket), typesetter.on_line(_NAME_SIZES[-1], weight), shorten_middle)
            for weight in (SEMIBOLD, REGULAR)
        }

    def fit(self, match: Match, side: Side, width: float) -> Line:
        """Return a side's team, or what stands there while there is none."""
        name = describe_name(match, side)
        if side.name is None:
            return self._typesetter.fit(name, self._shrink(name, _NAME_SIZES[1:], width, REGULAR), width)
        weight = SEMIBOLD if _is_in(match, side) else REGULAR
        size = self._shrink(name, _NAME_SIZES, width, weight)
        return self._typesetter.set(self._cut[weight].fit(name, width), size, weight)

    def _shrink(self, name: str, sizes: Sequence[float], width: float, weight: int) -> float:
        """Return the largest size that a name fits in, else the smallest."""
        fitting = (size for size in sizes if self._typesetter.set(name, size, weight).width <= width)
        return next(fitting, sizes[-1])


def _draw_champion(canvas: Canvas, bracket: BracketPicture, champion: str, width: float, y: float) -> float:
    width_of_line = width - 4 * MARGIN
    measure = canvas.typesetter.in_lines(LARGE, width_of_line, BOLD)
    teams = NamesTogether(
        (f"🏆 {name}" for name in (*name_teams(bracket), visible_name(champion))), measure, shorten_middle
    )
    name = teams.fit(f"🏆 {visible_name(champion)}", _CHAMPION_LINES * width_of_line)
    lines = canvas.typesetter.wrap(name, LARGE, width_of_line, BOLD, lines=_CHAMPION_LINES)
    height = _CHAMPION_HEIGHT + (len(lines) - 1) * 26
    canvas.rectangle(MARGIN, y, width - 2 * MARGIN, height, palette.GOLD, radius=8)
    for at, line in enumerate(lines):
        canvas.line(line, width / 2, y + 26 + at * 26, palette.ON_METAL, Align.CENTER)
    return y + height + 12


def _draw_link(canvas: Canvas, layout: BracketLayout, feeder: Box, follower: Box, top: float) -> None:
    style = layout.style
    if style.is_cascade:
        x = feeder.x + style.box_width - style.step / 2
        is_above = feeder.y < follower.y
        start = feeder.y + (BOX_HEIGHT if is_above else 0)
        end = follower.y + (0 if is_above else BOX_HEIGHT)
        commands = f"M{x:.2f} {top + start:.2f}V{top + end:.2f}"
    else:
        x = feeder.x + style.box_width
        middle = (x + follower.x) / 2
        start, end = (top + box.y + BOX_HEIGHT / 2 for box in (feeder, follower))
        commands = f"M{x:.2f} {start:.2f}H{middle:.2f}V{end:.2f}H{follower.x:.2f}"
    is_open = feeder.match.state in {MatchState.WAITING, MatchState.READY}
    canvas.path(commands, palette.LINK, is_dashed=is_open)


def _draw_match(canvas: Canvas, names: _TeamNames, box: Box, y: float, width: float, has_seeds: bool) -> None:
    match = box.match
    stroke = palette.ACCENT if match.state is MatchState.READY else palette.LINE
    canvas.rectangle(box.x, y, width, BOX_HEIGHT, palette.CARD, radius=7, stroke=stroke)
    left, right, middle = box.x + _PADDING, box.x + width - _PADDING, y + BOX_HEIGHT / 2
    canvas.path(f"M{left:.2f} {middle:.2f}H{right:.2f}", palette.LINE)
    for side, remark, baseline in zip(match.sides, describe_sides(match), (y + 20, middle + 20), strict=True):
        end = right
        if side.games_won is not None:
            games = canvas.typesetter.set(str(side.games_won), NORMAL, BOLD if side.is_winner else REGULAR)
            canvas.line(games, end, baseline, _ink(match, side), Align.RIGHT)
            end -= games.width + _PADDING
        if remark:
            line = canvas.typesetter.fit(remark, SMALL, width / 2)
            color = palette.ACCENT if remark == MatchState.READY.value else palette.MUTED
            canvas.line(line, end, baseline, color, Align.RIGHT)
            end -= line.width + _PADDING
        _draw_side(canvas, names, match, side, left, end, baseline, has_seeds)


def _draw_side(
    canvas: Canvas, names: _TeamNames, match: Match, side: Side, x: float, end: float, baseline: float, has_seeds: bool
) -> None:
    if side.is_winner:
        canvas.rectangle(x - _PADDING, baseline - 15, 3.5, 20, palette.GAIN, radius=1.7)
    if has_seeds:
        if side.seed is not None:
            seed = canvas.typesetter.set(str(side.seed), SMALL)
            canvas.line(seed, x + _SEED_WIDTH - 6, baseline, palette.MUTED, Align.RIGHT)
        x += _SEED_WIDTH
    canvas.line(names.fit(match, side, end - x), x, baseline, _ink(match, side))


def _is_in(match: Match, side: Side) -> bool:
    """Whether a side won or may still win."""
    return side.is_winner or match.state not in {MatchState.DECIDED, MatchState.VOID}


def _ink(match: Match, side: Side) -> str:
    return palette.TEXT if side.name is not None and _is_in(match, side) else palette.MUTED
