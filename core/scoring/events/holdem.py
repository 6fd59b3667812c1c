"""Texas hold'em: ranked by order of elimination (G127-G134, G192-G196; rulings 5, 6, 63).

The winner has rank 1, the last one out before rank 2, ... Players who were late share the last rank P, four times the
number of teams; so does every empty or forfeited position of a team. A team's score is the sum of its four positions'
ranks, lowest first; equal: the best of them, the second best, ...
"""

import datetime
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from core.scoring.cards import find_player_absence
from core.scoring.event import Doubt, EventStandings, Scored
from core.scoring.faults import Faults, Place, quote
from core.scoring.games import POSITIONS_PER_TEAM, Contest, Team, Ties
from core.scoring.json_fields import read_list, read_name, read_record, refuse
from core.scoring.ranking import Comparison, Entry, Ranking, Unit, name_best, rank, tie_at_last

_PLACE = Unit("place", "places")
_TIME = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{1,6})?"
    r"(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])"
)


class Knockout(NamedTuple):
    """A line of the record of who put whom out, and when; it ranks nothing (G133)."""

    player: str
    by: tuple[str, ...] | None
    at: str | None


@dataclass(frozen=True, slots=True)
class Elimination:
    """A finished tournament."""

    out: tuple[str, ...]
    """Everybody who played, first one out first, the winner last."""
    late: tuple[str, ...] = ()
    """Not in attendance at the start (G134)."""
    log: tuple[Knockout, ...] = ()


@dataclass(frozen=True, slots=True)
class Holdem:
    """The `Event`."""

    key: str = "holdem"
    title: str = "Texas Hold'em"
    order: int = 6
    can_be_cancelled: bool = False
    default_ties: Ties = "share"
    has_individuals: bool = True
    scored: Scored = "player"
    rounds: int = 0
    round_seconds: None = None
    is_pitched: bool = False
    has_warm_up: bool = True
    entry: None = None

    def read_results(self, value: object, place: Place, contest: Contest, faults: Faults) -> Elimination | None:
        """`out`, and where there are any `late` and `log`; everybody who takes part is in one of the first two."""
        record = read_record(value, place, faults, required=("out",), optional=("late", "log"))
        if record is None or "out" not in record:
            return None
        find_absence = find_player_absence(contest, self.key)
        out = _read_players(record["out"], (*place, "out"), faults, find_absence)
        late = _read_players(record.get("late", []), (*place, "late"), faults, find_absence)
        if out is None or late is None:
            return None
        entered = {*out, *late} | contest.field.roster.doubtful
        for player in contest.field.team_of:
            if player not in entered:
                faults.add(place, f'{quote(player)} takes part and is in neither "out" nor "late"')
        for player in sorted(set(out).intersection(late)):
            faults.add((*place, "late"), f'{quote(player)} is in "out" too')
        log = _read_log(record.get("log", []), (*place, "log"), faults, set(out))
        return Elimination(out, late, log)

    def write_results(self, results: Elimination, contest: Contest) -> object:
        """What `read_results` reads; `late` in roster order."""
        was_late = set(results.late)
        late = [player for player in contest.field.team_of if player in was_late]
        log = [_write_knockout(knockout) for knockout in results.log]
        optional = {"late": late, "log": log}
        return {"out": list(results.out), **{key: written for key, written in optional.items() if written}}

    def find_doubts(self, results: Elimination, contest: Contest) -> Sequence[Doubt]:
        """None."""
        del results, contest
        return ()

    def rank(self, results: Elimination, contest: Contest) -> EventStandings:
        """Players by elimination, the winner first; teams by the sum of their positions' ranks."""
        return EventStandings(self.rank_teams(results, contest), self.rank_players(results, contest))

    def rank_teams(self, results: Elimination, contest: Contest) -> Ranking:
        """By the sum of their positions' ranks."""
        last = contest.field.positions
        places = dict(zip(reversed(results.out), range(1, len(results.out) + 1), strict=True))
        teams = [_enter_team(team, places, last) for team in contest.field.teams]
        return rank(teams, _compare_teams(last), contest.ties)

    def rank_players(self, results: Elimination, contest: Contest) -> Ranking:
        """By elimination, the winner first."""
        last = contest.field.positions
        team_of = contest.field.team_of
        entries = [
            (player, team_of[player], (place,), ()) for place, player in enumerate(reversed(results.out), start=1)
        ]
        late = {player: team_of[player] for player in results.late}
        because = f"was not there at the start, so shares the last rank, {last} for {last} positions (G134, ruling 63)"
        return rank(
            entries,
            (Comparison("order of elimination", _PLACE, 1, last, is_lower_better=True, is_unique=True),),
            contest.ties,
            last=tie_at_last(late, last, because),
            has_total=False,
        )


def _enter_team(team: Team, places: Mapping[str, int], last: int) -> Entry:
    """Empty, forfeited and late positions have the last rank (ruling 6)."""
    ranks = sorted([places.get(player, last) for player in team.players])
    ranks += [last] * (POSITIONS_PER_TEAM - len(ranks))
    return team.name, None, (sum(ranks), *ranks), ()


def _compare_teams(last: int) -> tuple[Comparison, ...]:
    best_sum = sum(range(1, POSITIONS_PER_TEAM + 1))
    total = Comparison("sum of the four ranks", _PLACE, best_sum, POSITIONS_PER_TEAM * last, is_lower_better=True)
    ranks = [
        Comparison(f"{name_best(place)} individual rank", _PLACE, 1, last, is_lower_better=True)
        for place in range(1, POSITIONS_PER_TEAM + 1)
    ]
    return (total, *ranks)


def _read_players(
    value: object, place: Place, faults: Faults, find_fault: Callable[[str], str | None]
) -> tuple[str, ...] | None:
    """A list of players, each once, for whom `find_fault` finds nothing."""
    written = read_list(value, place, faults, "a list of players")
    if written is None:
        return None
    players: dict[str, None] = {}
    for index, member in enumerate(written):
        own_place = (*place, index)
        player = read_name(member, own_place, faults)
        if player is None:
            continue
        if player in players:
            faults.add(own_place, f"{quote(player)} is there twice")
        elif fault := find_fault(player):
            faults.add(own_place, fault)
        players[player] = None
    return tuple(players)


def _read_log(value: object, place: Place, faults: Faults, out: Collection[str]) -> tuple[Knockout, ...]:
    written = read_list(value, place, faults, "a list of entries") or []
    knockouts: dict[str, Knockout] = {}
    for index, member in enumerate(written):
        own_place = (*place, index)
        knockout = _read_knockout(member, own_place, faults, out)
        if knockout is None:
            continue
        if knockout.player in knockouts:
            faults.add((*own_place, "player"), f"{quote(knockout.player)} is there twice")
        knockouts[knockout.player] = knockout
    return tuple(knockouts.values())


def _read_knockout(value: object, place: Place, faults: Faults, out: Collection[str]) -> Knockout | None:
    def find_fault(player: str) -> str | None:
        return None if player in out else f'{quote(player)} is not in "out"'

    record = read_record(value, place, faults, required=("player",), optional=("by", "at")) or {}
    by = _read_players(record["by"], (*place, "by"), faults, find_fault) if "by" in record else None
    at = _read_time(record["at"], (*place, "at"), faults) if "at" in record else None
    player = read_name(record["player"], (*place, "player"), faults) if "player" in record else None
    if player is None:
        return None
    if fault := find_fault(player):
        faults.add((*place, "player"), fault)
    return Knockout(player, by, at)


def _read_time(value: object, place: Place, faults: Faults) -> str | None:
    if isinstance(value, str) and _TIME.fullmatch(value) and _is_real_time(value):
        return value
    refuse(value, place, "a time with its offset, like 2026-06-13T21:04:05-05:00", faults)
    return None


def _is_real_time(written: str) -> bool:
    try:
        datetime.datetime.fromisoformat(written)
    except ValueError:
        return False
    return True


def _write_knockout(knockout: Knockout) -> object:
    optional = {"by": None if knockout.by is None else list(knockout.by), "at": knockout.at}
    return {"player": knockout.player, **{key: value for key, value in optional.items() if value is not None}}


EVENT = Holdem()
