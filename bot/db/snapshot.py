"""A competition as frozen values: what services read, and what the rules are asked about.

Birth dates are not in it; eligibility loads them alone, where it needs them.
"""

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

from core.competition import CompetitionSettings, State
from core.conduct import Decision, OffenceKind
from core.rulebook import Amendment


class TeamStatus(StrEnum):
    """Where a team stands with its registration."""

    FORMING = "forming"
    CONFIRMED = "confirmed"
    PENDING = "pending"
    WAITLISTED = "waitlisted"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Channels:
    """Where a competition speaks (ids of channels)."""

    announcements: int
    standings: int
    captains: int
    staff: int


@dataclass(frozen=True, slots=True)
class Competition:
    """One competition of one server; `revision` grows with every change of anything in it."""

    id: int
    guild_id: int
    revision: int
    state: State
    settings: CompetitionSettings
    channels: Channels
    facilitator_role_id: int | None
    director_role_id: int | None
    created_by: int

    @property
    def name(self) -> str:
        """What people call it."""
        return self.settings.name


@dataclass(frozen=True, slots=True)
class Team:
    """A team, from the moment somebody founded it; while it is forming or waits it holds no place.

    A captain without a Discord account has no `captain_id`. A team that waits has `queued_at`; once a place has become
    free for it, it can take it until `offered_until`.
    """

    id: int
    name: str
    status: TeamStatus
    captain_id: int | None
    registered_at: datetime
    withdrawn_at: datetime | None = None
    queued_at: datetime | None = None
    offered_until: datetime | None = None
    co_captain_ids: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Player:
    """One position of a team; somebody who left keeps the row and has `left_at`."""

    id: int
    team_id: int
    name: str
    user_id: int | None
    joined_at: datetime
    left_at: datetime | None


@dataclass(frozen=True, slots=True)
class SheetKey:
    """What a sheet is about: a round of a player, a card of a team, or an event as a whole."""

    event: str
    team_id: int | None
    player_id: int | None
    round: int


class DisputedRound(NamedTuple):
    """A round that two cards leave to be settled: they differ, or agree against the sheet that counts.

    It is settled as soon as another sheet than `standing_id` counts; None stands for no sheet.
    """

    key: SheetKey
    standing_id: int | None = None


FORFEITED = "forfeited"  # stands in the table as the value of a team's card that there will not be


@dataclass(frozen=True, slots=True)
class Sheet:
    """One revision of what a facilitator submitted; `value` None takes the earlier one back, or forfeits the card.

    What one interaction entered, as a team's whole sheet, is taken back as a whole.
    """

    id: int
    key: SheetKey
    value: Any
    submitted_by: int
    submitted_at: datetime
    reason: str | None
    replaces_id: int | None
    interaction_id: int | None = None
    is_forfeit: bool = False

    @classmethod
    def of(cls, id_: int, key: SheetKey, value: Any, *others: Any) -> "Sheet":
        """The sheet whose row holds this value."""
        return cls(id_, key, None if value == FORFEITED else value, *others, is_forfeit=value == FORFEITED)


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The newest revision of a dodgeball match; `games` are the ids of the winners, in order.

    `decided_at` is when the match was first entered, whatever was corrected since; `match` the id of the match in the
    bracket, since two teams can meet twice. What was entered after a team was out, though it was played before that,
    counts from `played_before`.
    """

    id: int
    team_ids: tuple[int, int]
    winner_id: int | None
    how: str
    games: tuple[int, ...]
    submitted_by: int
    submitted_at: datetime
    decided_at: datetime
    reason: str | None
    replaces_id: int | None
    match: str | None = None
    played_before: datetime | None = None


@dataclass(frozen=True, slots=True)
class Offence:
    """Something recorded against a player; `team_id` is the player's team at that time.

    `event` is the one during which it happened, if any; `decision` a director's, where it ejects a whole team.
    """

    id: int
    team_id: int
    player_id: int
    kind: OffenceKind
    event: str | None
    note: str | None
    recorded_by: int
    recorded_at: datetime
    decision: Decision = Decision.PENDING
    decided_by: int | None = None
    decided_at: datetime | None = None
    lifted_by: int | None = None
    lifted_at: datetime | None = None
    lift_reason: str | None = None


@dataclass(frozen=True, slots=True)
class Receipt:
    """A team's captain has read a version of the rules, or was told of it in person by `told_by`."""

    version: int
    team_id: int
    user_id: int
    read_at: datetime
    told_by: int | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """One decision of the event director; `rule_number` is the rule that it interprets, if any."""

    number: int
    rule_number: str | None
    text: str
    decided_by: int
    decided_at: datetime


@dataclass(frozen=True, slots=True)
class Closing:
    """When an event was closed, and the overall ranks at that moment, in half places by id."""

    closed_at: datetime
    team_ranks: Mapping[int, int]
    player_ranks: Mapping[int, int]


SHEETS = "sheets by event"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything about one competition at one revision."""

    competition: Competition
    teams: Mapping[int, Team] = field(default_factory=dict[int, Team])
    players: Mapping[int, Player] = field(default_factory=dict[int, Player])
    sheets: Mapping[SheetKey, Sheet] = field(default_factory=dict[SheetKey, Sheet])
    results: tuple[MatchResult, ...] = ()
    seeds: tuple[int, ...] = ()
    offences: tuple[Offence, ...] = ()
    cancelled: frozenset[str] = frozenset()
    closed: Mapping[str, Closing] = field(default_factory=dict[str, Closing])
    """The events that are closed, in the order in which they were."""
    amendments: tuple[Amendment, ...] = ()
    receipts: tuple[Receipt, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    facilitators: frozenset[tuple[str, int]] = frozenset()
    """An event and the account of a facilitator who is bound to it."""
    disputed: frozenset[DisputedRound] = frozenset()
    """What the newest words on cards leave to be settled (ruling 59)."""

    computed: dict[Any, Any] = field(default_factory=dict[Any, Any], init=False, compare=False, repr=False)
    """What was worked out from this very snapshot, so that it is worked out once; a changed copy starts anew."""
    of_rosters: dict[Any, Any] = field(default_factory=dict[Any, Any], init=False, compare=False, repr=False)
    """What was worked out from teams, players, or single sheets alone; one more sheet changes nothing of it."""

    def roster(self, team_id: int) -> tuple[Player, ...]:
        """The players of a team, in the order in which they joined."""
        rosters: dict[int, tuple[Player, ...]] | None = self.of_rosters.get("rosters")
        if rosters is None:
            grouped: dict[int, list[Player]] = {}
            for player in self.players.values():
                if player.left_at is None:
                    grouped.setdefault(player.team_id, []).append(player)
            rosters = self.of_rosters["rosters"] = {id_: tuple(players) for id_, players in grouped.items()}
        return rosters.get(team_id, ())

    def sheets_of(self, event: str) -> Mapping[SheetKey, Sheet]:
        """The sheets of one event, in the order of `sheets`."""
        if SHEETS not in self.computed:
            by_event: dict[str, dict[SheetKey, Sheet]] = {}
            for key, sheet in self.sheets.items():
                by_event.setdefault(key.event, {})[key] = sheet
            self.computed[SHEETS] = by_event
        return self.computed[SHEETS].get(event, {})

    def waiting(self) -> tuple[Team, ...]:
        """The teams that wait for a place, the next one first."""
        waiting = (team for team in self.teams.values() if team.status is TeamStatus.WAITLISTED)
        return tuple(sorted(waiting, key=lambda team: (team.queued_at or team.registered_at, team.id)))

    def taking_part(self) -> Iterator[Team]:
        """The teams that hold a place, in the order of registration."""
        without_place = (TeamStatus.FORMING, TeamStatus.WAITLISTED)
        return (team for team in self.teams.values() if team.status not in without_place)

    def count_places_taken(self, ejected: Container[int]) -> int:
        """How many teams hold a place now; one that has withdrawn or is `ejected` (ids) holds none."""
        return sum(one.status is not TeamStatus.WITHDRAWN and one.id not in ejected for one in self.taking_part())

    def with_competition(self, competition: Competition) -> "Snapshot":
        """The same state at another revision of the competition's own row."""
        changed = replace(self, competition=competition)
        changed.of_rosters.update(self.of_rosters)
        return changed

    def with_sheet(self, sheet: Sheet) -> "Snapshot":
        """The same competition with one more revision of a sheet."""
        changed = replace(self, sheets={**self.sheets, sheet.key: sheet})
        changed.of_rosters.update(self.of_rosters)
        if SHEETS in self.computed:
            of_event = {**self.sheets_of(sheet.key.event), sheet.key: sheet}
            changed.computed[SHEETS] = {**self.computed[SHEETS], sheet.key.event: of_event}
        return changed

    def with_facilitators(self, facilitators: frozenset[tuple[str, int]]) -> "Snapshot":
        """The same competition with other facilitators bound to its events."""
        return replace(self, facilitators=facilitators)

    def with_disputed(self, disputed: frozenset[DisputedRound]) -> "Snapshot":
        """The same competition with other rounds disputed on cards."""
        changed = replace(self, disputed=disputed)
        changed.of_rosters.update(self.of_rosters)
        return changed

    def with_value(self, key: SheetKey, value: Any) -> "Snapshot":
        """The same competition as if a sheet held this value, to see what would follow."""
        return self.with_sheet(Sheet.of(0, key, value, 0, self.competition.settings.roster_lock_at, None, None))

    def has_forfeited(self, team_id: int, event: str) -> bool:
        """Whether a team has forfeited its card of an event."""
        sheet = self.sheets.get(SheetKey(event, team_id, None, 1))
        return sheet is not None and sheet.is_forfeit
