"""Who finished where: the places of an elimination tournament, as far as they are certain.

Those who go out in one stage share the place `n - e + 1`, where `n` is the number of teams and `e` how many are out
when that stage is complete. Stages of single elimination are the rounds; of double elimination the losers' rounds
and the finals. Nobody but the champion gets a place better than 2.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.scoring.bracket_match import Match

_FINALS = 1_000_000  # a stage after every round
_BEST_SHARED_PLACE = 2
_THIRD_PLACE = 3


@dataclass(frozen=True, slots=True)
class Place:
    """One place and everybody who shares it."""

    place: int
    teams: tuple[str, ...]
    """In code-point order."""


def find_champion(matches: Sequence[Match]) -> str | None:
    """The winner of the last match; None while it is open, and where nobody won it."""
    return matches[-1].winner


def find_places(matches: Sequence[Match], team_count: int) -> tuple[Place, ...]:
    """Places of all stages that are complete, best first; `matches` are all of one bracket in playing order."""
    third = next((match for match in matches if match.side == "third"), None)
    places = _find_shared_places(matches, team_count, frozenset(third.teams if third else ()))
    if third is not None:
        places |= _find_third_places(third)
    if champion := find_champion(matches):
        places[1] = [champion]
    return tuple(Place(place, tuple(sorted(teams))) for place, teams in sorted(places.items()))


def _find_shared_places(
    matches: Sequence[Match], team_count: int, elsewhere: frozenset[str | None]
) -> dict[int, list[str]]:
    """Places by stage; the teams `elsewhere` go out too, but are placed by the third-place match."""
    by_id = {match.id: match for match in matches}
    stages: dict[int, list[Match]] = defaultdict(list)
    for match in matches:
        if match.side != "third":
            stages[_find_stage(match, by_id)].append(match)
    places: dict[int, list[str]] = {}
    out_count = 0
    for _, stage in sorted(stages.items()):
        if not all(match.is_decided for match in stage):
            break
        out = [team for match in stage for team in _find_out(match, by_id)]
        out_count += len(out)
        place = max(_BEST_SHARED_PLACE, team_count - out_count + 1)
        if shared := [team for team in out if team not in elsewhere]:
            places[place] = shared
    return places


def _find_stage(match: Match, by_id: Mapping[str, Match]) -> int:
    """The stage in which this match puts teams out; with a second chance, where that one does (double forfeits)."""
    if second_chance := _find_second_chance(match, by_id):
        return _find_stage(second_chance, by_id)
    return _FINALS if match.side == "final" else match.round


def _find_second_chance(match: Match, by_id: Mapping[str, Match]) -> Match | None:
    """The match in which the loser of this one can still win the tournament."""
    if match.loser_next_id is None or by_id[match.loser_next_id].side == "third":
        return None
    return by_id[match.loser_next_id]


def _find_out(match: Match, by_id: Mapping[str, Match]) -> tuple[str, ...]:
    """Who cannot win the tournament any more after this match."""
    if match.how == "double_forfeit" and match.pair is not None:
        return match.pair
    if match.loser is None or _find_second_chance(match, by_id):
        return ()
    return (match.loser,)


def _find_third_places(third: Match) -> dict[int, list[str]]:
    if third.pair is None or third.how is None:
        return {}
    if third.winner is None or third.loser is None:
        return {_THIRD_PLACE: list(third.pair)}
    return {_THIRD_PLACE: [third.winner], _THIRD_PLACE + 1: [third.loser]}
