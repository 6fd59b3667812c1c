"""What a bracket file would bring into a tournament, or has brought."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.db.snapshot import Snapshot
from core.scoring.bracket import Match


@dataclass(frozen=True, slots=True)
class BracketPlan:
    """What would come of a file: with faults nothing, and then there is no draft, either. Teams are known by `#id`."""

    snapshot: Snapshot
    new: Sequence[Match] = ()
    """As they would be, in the order in which they were decided."""
    different: Sequence[Match] = ()
    """Matches as they are here, of which the file says something else; they stay."""
    unchanged: int = 0
    faults: Sequence[str] = ()
    draft_id: int | None = None
    is_anew: bool = False
    """Whether it is shown again, since something was entered after it was shown first."""


@dataclass(frozen=True, slots=True)
class BracketEntered:
    """How many matches were entered."""

    entered: int
