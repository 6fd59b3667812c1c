"""A table of scores, one round a row, as it is exported, printed blank, and read back once it is filled.

Each row bears a code, which says to which competition, event and team it belongs: `12-BOW-34-KX`. The last two signs
are a check, so that a mistyped code is noticed instead of filling another team's sheet.
"""

import hashlib
import re
from dataclasses import dataclass

from core.csv_table import CsvRow, TableFault, read_csv_table

CODE, EVENT, TEAM, PLAYER, ROUND, COUNTS, TOTAL = "code", "event", "team", "player", "round", "counts", "total"
HEADINGS = ("Code", "Event", "Team", "Player", "Round", "Counts", "Total")
NEEDED = (CODE, ROUND, COUNTS)
OPTIONAL = (EVENT, TEAM, PLAYER, TOTAL)

_SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # none that is taken for another in handwriting
_CHECK_SIGNS = 2
_EVENT_LETTERS = 3
_CODE = re.compile(r"(\d{1,9})-([A-Z]{3})-(\d{1,9})-([2-9A-Z]{2})")


@dataclass(frozen=True, slots=True)
class SheetCode:
    """To what a sheet belongs; `event` by its letters."""

    competition_id: int
    event: str
    team_id: int


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One row with its line in the file; cells as they were typed, without white space around them."""

    line: int
    code: str
    player: str
    round: str
    counts: str
    total: str

    @property
    def is_blank(self) -> bool:
        """Whether nobody has filled it in."""
        return not (self.counts or self.total)


def event_letters(event_key: str) -> str:
    """How a code names an event."""
    return event_key[:_EVENT_LETTERS].upper()


def write_code(competition_id: int, event_key: str, team_id: int) -> str:
    """The code of a team's sheet in an event."""
    code = f"{competition_id}-{event_letters(event_key)}-{team_id}"
    return f"{code}-{_check(code)}"


def read_code(text: str) -> SheetCode | None:
    """What a code says; None for one with a slip in it. Case and spaces do not matter."""
    found = _CODE.fullmatch("".join(text.split()).upper())
    if found is None or not found[0].isascii():
        return None
    code, _, check = found[0].rpartition("-")
    return SheetCode(int(found[1]), found[2], int(found[3])) if check == _check(code) else None


def read_score_table(data: bytes) -> tuple[ScoreRow, ...] | TableFault:
    """Read a table of at most 1 MiB and 5,000 rows; blank rows are skipped."""
    rows = read_csv_table(data, NEEDED, OPTIONAL)
    return rows if isinstance(rows, TableFault) else tuple(map(_to_row, rows))


def _to_row(row: CsvRow) -> ScoreRow:
    return ScoreRow(row.line, *(row.cells.get(name, "").strip() for name in (CODE, PLAYER, ROUND, COUNTS, TOTAL)))


def _check(code: str) -> str:
    number = int.from_bytes(hashlib.sha256(code.encode()).digest()[:_CHECK_SIGNS])
    return _SIGNS[number // len(_SIGNS) % len(_SIGNS)] + _SIGNS[number % len(_SIGNS)]
