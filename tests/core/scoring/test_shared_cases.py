"""The published tables beside the project, read as they stand there: as far as our rules go, we agree with them.

`test_published.py` and others hold the same facts in the project; here nobody can have copied them wrongly.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from core.scoring.bracket import Result, build_bracket, get_match, record_result
from core.scoring.bracket_layout import build_layout
from core.scoring.ranking import Comparison, rank
from tests.core.scoring.documents import TWO, document, fault_lines, standings
from tests.core.scoring.test_bracket_layout import show_sources
from tests.core.scoring.test_published import PLACES, POINTS, compare_best_places
from tests.core.scoring.test_ranking import places

FOLDER = Path(__file__).parents[4] / "shared" / "cases"


def load(name: str) -> Any:
    """A file of cases; the test is skipped where this checkout has none beside it."""
    path = FOLDER / name
    if not path.exists():
        pytest.skip(f"shared/cases/{name} does not lie beside this checkout")
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("ties", "published"), [("share", "standard"), ("split", "fractional")])
def test_ranking_methods(ties: Any, published: str) -> None:
    cases = load("ranking_methods_rosetta.json")
    assert places([score for score, _ in cases["scores"]], ties) == cases[published]


def test_bowling_games() -> None:
    """A game that cannot be is refused; one that is not finished is, too, since it is not marked as stopped."""
    cases = load("bowling_canonical.json")["canonical"]
    for case in cases:
        given = case["input"]
        rolled = [*given["previousRolls"], *([given["roll"]] if "roll" in given else [])]
        content = document(TWO, results={"bowling": {"Ann": [{"rolls": rolled}]}})
        if isinstance(case["expected"], dict):
            assert fault_lines(content), case["description"]
            continue
        rows = standings(content).events["bowling"].players
        assert rows is not None
        assert {row.name: row.total for row in rows.rows}["Ann"] == case["expected"], case["description"]
    assert len(cases) > 30


def test_the_crossfit_games() -> None:
    """More points first; equal ones by the best place, then the next best."""
    published = load("crossfit_games2025_women.json")["rows"]
    entries = [(row["name"], None, (row["total"], *sorted(row["places"])), ()) for row in reversed(published)]
    ranking = rank(entries, [Comparison("points", POINTS, 0, 1_000), *compare_best_places(10)], "share")
    expected = [(row["name"], 2 * row["rank"]) for row in published]
    assert [(row.name, row.rank) for row in ranking.rows] == expected


def test_boats() -> None:
    """The worst race is left out. The published order, but for ties that only the last race decides (A8.2)."""
    for example in load("sailing_rrs_A8_examples.json")["examples"]:
        races = {row["id"]: sorted(row["races"])[: -example["discards"]] for row in example["rows"]}
        assert {row["id"]: row["total"] for row in example["rows"]} == {boat: sum(own) for boat, own in races.items()}
        total = Comparison("total", PLACES, 1, 99, is_lower_better=True)
        entries = [(boat, None, (sum(own), *own), ()) for boat, own in races.items()]
        compared = [total, *compare_best_places(len(next(iter(races.values()))))]
        ranks = {row.name: row.rank or 0 for row in rank(entries, compared, "share").rows}
        in_order = [ranks[boat] for boat in example["order"]]
        assert in_order == sorted(in_order)
        assert (len(set(in_order)) == 1) == (example["rule"] == "A8.2")


def test_the_college_football_playoff() -> None:
    """Twelve seeds, byes for four, no re-seeding: each match is between the published sides, and has its winner."""
    published = load("bracket12_cfp2024.json")
    bracket = build_bracket([published["teams"][str(seed)] for seed in range(1, 13)])
    for match in published["matches"]:
        sides = {published["teams"][str(match[side])] for side in ("hi", "lo")}
        (ready,) = [waiting for waiting in bracket.ready if set(waiting.pair or ()) == sides]
        winner = published["teams"][str(match["winner"])]
        bracket = record_result(bracket, Result(ready.pair, winner))
        assert get_match(bracket, ready.id).pair == ready.pair
    assert bracket.champion == published["teams"][str(published["champion"])]
    assert bracket.ready == ()


def test_twelve_teams_double_elimination() -> None:
    """All matches but the second final, which the cases describe in words."""
    published = load("bracket12_double_elim_layout.json")
    layout = {fixture.id: list(show_sources(fixture)) for fixture in build_layout("double", 12)}
    del layout["G2"]
    assert layout == {**published["winners"], **published["losers"], "G1": published["final"]["G1"]}
