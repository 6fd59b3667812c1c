"""docs/rulebook.md keeps its promises: every sentence has its row, and what a row names is there."""

import os
from pathlib import Path

import pytest

from tools.rulebook_document import (
    SENTENCE_IDS,
    Row,
    Sentence,
    find_copies,
    find_definition,
    find_order_faults,
    find_part_faults,
    find_row_faults,
    list_rule_texts,
    read_rows,
    read_sentences,
)

ROOT = Path(__file__).parents[1]
ROWS = read_rows((ROOT / "docs/rulebook.md").read_text(encoding="utf-8"))
BUILT_PARTS = {
    "scoring",
    "registration",
    "conduct",
    "show",
    "sheets",
    "golf",
    "rules",
    "schedule",
    "holdem",
    "dodgeball",
}
TABLE = Path(os.environ.get("RULEBOOKS", ROOT.parent / "shared/rulebooks")) / "sentences.tsv"


@pytest.fixture(scope="module")
def sentences() -> dict[str, Sentence]:
    if not TABLE.is_file():
        pytest.skip("the organisers' sentences are not here: set RULEBOOKS to the folder of sentences.tsv")
    return read_sentences(TABLE.read_text(encoding="utf-8"))


def test_every_sentence_has_one_row_in_order() -> None:
    assert len(SENTENCE_IDS) == 285
    assert list(find_order_faults(ROWS)) == []


def test_what_the_rows_name_is_there() -> None:
    assert [fault for row in ROWS for fault in find_row_faults(row, ROOT)] == []


def test_software_owes_what_the_organisers_say(sentences: dict[str, Sentence]) -> None:
    assert [fault for row in ROWS for fault in find_part_faults(row, sentences[row.sentence_id])] == []


def test_built_parts_are_not_planned_any_more(sentences: dict[str, Sentence]) -> None:
    assert [row.sentence_id for row in ROWS if row.is_planned and sentences[row.sentence_id].part in BUILT_PARTS] == []


def test_nothing_is_copied(sentences: dict[str, Sentence]) -> None:
    texts = [*((row.sentence_id, row.paraphrase) for row in ROWS), *list_rule_texts()]

    assert list(find_copies(texts, sentences.values())) == []


class TestTheChecksThemselves:
    """Each check finds the fault that it is there for."""

    GOOD = Row("G4", "Adults only", "E", ("core/eligibility.py:is_of_age",), ("tests/test_rulebook.py::ROWS",))

    def test_rows_are_read_from_a_table(self) -> None:
        document = "# Rulebook\n\n| id | paraphrase | software | where | test |\n|--|--|--|--|--|\n"
        document += "| G4 | Adults only | R + E effect | `a.py:b` · `/rules show 1.2` | – |\n| D1 | x | S |  | |\n"

        first, second = read_rows(document)

        assert first == Row("G4", "Adults only", "R + E effect", ("a.py:b", "/rules show 1.2"), ())
        assert first.is_enforced
        assert (second.places, second.is_enforced) == ((), False)

    def test_a_row_missing_doubled_unknown_or_out_of_order(self) -> None:
        def faults(*ids: str) -> list[str]:
            return list(find_order_faults([Row(sentence_id, "x", "S", (), ()) for sentence_id in ids]))

        assert faults(*SENTENCE_IDS) == []
        assert faults(*SENTENCE_IDS[:5], *SENTENCE_IDS[6:]) == ["G6: missing"]
        assert faults(*SENTENCE_IDS, "D89") == ["D89: doubled"]
        assert faults(*SENTENCE_IDS, "D90") == ["D90: no such sentence"]
        assert faults("G2", "G1", *SENTENCE_IDS[2:]) == ["the rows are out of order"]

    @pytest.mark.parametrize(
        ("row", "fault"),
        [
            (Row("G4", "", "S", ("/rules show 1.2",), ()), "G4: no paraphrase"),
            (Row("G4", "x", "S", (), ()), "G4: no place"),
            (Row("G4", "x", "E", ("core/conduct.py:judge",), ()), "G4: E without a test"),
            (Row("G4", "x", "E", ("/rules show 1.2",), ("tests/test_rulebook.py::ROWS",)), "G4: E without a function"),
            (Row("G4", "x", "S", ("core/conduct.py:nobody",), ()), "G4: core/conduct.py:nobody is not there"),
            (Row("G4", "x", "S", ("core/nowhere.py:judge",), ()), "G4: core/nowhere.py:judge is not there"),
            (Row("G4", "x", "S", ("/rules show 9.9",), ()), "G4: /rules show 9.9 is not there"),
            (Row("G4", "x", "S", ("/rules show 1.3",), ()), "G4: /rules show 1.3 is not there"),
            (Row("D4", "x", "S", ("/rules show 1.2",), ()), "D4: /rules show 1.2 is not there"),
            (Row("G4", "x", "S", ("/dance",), ()), "G4: /dance is not there"),
            (
                Row("G4", "x", "S", ("/rules show 1.2",), ("tests/test_rulebook.py::test_nobody",)),
                "G4: tests/test_rulebook.py::test_nobody is not there",
            ),
            (
                Row("G4", "x", "S", ("/rules show 1.2",), ("tests/test_rulebook.py",)),
                "G4: tests/test_rulebook.py is not there",
            ),
        ],
    )
    def test_a_row_that_promises_too_much(self, row: Row, fault: str) -> None:
        assert list(find_row_faults(self.GOOD, ROOT)) == []
        assert list(find_row_faults(row, ROOT)) == [fault]

    def test_a_planned_row_promises_nothing_yet(self) -> None:
        assert list(find_row_faults(Row("G117", "x", "E", ("planned: golf",), ()), ROOT)) == []

    def test_software_that_owes_something_else(self) -> None:
        owed = Sentence("E (lock)", "registration", "text")

        assert list(find_part_faults(Row("G5", "x", "E (lock)", ("planned: registration",), ()), owed)) == []
        assert list(find_part_faults(Row("G5", "x", "S", ("a.py:b",), ()), owed)) == [
            "G5: software owes E (lock), not S"
        ]
        assert list(find_part_faults(Row("G5", "x", "E (lock)", ("planned: golf",), ()), owed)) == [
            "G5: planned belongs to registration"
        ]

    @pytest.mark.parametrize(
        ("text", "copied"),
        [
            ("One two three four five SIX, and then something else", []),
            ("Well: one two three four five six seven!", ["G1: copied is: one two three four five six seven"]),
            ("one two 3 three four five six seven eight", []),
            ("", []),
        ],
    )
    def test_a_copied_run_of_words(self, text: str, copied: list[str]) -> None:
        source = Sentence("S", "show", "One two three, four five six seven. 10 20 30 40 50 60 70 80")

        assert list(find_copies([("G1", text)], [source])) == copied

    def test_figures_are_facts_and_no_copy(self) -> None:
        source = Sentence("S", "show", "10 20 30 40 50 60 70 80")

        assert list(find_copies([("G1", source.text)], [source])) == []

    def test_definitions_are_found_inside_classes(self) -> None:
        path = ROOT / "core/conduct.py"

        assert find_definition(path, ["ConductState", "has_last_warning"]) is not None
        assert find_definition(path, ["ConductState", "outcomes"]) is not None
        assert find_definition(path, ["ConductState", "nothing"]) is None
        assert find_definition(path, ["judge", "nothing"]) is None
        assert find_definition(ROOT / "core/competition.py", ["TRANSITIONS"]) is not None
