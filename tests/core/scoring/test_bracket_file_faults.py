"""Every fault of a bracket file, in its exact words and with its place; what follows from a fault is not named."""

from typing import Any

import pytest

from core.scoring.bracket_file import render_file
from core.scoring.faults import FileFaults
from tests.core.scoring.bracket_steps import FINAL, FIRST, SECOND, TEAMS, dump


def dump_result(*earlier: dict[str, Any], **keys: Any) -> bytes:
    """A file whose last result is the first match with these keys changed; a key of None is left out."""
    return dump(results=[*earlier, {key: value for key, value in {**FIRST, **keys}.items() if value is not None}])


def find_faults(data: bytes) -> list[str]:
    with pytest.raises(FileFaults) as faults:
        render_file(data)
    return list(faults.value.lines)


class TestFaults:
    @pytest.mark.parametrize(
        ("data", "line"),
        [
            (b"\xff{}", "file: not UTF-8 (byte 1 is 0xff)"),
            (b"[]", "file: a list is not an object: a file starts with {"),
            (b"{}", 'file: the key "teams" is missing'),
            (b'{"teams": ["A", "B"], "teams": ["A", "B"]}', 'file: the key "teams" is there twice'),
            (b'{"teams": ["A", "B"], "kind": NaN}', "kind: NaN is not a number in JSON"),
            (b"[" * 100_000, "file: nested too deep"),
            (dump(seeds=4), 'file: unknown key "seeds" (known here: teams, competition, kind, third_place, results)'),
            (dump(competition=2026), "competition: 2026 is not a name"),
            (dump(competition=None), "competition: null is not a name"),
            (dump(competition=" "), "competition: a name is empty"),
            (dump(kind="triple"), 'kind: "triple" is not one of single, double'),
            (dump(kind=None), "kind: null is not one of single, double"),
            (dump(third_place=1), "third_place: 1 is not true or false"),
            (
                dump(kind="double", third_place=True),
                "third_place: double elimination has no third-place match",
            ),
            (dump(teams="Aces"), 'teams: "Aces" is not a list'),
            (dump(teams=[]), "teams: a bracket has 2 to 64 teams, not 0"),
            (dump(teams=["Aces"]), "teams: a bracket has 2 to 64 teams, not 1"),
            (dump(teams=[f"T{n}" for n in range(65)]), "teams: a bracket has 2 to 64 teams, not 65"),
            (dump(teams=["A"] * 2000), "teams: a bracket has 2 to 64 teams, not 2000"),
            (dump(teams=["Aces", "Bees", " Aces"]), 'teams[2]: "Aces" is there twice'),
            (dump(teams=["Aces", 7]), "teams[1]: 7 is not a name"),
            (dump(teams=["Aces", ""]), "teams[1]: a name is empty"),
            (dump(teams=["Aces", "B\x00"]), 'teams[1]: the name "B\\u0000" holds a control character'),
            (dump(teams=["Aces", "\ud800"]), 'teams[1]: the name "\\ud800" holds an unpaired surrogate'),
            (dump(results={}), "results: an object is not a list"),
            (dump(results=[[]]), "results[0]: a list is not an object"),
            (dump_result(teams=None), 'results[0]: the key "teams" is missing'),
            (dump(results=[{"teams": ["Aces", "Dogs"]}]), 'results[0]: the key "winner" is missing'),
            (
                dump_result(score="2-1"),
                'results[0]: unknown key "score" (known here: teams, winner, how, games)',
            ),
            (dump_result(teams="Aces"), 'results[0].teams: "Aces" is not a list of two teams'),
            (dump_result(teams=["Aces"]), "results[0].teams: a match has two teams, not 1"),
            (dump_result(teams=["Aces", "Dogs", "Bees"]), "results[0].teams: a match has two teams, not 3"),
            (
                dump_result(teams=["Aces", "Aces"]),
                'results[0].teams: a match has two different teams, not "Aces" twice: name both',
            ),
            (dump_result(teams=["Aces", "Dogz"]), 'results[0].teams[1]: "Dogz" is not one of the teams'),
            (dump_result(teams=["Aces", 4]), "results[0].teams[1]: 4 is not a name"),
            (dump_result(winner=4), "results[0].winner: 4 is not a name"),
            (dump_result(winner="Bees"), 'results[0].winner: the winner is "Aces" or "Dogs", not "Bees"'),
            (
                dump(results=[{"teams": ["Aces", "Dogs"], "winner": None}]),
                "results[0].winner: only a double forfeit has no winner: name the winner, or make it a double forfeit",
            ),
            (
                dump(results=[{"teams": ["Aces", "Dogs"], "winner": None, "how": "walkover"}]),
                "results[0].winner: only a double forfeit has no winner: name the winner, or make it a double forfeit",
            ),
            (
                dump_result(how="double_forfeit"),
                "results[0].winner: a double forfeit has no winner: leave the winner out, or make it a forfeit",
            ),
            (
                dump_result(how="void"),
                'results[0].how: "void" is not one of played, forfeit, walkover, double_forfeit',
            ),
            (
                dump(results=[{**FIRST, "how": None}]),
                "results[0].how: null is not one of played, forfeit, walkover, double_forfeit",
            ),
            (
                dump(results=[{"teams": ["Aces", "Dogs"], "winner": None, "how": "both late"}]),
                'results[0].how: "both late" is not one of played, forfeit, walkover, double_forfeit',
            ),
            (dump(results=[{**FIRST, "games": None}]), "results[0].games: null is not a list"),
            (dump_result(games=["Aces", True]), "results[0].games[1]: true is not a name"),
            (
                dump_result(games=["Aces", "Bees", "Aces"]),
                'results[0].games: game 2 was not won by "Bees": name "Aces" or "Dogs"',
            ),
            (
                dump_result(games=[]),
                "results[0].games: neither team has won two games yet: enter every game, in order",
            ),
            (
                dump_result(games=["Aces", "Dogs"]),
                "results[0].games: neither team has won two games yet: enter every game, in order",
            ),
            (
                dump_result(games=["Dogs", "Dogs"]),
                'results[0].games: these games were won by "Dogs": mend the winner or the games',
            ),
            (
                dump_result(games=["Aces", "Aces", "Dogs"]),
                "results[0].games: the match was over after game 2: leave the games after it out",
            ),
            (
                dump_result(games=["Aces"] * 5000),
                "results[0].games: the match was over after game 2: leave the games after it out",
            ),
            (
                dump_result(how="forfeit", games=["Aces", "Aces"]),
                "results[0].games: only a match that was played has games: leave them out",
            ),
            (
                dump_result(teams=["Aces", "Bees"]),
                'results[0]: "Aces" and "Bees" have no match that is ready here',
            ),
            (
                dump(results=[FIRST, FIRST]),
                'results[1]: "Aces" and "Dogs" have no match that is ready here',
            ),
            (
                dump(results=[{"teams": ["Aces", "Cats"], "winner": "Aces"}, FIRST, SECOND]),
                'results[0]: "Aces" and "Cats" have no match that is ready here',
            ),
        ],
    )
    def test_each_is_one_line_with_its_place(self, data, line):
        assert find_faults(data) == [line]

    def test_a_file_that_is_not_json(self):
        (line,) = find_faults(b'{"teams": ["A",]}')
        assert line.startswith("file: not JSON (line 1, column ")

    def test_all_faults_at_once(self):
        data = dump(
            kind="round robin",
            third_place="yes",
            competition="",
            teams=["Aces", "Bees", "Aces"],
            results=[{"teams": ["Aces", "Cats"], "winner": "Cats"}, {"teams": ["Aces", "Bees"], "winner": "Elks"}, 5],
        )
        assert find_faults(data) == [
            "competition: a name is empty",
            'kind: "round robin" is not one of single, double',
            'third_place: "yes" is not true or false',
            'teams[2]: "Aces" is there twice',
            'results[0].teams[1]: "Cats" is not one of the teams',
            'results[1].winner: the winner is "Aces" or "Bees", not "Elks"',
            "results[2]: 5 is not an object",
        ]

    def test_several_faults_of_one_result(self):
        data = dump(results=[{"teams": ["Aces", "Dogs"], "winner": "Cats", "how": "?", "games": ["Aces"], "x": 1}])
        assert find_faults(data) == [
            'results[0]: unknown key "x" (known here: teams, winner, how, games)',
            'results[0].how: "?" is not one of played, forfeit, walkover, double_forfeit',
            'results[0].winner: the winner is "Aces" or "Dogs", not "Cats"',
            "results[0].games: neither team has won two games yet: enter every game, in order",
        ]

    def test_every_result_without_a_match_is_named(self):
        assert find_faults(dump(results=[FIRST, FIRST, SECOND, SECOND])) == [
            'results[1]: "Aces" and "Dogs" have no match that is ready here',
            'results[3]: "Bees" and "Cats" have no match that is ready here',
        ]

    def test_third_place_results_of_a_double_elimination_are_named_too(self):
        third = {"teams": ["Dogs", "Bees"], "winner": "Dogs"}
        assert find_faults(dump(kind="double", third_place=True, results=[FIRST, SECOND, third, third])) == [
            "third_place: double elimination has no third-place match",
            'results[3]: "Dogs" and "Bees" have no match that is ready here',
        ]

    def test_too_many_results_are_counted_and_not_all_looked_at(self):
        lines = find_faults(dump(results=[FIRST] * 5000))
        assert lines[0] == "results: a bracket has at most 127 matches, not 5000"
        assert lines[1] == 'results[1]: "Aces" and "Dogs" have no match that is ready here'
        assert len(lines) == 1000

    def test_unreadable_teams_blame_no_result(self):
        data = dump(teams=["Aces", 5], results=[{"teams": ["Aces", "Bees"], "winner": "Bees"}])
        assert find_faults(data) == ["teams[1]: 5 is not a name"]


class TestWhatFollowsFromAFaultIsNotNamed:
    @pytest.mark.parametrize(
        ("result", "line"),
        [
            ({**FIRST, "winner": "Acez"}, 'results[0].winner: the winner is "Aces" or "Dogs", not "Acez"'),
            ({**FIRST, "winner": 1}, "results[0].winner: 1 is not a name"),
            ({**FIRST, "teams": ["Acez", "Dogs"]}, 'results[0].teams[0]: "Acez" is not one of the teams'),
            ({"teams": FIRST["teams"]}, 'results[0]: the key "winner" is missing'),
            ({"winner": "Aces"}, 'results[0]: the key "teams" is missing'),
            (
                {**FIRST, "teams": ["Aces", "Aces"]},
                'results[0].teams: a match has two different teams, not "Aces" twice: name both',
            ),
            (
                {**FIRST, "how": "double_forfeit"},
                "results[0].winner: a double forfeit has no winner: leave the winner out, or make it a forfeit",
            ),
            ("Aces", 'results[0]: "Aces" is not an object'),
        ],
    )
    def test_where_it_is_open_who_goes_on(self, result, line):
        assert find_faults(dump(results=[result, SECOND, FINAL])) == [line]

    @pytest.mark.parametrize(
        ("keys", "line"),
        [
            ({"how": "late"}, 'results[0].how: "late" is not one of played, forfeit, walkover, double_forfeit'),
            ({"games": ["Aces"]}, "results[0].games: neither team has won two games yet: enter every game, in order"),
            ({"seed": 1}, 'results[0]: unknown key "seed" (known here: teams, winner, how, games)'),
        ],
    )
    def test_a_known_winner_goes_on_all_the_same(self, keys, line):
        assert find_faults(dump(results=[{**FIRST, **keys}, SECOND, FINAL, FINAL])) == [
            line,
            'results[3]: "Aces" and "Cats" have no match that is ready here',
        ]

    def test_a_double_forfeit_without_the_key_winner_is_one_all_the_same(self):
        results = [{"teams": FIRST["teams"], "how": "double_forfeit"}, SECOND, FINAL]
        assert find_faults(dump(results=results)) == [
            'results[0]: the key "winner" is missing',
            'results[2]: "Aces" and "Cats" have no match that is ready here',
        ]

    def test_others_are_still_named(self):
        results = [{**FIRST, "winner": "Acez"}, SECOND, {"teams": ["Cats", "Bees"], "winner": "Bees"}]
        assert find_faults(dump(results=results)) == [
            'results[0].winner: the winner is "Aces" or "Dogs", not "Acez"',
            'results[2]: "Cats" and "Bees" have no match that is ready here',
        ]

    def test_what_follows_from_what_follows(self):
        teams = [*TEAMS, "Elks", "Foxes", "Gnus", "Hares"]
        pairs = [("Aces", "Hares"), ("Dogs", "Elks"), ("Bees", "Gnus"), ("Cats", "Foxes")]
        later = [("Aces", "Dogs"), ("Bees", "Cats"), ("Bees", "Dogs"), ("Bees", "Dogs")]
        results = [{"teams": list(pair), "winner": pair[0]} for pair in (*pairs, *later)]
        results[0]["winner"] = "Harez"
        assert find_faults(dump(teams=teams, results=results)) == [
            'results[0].winner: the winner is "Aces" or "Hares", not "Harez"'
        ]
