"""The two scorings agree, file by file, on valid and on broken files of all kinds."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from tests.second.breaking import LIMITS, broken
from tests.second.choices import Choices, drawn, seeded
from tests.second.differential import FEW_SIZES, KINDS, Case, disagreement, make_case, second
from tests.second.first import FirstScoring, first_scoring, run_process
from tests.second.generate import bracket_file, encode, results_file
from tests.second.layouts import TWELVE, winners_side

SEEDS = range(60)


@pytest.fixture(scope="module")
def first() -> Iterator[FirstScoring]:
    with first_scoring() as scoring:
        yield scoring


@pytest.mark.parametrize("kind", KINDS)
def test_agreement_on_seeded_files(first: FirstScoring, kind: str) -> None:
    found = {}
    for seed in SEEDS:
        case = make_case(seeded(seed), first, kind, FEW_SIZES)
        problem = disagreement(first, case)
        if problem is not None:
            found[seed] = f"{problem} in {case.data!r}"
    assert found == {}


@pytest.mark.parametrize(("event", "turn"), [(event, turn) for event, turns in LIMITS.items() for turn in turns])
def test_agreement_on_both_sides_of_a_limit(first: FirstScoring, event: str, turn: Any) -> None:
    teams = [{"name": team, "players": [team + place for place in "123"]} for team in "AB"]
    data = json.dumps({"teams": teams, "results": {event: {"A1": [turn]}}}).encode()
    assert disagreement(first, Case("standings", data)) is None


def valid_results(choices: Choices) -> bytes:
    return encode(choices, results_file(choices, most_teams=3))


def broken_results(choices: Choices) -> bytes:
    return broken(choices, results_file(choices, most_teams=3))


def valid_bracket(choices: Choices) -> bytes:
    return encode(choices, bracket_file(choices, [12], lambda _: TWELVE, most_teams=6))


@settings(max_examples=30, deadline=None)
@given(data=drawn(valid_results))
def test_agreement_on_drawn_results(first: FirstScoring, data: bytes) -> None:
    assert disagreement(first, Case("standings", data)) is None


@settings(max_examples=30, deadline=None)
@given(data=drawn(broken_results))
def test_agreement_on_drawn_broken_results(first: FirstScoring, data: bytes) -> None:
    assert disagreement(first, Case("standings", data)) is None


@settings(max_examples=30, deadline=None)
@given(data=drawn(valid_bracket))
def test_agreement_on_drawn_brackets(first: FirstScoring, data: bytes) -> None:
    assert disagreement(first, Case("bracket", data)) is None


@pytest.mark.parametrize("kind", ["results", "bracket", "broken results"])
def test_agreement_with_a_process_of_its_own(first: FirstScoring, kind: str, tmp_path: Path) -> None:
    """The command line says the same as the entry point that the other tests call for speed."""
    case = make_case(seeded(7), first, kind, [12])
    answer = run_process(case.command, case.data, tmp_path)
    expected = second(first, case)
    assert answer.status == (2 if expected is None else 0)
    assert answer.out == first.run(case.command, case.data).out
    assert (json.loads(answer.out) if answer.out else None) == expected


def test_layout_of_twelve_is_the_published_one(first: FirstScoring) -> None:
    assert first.layout(12) == TWELVE


@pytest.mark.parametrize("teams", FEW_SIZES)
def test_layouts_drop_every_loser_once(first: FirstScoring, teams: int) -> None:
    """The winners' side is single elimination; the losers' side takes each of its losers, and has one winner."""
    layout = first.layout(teams)
    assert layout["winners"] == winners_side(teams)
    coming = [source for side in ("losers", "final") for sources in layout[side].values() for source in sources]
    finalist = f"W:W{teams - 1}"
    expected = [finalist, *(f"L:{match}" for match in layout["winners"]), *(f"W:{match}" for match in layout["losers"])]
    assert sorted(coming) == sorted(expected)
