"""What there is to say about check-in."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from bot.db.presence import Presence
from bot.db.snapshot import Player, Snapshot, Team

ABSENT = Presence()


@dataclass(frozen=True, slots=True)
class TeamCheckIn:
    """A team as somebody checks it in; `is_staff` may also look at IDs. `player` is the one who was just looked at.

    `unread` are the versions of the rules that its captain has not read yet; `excused` are a director's reasons by the
    ids of the players who need not be of age, for staff alone.
    """

    snapshot: Snapshot
    team: Team
    presence: Mapping[int, Presence]
    is_staff: bool
    unread: tuple[int, ...] = ()
    page: int = 1
    player: Player | None = None
    excused: Mapping[int, str] = field(default_factory=dict[int, str])

    def seen(self, player: Player) -> Presence:
        """What was seen of a player."""
        return self.presence.get(player.id, ABSENT)


@dataclass(frozen=True, slots=True)
class Missing:
    """The players who are not there yet, by team, in the order of registration.

    `unread` are the teams whose captains have not read these versions of the rules.
    """

    snapshot: Snapshot
    absent: tuple[tuple[Team, tuple[Player, ...]], ...]
    unread: tuple[tuple[Team, tuple[int, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class SignInSheet:
    """Everybody who may play, by team, with what was seen of them; `excused` (ids) need no ID for their age."""

    snapshot: Snapshot
    rosters: tuple[tuple[Team, tuple[Player, ...]], ...]
    presence: Mapping[int, Presence] = field(default_factory=dict[int, Presence])
    excused: Collection[int] = ()
