"""Amending: nothing is posted before a director has seen what it would say, and whom it mentions."""

import pytest
from sqlalchemy import select

from bot.db import tables
from bot.db.engine import Database
from bot.db.snapshot import Competition
from bot.services import amending
from bot.services.access import Asker
from bot.ui.facts.rules import Amended, AmendForm, AmendPreview, UnknownRule
from bot.ui.texts import amending as texts
from core.competition import Step
from core.errors import NotAllowed, NotFound, RuleError
from core.rulebook import DraftRule
from tests.builders import (
    CHANNELS,
    amend_rule,
    asker,
    create_competition,
    director,
    facilitator,
    load,
    register_team,
    stranger,
    take_steps,
)

TYPED = DraftRule("1.2", "Every player is 20.")


async def preview(
    database: Database,
    held: Competition,
    typed: DraftRule = TYPED,
    reason: str | None = None,
    by: Asker | None = None,
) -> AmendPreview:
    async with database.transaction() as tx:
        return await amending.preview_amendment(tx, by or director(), str(held.id), "99", typed, reason)


async def confirm(
    database: Database, held: Competition, found: AmendPreview, by: Asker | None = None
) -> Amended | AmendPreview:
    async with database.transaction() as tx:
        return await amending.confirm_amendment(tx, by or director(), str(held.id), str(found.draft_id))


async def form(
    database: Database, held: Competition, number: str, *, may_be_new: bool = False
) -> AmendForm | UnknownRule:
    async with database.reading() as tx:
        return await amending.read_amend_form(tx, director(), str(held.id), number, may_be_new=may_be_new)


async def count_posts(database: Database) -> int:
    async with database.reading() as tx:
        return len(
            list(
                await tx.connection.execute(select(tables.post.c.id).where(tables.post.c.subject.startswith("rules:")))
            )
        )


async def test_old_and_new_text_and_who_is_mentioned(database: Database) -> None:
    held = await create_competition(database)
    lodge = await register_team(database, held, "Lodge")

    found = await preview(database, held)

    assert texts.asked(found).split("\n") == [
        "This would be posted in <#21>:",
        "**The rules of \u2068Games\u2069 have changed: version 2.**",
        "**1.2 \u2068Age\u2069**",
        "Until now:",
        "> Every player is 18 or older.",
        "From now on:",
        "> Every player is 20.",
        f"1 captain is mentioned in <#{CHANNELS.captains}>: <@{lodge.captain_id}>.",
        "Nothing is in force until you confirm it.",
    ]
    assert await count_posts(database) == 0
    assert (await load(database, held)).amendments == ()

    done = await confirm(database, held, found)

    assert isinstance(done, Amended)
    assert [(a.number, a.new_text) for a in (await load(database, held)).amendments] == [("1.2", "Every player is 20.")]
    assert await count_posts(database) == 2


async def test_many_captains_are_counted(sqlite_database: Database) -> None:
    held = await create_competition(sqlite_database)
    assert "Nobody is mentioned." in texts.asked(await preview(sqlite_database, held)).split("\n")
    for number in range(22):
        await register_team(sqlite_database, held, f"T{number}", captain_id=700 + number)
    lines = texts.asked(await preview(sqlite_database, held)).split("\n")
    assert lines[-2].startswith("22 captains are mentioned in <#23>: <@700> <@701> ")
    assert lines[-2].endswith(" <@719> and 2 more.")


async def test_confirmed_twice_it_is_one_version(sqlite_database: Database) -> None:
    held = await create_competition(sqlite_database)
    found = await preview(sqlite_database, held)
    await confirm(sqlite_database, held, found)
    with pytest.raises(NotFound) as again:
        await confirm(sqlite_database, held, found)
    assert again.value.sentence == (
        "This was done already, or it is older than a day; nothing was changed now. "
        "`/rules show` shows what the rules say."
    )
    assert len((await load(sqlite_database, held)).amendments) == 1


async def test_what_would_be_said_otherwise_by_now_is_shown_first(database: Database) -> None:
    held = await create_competition(database)
    found = await preview(database, held)
    await amend_rule(database, held, "1.2", "Every player is 19.")

    anew = await confirm(database, held, found)

    assert isinstance(anew, AmendPreview)
    assert texts.asked(anew).startswith(
        "**Something changed meanwhile, and nothing was done. This would follow now:**\n"
    )
    assert "> Every player is 19." in texts.asked(anew)
    assert len((await load(database, held)).amendments) == 1
    assert isinstance(await confirm(database, held, anew), Amended)


async def test_started_between_preview_and_press_it_needs_a_reason(sqlite_database: Database) -> None:
    held = await create_competition(sqlite_database)
    await register_team(sqlite_database, held, "Lodge")
    found = await preview(sqlite_database, held)
    await take_steps(sqlite_database, held, Step.CLOSE_REGISTRATION, Step.START)

    with pytest.raises(RuleError) as refusal:
        await confirm(sqlite_database, held, found)

    assert refusal.value.sentence == "Play has started: to change a rule now, insist on it and give a reason."
    assert (await load(sqlite_database, held)).amendments == ()
    async with sqlite_database.reading() as tx:  # and what was typed is still there
        again = await amending.read_form_again(tx, director(), str(held.id), str(found.draft_id))
    assert again.typed == TYPED


async def test_what_was_typed_is_kept_where_it_is_refused(database: Database) -> None:
    held = await running(database)
    found = await preview(database, held)
    assert found.fault == "Play has started: to change a rule now, insist on it and give a reason."
    assert found.is_typed
    async with database.reading() as tx:
        again = await amending.read_form_again(tx, director(), str(held.id), str(found.draft_id))
    assert again.typed == TYPED
    assert again.has_started


async def running(database: Database) -> Competition:
    held = await create_competition(database)
    await register_team(database, held, "Lodge")
    return await take_steps(database, held, Step.CLOSE_REGISTRATION, Step.START)


@pytest.mark.parametrize(
    ("number", "near"),
    [("2.44", ["2.4"]), ("12.4", ["2.4", "1.4", "1.14"]), ("99.99", [])],
)
async def test_a_number_that_is_not_there_is_asked_about(
    sqlite_database: Database, number: str, near: list[str]
) -> None:
    held = await create_competition(sqlite_database)
    found = await form(sqlite_database, held, number)
    assert isinstance(found, UnknownRule)
    assert [rule.number for rule in found.near] == near
    question = f"There is no rule {number} in \u2068Games\u2069. Add it as a new rule?"
    assert texts.unknown_rule(found) == question + (" Or did you mean one of these?" if near else "")
    meant = await form(sqlite_database, held, number, may_be_new=True)
    assert isinstance(meant, AmendForm)
    assert meant.rule is None


async def test_only_the_director_who_was_shown_it(sqlite_database: Database) -> None:
    held = await create_competition(sqlite_database)
    found = await preview(sqlite_database, held)
    for by in (stranger(), facilitator()):
        with pytest.raises(NotAllowed):
            await preview(sqlite_database, held, by=by)
        with pytest.raises(NotAllowed):
            await confirm(sqlite_database, held, found, by)
    with pytest.raises(NotFound):
        await confirm(sqlite_database, held, found, asker(55, manages=True))
    with pytest.raises(NotFound):
        await confirm(sqlite_database, held, found, director(guild_id=2))
    async with sqlite_database.reading() as tx:
        for forged in ("", "x", "9" * 40, "-1"):
            with pytest.raises(NotFound):
                await amending.read_form_again(tx, director(), str(held.id), forged)
