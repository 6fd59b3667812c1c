"""What there is to say about conduct."""

from dataclasses import dataclass

from bot.db.appeals import Appeal
from bot.db.snapshot import Competition, Offence, Player, Snapshot, Team
from bot.posts.outbox import PostStatus
from bot.ui.facts.teams import LedTeam
from core.conduct import Consequence, Decision, OffenceKind, Outcome, Preview


@dataclass(frozen=True, slots=True)
class OffencePreview:
    """What would follow if it were recorded; `draft_id` is what the button confirms.

    `earlier` counts the player's trash talk that counts already.
    """

    snapshot: Snapshot
    draft_id: int
    player: Player
    team: Team
    kind: OffenceKind
    event: str | None
    preview: Preview
    earlier: int = 0
    is_anew: bool = False


@dataclass(frozen=True, slots=True)
class RecordedOffence:
    """An offence that counts, what it led to, who cannot be told by message, and who has to leave hold'em now."""

    snapshot: Snapshot
    offence: Offence
    player: Player
    team: Team
    outcome: Outcome
    forfeits: tuple[str, ...]
    unreachable: tuple[str, ...]
    to_leave: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TeamEjectionPreview:
    """The ejection of a team that waits for a director, the offence that led to it, and what it would forfeit."""

    competition: Competition
    team: Team
    offence: Offence
    forfeits: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Decided:
    """A director's word on a team's ejection, and who has to leave hold'em now."""

    competition: Competition
    team: Team
    decision: Decision
    to_leave: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BroughtBack:
    """A player, or a team that keeps a card, whom a lifted ejection brought back into an event that was over."""

    event: str
    entrant: str


@dataclass(frozen=True, slots=True)
class Lifted:
    """An offence that no longer counts, and who is back in which events that were over.

    `led` is the team with the account that leads it now, where the player led it before; `too_many_places` are given
    where a team is back whose place went to another one; `out_in` is the place in hold'em that the player went out in.
    """

    competition: Competition
    offence: Offence
    player: Player
    brought_back: tuple[BroughtBack, ...] = ()
    captain_id: int | None = None
    led: LedTeam | None = None
    too_many_places: int = 0
    out_in: int | None = None


@dataclass(frozen=True, slots=True)
class Appealed:
    """An appeal that waits for a director."""

    snapshot: Snapshot
    offence: Offence


@dataclass(frozen=True, slots=True)
class AppealDecided:
    """A director's word on an appeal."""

    snapshot: Snapshot
    offence: Offence
    is_granted: bool
    reason: str
    is_told: bool = True


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """An offence with what it leads to as things stand; `told` are "player" and "captain" with their messages.

    Without a message (None) they have no account.
    """

    offence: Offence
    player: Player
    team: Team
    consequences: tuple[Consequence, ...]
    appeal: Appeal | None
    told: tuple[tuple[str, PostStatus | None], ...]


@dataclass(frozen=True, slots=True)
class History:
    """The offences that were asked for, in the order in which they were recorded."""

    competition: Competition
    entries: tuple[HistoryEntry, ...]
