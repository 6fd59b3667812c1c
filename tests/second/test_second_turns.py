"""The second scoring of single turns: games of bowling by rolls, rounds by counts."""

from typing import Any

import pytest

from tests.second.turns import score_rolls, turn_total

# Bowling: Exercism problem-specifications, exercises/bowling (MIT, (c) Exercism), rolls and pins


@pytest.mark.parametrize(
    ("rolls", "pins"),
    [
        ([0] * 20, 0),
        ([3, 6] * 10, 90),
        ([6, 4] + [0] * 18, 10),
        ([6, 4, 3] + [0] * 17, 16),
        ([5, 5, 3, 7, 4] + [0] * 15, 31),
        ([0] * 18 + [7, 3, 7], 17),
        ([10] + [0] * 18, 10),
        ([10, 5, 3] + [0] * 16, 26),
        ([10, 10, 10, 5, 3] + [0] * 12, 81),
        ([0] * 18 + [10, 7, 1], 18),
        ([0] * 18 + [10, 7, 3], 20),
        ([0] * 18 + [10, 10, 10], 30),
        ([0] * 16 + [10, 10, 0, 1], 31),
        ([0] * 18 + [7, 3, 10], 20),
        ([10] * 12, 300),
        ([0] * 18 + [10, 10, 6], 26),
    ],
)
def test_finished_games(rolls: list[int], pins: int) -> None:
    assert score_rolls(rolls, stopped=False) == pins


@pytest.mark.parametrize(
    "rolls",
    [
        [-1],
        [11],
        [5, 6],
        [0] * 18 + [10, 11],
        [0] * 18 + [10, 5, 6],
        [0] * 18 + [10, 6, 10],
        [0] * 18 + [10, 10, 11],
        [0] * 21,
        [0] * 18 + [7, 3, 2, 2],
        [0] * 18 + [10, 3, 2, 2],
    ],
)
@pytest.mark.parametrize("stopped", [True, False])
def test_impossible_rolls(rolls: list[int], stopped: bool) -> None:
    assert score_rolls(rolls, stopped) is None


@pytest.mark.parametrize("rolls", [[], [0, 0], [0] * 18 + [10], [0] * 18 + [10, 10], [0] * 18 + [7, 3]])
def test_unfinished_games_have_to_be_stopped(rolls: list[int]) -> None:
    assert score_rolls(rolls, stopped=False) is None
    assert score_rolls(rolls, stopped=True) == sum(rolls)


@pytest.mark.parametrize(("rolls", "pins"), [([10] * 9, 240), ([10] * 10, 270), ([10, 3, 4, 9, 1, 5, 2], 46)])
def test_games_stopped_by_an_injury(rolls: list[int], pins: int) -> None:
    assert score_rolls(rolls, stopped=True) == pins


@pytest.mark.parametrize(
    ("event", "turn", "points"),
    [
        ("derby", [1, 0, 2, 0, 3], 22),
        ("derby", [1000, 0, 0, 0, 0], None),
        ("derby", 99999, 99999),
        ("derby", 100000, None),
        ("basketball", [1, 1, 1, 1], 18),
        ("basketball", [1, 1, 1], None),
        ("bags", {"on": [1, 2, 0], "in": [0, 1, 3]}, 38),
        ("bags", {"on": [0, 0, 0], "in": [4, 4, 4]}, 72),
        ("bags", {"on": [1, 0, 0], "in": [4, 0, 0]}, None),
        ("bags", 73, None),
        ("bowling", True, None),
    ],
)
def test_turns(event: str, turn: Any, points: int | None) -> None:
    assert turn_total(event, turn) == points
