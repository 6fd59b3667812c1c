"""What there is to say about the blinds."""

from dataclasses import dataclass

from bot.db.snapshot import Snapshot
from core.holdem.blinds import ClockState, Level


@dataclass(frozen=True, slots=True)
class BlindsView:
    """Where the clock stands, None where it does not run; `mark` is the newest press, which buttons carry."""

    snapshot: Snapshot
    state: ClockState | None
    mark: int


@dataclass(frozen=True, slots=True)
class LevelChanged:
    """A level that lies ahead, before and after a change."""

    view: BlindsView
    before: Level
    after: Level
