"""What there is to say when a competition ends: what would follow, what is missing, and who has won."""

from dataclasses import dataclass

from bot.db.snapshot import Competition, Offence, Snapshot, Team
from bot.ui.facts.conduct import BroughtBack
from bot.ui.facts.rules import RulesInForce
from core.competition import Step
from core.scoring.bracket import Bracket, Match
from core.scoring.standings import Standings


@dataclass(frozen=True, slots=True)
class EventGap:
    """An event that is not complete; `waiting` counts players, or teams that keep a card, of whom something is missing.

    One that has no result at all does not count.
    """

    event: str
    waiting: int
    has_results: bool


@dataclass(frozen=True, slots=True)
class DisputedCards:
    """The teams whose cards in an event wait for a ruling."""

    event: str
    teams: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LooseEnds:
    """What is still open when somebody wants to finish."""

    gaps: tuple[EventGap, ...] = ()
    matches: tuple[Match, ...] = ()
    undecided: tuple[Offence, ...] = ()
    appeals: tuple[int, ...] = ()
    """The numbers of the offences whose appeals wait for a director."""
    brought_back: tuple[BroughtBack, ...] = ()
    """Who came back into an event after it was over, and counts as not having played."""
    disputed: tuple[DisputedCards, ...] = ()
    equal: tuple[str, ...] = ()
    """The events in which equal cards share a rank only because the stroke index is missing (G120)."""

    def __bool__(self) -> bool:
        found = (self.gaps, self.matches, self.undecided, self.appeals, self.brought_back, self.disputed, self.equal)
        return any(found)


@dataclass(frozen=True, slots=True)
class FinalResult:
    """Who has won, of the one kind or the other, and under which rules."""

    snapshot: Snapshot
    standings: Standings | None
    bracket: Bracket | None
    rules: RulesInForce


@dataclass(frozen=True, slots=True)
class EndingPreview:
    """What would follow from finishing, cancelling or archiving a competition."""

    snapshot: Snapshot
    step: Step
    reason: str | None = None
    told: tuple[int, ...] = ()
    """The captains whom a cancellation mentions."""
    without_account: tuple[Team, ...] = ()
    scheduled: int = 0
    """How many announcements will not be sent."""
    birth_dates: int = 0
    loose_ends: LooseEnds = LooseEnds()
    result: FinalResult | None = None


@dataclass(frozen=True, slots=True)
class EndingAsked:
    """A preview with the draft that confirms it; `is_anew` where it differs from what was seen before."""

    preview: EndingPreview
    draft_id: int
    is_anew: bool = False


@dataclass(frozen=True, slots=True)
class Ended:
    """A competition that was finished, cancelled or archived."""

    competition: Competition
    preview: EndingPreview
