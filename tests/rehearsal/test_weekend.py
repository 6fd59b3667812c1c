"""A whole weekend, and the places of seed 1 as they were worked out by hand from the rounds that were entered."""

import json
from pathlib import Path

import pytest

from core.scoring.bracket_file import render_file
from core.scoring.results_file import read_results_file
from core.scoring.standings import compute_standings
from core.scoring.standings_json import render_standings
from rehearsal.weekend import checking
from rehearsal.weekend.run import play_weekend
from rehearsal.weekend.theatre import WeekendError

LONG = "The Extraordinarily Long-Winded Gentlemen of the Upper Lower Valley Bowling League"

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


async def test_the_weekend_of_seed_1_ends_as_worked_out_by_hand(tmp_path: Path) -> None:
    assert await play_weekend(1, 12, tmp_path) == 0
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
    bracket = json.loads(render_file((tmp_path / "bracket.json").read_bytes()))
    assert bracket["champion"] is not None
    assert {path.suffix for path in tmp_path.iterdir()} == {".json", ".png"}


def test_two_teams_in_each_others_place_are_noticed() -> None:
    rows = [{"name": "Łódź Lions", "rank": 1, "total": 3}, {"name": "Trio", "rank": 2, "total": 5}]
    seen = [("1", "Łódź…", "3"), ("2", "Trio", "5")]
    checking._compare("a list", seen, rows)
    for wrong in ([("1", "Trio", "3"), ("2", "Łódź Lions", "5")], [("1", "Łódź Lions", "3")], [*seen, seen[1]]):
        with pytest.raises(WeekendError):
            checking._compare("a list", wrong, rows)
