"""Every possible course of small brackets, double forfeits included, against a naive second reading of the contract.

The naive reading shares nothing with the code: layouts are written out by hand, and each state is worked out from the
outcomes of all matches by plain recursion. Every state on the way is compared, not only the end.
"""

from collections.abc import Iterator
from itertools import cycle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.scoring.bracket import Bracket, Result, build_bracket, record_result

OPEN, NOBODY = "?", "-"

SINGLE = {
    2: {"R1-1": "1 2"},
    3: {"R1-2": "2 3", "R2-1": "1 W:R1-2"},
    4: {"R1-1": "1 4", "R1-2": "2 3", "R2-1": "W:R1-1 W:R1-2"},
    5: {"R1-2": "4 5", "R2-1": "1 W:R1-2", "R2-2": "2 3", "R3-1": "W:R2-1 W:R2-2"},
    6: {"R1-2": "4 5", "R1-4": "3 6", "R2-1": "1 W:R1-2", "R2-2": "2 W:R1-4", "R3-1": "W:R2-1 W:R2-2"},
    7: {
        "R1-2": "4 5",
        "R1-3": "2 7",
        "R1-4": "3 6",
        "R2-1": "1 W:R1-2",
        "R2-2": "W:R1-3 W:R1-4",
        "R3-1": "W:R2-1 W:R2-2",
    },
    8: {
        "R1-1": "1 8",
        "R1-2": "4 5",
        "R1-3": "2 7",
        "R1-4": "3 6",
        "R2-1": "W:R1-1 W:R1-2",
        "R2-2": "W:R1-3 W:R1-4",
        "R3-1": "W:R2-1 W:R2-2",
    },
}

DOUBLE = {
    2: {"W1": "1 2", "G1": "W:W1 L:W1"},
    3: {"W1": "2 3", "W2": "1 W:W1", "L1": "L:W1 L:W2", "G1": "W:W2 W:L1"},
    4: {"W1": "1 4", "W2": "2 3", "W3": "W:W1 W:W2", "L1": "L:W1 L:W2", "L2": "W:L1 L:W3", "G1": "W:W3 W:L2"},
    5: {
        "W1": "4 5",
        "W2": "1 W:W1",
        "W3": "2 3",
        "W4": "W:W2 W:W3",
        "L1": "L:W1 L:W3",
        "L2": "W:L1 L:W2",
        "L3": "W:L2 L:W4",
        "G1": "W:W4 W:L3",
    },
    12: {
        "W1": "8 9",
        "W2": "5 12",
        "W3": "7 10",
        "W4": "6 11",
        "W5": "1 W:W1",
        "W6": "4 W:W2",
        "W7": "2 W:W3",
        "W8": "3 W:W4",
        "W9": "W:W5 W:W6",
        "W10": "W:W7 W:W8",
        "L1": "L:W1 L:W8",
        "L2": "L:W2 L:W7",
        "L3": "L:W3 L:W6",
        "L4": "L:W4 L:W5",
        "W11": "W:W9 W:W10",
        "L5": "W:L1 W:L2",
        "L6": "W:L3 W:L4",
        "L7": "W:L5 L:W9",
        "L8": "W:L6 L:W10",
        "L9": "W:L7 W:L8",
        "L10": "W:L9 L:W11",
        "G1": "W:W11 W:L10",
    },
}

LOSERS_ROUNDS = {
    2: {},
    3: {"L1": 1},
    4: {"L1": 1, "L2": 2},
    5: {"L1": 1, "L2": 2, "L3": 3},
    12: {"L1": 1, "L2": 1, "L3": 1, "L4": 1, "L5": 2, "L6": 2, "L7": 3, "L8": 3, "L9": 4, "L10": 5},
}


class Naive:
    """The state that follows from outcomes: by match the winner's name, or NOBODY for a double forfeit."""

    def __init__(self, kind: str, teams: list[str], third_place: bool, outcomes: dict[str, str]):
        self.kind, self.teams, self.outcomes = kind, teams, outcomes
        self.known: dict[str, str | None] = {}
        self.layout = dict((SINGLE if kind == "single" else DOUBLE)[len(teams)])
        semi_finals = [match_id for match_id in self.layout if match_id[:2] == f"R{self.last_round - 1}"]
        if third_place and len(semi_finals) == 2:
            self.layout["T"] = " ".join(f"L:{match_id}" for match_id in semi_finals)
            if NOBODY in self.sides("T"):
                del self.layout["T"]
        if kind == "double" and OPEN not in self.sides("G1") and self.outcomes.get("G1") == self.sides("G1")[1]:
            self.layout["G2"] = self.layout["G1"]
        for match_id in ("T", "G1", "G2"):  # to the end, the final last
            if match_id in self.layout:
                self.layout[match_id] = self.layout.pop(match_id)
        if "T" in self.layout:
            final = f"R{self.last_round}-1"
            self.layout[final] = self.layout.pop(final)

    @property
    def last_round(self) -> int:
        return (len(self.teams) - 1).bit_length() if self.kind == "single" else 0

    def sides(self, match_id: str) -> list[str]:
        return [self.come_from(source) for source in self.layout[match_id].split()]

    def come_from(self, source: str) -> str:
        if source.isdigit():
            return self.teams[int(source) - 1]
        what, match_id = source.split(":")
        return self.winner(match_id) if what == "W" else self.loser(match_id)

    def how(self, match_id: str) -> str | None:
        if match_id not in self.known:
            self.known[match_id] = self.work_out_how(match_id)
        return self.known[match_id]

    def work_out_how(self, match_id: str) -> str | None:
        sides = self.sides(match_id)
        if OPEN in sides:
            return None
        if NOBODY in sides:
            return "void"
        if match_id not in self.outcomes:
            return None
        return "double_forfeit" if self.outcomes[match_id] == NOBODY else "won"

    def winner(self, match_id: str) -> str:
        match self.how(match_id):
            case None:
                return OPEN
            case "void":
                return min(self.sides(match_id), key=lambda side: side == NOBODY)
            case _:
                return self.outcomes[match_id]

    def loser(self, match_id: str) -> str:
        if self.how(match_id) is None:
            return OPEN
        return (
            next(iter(set(self.sides(match_id)) - {self.winner(match_id)})) if self.how(match_id) == "won" else NOBODY
        )

    def matches(self) -> list[tuple]:
        return [
            (
                match_id,
                tuple(None if side in (OPEN, NOBODY) else side for side in self.sides(match_id)),
                None if self.winner(match_id) in (OPEN, NOBODY) else self.winner(match_id),
                self.how(match_id),
            )
            for match_id in self.layout
        ]

    def stages(self) -> list[list[str]]:
        """The matches of each stage, first stage first."""
        if self.kind == "single":
            return [
                [match_id for match_id in self.layout if match_id.startswith(f"R{number}-")]
                for number in range(1, self.last_round + 1)
            ]
        rounds = LOSERS_ROUNDS[len(self.teams)]
        stages = [[m for m, own in rounds.items() if own == number] for number in sorted(set(rounds.values()))]
        return [*stages, [match_id for match_id in self.layout if match_id[0] == "G"]]

    def out_of(self, match_id: str) -> list[str]:
        """Who goes out in the stage of this match because of it, or of a double forfeit that feeds it."""
        out = []
        if self.how(match_id) == "double_forfeit":
            out += self.sides(match_id)
        elif self.how(match_id) == "won" and not (match_id == "G1" and "G2" in self.layout):
            out.append(self.loser(match_id))
        if self.kind == "double" and match_id != "G2":
            for source in self.layout[match_id].split():
                if source.startswith("L:") and self.how(source[2:]) == "double_forfeit":
                    out += self.sides(source[2:])
        return out

    def places(self) -> dict[int, list[str]]:
        places: dict[int, list[str]] = {}
        third = self.sides("T") if "T" in self.layout else []
        out_count = 0
        for stage in self.stages():
            if any(self.how(match_id) is None for match_id in stage):
                break
            out = [team for match_id in stage for team in self.out_of(match_id)]
            out_count += len(out)
            placed = sorted(team for team in out if team not in third)
            if placed:
                places[max(2, len(self.teams) - out_count + 1)] = placed
        if self.how("T" if third else next(reversed(self.layout))) is not None and third:
            if self.how("T") == "double_forfeit":
                places[3] = sorted(third)
            else:
                places |= {3: [self.winner("T")], 4: [self.loser("T")]}
        champion = self.winner(next(reversed(self.layout)))
        if champion not in (OPEN, NOBODY):
            places[1] = [champion]
        return places


def compare(bracket: Bracket, outcomes: dict[str, str]) -> None:
    naive = Naive(bracket.kind, list(bracket.teams), bracket.third_place, outcomes)
    matches = [
        (
            match.id,
            match.teams,
            match.winner,
            "won" if match.how in ("played", "forfeit", "walkover") else match.how,
        )
        for match in bracket.matches
    ]
    assert matches == naive.matches()
    assert {place.place: list(place.teams) for place in bracket.places} == naive.places()
    assert [match.id for match in bracket.ready] == [
        match_id for match_id, teams, _, how in naive.matches() if how is None and None not in teams
    ]
    champion = naive.winner(next(reversed(naive.layout)))
    assert bracket.champion == (None if champion in (OPEN, NOBODY) else champion)
    if not bracket.ready:
        assert bracket.is_finished
        assert sorted(team for place in bracket.places for team in place.teams) == sorted(bracket.teams)


def walk(bracket: Bracket, outcomes: dict[str, str], pick: int) -> Iterator[dict[str, str]]:
    """Compare every state that can follow; yields the outcomes of every finished course."""
    compare(bracket, outcomes)
    if not bracket.ready:
        yield outcomes
        return
    match = bracket.ready[pick]
    assert match.pair
    for winner in (*match.pair, None):
        how = "double_forfeit" if winner is None else next(HOWS)
        after = record_result(bracket, Result(match.pair, winner, how))
        yield from walk(after, {**outcomes, match.id: winner or NOBODY}, pick)


HOWS = cycle(("played", "forfeit", "walkover"))


def teams_of(count: int) -> list[str]:
    return [f"team {letter}" for letter in "MDXAQBZCKLYE"[:count]]  # names in another order than the seeds


@pytest.mark.parametrize("pick", [0, -1])
@pytest.mark.parametrize("third_place", [False, True])
@pytest.mark.parametrize("count", [2, 3, 4, 5, 6, 7])
def test_every_course_of_single_elimination(count, third_place, pick):
    courses = list(walk(build_bracket(teams_of(count), third_place=third_place), {}, pick))
    assert len(courses) >= 3 ** (count // 2)


def test_every_course_of_eight_teams_with_third_place():
    assert len(list(walk(build_bracket(teams_of(8), third_place=True), {}, 0))) == 961


@pytest.mark.parametrize(("count", "pick"), [(2, 0), (2, -1), (3, 0), (3, -1), (4, 0), (4, -1), (5, 0)])
def test_every_course_of_double_elimination(count, pick):
    courses = list(walk(build_bracket(teams_of(count), "double"), {}, pick))
    assert len(courses) >= 3 ** (count - 1)


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_random_courses_of_twelve_teams_in_double_elimination(data):
    bracket = build_bracket(teams_of(12), "double")
    outcomes: dict[str, str] = {}
    while bracket.ready:
        match = data.draw(st.sampled_from(bracket.ready), label="match")
        assert match.pair
        winner = data.draw(st.sampled_from((*match.pair, *match.pair, None)), label="winner")
        how = "double_forfeit" if winner is None else "played"
        bracket = record_result(bracket, Result(match.pair, winner, how))
        outcomes[match.id] = winner or NOBODY
        compare(bracket, outcomes)
