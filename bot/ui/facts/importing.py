"""What a file would bring into a competition, or has brought."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.db.snapshot import Sheet, SheetKey, Snapshot


@dataclass(frozen=True, slots=True)
class Wanted:
    """One sheet of a file: what is to be entered, as the database holds it, and where it stands in the file."""

    key: SheetKey
    value: Any
    where: str


@dataclass(frozen=True, slots=True)
class Clash:
    """Something else was entered here."""

    wanted: Wanted
    standing: Sheet


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """What would come of a file. With faults nothing of it can be entered; then there is no draft, either.

    `notes` are what a file says and an import leaves to people; `belated` those new ones of people who are out by now.
    """

    snapshot: Snapshot
    new: Sequence[Wanted] = ()
    clashes: Sequence[Clash] = ()
    unchanged: int = 0
    doubts: Sequence[str] = ()
    notes: Sequence[str] = ()
    faults: Sequence[str] = ()
    belated: Sequence[Wanted] = ()
    draft_id: int | None = None
    is_anew: bool = False
    """Whether it is shown again, since something was entered after it was shown first."""


@dataclass(frozen=True, slots=True)
class ImportDone:
    """What was entered."""

    snapshot: Snapshot
    entered: int
    replaced: int
    left: int
