"""The order in which mixed directions are read, against what other implementations of UAX #9 give."""

import pytest

from bot.ui.pictures.bidi import embedding_levels, visual_order

MIRRORED = str.maketrans("()[]", ")(][")


def reorder(text: str) -> str:
    """The characters from left to right, brackets turned as they are drawn."""
    levels = embedding_levels(text)
    return "".join(text[at].translate(MIRRORED) if levels[at] % 2 else text[at] for at in visual_order(levels))


@pytest.mark.parametrize(
    ("text", "from_left_to_right"),
    [
        ("", ""),
        ("Aces 12", "Aces 12"),
        ("שלום", "םולש"),
        ("Mix نسور FC", "Mix روسن FC"),
        ("نسور (A) 12", "12 (A) روسن"),
        ("abc (نسور) نسور", "abc (روسن) روسن"),
        ("نسور 12.5%", "%12.5 روسن"),
        ("שלום, world!", "!world ,םולש"),
        ("car (אבג) means", "car (גבא) means"),
        ("ab 12 גד", "ab 12 דג"),
        ("א 1-2 ב", "ב 1-2 א"),
        ("نسور ١٢/٣", "١٢/٣ روسن"),
        ("[אב] cd", "cd [בא]"),
        ("$10 אב", "בא $10"),
        ("a אב ", "a בא "),
        ("123 אב", "בא 123"),
        ("אב :)", "(: בא"),
        ("👑 نسور", "روسن 👑"),
        ("نسور 👑 FC", "FC 👑 روسن"),
    ],
)
def test_a_mixed_line_is_read_in_order(text: str, from_left_to_right: str) -> None:
    assert reorder(text) == from_left_to_right


def test_marks_go_with_their_letter() -> None:
    assert embedding_levels("a\u0301ב\u05b0ג") == [0, 0, 1, 1, 1]
    assert embedding_levels("👨\u200d👩 ב") == [1, 1, 1, 1, 1]
