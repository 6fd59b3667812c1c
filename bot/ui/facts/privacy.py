"""What there is to say about what is kept about a person."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.db.privacy import KeptPlayer
from bot.db.snapshot import Competition, Team


@dataclass(frozen=True, slots=True)
class KeptIn:
    """What one competition keeps about an account: its players, the teams it leads, and counts of other rows."""

    competition: Competition
    players: tuple[KeptPlayer, ...]
    leads: tuple[Team, ...]
    counts: Mapping[str, int]

    @property
    def is_empty(self) -> bool:
        """Whether nothing is kept."""
        return not (self.players or self.leads or any(self.counts.values()))


@dataclass(frozen=True, slots=True)
class Kept:
    """What a server's competitions keep about an account."""

    user_id: int
    competitions: tuple[KeptIn, ...]


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was erased: in how many competitions, and from how many of them the person was taken out."""

    competitions: int
    left: int
    stays: int
