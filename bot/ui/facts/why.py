"""Why a team or player stands where it does: what there is to say."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.db.snapshot import Player, Snapshot, Team
from core.scoring.bracket import Bracket
from core.scoring.explain import Subject


@dataclass(frozen=True, slots=True)
class Named:
    """Whom a name stands for: a team, a player, or one of each."""

    team: Team | None
    player: Player | None


@dataclass(frozen=True, slots=True)
class WhyStanding:
    """Explanations from the standings, one for each bearer of the name; `blank` are events without a result yet."""

    snapshot: Snapshot
    subjects: tuple[Subject, ...]
    blank: Mapping[str, frozenset[str]]
    """By kind of subject, the events in which nothing of it is in yet."""
    is_final: bool


@dataclass(frozen=True, slots=True)
class WhyCourse:
    """A team's way through the bracket."""

    snapshot: Snapshot
    bracket: Bracket
    team: Team
    is_final: bool
