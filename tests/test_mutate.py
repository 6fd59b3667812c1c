"""The mutation check notices a test that is too weak, and leaves everything as it was."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tools.faults import list_faults
from tools.mutate import RECORDER, choose_rows, copy_project, list_row_faults, try_row, watch_baseline
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
    return copy_project(tmp_path / "copy", tmp_path)


def make_row(test: str, place: str = "core/lateness.py:is_late", sentence_id: str = "G8") -> Row:
    return Row(sentence_id, "x", "E", (place,), (f"tests/test_lateness.py::{test}",))


def test_every_kind_of_fault_is_known(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(
        "def f(a: int, b=-1) -> list[int]:\n"
        "    'docstring 7'\n"
        "    if a < b and not a in (2,):\n"
        "        return sum(a + 1) if a else True\n"
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
            "return sum(a + 1) if a else True -> return None",
            "sum(a + 1) if a else True -> sum(a + 1) if not a else True",
            "sum(a + 1) -> a + 1",
            "a + 1 -> a - 1",
            "1 -> 2",
            "True -> False",
        ]
    )
    crude = [fault.description.partition(": ")[2] for fault in list_faults(path, ["f"]) if fault.is_crude]
    assert crude == ["return sum(a + 1) if a else True -> return None", "sum(a + 1) -> a + 1"]
    assert all("docstring 7" in fault.source for fault in list_faults(path, ["f"]))
    assert len({fault.source for fault in list_faults(path, ["f"])}) == len(described)


def test_texts_are_broken_in_constants_alone(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text("TITLES = {1: 'Derby'}\n\ndef f():\n    return 'Derby'\n")

    broken = {fault.description: fault.is_crude for fault in list_faults(path, ["TITLES"])}

    assert broken == {"line 1: 1 -> 2": False, "line 1: 'Derby' -> ''": True}
    assert list_faults(path, ["f"]) == []


async def test_what_a_coroutine_returns_is_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    recording: dict[str, Any] = {}
    exec(RECORDER, recording)

    @recording["record"]("later")
    async def ask(answer: int) -> int:
        return 1 // answer

    @recording["record"]("now")
    def tell(answer: int) -> int:
        return 1 // answer

    assert (await ask(1), tell(1)) == (1, 1)
    with pytest.raises(ZeroDivisionError):
        await ask(0)
    with pytest.raises(ZeroDivisionError):
        tell(0)

    noted = [json.loads(line) for line in Path("recorded").read_text().splitlines()]
    error = "ZeroDivisionError('integer division or modulo by zero')"
    assert [(place, result) for place, _, result in noted] == [
        ("later", "1"),
        ("now", "1"),
        ("later", error),
        ("now", error),
    ]


def test_a_strong_test_notices_a_fault_and_a_weak_one_does_not(project: Path) -> None:
    strong, weak, limit = (
        make_row("test_strong"),
        make_row("test_weak"),
        make_row("test_limit", "core/lateness.py:LIMIT"),
    )
    baseline = watch_baseline([strong, weak, limit], project)

    faults = {row: list_row_faults(row, project, baseline, random.Random(1)) for row in (strong, weak, limit)}
    verdicts = {row: try_row(row, faults[row], project, baseline, tries=9) for row in (strong, weak, limit)}

    assert [verdicts[row].is_noticed for row in (strong, weak, limit)] == [True, False, True]
    assert [fault.is_crude for fault in faults[weak]] == [False, False, False, True]
    assert sorted(verdicts[weak].tried) == [
        "line 7: seconds < 0 -> seconds >= 0",
        "line 9: return seconds > grace -> return None",
        "line 9: seconds > grace -> seconds <= grace",
    ]  # none on line 8, which the test never runs, and not 0 -> 1, which makes no difference to it
    assert (project / "core/lateness.py").read_text() == SOURCE


def test_tests_that_fail_beforehand_end_the_check(project: Path) -> None:
    (project / "tests/test_lateness.py").write_text("def test_strong():\n    assert False\n")

    with pytest.raises(SystemExit, match="fail before anything is broken"):
        watch_baseline([make_row("test_strong")], project)


def test_rows_are_sampled_from_those_that_are_built_and_enforced() -> None:
    rows = [make_row("test_strong", sentence_id=f"G{number}") for number in range(1, 31)]
    others = [Row("D1", "x", "S", ("/rules show 1.1",), ()), Row("D2", "x", "E", ("planned: golf",), ())]

    sample = choose_rows([*others, *rows], 20, 7, ())

    assert len({row.sentence_id for row in sample}) == 20
    assert sample == choose_rows([*others, *rows], 20, 7, ())
    assert choose_rows([*others, *rows], 99, 7, ())
    assert [row.sentence_id for row in choose_rows([*others, *rows], 20, 7, ["G9", "D1"])] == ["G9"]
