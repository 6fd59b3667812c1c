"""Matches by what somebody types: an id, a title, a choice, or the two teams."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import cast

import pytest

from bot.db.engine import Database
from bot.db.snapshot import Competition, Snapshot, Team, TeamStatus
from bot.services import dodgeball
from bot.services.bracket import build_from
from bot.services.match_choices import name_ready_matches, name_sides
from bot.services.match_lookup import find_match, find_side
from core.errors import NotFound, RuleError
from core.scoring.bracket import Result, build_bracket, record_result
from tests.builders import create_competition, facilitator, load, plain, register_team, start

TEAMS = ["**Bold**", "Łódź", "@everyone", "東京"]


async def tournament(database: Database) -> Snapshot:
    """Semi-finals: the seeds 1 to 4 in the order of TEAMS, so `**Bold**` meets `東京`, and `Łódź` `@everyone`."""
    held = await create_competition(database, "dodgeball", "Ten Ugly")
    teams = [await register_team(database, held, name) for name in TEAMS]
    held = await start(database, held)
    return replace(await load(database, held), seeds=tuple(team.id for team in teams))


def snapshot_of(count: int) -> Snapshot:
    """Teams without a competition: what finding a match needs."""
    now = datetime(2027, 6, 12, tzinfo=UTC)
    teams = {n: Team(n, f"Team {n}", TeamStatus.CONFIRMED, None, now) for n in range(1, count + 1)}
    return Snapshot(cast("Competition", None), teams)


async def test_every_way_to_name_a_match(sqlite_database: Database) -> None:
    snapshot = await tournament(sqlite_database)
    bracket = build_from(snapshot)
    ways = {
        "R1-1": [
            "#R1-1",
            "R1-1",
            "Semi-final 1",
            "semi-final 1",
            "SF 1",
            "sf1",
            "**Bold** v 東京",
            "東京 vs. **bold**",
        ],
        "R1-2": ["R1-2", "SEMI-FINAL 2", "lodz v @everyone", "Semi-final 2: Łódź v @everyone", "@everyone - Łódź"],
        "R2-1": ["#R2-1", "R2-1", "final", "Final"],
    }
    for match_id, texts in ways.items():
        for text in texts:
            assert find_match(snapshot, bracket, text).id == match_id, text


def test_a_short_form_is_what_people_see_and_not_the_place_in_a_full_bracket() -> None:
    """Twelve teams: the byes have places in the bracket, and people count the matches that are played."""
    bracket = build_bracket([f"#{n}" for n in range(1, 13)])
    snapshot = snapshot_of(12)
    ways = {
        "Round 1, match 2": ["R1-2", "r1 m2", "round 1 match 2", "Round 1, 2", "R 1 / 2"],
        "Round 1, match 1": ["R1-1", "round 1, match 1"],
        "Quarter-final 3": ["QF 3", "qf3", "R2-3", "quarterfinal 3"],
        "Semi-final 2": ["SF2", "R3-2", "semi final 2"],
        "Final": ["final", "R4-1"],
    }
    for title, texts in ways.items():
        for text in texts:
            assert find_match(snapshot, bracket, text).title == title, text
    by_place = find_match(snapshot, bracket, "#R1-2")
    assert (by_place.id, by_place.title) == ("R1-2", "Round 1, match 1")
    for text in ("R1-9", "R9-1", "match", "R1", "#R1-1", "#r1-2", "2", "R1-2-3"):
        with pytest.raises(NotFound):
            find_match(snapshot, bracket, text)


def test_what_several_matches_are_called_is_refused_with_all_of_them() -> None:
    snapshot, teams = snapshot_of(8), [f"#{n}" for n in range(1, 9)]
    bracket = build_bracket(teams, "double")
    with pytest.raises(NotFound) as refused:
        find_match(snapshot, bracket, "R1-1")
    assert plain(refused.value.sentence) == (
        "R1-1 can mean several matches: Winners' round 1, match 1: Team 1 v Team 8; Losers' round 1, match 1. "
        "Type the whole title, or choose from the list."
    )
    ways = {"W1-2": "Winners' round 1, match 2", "losers round 1 match 2": "Losers' round 1, match 2"}
    assert {text: find_match(snapshot, bracket, text).title for text in ways} == ways


def test_two_teams_that_meet_twice() -> None:
    snapshot = snapshot_of(2)
    bracket = build_bracket(["#1", "#2"], "double")
    first = find_match(snapshot, bracket, "Team 1 v Team 2")
    bracket = record_result(bracket, Result(("#1", "#2"), "#1"))
    second = find_match(snapshot, bracket, "Team 1 v Team 2")
    assert (first.title, second.title) == ("Winners' final", "Grand final")
    assert find_match(snapshot, bracket, "Team 1 v Team 2", is_decided=True).title == "Winners' final"
    bracket = record_result(bracket, Result(("#1", "#2"), "#1"))
    for is_decided in (True, False):
        with pytest.raises(NotFound) as refused:
            find_match(snapshot, bracket, "Team 2 v Team 1", is_decided=is_decided)
        assert plain(refused.value.sentence) == (
            "Team 2 v Team 1 can mean several matches: Winners' final: Team 1 v Team 2; Grand final: Team 1 v Team 2. "
            "Type the whole title, or choose from the list."
        )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "Łódź",
            "There is no match \u2068Łódź\u2069. Its matches are: Semi-final 2: \u2068Łódź\u2069 v "
            "\u2068@\u200beveryone\u2069. Choose one from the list, or type both teams: `A v B`.",
        ),
        (
            "x" * 6000,
            "There is no match \u2068" + "x" * 100 + "\u2069. Ready to be played are: Semi-final 1: "
            "\u2068\\*\\*Bold\\*\\*\u2069 v \u2068東京\u2069; Semi-final 2: \u2068Łódź\u2069 v "
            "\u2068@\u200beveryone\u2069. Choose one from the list, or type both teams: `A v B`.",
        ),
    ],
)
async def test_what_is_no_match_says_which_there_are(sqlite_database: Database, text: str, sentence: str) -> None:
    snapshot = await tournament(sqlite_database)
    with pytest.raises(NotFound) as refusal:
        find_match(snapshot, build_from(snapshot), text)
    assert refusal.value.sentence == sentence


async def test_a_result_by_title_and_by_names(database: Database) -> None:
    snapshot = await tournament(database)
    held = snapshot.competition
    real = await load(database, held)
    match = build_from(real).ready[0]
    first, second = (real.teams[int(team[1:])].name for team in match.pair or ("", ""))
    async with database.transaction() as tx:
        done = await dodgeball.submit_match(
            tx, facilitator(), str(held.id), f"{second} v {first}", (first, first, None)
        )
    assert done.match.id == match.id
    async with database.transaction() as tx:
        done = await dodgeball.forfeit_match(tx, facilitator(), str(held.id), "semi-final 2", "both")
    assert done.match.how == "double_forfeit"


async def test_what_is_offered_is_understood(sqlite_database: Database) -> None:
    snapshot = await tournament(sqlite_database)
    async with sqlite_database.reading() as tx:
        offered = await name_ready_matches(tx, facilitator(), str(snapshot.competition.id))
        sides = await name_sides(tx, facilitator(), str(snapshot.competition.id), "semi-final 1")
    real = await load(sqlite_database, snapshot.competition)
    for title, match_id in offered:
        assert f"#{find_match(real, build_from(real), title).id}" == match_id
    assert len(sides) == 2


async def test_accents_count_where_they_tell_two_teams_apart(sqlite_database: Database) -> None:
    held = await create_competition(sqlite_database, "dodgeball", "Ten Ugly")
    for name, players in (("Lodz", "abcdef"), ("Łódź", "ghijkl")):
        await register_team(sqlite_database, held, name, list(players))
    held = await start(sqlite_database, held)
    snapshot = await load(sqlite_database, held)
    match = build_from(snapshot).ready[0]
    named = {team.name: f"#{team.id}" for team in snapshot.teams.values()}
    for name in ("Lodz", "łódź"):
        assert find_side(snapshot, match, name) == named[name if name == "Lodz" else "Łódź"]
    with pytest.raises(RuleError, match="Choose one of these two teams"):
        find_side(snapshot, match, "lódz")
