"""The bracket file: every field checked, apart from whether a match was ready."""

from dataclasses import dataclass
from typing import Any

from tests.second.reading import Checker, clean, read_top_level


@dataclass
class Decision:
    """One entry of `results`; `score` is the winner's games, then the loser's, where they are known."""

    teams: list[str]
    winner: str | None
    how: str
    score: str | None


@dataclass
class Entry:
    kind: str
    third_place: bool
    teams: list[str]
    decisions: list[Decision]


def check(data: bytes) -> Entry:
    """What the file says.

    Raises:
        Refused: the file cannot be used, whatever is ready.
    """
    raw = read_top_level(data)
    checker = Checker()
    if not checker.has_keys(raw, "", ["teams"], ["competition", "kind", "third_place", "results"]):
        checker.finish()
    if "competition" in raw and clean(raw["competition"]) is None:
        checker.fault("competition")
    kind = raw.get("kind", "single")
    if kind not in ("single", "double"):
        checker.fault("kind")
    third_place = raw.get("third_place", False)
    if type(third_place) is not bool or (third_place and kind == "double"):
        checker.fault("third_place")
    teams = checker.names(raw["teams"], "teams")
    if not 2 <= len(teams) <= 64:
        checker.fault("teams")
    decisions: list[Decision] = []
    results = raw.get("results", [])
    if type(results) is not list:
        checker.fault("results")
        results = []
    for number, result in enumerate(results):
        decision = check_result(checker, result, f"results[{number}]", teams)
        if decision is not None:
            decisions.append(decision)
    checker.finish()
    return Entry(kind, third_place, teams, decisions)


def check_result(checker: Checker, raw: Any, place: str, teams: list[str]) -> Decision | None:
    if not checker.has_keys(raw, place, ["teams", "winner"], ["how", "games"]):
        return None
    pair = checker.names(raw["teams"], f"{place}.teams")
    if len(pair) != 2 or pair[0] not in teams or pair[1] not in teams:
        checker.fault(f"{place}.teams")
        return None
    how = raw.get("how", "played")
    if how not in ("played", "forfeit", "walkover", "double_forfeit"):
        checker.fault(f"{place}.how")
        return None
    winner = None if raw["winner"] is None else clean(raw["winner"])
    if how == "double_forfeit":
        if raw["winner"] is not None:
            checker.fault(f"{place}.winner")
    elif winner not in pair:
        checker.fault(f"{place}.winner")
        return None
    score = "2-0" if how in ("forfeit", "walkover") else None
    if "games" in raw:
        if how != "played" or winner is None:
            checker.fault(f"{place}.games")
            return None
        score = check_games(checker, raw["games"], f"{place}.games", pair, winner)
    return Decision(pair, winner, how, score)


def check_games(checker: Checker, raw: Any, place: str, pair: list[str], winner: str) -> str | None:
    """The score of a best of three that ends as soon as somebody has two games."""
    if type(raw) is not list:
        checker.fault(place)
        return None
    games = [clean(game) for game in raw]
    loser = pair[1] if winner == pair[0] else pair[0]
    for possible, score in (
        ([winner, winner], "2-0"),
        ([winner, loser, winner], "2-1"),
        ([loser, winner, winner], "2-1"),
    ):
        if games == possible:
            return score
    checker.fault(place)
    return None
