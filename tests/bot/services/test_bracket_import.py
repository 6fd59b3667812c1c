"""A bracket file brought into a tournament: shown first, then entered, in the order in which it was decided."""

import json
from typing import Any

import pytest
from sqlalchemy import func, select

from bot.db import tables
from bot.db.engine import Database
from bot.db.snapshot import Competition
from bot.services import dodgeball, importing
from bot.services.access import Asker
from bot.services.export import write_bracket
from bot.ui.facts.bracket_import import BracketEntered, BracketPlan
from bot.ui.texts import bracket_import as texts
from core.errors import NotAllowed, NotFound, RuleError
from tests.builders import create_competition, director, facilitator, load, plain, register_team, start

NAMES = ("Aces", "Bees", "Cats", "Dogs")


async def held_by_four(database: Database) -> tuple[Competition, list[str]]:
    """A drawn tournament, and its teams by seed."""
    held = await create_competition(database, "dodgeball")
    for name in NAMES:
        await register_team(database, held, name, [f"{name}{letter}" for letter in "abcdef"])
    held = await start(database, held)
    snapshot = await load(database, held)
    return held, [snapshot.teams[id_].name for id_ in snapshot.seeds]


def won(winner: str, loser: str, **more: Any) -> dict[str, Any]:
    return {"teams": [winner, loser], "winner": winner, **more}


def file(teams: list[str], *results: dict[str, Any], **more: Any) -> bytes:
    return json.dumps({"teams": teams, "results": results, **more}).encode()


async def look(database: Database, held: Competition, data: bytes, asker: Asker | None = None) -> BracketPlan:
    async with database.transaction() as tx:
        plan = await importing.preview_import(tx, asker or director(), str(held.id), data)
    assert isinstance(plan, BracketPlan)
    return plan


async def confirm(database: Database, held: Competition, plan: BracketPlan) -> BracketEntered | BracketPlan:
    async with database.transaction() as tx:
        done = await importing.confirm_import(tx, director(), str(held.id), str(plan.draft_id))
    assert isinstance(done, BracketEntered | BracketPlan)
    return done


async def test_what_is_new_is_shown_and_then_entered(database: Database) -> None:
    held, (one, two, three, four) = await held_by_four(database)
    results = (won(four, one, games=[one, four, four]), won(two, three, how="forfeit"), won(four, two))
    data = file([one, two, three, four], *results, competition="Sunday")
    plan = await look(database, held, data)
    said = texts.planned(plan)
    assert plain(said.text) == (
        "Only a look, nothing is entered yet: new 3, unchanged 0, different from what is here 0.\nNew:\n"
        f"Semi-final 1: {four} beat {one} 2-1\nSemi-final 2: {two} beat {three} by forfeit\nFinal: {four} beat {two}"
    )
    assert [button.label for button in said.buttons] == ["Enter the 3 new matches"]
    assert (await load(database, held)).results == ()
    assert await confirm(database, held, plan) == BracketEntered(3)
    snapshot = await load(database, held)
    async with database.reading() as tx:
        assert tx.snapshots.find(held.id, snapshot.competition.revision) == snapshot
        posts = select(func.count()).where(tables.post.c.subject.startswith("match:"))
        assert await tx.connection.scalar(posts) == 3
    written = json.loads(write_bracket(snapshot))
    assert (written["teams"], written["results"]) == ([one, two, three, four], list(results))
    with pytest.raises(NotFound):
        await confirm(database, held, plan)
    again = await look(database, held, write_bracket(snapshot))
    assert (again.unchanged, again.new, again.draft_id) == (3, (), None)


async def test_what_differs_stays_as_it_is_here(sqlite_database: Database) -> None:
    held, teams = await held_by_four(sqlite_database)
    one, two, three, four = teams
    async with sqlite_database.transaction() as tx:
        await dodgeball.submit_match(tx, facilitator(), str(held.id), "semi-final 1", (one, one, None))
    plan = await look(sqlite_database, held, file(teams, won(four, one), won(two, three)))
    assert plain(texts.planned(plan).text).splitlines()[1:] == [
        "Different, and left as it is here (`/match correct` changes it):",
        f"Semi-final 1: {one} beat {four} 2-0",
        "New:",
        f"Semi-final 2: {two} beat {three}",
    ]
    stuck = await look(sqlite_database, held, file(teams, won(four, one), won(two, three), won(two, four)))
    assert stuck.draft_id is None
    assert plain(texts.planned(stuck).text).startswith("Nothing was entered: 1 fault in the file.\nFinal: ")
    async with sqlite_database.transaction() as tx:
        await dodgeball.submit_match(tx, facilitator(), str(held.id), "semi-final 2", (three, three, None))
    anew = await confirm(sqlite_database, held, plan)
    assert isinstance(anew, BracketPlan)
    assert texts.planned(anew).text.startswith(
        "Something was entered since you looked, so nothing was done. Now: new 0,"
    )
    assert len((await load(sqlite_database, held)).results) == 2


async def test_what_is_refused(sqlite_database: Database) -> None:
    held, teams = await held_by_four(sqlite_database)
    one, _, _, four = teams
    with pytest.raises(NotAllowed):
        await look(sqlite_database, held, file(teams), facilitator())
    for data, sentence in (
        (file(teams[::-1]), texts.OTHER_BRACKET),
        (file(teams, third_place=True), texts.OTHER_BRACKET),
        (file(teams, kind="double"), texts.OTHER_BRACKET),
        (b" " * 200_000, texts.TOO_LARGE),
        (
            b'{"teams": 1}',
            "Nothing was entered: teams\\: 1 is not a list. Correct the file, or take the one of `/event export`.",
        ),
    ):
        with pytest.raises(RuleError) as refused:
            await look(sqlite_database, held, data)
        assert plain(refused.value.sentence) == sentence
    walkover = await look(sqlite_database, held, file(teams, won(one, four, how="walkover")))
    assert walkover.faults == (f"Semi-final 1: {texts.WALKOVER}",)
