"""Events together: what counts, who is in which list, ties overall, ejections, cancellations."""

import json
from typing import Any, ClassVar

import pytest

from core.scoring.standings_json import render_standings
from tests.core.scoring.documents import THREE, TWO, document, overall, ranks, standings

PAR = [4] * 18


def rounds(**totals: int) -> dict[str, list[int]]:
    """One round a player."""
    return {player: [total] for player, total in totals.items()}


class TestCounted:
    """G18-G22; rulings 25-28."""

    def test_events_are_sorted_into_counted_not_played_and_cancelled_in_playing_order(self) -> None:
        result = standings(
            document(
                TWO,
                events=["holdem", "golf", "derby", "bags", "bowling"],
                results={"bags": {}, "derby": rounds(Ann=3), "golf": {"Aces": PAR}},
                cancelled=["derby"],
            )
        )
        assert result.counted == ("golf", "bags")
        assert result.not_played == ("holdem", "bowling")
        assert result.cancelled == ("derby",)
        assert list(result.events) == ["golf", "derby", "bags"]
        assert result.teams.counted == ("golf", "bags")
        assert result.players.counted == ("bags",)

    def test_an_event_cancelled_before_it_began_is_cancelled_only(self) -> None:
        result = standings(document(TWO, results={}, cancelled=["golf", "derby"]))
        assert (result.counted, result.cancelled, list(result.events)) == ((), ("derby", "golf"), [])
        assert result.not_played == ("bowling", "bags", "basketball", "holdem")

    def test_ruling_28_a_cancelled_event_counts_neither_in_the_sum_nor_in_its_ties(self) -> None:
        """Bees win bags, Aces basketball; the derby that Bees won is void, so nothing tells the two apart."""
        results = {"derby": rounds(Ed=9), "bags": rounds(Ed=9), "basketball": rounds(Ann=9)}
        void = standings(document(TWO, results=results, cancelled=["derby"]))
        assert overall(void, "teams") == {"Aces": (1, 3), "Bees": (1, 3)}
        assert ranks(void, "derby", "teams") == {"Bees": 1, "Aces": 2}
        held = standings(document(TWO, results=results))
        assert overall(held, "teams") == {"Bees": (1, 4), "Aces": (2, 5)}

    def test_an_event_with_an_empty_entry_is_played_and_everybody_has_0(self) -> None:
        result = standings(document(TWO, results={"bowling": {}}))
        assert set(ranks(result, "bowling").values()) == {4.5}
        assert ranks(result, "bowling", "teams") == {"Aces": 1.5, "Bees": 1.5}
        assert overall(result, "teams") == {"Aces": (1, 1.5), "Bees": (1, 1.5)}

    def test_as_long_as_nothing_counts_nobody_has_a_rank(self) -> None:
        for content in (document(TWO), document(TWO, results={"derby": rounds(Ann=3)}, cancelled=["derby"])):
            result = standings(content)
            assert list(overall(result, "teams").items()) == [("Aces", (None, None)), ("Bees", (None, None))]
            assert set(overall(result).values()) == {(None, None)}
            assert result.teams.ranking.rows[0].because == "has no rank, since no event counts yet"

    def test_golf_alone_ranks_teams_and_no_players(self) -> None:
        """Ruling 34."""
        result = standings(document(TWO, results={"golf": {"Bees": PAR}}))
        assert overall(result, "teams") == {"Bees": (1, 1), "Aces": (2, 2)}
        assert set(overall(result).values()) == {(None, None)}


class TestOverall:
    """G23-G28; rulings 29-33."""

    @pytest.mark.parametrize(
        ("lists", "expected"),
        [
            # Players by event, best first; those not named are level behind them.
            pytest.param(
                {"derby": "Ann Bo Cy", "bags": "Bo Ann Cy"}, {"Ann": 1, "Bo": 1, "Cy": 3}, id="G28 equal all the way"
            ),
            pytest.param(
                {"derby": "Ann Bo Cy", "bags": "Cy Bo Ann"}, {"Ann": 1, "Cy": 1, "Bo": 3}, id="G26 the best rank"
            ),
            pytest.param(
                {"derby": "Ann Bo Cy Di", "bags": "Bo Ann Di Cy", "basketball": "Cy Di Bo Ann"},
                # Ann 1 2 4, Bo 1 2 3, Cy 1 3 4, Di 2 3 4
                {"Bo": 1, "Ann": 2, "Cy": 3, "Di": 4},
                id="ruling 29 the sum",
            ),
            pytest.param(
                {"derby": "Ann Di Ed Bo Cy", "bags": "Bo Cy Flo Ann Di", "basketball": "Cy Ed Bo Di Ann"},
                # Ann 1 4 5 = 10, Bo 1 3 4 = 8, Cy 1 2 5 = 8: G27 the second best rank
                {"Cy": 1, "Bo": 2, "Ann": 3},
                id="G27 the second best rank",
            ),
        ],
    )
    def test_the_lowest_sum_wins_then_the_best_ranks(self, lists: dict[str, str], expected: dict[str, float]) -> None:
        results = {
            event: {name: [20 - place] for place, name in enumerate(names.split())} for event, names in lists.items()
        }
        result = overall(standings(document(TWO, results=results)))
        assert {name: result[name][0] for name in expected} == expected

    def test_ruling_33_a_tie_overall_is_shared_even_where_every_event_splits(self) -> None:
        ties = dict.fromkeys(("bowling", "derby", "bags", "basketball", "golf", "holdem"), "split")
        results = {"derby": rounds(Ann=1), "bags": rounds(Ed=1)}
        result = standings(document(TWO, results=results, rulings={"ties": ties}))
        assert overall(result, "teams") == {"Aces": (1, 3), "Bees": (1, 3)}
        assert overall(result)["Bo"] == (3, 2 * 5)

    def test_split_ranks_are_summed_exactly(self) -> None:
        results = {"bowling": rounds(Ann=1, Ed=1)}
        result = overall(standings(document(TWO, results=results)))
        assert (result["Ann"], result["Ed"], result["Bo"]) == ((1, 1.5), (1, 1.5), (3, 5.5))


class TestTies:
    """Rulings 38, 39; per event, for its team and its player list."""

    @pytest.mark.parametrize("event", ["bowling", "derby", "bags", "basketball"])
    @pytest.mark.parametrize(("ties", "rank"), [("split", 1.5), ("share", 1)])
    def test_split_or_share_goes_for_teams_and_players(self, event: str, ties: str, rank: float) -> None:
        results = {event: rounds(Ann=7, Ed=7)}
        result = standings(document(TWO, results=results, rulings={"ties": {event: ties}}))
        assert ranks(result, event, "teams") == {"Aces": rank, "Bees": rank}
        assert ranks(result, event)["Ann"] == ranks(result, event)["Ed"] == rank

    def test_one_events_ruling_is_no_others(self) -> None:
        results = {"derby": rounds(Ann=7, Ed=7), "bags": rounds(Ann=7, Ed=7), "bowling": rounds(Ann=7, Ed=7)}
        result = standings(document(TWO, results=results, rulings={"ties": {"derby": "split"}}))
        assert ranks(result, "derby", "teams") == {"Aces": 1.5, "Bees": 1.5}
        assert ranks(result, "bags", "teams") == {"Aces": 1, "Bees": 1}
        assert ranks(result, "bowling", "teams") == {"Aces": 1.5, "Bees": 1.5}

    @pytest.mark.parametrize(
        ("team_round", "first"),
        [
            # Aces: rounds 10 and 10; single 10, 10. Bees: rounds 12 and 8; single 6, 6, 4, 4.
            pytest.param("team", "Bees", id="rulings 36, 39: round k of the team"),
            pytest.param("individual", "Aces", id="the single rounds of its players"),
        ],
    )
    def test_a_teams_best_round_is_what_the_organiser_rules(self, team_round: str, first: str) -> None:
        results = {"derby": {"Ann": [10, 10], "Ed": [6, 4], "Flo": [6, 4]}}
        result = standings(document(TWO, results=results, rulings={"team_round": team_round}))
        rows = result.events["derby"].teams.rows
        assert [(row.name, row.rank, row.total) for row in rows if row.name == first] == [(first, 2, 20)]
        assert rows[1].rank == 4

    def test_single_rounds_are_filled_with_0_for_an_empty_position(self) -> None:
        """Bees have three players; the rounds of a fourth count 0, as those that Di of the Aces did not take."""
        results = {"bags": {**rounds(Ann=5, Bo=5, Cy=5), **rounds(Ed=5, Flo=5, Gus=5)}}
        content = document(
            "Aces: Ann Bo Cy Di; Bees: Ed Flo Gus", results=results, rulings={"team_round": "individual"}
        )
        result = standings(content)
        assert ranks(result, "bags", "teams") == {"Aces": 1, "Bees": 1}
        assert {len(row.values) for row in result.events["bags"].teams.rows} == {1 + 4 * 3}


class TestEjections:
    """G12, G13, G15, G17; rulings 18-21, 112, 116."""

    RESULTS: ClassVar[dict[str, Any]] = {
        "bowling": rounds(Ann=100, Bo=90, Ed=80),
        "derby": rounds(Ann=10, Ed=8),
        "bags": rounds(Ed=8),
    }

    def test_from_an_event_on_the_player_is_in_no_list_and_the_rounds_before_stand(self) -> None:
        content = document(TWO, results=self.RESULTS, ejections=[{"player": "Bo", "from": "derby"}])
        result = standings(content)
        assert ranks(result, "bowling")["Bo"] == 2
        assert "Bo" not in ranks(result, "derby")
        assert "Bo" not in ranks(result, "bags")
        assert result.events["bowling"].teams.rows[0].total == 190
        assert overall(result)["Bo"] == (None, None)
        assert dict(result.players.ranks_of("Bo")) == {"bowling": 4}
        assert result.players.ranking.rows[-1].name == "Bo"

    def test_later_follows_the_playing_order_of_this_edition(self) -> None:
        content = document(
            TWO,
            events=["bags", "derby", "bowling"],
            results={"bags": rounds(Ed=8), "derby": rounds(Ed=8), "bowling": rounds(Ed=8)},
            ejections=[{"player": "Bo", "from": "derby"}],
        )
        result = standings(content)
        assert ["Bo" in ranks(result, event) for event in ("bags", "derby", "bowling")] == [True, False, False]

    def test_forfeits_name_the_very_events(self) -> None:
        content = document(TWO, results=self.RESULTS, ejections=[{"player": "Bo", "forfeits": ["bags", "golf"]}])
        result = standings(content)
        assert ["Bo" in ranks(result, event) for event in ("bowling", "derby", "bags")] == [True, True, False]

    @pytest.mark.parametrize("ejection", [{"from": "end"}, {"forfeits": []}])
    def test_ruling_20_whoever_is_ejected_at_the_end_has_no_overall_rank_either(self, ejection: dict[str, Any]) -> None:
        content = document(TWO, results=self.RESULTS, ejections=[{"player": "Ann", **ejection}])
        result = standings(content)
        assert ranks(result, "derby")["Ann"] == 1
        assert overall(result)["Ann"] == (None, None)
        assert overall(result)["Ed"] == (1, 3 + 2 + 1)
        assert overall(result, "teams")["Aces"] == (1, 1 + 1 + 2)

    def test_ruling_21_an_ejected_team_keeps_its_events_and_has_no_overall_rank(self) -> None:
        content = document(THREE, results=self.RESULTS, team_ejections=[{"team": "Aces", "from": "bags"}])
        result = standings(content)
        assert ranks(result, "derby", "teams") == {"Aces": 1, "Bees": 2, "Cats": 3}
        assert ranks(result, "bags", "teams") == {"Bees": 1, "Cats": 2}
        assert "Ann" not in ranks(result, "bags")
        assert overall(result, "teams") == {"Bees": (1, 2 + 2 + 1), "Cats": (2, 3 + 3 + 2), "Aces": (None, None)}
        assert overall(result)["Ann"] == (None, None)
        assert result.players.ranking.find("Ann").because == (  # type: ignore[union-attr]
            "has no overall rank: the team was ejected or withdrew (ruling 21)"
        )

    def test_unranked_entries_come_last_in_name_order(self) -> None:
        content = document(
            TWO,
            results=self.RESULTS,
            ejections=[{"player": "Ann", "from": "end"}],
            team_ejections=[{"team": "Bees", "from": "end"}],
        )
        result = standings(content)
        assert [row.name for row in result.players.ranking.rows] == ["Bo", "Cy", "Di", "Ann", "Ed", "Flo", "Gus", "Hal"]
        assert [row.name for row in result.teams.ranking.rows] == ["Aces", "Bees"]

    def test_a_team_whose_players_are_all_ejected_still_takes_part(self) -> None:
        gone = [{"player": player, "from": "derby"} for player in ("Ann", "Bo", "Cy", "Di")]
        content = document(TWO, results={"bowling": rounds(Ann=9), "derby": rounds(Ed=5)}, ejections=gone)
        for team_round in ("team", "individual"):
            content["rulings"] = {"team_round": team_round}
            result = standings(content)
            assert ranks(result, "derby", "teams") == {"Bees": 1, "Aces": 2}
            assert overall(result, "teams") == {"Aces": (1, 3), "Bees": (1, 3)}

    def test_an_event_without_any_team_has_empty_lists(self) -> None:
        content = document(
            TWO,
            results={"bags": {}},
            team_ejections=[{"team": team, "forfeits": ["bags"]} for team in ("Aces", "Bees")],
        )
        result = standings(content)
        assert result.events["bags"].teams.rows == ()
        assert result.counted == ("bags",)
        assert overall(result, "teams") == {"Aces": (None, None), "Bees": (None, None)}

    def test_a_player_ejected_alone_and_with_the_team_misses_both(self) -> None:
        content = document(
            THREE,
            results={"bowling": {}, "derby": {}, "bags": {}},
            ejections=[{"player": "Ann", "forfeits": ["derby"]}],
            team_ejections=[{"team": "Aces", "from": "bags"}],
        )
        result = standings(content)
        assert ["Ann" in ranks(result, event) for event in ("bowling", "derby", "bags")] == [True, False, False]
        assert ["Bo" in ranks(result, event) for event in ("bowling", "derby", "bags")] == [True, True, False]


def test_a_player_and_a_team_of_one_name_are_two() -> None:
    content = document("Ann: Ann Bo Cy; Bees: Ed Flo Bees", results={"bags": rounds(Ann=1, Bees=9)})
    rendered = json.loads(render_standings(standings(content)))
    assert rendered["overall"]["teams"] == [
        {"name": "Bees", "rank": 1, "total": 1, "ranks": {"bags": 1}},
        {"name": "Ann", "rank": 2, "total": 2, "ranks": {"bags": 2}},
    ]
    assert rendered["overall"]["players"][1] == {
        "name": "Ann",
        "rank": 2,
        "total": 2,
        "ranks": {"bags": 2},
        "team": "Ann",
    }


def test_ranks_and_totals_are_printed_as_numbers_whole_ones_without_a_point() -> None:
    rendered = render_standings(standings(document(TWO, results={"bowling": rounds(Ann=1, Ed=1)})))
    assert '{"name": "Ann", "team": "Aces", "rank": 1.5, "total": 1}' in rendered
    assert '{"name": "Bo", "team": "Aces", "rank": 5.5, "total": 0}' in rendered
    assert '{"name": "Aces", "rank": 1, "total": 1.5, "ranks": {"bowling": 1.5}}' in rendered


def test_names_are_printed_as_json() -> None:
    content = document(TWO, results={"bags": {}})
    content["teams"][0]["name"] = 'Ł"\\\u2028 🏀'
    rendered = json.loads(render_standings(standings(content)))
    assert rendered["overall"]["teams"][1]["name"] == 'Ł"\\\u2028 🏀'
