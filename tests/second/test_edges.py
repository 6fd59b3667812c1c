"""The two scorings agree on files by hand, each at an edge that chance seldom finds."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.second.differential import Case, disagreement
from tests.second.first import FirstScoring, first_scoring

TEAMS = [{"name": team, "players": [team + place for place in "123"]} for team in "AB"]
EVERYBODY = ["A1", "A2", "A3", "B1", "B2", "B3"]
INDEX = {"stroke_index": list(range(1, 19))}
LEVEL = {"A": [4] * 18, "B": [4] * 18}


@pytest.fixture(scope="module")
def first() -> Iterator[FirstScoring]:
    with first_scoring() as scoring:
        yield scoring


def check_standings(first: FirstScoring, **changes: Any) -> None:
    data = json.dumps({"teams": TEAMS, **changes}).encode()
    assert disagreement(first, Case("standings", data)) is None


@pytest.mark.parametrize(
    "name",
    [
        "\tA1\n", "\u00a0A1", "\u3000A1", "\u2028A1", "\u0085A1", "\x1cA1", "\x1fA1", "\u200bA1", "\ufeffA1",
        "A1\u0007", "A1\u009f", "A1\u00ad", "\ud83d", "A1\ud800", "\U0001f3b3", "", " ", "a1", "A", "\u212bA1",
    ],
)  # fmt: skip
def test_names(first: FirstScoring, name: str) -> None:
    check_standings(first, results={"bowling": {name: [7]}})
    check_standings(first, teams=[{"name": name, "players": ["x", "y", "z"]}, *TEAMS])
    check_standings(first, teams=[{"name": "C", "players": [name, "y", "z"]}, *TEAMS])


@pytest.mark.parametrize(
    "date",
    ["2024-02-29", "2026-02-29", "2026-6-13", "20260613", "2026-W24-6", "2026-164", "0000-01-01", "0001-01-01",
     "9999-12-31", " 2026-06-13", "2026-06-13\n", "\uff12026-06-13", "2026-06-13T00:00", 20260613],
)  # fmt: skip
def test_dates(first: FirstScoring, date: object) -> None:
    check_standings(first, date=date)


@pytest.mark.parametrize(
    "zone",
    ["US/Central", "Europe/Kyiv", "EST5EDT", "UTC", " UTC", "utc", "UTC\0", "localtime", "posixrules", "zone.tab", "",
     "Factory", "right/UTC", "posix/UTC", "right/Europe/Kyiv", "America/Argentina/Ushuaia", "Etc/GMT+12", "GB-Eire",
     "America", "America/", "America//Chicago", "../UTC", "/etc/localtime", "\ud800", "A" * 300, None],
)  # fmt: skip
def test_time_zones(first: FirstScoring, zone: object) -> None:
    check_standings(first, timezone=zone)


@pytest.mark.parametrize(
    "at",
    ["2026-06-13T21:04:05-05:00", "2026-06-13T21:04:05Z", "2026-06-13T21:04:05.5+00:00", "2026-06-13T21:04:05",
     "2026-06-13 21:04:05Z", "2026-06-13T24:00:00Z", "2026-06-13T23:59:60Z", "2026-02-30T21:04:05Z",
     "2026-06-13T21:04:05+24:00", "2026-06-13", 5],
)  # fmt: skip
def test_moments(first: FirstScoring, at: object) -> None:
    check_standings(first, results={"holdem": {"out": EVERYBODY, "log": [{"player": "A1", "at": at}]}})


@pytest.mark.parametrize(
    "log",
    [[], [{"player": "B3"}], [{"player": "A1", "by": ["A1"]}], [{"player": "A1", "by": []}],
     [{"player": "A1", "by": ["A2", " A2"]}], [{"player": "A1"}, {"player": "A1 "}], [{"player": "C1"}], [{}]],
)  # fmt: skip
def test_logs(first: FirstScoring, log: list[dict[str, Any]]) -> None:
    check_standings(first, results={"holdem": {"out": EVERYBODY, "log": log}})


@pytest.mark.parametrize(
    "changes",
    [
        {"results": {"holdem": {"out": [], "late": EVERYBODY}}, "rulings": {"ties": {"holdem": "split"}}},
        {"results": {"golf": LEVEL}, "course": INDEX, "rulings": {"ties": {"golf": "split"}}},
        {"results": {"golf": LEVEL}, "cancelled": ["golf"]},
        {
            "results": {"golf": {"A": [4] * 18}},
            "ejections": [{"player": name, "from": "golf"} for name in EVERYBODY[:3]],
        },
        {
            "results": {"golf": {}, "holdem": {"out": []}},
            "team_ejections": [{"team": t, "from": "derby"} for t in "AB"],
        },
        {"results": {"bowling": {"A1": []}}, "ejections": [{"player": "A1", "from": "bowling"}]},
        {
            "results": {"holdem": {"out": EVERYBODY[1:], "late": ["A1"]}},
            "ejections": [{"player": "A1", "from": "golf"}],
        },
        {"events": ["golf"], "results": {"golf": {"A": [4] * 18}}},
        {"events": ["golf", "derby"], "results": {"derby": {}}, "cancelled": ["derby", "golf"]},
        {"events": ["golf"], "rulings": {"ties": {"bowling": "share"}}},
        {"course": {}},
        {"rulings": {"ties": {}}},
    ],
)
def test_rules_that_meet(first: FirstScoring, changes: dict[str, Any]) -> None:
    check_standings(first, **changes)


@pytest.mark.parametrize(
    "game",
    ["-0", "0.0", "1E1", "1e400", "NaN", "-Infinity", "01", "9" * 4300, "9" * 4301],
    ids=lambda game: game[:9],
)
def test_numbers(first: FirstScoring, game: str) -> None:
    data = json.dumps({"teams": TEAMS, "results": {"bowling": {"A1": [0]}}}).replace("[0]", f"[{game}]")
    assert disagreement(first, Case("standings", data.encode())) is None


@pytest.mark.parametrize("depth", [10, 500, 1000, 100_000])
def test_nesting(first: FirstScoring, depth: int) -> None:
    for data in (
        b"[" * depth,
        b'{"teams":' + b"[" * depth + b"]" * depth + b"}",
        b'{"a":' * depth + b"1" + b"}" * depth,
    ):
        assert disagreement(first, Case("standings", data)) is None


@pytest.mark.parametrize(
    ("teams", "decisions"),
    [(2, "1x2"), (4, "1x4 2x3"), (4, "1x4 2>3"), (4, "1>4 2>3 3x4"), (4, "1>4 2>3 1x2"), (4, "1>4 2>3 1x2 3x4"),
     (8, "1x8"), (8, "1x8 4>5"), (8, "1x8 4x5"), (8, "1x8 4x5 2>7 3>6 2>3"), (8, "1x8 4x5 2x7 3x6"),
     (3, "2x3"), (3, "2>3 1>2")],
)  # fmt: skip
@pytest.mark.parametrize("third_place", [True, False])
def test_double_forfeits(first: FirstScoring, teams: int, decisions: str, third_place: bool) -> None:
    check_bracket(first, teams, decisions, third_place=third_place)


@pytest.mark.parametrize(
    ("teams", "decisions"),
    [(2, "1x2"), (2, "1>2 2>1"), (2, "1>2 2>1 1x2"), (2, "1>2 1x2"), (4, "1x4 2x3"), (4, "1>4 2>3 1x2"),
     (4, "1>4 2>3 1x2 3>4"), (4, "1>4 2>3 1x2 3x4"), (4, "1>4 2>3 3x4 1>2"), (4, "1>4 2>3 3x4 1>2 2>1 2>1"),
     (12, "8x9"), (12, "8x9 1>5"), (12, "8>9 5>12 7>10 6>11 1x8 6>3")],
)  # fmt: skip
def test_double_forfeits_of_double_elimination(first: FirstScoring, teams: int, decisions: str) -> None:
    check_bracket(first, teams, decisions, kind="double")


def check_bracket(first: FirstScoring, teams: int, decisions: str, **settings: Any) -> None:
    """`1>4` is a win of 1 over 4, `1x4` a double forfeit."""
    results: list[dict[str, Any]] = []
    for decision in decisions.split():
        pair = decision.replace("x", ">").split(">")
        if "x" in decision:
            results.append({"teams": pair, "winner": None, "how": "double_forfeit"})
        else:
            results.append({"teams": pair, "winner": pair[0]})
    names = [str(seed) for seed in range(1, teams + 1)]
    data = json.dumps({"teams": names, "results": results, **settings}).encode()
    assert disagreement(first, Case("bracket", data)) is None
