"""What there is to say about rosters that come and go as files."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from bot.db.snapshot import Competition, Snapshot
from core.eligibility import RosterProblem, TeamNameProblem
from core.names import NameFault


@dataclass(frozen=True, slots=True)
class RowFault:
    """What is wrong on a line of the file, in the team that stands there."""

    line: int
    team: str
    problem: RosterProblem | TeamNameProblem | NameFault


@dataclass(frozen=True, slots=True)
class RosterImport:
    """What a file would bring, or has brought if `is_done`; with a fault nothing is brought.

    A file without a fault is held under a key until it is confirmed, `is_anew` where something has changed by then.
    """

    competition: Competition
    teams: int
    players: int
    waiting: int
    faults: tuple[RowFault, ...]
    is_done: bool = False
    is_anew: bool = False
    held_key: str = ""


@dataclass(frozen=True, slots=True)
class RosterExport:
    """All rosters; birth dates, by player id, only where a director asked for them."""

    snapshot: Snapshot
    captains: Mapping[int, str]
    birth_dates: Mapping[int, date] | None = field(default=None, repr=False)
