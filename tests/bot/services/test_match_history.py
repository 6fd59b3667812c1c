"""A match's result with all its revisions, and the rules under which each came about."""

from functools import partial

import pytest

from bot.db.engine import Database
from bot.services import dodgeball, match_corrections, rulings
from bot.services.bracket import build_from
from bot.services.match_history import show_match_history
from bot.ui.names import for_prose
from bot.ui.texts.match_history import history_lines
from core.errors import NotAllowed, NotFound, RuleError
from core.scoring.bracket import build_bracket
from tests.builders import (
    amend_rule,
    create_competition,
    director,
    facilitator,
    load,
    register_team,
    start,
    stranger,
)


async def test_entered_corrected_taken_back_and_the_rules_of_each(database: Database) -> None:
    held = await create_competition(database, "dodgeball", "Ten Ugly")
    for name in ("**Bold**", "東京"):
        await register_team(database, held, name)
    held = await start(database, held)
    chosen = str(held.id)
    snapshot = await load(database, held)
    one, two = (snapshot.teams[int(team[1:])].name for team in build_from(snapshot).ready[0].pair or ("", ""))

    async def shown() -> list[str]:
        async with database.reading() as tx:
            found = await show_match_history(tx, facilitator(), chosen, "final")
        names = {"\u2068\\*\\*Bold\\*\\*\u2069": "**Bold**", "\u2068東京\u2069": "東京"}
        lines = list(history_lines(found))
        for escaped, name in names.items():
            lines = [line.replace(escaped, name) for line in lines]
        return lines

    assert await shown() == [f"**Final: {one} v {two}**", "Nothing has been entered for this match yet."]
    async with database.transaction() as tx:
        await dodgeball.submit_match(tx, facilitator(), chosen, "final", (one, two, one))
    await amend_rule(database, held, reason="lights")
    async with database.transaction() as tx:
        games = (two, two, None)
        asked = await match_corrections.preview_correction(tx, director(), chosen, "final", games, "wrong sheet")
        await match_corrections.confirm_correction(tx, director(), chosen, str(asked.draft_id))
    async with database.transaction() as tx:
        await rulings.add_ruling(tx, director(), chosen, "Played again.")
    async with database.transaction() as tx:
        await match_corrections.undo_match(tx, director(), chosen, "final", "see the ruling")

    head, *lines = await shown()

    assert head == f"**Final: {one} v {two}**"
    entered, corrected, undone = lines
    assert entered.startswith(f"- Entered: {one} won (games: {one}, {two}, {one}): <@102>, <t:")
    assert entered.endswith(". Rules: version 1; no director's ruling.")
    assert corrected.startswith(f"- Corrected to: {two} won (games: {two}, {two}): <@101>, <t:")
    assert corrected.endswith(", because: \u2068wrong sheet\u2069. Rules: version 2; no director's ruling.")
    assert undone.startswith("- Taken back: <@101>, <t:")
    assert undone.endswith(", because: \u2068see the ruling\u2069. Rules: version 2; director's ruling 1.")


async def test_a_match_that_nobody_plays_says_why(sqlite_database: Database) -> None:
    held = await create_competition(sqlite_database, "dodgeball", "Ten Ugly")
    for name in ("One", "Two", "Three", "Four", "Five"):
        await register_team(sqlite_database, held, name)
    held = await start(sqlite_database, held)
    async with sqlite_database.transaction() as tx:
        await dodgeball.forfeit_match(tx, facilitator(), str(held.id), "quarter-final", "both")
    snapshot = await load(sqlite_database, held)
    first = for_prose(snapshot.teams[snapshot.seeds[0]].name)
    async with sqlite_database.reading() as tx:
        found = await show_match_history(tx, facilitator(), str(held.id), "semi-final 1")
    assert list(history_lines(found)) == [
        "**Semi-final 1**",
        f"- Nobody plays it. Semi-final 1 is not played: {first} goes on without it.",
    ]


async def test_two_meetings_of_the_same_teams_are_kept_apart(
    sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.services.bracket.build_bracket", partial(build_bracket, kind="double"))
    held = await create_competition(sqlite_database, "dodgeball", "Ten Ugly")
    for name in ("One", "Two"):
        await register_team(sqlite_database, held, name)
    held = await start(sqlite_database, held)
    chosen = str(held.id)

    async def tell(title: str) -> list[str]:
        async with sqlite_database.reading() as tx:
            found = await show_match_history(tx, facilitator(), chosen, title)
        return [line.replace("\u2068", "").replace("\u2069", "").partition(": <@")[0] for line in history_lines(found)]

    for title, games in (("winners' final", ("One", "One", None)), ("grand final", ("Two", "One", "Two"))):
        async with sqlite_database.transaction() as tx:
            await dodgeball.submit_match(tx, facilitator(), chosen, title, games)
    async with sqlite_database.transaction() as tx:
        games = ("One", "Two", "Two")
        asked = await match_corrections.preview_correction(tx, director(), chosen, "grand final", games, "mixed up")
        await match_corrections.confirm_correction(tx, director(), chosen, str(asked.draft_id))
    assert (await tell("winners' final"))[1:] == ["- Entered: One won (games: One, One)"]
    assert (await tell("grand final"))[1:] == [
        "- Entered: Two won (games: Two, One, Two)",
        "- Corrected to: Two won (games: One, Two, Two)",
    ]


async def test_who_may_and_what_there_is(sqlite_database: Database) -> None:
    held = await create_competition(sqlite_database, "dodgeball", "Ten Ugly")
    for name in ("One", "Two"):
        await register_team(sqlite_database, held, name)
    held = await start(sqlite_database, held)
    games = await create_competition(sqlite_database, name="Games")
    for who, chosen, match, kind in (
        (stranger(), held, "final", NotAllowed),
        (facilitator(), held, "R9-9", NotFound),
        (facilitator(), games, "final", RuleError),
        (facilitator(guild_id=2), held, "final", NotFound),
    ):
        with pytest.raises(kind):
            async with sqlite_database.reading() as tx:
                await show_match_history(tx, who, str(chosen.id), match)
