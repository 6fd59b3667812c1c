"""What there is to say at the table of a dodgeball game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bot.db.snapshot import Player, Snapshot, Team
from core.dodgeball.play import list_standing
from core.dodgeball.table import START_WITH, GameEvent, Kind, Reason, Table
from core.scoring.bracket import Match


@dataclass(frozen=True, slots=True)
class TableView:
    """A match at its table: what was noted and where it stands; every button carries `mark`, the newest row.

    `eligible` are the players who may be lined up, and `line_ups` those who are, each by team; `barred` tells of those
    who are ejected from the tournament since when.
    """

    snapshot: Snapshot
    match: Match
    teams: tuple[Team, Team]
    events: tuple[GameEvent, ...]
    table: Table
    mark: int
    eligible: Mapping[int, tuple[Player, ...]]
    line_ups: Mapping[int, tuple[int, ...]]
    barred: Mapping[int, datetime | None]
    early: timedelta = field(default=timedelta(0))
    """How much of the time was left by the official clock when it was said to be up."""
    is_moved: bool = False
    """Whether the press was drawn from an earlier state, and so changed nothing."""

    @property
    def last(self) -> GameEvent | None:
        """The newest of what stands, which is taken back next."""
        standing = list_standing(self.events)
        return standing[-1] if standing else None

    @property
    def taken_back(self) -> GameEvent | None:
        """What was taken back just now."""
        if not self.events or self.events[-1].kind is not Kind.UNDO:
            return None
        return list_standing(self.events[:-1])[-1]

    @property
    def is_lined_up(self) -> bool:
        """Whether both teams have as many lined up as may start."""
        counts = {team.id: len(self.line_ups[team.id]) for team in self.teams}
        return all(START_WITH <= counts[id_] <= self.count_places(id_) for id_ in counts)

    @property
    def barred_in(self) -> tuple[int, ...]:
        """Who is ejected from the tournament and still counts as in: the referee has not noted it in this game."""
        return tuple(one for team in self.teams for one in self.table.get_players(team.id) if one in self.barred)

    @property
    def barred_at_time(self) -> tuple[int, ...]:
        """Who counted as in when the time was said to be up just now, and was ejected from the tournament by then."""
        last, table = self.last, self.table
        if last is None or last.kind is not Kind.TIME_UP:
            return ()
        game = table.game or table.games[-1]
        since = {one: self.barred.get(one) for players in game.left for one in players}
        return tuple(one for one, at in since.items() if at is not None and at <= last.at)

    def count_places(self, team_id: int) -> int:
        """How many a team may line up."""
        return self.table.count_places(team_id, self.list_barred(team_id))

    def list_barred(self, team_id: int) -> tuple[int, ...]:
        """Who of a team is ejected from the tournament."""
        return tuple(player.id for player in self.snapshot.roster(team_id) if player.id in self.barred)

    def get_team(self, team_id: int) -> Team:
        """One of the two teams."""
        return self.snapshot.teams[team_id]


@dataclass(frozen=True, slots=True)
class ReasonAsked:
    """A player who is out; why is to be chosen."""

    view: TableView
    player_id: int
    reasons: tuple[Reason, ...]
