"""What there is to say about what is kept about a person."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.db.privacy import KeptPlayer
from bot.db.snapshot import Competition, Team

EVENTS = "events"


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
        return not (self.has_erasable or any(self.counts.values()))

    @property
    def has_erasable(self) -> bool:
        """Whether `/privacy delete` would erase anything; a director alone releases a facilitator."""
        return bool(self.players or self.leads or any(n for kind, n in self.counts.items() if kind != EVENTS))


@dataclass(frozen=True, slots=True)
class Kept:
    """What a server's competitions keep about an account.

    `wants_direct`: whether it asked for direct messages. `recorded`: how many entries of the ledger name it; they stay.
    """

    user_id: int
    competitions: tuple[KeptIn, ...]
    wants_direct: bool = False
    recorded: int = 0

    @property
    def has_erasable(self) -> bool:
        """Whether there is anything that can be erased."""
        return any(entry.has_erasable for entry in self.competitions) or self.wants_direct


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was erased: in how many competitions, and from how many of them the person was taken out.

    `stopped_direct`: whether direct messages ended, too.
    """

    competitions: int
    left: int
    stays: int
    stopped_direct: bool = False
