"""The second scoring of brackets against the contract's own example and a published tournament."""

import json
from typing import Any

import pytest

from tests.second.bracket import bracket
from tests.second.reading import Refused


def to_bytes(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def test_example_of_the_bracket_file() -> None:
    file = {
        "competition": "Ten Ugly Men dodgeball 2026",
        "kind": "single",
        "third_place": False,
        "teams": ["Aces", "Bees", "Cats", "Dogs", "Elks"],
        "results": [
            {"teams": ["Elks", "Dogs"], "winner": "Elks", "games": ["Dogs", "Elks", "Elks"]},
            {"teams": ["Bees", "Cats"], "winner": "Cats", "how": "forfeit"},
        ],
    }
    got = bracket(to_bytes(file))
    assert got["matches"][0] == {
        "id": "R1-2",
        "round": 1,
        "side": "winners",
        "teams": ["Dogs", "Elks"],
        "winner": "Elks",
        "how": "played",
        "score": "2-1",
        "next": "R2-1",
        "loser_next": None,
    }
    assert got["ready"] == [["Aces", "Elks"]]
    assert got["places"] == [{"place": 5, "teams": ["Dogs"]}]
    assert got["champion"] is None


def test_college_football_playoff_2024() -> None:
    """All eleven results of the 2024-25 College Football Playoff, seeds 1 to 12 (ESPN 43346994, wtop.com)."""
    names = ["Oregon", "Georgia", "Boise State", "Arizona State", "Texas", "Penn State"]
    names += ["Notre Dame", "Ohio State", "Tennessee", "Indiana", "SMU", "Clemson"]
    won_and_lost = [(8, 9), (5, 12), (6, 11), (7, 10), (8, 1), (5, 4), (6, 3), (7, 2), (8, 5), (7, 6), (8, 7)]
    results = [{"teams": [names[won - 1], names[lost - 1]], "winner": names[won - 1]} for won, lost in won_and_lost]
    got = bracket(to_bytes({"teams": names, "results": results}))
    assert [match["id"] for match in got["matches"]] == [
        "R1-2", "R1-4", "R1-6", "R1-8", "R2-1", "R2-2", "R2-3", "R2-4", "R3-1", "R3-2", "R4-1",
    ]  # fmt: skip
    assert got["champion"] == "Ohio State"
    assert got["places"] == [
        {"place": 1, "teams": ["Ohio State"]},
        {"place": 2, "teams": ["Notre Dame"]},
        {"place": 3, "teams": ["Penn State", "Texas"]},
        {"place": 5, "teams": ["Arizona State", "Boise State", "Georgia", "Oregon"]},
        {"place": 9, "teams": ["Clemson", "Indiana", "SMU", "Tennessee"]},
    ]


def double_of_twelve(results: list[dict[str, Any]]) -> dict[str, Any]:
    return bracket(to_bytes({"kind": "double", "teams": [str(seed) for seed in range(1, 13)], "results": results}))


def win(winner: int, loser: int) -> dict[str, Any]:
    return {"teams": [str(winner), str(loser)], "winner": str(winner)}


def test_double_elimination_of_twelve() -> None:
    """22 matches where the better seed always wins, the losers dropped as the layout has it."""
    winners = [(8, 9), (5, 12), (7, 10), (6, 11), (1, 8), (4, 5), (2, 7), (3, 6), (1, 4), (2, 3), (1, 2)]
    losers = [(6, 9), (7, 12), (5, 10), (8, 11), (6, 7), (5, 8), (4, 6), (3, 5), (3, 4), (2, 3)]
    results = [win(*pair) for pair in winners + losers]
    before_final = double_of_twelve(results)
    assert before_final["ready"] == [["1", "2"]]
    assert [match["id"] for match in before_final["matches"]][8:16] == [
        "W9", "W10", "L1", "L2", "L3", "L4", "W11", "L5",
    ]  # fmt: skip
    got = double_of_twelve([*results, win(1, 2)])
    assert len(got["matches"]) == 22
    assert got["champion"] == "1"
    assert [(place["place"], place["teams"]) for place in got["places"]] == [
        (1, ["1"]),
        (2, ["2"]),
        (3, ["3"]),
        (4, ["4"]),
        (5, ["5", "6"]),
        (7, ["7", "8"]),
        (9, ["10", "11", "12", "9"]),
    ]
    reset = double_of_twelve([*results, win(2, 1)])
    assert reset["champion"] is None
    assert (reset["matches"][-1]["id"], reset["ready"]) == ("G2", [["1", "2"]])
    assert double_of_twelve([*results, win(2, 1), win(1, 2)])["champion"] == "1"


def single_of(teams: int, results: list[dict[str, Any]], third_place: bool = False) -> dict[str, Any]:
    names = [str(seed) for seed in range(1, teams + 1)]
    return bracket(to_bytes({"teams": names, "results": results, "third_place": third_place}))


def nobody_wins(one: int, other: int) -> dict[str, Any]:
    return {"teams": [str(one), str(other)], "winner": None, "how": "double_forfeit"}


def test_third_place() -> None:
    got = single_of(4, [win(1, 4), win(2, 3), win(1, 2)], third_place=True)
    assert got["places"] == [{"place": 1, "teams": ["1"]}, {"place": 2, "teams": ["2"]}]
    assert got["ready"] == [["4", "3"]]
    got = single_of(4, [win(1, 4), win(2, 3), win(4, 3)], third_place=True)
    assert got["places"] == [{"place": 3, "teams": ["4"]}, {"place": 4, "teams": ["3"]}]
    assert "T" not in [match["id"] for match in single_of(3, [], third_place=True)["matches"]]


def test_double_forfeits_leave_the_next_match_void() -> None:
    got = single_of(4, [nobody_wins(1, 4), win(2, 3)], third_place=True)
    assert [(match["id"], match["how"], match["winner"]) for match in got["matches"]] == [
        ("R1-1", "double_forfeit", None),
        ("R1-2", "played", "2"),
        ("R2-1", "void", "2"),
    ]
    assert got["places"] == [{"place": 1, "teams": ["2"]}, {"place": 2, "teams": ["1", "3", "4"]}]
    got = single_of(4, [nobody_wins(1, 4), nobody_wins(2, 3)])
    assert (got["matches"][-1]["how"], got["champion"]) == ("void", None)
    assert got["places"] == [{"place": 2, "teams": ["1", "2", "3", "4"]}]


@pytest.mark.parametrize(
    "results",
    [
        [win(1, 2)],
        [win(1, 4), win(1, 4)],
        [{**win(1, 4), "games": ["1"]}],
        [{**win(1, 4), "games": ["1", "1", "4"]}],
        [{**win(1, 4), "how": "forfeit", "games": ["1", "1"]}],
        [{**win(1, 4), "winner": None}],
        [{**win(1, 4), "how": "double_forfeit"}],
    ],
)
def test_unusable_brackets_are_refused(results: list[dict[str, Any]]) -> None:
    with pytest.raises(Refused):
        single_of(4, results)
