"""What there is to say about the official clock: starts, and who is late."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.db.snapshot import Player, Snapshot, Team
from core.punctuality import OfficialStart
from core.scoring.event import RoundsEvent


@dataclass(frozen=True, slots=True)
class RoundStart:
    """The official start of a round of an event."""

    event: RoundsEvent[Any]
    round: int
    start: OfficialStart


@dataclass(frozen=True, slots=True)
class ClockView:
    """The official time, when the competition begins, and the starts of its rounds in the order of time."""

    snapshot: Snapshot
    now: datetime
    first: OfficialStart | None
    rounds: tuple[RoundStart, ...]


@dataclass(frozen=True, slots=True)
class StartSet:
    """A start that was announced."""

    snapshot: Snapshot
    announced: RoundStart
    is_now: bool


@dataclass(frozen=True, slots=True)
class ForfeitPreview:
    """A team that is late, and whose rounds would be forfeited; nothing is recorded until the draft is confirmed."""

    snapshot: Snapshot
    team: Team
    players: tuple[Player, ...]
    late_for: RoundStart
    now: datetime
    draft_id: int


@dataclass(frozen=True, slots=True)
class Forfeited:
    """A game or round that a team forfeited; nobody's sheet in golf, where it has no card."""

    snapshot: Snapshot
    team: Team
    players: tuple[Player, ...]
    late_for: RoundStart
