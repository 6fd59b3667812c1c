"""docs/rulebook.md: what became of every sentence of the two rulebooks, and whether that is still true.

A row is `| id | paraphrase | software | where | test |`:

| column   | holds                                                                                             |
|----------|---------------------------------------------------------------------------------------------------|
| software | E enforce or compute, A assist, R record, S show, sometimes with a remark in brackets             |
| where    | places such as `core/conduct.py:judge` or `/rules show 2.4`; or `planned: part`                   |
| test     | pytest node ids of the tests that fail when the first places break; every E row that is built has |

Several places or tests are separated by ` · `.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path

from core.competition import Kind
from core.rulebook import find_rule, get_official_rulebook

SENTENCE_IDS = (*(f"G{number}" for number in range(1, 197)), *(f"D{number}" for number in range(1, 90)))
LONGEST_COMMON_WORDS = 6
_KIND_OF_LETTER = {"G": Kind.GETAWAY, "D": Kind.DODGEBALL}
_SHOWN = re.compile(r"/rules show (\d+\.\d+)")
_PLACE = re.compile(r"([\w/]+\.py):([\w.]+)")

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign


@dataclass(frozen=True, slots=True)
class Row:
    """What became of one sentence."""

    sentence_id: str
    paraphrase: str
    software: str
    places: tuple[str, ...]
    tests: tuple[str, ...]

    @property
    def is_planned(self) -> bool:
        """Whether its part is still to be built."""
        return any(place.startswith("planned: ") for place in self.places)

    @property
    def is_enforced(self) -> bool:
        """Whether software owes it an E: to reject or to compute."""
        return re.search(r"\bE\b", self.software) is not None


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of the organisers' rulebooks, as numbered beside them."""

    software: str
    part: str
    text: str


def read_rows(document: str) -> tuple[Row, ...]:
    """Read the rows of the document; other lines, and the head of a table, are not rows."""
    cells = (re.split(r"\s*\|\s*", line.strip().strip("|").strip()) for line in document.splitlines())
    return tuple(
        Row(row[0], row[1], row[2], _split(row[3]), _split(row[4]))
        for row in cells
        if len(row) == 5 and re.fullmatch(r"[GD]\d+", row[0])
    )


def read_sentences(table: str) -> dict[str, Sentence]:
    """Read the organisers' sentences from their tab-separated table."""
    cells = (line.split("\t") for line in table.splitlines()[1:])
    return {row[0]: Sentence(row[1], row[2], row[3]) for row in cells}


def find_order_faults(rows: Sequence[Row]) -> Iterator[str]:
    """Yield what is missing, doubled or out of order."""
    found = [row.sentence_id for row in rows]
    yield from (f"{wanted}: missing" for wanted in SENTENCE_IDS if wanted not in found)
    yield from (f"{doubled}: doubled" for doubled in dict.fromkeys(found) if found.count(doubled) > 1)
    known = [sentence_id for sentence_id in found if sentence_id in SENTENCE_IDS]
    yield from (f"{unknown}: no such sentence" for unknown in found if unknown not in SENTENCE_IDS)
    if known != sorted(known, key=SENTENCE_IDS.index):
        yield "the rows are out of order"


def find_row_faults(row: Row, root: Path) -> Iterator[str]:
    """Yield what is wrong with one row: no paraphrase, no test, or something named that is not there."""
    if not row.paraphrase:
        yield f"{row.sentence_id}: no paraphrase"
    if not row.places:
        yield f"{row.sentence_id}: no place"
    if row.is_enforced and not row.is_planned and not row.tests:
        yield f"{row.sentence_id}: E without a test"
    if row.is_enforced and not row.is_planned and not any(map(_PLACE.fullmatch, row.places)):
        yield f"{row.sentence_id}: E without a function"
    for place in row.places if not row.is_planned else ():
        if not _is_there(place, row.sentence_id, root):
            yield f"{row.sentence_id}: {place} is not there"
    for test in row.tests:
        path, _, name = test.partition("::")
        if not name or find_definition(root / path, name.split("::")) is None:
            yield f"{row.sentence_id}: {test} is not there"


def find_part_faults(row: Row, sentence: Sentence) -> Iterator[str]:
    """Yield where a row and the organisers' table disagree on what software owes."""
    if row.software != sentence.software:
        yield f"{row.sentence_id}: software owes {sentence.software}, not {row.software}"
    if row.is_planned and row.places != (f"planned: {sentence.part}",):
        yield f"{row.sentence_id}: planned belongs to {sentence.part}"


def find_copies(texts: Iterable[tuple[str, str]], sentences: Iterable[Sentence]) -> Iterator[str]:
    """Yield the runs of words that named texts share with a sentence, where they are longer than by chance."""
    copied = set(chain.from_iterable(_list_runs(sentence.text) for sentence in sentences))
    yield from (
        f"{name}: copied is: {' '.join(run)}" for name, text in texts for run in _list_runs(text) if run in copied
    )


def find_definition(path: Path, names: Sequence[str]) -> Definition | None:
    """Return the function, method, class or assignment of that dotted name in a file, or None."""
    return find_in_module(_parse(path), names) if path.is_file() else None


def find_in_module(tree: ast.Module, names: Sequence[str]) -> Definition | None:
    """Return the same of a file that was parsed already."""
    body: Sequence[ast.stmt] = tree.body
    found: Definition | None = None
    for name in names:
        found = next((item for item in body if isinstance(item, Definition) and _defines(item, name)), None)
        body = getattr(found, "body", ())
    return found


def parse_place(place: str) -> tuple[str, list[str]] | None:
    """Return the file and the dotted name of a place, or None if it is a command."""
    found = _PLACE.fullmatch(place)
    return (found[1], found[2].split(".")) if found else None


def _split(cell: str) -> tuple[str, ...]:
    parts = (part.strip().strip("`") for part in cell.split(" · "))
    return tuple(part for part in parts if part not in ("", "–"))


def _is_there(place: str, sentence_id: str, root: Path) -> bool:
    if shown := _SHOWN.fullmatch(place):
        rule = find_rule(get_official_rulebook(_KIND_OF_LETTER[sentence_id[0]]), shown[1])
        return rule is not None and sentence_id in rule.restates
    parsed = parse_place(place)
    return parsed is not None and find_definition(root / parsed[0], parsed[1]) is not None


@cache
def _parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _defines(item: Definition, name: str) -> bool:
    match item:
        case ast.Assign():
            return any(isinstance(target, ast.Name) and target.id == name for target in item.targets)
        case ast.AnnAssign():
            return isinstance(item.target, ast.Name) and item.target.id == name
        case _:
            return item.name == name


def _list_runs(text: str) -> Iterator[tuple[str, ...]]:
    """Yield the runs of words in a text that are too long to share; figures are facts, and so break a run."""
    words = re.findall(r"[^\W_]+(?:['’][^\W_]+)?", text.lower())
    length = LONGEST_COMMON_WORDS + 1
    runs = (tuple(words[start : start + length]) for start in range(len(words) - length + 1))
    return (run for run in runs if not any(map(str.isdigit, chain.from_iterable(run))))


def list_rule_texts() -> Iterator[tuple[str, str]]:
    """Yield every official rule's number and text, which have to be our own words as well."""
    rules = chain.from_iterable(get_official_rulebook(kind).rules for kind in Kind)
    return ((f"rule {rule.number}", f"{rule.title}. {rule.text}") for rule in rules)
