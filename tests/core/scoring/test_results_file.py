"""The contract's example to the letter; names; the canonical form; warnings."""

import datetime
import json
from typing import Any

import pytest

from core.scoring.games import Ejection, Games, Round, Team
from core.scoring.results_file import list_warnings, read_results_file, write_results_file
from core.scoring.standings import compute_standings
from core.scoring.standings_json import render_standings
from tests.core.scoring.documents import (
    EXAMPLE,
    EXAMPLE_STANDINGS,
    TWO,
    Document,
    changed,
    document,
    encode,
    example,
    read,
)


def test_the_contracts_example_gives_its_output_to_the_letter() -> None:
    printed = render_standings(compute_standings(read_results_file(EXAMPLE.read_bytes())))
    assert printed == EXAMPLE_STANDINGS.read_text(encoding="utf-8")


def test_the_example_is_read_as_values() -> None:
    games = read_results_file(EXAMPLE.read_bytes())
    assert games.competition == "Getaway Games 2026"
    assert games.date == datetime.date(2026, 6, 13)
    assert games.timezone == "America/Chicago"
    assert games.events == ("bowling", "derby", "bags", "golf", "holdem", "basketball")
    assert games.teams[1] == Team("Trio", ("Ed", "Flo", "Gus"))
    assert games.results["derby"]["Ann"] == (Round(22, (1, 0, 2, 0, 3)), Round(17, 17))
    assert games.ejections == (Ejection("Bo", starts_at="derby"), Ejection("Gus", starts_at="holdem"))
    assert games.cancelled == ("golf",)
    assert (games.team_round, games.ties) == ("team", {})


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_byte_order_mark_changes_nothing(mark: bytes) -> None:
    assert read_results_file(mark + EXAMPLE.read_bytes()) == read_results_file(EXAMPLE.read_bytes())


def test_what_is_left_out_has_its_default() -> None:
    assert read(document(TWO)) == Games(
        teams=(Team("Aces", ("Ann", "Bo", "Cy", "Di")), Team("Bees", ("Ed", "Flo", "Gus", "Hal"))),
        events=("bowling", "derby", "bags", "basketball", "golf", "holdem"),
    )


def test_names_are_normalized_wherever_they_stand() -> None:
    loose, tight = " \u2003Zoe\u0308\t", "Zoë"

    def content(name: str) -> Document:
        rest = {"Bo": [1], "Cy": [2]}
        return {
            "competition": name,
            "teams": [
                {"name": name, "players": [name, "Bo", "Cy"]},
                {"name": "Bees", "players": ["Ed", "Flo", "Gus"]},
            ],
            "results": {
                "bowling": {name: [300], **rest},
                "golf": {name: [4] * 18},
                "holdem": {
                    "out": [name, "Bo", "Ed", "Flo"],
                    "late": ["Cy", "Gus"],
                    "log": [{"player": "Bo", "by": [name]}, {"player": name}],
                },
            },
            "ejections": [{"player": name, "from": "end"}],
            "team_ejections": [{"team": name, "from": "end"}],
        }

    assert read(content(loose)) == read(content(tight))
    assert tight in render_standings(compute_standings(read(content(loose))))


def test_a_name_keeps_its_case_and_what_is_no_control_character() -> None:
    games = read(document("ann: Ann ann 👨‍👩‍👧; \u202eAces: a\u200bb x\u00adx y\ue000y"))
    assert games.teams == (
        Team("ann", ("Ann", "ann", "👨‍👩‍👧")),
        Team("\u202eAces", ("a\u200bb", "x\u00adx", "y\ue000y")),
    )


FULL: dict[str, Any] = {
    "rulings": {"ties": {"bowling": "share", "bags": "share"}, "team_round": "individual"},
    "cancelled": ["golf", "derby"],
    "team_ejections": [{"team": "Łódź Lions", "forfeits": ["basketball"]}],
    "ejections": [{"player": "Gus", "forfeits": ["basketball", "holdem"]}, {"player": "Bo", "from": "end"}],
}


def test_the_canonical_form_leaves_out_defaults_and_keeps_one_order() -> None:
    content = {**example(), **FULL}
    content["results"]["holdem"]["out"].insert(0, "Bo")
    content["results"]["bowling"] = dict(reversed(content["results"]["bowling"].items()))
    content["results"] = dict(reversed(content["results"].items()))
    written = write_results_file(read(content)).decode()
    assert list(json.loads(written)) == [
        *("competition", "date", "timezone", "events", "teams", "course", "results"),
        *("ejections", "team_ejections", "cancelled", "rulings"),
    ]
    again = json.loads(written)
    assert list(again["results"]) == ["bowling", "derby", "bags", "golf", "holdem"]
    assert list(again["results"]["bowling"]) == ["Ann", "Bo", "Ed", "Hal"]
    assert again["results"]["bowling"]["Ann"] == [151, {"rolls": [10, 3, 4, 9, 1, 5, 2], "stopped": True}]
    assert again["results"]["bags"] == content["results"]["bags"]
    assert again["cancelled"] == ["derby", "golf"]
    assert again["ejections"] == [
        {"player": "Gus", "forfeits": ["holdem", "basketball"]},
        {"player": "Bo", "from": "end"},
    ]
    assert again["rulings"] == {"team_round": "individual", "ties": {"bowling": "share"}}


@pytest.mark.parametrize(
    "content", [example(), {**example(), "ejections": [{"player": "Bo", "forfeits": []}], "results": {}}, document(TWO)]
)
def test_what_was_written_is_written_the_same_again(content: Document) -> None:
    written = write_results_file(read(content))
    assert write_results_file(read_results_file(written)) == written
    assert read_results_file(written) == read(content)


def test_a_finished_game_marked_stopped_stays_so() -> None:
    rolls = {"rolls": [10] * 12, "stopped": True}
    content = changed(
        lambda content: content["results"]["bowling"].update({"Ann": [rolls, {**rolls, "stopped": False}]})
    )
    again = json.loads(write_results_file(read(content)))
    assert again["results"]["bowling"]["Ann"] == [rolls, {"rolls": [10] * 12}]


def test_the_written_file_is_for_people_a_line_for_each_result() -> None:
    written = write_results_file(read(document(TWO, results={"derby": {"Ann": [[1, 0, 2, 0, 3], 17]}})))
    assert written.decode() == (
        "{\n"
        '  "events": ["bowling", "derby", "bags", "basketball", "golf", "holdem"],\n'
        '  "teams": [\n'
        '    {"name": "Aces", "players": ["Ann", "Bo", "Cy", "Di"]},\n'
        '    {"name": "Bees", "players": ["Ed", "Flo", "Gus", "Hal"]}\n'
        "  ],\n"
        '  "results": {\n'
        '    "derby": {\n'
        '      "Ann": [[1, 0, 2, 0, 3], 17]\n'
        "    }\n"
        "  }\n"
        "}\n"
    )


def test_ruling_115_implausible_rounds_are_warnings_with_their_place() -> None:
    results = {
        "bowling": {"Ann": [279, 280]},
        "derby": {"Ed": [[0, 0, 0, 0, 16], 75], "Ann": [240]},
        "bags": {"Ann": [72]},
        "basketball": {"Ann": [60, 61]},
        "golf": {"Aces": [1] * 18},
    }
    games = read(document(TWO, results=results, cancelled=["derby"]))
    assert list_warnings(games) == (
        "results.bowling.Ann[1]: 280 is read as 280 pins, and a bowling game above 279 is rare: 280 or 28?",
        "results.derby.Ed[0]: 0 0 0 0 16 is read as 80 points, and a derby round above 75 is rare",
        "results.derby.Ann[0]: 240 is read as 240 points, and a derby round above 75 is rare: 240 or 24?",
        "results.basketball.Ann[1]: 61 is read as 61 points, and a basketball round above 60 is rare: 61 or 6?",
    )


def test_warnings_change_no_standings() -> None:
    content = document(TWO, results={"bowling": {"Ann": [290], "Ed": [1]}})
    assert list_warnings(read(content))
    rows = compute_standings(read_results_file(encode(content))).events["bowling"].teams.rows
    assert [(row.name, row.total) for row in rows] == [("Aces", 290), ("Bees", 1)]
