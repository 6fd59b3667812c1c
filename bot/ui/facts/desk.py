"""What there is to say about the desk: who keeps which event."""

from dataclasses import dataclass
from typing import Any

from bot.db.snapshot import Snapshot
from core.scoring.event import Event


@dataclass(frozen=True, slots=True)
class Bound:
    """A facilitator who was bound to an event, or released from it."""

    snapshot: Snapshot
    event: Event[Any]
    user_id: int
    is_bound: bool
