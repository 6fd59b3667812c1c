"""Break the functions that docs/rulebook.md names, one at a time, and see whether the named tests notice.

    python -m tools.mutate [--rows 20] [--seed 1] [--tries 4] [--only G42 D6]

For each sampled E row that is built, one small fault is put into the first place that the row names, on a line that
the row's tests run, in a copy of the project; then its tests have to fail. A fault can be without effect, or about
another rule of the same function: so up to `--tries` faults are tried until one is noticed. A row whose tests
notice none of them is a survivor, and survivors make the exit status 1. The same seed makes the same faults.
"""

import argparse
import ast
import copy
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from coverage import CoverageData

from tools.rulebook_document import Definition, Row, find_definition, parse_place, read_rows

ROOT = Path(__file__).parents[1]
PARTS = ("bot", "core", "docs", "migrations", "rehearsal", "tests", "tools", "pyproject.toml")
TEST_SECONDS = 90
WORKERS = 2

_OPPOSITES: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_OTHER_SUMS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
}


@dataclass(frozen=True, slots=True)
class Fault:
    """A small fault: the line that it is on, what it does, and the whole file with it."""

    line: int
    description: str
    source: str
    is_crude: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one row."""

    row: Row
    place: str
    tried: tuple[str, ...]
    is_noticed: bool


def list_faults(path: Path, names: Sequence[str]) -> list[Fault]:
    """Return every fault that can be put into a definition, in the order of its lines."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    definition = _find_in(tree, path, names)
    return [
        Fault(
            node.lineno,
            f"line {node.lineno}: {ast.unparse(node)[:40]} -> {description}",
            source,
            is_crude=isinstance(node, ast.Return),
        )
        for node in _list_code(definition)
        for description, source in _break_node(tree, node)
    ]


def _find_in(tree: ast.Module, path: Path, names: Sequence[str]) -> Definition:
    """Return the definition as a part of this very tree."""
    wanted = find_definition(path, names)
    return next(
        node
        for node in ast.walk(tree)
        if isinstance(node, Definition) and wanted and type(node) is type(wanted) and node.lineno == wanted.lineno
    )


def _list_code(definition: Definition) -> Iterator[ast.expr | ast.Return]:
    """Yield the expressions and returns of a definition that run: no annotations, no docstrings."""
    skipped: set[int] = set()
    for node in ast.walk(definition):
        for name in ("annotation", "returns"):
            if annotation := getattr(node, name, None):
                skipped.update(id(inner) for inner in ast.walk(annotation))
        if isinstance(node, ast.expr | ast.Return) and id(node) not in skipped:
            yield node


def _break_node(tree: ast.Module, node: ast.expr | ast.Return) -> Iterator[tuple[str, str]]:
    """Yield what a broken node reads like, and the whole file with it; the tree is left as it was."""
    for breaking in _list_breakings(node):
        original = copy.copy(node)
        breaking(node)
        description = ast.unparse(node)[:40]
        source = ast.unparse(tree)
        node.__dict__.clear()
        node.__dict__.update(original.__dict__)
        yield description, source


def _list_breakings(node: ast.expr | ast.Return) -> Iterator[Callable[[ast.AST], None]]:
    match node:
        case ast.Compare(ops=[operator, *others]):
            yield _setting("ops", [_OPPOSITES[type(operator)](), *others])
        case ast.BoolOp():
            yield _setting("op", ast.And() if isinstance(node.op, ast.Or) else ast.Or())
        case ast.IfExp():
            yield _setting("test", ast.UnaryOp(ast.Not(), node.test))
        case ast.BinOp() if type(node.op) in _OTHER_SUMS:
            yield _setting("op", _OTHER_SUMS[type(node.op)]())
        case ast.UnaryOp(op=ast.USub()):
            yield _setting("op", ast.UAdd())
        case ast.Constant(value=bool() as value):
            yield _setting("value", not value)
        case ast.Constant(value=int() as value):
            yield _setting("value", value + 1)
        case ast.Return(value=ast.expr()) if not isinstance(node.value, ast.Constant):
            yield _setting("value", ast.Constant(None))
        case _:
            pass


def _setting(field: str, value: object) -> Callable[[ast.AST], None]:
    return lambda node: setattr(node, field, value)


def find_lines_run(rows: Sequence[Row], project: Path) -> dict[str, dict[str, set[int]]]:
    """Run the tests of all rows, which have to pass; return the lines that each test runs, by file of the project."""
    data_file = project / "lines_run"
    tests = dict.fromkeys(test for row in rows for test in row.tests)
    finished = _run_tests([*tests, "--cov=core", "--cov-context=test", "--cov-report="], project, data_file)
    if finished.returncode:
        raise SystemExit(f"Tests that docs/rulebook.md names fail before anything is broken:\n{finished.stdout}")
    data = CoverageData(str(data_file))
    data.read()
    lines_run: dict[str, dict[str, set[int]]] = {test: {} for test in tests}
    for file in data.measured_files():
        path = str(Path(file).resolve().relative_to(project.resolve()))
        for line, contexts in data.contexts_by_lineno(file).items():
            # A context is `tests/test_x.py::test_y[parameters]|run`, and empty while files are imported.
            for test in {re.split(r"[|\[]", context)[0] for context in contexts} & lines_run.keys():
                lines_run[test].setdefault(path, set()).add(line)
    return lines_run


def list_row_faults(row: Row, project: Path, lines_run: dict[str, dict[str, set[int]]]) -> tuple[str, list[Fault]]:
    """Return the first place of a row, and the faults that can be put there where the row's tests would meet them."""
    place = next(place for place in row.places if parse_place(place))
    path, names = parse_place(place) or ("", [])
    faults = list_faults(project / path, names)
    if isinstance(find_definition(project / path, names), ast.Assign | ast.AnnAssign):
        return place, faults  # runs when the file is imported, not in a test
    run = set[int]().union(*(lines_run[test].get(path, ()) for test in row.tests))
    return place, [fault for fault in faults if fault.line in run]


def try_row(row: Row, place: str, faults: list[Fault], project: Path) -> Verdict:
    """Put in one fault after the other until the tests of a row notice."""
    for tried, fault in enumerate(faults, start=1):
        if _is_noticed(fault, row.tests, project, place.partition(":")[0]):
            return Verdict(row, place, tuple(fault.description for fault in faults[:tried]), is_noticed=True)
    return Verdict(row, place, tuple(fault.description for fault in faults), is_noticed=False)


def _is_noticed(fault: Fault, tests: Sequence[str], project: Path, path: str) -> bool:
    target = project / path
    original = target.read_text(encoding="utf-8")
    target.write_text(fault.source, encoding="utf-8")
    try:
        return _run_tests([*tests, "-x"], project).returncode == 1
    except subprocess.TimeoutExpired:
        return True
    finally:
        target.write_text(original, encoding="utf-8")


def _run_tests(
    arguments: Sequence[str], project: Path, data_file: Path | None = None
) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "COVERAGE_FILE": str(data_file or project / "unused")}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=0", *arguments]
    return subprocess.run(
        command, cwd=project, env=environment, capture_output=True, text=True, timeout=TEST_SECONDS, check=False
    )


def _copy_project(folder: Path) -> Path:
    folder.mkdir()
    ignore = shutil.ignore_patterns("__pycache__", ".*")
    for part in PARTS:
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, folder / part, ignore=ignore)
        elif source.exists():
            shutil.copy2(source, folder / part)
    return folder


def choose_rows(rows: Sequence[Row], count: int, seed: int, only: Sequence[str]) -> list[Row]:
    """Return the named rows, or as many as asked for by chance, of those that are built and have an E."""
    built = [row for row in rows if row.is_enforced and not row.is_planned]
    if only:
        return [row for row in built if row.sentence_id in only]
    return random.Random(seed).sample(built, min(count, len(built)))


def choose_faults(faults: Sequence[Fault], tries: int, dice: random.Random) -> list[Fault]:
    """Return some faults by chance; the crude ones, nothing returned at all, come last."""
    shuffled = dice.sample(faults, len(faults))
    return sorted(shuffled, key=lambda fault: fault.is_crude)[:tries]


def try_rows(rows: Sequence[Row], seed: int, tries: int, folder: Path) -> Iterator[Verdict]:
    """Try rows side by side in copies of the project below `folder`, and yield what became of each, in order."""
    copies: SimpleQueue[Path] = SimpleQueue()
    for number in range(WORKERS):
        copies.put(_copy_project(folder / str(number)))
    lines_run = find_lines_run(rows, folder / "0")

    def try_in_a_copy(row: Row) -> Verdict:
        project = copies.get()
        try:
            place, faults = list_row_faults(row, project, lines_run)
            chosen = choose_faults(faults, tries, random.Random(f"{seed} {row.sentence_id}"))
            return try_row(row, place, chosen, project)
        finally:
            copies.put(project)

    with ThreadPoolExecutor(WORKERS) as workers:
        yield from workers.map(try_in_a_copy, rows)


def main(arguments: Sequence[str] | None = None) -> int:
    """Try the sampled rows, print a line for each, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutate", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rows", type=int, default=20, help="how many rows to sample (20)")
    parser.add_argument("--seed", type=int, default=1, help="chooses rows and faults (1)")
    parser.add_argument("--tries", type=int, default=4, help="faults tried for a row before it is a survivor (4)")
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
    shown = verdict.tried[-1:] if verdict.is_noticed else verdict.tried or ("no fault is possible on a line that runs",)
    for tried in shown:
        print(f"{verdict.row.sentence_id:<5} {word} {verdict.place:<56} {tried}", flush=True)
    return verdict


if __name__ == "__main__":
    sys.exit(main())
