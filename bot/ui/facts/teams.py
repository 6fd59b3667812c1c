"""What there is to say about teams and their rosters."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.db.snapshot import Competition, Player, Snapshot, Team
from core import eligibility
from core.eligibility import RosterProblem, TeamNameProblem

CheckedLine = eligibility.Player | RosterProblem


@dataclass(frozen=True, slots=True)
class Registration:
    """What became of a form: a team, or else every problem that kept it from being one."""

    competition: Competition
    name: str
    name_problem: TeamNameProblem | None
    roster: tuple[CheckedLine, ...]
    team: Team | None = None
    waiting_place: int | None = None

    @property
    def players(self) -> tuple[eligibility.Player, ...]:
        """Those with whom nothing is wrong."""
        return tuple(line for line in self.roster if isinstance(line, eligibility.Player))


@dataclass(frozen=True, slots=True)
class RosterChange:
    """What changed in a team; `is_override` where a director did it after the lock."""

    competition: Competition
    team: Team
    joined: Player | None
    left: Player | None
    count: int
    is_override: bool


@dataclass(frozen=True, slots=True)
class TeamView:
    """A team in its competition; the reasons of exceptions, by player id, are for staff alone."""

    snapshot: Snapshot
    team: Team
    too_young: tuple[Player, ...] = ()
    exceptions: Mapping[int, str] = field(default_factory=dict[int, str])


@dataclass(frozen=True, slots=True)
class TeamsPage:
    """Some of the teams in the order of registration; pages count from 1."""

    snapshot: Snapshot
    teams: tuple[Team, ...]
    page: int
    pages: int
