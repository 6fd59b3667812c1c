"""Published tournaments, reproduced: sums of places, and ties broken by the best place, then the next best."""

from collections.abc import Mapping

import pytest

from core.scoring.event import get_rounds_event
from core.scoring.ranking import Comparison, Unit, name_best, rank
from tests.core.scoring.documents import Document, overall, standings

PLACES = Unit("place", "places")
POINTS = Unit("point", "points")

# Olympic Games London 2012, women's omnium: places in flying lap, points race, elimination race, individual pursuit,
# scratch race and time trial, and the total, for the final places 1 to 18.
# http://cryer.org.uk/Cycling_at_the_2012_Summer_Olympics_%e2%80%93_Women%27s_omnium
OMNIUM = (
    ("1 10 1 2 3 1", 18),
    ("5 5 2 1 2 4", 19),
    ("3 11 3 4 1 2", 24),
    ("7 3 8 3 6 10", 37),
    ("10 4 6 8 5 12", 45),
    ("4 16 5 6 4 15", 50),
    ("16 7 7 11 7 7", 55),
    ("8 12 9 9 14 5", 57),
    ("12 2 15 5 12 13", 59),
    ("15 6 4 10 10 16", 61),
    ("13 1 10 12 13 14", 63),
    ("9 15 16 13 8 6", 67),
    ("6 13 12 14 16 8", 69),
    ("2 18 13 18 18 3", 72),
    ("14 14 11 15 9 11", 74),
    ("18 8 14 7 11 18", 76),
    ("11 17 17 16 15 9", 85),
    ("17 9 18 17 17 17", 95),
)

# CrossFit Games 2025, women: points and the places in ten events. Arielle Loewen and Madeline Sturt have 631 points
# each; the event win puts the former ahead. https://games.crossfit.com, copied at
# https://github.com/pannaf/crossfit-leaderboard-remix (public/leaderboard_data-women.json).
CROSSFIT = (
    ("Tia-Clair Toomey", 902, "1 1 16 3 4 3 2 1 1 3"),
    ("Lucy Campbell", 720, "3 10 6 1 23 5 1 17 12 5"),
    ("Olivia Kerstetter", 678, "28 11 4 4 6 6 22 9 5 1"),
    ("Danielle Brandon", 662, "8 2 24 8 30 4 12 8 3 2"),
    ("Arielle Loewen", 631, "5 12 15 7 25 1 6 12 6 17"),
    ("Madeline Sturt", 631, "7 9 14 10 7 17 8 10 7 14"),
    ("Mirjam von Rohr", 594, "6 8 20 15 1 15 7 14 9 20"),
    ("Aimee Cringle", 586, "2 3 29 9 18 9 5 4 16 27"),
    ("Anikha Greer", 559, "27 7 10 20 2 16 13 20 8 4"),
    ("Alexis Raptis", 555, "14 23 9 14 28 8 11 3 10 7"),
    ("Lucy McGonigle", 553, "19 4 28 13 19 2 9 6 19 10"),
    ("Abigail Domit", 539, "9 14 23 16 10 19 4 13 2 21"),
    ("Lydia Fish", 512, "12 5 2 11 27 20 19 11 26 8"),
    ("Claudia Gluck", 500, "25 6 8 21 8 10 3 18 27 19"),
    ("Grace Walton", 495, "10 13 26 5 11 24 23 2 13 18"),
    ("Brooke Wells", 490, "15 19 22 6 5 12 29 5 17 16"),
    ("Feeroozeh Saghafi", 489, "17 18 1 27 12 7 18 19 22 6"),
    ("Lexi Neely", 452, "29 16 5 17 16 25 10 7 21 11"),
    ("Haley Adams", 444, "4 17 25 2 29 11 21 16 24 12"),
    ("Jennifer Muir", 376, "11 29 18 18 2 26 24 29 4 22"),
    ("Sydney Michalyshen", 375, "18 21 13 25 9 23 20 23 11 15"),
    ("Christina Livaditakis", 365, "24 22 11 24 24 22 15 15 15 9"),
    ("Hattie Kanyo", 331, "13 15 17 22 19 18 17 27 14 28"),
    ("Carolyne Prevost", 292, "23 26 21 19 13 21 14 21 20 25"),
    ("Seungyeon Choi", 271, "16 25 19 26 14 14 30 30 23 13"),
    ("Siria Meha", 254, "20 20 3 29 17 28 27 24 28 23"),
    ("Mariana Meza", 229, "21 28 27 28 15 13 16 28 18 30"),
    ("Maria Camila Quintero", 220, "22 27 7 23 22 29 25 25 25 24"),
    ("Emily de Rooy", 205, "26 30 12 12 21 27 28 22 29 26"),
    ("Luiza Marques", 57, "30 24 30 30 26 30 26 26 30 29"),
)

# Racing Rules of Sailing A8, examples of "Misconduct - a reference for race officials", p. 105, without the discards:
# https://online.flipbuilder.com/rzgo/xtdp/files/basic-html/page105.html. A8.1 is G26 and G27; where it leaves a tie,
# sailors look at the last race (A8.2) and these games share the rank (ruling 33).
SAILING = {
    "C by its two third places": ({"A": "3 4 1 6 2", "B": "4 3 2 1 6", "C": "1 2 7 3 3"}, {"C": 1, "A": 2, "B": 2}),
    "all equal": ({"A": "3 4 5", "B": "3 4 5", "C": "5 3 4", "D": "4 5 3"}, {"A": 1, "B": 1, "C": 1, "D": 1}),
}


def omnium_as_games() -> Document:
    """Eighteen teams that come out of our six events in the places of the omnium's six."""
    places = [list(map(int, row.split())) for row, _ in OMNIUM]
    names = [f"Rider {number}" for number in range(1, len(OMNIUM) + 1)]
    keys = ["bowling", "derby", "bags", "basketball"]
    results: Document = {
        event: {f"{name} a": [50 - own[index]] for name, own in zip(names, places, strict=True)}
        for index, event in enumerate(keys)
    }
    results["golf"] = {name: [4] * 17 + [own[4]] for name, own in zip(names, places, strict=True)}
    last_first = sorted(zip(names, places, strict=True), key=lambda pair: -pair[1][5])
    results["holdem"] = {"out": [f"{name} {seat}" for name, _ in last_first for seat in "abc"]}
    teams = [{"name": name, "players": [f"{name} {seat}" for seat in "abc"]} for name in names]
    return {"teams": teams, "results": results}


def test_the_omnium_of_london_2012() -> None:
    result = standings(omnium_as_games())
    for index, event in enumerate(result.counted):
        places = {row.name: (row.rank or 0) // 2 for row in result.events[event].teams.rows}
        assert places == {f"Rider {number}": int(row.split()[index]) for number, (row, _) in enumerate(OMNIUM, start=1)}
    expected = {f"Rider {number}": (number, total) for number, (_, total) in enumerate(OMNIUM, start=1)}
    assert overall(result, "teams") == expected


def compare_best_places(count: int) -> list[Comparison]:
    return [Comparison(name_best(place), PLACES, 1, 99, is_lower_better=True) for place in range(1, count + 1)]


def test_the_crossfit_games_of_2025() -> None:
    entries = [
        (name, None, (points, *sorted(map(int, places.split()))), ()) for name, points, places in reversed(CROSSFIT)
    ]
    ranking = rank(entries, [Comparison("points", POINTS, 0, 1_000), *compare_best_places(10)], "share")
    assert [row.name for row in ranking.rows] == [name for name, _, _ in CROSSFIT]
    assert [row.rank for row in ranking.rows] == [2 * place for place in range(1, 31)]


@pytest.mark.parametrize(("boats", "expected"), SAILING.values(), ids=SAILING)
def test_ties_at_sea(boats: Mapping[str, str], expected: Mapping[str, int]) -> None:
    races = {name: sorted(map(int, places.split())) for name, places in boats.items()}
    count = len(next(iter(races.values())))
    total = Comparison("total", PLACES, 1, 99, is_lower_better=True)
    entries = [(name, None, (sum(places), *places), ()) for name, places in races.items()]
    assert len({values[0] for _, _, values, _ in entries}) == 1
    ranking = rank(entries, [total, *compare_best_places(count)], "share")
    assert {row.name: (row.rank or 0) // 2 for row in ranking.rows} == expected


def test_a_bowling_score_sheet() -> None:
    """https://github.com/ukdave/kata-bowling-ruby: 5, 14, 29, 49, 60, 61, 77, 97, 117, 133."""
    entry = get_rounds_event("bowling").entry
    assert entry.parse("14 45 6/ 5/ X -1 7/ 6/ X 2/6").points == 133
    assert entry.parse("14 45 6/ 5/ X -1 stopped").points == 61
    assert entry.parse("14 45 6/ 5/ X -1 7/ 6/ X 2/ stopped").points == 127
