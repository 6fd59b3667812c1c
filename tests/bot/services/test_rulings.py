"""The event director's rulings, and which rules were in force when."""

from datetime import datetime, timedelta

import pytest
from sqlalchemy import select

from bot.clock import Clock
from bot.db import tables
from bot.db.engine import Database
from bot.db.snapshot import Competition
from bot.services import rules, rulings
from bot.services.access import Asker
from bot.ui.facts.rulings import Ruled
from bot.ui.texts import rules as rules_texts
from bot.ui.texts import rulings as texts
from core.errors import NotAllowed, NotFound, RuleError
from tests.builders import amend_rule, create_competition, director, facilitator, load, stranger


async def add(
    database: Database,
    competition: Competition,
    text: str = "A foot on the line is no foul.",
    rule: str | None = None,
    *,
    is_announced: bool = False,
    by: Asker | None = None,
) -> Ruled:
    async with database.transaction() as tx:
        return await rulings.add_ruling(
            tx, by or director(), str(competition.id), text, rule, is_announced=is_announced
        )


async def listed(database: Database, competition: Competition) -> list[str]:
    async with database.reading() as tx:
        return list(texts.listed_lines(await rulings.list_rulings(tx, stranger(), str(competition.id))))


async def test_each_is_numbered_and_listed_for_everybody(database: Database) -> None:
    competition = await create_competition(database)
    other = await create_competition(database, name="Other")
    first = await add(database, competition)
    await add(database, competition, "**Twelve** minutes.", "2.1")
    await add(database, other)

    assert texts.added(first) == "Ruling 1 is kept; `/ruling list` and the rules show it."
    lines = await listed(database, competition)
    assert lines[0] == "**The event director's rulings in \u2068Games\u2069**"
    assert lines[1].startswith("Director's ruling 1: \u2068A foot on the line is no foul\\.\u2069 (<@101>, <t:")
    assert lines[2].startswith("Director's ruling 2: \u2068\\*\\*Twelve\\*\\* minutes\\.\u2069 (rule 2.1) (<@101>, <t:")
    assert lines[3:] == ["-# The numbered rulings of the rulebook itself stand with its rules: `/rules show`."]
    assert len(await listed(database, other)) == 3


async def test_a_search_of_the_rules_finds_it(sqlite_database: Database) -> None:
    competition = await create_competition(sqlite_database)
    await add(sqlite_database, competition, "A zeppelin over the lane: play again.")
    await add(sqlite_database, competition, "Zeppelins are no excuse.", "2.1")
    async with sqlite_database.reading() as tx:
        alone = await rules.show_rules(tx, stranger(), str(competition.id), words="ZEPPELIN")
        narrower = await rules.show_rules(tx, stranger(), str(competition.id), words="zeppelin lane")
        of_rule = await rules.show_rules(tx, stranger(), str(competition.id), words="2.1")
    assert list(rules_texts.shown_lines(alone)) == [
        "**Rules of \u2068Games\u2069**: 2 director's rulings with \u2068ZEPPELIN\u2069",
        "- Director's ruling 1: \u2068A zeppelin over the lane\\: play again\\.\u2069",
        "- Director's ruling 2: \u2068Zeppelins are no excuse\\.\u2069 (rule 2.1)",
    ]
    assert [ruling.number for ruling in narrower.rulings_found] == [1]
    assert of_rule.rulings_found == ()
    assert sum("Zeppelins" in line for line in rules_texts.shown_lines(of_rule)) == 1


async def test_its_rule_shows_it(sqlite_database: Database) -> None:
    competition = await create_competition(sqlite_database)
    await add(sqlite_database, competition, rule=" 2.1 ")
    await add(sqlite_database, competition, "About 2.2.", rule="2.2")

    async with sqlite_database.reading() as tx:
        lines = list(rules_texts.shown_lines(await rules.show_rules(tx, stranger(), str(competition.id), "2.1")))

    assert [line for line in lines if "Director's" in line] == [
        "- Director's ruling 1: \u2068A foot on the line is no foul\\.\u2069"
    ]


async def test_it_is_posted_if_that_is_wanted(sqlite_database: Database) -> None:
    competition = await create_competition(sqlite_database)
    await add(sqlite_database, competition)
    done = await add(sqlite_database, competition, "Played again.", is_announced=True)

    async with sqlite_database.reading() as tx:
        _opened, *posts = await tx.connection.execute(select(tables.post).order_by(tables.post.c.id))

    assert texts.added(done) == "Ruling 2 is kept; `/ruling list` and the rules show it. It is posted in <#21>."
    assert [(post.channel_id, post.payload["text"]) for post in posts] == [
        (21, "**\u2068Games\u2069**: Director's ruling 2: \u2068Played again\\.\u2069")
    ]


async def test_refusals(sqlite_database: Database) -> None:
    competition = await create_competition(sqlite_database)
    for text in ("", " \n", "x" * 1001):
        with pytest.raises(RuleError) as refusal:
            await add(sqlite_database, competition, text)
        assert refusal.value.sentence == "Write the ruling in at most 1,000 characters."
    with pytest.raises(NotFound) as refused:
        await add(sqlite_database, competition, rule="77.1")
    assert refused.value.sentence == (
        "There is no rule \u206877\\.1\u2069. Choose one from the list, or leave the option `rule` empty."
    )
    for by in (facilitator(), stranger()):
        with pytest.raises(NotAllowed):
            await add(sqlite_database, competition, by=by)
    assert await listed(sqlite_database, competition) == [
        "The event director has made no ruling of their own yet; `/ruling add` keeps one. The numbered rulings of the "
        "rulebook itself stand with its rules: `/rules show`."
    ]


async def test_the_rules_in_force_at_a_moment(sqlite_database: Database, clock: Clock) -> None:
    """A result that came in a second before a change came about under the rules as they were."""
    competition = await create_competition(sqlite_database)
    moments: list[datetime] = []
    for text in ("One.", "Two."):
        clock.advance(60)
        moments.append((await amend_rule(sqlite_database, competition, text=text)).amendments[0].amended_at)
        clock.advance(60)
        moments.append((await add(sqlite_database, competition, text)).ruling.decided_at)
    snapshot = await load(sqlite_database, competition)
    second = timedelta(seconds=1)

    at = [(m + offset) for m in moments for offset in (-second, 0 * second, second)]

    found = [rules.rules_in_force(snapshot, moment) for moment in at]
    assert [(f.version, f.rulings) for f in found] == [
        *[(1, 0), (2, 0), (2, 0)],
        *[(2, 0), (2, 1), (2, 1)],
        *[(2, 1), (3, 1), (3, 1)],
        *[(3, 1), (3, 2), (3, 2)],
    ]
    assert list(dict.fromkeys(rules_texts.in_force(facts) for facts in found)) == [
        "Rules: version 1; no director's ruling.",
        "Rules: version 2; no director's ruling.",
        "Rules: version 2; director's ruling 1.",
        "Rules: version 3; director's ruling 1.",
        "Rules: version 3; director's rulings 1 to 2.",
    ]
