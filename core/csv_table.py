"""A table as a spreadsheet saves it: a row of headings, then rows; columns in any order.

Cells are separated by commas, semicolons or tabs, lines end as on any system, and a byte-order mark may come first.
"""

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from io import StringIO

MOST_BYTES = 1_048_576
MOST_ROWS = 5000
SEPARATORS = ",;\t"


class TableFault(Enum):
    """Why a file is no such table."""

    TOO_LARGE = "too large"
    NOT_UTF8 = "not UTF-8"
    NOT_CSV = "not CSV"
    HEADINGS = "headings"
    TOO_MANY_ROWS = "too many rows"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class CsvRow:
    """One row by its headings, with the line on which it ends in the file, as somebody would look for it."""

    line: int
    cells: Mapping[str, str] = field(repr=False)


def read_csv_table(data: bytes, needed: Sequence[str], optional: Sequence[str]) -> tuple[CsvRow, ...] | TableFault:
    """Read a table of at most 1 MiB and 5,000 rows; blank rows are skipped, and headings compared without case."""
    if len(data) > MOST_BYTES:
        return TableFault.TOO_LARGE
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return TableFault.NOT_UTF8
    first = text.split("\n", 1)[0]
    separator = max(SEPARATORS, key=first.count)
    try:
        lines = list(_read_lines(text, separator))
    except csv.Error:
        return TableFault.NOT_CSV
    if not lines:
        return TableFault.EMPTY
    headings = [cell.strip().casefold().replace("_", " ") for cell in lines[0][1]]
    if any(headings.count(name) != 1 for name in needed) or any(headings.count(name) > 1 for name in optional):
        return TableFault.HEADINGS
    if len(lines) - 1 > MOST_ROWS:
        return TableFault.TOO_MANY_ROWS
    rows = tuple(CsvRow(line, dict(zip(headings, cells, strict=False))) for line, cells in lines[1:])
    return rows or TableFault.EMPTY


def _read_lines(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True)
    for cells in reader:
        if any(cell.strip() for cell in cells):
            yield reader.line_num, cells
