"""Lines of text: the right font for every character, measured widths, cuts between graphemes."""

import unicodedata
from functools import cache

import pytest
import wcwidth
from fontTools.ttLib import TTCollection, TTFont
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.ui.names import tidy_text, visible_name
from bot.ui.pictures.fonts import DOTTED_CIRCLE, REPLACEMENT, FontFile
from bot.ui.pictures.paint import load_fonts
from bot.ui.pictures.text import ASCENT, BOLD, DESCENT, ELLIPSIS, Typesetter
from tests.bot.ui.pictures.pixels import draw_line_as_pixels
from tests.bot.ui.worst_names import WORST_NAMES, ZALGO, random_names

BOOK = load_fonts()
INSTRUCTIONS = {0x200C, 0x200D, *range(0xFE00, 0xFE10), *range(0xE0020, 0xE01F0)}
NAMES = (*WORST_NAMES, *random_names(150))


@pytest.fixture
def typesetter() -> Typesetter:
    return Typesetter(BOOK)


@cache
def read_cmap(font: FontFile) -> frozenset[int]:
    """The characters of a font, as an independent reader finds them."""
    opened = TTCollection(font.path).fonts[0] if font.path.endswith(".ttc") else TTFont(font.path)
    return frozenset(opened.getBestCmap())


def has_glyphs(text: str, font: FontFile) -> bool:
    return {ord(character) for character in text} - INSTRUCTIONS <= read_cmap(font)


def test_every_character_is_drawn_by_a_font_that_has_it() -> None:
    for name in NAMES:
        for grapheme in wcwidth.iter_graphemes(tidy_text(name)):
            for text, font in BOOK.find_drawable(grapheme):
                assert has_glyphs(text, font), (grapheme, font.name)
                for is_leftward in (False, True):
                    assert all(glyph.glyph_id != 0 for glyph in BOOK.shape(text, font, BOLD, is_leftward)), grapheme


def test_only_what_no_font_has_is_replaced() -> None:
    replaced = 0
    for character in set("".join(NAMES)):
        if not tidy_text(character) or unicodedata.category(character) in {"Mn", "Me", "Cf"}:
            continue
        drawable = BOOK.find_drawable(tidy_text(character))
        forms = {unicodedata.normalize(form, character) for form in ("NFC", "NFKC", "NFKD")}
        is_known = any(has_glyphs(form, font) for form in forms for font in BOOK.fonts)
        assert is_known == ((REPLACEMENT, BOOK.fonts[0]) not in drawable), hex(ord(character))
        replaced += not is_known
    assert replaced > 0


@pytest.mark.parametrize(
    ("name", "fonts"),
    [
        ("Łódź", ["NotoSans[wght]"]),
        ("Ωмега", ["NotoSans[wght]"]),
        ("東京", ["NotoSansCJK-VF"]),
        ("한국", ["NotoSansCJK-VF"]),
        ("نسور", ["NotoSansArabic[wght]"]),
        ("שלום", ["NotoSansHebrew[wght]"]),
        ("กรุงเทพ", ["NotoSansThai[wght]"]),
        ("हिन्दी", ["NotoSansDevanagari[wght]"]),
        ("👨‍👩‍👧", ["NotoEmoji[wght]"]),
        ("🇩🇪", ["NotoEmoji[wght]"]),
        ("1️⃣", ["NotoEmoji[wght]"]),
        ("❤️", ["NotoEmoji[wght]"]),
        ("12", ["NotoSans[wght]"]),
        ("Mix نسور FC", ["NotoSans[wght]", "NotoSansArabic[wght]", "NotoSans[wght]"]),
    ],
)
def test_each_script_has_its_font(name: str, fonts: list[str]) -> None:
    used = [font.name for grapheme in wcwidth.iter_graphemes(name) for _, font in BOOK.find_drawable(grapheme)]
    assert [font for at, font in enumerate(used) if at == 0 or font != used[at - 1]] == fonts


@pytest.mark.parametrize("emoji", ["👨‍👩‍👧", "🏳️‍🌈", "👍🏽", "🇮🇪", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "1️⃣", "❤️", "🧑🏽‍🚀"])
def test_a_sequence_of_emoji_is_one_picture(emoji: str) -> None:
    ((text, font),) = BOOK.find_drawable(emoji)
    drawn = [glyph for glyph in BOOK.shape(text, font, BOLD, False) if glyph.right > glyph.left]
    assert len(drawn) == 1


def test_fancy_letters_become_plain_and_the_unknown_a_visible_replacement(typesetter: Typesetter) -> None:
    assert [text for letter in "𝓕𝓪𝓷" for text, _ in BOOK.find_drawable(letter)] == ["F", "a", "n"]
    assert BOOK.find_drawable("\ue000") == ((REPLACEMENT, BOOK.fonts[0]),)
    assert typesetter.set("\ue000", 16).ascent > 5


def test_a_mark_without_a_letter_is_carried_by_a_dotted_circle() -> None:
    ((text, _),) = BOOK.find_drawable("\u0301")
    assert text == DOTTED_CIRCLE + "\u0301"


def test_a_mark_that_no_font_has_is_replaced_after_its_letter() -> None:
    assert [text for text, _ in BOOK.find_drawable("a\U00016af0")] == ["a", REPLACEMENT]
    assert [text for text, _ in BOOK.find_drawable("\U00016af0")] == [DOTTED_CIRCLE, REPLACEMENT]


def test_a_heap_of_marks_stays_on_its_line(typesetter: Typesetter) -> None:
    plain, zalgo = typesetter.set("Zalgo", 16), typesetter.set(ZALGO, 16)
    assert zalgo.size == plain.size
    assert zalgo.ascent <= ASCENT * 16
    assert zalgo.descent <= DESCENT * 16


def test_every_name_keeps_to_its_line_and_width(typesetter: Typesetter) -> None:
    for name in NAMES:
        for width in (20.0, 150.0):
            line = typesetter.fit(visible_name(name), 16, width, BOLD)
            assert line.width <= width
            assert line.ascent <= ASCENT * 16 + 0.001
            assert line.descent <= DESCENT * 16 + 0.001
            assert line.size >= 11


@pytest.mark.parametrize("name", WORST_NAMES)
def test_the_ink_is_where_it_was_measured(name: str, typesetter: Typesetter) -> None:
    line = typesetter.fit(visible_name(name), 17, 60, BOLD)
    left, top, right, bottom = draw_line_as_pixels(line, margin=20)
    assert left >= -1
    assert right <= line.width + 1
    assert top >= -line.ascent - 1
    assert bottom <= line.descent + 1


@given(st.text(max_size=40), st.floats(0, 200))
@settings(max_examples=60, deadline=None)
def test_a_cut_name_is_its_beginning(name: str, width: float) -> None:
    line = Typesetter(BOOK).fit(name, 16, width)
    whole = tidy_text(name)
    if line.text not in {whole, ""}:
        graphemes = list(wcwidth.iter_graphemes(whole))
        beginnings = {"".join(graphemes[:count]).rstrip() + ELLIPSIS for count in range(len(graphemes))}
        assert line.text in {tidy_text(beginning) for beginning in beginnings}
    assert line.width <= width


def test_a_cut_shows_as_much_as_there_is_room_for(typesetter: Typesetter) -> None:
    whole = typesetter.set("Kings of the Alley", 16)
    assert typesetter.fit("Kings of the Alley", 16, whole.width).text == "Kings of the Alley"
    assert typesetter.fit("Kings of the Alley", 16, whole.width - 1).text == "Kings of the All…"
    assert typesetter.fit("Kings of the Alley", 16, 5).text == ""
    family = typesetter.set("👨‍👩‍👧👨‍👩‍👧…", 16).width
    assert typesetter.fit("👨‍👩‍👧" * 20, 16, family + 1).text == "👨‍👩‍👧👨‍👩‍👧…"


def test_a_text_is_broken_at_spaces_or_where_it_must_be(typesetter: Typesetter) -> None:
    def wrap(text: str, lines: int = 4) -> list[str]:
        return [line.text for line in typesetter.wrap(text, 16, 100, lines=lines)]

    assert wrap("") == []
    assert wrap("Kings of the Alley") == ["Kings of the", "Alley"]
    assert wrap("w" * 20) == ["w" * 7, "w" * 7, "w" * 6]
    assert wrap("東京" * 5) == ["東京" * 3, "東京" * 2]
    assert wrap("Kings of the Alley", lines=1) == ["Kings of th…"]
    assert wrap("one two three four five six seven eight", lines=2) == ["one two", "three four f…"]


def test_plain_setting_keeps_to_latin_letters() -> None:
    line = Typesetter(BOOK, is_plain=True).set("Łódź 東京", 16)
    spelled_out = Typesetter(BOOK).set(f"Łódź {REPLACEMENT * 2}", 16)
    assert (line.width, line.svg) == (spelled_out.width, spelled_out.svg)
