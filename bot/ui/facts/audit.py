"""What the ledger says, as it is shown: each row with whom and what it was about."""

from dataclasses import dataclass

from bot.db.history import Entry, History
from bot.db.snapshot import Competition


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """Which rows are wanted; ids of our own rows and of accounts, moments in seconds since the epoch."""

    player_id: int | None = None
    team_id: int | None = None
    event: str | None = None
    actor_id: int | None = None
    since: int | None = None
    until: int | None = None


@dataclass(frozen=True, slots=True)
class AuditView:
    """The rows that fit, newest first, and which page of them is wanted."""

    competition: Competition
    history: History
    forgotten: frozenset[int]
    """The rows whose actor has asked to be forgotten since."""
    wanted: AuditFilter
    entries: tuple[Entry, ...]
    page: int
