"""The Getaway Games' scoring, sentence by sentence: a results file in, ranks out.

Each test bears the number of the sentence that it holds Skipper to; docs/rulebook.md names it in that sentence's row.
"""

import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType

import pytest

from core.scoring.faults import FileFaults
from core.scoring.ranking import Ranking, show_rank
from core.scoring.results_file import read_results_file
from core.scoring.standings import Standings, compute_standings

ACES, BEES, CATS = ("Ann", "Abe", "Amy", "Al"), ("Bo", "Bea", "Ben", "Bix"), ("Cy", "Cat", "Cal", "Cox")
ALL = {"Aces": ACES, "Bees": BEES, "Cats": CATS}
PAR = [4] * 18


def score(results: Mapping[str, object], teams: Mapping[str, Sequence[str]] = ALL, **more: object) -> Standings:
    document = {
        "teams": [{"name": name, "players": players} for name, players in teams.items()],
        "results": dict(results),
        **more,
    }
    return compute_standings(read_results_file(json.dumps(document).encode()))


def find_faults(results: Mapping[str, object], cancelled: Sequence[str] = ()) -> list[str]:
    with pytest.raises(FileFaults) as refusal:
        score(results, cancelled=list(cancelled))
    return list(refusal.value.lines)


def ranks(ranking: Ranking | None) -> dict[str, str]:
    assert ranking is not None
    return {row.name: show_rank(row) for row in ranking.rows}


def total(ranking: Ranking | None, name: str) -> int | None:
    assert ranking is not None
    row = ranking.find(name)
    assert row is not None
    return row.total


def everybody(rounds: Sequence[int], players: Sequence[str]) -> dict[str, list[int]]:
    return {player: list(rounds) for player in players}


def card(**strokes: int) -> list[int]:
    """A card of fours, but for the holes that are named, such as `hole_3=5`."""
    return [strokes.get(f"hole_{hole}", 4) for hole in range(1, 19)]


ORDER = ["Al", "Bix", "Cox", "Amy", "Ben", "Cal", "Abe", "Bea", "Cat", "Ann", "Bo", "Cy"]  # holdem, first out first


class TestGeneral:
    def test_g6_the_empty_position_loses_its_turns(self) -> None:
        teams = {"Aces": ACES, "Trio": BEES[:3]}
        found = score({"bowling": everybody([100, 100], [*ACES, *BEES[:3]])}, teams)

        assert total(found.events["bowling"].teams, "Trio") == 600
        assert ranks(found.events["bowling"].teams) == {"Aces": "1", "Trio": "2"}

    def test_g6_the_empty_position_takes_last_where_positions_are_ranked(self) -> None:
        teams = {"Aces": ACES, "Trio": BEES[:3]}
        found = score({"holdem": {"out": [*ACES, *BEES[:3]]}}, teams)

        assert total(found.events["holdem"].teams, "Trio") == 1 + 2 + 3 + 8  # ruling 6: 4 x 2 teams
        assert total(found.events["holdem"].teams, "Aces") == 4 + 5 + 6 + 7

    def test_g13_an_ejected_players_position_is_forfeited_in_what_remains(self) -> None:
        """Rulings 19 and 20: what was played stands, and there is no overall rank."""
        results = {"bowling": everybody([50, 50], [*ACES, *BEES]), "bags": everybody([9], ["Abe", *BEES])}
        found = score(results, {"Aces": ACES, "Bees": BEES}, ejections=[{"player": "Ann", "from": "derby"}])

        assert total(found.events["bowling"].teams, "Aces") == 400
        assert "Ann" in ranks(found.events["bowling"].players)
        assert "Ann" not in ranks(found.events["bags"].players)
        assert (total(found.events["bags"].teams, "Aces"), ranks(found.players.ranking)["Ann"]) == (9, "–")

    def test_g18_g21_weather_cancels_derby_and_golf_without_a_replacement(self) -> None:
        results = {"derby": {"Ann": [9]}, "golf": {"Aces": PAR}, "bags": {"Bo": [9]}}
        found = score(results, cancelled=["golf", "derby"])

        assert found.counted == ("bags",)
        assert found.cancelled == ("derby", "golf")
        assert ranks(found.teams.ranking) == {"Bees": "1", "Aces": "T2", "Cats": "T2"}
        assert ranks(found.events["derby"].teams)["Aces"] == "1"  # kept as a record (ruling 25)

    def test_g18_g21_nothing_else_can_be_cancelled(self) -> None:
        assert find_faults({}, cancelled=["bowling"]) != []

    def test_g19_g22_the_standings_use_the_other_events(self) -> None:
        five = {
            "bowling": {"Ann": [10]},
            "bags": {"Bo": [9]},
            "basketball": {"Bo": [9]},
            "derby": {"Cy": [99]},
            "golf": {"Cats": card(hole_1=3), "Aces": PAR, "Bees": card(hole_1=5)},
        }
        for cancelled, sums in (
            ([], {"Aces": 1 + 2 + 2 + 2 + 2, "Bees": 2.5 + 1 + 1 + 2 + 3, "Cats": 2.5 + 2 + 2 + 1 + 1}),
            (["derby"], {"Aces": 1 + 2 + 2 + 2, "Bees": 2.5 + 1 + 1 + 3, "Cats": 2.5 + 2 + 2 + 1}),
            (["golf"], {"Aces": 1 + 2 + 2 + 2, "Bees": 2.5 + 1 + 1 + 2, "Cats": 2.5 + 2 + 2 + 1}),
            (["derby", "golf"], {"Aces": 1 + 2 + 2, "Bees": 2.5 + 1 + 1, "Cats": 2.5 + 2 + 2}),
        ):
            found = score(five, cancelled=cancelled)
            played = ("bowling", "derby", "bags", "basketball", "golf")
            assert found.counted == tuple(event for event in played if event not in cancelled)
            assert (found.cancelled, found.not_played) == (tuple(cancelled), ("holdem",))
            assert tuple(found.events) == played
            assert {row.name: row.values[0] / 2 for row in found.teams.ranking.rows} == sums


class TestOverallTies:
    """The values of a row are in half places: the sum of ranks, then the best rank, the second best, ..."""

    # Ranks   Aces 1 3   Bees 2 2   Cats 3 1
    TWO_EVENTS = MappingProxyType(
        {"bags": {"Ann": [9], "Bo": [8], "Cy": [7]}, "derby": {"Ann": [7], "Bo": [8], "Cy": [9]}}
    )

    # Ranks   Aces 1 3 3 1   Bees 2 1 2 3   Cats 2 2 1 2
    FOUR_EVENTS = MappingProxyType(
        {
            "bags": {"Ann": [9], "Bo": [8], "Cy": [8]},
            "derby": {"Ann": [7], "Bo": [9], "Cy": [8]},
            "basketball": {"Ann": [7], "Bo": [8], "Cy": [9]},
            "bowling": {"Ann": [9], "Bo": [7], "Cy": [8]},
        }
    )

    def test_g23_the_best_rank_of_a_team_in_any_event_decides(self) -> None:
        found = score(self.TWO_EVENTS)

        assert [row.values[:2] for row in found.teams.ranking.rows] == [(8, 2), (8, 2), (8, 4)]
        assert ranks(found.teams.ranking) == {"Aces": "T1", "Cats": "T1", "Bees": "3"}

    def test_g24_then_the_second_best_rank_of_a_team(self) -> None:
        found = score(self.FOUR_EVENTS)

        assert [(row.name, show_rank(row), row.values[:3]) for row in found.teams.ranking.rows] == [
            ("Cats", "1", (14, 2, 4)),
            ("Aces", "2", (16, 2, 2)),
            ("Bees", "3", (16, 2, 4)),
        ]

    def test_g25_teams_equal_all_the_way_tie(self) -> None:
        found = score({"bags": {"Ann": [30], "Bo": [20]}, "derby": {"Ann": [20], "Bo": [30]}})

        assert ranks(found.teams.ranking) == {"Aces": "T1", "Bees": "T1", "Cats": "3"}

    def test_g26_the_best_own_rank_of_a_player_decides(self) -> None:
        found = score(self.TWO_EVENTS)

        assert [(row.name, show_rank(row), row.values[:2]) for row in found.players.ranking.rows[:3]] == [
            ("Ann", "T1", (8, 2)),
            ("Cy", "T1", (8, 2)),
            ("Bo", "3", (8, 4)),
        ]

    def test_g27_then_the_second_best_own_rank(self) -> None:
        found = score(self.FOUR_EVENTS)

        assert [(row.name, show_rank(row), row.values[:3]) for row in found.players.ranking.rows[:3]] == [
            ("Cy", "1", (14, 2, 4)),
            ("Ann", "2", (16, 2, 2)),
            ("Bo", "3", (16, 2, 4)),
        ]

    def test_g28_players_equal_all_the_way_tie(self) -> None:
        found = score({"bags": {"Ann": [30], "Bo": [20]}, "derby": {"Ann": [20], "Bo": [30]}})

        assert ranks(found.players.ranking) | {"Ann": "T1", "Bo": "T1"} == ranks(found.players.ranking)

    def test_golf_has_no_part_in_the_individual_standings(self) -> None:
        """Ruling 34."""
        found = score({"golf": {"Aces": PAR}, "bags": {"Bo": [9]}})

        assert found.players.counted == ("bags",)
        assert ranks(found.players.ranking)["Bo"] == "1"


class TestBowling:
    def test_g33_two_games_a_player(self) -> None:
        assert total(score({"bowling": {"Ann": [100, 120]}}).events["bowling"].players, "Ann") == 220
        assert find_faults({"bowling": {"Ann": [100, 120, 90]}}) == [
            "results.bowling.Ann: 3 bowling games are more than the 2 of this event"
        ]

    @pytest.mark.parametrize(
        ("rolls", "pins"),
        [
            ([10, 3, 4, 9, 1, 5, 2], 46),
            ([10] * 9, 240),
            ([10] * 10, 270),
            ([10] * 12, 300),
            ([], 0),
            ([9, 1], 10),
            ([5], 5),
        ],
    )
    def test_g35_after_an_injury_every_frame_is_zero(self, rolls: list[int], pins: int) -> None:
        found = score({"bowling": {"Ann": [{"rolls": rolls, "stopped": True}]}})

        assert total(found.events["bowling"].players, "Ann") == pins

    def test_g35_only_a_stopped_game_may_be_unfinished(self) -> None:
        assert len(find_faults({"bowling": {"Ann": [{"rolls": [10] * 9}]}})) == 1

    def test_g40_g41_all_players_and_both_games_make_the_team_score(self) -> None:
        found = score(
            {
                "bowling": {
                    "Ann": [200, 200],
                    **everybody([90, 110], BEES),
                    **everybody([100, 101], CATS),
                }
            }
        ).events["bowling"]

        assert [(row.name, row.total) for row in found.teams.rows] == [("Cats", 804), ("Bees", 800), ("Aces", 400)]
        assert ranks(found.teams) == {"Cats": "1", "Bees": "2", "Aces": "3"}

    def test_g42_the_better_team_game_breaks_a_tie(self) -> None:
        found = score(
            {"bowling": {"Ann": [210, 0], "Abe": [0, 200], "Bo": [205, 100], "Bea": [6, 99], "Cy": [200, 209]}}
        ).events["bowling"]

        assert [(row.name, row.values) for row in found.teams.rows] == [
            ("Bees", (410, 211, 199)),
            ("Aces", (410, 210, 200)),
            ("Cats", (409, 209, 200)),
        ]

    def test_g43_equal_in_both_games_the_rank_is_split(self) -> None:
        found = score({"bowling": {"Ann": [100, 120], "Bea": [120, 100], "Cy": [90, 90]}}).events["bowling"]

        assert ranks(found.teams) == {"Aces": "1.5", "Bees": "1.5", "Cats": "3"}

    def test_g44_most_pins_in_both_games_win(self) -> None:
        found = score({"bowling": {"Ann": [100, 120], "Bea": [221, 0], "Cy": [109, 110]}}).events["bowling"]

        assert ranks(found.players) | {"Bea": "1", "Ann": "2", "Cy": "3"} == ranks(found.players)

    def test_g45_the_better_game_breaks_a_tie(self) -> None:
        found = score({"bowling": {"Ann": [100, 120], "Bea": [99, 121], "Cy": [110, 110]}}).events["bowling"]

        assert ranks(found.players) | {"Bea": "1", "Ann": "2", "Cy": "3"} == ranks(found.players)

    def test_g46_equal_in_both_games_the_rank_is_split(self) -> None:
        found = score({"bowling": {"Ann": [100, 120], "Bea": [120, 100], "Cy": [110, 111]}}).events["bowling"]

        assert ranks(found.players) | {"Cy": "1", "Ann": "2.5", "Bea": "2.5"} == ranks(found.players)


class TestStations:
    """Derby, bags and basketball: what counts, and the same ranking for all three."""

    @pytest.mark.parametrize(
        ("event", "rounds", "noun"), [("derby", 2, "derby"), ("bags", 3, "bags"), ("basketball", 2, "basketball")]
    )
    def test_g48_g71_g93_so_many_rounds_a_player(self, event: str, rounds: int, noun: str) -> None:
        found = score({event: {"Ann": [7] * rounds}}).events[event]

        assert total(found.players, "Ann") == 7 * rounds
        assert find_faults({event: {"Ann": [7] * (rounds + 1)}}) == [
            f"results.{event}.Ann: {rounds + 1} {noun} rounds are more than the {rounds} of this event"
        ]

    @pytest.mark.parametrize("tier", [1, 2, 3, 4, 5])
    def test_g49_to_g54_a_home_run_is_worth_its_tier(self, tier: int) -> None:
        counts = [0, 0, 0, 0, 0]
        counts[tier - 1] = 3

        assert total(score({"derby": {"Ann": [counts]}}).events["derby"].players, "Ann") == 3 * tier

    @pytest.mark.parametrize("counts", [[0] * 4, [0] * 6])
    def test_g49_there_are_five_tiers(self, counts: list[int]) -> None:
        assert len(find_faults({"derby": {"Ann": [counts]}})) == 1

    @pytest.mark.parametrize(("on", "holed", "is_allowed"), [(4, 0, True), (0, 4, True), (2, 3, False), (5, 0, False)])
    @pytest.mark.parametrize("tier", [0, 1, 2])
    def test_g72_four_bags_a_tier(self, tier: int, on: int, holed: int, is_allowed: bool) -> None:
        entered = {
            key: [number if place == tier else 0 for place in range(3)] for key, number in (("on", on), ("in", holed))
        }

        if is_allowed:
            points = total(score({"bags": {"Ann": [entered]}}).events["bags"].players, "Ann")
            assert points == (tier + 1) * (on + 3 * holed)
        else:
            assert len(find_faults({"bags": {"Ann": [entered]}})) == 1

    @pytest.mark.parametrize(("tier", "on", "holed"), [(0, 1, 3), (1, 2, 6), (2, 3, 9)])
    def test_g73_to_g75_what_a_bag_is_worth(self, tier: int, on: int, holed: int) -> None:
        one = [int(place == tier) for place in range(3)]

        for key, points in (("on", on), ("in", holed)):
            entered = {"on": [0, 0, 0], "in": [0, 0, 0]} | {key: one}
            assert total(score({"bags": {"Ann": [entered]}}).events["bags"].players, "Ann") == points

    @pytest.mark.parametrize(("spot", "points"), [(0, 1), (1, 2), (2, 5), (3, 10)])
    def test_g96_what_a_shot_is_worth(self, spot: int, points: int) -> None:
        counts = [0, 0, 0, 0]
        counts[spot] = 3

        assert total(score({"basketball": {"Ann": [counts]}}).events["basketball"].players, "Ann") == 3 * points

    @pytest.mark.parametrize("event", ["derby", "bags", "basketball"])
    def test_g64_g86_g103_the_team_with_most_points_in_all_rounds_wins(self, event: str) -> None:
        found = score({event: {"Ann": [20, 20], **everybody([5, 6], BEES), "Cy": [41]}}).events[event]

        assert [(row.name, row.total) for row in found.teams.rows] == [("Bees", 44), ("Cats", 41), ("Aces", 40)]

    @pytest.mark.parametrize("event", ["derby", "bags", "basketball"])
    def test_g65_g87_g104_the_best_team_round_breaks_a_tie(self, event: str) -> None:
        found = score({event: {"Ann": [21, 0], "Abe": [0, 19], "Bo": [11, 9], "Bea": [11, 9], "Cy": [20, 19]}}).events[
            event
        ]

        assert [(row.name, row.values[:3]) for row in found.teams.rows] == [
            ("Bees", (40, 22, 18)),
            ("Aces", (40, 21, 19)),
            ("Cats", (39, 20, 19)),
        ]

    @pytest.mark.parametrize("event", ["derby", "bags", "basketball"])
    def test_g66_g88_g105_teams_equal_in_every_round_share_the_rank(self, event: str) -> None:
        found = score({event: {"Ann": [20, 0], "Abe": [0, 10], "Bo": [10, 20], "Cy": [9, 9]}}).events[event]

        assert ranks(found.teams) == {"Aces": "T1", "Bees": "T1", "Cats": "3"}

    @pytest.mark.parametrize("event", ["derby", "bags", "basketball"])
    def test_g67_g89_g106_the_player_with_most_points_in_all_rounds_wins(self, event: str) -> None:
        found = score({event: {"Ann": [20, 19], "Bo": [40], "Cy": [0, 38]}}).events[event]

        assert [(row.name, row.total) for row in (found.players.rows if found.players else ())[:3]] == [
            ("Bo", 40),
            ("Ann", 39),
            ("Cy", 38),
        ]

    @pytest.mark.parametrize("event", ["derby", "bags", "basketball"])
    def test_g68_g90_g107_the_better_round_breaks_a_tie(self, event: str) -> None:
        found = score({event: {"Ann": [20, 19], "Bo": [18, 21], "Cy": [39, 0]}}).events[event]

        assert ranks(found.players) | {"Cy": "1", "Bo": "2", "Ann": "3"} == ranks(found.players)

    @pytest.mark.parametrize("event", ["derby", "bags", "basketball"])
    def test_g69_g91_g108_players_equal_in_every_round_share_the_rank(self, event: str) -> None:
        found = score({event: {"Ann": [20, 19], "Bo": [19, 20], "Cy": [0, 38]}}).events[event]

        assert ranks(found.players) | {"Ann": "T1", "Bo": "T1", "Cy": "3"} == ranks(found.players)

    def test_g88_g91_bags_compare_the_second_round_before_it_is_a_tie(self) -> None:
        """Ruling 40."""
        found = score({"bags": {"Ann": [20, 15, 5], "Bo": [20, 10, 10], "Cy": [5, 20, 15]}}).events["bags"]

        assert ranks(found.teams) == {"Aces": "T1", "Cats": "T1", "Bees": "3"}
        assert ranks(found.players) | {"Ann": "T1", "Cy": "T1", "Bo": "3"} == ranks(found.players)


class TestGolf:
    # The hardest holes are 5, 14 and 3, in this order.
    COURSE = MappingProxyType({"stroke_index": [7, 15, 3, 11, 1, 17, 5, 13, 9, 8, 16, 4, 12, 2, 18, 6, 14, 10]})

    def test_fewest_strokes_win_and_no_card_is_last(self) -> None:
        """Rulings 51 and 5."""
        found = score({"golf": {"Aces": PAR, "Bees": card(hole_2=3)}}).events["golf"]

        assert ranks(found.teams) == {"Bees": "1", "Aces": "2", "Cats": "3"}

    def test_g120_the_hardest_handicap_hole_breaks_a_tie(self) -> None:
        golf = {"Aces": card(hole_5=5, hole_14=3), "Bees": card(hole_5=3, hole_14=5), "Cats": PAR}
        found = score({"golf": golf}, course=dict(self.COURSE)).events["golf"]

        assert {row.total for row in found.teams.rows} == {72}
        assert ranks(found.teams) == {"Bees": "1", "Cats": "2", "Aces": "3"}

    def test_g121_then_the_next_hardest_until_one_is_ahead(self) -> None:
        golf = {
            "Aces": card(hole_14=3, hole_3=5),
            "Bees": card(hole_14=3, hole_3=4, hole_1=5),
            "Cats": card(hole_15=3, hole_1=5),
        }
        found = score({"golf": golf}, course=dict(self.COURSE)).events["golf"]

        assert ranks(found.teams) == {"Bees": "1", "Aces": "2", "Cats": "3"}

    def test_g121_equal_on_all_holes_is_a_tie(self) -> None:
        """Ruling 57."""
        found = score({"golf": {"Aces": PAR, "Bees": PAR, "Cats": card(hole_1=5)}}, course=dict(self.COURSE)).events[
            "golf"
        ]

        assert ranks(found.teams) == {"Aces": "T1", "Bees": "T1", "Cats": "3"}


class TestHoldem:
    def test_g127_g128_everybody_is_ranked_by_when_they_went_out(self) -> None:
        found = score({"holdem": {"out": ORDER}}).events["holdem"]

        assert ranks(found.players) == {name: str(place) for place, name in enumerate(reversed(ORDER), start=1)}
        assert found.players is not None
        (compared,) = found.players.comparisons
        assert (compared.lowest, compared.highest, compared.is_lower_better) == (1, len(ORDER), True)
        assert compared.is_unique  # no two go out at once (G196)
        assert {row.total for row in found.players.rows} == {None}

    def test_g127_nobody_is_left_out(self) -> None:
        assert find_faults({"holdem": {"out": ORDER[1:]}}) != []

    def test_g129_g130_g192_the_lowest_sum_of_ranks_wins(self) -> None:
        found = score({"holdem": {"out": ORDER}}).events["holdem"]

        assert [(row.name, row.total) for row in found.teams.rows] == [
            ("Cats", 1 + 4 + 7 + 10),
            ("Bees", 2 + 5 + 8 + 11),
            ("Aces", 3 + 6 + 9 + 12),
        ]

    def test_g131_g193_the_best_player_breaks_a_tie(self) -> None:
        order = ["Al", "Bix", "Bea", "Abe", "Amy", "Ben", "Bo", "Ann"]
        found = score({"holdem": {"out": order}}, {"Aces": ACES, "Bees": BEES}).events["holdem"]

        assert [(row.name, row.values) for row in found.teams.rows] == [
            ("Aces", (18, 1, 4, 5, 8)),
            ("Bees", (18, 2, 3, 6, 7)),
        ]

    def test_g132_g194_then_the_second_to_fourth(self) -> None:
        """Two teams never share a best rank, unless all eight players are late; so only the order is to be seen."""
        found = score({"holdem": {"out": ORDER[1:], "late": ["Al"]}}).events["holdem"]

        assert [row.values for row in found.teams.rows] == [(22, 1, 4, 7, 10), (26, 2, 5, 8, 11), (30, 3, 6, 9, 12)]

    def test_g195_teams_equal_in_all_four_share_the_rank(self) -> None:
        late = {"out": [], "late": [*ACES, *BEES]}
        found = score({"holdem": late}, {"Aces": ACES, "Bees": BEES}).events["holdem"]

        assert ranks(found.teams) == {"Aces": "T1", "Bees": "T1"}

    def test_g196_no_two_players_tie(self) -> None:
        found = score({"holdem": {"out": ORDER}}).events["holdem"]

        assert len(set(ranks(found.players).values())) == len(ORDER)
        assert find_faults({"holdem": {"out": [*ORDER, "Ann"]}}) != []
