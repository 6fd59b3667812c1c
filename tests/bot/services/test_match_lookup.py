"""Matches by what somebody types: an id, a title, a choice, or the two teams."""

from dataclasses import replace

import pytest

from bot.db.engine import Database
from bot.db.snapshot import Snapshot
from bot.services import dodgeball
from bot.services.bracket import build_from
from bot.services.match_choices import name_ready_matches, name_sides
from bot.services.match_lookup import find_match, find_side
from core.errors import NotFound, RuleError
from tests.builders import create_competition, facilitator, load, register_team, start

TEAMS = ["**Bold**", "Łódź", "@everyone", "東京"]


async def tournament(database: Database) -> Snapshot:
    """Semi-finals: the seeds 1 to 4 in the order of TEAMS, so `**Bold**` meets `東京`, and `Łódź` `@everyone`."""
    held = await create_competition(database, "dodgeball", "Ten Ugly")
    teams = [await register_team(database, held, name) for name in TEAMS]
    held = await start(database, held)
    return replace(await load(database, held), seeds=tuple(team.id for team in teams))


async def test_every_way_to_name_a_match(sqlite_database: Database) -> None:
    snapshot = await tournament(sqlite_database)
    bracket = build_from(snapshot)
    ways = {
        "R1-1": ["R1-1", "Semi-final 1", "semi-final 1", "**Bold** v 東京", "東京 vs. **bold**"],
        "R1-2": ["R1-2", "SEMI-FINAL 2", "lodz v @everyone", "Semi-final 2: Łódź v @everyone", "@everyone - Łódź"],
        "R2-1": ["R2-1", "final", "Final"],
    }
    for match_id, texts in ways.items():
        for text in texts:
            assert find_match(snapshot, bracket, text).id == match_id, text


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
        assert find_match(real, build_from(real), title).id == match_id
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
