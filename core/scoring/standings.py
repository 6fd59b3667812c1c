"""From results to standings: every event ranked, then all of them together (G22-G28; rulings 26-34).

Overall, teams and individuals: the sum of ranks over the events that count, lowest first; equal: the best rank in any
event, then the second best, ...; equal all the way: the rank is shared. Who was ejected at any time has none.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from core.scoring.event import EventStandings, get_event
from core.scoring.games import Contest, Games
from core.scoring.ranking import Comparison, Entry, Halves, Ranking, Row, Unit, name_best, rank

RANKS = Unit("rank", "ranks")

NOTHING_COUNTS = "has no rank, since no event counts yet"


@dataclass(frozen=True, slots=True)
class Overall:
    """All counted events together; sums of ranks are in half places."""

    counted: tuple[str, ...]
    """The events that count for this list, in playing order; for players without those that rank teams only."""
    ranking: Ranking
    ranks: Mapping[str, tuple[Halves, ...]]
    """By name: the rank in each of the counted events, 0 where there is none."""

    def ranks_of(self, name: str) -> Mapping[str, Halves]:
        """Somebody's ranks by counted event in playing order, without those where there is none."""
        return {event: own for event, own in zip(self.counted, self.ranks[name], strict=True) if own}


@dataclass(frozen=True, slots=True)
class Standings:
    """Everything that a competition's results say."""

    counted: tuple[str, ...]
    not_played: tuple[str, ...]
    cancelled: tuple[str, ...]
    events: Mapping[str, EventStandings]
    """Events that have results, the cancelled among them as a record, in playing order."""
    teams: Overall
    players: Overall


def compute_standings(games: Games) -> Standings:
    """Rank every event that has results, and all that count together."""
    played = [event for event in games.events if event in games.results]
    counted = tuple(event for event in played if event not in games.cancelled)
    events = {event: get_event(event).rank(games.results[event], get_contest(games, event)) for event in played}
    team_lists = {event: events[event].teams for event in counted}
    player_lists = {event: players for event in counted if (players := events[event].players) is not None}
    teams: dict[str, str | None] = {team.name: None for team in games.teams}
    return Standings(
        counted=counted,
        not_played=tuple(e for e in games.events if e not in games.results and e not in games.cancelled),
        cancelled=tuple(event for event in games.events if event in games.cancelled),
        events=events,
        teams=_rank_overall(teams, team_lists, _team_ejection_finder(games)),
        players=_rank_overall(games.roster.team_of, player_lists, _player_ejection_finder(games)),
    )


def get_contest(games: Games, event: str) -> Contest:
    """Who takes part in an event, and how it is ranked."""
    ties = games.ties.get(event) or get_event(event).default_ties
    return Contest(games.fields[event], ties, games.team_round, games.stroke_index)


def _team_ejection_finder(games: Games) -> Callable[[str], str | None]:
    ejected = games.ejected_teams
    return lambda team: "has no overall rank: ejected or withdrawn (ruling 21)" if team in ejected else None


def _player_ejection_finder(games: Games) -> Callable[[str], str | None]:
    own, teams, team_of = games.ejected_players, games.ejected_teams, games.roster.team_of

    def find(player: str) -> str | None:
        if player in own:
            return "has no overall rank: ejected (ruling 20)"
        if team_of[player] in teams:
            return "has no overall rank: the team was ejected or withdrew (ruling 21)"
        return None

    return find


def _rank_overall(
    names: Mapping[str, str | None],
    lists: Mapping[str, Ranking],
    find_ejection: Callable[[str], str | None],
) -> Overall:
    ranks = _gather_ranks(names, lists.values())
    entries: list[Entry] = []
    unranked: list[Row] = []
    for name, team in names.items():
        because = find_ejection(name) or (None if lists else NOTHING_COUNTS)
        if because is None:
            own = ranks[name]
            entries.append((name, team, (sum(own), *sorted(own)), ()))
        else:
            unranked.append(Row(name, team, None, False, None, because=because))
    return Overall(tuple(lists), rank(entries, _compare(lists), "share", last=unranked), ranks)


def _gather_ranks(names: Collection[str], rankings: Collection[Ranking]) -> dict[str, tuple[Halves, ...]]:
    """By name, the rank in each list, 0 for who is not in it.

    A column for each list is filled first: its places are in the cache, as a collection for each name is not.
    """
    if not rankings:
        return dict.fromkeys(names, ())
    positions = dict(zip(names, range(len(names)), strict=True))
    columns: list[list[Halves]] = []
    for ranking in rankings:
        column = [0] * len(names)
        for row in ranking.rows:
            column[positions[row.name]] = row.rank or 0
        columns.append(column)
    return dict(zip(names, zip(*columns, strict=True), strict=True))


def _compare(lists: Mapping[str, Ranking]) -> tuple[Comparison, ...]:
    """The sum of ranks, then the ranks from the best on; ranks come in halves only where an event splits ties."""
    step = 1 if any(ranking.ties == "split" for ranking in lists.values()) else 2
    worst = [2 * max(1, _count_places(ranking)) for ranking in lists.values()]
    total = Comparison("sum of ranks", RANKS, 2 * len(worst), sum(worst), True, per_unit=2, step=step)
    singles = [
        Comparison(f"{name_best(place)} rank", RANKS, 2, max(worst), True, per_unit=2, step=step)
        for place in range(1, len(worst) + 1)
    ]
    return (total, *singles)


def _count_places(ranking: Ranking) -> int:
    """The last place that anybody could have: of as many as are ranked, in hold'em of all positions (ruling 6)."""
    first = ranking.comparisons[0]
    return first.highest if first.is_unique else len(ranking.rows)
