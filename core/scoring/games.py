"""A Getaway Games competition as frozen values: what the results file holds, and all that scoring needs to know."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, Literal, NamedTuple

POSITIONS_PER_TEAM = 4
"""A team of three leaves its fourth position empty (G3, G6)."""

Ties = Literal["split", "share"]
"""Equal entries take the mean of their places (1, 2.5, 2.5, 4) or all the best of them (1, 2, 2, 4)."""

TeamRound = Literal["team", "individual"]
"""A team's rounds: round k summed over its players, or all its players' single rounds (rulings 36, 39)."""


@dataclass(frozen=True, slots=True)
class Team:
    """A team and its three or four players."""

    name: str
    players: tuple[str, ...]


class Round(NamedTuple):
    """One round of a player, or a team's golf card."""

    points: int
    """Pins, points or strokes."""
    entered: int | tuple[object, ...]
    """As it was entered: the total, or the counts, rolls or holes in the event's own form."""

    def fits(self, other: "Round") -> bool:
        """Whether both can be one round: the same points, and the same counts where both give them."""
        are_counted = isinstance(self.entered, tuple) and isinstance(other.entered, tuple)
        return self.points == other.points and (not are_counted or self.entered == other.entered)


make_round = partial(tuple[Any, ...].__new__, Round)
"""A round from a pair of its fields, in half the time: files have many thousand."""

Cards = Mapping[str, tuple[Round, ...]]
"""Results of an event that is entered by rounds: player (golf: team) to the rounds taken, first one first."""


@dataclass(frozen=True, slots=True)
class Ejection:
    """A player or team ejected, or a team withdrawn (rulings 20, 21, 116).

    Either `starts_at` names the first event without them ("end": none), or `forfeits` names the very events.
    """

    name: str
    starts_at: str | None = None
    forfeits: tuple[str, ...] | None = None

    def get_missed(self, events: tuple[str, ...]) -> frozenset[str]:
        """The events, of those in playing order, without the ejected (G13)."""
        if self.forfeits is not None:
            return frozenset(self.forfeits)
        return frozenset(events[events.index(self.starts_at) :] if self.starts_at in events else ())


@dataclass(frozen=True)
class Roster:
    """Everybody in the competition."""

    teams: tuple[Team, ...]
    is_readable: bool = True
    """Not so where a file's teams cannot be read: then nobody can be called unknown."""
    doubtful: frozenset[str] = frozenset()
    """Players of whom a file does not say readably which events they miss."""

    @cached_property
    def team_names(self) -> frozenset[str]:
        """Names of all teams."""
        return frozenset(team.name for team in self.teams)

    @cached_property
    def team_of(self) -> Mapping[str, str]:
        """Player to team, in the order of the file."""
        return {player: team.name for team in self.teams for player in team.players}


@dataclass(frozen=True)
class Field:
    """Those who take part in one event: teams that are not ejected from it, each with its players who are not."""

    roster: Roster
    teams: tuple[Team, ...]

    @property
    def positions(self) -> int:
        """P: the number of positions, empty and forfeited ones included (ruling 6)."""
        return POSITIONS_PER_TEAM * len(self.teams)

    @cached_property
    def team_names(self) -> frozenset[str]:
        """Names of the teams that take part."""
        return frozenset(team.name for team in self.teams)

    @cached_property
    def team_of(self) -> Mapping[str, str]:
        """Player to team, for the players who take part."""
        return {player: team.name for team in self.teams for player in team.players}


@dataclass(frozen=True, slots=True)
class Contest:
    """One event of one competition: who takes part, and what decides the ranking besides the results."""

    field: Field
    ties: Ties
    team_round: TeamRound = "team"
    stroke_index: tuple[int, ...] | None = None
    """Handicap of each hole, 1 the hardest (G120)."""


@dataclass(frozen=True)
class Games:
    """A whole competition; built by the results file's reader or from the database, valid by construction."""

    teams: tuple[Team, ...]
    events: tuple[str, ...]
    """Keys of this edition's events in playing order."""
    results: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """By event, in that event's own form (`Cards`, or hold'em's `Elimination`); an event with an entry is played."""
    competition: str | None = None
    date: datetime.date | None = None
    timezone: str | None = None
    stroke_index: tuple[int, ...] | None = None
    ejections: tuple[Ejection, ...] = ()
    team_ejections: tuple[Ejection, ...] = ()
    cancelled: tuple[str, ...] = ()
    team_round: TeamRound = "team"
    ties: Mapping[str, Ties] = field(default_factory=dict[str, Ties])
    """By event, where it differs from the event's default."""

    @cached_property
    def roster(self) -> Roster:
        """Everybody."""
        return Roster(self.teams)

    @cached_property
    def ejected_players(self) -> Mapping[str, Ejection]:
        """Players' own ejections by name."""
        return {ejection.name: ejection for ejection in self.ejections}

    @cached_property
    def ejected_teams(self) -> Mapping[str, Ejection]:
        """Team ejections and withdrawals by name."""
        return {ejection.name: ejection for ejection in self.team_ejections}

    @cached_property
    def fields(self) -> Mapping[str, Field]:
        """Who takes part, by event."""
        everybody = Field(self.roster, self.teams)
        missed = {e.name: e.get_missed(self.events) for e in self.ejections}
        team_missed = {e.name: e.get_missed(self.events) for e in self.team_ejections}
        absent = frozenset[str]().union(*missed.values(), *team_missed.values())
        return {
            event: self._build_field(event, missed, team_missed) if event in absent else everybody
            for event in self.events
        }

    def _build_field(
        self, event: str, missed: Mapping[str, frozenset[str]], team_missed: Mapping[str, frozenset[str]]
    ) -> Field:
        out = {name for name, events in missed.items() if event in events}
        teams = (team for team in self.teams if event not in team_missed.get(team.name, ()))
        return Field(
            self.roster,
            tuple(
                team
                if out.isdisjoint(team.players)
                else Team(team.name, tuple(player for player in team.players if player not in out))
                for team in teams
            ),
        )
