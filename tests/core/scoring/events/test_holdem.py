"""Hold'em: ranks by elimination, and rank P for whoever was late, and for empty and forfeited positions."""

import pytest

from core.scoring.event import get_event
from core.scoring.events.holdem import Elimination, Knockout
from core.scoring.ranking import show_rank
from core.scoring.results_file import read_results_file, write_results_file
from tests.core.scoring.documents import TWO, Document, document, ranks, read, standings


def holdem(out: str, late: str = "", teams: str = TWO, **fields: object) -> Document:
    return document(teams, results={"holdem": {"out": out.split(), "late": late.split()}}, **fields)


def test_g128_the_later_somebody_goes_out_the_better_the_rank() -> None:
    result = ranks(standings(holdem("Ed Ann Flo Bo Gus Cy Hal Di")), "holdem")
    assert result == {"Di": 1, "Hal": 2, "Cy": 3, "Gus": 4, "Bo": 5, "Flo": 6, "Ann": 7, "Ed": 8}


@pytest.mark.parametrize(
    ("out", "aces", "bees"),
    [
        pytest.param("Ed Flo Gus Hal Di Cy Bo Ann", 10, 26, id="G130 the lowest sum"),
        pytest.param(
            "Ann Ed Flo Bo Cy Gus Hal Di", 1 + 4 + 5 + 8, 2 + 3 + 6 + 7, id="G131 G193 equal sums: the best rank"
        ),
    ],
)
def test_g129_g192_teams_are_ranked_by_the_sum_of_their_ranks(out: str, aces: int, bees: int) -> None:
    rows = standings(holdem(out)).events["holdem"].teams.rows
    assert [(row.name, row.rank, row.total) for row in rows] == [("Aces", 2, aces), ("Bees", 4, bees)]


@pytest.mark.parametrize(
    ("order", "first"),
    [
        # Places 1 to 12; the sums of Aces and Bees are equal each time.
        pytest.param("A B B A A B B A C C C C", "Aces", id="G131 G193: 1 before 2"),
        pytest.param("C A B B A B A A B C C C", "Aces", id="G131 G193: 2 before 3"),
    ],
)
def test_equal_sums_are_told_apart_by_the_best_ranks(order: str, first: str) -> None:
    rosters = {"A": "Ann Abe Amy Al", "B": "Bo Bea Ben Bix", "C": "Cy Cat Cal Cox"}
    players = {team: iter(roster.split()) for team, roster in rosters.items()}
    finish = [next(players[team]) for team in order.split()]
    teams = "Aces: {A}; Bees: {B}; Cats: {C}".format(**rosters)
    content = holdem(" ".join(reversed(finish)), teams=teams)
    rows = standings(content).events["holdem"].teams.rows
    ahead, behind = [row for row in rows if row.name != "Cats"]
    assert ahead.total == behind.total
    assert ahead.name == first


def test_g134_ruling_63_late_players_share_the_last_rank_whatever_ties_says() -> None:
    for ties in ("share", "split"):
        result = standings(holdem("Ann Bo Cy Ed Flo", "Di Gus Hal", rulings={"ties": {"holdem": ties}}))
        assert ranks(result, "holdem") == {"Flo": 1, "Ed": 2, "Cy": 3, "Bo": 4, "Ann": 5, "Di": 8, "Gus": 8, "Hal": 8}
        players = result.events["holdem"].players
        assert players is not None
        assert [show_rank(row) for row in players.rows] == ["1", "2", "3", "4", "5", "T8", "T8", "T8"]


def test_ruling_6_an_empty_position_has_rank_p() -> None:
    content = holdem("Ann Bo Cy Di Ed Flo Gus", teams="Aces: Ann Bo Cy Di; Bees: Ed Flo Gus")
    rows = standings(content).events["holdem"].teams.rows
    assert [(row.name, row.total, row.values[1:]) for row in rows] == [
        ("Bees", 1 + 2 + 3 + 8, (1, 2, 3, 8)),
        ("Aces", 4 + 5 + 6 + 7, (4, 5, 6, 7)),
    ]


def test_g13_a_forfeited_position_has_rank_p_and_p_counts_it() -> None:
    content = holdem("Ann Bo Cy Ed Flo Gus Hal", ejections=[{"player": "Di", "forfeits": ["holdem"]}])
    rows = standings(content).events["holdem"].teams.rows
    assert [(row.name, row.total) for row in rows] == [("Bees", 1 + 2 + 3 + 4), ("Aces", 5 + 6 + 7 + 8)]


def test_an_ejected_team_lowers_p_and_a_team_whose_players_are_all_ejected_does_not() -> None:
    teams = "Aces: Ann Bo Cy; Bees: Ed Flo Gus; Cats: Ida Jo Kim"
    gone = [{"player": player, "from": "holdem"} for player in ("Ann", "Bo", "Cy")]
    content = holdem("Ed Flo Gus", teams=teams, ejections=gone, team_ejections=[{"team": "Cats", "from": "holdem"}])
    rows = standings(content).events["holdem"].teams.rows
    assert [(row.name, row.rank, row.total) for row in rows] == [("Bees", 2, 1 + 2 + 3 + 8), ("Aces", 4, 4 * 8)]


def test_everybody_late_is_everybody_last() -> None:
    result = standings(holdem("", "Ann Bo Cy Di Ed Flo Gus Hal"))
    assert set(ranks(result, "holdem").values()) == {8}
    assert ranks(result, "holdem", "teams") == {"Aces": 1, "Bees": 1}


def test_g195_equal_in_all_four_is_shared_or_split_as_ruled() -> None:
    teams = "Aces: Ann Bo Cy; Bees: Ed Flo Gus; Cats: Ida Jo Kim"
    late = holdem("Kim", "Ann Bo Cy Ed Flo Gus Ida Jo", teams)
    assert ranks(standings(late), "holdem", "teams") == {"Cats": 1, "Aces": 2, "Bees": 2}
    late["rulings"] = {"ties": {"holdem": "split"}}
    assert ranks(standings(late), "holdem", "teams") == {"Cats": 1, "Aces": 2.5, "Bees": 2.5}


def test_the_last_round_of_a_team_ejected_from_everything_leaves_no_list() -> None:
    content = holdem("", team_ejections=[{"team": "Aces", "from": "holdem"}, {"team": "Bees", "from": "bowling"}])
    assert standings(content).events["holdem"].teams.rows == ()


def test_the_record_is_kept_and_ranks_nothing() -> None:
    """G133."""
    content = holdem("Ann Bo Cy Di Ed Flo Gus Hal")
    content["results"]["holdem"]["log"] = [
        {"player": "Bo", "by": [" Ed", "Hal"], "at": "2026-06-13T21:04:05-05:00"},
        {"player": "Ann"},
        {"player": "Cy", "by": []},
        {"player": "Di", "at": "2026-06-13T21:04:05.123456Z"},
    ]
    games = read(content)
    assert games.results["holdem"].log == (
        Knockout("Bo", ("Ed", "Hal"), "2026-06-13T21:04:05-05:00"),
        Knockout("Ann", None, None),
        Knockout("Cy", (), None),
        Knockout("Di", None, "2026-06-13T21:04:05.123456Z"),
    )
    written = write_results_file(games)
    assert write_results_file(read_results_file(written)) == written
    with_record = standings(content)
    del content["results"]["holdem"]["log"]
    assert standings(content) == with_record


def test_late_players_are_written_in_the_order_of_the_teams() -> None:
    games = read(holdem("Ann Bo Cy Ed Flo", "Hal Di Gus"))
    assert games.results["holdem"] == Elimination(("Ann", "Bo", "Cy", "Ed", "Flo"), ("Hal", "Di", "Gus"))
    assert b'"late": ["Di", "Gus", "Hal"]' in write_results_file(games)


def test_holdem_is_entered_by_order_not_by_rounds() -> None:
    event = get_event("holdem")
    assert (event.entry, event.rounds, event.scored, event.can_be_cancelled) == (None, 0, "player", False)
