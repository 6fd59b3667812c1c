"""Tables and brackets: every text within its box, no text over another, large and dark enough for a phone."""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import pytest
import wcwidth

from bot.ui.names import visible_name
from bot.ui.pictures import BracketPicture, Picture, Row, TablePicture, palette
from bot.ui.pictures.bracket_layout import lay_out_bracket
from bot.ui.pictures.paint import draw, load_fonts
from bot.ui.pictures.text import BOLD, ELLIPSIS, Typesetter
from tests.bot.ui.pictures.kinds import draw_every_kind
from tests.bot.ui.pictures.samples import (
    Seen,
    make_bracket,
    make_double_bracket,
    make_table,
    watch_canvas,
)
from tests.bot.ui.worst_names import WORST_NAMES

TEAMS = [f"Team {number}" for number in range(1, 65)]
LONG_NOTE = "provisional, missing: " + ", ".join(WORST_NAMES[:12])
ROUNDING = 0.01
PHONE_WIDTH, PHONE_HEIGHT = 390, 844
SMALLEST_TEXT = 11.0  # px on a phone

PICTURES: dict[str, Picture] = {
    "overall": make_table(WORST_NAMES[:30], subtitle=LONG_NOTE, footnote=LONG_NOTE),
    "more worst names": make_table(WORST_NAMES[-12:]),
    "one column": make_table(WORST_NAMES[:30], headings=()),
    "two columns": make_table(WORST_NAMES[:12], headings=("Game 1", "Game 2")),
    "many columns": make_table(TEAMS[:12], headings=[f"Round {number}" for number in range(1, 14)]),
    "wide headings": make_table(TEAMS[:5], headings=WORST_NAMES[22:26]),
    "no rows": make_table([]),
    "2 teams": make_bracket(WORST_NAMES[:2]),
    "3 teams": make_bracket(WORST_NAMES[:3], decided=1),
    "12 teams": make_bracket(WORST_NAMES[:12], decided=6, third_place=True, subtitle=LONG_NOTE),
    "12 more": make_bracket(WORST_NAMES[12:24], decided=5),
    "12 at the end": make_bracket(WORST_NAMES[-12:], decided=11, footnote=LONG_NOTE),
    "32 teams": make_bracket(TEAMS[:32], decided=20),
    "64 teams": make_bracket([*WORST_NAMES, *TEAMS][:64], decided=40),
    "double, 12": make_double_bracket(WORST_NAMES[:12]),
    "double, 64": make_double_bracket(TEAMS),
    **draw_every_kind(WORST_NAMES),
}


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Seen:
    return watch_canvas(monkeypatch)


NAMESAKES = [f"{name[-79:]}{end}" for name in ("Team of the very long name " * 3, "W" * 79) for end in ("A", "B")]
ALIKE: dict[str, Callable[[list[str]], Picture]] = {
    "standings": lambda names: make_table(names),
    "standings with values below the name": lambda names: make_table(names, headings=[f"R {n}" for n in range(13)]),
    "a page of its own": lambda names: make_table(names).pages(1)[0],
    "half a bracket": lambda names: make_bracket(names, decided=1),
    "double bracket": lambda names: make_double_bracket(names),
    "champion": lambda names: BracketPicture("Cup", (), champion=names[0]),
    "title of standings": lambda names: replace(make_table(TEAMS[:2]), title=names[0]),
    "title of a bracket": lambda names: replace(make_bracket(TEAMS[:2]), title=names[0]),
    **{kind: lambda names, kind=kind: draw_every_kind(names)[kind] for kind in ("golf, teams, page 1", "bracket")},
}


@pytest.mark.parametrize("kind", ALIKE)
@pytest.mark.parametrize("first", [0, 2])
def test_namesakes_of_eighty_characters_are_drawn_differently(kind: str, first: int) -> None:
    others = [f"Team {number}" for number in range(3, 13)]
    one, other = NAMESAKES[first : first + 2]
    assert len(one) == len(other) == 80
    assert one[:-1] == other[:-1]
    assert draw(ALIKE[kind]([one, other, *others])).svg != draw(ALIKE[kind]([other, one, *others])).svg


@pytest.mark.parametrize("name", PICTURES)
def test_every_text_is_within_its_box_and_clear_of_the_others(name: str, seen: Seen) -> None:
    drawing = draw(PICTURES[name])
    assert seen.lines
    for written in seen.lines:
        assert written.left >= 0, written
        assert written.top >= 0, written
        assert written.right <= drawing.width + ROUNDING, written
        assert written.bottom <= drawing.height + ROUNDING, written
        box = seen.box_around(written)
        if box:
            assert written.right <= box.right + ROUNDING, written
            assert written.top >= box.top - ROUNDING, written
            assert written.bottom <= box.bottom + ROUNDING, written
    by_height = sorted(seen.lines, key=lambda written: written.baseline)
    for one, other in combinations(by_height, 2):
        if other.baseline - one.baseline > 60:
            continue
        is_beside = one.right <= other.left + ROUNDING or other.right <= one.left + ROUNDING
        assert is_beside or one.bottom <= other.top + ROUNDING, (one.line.text, other.line.text)


@pytest.mark.parametrize("name", PICTURES)
def test_every_text_is_drawn_with_glyphs_that_its_fonts_have(name: str, seen: Seen) -> None:
    """No box for a missing glyph (.notdef): every character is drawn by a font that has it."""
    book = load_fonts()
    draw(PICTURES[name])
    for text in {written.line.text for written in seen.lines}:
        for grapheme in wcwidth.iter_graphemes(text):
            for part, font in book.find_drawable(grapheme):
                glyphs = list(book.shape(part, font, BOLD, False))
                assert glyphs, (text, grapheme)
                assert all(glyph.glyph_id != 0 for glyph in glyphs), (text, grapheme, font.name)


@pytest.mark.parametrize("name", PICTURES)
def test_every_text_stands_out_seven_to_one(name: str, seen: Seen) -> None:
    draw(PICTURES[name])
    for written in seen.lines:
        background = seen.background_of(written, palette.PAGE)
        assert contrast_ratio(written.fill, background) >= 7, (written.line.text, written.fill, background)


def test_every_ink_stands_out_from_every_surface() -> None:
    for ink in palette.INKS:
        for surface in palette.SURFACES:
            assert contrast_ratio(ink, surface) >= 7, (ink, surface)
    for metal in palette.PODIUM:
        assert contrast_ratio(palette.ON_METAL, metal) >= 7, metal


def test_contrast_is_measured_as_the_standard_does() -> None:
    assert contrast_ratio("#000000", "#ffffff") == pytest.approx(21)
    assert contrast_ratio("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("name", [name for name, picture in PICTURES.items() if isinstance(picture, TablePicture)])
def test_a_table_is_as_wide_as_a_phone_and_its_digits_are_11_px_high_there(name: str, seen: Seen) -> None:
    drawing = draw(PICTURES[name])
    assert drawing.width == PHONE_WIDTH
    digits = Typesetter(load_fonts())
    for size in {written.line.size for written in seen.lines if written.line.text.isascii()}:
        assert digits.set("0", size).ascent * PHONE_WIDTH / drawing.width >= SMALLEST_TEXT, size


@pytest.mark.parametrize("teams", [2, 3, 4, 8, 12, 16])
def test_a_bracket_of_up_to_16_teams_is_readable_when_it_fills_a_phone(teams: int, seen: Seen) -> None:
    drawing = draw(make_bracket(TEAMS[:teams], decided=teams // 2, subtitle="Best of three"))
    scale = min(PHONE_WIDTH / drawing.width, PHONE_HEIGHT / drawing.height, 1)
    assert drawing.width == PHONE_WIDTH
    smallest = min(written.line.size for written in seen.lines)
    assert smallest >= SMALLEST_TEXT
    if teams <= 12:
        assert smallest * scale >= SMALLEST_TEXT


@pytest.mark.parametrize("teams", range(2, 65))
def test_every_match_of_a_bracket_is_drawn_once_and_clear_of_the_others(teams: int) -> None:
    bracket = make_bracket(TEAMS[:teams], third_place=teams > 3)
    layout = lay_out_bracket(bracket)
    ids = [match.match_id for section in bracket.sections for each in section.rounds for match in each.matches]
    assert sorted(box.match.match_id for box in layout.boxes) == sorted(ids)
    assert len(ids) == teams - 1 + (teams > 3)
    for one, other in combinations(layout.boxes, 2):
        is_beside = abs(one.x - other.x) >= layout.style.box_width
        assert is_beside or abs(one.y - other.y) >= 56, (one.match.match_id, other.match.match_id)
    for box in layout.boxes:
        assert box.x >= 0
        assert box.x + layout.style.box_width <= layout.width


@pytest.mark.parametrize("teams", [2, 3, 5, 8, 12, 16, 31, 64])
def test_lines_lead_from_every_match_to_the_next_and_cross_no_match(teams: int) -> None:
    for bracket in (make_bracket(TEAMS[:teams]), make_double_bracket(TEAMS[:teams])):
        layout = lay_out_bracket(bracket)
        fed = {match.next_id for section in bracket.sections for each in section.rounds for match in each.matches}
        assert {follower.match.match_id for _, follower in layout.links} == fed & {
            box.match.match_id for box in layout.boxes
        }
        if not layout.style.is_cascade:
            continue
        for feeder, follower in layout.links:
            x = feeder.x + layout.style.box_width - layout.style.step / 2
            assert follower.x < x < follower.x + layout.style.box_width
            low, high = sorted((feeder.y, follower.y))
            for box in layout.boxes:
                is_between = low < box.y < high
                assert not is_between or not box.x <= x <= box.x + layout.style.box_width


def test_a_large_bracket_stands_in_columns() -> None:
    assert lay_out_bracket(make_bracket(TEAMS[:12])).style.is_cascade
    assert not lay_out_bracket(make_bracket(TEAMS)).style.is_cascade


def test_names_of_usual_length_are_shown_in_full(seen: Seen) -> None:
    names = [
        "The Gutter Gang Strikes",
        "東京ホークスユナイテッド",
        "نسور الجزائر المتحدة",
        "👑 Kings of the Alley 👑",
    ] * 3
    for picture in (make_bracket(names, decided=11), make_table(names)):
        draw(picture)
    assert not [written.line.text for written in seen.lines if written.line.text.endswith(ELLIPSIS)]


def test_a_long_name_takes_more_lines_in_a_table_before_it_is_cut(seen: Seen) -> None:
    name = "Ten Ugly Men and Their Rather Charming Friends From Down the Long Road"
    draw(make_table([name]))
    texts = [written.line.text for written in seen.lines]
    start = texts.index("Ten Ugly Men and Their")
    assert "".join(texts[start : start + 4]).replace(" ", "") == name.replace(" ", "")


def test_a_bracket_says_who_won_who_is_ready_and_whom_one_waits_for(seen: Seen) -> None:
    draw(make_bracket(["Aces", "Bees", "Cats", "Dogs"], decided=1, seed=3))
    texts = [written.line.text for written in seen.lines]
    assert {"Aces", "Bees", "Cats", "Dogs", "R1-2", "ready", "R2-1", "winner of R1-2", "2"} <= set(texts)
    drawn = {written.line.text: written for written in seen.lines}
    assert {drawn["Aces"].fill, drawn["Dogs"].fill} == {palette.TEXT, palette.MUTED}


def test_the_champion_is_told(seen: Seen) -> None:
    draw(make_bracket(["Aces", "Bees"], decided=1, seed=3))
    assert any(written.line.text in {"🏆 Aces", "🏆 Bees"} for written in seen.lines)


@pytest.mark.parametrize(
    ("ranks", "metals"),
    [
        (("1", "2", "3", "4"), "GSB-"),
        (("T1", "T1", "3", "4"), "GGB-"),
        (("1.5", "1.5", "3", "4"), "GGB-"),
        (("2", "2", "2", "4"), "GGG-"),
        (("1", "2.5", "2.5", "4"), "GSS-"),
        (("1", "2", "4", "4", "4"), "GSBBB"),
        (("–", "–", ""), "---"),
    ],
)
def test_the_podium_is_told_from_the_order_whether_ties_share_or_split(
    ranks: tuple[str, ...], metals: str, seen: Seen
) -> None:
    table = make_table(TEAMS[: len(ranks)], headings=())
    rows = tuple(replace(row, rank=rank) for row, rank in zip(table.rows, ranks, strict=True))
    draw(replace(table, rows=rows))
    letters = dict(zip(palette.PODIUM, "GSB", strict=True))
    drawn = [letters[each.fill] for each in seen.rectangles if each.fill in letters]
    assert "".join(drawn) == metals.replace("-", "")


def test_a_long_table_is_paged_and_keeps_one_podium(seen: Seen) -> None:
    table = make_table(TEAMS, headings=())
    pages = table.pages()
    assert [len(page.rows) for page in pages] == [30, 30, 4]
    assert [page.title[-5:] for page in pages] == ["(1/3)", "(2/3)", "(3/3)"]
    assert [row for page in pages for row in page.rows] == list(table.rows)
    for page in pages[1:]:
        draw(page)
    assert not [each for each in seen.rectangles if each.fill in palette.PODIUM]
    assert make_table(TEAMS[:30]).pages() == (make_table(TEAMS[:30]),)
    assert make_table([]).pages() == (make_table([]),)


def test_a_row_that_does_not_fit_its_columns_is_refused() -> None:
    with pytest.raises(ValueError, match="a row has 1 values for 0 columns"):
        TablePicture("Bowling", (), (Row("1", "Aces", ("300",)),))


@pytest.mark.parametrize("name", [name for name in WORST_NAMES if len(name) <= 20])
def test_the_drawing_says_which_name_it_shows(name: str) -> None:
    escaped = visible_name(name).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    for picture in (make_table([name]), make_bracket([name, "Other"])):
        assert f'aria-label="{escaped}"' in draw(picture).svg


def test_the_same_values_make_the_same_drawing() -> None:
    for picture in (PICTURES["overall"], PICTURES["12 teams"]):
        assert draw(picture) == draw(picture)


def contrast_ratio(one: str, other: str) -> float:
    """The contrast of two colours as WCAG 2.2 defines it."""
    brighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def luminance(color: str) -> float:
    channels = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_brackets_and_tables_are_all_the_pictures() -> None:
    assert {type(picture) for picture in PICTURES.values()} == {BracketPicture, TablePicture}
