"""Names in messages, code blocks, SVG and CSV."""

import csv
import io
import re
import unicodedata
from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.ui.names import (
    UNNAMED,
    for_code_block,
    for_csv,
    for_prose,
    for_svg,
    from_csv,
    visible_name,
)
from tests.bot.ui.worst_names import WORST_NAMES, ZALGO

# What Discord's server and clients look for, in what we send.
MENTION = re.compile(r"@(?:everyone|here)|<(?:@[!&]?|#|/[^:\\]+:|a?:\w+:|t:|id:)\w")
LINK = re.compile(r"https?://|\bdiscord\.gg\b|\bwww\.|\]\(")
MARKDOWN = re.compile(r"(?<!\\)(?:\\\\)*[*_~|`<>#\[\]]")

names = st.one_of(st.sampled_from(WORST_NAMES), st.text(max_size=80), st.text("`*_~|@<>#[]()\\=-+' ab:", max_size=12))


def as_seen(prose: str) -> str:
    """What a reader sees of an escaped text: a backslash before punctuation is not shown."""
    return re.sub(r"\\([^0-9A-Za-z\s])", r"\1", prose).replace("\u200b", "")


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("Aces", "Aces"),
        ("  two   words ", "two words"),
        ("line\nbreak\ttab", "line break tab"),
        ("bell\x07 escape\x1b null\x00", "bell escape null"),
        ("\u202eevil", "evil"),
        ("\u2066\u200e\u061cmarks\u2069", "marks"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("broken \ud83d\ude00?", "broken ?"),
        ("no character \uffff\ufdd0", "no character"),
        ("e\u0301", "é"),
        ("👨‍👩‍👧", "👨‍👩‍👧"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("", UNNAMED),
        (" \u3000 ", UNNAMED),
        ("\u200b\u3164\u2800\u115f", UNNAMED),
        ("\u0301", UNNAMED),
        ("\u200d\ufe0f", UNNAMED),
    ],
)
def test_a_name_is_tidied_to_what_is_seen_of_it(name: str, seen: str) -> None:
    assert visible_name(name) == seen


def test_an_emoji_newer_than_this_python_is_kept() -> None:
    unassigned = next(character for character in map(chr, range(0x1FAFF, 0x1F000, -1)) if not named(character))
    assert visible_name(unassigned) == unassigned


def named(character: str) -> bool:
    return bool(unicodedata.name(character, ""))


@given(names)
@example("@everyone")
@example("<@1>")
@example("https://example.org")
def test_prose_shows_a_name_literally(name: str) -> None:
    prose = for_prose(name)
    assert (prose[0], prose[-1]) == ("\u2068", "\u2069")
    inside = prose[1:-1]
    assert as_seen(inside) == visible_name(name)
    assert not MENTION.search(inside)
    assert not LINK.search(inside)
    assert not MARKDOWN.search(inside)


def test_prose_leaves_common_names_readable_in_a_notification_which_shows_it_raw() -> None:
    assert for_prose("Jean-Luc's Ten & Sons, Łódź!") == "\u2068Jean-Luc's Ten & Sons, Łódź!\u2069"


@pytest.mark.parametrize("name", ["- item", "+ item"])
def test_prose_escapes_what_starts_a_list(name: str) -> None:
    assert for_prose(name) == f"\u2068\\{name}\u2069"


@given(names)
@example("``````")
@example(r"C:\*\_")
def test_a_code_block_shows_a_name_literally_and_is_not_ended_by_it(name: str) -> None:
    code = for_code_block(name)
    assert (code[0], code[-1]) == ("\u2068", "\u2069")
    assert code[1:-1].replace("\u200b", "") == visible_name(name)
    assert "``" not in code
    assert not re.search("@(everyone|here|[!&]?[0-9])", code)


@given(names)
@example("]]>")
@example(ZALGO)
def test_svg_reads_back_as_the_name(name: str) -> None:
    element = ElementTree.fromstring(f'<a b="{for_svg(name)}">{for_svg(name)}</a>')
    expected = "" if visible_name(name) == UNNAMED else visible_name(name)
    if expected:
        assert element.text == expected
        assert element.get("b") == expected


@given(names)
@example("=1+1")
@example("'=1+1")
@example("''@x")
@example("＝1")
@example("\tx")
def test_csv_holds_no_formula_and_reads_back(name: str) -> None:
    cell = for_csv(name)
    assert not cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"))
    assert from_csv(cell) == name


def test_csv_leaves_other_names_alone() -> None:
    for name in ("Aces", "'Tis us", "O'Neil", "'", "東京", "1-2"):
        assert for_csv(name) == name
        assert from_csv(name) == name


def test_csv_survives_a_csv_file() -> None:
    written = io.StringIO()
    kept = [name for name in WORST_NAMES if "\x00" not in name]
    csv.writer(written).writerows([[for_csv(name)] for name in kept])
    read = csv.reader(io.StringIO(written.getvalue(), newline=""))
    assert [from_csv(cell) for (cell,) in read] == kept
