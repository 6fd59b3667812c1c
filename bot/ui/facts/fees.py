"""What there is to say about fees, which are recorded and never processed."""

from dataclasses import dataclass

from bot.db.payments import Payment
from bot.db.snapshot import Competition, TeamStatus


@dataclass(frozen=True, slots=True)
class FeeRecorded:
    """A payment, or a refund as a negative amount, and how the team stands after it (cents)."""

    competition: Competition
    team: str
    cents: int
    paid_cents: int
    status: TeamStatus | None


@dataclass(frozen=True, slots=True)
class FeeEntry:
    """What one team has paid (cents); `is_gone` if it gave up before anything was played.

    `status` is None where it is gone. Only a team that holds a place owes anything.
    """

    team: str
    paid_cents: int
    is_outstanding: bool
    status: TeamStatus | None

    @property
    def is_gone(self) -> bool:
        """Whether it gave up."""
        return self.status is None


@dataclass(frozen=True, slots=True)
class Fees:
    """What all teams have paid, and every payment in order."""

    competition: Competition
    entries: tuple[FeeEntry, ...]
    payments: tuple[Payment, ...]
