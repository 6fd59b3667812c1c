"""The registry; and that a seventh event is one file."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import NotFound
from core.scoring import events as event_files
from core.scoring.event import get_event, get_events, get_rounds_event, has_rounds
from core.scoring.explain import explain
from core.scoring.explain_text import describe_subjects
from core.scoring.faults import Faults
from core.scoring.results_file import list_warnings, read_results_file, write_results_file
from core.scoring.standings import get_contest
from core.scoring.standings_json import render_standings
from tests.core.scoring.documents import TWO, document, example, fault_lines, read, standings

DISCS = '''
"""Disc throw: one round, discs through a hoop."""

from core.scoring.counts import CountsEntry
from core.scoring.event import Count
from core.scoring.ranking import Unit
from core.scoring.summed_rounds import SummedRounds

EVENT = SummedRounds(
    key="discs",
    title="Disc Throw",
    order=7,
    rounds=1,
    default_ties="split",
    highest_round=30,
    can_be_cancelled=True,
    entry=CountsEntry(
        noun="discs round",
        round_name="round",
        unit=Unit("point", "points"),
        counts=(Count("Near", 1, 0, 10), Count("Far", 2, 0, 10)),
        counted="discs",
        highest_total=30,
        rare_above=25,
        example="near and far discs, like 4 2, or the total, like 8",
    ),
)
'''


def test_there_are_six_events_in_their_default_order() -> None:
    assert list(get_events()) == ["bowling", "derby", "bags", "basketball", "golf", "holdem"]
    assert [event.title for event in get_events().values()] == [
        "Bowling",
        "Home Run Derby",
        "Bags Sure Toss",
        "Basketball Sure Shot",
        "Golf Scramble",
        "Texas Hold'em",
    ]


def test_g43_g66_only_bowling_splits_its_ties_by_default() -> None:
    assert {key for key, event in get_events().items() if event.default_ties == "split"} == {"bowling"}


def test_g18_g21_weather_cancels_derby_and_golf_only() -> None:
    assert {key for key, event in get_events().items() if event.can_be_cancelled} == {"derby", "golf"}


def test_an_unknown_event_is_not_found() -> None:
    with pytest.raises(NotFound) as refused:
        get_event("chess")
    assert (
        refused.value.sentence
        == "There is no event chess. The events are bowling, derby, bags, basketball, golf, holdem."
    )


def test_holdem_is_not_entered_by_rounds() -> None:
    assert {key for key, event in get_events().items() if not has_rounds(event)} == {"holdem"}
    with pytest.raises(NotFound) as refused:
        get_rounds_event("holdem")
    assert refused.value.sentence == "There is no event holdem. The events are bowling, derby, bags, basketball, golf."


@pytest.mark.parametrize("key", ["bowling", "derby", "bags", "basketball", "golf"])
def test_every_form_says_what_to_type_and_its_numbers_are_a_round(key: str) -> None:
    entry = get_rounds_event(key).entry
    lowest = entry.from_counts([count.lowest for count in entry.counts])
    assert lowest.points == sum(count.points * count.lowest for count in entry.counts)
    assert entry.parse(entry.show(lowest)) == lowest
    assert entry.noun.endswith(entry.round_name)
    assert entry.example
    assert entry.unit.many == f"{entry.unit.one}s"


NUMBERS = st.sampled_from([0, 1, 4, 5, 10, 72, 73, 300, 301, 999, 1000, 99_999, 100_000, -1, True, None, "1"])
FORMS = st.one_of(
    NUMBERS,
    st.lists(st.integers(-1, 11) | NUMBERS, max_size=6),
    st.lists(st.integers(0, 21), min_size=17, max_size=19),
    st.fixed_dictionaries(
        {}, optional={key: st.lists(st.integers(0, 3), min_size=2, max_size=3) | NUMBERS for key in ("on", "in", "x")}
    ),
    st.fixed_dictionaries(
        {},
        optional={
            "rolls": st.lists(st.integers(0, 11), max_size=22) | NUMBERS,
            "stopped": st.booleans() | NUMBERS,
            "x": NUMBERS,
        },
    ),
)


@pytest.mark.parametrize("key", ["bowling", "derby", "bags", "basketball", "golf"])
@given(FORMS)
def test_a_value_is_a_round_or_has_a_fault(key: str, value: object) -> None:
    """Reading is quick and silent, and what it does not take is named by another function: both have to agree."""
    entry = get_rounds_event(key).entry
    taken = entry.read(value)
    if taken is not None:
        assert entry.read(entry.write(taken)) == taken
        return
    faults = Faults()
    entry.refuse(value, ("place",), faults)
    assert faults.lines
    assert all(line.startswith("place") and len(line) > len("place[0]: ") for line in faults.lines)


@pytest.fixture
def _a_seventh_event(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "discs.py").write_text(DISCS, encoding="utf-8")
    monkeypatch.setattr(event_files, "__path__", [*event_files.__path__, str(tmp_path)])
    get_events.cache_clear()
    yield
    get_events.cache_clear()


@pytest.mark.usefixtures("_a_seventh_event")
def test_a_seventh_event_is_one_file() -> None:
    results = {"discs": {"Ann": [[4, 2]], "Bo": [8], "Ed": [28]}, "bowling": {"Hal": [100]}}
    content = document(TWO, results=results)
    games = read(content)
    assert games.events[-1] == "discs"
    rendered = json.loads(render_standings(standings(content)))
    assert rendered["counted"] == ["bowling", "discs"]
    assert rendered["events"]["discs"]["players"][:3] == [
        {"name": "Ed", "team": "Bees", "rank": 1, "total": 28},
        {"name": "Ann", "team": "Aces", "rank": 2.5, "total": 8},
        {"name": "Bo", "team": "Aces", "rank": 2.5, "total": 8},
    ]
    assert list_warnings(games) == (
        "results.discs.Ed[0]: 28 is read as 28 points, and a discs round above 25 is rare: 28 or 2?",
    )
    assert write_results_file(read_results_file(write_results_file(games))) == write_results_file(games)
    assert "Disc Throw: rank 2.5 among 8, total 8 points.\n  Level with Bo" in describe_subjects(
        explain(games, standings(content), "Ann")
    )
    results["discs"]["Flo"] = [[11, 0]]
    assert fault_lines(content | {"cancelled": ["discs"]}) == [
        "results.discs.Flo[0][0]: 11 is not a count of discs (0 to 10)"
    ]


@pytest.mark.parametrize("team_round", ["team", "individual"])
def test_teams_alone_and_players_alone_are_ranked_as_both_together(team_round: str) -> None:
    games = read({**example(), "rulings": {"team_round": team_round}})
    assert len(games.results) > 1
    for key, results in games.results.items():
        event, contest = get_event(key), get_contest(games, key)
        ranked = event.rank(results, contest)
        assert event.rank_teams(results, contest) == ranked.teams
        assert event.rank_players(results, contest) == ranked.players
        assert (ranked.players is not None) == event.has_individuals
