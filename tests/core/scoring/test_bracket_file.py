"""The bracket file: its example to the letter, its output, and the way there and back."""

import json

import pytest

from core.scoring.bracket import Result, build_bracket, record_result, withdraw_team
from core.scoring.bracket_file import BracketFile, read_bracket_file, render_file, write_bracket_file
from tests.core.scoring.bracket_steps import FIRST, SECOND, TEAMS, dump

EXAMPLE = """
{
  "competition": "Ten Ugly Men dodgeball 2026", "kind": "single", "third_place": false,
  "teams": ["Aces", "Bees", "Cats", "Dogs", "Elks"],
  "results": [
    {"teams": ["Elks", "Dogs"], "winner": "Elks", "games": ["Dogs", "Elks", "Elks"]},
    {"teams": ["Bees", "Cats"], "winner": "Cats", "how": "forfeit"}
  ]
}
"""

OUTPUT = """\
{
  "matches": [
    {"id": "R1-2", "round": 1, "side": "winners", "teams": ["Dogs", "Elks"], "winner": "Elks", "how": "played", \
"score": "2-1", "next": "R2-1", "loser_next": null},
    {"id": "R2-1", "round": 2, "side": "winners", "teams": ["Aces", "Elks"], "winner": null, "how": null, \
"score": null, "next": "R3-1", "loser_next": null},
    {"id": "R2-2", "round": 2, "side": "winners", "teams": ["Bees", "Cats"], "winner": "Cats", "how": "forfeit", \
"score": "2-0", "next": "R3-1", "loser_next": null},
    {"id": "R3-1", "round": 3, "side": "winners", "teams": [null, "Cats"], "winner": null, "how": null, \
"score": null, "next": null, "loser_next": null}
  ],
  "ready": [["Aces", "Elks"]],
  "places": [
    {"place": 5, "teams": ["Dogs"]}
  ],
  "champion": null
}
"""


class TestOutput:
    def test_the_example(self):
        assert render_file(EXAMPLE.encode()) == OUTPUT

    def test_a_byte_order_mark_is_allowed(self):
        assert render_file(b"\xef\xbb\xbf" + EXAMPLE.encode()) == OUTPUT

    def test_defaults(self):
        shown = json.loads(render_file(b'{"teams": ["A", "B"]}'))
        assert shown == {
            "matches": [
                {
                    "id": "R1-1",
                    "round": 1,
                    "side": "winners",
                    "teams": ["A", "B"],
                    "winner": None,
                    "how": None,
                    "score": None,
                    "next": None,
                    "loser_next": None,
                }
            ],
            "ready": [["A", "B"]],
            "places": [],
            "champion": None,
        }

    def test_sides_of_double_elimination(self):
        results = [
            *({"teams": list(pair), "winner": pair[0]} for pair in (("A", "C"), ("B", "C"))),
            {"teams": ["A", "B"], "winner": "B", "how": "walkover"},
        ]
        results[:0] = [{"teams": ["B", "C"], "winner": "C", "games": ["C", "B", "C"]}]
        shown = json.loads(render_file(dump(teams=["A", "B", "C"], kind="double", results=results)))
        keys = ("id", "side", "round", "teams", "winner", "how", "score", "next", "loser_next")
        assert [tuple(match[key] for key in keys) for match in shown["matches"]] == [
            ("W1", "winners", 1, ["B", "C"], "C", "played", "2-1", "W2", "L1"),
            ("W2", "winners", 2, ["A", "C"], "A", "played", None, "G1", "L1"),
            ("L1", "losers", 1, ["B", "C"], "B", "played", None, "G1", None),
            ("G1", "final", 1, ["A", "B"], "B", "walkover", "2-0", "G2", "G2"),
            ("G2", "final", 2, ["A", "B"], None, None, None, None, None),
        ]
        assert shown["places"] == [{"place": 3, "teams": ["C"]}]

    def test_a_double_forfeit_and_what_it_leaves(self):
        results = [{"teams": ["Dogs", "Aces"], "winner": None, "how": "double_forfeit"}, SECOND]
        shown = json.loads(render_file(dump(third_place=True, results=results)))
        assert [(match["id"], match["how"], match["winner"], match["score"]) for match in shown["matches"]] == [
            ("R1-1", "double_forfeit", None, None),
            ("R1-2", "played", "Cats", None),
            ("R2-1", "void", "Cats", None),
        ]
        assert shown["champion"] == "Cats"
        assert shown["places"] == [{"place": 1, "teams": ["Cats"]}, {"place": 2, "teams": ["Aces", "Bees", "Dogs"]}]

    def test_the_third_place_match(self):
        shown = json.loads(render_file(dump(third_place=True, results=[FIRST, SECOND])))
        third = shown["matches"][2]
        assert (third["id"], third["side"], third["round"], third["teams"]) == ("T", "third", 1, ["Dogs", "Bees"])
        assert shown["ready"] == [["Dogs", "Bees"], ["Aces", "Cats"]]

    def test_names_are_normalized_and_places_in_code_point_order(self):
        data = dump(
            teams=[" Żubry", "Zo\u0308e ", "a", "\u00a0b"],
            results=[{"teams": ["Żubry", "b"], "winner": "b"}, {"teams": ["Zöe", " a"], "winner": "a "}],
        )
        assert json.loads(render_file(data))["places"] == [{"place": 3, "teams": ["Zöe", "Żubry"]}]


class TestThereAndBack:
    @pytest.mark.parametrize(
        "data",
        [
            EXAMPLE.encode(),
            dump(),
            dump(kind="double", competition=" Spring  Cup "),
            dump(third_place=True, results=[SECOND, FIRST]),
            dump(results=[{"teams": ["Aces", "Dogs"], "winner": None, "how": "double_forfeit"}]),
            dump(results=[{**FIRST, "how": "played", "games": ["Aces", "Aces"]}]),
        ],
    )
    def test_export_import_export_is_byte_equal(self, data):
        written = write_bracket_file(read_bracket_file(data))
        assert write_bracket_file(read_bracket_file(written)) == written
        assert read_bracket_file(written) == read_bracket_file(data)
        assert render_file(written) == render_file(data)

    def test_the_canonical_form(self):
        assert write_bracket_file(read_bracket_file(EXAMPLE.encode())).decode() == (
            "{\n"
            '  "competition": "Ten Ugly Men dodgeball 2026",\n'
            '  "kind": "single",\n'
            '  "third_place": false,\n'
            '  "teams": ["Aces", "Bees", "Cats", "Dogs", "Elks"],\n'
            '  "results": [\n'
            '    {"teams": ["Elks", "Dogs"], "winner": "Elks", "games": ["Dogs", "Elks", "Elks"]},\n'
            '    {"teams": ["Bees", "Cats"], "winner": "Cats", "how": "forfeit"}\n'
            "  ]\n"
            "}\n"
        )
        assert write_bracket_file(read_bracket_file(dump(kind="double"))).decode() == (
            '{\n  "kind": "double",\n  "teams": ["Aces", "Bees", "Cats", "Dogs"],\n  "results": []\n}\n'
        )

    def test_the_competition_is_kept(self):
        assert read_bracket_file(EXAMPLE.encode()).competition == "Ten Ugly Men dodgeball 2026"
        assert read_bracket_file(dump()).competition is None

    def test_withdrawals_are_written_as_their_walkovers(self):
        bracket = withdraw_team(build_bracket(TEAMS, "double"), "Aces")
        bracket = record_result(bracket, Result(("Bees", "Cats"), "Cats"))
        written = write_bracket_file(BracketFile(None, bracket))
        assert json.loads(written)["results"] == [
            {"teams": ["Aces", "Dogs"], "winner": "Dogs", "how": "walkover"},
            {"teams": ["Bees", "Cats"], "winner": "Cats"},
            {"teams": ["Aces", "Bees"], "winner": "Bees", "how": "walkover"},
        ]
        assert read_bracket_file(written).bracket.matches == bracket.matches


def test_the_largest_bracket_is_read():
    teams = [f"Team {number:02}" for number in range(1, 65)]
    bracket = build_bracket(teams, "double")
    while bracket.ready:
        pair = bracket.ready[-1].pair
        assert pair
        bracket = record_result(bracket, Result(pair, pair[1], games=(pair[0], pair[1], pair[1])))
    written = write_bracket_file(BracketFile("All", bracket))
    assert len(json.loads(written)["results"]) == 127
    assert read_bracket_file(written).bracket == bracket
