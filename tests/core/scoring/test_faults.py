"""Lines of faults: places, escapes, and an end to them."""

import pytest

from core.errors import UserError
from core.scoring import faults as module
from core.scoring.faults import Faults, FileFaults, Place, escape, quote, show_place


@pytest.mark.parametrize(
    ("place", "shown"),
    [
        ((), "file"),
        (("results", "bowling", "Ann", 0), "results.bowling.Ann[0]"),
        (("teams", 3, "players", 0), "teams[3].players[0]"),
        ((2,), "[2]"),
        (("results", "golf", "Łódź Lions", 17), "results.golf.Łódź Lions[17]"),
        (("results", "A\nB\x00"), r"results.A\nB\u0000"),
    ],
)
def test_places(place: Place, shown: str) -> None:
    assert show_place(place) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ann", "Ann"),
        ("Łódź 🏀 👨‍👩‍👧", "Łódź 🏀 👨‍👩‍👧"),
        ("a\nb\r\tc", r"a\nb\r\tc"),
        ("\x00\x1b[31m\x7f\x85", r"\u0000\u001b[31m\u007f\u0085"),
        ("\u2028\u2029", r"\u2028\u2029"),
        ("\u202eabc\u202c\u2066\u200f", r"\u202eabc\u202c\u2066\u200f"),
        ("\ud83c", r"\ud83c"),
        ("x" * 81, "x" * 80 + "…"),
        ("x" * 80, "x" * 80),
    ],
)
def test_what_breaks_or_turns_a_line_is_spelled_out(text: str, shown: str) -> None:
    assert escape(text) == shown
    assert quote(text) == f'"{shown}"'


def test_faults_are_raised_together_as_a_sentence_that_may_be_shown() -> None:
    faults = Faults()
    faults.raise_if_any()
    assert not faults
    faults.add(("a",), "1 is wrong")
    with pytest.raises(FileFaults) as one:
        faults.raise_if_any()
    faults.add((), "2 is wrong")
    with pytest.raises(FileFaults) as two:
        faults.raise_all()
    assert faults
    assert isinstance(one.value, UserError)
    assert one.value.sentence == "The file cannot be used: a: 1 is wrong"
    assert two.value.sentence == "The file cannot be used: a: 1 is wrong (and 1 more)"
    assert two.value.lines == ("a: 1 is wrong", "file: 2 is wrong")


def test_after_a_number_of_faults_a_file_is_not_read_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_LINES", 3)
    faults = Faults()
    faults.add((0,), "wrong")
    faults.add((1,), "wrong")
    with pytest.raises(FileFaults) as raised:
        faults.add((2,), "wrong")
    assert raised.value.lines == ("[0]: wrong", "[1]: wrong", "[2]: wrong", "file: not read on after 3 faults")
