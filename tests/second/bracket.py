"""Elimination brackets, from the contract of the bracket file alone.

Everything is worked out anew after each result: which teams stand on the two sides of every match,
who won it and who lost it. `NOBODY` stands where it is certain that no team will come.
"""

from dataclasses import dataclass
from typing import Any

from tests.second.bracket_file import Decision, check
from tests.second.layouts import TWELVE, Layout, Match, double_matches, single_matches
from tests.second.reading import Refused

NOBODY = "\0nobody"


@dataclass
class Outcome:
    """A match as it stands: None is still open, NOBODY is certain."""

    teams: list[str | None]
    winner: str | None = None
    loser: str | None = None
    how: str | None = None
    score: str | None = None

    @property
    def is_ready(self) -> bool:
        return self.how is None and None not in self.teams and NOBODY not in self.teams


@dataclass
class Bracket:
    """All matches in playing order, and how each of them stands."""

    teams: list[str]
    matches: list[Match]
    outcomes: dict[str, Outcome]


def bracket(data: bytes, layout: Layout | None = None) -> dict[str, Any]:
    """What `bracket FILE` prints, as parsed JSON; double elimination of 12 teams needs no layout.

    Raises:
        Refused: the file cannot be used.
    """
    entry = check(data)
    if entry.kind == "single":
        matches = single_matches(len(entry.teams), entry.third_place)
    elif layout is None and len(entry.teams) != 12:
        raise ValueError("a double elimination of other sizes than 12 needs its layout")
    else:
        matches = double_matches(layout if layout is not None else TWELVE)
    decided: dict[str, Decision] = {}
    state = settle(entry.teams, matches, decided)
    for number, decision in enumerate(entry.decisions):
        ready = [
            name
            for name, outcome in state.outcomes.items()
            if outcome.is_ready and set(outcome.teams) == set(decision.teams)
        ]
        if len(ready) != 1:
            raise Refused([f"results[{number}].teams"])
        decided[ready[0]] = decision
        state = settle(entry.teams, matches, decided)
    return {
        "matches": [print_match(state, match) for match in state.matches],
        "ready": [state.outcomes[match.id].teams for match in state.matches if state.outcomes[match.id].is_ready],
        "places": places(state),
        "champion": champion(state),
    }


def settle(teams: list[str], matches: list[Match], decided: dict[str, Decision]) -> Bracket:
    """How every match stands after the decisions."""
    outcomes: dict[str, Outcome] = {}
    listed: list[Match] = []
    for match in matches:
        sides = [find_side(source, teams, outcomes) for source in match.sources]
        if match.id == "T" and NOBODY in sides:
            continue
        listed.append(match)
        outcomes[match.id] = decide(sides, decided.get(match.id))
    if is_second_final_needed(outcomes):
        final = listed[-1]
        listed.append(Match("G2", "final", 2, final.sources, final.before + 1))
        outcomes["G2"] = decide(outcomes["G1"].teams, decided.get("G2"))
    return Bracket(teams, listed, outcomes)


def find_side(source: str, teams: list[str], outcomes: dict[str, Outcome]) -> str | None:
    if source.isdigit():
        return teams[int(source) - 1]
    outcome = outcomes[source[2:]]
    return outcome.winner if source.startswith("W:") else outcome.loser


def decide(sides: list[str | None], decision: Decision | None) -> Outcome:
    if None in sides:
        return Outcome(sides)
    if NOBODY in sides:
        going_on = sides[1] if sides[0] == NOBODY else sides[0]
        return Outcome(sides, going_on, NOBODY, "void")
    if decision is None:
        return Outcome(sides)
    if decision.how == "double_forfeit":
        return Outcome(sides, NOBODY, NOBODY, "double_forfeit")
    loser = sides[1] if sides[0] == decision.winner else sides[0]
    return Outcome(sides, decision.winner, loser, decision.how, decision.score)


def is_second_final_needed(outcomes: dict[str, Outcome]) -> bool:
    """Whether the unbeaten finalist, who stands on the first side, has lost the first final."""
    if "G1" not in outcomes:
        return False
    final = outcomes["G1"]
    return final.how in ("played", "forfeit", "walkover") and final.loser == final.teams[0]


def print_match(state: Bracket, match: Match) -> dict[str, Any]:
    outcome = state.outcomes[match.id]
    return {
        "id": match.id,
        "round": match.round,
        "side": match.side,
        "teams": [None if team == NOBODY else team for team in outcome.teams],
        "winner": None if outcome.winner == NOBODY else outcome.winner,
        "how": outcome.how,
        "score": outcome.score,
        "next": goes_to(state, match, "W:"),
        "loser_next": goes_to(state, match, "L:"),
    }


def goes_to(state: Bracket, match: Match, which: str) -> str | None:
    """The match in which the winner (`W:`) or the loser (`L:`) plays on."""
    if match.id == "G1":
        return "G2" if "G2" in state.outcomes else None
    for later in state.matches:
        if f"{which}{match.id}" in later.sources:
            return later.id
    return None


def champion(state: Bracket) -> str | None:
    winner = state.outcomes[state.matches[-1].id].winner
    return None if winner == NOBODY else winner


def places(state: Bracket) -> list[dict[str, Any]]:
    """Stage by stage; all that are out by the end of a stage are counted, and the stage is shared."""
    shared: dict[int, list[str]] = {}
    winner = champion(state)
    if winner is not None:
        shared[1] = [winner]
    out = 0
    for stage in stages(state):
        if not is_complete(state, stage):
            break
        gone = [team for match in stage for team in out_with(state, match)]
        out = out + len(gone)
        place = max(2, len(state.teams) - out + 1)
        if has_third_place_match(state, stage):
            give_third_place(state, shared)
        elif gone:
            shared[place] = shared.get(place, []) + gone
    return [{"place": place, "teams": sorted(shared[place])} for place in sorted(shared)]


def stages(state: Bracket) -> list[list[Match]]:
    """Single: the rounds. Double: the losers' rounds, each with the drops into it, and the finals."""
    if "G1" not in state.outcomes:
        rounds = [[match for match in state.matches if match.side == "winners"]]
        last = max(match.round for match in rounds[0])
        return [[match for match in rounds[0] if match.round == number] for number in range(1, last + 1)]
    losers = [match for match in state.matches if match.side == "losers"]
    numbers = sorted({match.round for match in losers})
    finals = [[match] for match in state.matches if match.side == "final"]
    return [[match for match in losers if match.round == number] for number in numbers] + finals


def is_complete(state: Bracket, stage: list[Match]) -> bool:
    return all(state.outcomes[match.id].how is not None for match in stage)


def out_with(state: Bracket, match: Match) -> list[str]:
    """Who is out by this match, or by a double forfeit of which it was to receive the loser."""
    gone: list[str] = []
    outcome = state.outcomes[match.id]
    if outcome.how == "double_forfeit":
        gone = [team for team in outcome.teams if team is not None]
    elif outcome.loser is not None and outcome.loser != NOBODY and goes_to(state, match, "L:") in (None, "T"):
        gone = [outcome.loser]
    for source in match.sources:
        if source.startswith("L:") and match.id != "G2":
            dropping = state.outcomes[source[2:]]
            if dropping.how == "double_forfeit":
                gone += [team for team in dropping.teams if team is not None]
    return gone


def has_third_place_match(state: Bracket, stage: list[Match]) -> bool:
    return any(goes_to(state, match, "L:") == "T" for match in stage)


def give_third_place(state: Bracket, shared: dict[int, list[str]]) -> None:
    third = state.outcomes["T"]
    playing = [team for team in third.teams if team is not None]
    if third.how == "double_forfeit":
        shared[3] = playing
    elif third.winner is not None and third.loser is not None:
        shared[3] = [third.winner]
        shared[4] = [third.loser]
