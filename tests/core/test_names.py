"""Names: allowed, the same, found, and looking alike."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.names import (
    NAME_MAX_CHARACTERS,
    NameFault,
    find_name_fault,
    look_alike_key,
    name_key,
    search_key,
    tidy_name,
)

names = st.text(max_size=30)


@pytest.mark.parametrize(
    ("typed", "tidy"),
    [
        ("  Aces  ", "Aces"),
        ("The\u00a0 \u3000Aces", "The Aces"),
        ("Lo\u0301dz\n", "L\u00f3dz"),
        ("\u200bAces", "\u200bAces"),
        ("a\tb", "a\tb"),
    ],
)
def test_tidy_names(typed: str, tidy: str) -> None:
    assert tidy_name(typed) == tidy


@pytest.mark.parametrize(
    "name", ["A", "Łódź Lions", "🏀", "👨‍👩‍👧 Hoops", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "نسور FC", "東京", "می‌خواهم", "```", "x" * 100, "!", "रमि"]
)
def test_good_names(name: str) -> None:
    assert find_name_fault(tidy_name(name)) is None


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        ("", NameFault.EMPTY),
        (" \t\n\u3000", NameFault.EMPTY),
        ("a\x00b", NameFault.CONTROL_CHARACTER),
        ("a\tb", NameFault.CONTROL_CHARACTER),
        ("a\nb", NameFault.CONTROL_CHARACTER),
        ("a\x85b", NameFault.CONTROL_CHARACTER),
        ("a\u2028b", NameFault.CONTROL_CHARACTER),
        ("a\u202eb", NameFault.DIRECTION_MARK),
        ("a\u2066b\u2069", NameFault.DIRECTION_MARK),
        ("\u200fנשר", NameFault.DIRECTION_MARK),
        ("a\ud800", NameFault.BROKEN_CHARACTER),
        ("\u200b\u200d", NameFault.INVISIBLE),
        ("\u2800", NameFault.INVISIBLE),
        ("\u3164", NameFault.INVISIBLE),
        ("x" * 101, NameFault.TOO_LONG),
        ("x" * 5000, NameFault.TOO_LONG),
    ],
)
def test_names_with_a_fault(typed: str, fault: NameFault) -> None:
    assert find_name_fault(tidy_name(typed)) is fault


@pytest.mark.parametrize("length", [NAME_MAX_CHARACTERS - 1, NAME_MAX_CHARACTERS, NAME_MAX_CHARACTERS + 1])
def test_the_longest_name(length: int) -> None:
    assert (find_name_fault("é" * length) is None) == (length <= 100)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Aces", "ACES"),
        ("Straße", "STRASSE"),
        ("L\u00f3dz", "Lo\u0301dz"),
        (" The  Aces ", "the aces"),
        ("ΣΊΣΥΦΟΣ", "σίσυφος"),
    ],
)
def test_one_name_in_two_spellings(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(("one", "other"), [("Łódź", "Lodz"), ("ACE5", "Aces"), ("The Aces", "TheAces")])
def test_different_names(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


@pytest.mark.parametrize(
    ("name", "typed"),
    [("Łódź", "lodz"), ("Ærø", "aero"), ("Þór", "thor"), ("Ｗide", "wide"), ("İstanbul", "istanbul"), ("한국", "한국")],
)
def test_a_name_is_found_as_people_type_it(name: str, typed: str) -> None:
    assert search_key(name) == search_key(typed)


def test_a_mark_that_makes_another_letter_is_kept() -> None:
    assert search_key("रमि") != search_key("रम")
    assert search_key("ガ") != search_key("カ")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ROOKIES", "R00KIES"),
        ("All Stars", "AIl Stars"),
        ("Lions", "1ions"),
        ("Bowlers", "8owlers"),
        ("Aces", "ACE5"),
        ("Aces", "Асеѕ"),
        ("BOB", "ВОВ"),
        ("PIKE", "ΡΙΚΕ"),
        ("Lodz", "Łódź"),
        ("The Aces", "The-Aces!"),
        ("Warners", "Wamers"),
        ("Wave", "VVave"),
        ("Fire 🔥", "Fire 🔥\ufe0f"),
        ("Fists 👊", "Fists 👊🏽"),
        ("Aces", "A\u200bces"),
        ("Aces", "𝐀𝐜𝐞𝐬"),
    ],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert look_alike_key(one) == look_alike_key(other)


@pytest.mark.parametrize(("one", "other"), [("Aces", "Axes"), ("🔥", "🏀"), ("!!!", "???"), ("東京", "京都")])
def test_names_that_do_not_look_alike(one: str, other: str) -> None:
    assert look_alike_key(one) != look_alike_key(other)


@given(names)
def test_tidying_twice_changes_nothing(name: str) -> None:
    assert tidy_name(tidy_name(name)) == tidy_name(name)


@given(names)
def test_the_same_name_looks_alike_and_is_found(name: str) -> None:
    """The three keys grow coarser: who is the same is found, and who is found looks alike."""
    spelled = unicodedata.normalize("NFD", f"  {name} ")
    assert name_key(spelled) == name_key(name)
    assert search_key(spelled) == search_key(name)
    assert look_alike_key(spelled) == look_alike_key(name)


@given(names)
def test_every_name_has_a_verdict(name: str) -> None:
    tidy = tidy_name(name)
    if find_name_fault(tidy) is None:
        assert tidy.isprintable() or any(unicodedata.category(character) in ("Cf", "Cn", "Co") for character in tidy)
        assert look_alike_key(tidy)
