"""The second scoring against the contract's own example and against published tables.

What it says here was not compared with the first scoring, so that the two cannot err together.
"""

import json
from fractions import Fraction
from typing import Any

import pytest

from tests.second.ranking import in_order, ranks
from tests.second.reading import Refused
from tests.second.results import add_ranks, is_lower_sum, standings


def to_bytes(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


# The example of the results file


EXAMPLE: dict[str, Any] = {
    "competition": "Getaway Games 2026",
    "date": "2026-06-13",
    "timezone": "America/Chicago",
    "events": ["bowling", "derby", "bags", "golf", "holdem", "basketball"],
    "teams": [
        {"name": "Gutter Gang", "players": ["Ann", "Bo", "Cy", "Di"]},
        {"name": "Trio", "players": ["Ed", "Flo", "Gus"]},
        {"name": "Łódź Lions", "players": ["Hal", "Ina", "Jo", "Kim"]},
    ],
    "course": {"stroke_index": [7, 15, 3, 11, 1, 17, 5, 13, 9, 8, 16, 4, 12, 2, 18, 6, 14, 10]},
    "results": {
        "bowling": {
            "Ann": [151, {"rolls": [10, 3, 4, 9, 1, 5, 2], "stopped": True}],
            "Bo": [120, 131],
            "Ed": [151, 47],
            "Hal": [200, 140],
        },
        "derby": {"Ann": [[1, 0, 2, 0, 3], 17], "Flo": [4, 0], "Ina": [[0, 0, 0, 0, 1], 12]},
        "bags": {"Ann": [{"on": [1, 2, 0], "in": [0, 1, 3]}, 40, {"on": [4, 0, 0], "in": [0, 4, 4]}]},
        "golf": {
            "Gutter Gang": [4, 4, 3, 4, 5, 3, 4, 4, 5, 4, 3, 4, 5, 4, 3, 4, 4, 5],
            "Łódź Lions": [4, 4, 3, 4, 4, 3, 4, 4, 5, 4, 3, 4, 5, 4, 4, 4, 4, 5],
        },
        "holdem": {"out": ["Ed", "Cy", "Jo", "Flo", "Di", "Hal", "Ann", "Kim"], "late": ["Ina"]},
    },
    "ejections": [{"player": "Bo", "from": "derby"}, {"player": "Gus", "from": "holdem"}],
    "cancelled": ["golf"],
    "rulings": {"team_round": "team", "ties": {"bowling": "split"}},
}

# name, rank, total, then the ranks in bowling, derby, bags and hold'em
EXAMPLE_PLAYERS = [
    ("Ann", 1, 8, [4, 1, 1, 2]),
    ("Hal", 2, 10, [1, 4, 2, 3]),
    ("Kim", 3, 15, [8, 4, 2, 1]),
    ("Ed", 4, 17, [3, 4, 2, 8]),
    ("Flo", 5, 18, [8, 3, 2, 5]),
    ("Di", 6, 18, [8, 4, 2, 4]),
    ("Jo", 7, 20, [8, 4, 2, 6]),
    ("Cy", 8, 21, [8, 4, 2, 7]),
    ("Ina", 9, 24, [8, 2, 2, 12]),
    ("Bo", None, None, [2]),
    ("Gus", None, None, [8, 4, 2]),
]


def test_example_overall() -> None:
    got = standings(to_bytes(EXAMPLE))
    assert [got["counted"], got["not_played"], got["cancelled"]] == [
        ["bowling", "derby", "bags", "holdem"],
        ["basketball"],
        ["golf"],
    ]
    assert list(got["events"]) == ["bowling", "derby", "bags", "golf", "holdem"]
    assert [(row["name"], row["rank"], row["total"]) for row in got["overall"]["teams"]] == [
        ("Gutter Gang", 1, 5),
        ("Łódź Lions", 2, 7),
        ("Trio", 3, 11),
    ]
    assert [
        (row["name"], row["rank"], row["total"], list(row["ranks"].values())) for row in got["overall"]["players"]
    ] == EXAMPLE_PLAYERS


@pytest.mark.parametrize(
    ("event", "teams", "first_players"),
    [
        (
            "bowling",
            [("Gutter Gang", 1, 448), ("Łódź Lions", 2, 340), ("Trio", 3, 198)],
            [("Hal", 1, 340), ("Bo", 2, 251), ("Ed", 3, 198), ("Ann", 4, 197), ("Cy", 8, 0)],
        ),
        (
            "derby",
            [("Gutter Gang", 1, 39), ("Łódź Lions", 2, 17), ("Trio", 3, 4)],
            [("Ann", 1, 39), ("Ina", 2, 17), ("Flo", 3, 4), ("Cy", 4, 0)],
        ),
        (
            "bags",
            [("Gutter Gang", 1, 142), ("Trio", 2, 0), ("Łódź Lions", 2, 0)],
            [("Ann", 1, 142), ("Cy", 2, 0), ("Di", 2, 0), ("Ed", 2, 0)],
        ),
        ("golf", [("Łódź Lions", 1, 72), ("Gutter Gang", 2, 72), ("Trio", 3, None)], []),
        (
            "holdem",
            [("Łódź Lions", 1, 22), ("Gutter Gang", 2, 25), ("Trio", 3, 37)],
            [("Kim", 1, None), ("Ann", 2, None), ("Hal", 3, None), ("Di", 4, None)],
        ),
    ],
)
def test_example_event(
    event: str, teams: list[tuple[str, int, int | None]], first_players: list[tuple[str, int, int | None]]
) -> None:
    lists = standings(to_bytes(EXAMPLE))["events"][event]
    assert [(row["name"], row["rank"], row["total"]) for row in lists["teams"]] == teams
    shown = [(row["name"], row["rank"], row["total"]) for row in lists["players"]]
    assert shown[: len(first_players)] == first_players
    assert bool(shown) == bool(first_players)


# Small files worked out by hand


def small_file(**changes: Any) -> dict[str, Any]:
    file: dict[str, Any] = {
        "events": ["bowling", "golf"],
        "teams": [{"name": "A", "players": ["a1", "a2", "a3"]}, {"name": "B", "players": ["b1", "b2", "b3"]}],
        "results": {},
    }
    file.update(changes)
    return file


def test_bowling_ties_are_split_and_whole_ranks_have_no_point() -> None:
    got = standings(to_bytes(small_file(results={"bowling": {"a1": [9, 1], "b1": [1, 9], "a2": [8, 2]}})))
    players = got["events"]["bowling"]["players"]
    assert [(row["name"], row["rank"]) for row in players] == [
        ("a1", 1.5),
        ("b1", 1.5),
        ("a2", 3),
        ("a3", 5),
        ("b2", 5),
        ("b3", 5),
    ]
    assert '"rank": 5,' in json.dumps(players)


@pytest.mark.parametrize(("team_round", "winner"), [("team", "A"), ("individual", "B")])
def test_team_round_decides_what_a_round_of_a_team_is(team_round: str, winner: str) -> None:
    bowling = {"a1": [10], "a2": [10], "b1": [12, 8]}  # rounds of A 20 and 0, of B 12 and 8
    got = standings(to_bytes(small_file(results={"bowling": bowling}, rulings={"team_round": team_round})))
    assert got["events"]["bowling"]["teams"][0]["name"] == winner


def test_team_with_every_player_ejected_takes_part_and_counts_for_the_last_position() -> None:
    file = small_file(
        events=["holdem"],
        results={"holdem": {"out": ["b1", "b2", "b3"]}},
        ejections=[{"player": player, "forfeits": ["holdem"]} for player in ("a1", "a2", "a3")],
    )
    got = standings(to_bytes(file))
    assert got["events"]["holdem"]["teams"] == [
        {"name": "B", "rank": 1, "total": 1 + 2 + 3 + 8},
        {"name": "A", "rank": 2, "total": 4 * 8},
    ]
    assert [row["rank"] for row in got["overall"]["teams"]] == [1, 2]


def test_nobody_is_ranked_while_nothing_counts() -> None:
    overall = standings(to_bytes(small_file()))["overall"]
    assert [(row["name"], row["rank"], row["total"]) for row in overall["teams"]] == [
        ("A", None, None),
        ("B", None, None),
    ]


@pytest.mark.parametrize(
    "changes",
    [
        {"extra": 1},
        {"teams": []},
        {"events": ["bowling", "bowling"]},
        {"results": {"bowling": {"a1": [301]}}},
        {"results": {"bowling": {"a1": [1.0]}}},
        {"results": {"bowling": {"nobody": []}}},
        {"results": {"golf": {"A": [4] * 18, "B": [4] * 18}}},
        {"results": {"bowling": {"a1": [1]}}, "ejections": [{"player": "a1", "from": "bowling"}]},
        {"ejections": [{"player": "a1", "from": "end", "forfeits": []}]},
        {"cancelled": ["bowling"]},
        {"date": "2026-02-30"},
        {"timezone": "Mars/Base"},
    ],
)
def test_unusable_files_are_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        standings(to_bytes(small_file(**changes)))


@pytest.mark.parametrize("data", [b"", b"[]", b"\xff", b'{"teams": 1, "teams": 1}', b"[" * 100_000, b'{"teams": NaN}'])
def test_unreadable_files_are_refused(data: bytes) -> None:
    with pytest.raises(Refused):
        standings(data)


# Ranks: https://rosettacode.org/wiki/Ranking_methods


def test_ranking_methods() -> None:
    scores = {"Solomon": 44, "Jason": 42, "Errol": 42, "Garry": 41, "Bernard": 41, "Barry": 41, "Stephen": 39}

    def is_higher(one: int, other: int) -> bool:
        return one > other

    assert list(ranks(scores, is_higher, "share").values()) == [1, 2, 2, 4, 4, 4, 7]
    assert list(ranks(scores, is_higher, "split").values()) == [1, 2.5, 2.5, 5, 5, 5, 7]
    assert in_order(dict(ranks(scores, is_higher, "share"))) == [
        "Solomon",
        "Errol",
        "Jason",
        "Barry",
        "Bernard",
        "Garry",
        "Stephen",
    ]


def overall_ranks(places: dict[str, list[int]]) -> dict[str, Fraction]:
    sums = {name: add_ranks([Fraction(place) for place in own]) for name, own in places.items()}
    return ranks(sums, is_lower_sum, "share")


def test_best_rank_breaks_a_tie_of_sailors() -> None:
    """Racing Rules of Sailing A8.1, best scores compared; the scores that are discarded are left out.

    Source: Misconduct, a reference for race officials, page 105. The rules of the Games stop where
    A8.2 begins, so that A and B stay tied, and in the second series all four.
    """
    assert overall_ranks({"A": [3, 4, 1, 6, 2], "B": [4, 3, 2, 1, 6], "C": [1, 2, 7, 3, 3]}) == {"A": 2, "B": 2, "C": 1}
    series = {"A": [3, 4, 5], "B": [3, 4, 5], "C": [5, 3, 4], "D": [4, 5, 3]}
    assert overall_ranks(series) == {"A": 1, "B": 1, "C": 1, "D": 1}


def test_best_rank_breaks_a_tie_of_athletes() -> None:
    """CrossFit Games 2025, women: fifth and sixth on 631 points, the one with an event win ahead.

    Source: games.crossfit.com. Places stand for points, so that only the tie-break is compared.
    """
    loewen = [Fraction(place) for place in [5, 12, 15, 7, 25, 1, 6, 12, 6, 17]]
    sturt = [Fraction(place) for place in [7, 9, 14, 10, 7, 17, 8, 10, 7, 14]]
    one, other = add_ranks(loewen), add_ranks(sturt)
    one.total = other.total = Fraction(631)
    assert is_lower_sum(one, other)
    assert not is_lower_sum(other, one)
