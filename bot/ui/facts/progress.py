"""How far events are."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from core.scoring.event import Event


class Stage(Enum):
    """How far an event is."""

    TO_COME = "to come"
    UNDER_WAY = "under way"
    COMPLETE = "complete"
    CLOSED = "closed"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Missing:
    """A player, with the team, or a team of whom these rounds are missing; in hold'em a player who is still in."""

    name: str
    team: str | None
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EventProgress:
    """An event, and what is missing of it."""

    event: Event[Any]
    stage: Stage
    missing: tuple[Missing, ...]

    @property
    def missing_rounds(self) -> int:
        """How many rounds or cards are missing; players who are still in, in hold'em."""
        return sum(len(each.rounds) or 1 for each in self.missing)


@dataclass(frozen=True, slots=True)
class Blanks:
    """By event, the names of those of whom nothing is in yet although it has begun."""

    teams: Mapping[str, frozenset[str]]
    players: Mapping[str, frozenset[str]]
