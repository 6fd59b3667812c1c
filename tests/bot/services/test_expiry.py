"""What ends by itself, on the real clockwork."""

from datetime import timedelta

import pytest
from sqlalchemy import select, update

from bot.clock import Clock
from bot.db import registration_tables, tables
from bot.db.engine import Database
from bot.posts.outbox import load_due
from bot.services import withdrawing
from bot.services.job_kinds import KINDS
from bot.services.jobs import Jobs
from bot.services.schedule import move_competition
from bot.ui.texts.opening import CLOSED
from core.competition import State, Step, archive_due_at
from tests.builders import (
    captain,
    change_settings,
    create_competition,
    director,
    load,
    register_team,
    register_teams,
    send_form,
    take_steps,
)


async def do_due(database: Database, clock: Clock) -> None:
    """Let the clockwork plan, and do what is due now."""
    jobs = Jobs(database, clock, KINDS, lambda: None)
    await jobs.plan()
    await jobs.do_due()


async def test_thirty_days_after_the_last_day_the_dates_are_gone(database: Database, clock: Clock) -> None:
    games = await create_competition(database)
    team = await register_team(database, games, "Lodge", ["A", "B", "C"])
    await send_form(database, games, "Second", "Ann 2001-05-03")
    due_at = archive_due_at(games.settings)
    await do_due(database, clock)
    clock.set(due_at - timedelta(seconds=1))
    await do_due(database, clock)
    assert (await load(database, games)).competition.state is State.REGISTRATION_OPEN
    clock.set(due_at)
    await do_due(database, clock)
    after = await load(database, games)
    assert after.competition.state is State.ARCHIVED
    assert [player.name for player in after.roster(team.id)] == ["A", "B", "C"]
    async with database.reading() as tx:
        columns = tables.player.c
        kept = (await tx.connection.execute(select(columns.birth_date, columns.person_key))).all()
        assert set(kept) == {(None, None)}
        assert (await tx.connection.execute(select(registration_tables.registration_draft))).all() == []
    revision = after.competition.revision
    await do_due(database, clock)
    assert (await load(database, games)).competition.revision == revision


@pytest.mark.parametrize("steps", [(Step.CLOSE_REGISTRATION, Step.START), (Step.CANCEL,)])
async def test_from_any_state(sqlite_database: Database, clock: Clock, steps: tuple[Step, ...]) -> None:
    games = await create_competition(sqlite_database)
    await register_team(sqlite_database, games, "Lodge")
    await do_due(sqlite_database, clock)
    await take_steps(sqlite_database, games, *steps)
    clock.set(archive_due_at(games.settings))
    await do_due(sqlite_database, clock)
    assert (await load(sqlite_database, games)).competition.state is State.ARCHIVED


async def test_an_edit_still_to_come_keeps_its_text_until_it_is_made(sqlite_database: Database) -> None:
    games = await create_competition(sqlite_database)
    post = tables.post
    async with sqlite_database.transaction() as tx:
        sent = {"status": "sent", "message_id": 5, "shown_revision": post.c.wanted_revision}
        await tx.connection.execute(update(post).values(sent))
    await take_steps(sqlite_database, games, Step.CANCEL, Step.ARCHIVE)
    async with sqlite_database.reading() as tx:
        texts = [due.payload["text"] for due in await load_due(tx.connection) if due.payload]
    assert [text.rpartition("\n")[2] for text in texts if "Registration" in text] == [CLOSED]


async def test_days_that_moved_are_archived_later(sqlite_database: Database, clock: Clock) -> None:
    games = await create_competition(sqlite_database)
    await do_due(sqlite_database, clock)
    async with sqlite_database.transaction() as tx:
        moved = await move_competition(tx, director(), "Games", "2027-07-12")
    await do_due(sqlite_database, clock)
    clock.set(archive_due_at(games.settings))
    await do_due(sqlite_database, clock)
    assert (await load(sqlite_database, games)).competition.state is State.REGISTRATION_OPEN
    clock.set(archive_due_at(moved.after.settings))
    await do_due(sqlite_database, clock)
    assert (await load(sqlite_database, games)).competition.state is State.ARCHIVED


async def test_a_place_that_nobody_takes_goes_on_by_itself(database: Database, clock: Clock) -> None:
    open_ = await create_competition(database, "dodgeball", "Open")
    await change_settings(database, open_, capacity=2)
    first, _second, third, fourth = await register_teams(database, open_, ["A", "B", "C", "D"])
    async with database.transaction() as tx:
        await withdrawing.withdraw_team(tx, captain(first), "Open", None, "pending")
    await do_due(database, clock)
    clock.advance(24 * 3600 - 60)
    await do_due(database, clock)
    assert (await load(database, open_)).teams[third.id].offered_until is not None
    clock.advance(60)
    await do_due(database, clock)
    teams = (await load(database, open_)).teams
    assert teams[third.id].offered_until is None
    assert teams[fourth.id].offered_until is not None
