"""The mutation check notices a test that is too weak, and leaves everything as it was."""

import random
from pathlib import Path

import pytest

from tools.mutate import choose_faults, choose_rows, find_lines_run, list_faults, list_row_faults, try_row
from tools.rulebook_document import Row

SOURCE = '''
LIMIT = 4


def is_late(seconds: int, grace: int = 300) -> bool:
    """Late only after the grace."""
    if seconds < 0:
        return False
    return seconds > grace
'''
TESTS = """
from core.lateness import LIMIT, is_late


def test_strong():
    assert not is_late(300)
    assert is_late(301)


def test_weak():
    is_late(301)


def test_limit():
    assert LIMIT == 4
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for folder, name, text in (("core", "lateness.py", SOURCE), ("tests", "test_lateness.py", TESTS)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "__init__.py").touch()
        (tmp_path / folder / name).write_text(text)
    return tmp_path


def make_row(test: str, place: str = "core/lateness.py:is_late", sentence_id: str = "G8") -> Row:
    return Row(sentence_id, "x", "E", (place,), (f"tests/test_lateness.py::{test}",))


def test_every_kind_of_fault_is_known(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(
        "def f(a: int, b=-1) -> list[int]:\n"
        "    'docstring 7'\n"
        "    if a < b and not a in (2,):\n"
        "        return a + 1 if a else True\n"
        "    return None\n"
    )

    described = [fault.description.partition(": ")[2] for fault in list_faults(path, ["f"])]

    assert sorted(described) == sorted(
        [
            "-1 -> +1",
            "1 -> 2",
            "a < b and (not a in (2,)) -> a < b or not a in (2,)",
            "a < b -> a >= b",
            "a in (2,) -> a not in (2,)",
            "2 -> 3",
            "return a + 1 if a else True -> return None",
            "a + 1 if a else True -> a + 1 if not a else True",
            "a + 1 -> a - 1",
            "1 -> 2",
            "True -> False",
        ]
    )
    assert all("docstring 7" in fault.source for fault in list_faults(path, ["f"]))
    assert len({fault.source for fault in list_faults(path, ["f"])}) == len(described)


def test_a_strong_test_notices_and_a_weak_one_does_not(project: Path) -> None:
    strong, weak, limit = (
        make_row("test_strong"),
        make_row("test_weak"),
        make_row("test_limit", "core/lateness.py:LIMIT"),
    )
    lines_run = find_lines_run([strong, weak, limit], project)

    verdicts = []
    for row in (strong, weak, limit):
        place, faults = list_row_faults(row, project, lines_run)
        verdicts.append(try_row(row, place, [fault for fault in faults if not fault.is_crude], project))

    assert [verdict.is_noticed for verdict in verdicts] == [True, False, True]
    assert all("return False" not in tried for tried in verdicts[1].tried)  # a line that the tests never run
    assert (project / "core/lateness.py").read_text() == SOURCE


def test_tests_that_fail_beforehand_end_the_check(project: Path) -> None:
    (project / "tests/test_lateness.py").write_text("def test_strong():\n    assert False\n")

    with pytest.raises(SystemExit, match="fail before anything is broken"):
        find_lines_run([make_row("test_strong")], project)


def test_crude_faults_come_last(project: Path) -> None:
    faults = list_faults(project / "core/lateness.py", ["is_late"])

    chosen = choose_faults(faults, len(faults), random.Random(1))

    assert [fault.is_crude for fault in chosen] == sorted(fault.is_crude for fault in faults)
    assert choose_faults(faults, 2, random.Random(1)) == chosen[:2]


def test_rows_are_sampled_from_those_that_are_built_and_enforced() -> None:
    rows = [make_row("test_strong", sentence_id=f"G{number}") for number in range(1, 31)]
    others = [Row("D1", "x", "S", ("/rules show 1.1",), ()), Row("D2", "x", "E", ("planned: golf",), ())]

    sample = choose_rows([*others, *rows], 20, 7, ())

    assert len({row.sentence_id for row in sample}) == 20
    assert sample == choose_rows([*others, *rows], 20, 7, ())
    assert choose_rows([*others, *rows], 99, 7, ())
    assert [row.sentence_id for row in choose_rows([*others, *rows], 20, 7, ["G9", "D1"])] == ["G9"]
