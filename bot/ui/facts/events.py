"""What there is to say about an event as a whole: its end, and its being voided."""

from dataclasses import dataclass
from typing import Any

from bot.db.snapshot import Snapshot
from bot.ui.facts.corrections import Consequences
from bot.ui.facts.progress import EventProgress
from core.scoring.event import Event, EventStandings


@dataclass(frozen=True, slots=True)
class ClosingPreview:
    """An event before it is closed: what is missing, and the ranking that would be final.

    `half_written` are the teams whose card one keeper has brought in and the other has not.
    """

    snapshot: Snapshot
    progress: EventProgress
    ranking: EventStandings
    half_written: tuple[str, ...] = ()

    @property
    def event(self) -> Event[Any]:
        """Which one."""
        return self.progress.event


@dataclass(frozen=True, slots=True)
class ClosingAsked:
    """The question whether an event is to be closed; `is_anew` where something came in since it was first put."""

    preview: ClosingPreview
    draft_id: int
    is_anew: bool = False


@dataclass(frozen=True, slots=True)
class EventClosed:
    """An event that is closed."""

    snapshot: Snapshot
    event: Event[Any]
    ranking: EventStandings


@dataclass(frozen=True, slots=True)
class EventReopened:
    """An event that takes scores again."""

    snapshot: Snapshot
    event: Event[Any]
    reason: str


@dataclass(frozen=True, slots=True)
class CancellationPreview:
    """An event before it is voided, or counts again: how many rounds that concerns, and which overall ranks move."""

    snapshot: Snapshot
    event: Event[Any]
    is_cancelled: bool
    reason: str
    rounds: int
    consequences: Consequences


@dataclass(frozen=True, slots=True)
class CancellationAsked:
    """The question whether that is meant; `is_anew` where something came in since it was first put."""

    preview: CancellationPreview
    draft_id: int
    is_anew: bool = False


@dataclass(frozen=True, slots=True)
class StrokeIndexSet:
    """The handicaps of the course count."""

    snapshot: Snapshot


@dataclass(frozen=True, slots=True)
class StrokeIndexAsked:
    """The question whether other handicaps are to count; `is_anew` where the course changed since it was first put."""

    snapshot: Snapshot
    before: tuple[int, ...]
    after: tuple[int, ...]
    consequences: Consequences
    draft_id: int
    is_anew: bool = False
