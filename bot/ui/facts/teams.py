"""What there is to say about teams and their rosters."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date

from bot.db.snapshot import Competition, Player, Snapshot, Team, TeamStatus
from bot.db.teams import Invitation
from core import eligibility
from core.eligibility import RosterProblem, TeamNameProblem


@dataclass(frozen=True, slots=True)
class TooManyGuesses:
    """A name that is entered in another team, after more tries of such names than anybody needs."""

    line: int
    name: str


CheckedLine = eligibility.Player | RosterProblem | TooManyGuesses


@dataclass(frozen=True, slots=True)
class Registration:
    """What became of a form: a team, or else every problem that kept it from being one.

    `is_locked` where registration is still open after the rosters locked: a team comes in whole, and stays as it is.
    """

    competition: Competition
    name: str
    name_problem: TeamNameProblem | None
    roster: tuple[CheckedLine, ...]
    team: Team | None = None
    waiting_place: int | None = None
    is_locked: bool = False

    @property
    def players(self) -> tuple[eligibility.Player, ...]:
        """Those with whom nothing is wrong."""
        return tuple(line for line in self.roster if isinstance(line, eligibility.Player))


@dataclass(frozen=True, slots=True)
class LinkForm:
    """Players to be linked to Discord accounts, at most five."""

    competition: Competition
    team: Team
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Linked:
    """Players with the accounts that they are linked to now (None: to none), and how many of the team are not yet."""

    competition: Competition
    team: Team
    changed: tuple[tuple[Player, int | None], ...]
    unlinked: int


@dataclass(frozen=True, slots=True)
class Invited:
    """Accounts that are asked to play for a team, in the channel where everybody can see it."""

    competition: Competition
    team: Team
    user_ids: tuple[int, ...]
    channel_id: int


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Accounts whose invitations, which they had not answered, hold no more."""

    competition: Competition
    team: Team
    user_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class InvitationView:
    """An invitation that its addressee is about to answer, or has answered."""

    competition: Competition
    team: Team
    invitation_id: int


@dataclass(frozen=True, slots=True)
class LedTeam:
    """A team and the account that leads it, or no longer does."""

    competition: Competition
    team: Team
    user_id: int


@dataclass(frozen=True, slots=True)
class ClaimCode:
    """A code by which a captain who had no account claims the team; it is shown once."""

    competition: Competition
    team: Team
    code: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Left:
    """Somebody who left a team of their own accord."""

    competition: Competition
    team: Team
    name: str
    is_captain: bool


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """A team that withdraws, or is about to; `is_final` where its results so far stand.

    `has_opponents` where somebody in the bracket was still to play it, `forfeits_holdem` where hold'em is under way and
    none of its players is out of it.
    """

    competition: Competition
    team: Team
    is_final: bool
    has_opponents: bool = False
    forfeits_holdem: bool = False


@dataclass(frozen=True, slots=True)
class PlaceTaken:
    """A waiting team that took a free place; where the bracket `is_drawn` already, it is not in it yet."""

    competition: Competition
    team: Team
    is_drawn: bool = False


@dataclass(frozen=True, slots=True)
class RosterChange:
    """What changed in a team; `is_override` where a director did it after the lock.

    `team` is as it was before; `registered` is the team that was forming and thereby became complete. `read_as` is a
    birth date that could have been read another way too.
    """

    competition: Competition
    team: Team
    joined: Player | None
    left: Player | None
    count: int
    is_override: bool
    registered: Team | None = None
    waiting_place: int | None = None
    read_as: date | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class TeamView:
    """A team in its competition, and which players (ids) are ejected; `is_locked` once only a director changes it,
    `has_played` once nobody does, `is_too_late` for a team that was not complete when the registration ended.

    Reasons of exceptions, by player id, are for staff alone; `invited` has not answered yet, for the captain alone.
    """

    snapshot: Snapshot
    team: Team
    is_ejected: bool
    ejected: Collection[int]
    is_locked: bool
    too_young: tuple[Player, ...] = ()
    exceptions: Mapping[int, str] = field(default_factory=dict[int, str])
    has_played: bool = False
    is_too_late: bool = False
    invited: tuple[Invitation, ...] = ()

    @property
    def is_out(self) -> bool:
        """Whether it takes no part any more."""
        return self.is_ejected or self.team.status is TeamStatus.WITHDRAWN


@dataclass(frozen=True, slots=True)
class TeamsPage:
    """Some of the teams in the order of registration, and which (ids) are ejected; pages count from 1."""

    snapshot: Snapshot
    teams: tuple[Team, ...]
    ejected: Collection[int]
    page: int
    pages: int
