"""A table of rosters, as a spreadsheet saves it: one player a row under the headings Team, Player, Birth date.

The heading Captain, for a captain without an account, may be there too. Columns come in any order, and are separated by
commas, semicolons or tabs.
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from io import StringIO

MOST_BYTES = 1_048_576
MOST_ROWS = 5000
TEAM, PLAYER, BIRTH_DATE, CAPTAIN = "team", "player", "birth date", "captain"
NEEDED = (TEAM, PLAYER, BIRTH_DATE)
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
class TableRow:
    """One row with the line on which it ends in the file, as a spreadsheet's user would look for it."""

    line: int
    team: str
    player: str
    birth_date: str = field(repr=False)
    captain: str


def read_roster_table(data: bytes) -> tuple[TableRow, ...] | TableFault:
    """Read a table of at most 1 MiB and 5,000 rows; blank rows are skipped."""
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
    if any(headings.count(needed) != 1 for needed in NEEDED) or headings.count(CAPTAIN) > 1:
        return TableFault.HEADINGS
    if len(lines) - 1 > MOST_ROWS:
        return TableFault.TOO_MANY_ROWS
    rows = tuple(_to_row(line, dict(zip(headings, cells, strict=False))) for line, cells in lines[1:])
    return rows or TableFault.EMPTY


def _read_lines(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True)
    for cells in reader:
        if any(cell.strip() for cell in cells):
            yield reader.line_num, cells


def _to_row(line: int, cells: dict[str, str]) -> TableRow:
    return TableRow(line, cells.get(TEAM, ""), cells.get(PLAYER, ""), cells.get(BIRTH_DATE, ""), cells.get(CAPTAIN, ""))
