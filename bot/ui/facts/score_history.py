"""What there is to say about the history of scores."""

from dataclasses import dataclass
from typing import Any

from bot.db.snapshot import Player, Sheet, SheetKey, Snapshot, Team
from bot.ui.facts.rules import RulesInForce
from core.scoring.event import Event


@dataclass(frozen=True, slots=True)
class Revision:
    """One revision, what it replaced, the rules under which it was entered, and how many rounds came in with it."""

    sheet: Sheet
    replaced: Sheet | None
    rules: RulesInForce
    together: int


@dataclass(frozen=True, slots=True)
class RoundHistory:
    """All revisions of one round, card or order, the first one first."""

    key: SheetKey
    event: Event[Any]
    entrant: str | None
    team: str | None
    revisions: tuple[Revision, ...]


@dataclass(frozen=True, slots=True)
class ScoreHistory:
    """The rounds that somebody asked for, the one that was changed last first."""

    snapshot: Snapshot
    event: Event[Any] | None
    player: Player | None
    team: Team | None
    rounds: tuple[RoundHistory, ...]
