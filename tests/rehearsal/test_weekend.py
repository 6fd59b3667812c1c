"""A whole weekend, and the places of seed 1 as they were worked out by hand from the rounds that were entered."""

import json
import math
import os
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from operator import mul
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from core.scoring.bracket_file import render_file
from core.scoring.results_file import read_results_file
from core.scoring.standings import compute_standings
from core.scoring.standings_json import render_standings
from rehearsal.weekend import checking, run
from rehearsal.weekend.cast import cast_weekend
from rehearsal.weekend.deadlines import KINDS, Stopwatch, check_answers
from rehearsal.weekend.run import act_weekend, play_weekend
from rehearsal.weekend.theatre import WeekendError, open_theatre
from tests.rehearsal.sheets_of_seed_1 import LONG, SHEETS, Sheet

# The totals are added up from the rounds. Ties of totals and what decides them:
#   bowling 1140: @everyone's better team game is 660, **Bold**'s 590 (G42)
#   derby    115: הנשרים has 65 in its better team round, Trio 59 (G65)
# Łódź Lions was ejected after golf was voided, so eleven teams bowl on: an empty hold'em position is worth 44.
TOTALS: dict[str, dict[str, int]] = {
    "bowling": {
        "ทีมไทย": 1260,
        "הנשרים": 1240,
        LONG: 1190,
        "نسور FC": 1160,
        "@everyone": 1140,
        "**Bold**": 1140,
        "東京ローラーズ": 1090,
        "Łódź Lions": 1070,
        "<@1> | spoiler ||": 1030,
        "👑 Kings 👨‍👩‍👧": 1010,
        "`code` ``` fence": 910,
        "Trio": 810,
    },
    "derby": {
        "`code` ``` fence": 153,
        "<@1> | spoiler ||": 130,
        "ทีมไทย": 125,
        "**Bold**": 118,
        "הנשרים": 115,
        "Trio": 115,
        "نسور FC": 113,
        LONG: 112,
        "@everyone": 109,
        "Łódź Lions": 108,
        "👑 Kings 👨‍👩‍👧": 99,
        "東京ローラーズ": 95,
    },
    "bags": {
        "**Bold**": 491,
        "نسور FC": 396,
        LONG: 384,
        "@everyone": 366,
        "`code` ``` fence": 365,
        "הנשרים": 363,
        "👑 Kings 👨‍👩‍👧": 345,
        "東京ローラーズ": 329,
        "ทีมไทย": 327,
        "<@1> | spoiler ||": 317,
        "Trio": 297,
        "Łódź Lions": 241,
    },
    "basketball": {
        "@everyone": 301,
        LONG: 244,
        "👑 Kings 👨‍👩‍👧": 237,
        "הנשרים": 222,
        "`code` ``` fence": 208,
        "ทีมไทย": 205,
        "نسور FC": 201,
        "東京ローラーズ": 194,
        "<@1> | spoiler ||": 181,
        "Trio": 165,
        "**Bold**": 143,
    },
    "holdem": {
        "東京ローラーズ": 6 + 10 + 11 + 15,
        "@everyone": 8 + 14 + 24 + 23,
        "ทีมไทย": 20 + 35 + 3 + 18,
        "<@1> | spoiler ||": 12 + 1 + 37 + 28,
        "نسور FC": 27 + 36 + 5 + 25,
        "`code` ``` fence": 2 + 39 + 29 + 26,
        "הנשרים": 30 + 19 + 41 + 7,
        "**Bold**": 33 + 13 + 21 + 34,
        "👑 Kings 👨‍👩‍👧": 31 + 9 + 42 + 22,
        "Trio": 17 + 4 + 44 + 44,
        LONG: 38 + 40 + 32 + 16,
    },
}
OVERALL = {
    "@everyone": 5 + 9 + 4 + 1 + 2,
    "ทีมไทย": 1 + 3 + 9 + 6 + 3,
    "הנשרים": 2 + 5 + 6 + 4 + 7,
    "نسور FC": 4 + 7 + 2 + 7 + 5,
    LONG: 3 + 8 + 3 + 2 + 11,
    "`code` ``` fence": 11 + 1 + 5 + 5 + 6,
    "**Bold**": 6 + 4 + 1 + 11 + 8,
    "<@1> | spoiler ||": 9 + 2 + 10 + 9 + 4,
    "東京ローラーズ": 7 + 12 + 8 + 8 + 1,
    "👑 Kings 👨‍👩‍👧": 10 + 11 + 7 + 3 + 9,
    "Trio": 12 + 6 + 11 + 10 + 10,
}


EVENTS = ("bowling", "derby", "bags", "basketball", "holdem")
IN_EVERY_ROUND: dict[str, Callable[[Any], int]] = {
    "bowling": lambda game: game,
    "derby": lambda tiers: sum(map(mul, (1, 2, 3, 4, 5), tiers)),
    "bags": lambda bags: sum(map(mul, (1, 2, 3, 3, 6, 9), (*bags["on"], *bags["in"]))),
    "basketball": lambda spots: sum(map(mul, (1, 2, 5, 10), spots)),
}
# Every team but the four strongest seeds plays in round 1; who loses in one round shares a place.
DODGEBALL_PLACES = {
    1: {"**Bold** DB"},
    2: {"Łódź Lions DB"},
    3: {"نسور FC DB", "<@1> | spoiler || DB"},
    5: {"Trio DB", "ทีมไทย DB", "👑 Kings 👨‍👩‍👧 DB", "`code` ``` fence DB"},
    9: {"@everyone DB", "הנשרים DB", "東京ローラーズ DB", f"{LONG} DB"},
}


@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_the_weekend_of_seed_1_ends_as_worked_out_by_hand(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = await play_weekend(1, 12, tmp_path)
    printed = capsys.readouterr().out
    assert status == 0, printed[-2000:]
    assert "that a tie-break decided" in printed
    data = (tmp_path / "results.json").read_bytes()
    shown = json.loads(render_standings(compute_standings(read_results_file(data))))
    assert shown["cancelled"] == ["golf"]
    for event, totals in TOTALS.items():
        rows = [(row["name"], row["rank"], row["total"]) for row in shown["events"][event]["teams"]]
        assert rows == [(name, place, total) for place, (name, total) in enumerate(totals.items(), 1)]
    overall = [(row["name"], row["rank"], row["total"]) for row in shown["overall"]["teams"]]
    assert overall == [
        *((name, place, total) for place, (name, total) in enumerate(OVERALL.items(), 1)),
        ("Łódź Lions", None, None),
    ]
    check_players(json.loads(data)["results"], shown)
    bracket = json.loads(render_file((tmp_path / "bracket.json").read_bytes()))
    assert bracket["champion"] == "**Bold** DB"
    assert {row["place"]: set(row["teams"]) for row in bracket["places"]} == DODGEBALL_PLACES
    assert {path.suffix for path in tmp_path.iterdir()} == {".json", ".png"}
    assert len(list(tmp_path.glob("*.png"))) == printed.count("  picture: ") >= 7


def check_players(results: dict[str, Any], shown: dict[str, Any]) -> None:
    """The rounds in the file are those of the sheets, and so are all places, in the events and overall."""
    for event, points in IN_EVERY_ROUND.items():
        entered = {name: tuple(map(points, rounds)) for name, rounds in results[event].items()}
        assert entered == {find_name(shown, sheet): rounds for sheet in SHEETS if (rounds := getattr(sheet, event))}
    for number, event in enumerate(EVENTS):
        ranks = {row["name"]: row["rank"] for row in shown["events"][event]["players"]}
        for sheet in SHEETS:
            assert ranks.get(find_name(shown, sheet)) == sheet.places[number], (event, sheet)
    overall = [(row["name"], row["rank"], row["total"]) for row in shown["overall"]["players"]]
    placed = [sheet for sheet in SHEETS if sheet.total is not None]
    assert overall[: len(placed)] == [(find_name(shown, s), place, s.total) for place, s in enumerate(placed, 1)]
    assert {row[1:] for row in overall[len(placed) :]} == {(None, None)}
    assert len(overall) == len(SHEETS)


def find_name(shown: dict[str, Any], sheet: Sheet) -> str:
    """The name in the file: with the team where somebody else has the same one."""
    names = {row["name"] for row in shown["overall"]["players"] if row["team"] == sheet.team}
    (name,) = names & {sheet.player, f"{sheet.player} ({sheet.team})"}
    return name


@pytest.mark.parametrize("event", IN_EVERY_ROUND)
def test_the_places_on_the_sheets_are_counted_right(event: str) -> None:
    """Everybody's place is one more than those who are better; in bowling equal ones share the mean of theirs."""
    number = EVENTS.index(event)
    keys = {
        sheet: (sum(rounds := getattr(sheet, event)), *sorted(rounds, reverse=True))
        for sheet in SHEETS
        if sheet.places[number] is not None
    }
    for sheet, key in keys.items():
        better = sum(other > key for other in keys.values())
        equal = sum(other == key for other in keys.values()) if event == "bowling" else 1
        assert sheet.places[number] == better + (1 + equal) / 2, sheet


def test_the_sums_on_the_sheets_are_added_up_right() -> None:
    placed = [(sheet.total, sorted(sheet.places)) for sheet in SHEETS if sheet.total is not None]
    assert all(total == sum(places) for total, places in placed)
    assert placed == sorted(placed)


async def test_the_same_seed_is_the_same_weekend() -> None:
    cast, again, other = cast_weekend(1, 12), cast_weekend(1, 12), cast_weekend(2, 12)
    assert replace(cast, chance=again.chance) == again
    assert cast.chance.random() == again.chance.random()
    assert (cast.games_teams, cast.rounds) != (other.games_teams, other.rounds)
    first, second = [await act_once(seed=3) for _ in range(2)]
    assert first == second


async def act_once(seed: int) -> tuple[dict[str, bytes], dict[str, list[str]]]:
    """The files of a small weekend, and all that stands in its channels, but for the times and ids of that day."""
    async with open_theatre(lambda _line: None) as theatre:
        files = await act_weekend(theatre, seed, 4)
        seen = {name: [message.text for message in theatre.posted(c)] for name, c in theatre.channels.items()}
    return files, seen


def make_interaction(kind: int, acknowledged_in: float, final_in: float) -> Any:
    return SimpleNamespace(kind=kind, acknowledged_in=acknowledged_in, final_in=final_in, label="/bracket by Ann")


def test_every_kind_of_answer_is_held_against_the_deadline() -> None:
    in_time = [make_interaction(kind, 2.9, 5.0) for kind in KINDS]
    assert check_answers(in_time) == (
        "4 answers (1 commands, 1 buttons, 1 lists while typing, 1 forms), the slowest after 2.90 s"
    )
    for kind in KINDS:
        with pytest.raises(WeekendError, match=r"/bracket by Ann was answered after 3\.01 s"):
            check_answers([*in_time, make_interaction(kind, 3.01, 3.01)])
        with pytest.raises(WeekendError, match="/bracket by Ann was acknowledged and never answered"):
            check_answers([*in_time, make_interaction(kind, 1.0, math.inf)])


@pytest.mark.parametrize(
    ("load", "seconds", "is_late"), [(1.0, 89.0, False), (2.0, 91.0, True), (8.0, 91.0, False), (8.0, 361.0, True)]
)
def test_a_weekend_that_takes_too_long_is_noticed(
    monkeypatch: pytest.MonkeyPatch, load: float, seconds: float, is_late: bool
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(os, "getloadavg", lambda: (load, 0.0, 0.0))
    assert Stopwatch(started=time.monotonic() - seconds).is_late is is_late


async def test_a_weekend_that_is_late_has_failed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    @asynccontextmanager
    async def open_nothing(_say: Any) -> AsyncGenerator[Any]:
        standin = SimpleNamespace(violations=[], document=None, world=SimpleNamespace(interactions={}))
        yield SimpleNamespace(standin=standin, channels={}, bot=SimpleNamespace(memory_mib=lambda: (1.0, 2.0)))

    async def act_nothing(*_arguments: Any) -> dict[str, bytes]:
        return {}

    monkeypatch.setattr(run, "open_theatre", open_nothing)
    monkeypatch.setattr(run, "act_weekend", act_nothing)
    assert await play_weekend(1, 12, tmp_path) == 0
    monkeypatch.setattr(Stopwatch, "is_late", True)
    assert await play_weekend(1, 12, tmp_path) == 1
    assert (
        capsys.readouterr().out.splitlines()[-1].startswith("FAILED: the weekend took 0.0 s of 90 s that it may take")
    )


def test_ties_are_counted_by_whether_a_tie_break_decided() -> None:
    def rows(*places: tuple[float | None, int | None]) -> list[dict[str, Any]]:
        return [{"rank": rank, "total": total} for rank, total in places]

    decided, shared = rows((1, 9), (2, 9), (3, 5)), rows((1, 9), (2.5, 5), (2.5, 5), (None, None), (None, None))
    partly = rows((1, 9), (2, 9), (2, 9))
    assert checking.count_ties([decided, shared, partly]) == checking.Ties(decided=2, shared=1)


def test_two_teams_in_each_others_place_are_noticed() -> None:
    rows = [{"name": "Łódź Lions", "rank": 1, "total": 3}, {"name": "Trio", "rank": 2, "total": 5}]
    seen = [("1", "Łódź…", "3"), ("2", "Trio", "5")]
    checking._compare("a list", seen, rows)
    for wrong in ([("1", "Trio", "3"), ("2", "Łódź Lions", "5")], [("1", "Łódź Lions", "3")], [*seen, seen[1]]):
        with pytest.raises(WeekendError):
            checking._compare("a list", wrong, rows)
