"""What there is to say about one dodgeball match."""

from dataclasses import dataclass

from bot.db.snapshot import MatchResult, Snapshot
from bot.ui.facts.game_table import TableView
from bot.ui.facts.rules import RulesInForce
from core.scoring.bracket import Match


@dataclass(frozen=True, slots=True)
class MatchRevision:
    """A result as somebody entered, corrected or took it back, and under which rules that was."""

    result: MatchResult
    is_taken_back: bool
    rules: RulesInForce


@dataclass(frozen=True, slots=True)
class MatchHistory:
    """Everything that was entered for a match, the earliest first."""

    snapshot: Snapshot
    match: Match
    revisions: tuple[MatchRevision, ...]
    table: TableView | None = None
    """What was noted at its table, where it was refereed at one."""

    @property
    def is_unplayed(self) -> bool:
        """Whether it is decided without any entry: a team is out, or did not come to it (rulings 14, 116)."""
        return self.match.is_decided and all(revision.is_taken_back for revision in self.revisions[-1:])
