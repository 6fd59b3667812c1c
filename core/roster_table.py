"""A table of rosters, as a spreadsheet saves it: one player a row under the headings Team, Player, Birth date.

The heading Captain, for a captain without an account, may be there too.
"""

from dataclasses import dataclass, field

from core.csv_table import MOST_BYTES as MOST_BYTES
from core.csv_table import MOST_ROWS as MOST_ROWS
from core.csv_table import TableFault as TableFault
from core.csv_table import read_csv_table

TEAM, PLAYER, BIRTH_DATE, CAPTAIN = "team", "player", "birth date", "captain"
NEEDED = (TEAM, PLAYER, BIRTH_DATE)


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
    rows = read_csv_table(data, NEEDED, (CAPTAIN,))
    if isinstance(rows, TableFault):
        return rows
    names = (TEAM, PLAYER, BIRTH_DATE, CAPTAIN)
    return tuple(TableRow(row.line, *(row.cells.get(name, "") for name in names)) for row in rows)
