"""What `/help` goes by: how somebody stands in a competition, and the commands that there are."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.db.snapshot import Competition, Player, Team
from bot.ui.facts.teams import TeamView


@dataclass(frozen=True, slots=True)
class HelpCommand:
    """A command as it is registered; `who` as in its extras."""

    name: str
    description: str
    who: str


Commands = Mapping[str, HelpCommand]


@dataclass(frozen=True, slots=True)
class Standing:
    """Somebody in one competition, now; `led` is the team that they lead as captain or co-captain.

    `is_roster_open` is about that team, `may_leave` about the one that they play for; `unread` are versions of the
    rules. What waits for a director is known of directors alone. `has_complete_event` is about events that they
    manage and have not closed yet; `is_played_out` says that all of them are closed or cancelled, or that the bracket
    has a champion.
    """

    competition: Competition
    is_registration_open: bool
    is_locked: bool
    is_roster_open: bool
    may_leave: bool
    is_check_in_open: bool
    is_drawn: bool
    has_results: bool
    is_director: bool
    is_staff: bool
    is_captain: bool
    has_offence: bool
    is_event_manager: bool = False
    has_open_appeal: bool = False
    has_ejection_due: bool = False
    has_complete_event: bool = False
    is_played_out: bool = False
    unread: tuple[int, ...] = ()
    led: TeamView | None = None
    plays_for: Team | None = None
    player: Player | None = None
    invited_to: tuple[Team, ...] = ()

    @property
    def has_team(self) -> bool:
        """Whether they lead a team or play for one."""
        return self.led is not None or self.plays_for is not None


@dataclass(frozen=True, slots=True)
class Help:
    """The competitions that the answer is about: one as a whole, or several in short."""

    standings: tuple[Standing, ...]
    is_manager: bool
    left_out: int = 0
