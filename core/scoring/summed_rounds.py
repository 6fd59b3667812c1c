"""Events in which players take rounds that are summed, the highest total first.

Players: total, then their rounds compared best, second best, ... A round not taken is 0 (rulings 5, 35).
Teams: the total of all players and rounds, then the team's rounds in the same way (rulings 36, 39, 40).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from core.scoring.cards import find_player_absence, read_cards, read_rounds
from core.scoring.event import Doubt, EventStandings, RoundEntry, Scored
from core.scoring.faults import Faults, Place
from core.scoring.games import POSITIONS_PER_TEAM, Cards, Contest, Round, Ties
from core.scoring.ranking import Comparison, Entry, Ranking, Values, name_best, rank


@dataclass(frozen=True, slots=True)
class SummedRounds:
    """An `Event` whose file only has to say what a round is."""

    key: str
    title: str
    order: int
    rounds: int
    entry: RoundEntry
    default_ties: Ties
    highest_round: int
    can_be_cancelled: bool = False
    has_individuals: bool = True
    scored: Scored = "player"
    round_seconds: int | None = None
    is_pitched: bool = False
    has_warm_up: bool = True

    def read_results(self, value: object, place: Place, contest: Contest, faults: Faults) -> Cards | None:
        """Player to list of rounds."""
        return read_cards(
            value,
            place,
            faults,
            contest.field.team_of.keys(),
            find_player_absence(contest, self.key),
            lambda card, own_place, faults: read_rounds(card, own_place, faults, self.entry, self.rounds),
        )

    def write_results(self, results: Cards, contest: Contest) -> object:
        """Player to list of rounds, in roster order."""
        write = self.entry.write
        return {
            player: [write(taken) for taken in results[player]] for player in contest.field.team_of if player in results
        }

    def find_doubts(self, results: Cards, contest: Contest) -> Iterator[Doubt]:
        """Rounds that are implausible (ruling 115)."""
        del contest
        if self.entry.rare_above is None:
            return
        rare_above = self.entry.rare_above
        doubtful = [player for player, card in results.items() for taken in card if taken.points > rare_above]
        for player in dict.fromkeys(doubtful):
            for index, taken in enumerate(results[player]):
                if doubt := self.entry.find_doubt(taken):
                    yield Doubt((player, index), doubt)

    def rank(self, results: Cards, contest: Contest) -> EventStandings:
        """Teams and players by total, then by their rounds."""
        points = self._list_points(results, contest)
        return EventStandings(self._rank_teams(points, contest), self._rank_players(points, contest))

    def rank_teams(self, results: Cards, contest: Contest) -> Ranking:
        """The same for teams alone."""
        return self._rank_teams(self._list_points(results, contest), contest)

    def rank_players(self, results: Cards, contest: Contest) -> Ranking:
        """The same for players alone."""
        return self._rank_players(self._list_points(results, contest), contest)

    def _list_points(self, results: Cards, contest: Contest) -> list[list[Values]]:
        """Team by team, the points of each player's rounds."""
        return [[self._fill(results.get(player, ())) for player in team.players] for team in contest.field.teams]

    def _fill(self, card: tuple[Round, ...]) -> Values:
        points = tuple([taken.points for taken in card])
        missing = self.rounds - len(points)
        return (*points, *(0,) * missing) if missing else points

    def _rank_teams(self, points: list[list[Values]], contest: Contest) -> Ranking:
        if contest.team_round == "team":
            gather, values = _sum_rounds, self._compare(self.rounds, POSITIONS_PER_TEAM * self.highest_round, "team ")
        else:
            gather, values = (
                _list_rounds,
                self._compare(POSITIONS_PER_TEAM * self.rounds, self.highest_round, "single "),
            )
        teams = [
            _enter(team.name, None, gather(own, self.rounds))
            for team, own in zip(contest.field.teams, points, strict=True)
        ]
        return rank(teams, values, contest.ties)

    def _rank_players(self, points: list[list[Values]], contest: Contest) -> Ranking:
        players = [
            _enter(player, team.name, rounds)
            for team, own in zip(contest.field.teams, points, strict=True)
            for player, rounds in zip(team.players, own, strict=True)
        ]
        return rank(players, self._compare(self.rounds, self.highest_round, ""), contest.ties)

    def _compare(self, count: int, highest: int, whose: str) -> tuple[Comparison, ...]:
        unit = self.entry.unit
        rounds = [
            Comparison(f"{name_best(place)} {whose}{self.entry.round_name}", unit, 0, highest)
            for place in range(1, count + 1)
        ]
        return (Comparison("total", unit, 0, count * highest), *rounds)


def _enter(name: str, team: str | None, rounds: Values) -> Entry:
    return name, team, (sum(rounds), *sorted(rounds, reverse=True)), rounds


def _sum_rounds(points: list[Values], rounds: int) -> Values:
    """Round k of a team is the sum of its players' rounds k (`team_round` `team`)."""
    return tuple(map(sum, zip(*points, strict=True))) if points else (0,) * rounds


def _list_rounds(points: list[Values], rounds: int) -> Values:
    """All single rounds of a team's players, filled with 0 (`team_round` `individual`)."""
    single = tuple(chain.from_iterable(points))
    return (*single, *(0,) * (POSITIONS_PER_TEAM * rounds - len(single)))
