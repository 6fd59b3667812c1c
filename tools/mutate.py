"""Break the functions that docs/rulebook.md names, one at a time, and see whether the named tests notice.

    python -m tools.mutate [--rows 20] [--seed 1] [--tries 3] [--only G42 D6]

For each sampled E row that is built, a small fault is put into the first place that the row names, in a copy of the
project, on a line that the row's tests run; then its tests have to fail. One function often serves several sentences,
so up to `--tries` faults are tried; those that leave every result of the function as it was in these tests have no
effect and do not count. A row is a survivor if its tests notice none, and survivors make the exit status 1. The same
seed makes the same faults.
"""

import argparse
import ast
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from queue import SimpleQueue

from coverage import CoverageData

from tools.faults import Fault, decorate, list_faults
from tools.rulebook_document import Row, find_definition, parse_place, read_rows

ROOT = Path(__file__).parents[1]
PARTS = ("bot", "core", "docs", "migrations", "rehearsal", "tests", "tools", "pyproject.toml")
PLUGINS = ("no:cacheprovider", "hypothesis.extra.pytestplugin", "pytest_asyncio.plugin", "pytest_cov", "pytest_timeout")
BASELINE_SECONDS = 900
TEST_SECONDS = 180  # longer than that takes a fault which never ends
WORKERS = 2
MOST_FAULTS = 12  # tried for one row, those without effect included

# Put into a copy as recording.py: writes down what a function returns, or raises, in which test.
RECORDER = """
import contextlib, functools, inspect, json, os, re

def record(place):
    def wrap(function):
        @functools.wraps(function)
        def recorded(*arguments, **named):
            with noting_errors():
                result = function(*arguments, **named)
            note(repr(result))
            return result
        @functools.wraps(function)
        async def recorded_later(*arguments, **named):
            with noting_errors():
                result = await function(*arguments, **named)
            note(repr(result))
            return result
        @contextlib.contextmanager
        def noting_errors():
            try:
                yield
            except Exception as error:
                note(repr(error))
                raise
        def note(text):
            test = os.environ.get("PYTEST_CURRENT_TEST", "").partition(" ")[0]
            with open("recorded", "a", encoding="utf-8", errors="replace") as file:
                file.write(json.dumps([place, test, re.sub("0x[0-9a-f]+", "", text)]) + "\\n")
        return recorded_later if inspect.iscoroutinefunction(function) else recorded
    return wrap
"""

Record = Sequence[object]


@dataclass(frozen=True, slots=True)
class Baseline:
    """What the tests of the sampled rows do before anything is broken."""

    lines_run: Mapping[str, Mapping[str, set[int]]]
    """By test and by file of the project."""
    records: Sequence[Record]
    """What the places of the rows returned: place, test, result."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one row."""

    row: Row
    place: str
    tried: tuple[str, ...]
    is_noticed: bool


def get_place(row: Row) -> tuple[str, str, tuple[str, ...]]:
    """Return the first place of a row that is in a file: as written, its file and its dotted name."""
    return next((place, parsed[0], tuple(parsed[1])) for place in row.places if (parsed := parse_place(place)))


def watch_baseline(rows: Sequence[Row], project: Path) -> Baseline:
    """Run the tests of all rows, which have to pass, twice: for the lines that they run, and for what places return."""
    tests = tuple(dict.fromkeys(test for row in rows for test in row.tests))
    finished = _run_tests(
        [*tests, "--cov=core", "--cov=bot", "--cov-context=test", "--cov-report="], project, BASELINE_SECONDS
    )
    if finished.returncode:
        raise SystemExit(f"Tests that docs/rulebook.md names fail before anything is broken:\n{finished.stdout}")
    lines_run = _read_lines_run(project, tests)
    places = dict.fromkeys(map(get_place, rows))
    originals = {path: (project / path).read_text(encoding="utf-8") for _, path, _ in places}
    for place, path, names in places:
        (project / path).write_text(decorate(project / path, names, _recorder_of(place)), encoding="utf-8")
    _run_tests(tests, project, BASELINE_SECONDS)
    for path, source in originals.items():
        (project / path).write_text(source, encoding="utf-8")
    return Baseline(lines_run, _take_records(project))


def list_row_faults(row: Row, project: Path, baseline: Baseline, dice: random.Random) -> list[Fault]:
    """Return the faults that can be put into the first place of a row, by chance, the crude ones last.

    Only those on lines that the row's tests run; a constant's lines run when its file is imported.
    """
    place, path, names = get_place(row)
    faults = list_faults(project / path, names, _recorder_of(place))
    if not isinstance(find_definition(project / path, names), ast.Assign | ast.AnnAssign):
        run = set[int]().union(*(baseline.lines_run[test].get(path, ()) for test in row.tests))
        faults = [fault for fault in faults if fault.line in run]
    return sorted(dice.sample(faults, len(faults)), key=lambda fault: fault.is_crude)


def try_row(row: Row, faults: Sequence[Fault], project: Path, baseline: Baseline, tries: int) -> Verdict:
    """Put in one fault after the other, until the tests of a row notice one or enough with an effect were tried."""
    place, path, _ = get_place(row)
    usual = [record for record in baseline.records if record[0] == place and _strip(str(record[1])) in row.tests]
    tried: list[str] = []
    for fault in faults[:MOST_FAULTS]:
        is_noticed = _is_noticed(fault, row.tests, project / path, project)
        if is_noticed:
            return Verdict(row, place, (fault.description,), is_noticed=True)
        has_effect = _take_records(project) != usual or not usual
        if has_effect:
            tried.append(fault.description)
        if len(tried) == tries:
            break
    return Verdict(row, place, tuple(tried), is_noticed=False)


def _is_noticed(fault: Fault, tests: Sequence[str], target: Path, project: Path) -> bool:
    original = target.read_text(encoding="utf-8")
    target.write_text(fault.source, encoding="utf-8")
    _take_records(project)
    try:
        return _run_tests([*tests, "-x"], project).returncode == 1
    except subprocess.TimeoutExpired:
        return True
    finally:
        target.write_text(original, encoding="utf-8")


def _recorder_of(place: str) -> str:
    return f"recording.record({place!r})"


def _take_records(project: Path) -> Sequence[Record]:
    """Return what was recorded since the last time."""
    file = project / "recorded"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    file.unlink(missing_ok=True)
    return [json.loads(line) for line in lines]


def _read_lines_run(project: Path, tests: Sequence[str]) -> dict[str, dict[str, set[int]]]:
    data = CoverageData(str(project / "lines_run"))
    data.read()
    lines_run: dict[str, dict[str, set[int]]] = {test: {} for test in tests}
    for file in data.measured_files():
        path = str(Path(file).resolve().relative_to(project.resolve()))
        for line, contexts in data.contexts_by_lineno(file).items():
            for test in set(map(_strip, contexts)) & lines_run.keys():
                lines_run[test].setdefault(path, set()).add(line)
    return lines_run


def _strip(context: str) -> str:
    """Return the test of a context such as `tests/test_x.py::test_y[parameters]|run`; empty during an import."""
    return re.split(r"[|\[]", context)[0]


def _run_tests(
    arguments: Sequence[str], project: Path, seconds: float = TEST_SECONDS
) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {
        "COVERAGE_FILE": str(project / "lines_run"),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "PYTHONHASHSEED": "0",
    }
    options = (*chain.from_iterable(("-p", plugin) for plugin in PLUGINS), "--hypothesis-seed=0")
    command = [sys.executable, "-m", "pytest", "-q", *options, *arguments]
    return subprocess.run(
        command, cwd=project, env=environment, capture_output=True, text=True, timeout=seconds, check=False
    )


def copy_project(folder: Path, source: Path = ROOT) -> Path:
    """Copy what the tests need into a new folder, with the recorder."""
    folder.mkdir()
    ignore = shutil.ignore_patterns("__pycache__", ".*")
    for part in PARTS:
        if (source / part).is_dir():
            shutil.copytree(source / part, folder / part, ignore=ignore)
        elif (source / part).exists():
            shutil.copy2(source / part, folder / part)
    (folder / "recording.py").write_text(RECORDER, encoding="utf-8")
    return folder


def choose_rows(rows: Sequence[Row], count: int, seed: int, only: Sequence[str]) -> list[Row]:
    """Return the named rows, or as many as asked for by chance, of those that are built and have an E."""
    built = [row for row in rows if row.is_enforced and not row.is_planned]
    if only:
        return [row for row in built if row.sentence_id in only]
    return random.Random(seed).sample(built, min(count, len(built)))


def try_rows(rows: Sequence[Row], seed: int, tries: int, folder: Path) -> Iterator[Verdict]:
    """Try rows side by side in copies of the project below `folder`, and yield what became of each, in order."""
    copies: SimpleQueue[Path] = SimpleQueue()
    for number in range(WORKERS):
        copies.put(copy_project(folder / str(number)))
    baseline = watch_baseline(rows, folder / "0")

    def try_in_a_copy(row: Row) -> Verdict:
        project = copies.get()
        try:
            faults = list_row_faults(row, project, baseline, random.Random(f"{seed} {row.sentence_id}"))
            return try_row(row, faults, project, baseline, tries)
        finally:
            copies.put(project)

    with ThreadPoolExecutor(WORKERS) as workers:
        yield from workers.map(try_in_a_copy, rows)


def main(arguments: Sequence[str] | None = None) -> int:
    """Try the sampled rows, print a line for each, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutate", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rows", type=int, default=20, help="how many rows to sample (20)")
    parser.add_argument("--seed", type=int, default=1, help="chooses rows and faults (1)")
    parser.add_argument("--tries", type=int, default=3, help="faults with an effect before a row is a survivor (3)")
    parser.add_argument("--only", nargs="+", default=[], metavar="ID", help="these sentences instead of a sample")
    options = parser.parse_args(arguments)
    document = (ROOT / "docs/rulebook.md").read_text(encoding="utf-8")
    rows = choose_rows(read_rows(document), options.rows, options.seed, options.only)
    with tempfile.TemporaryDirectory(prefix="skipper-mutate-") as folder:
        verdicts = [_print_verdict(found) for found in try_rows(rows, options.seed, options.tries, Path(folder))]
    survivors = [verdict.row.sentence_id for verdict in verdicts if not verdict.is_noticed]
    print(f"{len(verdicts)} rows, {len(survivors)} survivors{': ' if survivors else ''}{', '.join(survivors)}")
    return 1 if survivors or not verdicts else 0


def _print_verdict(verdict: Verdict) -> Verdict:
    word = "noticed " if verdict.is_noticed else "SURVIVED"
    for tried in verdict.tried or ("no fault that has an effect in these tests",):
        print(f"{verdict.row.sentence_id:<5} {word} {verdict.place:<56} {tried}", flush=True)
    return verdict


if __name__ == "__main__":
    sys.exit(main())
