"""Finishing, cancelling and archiving: asked back, done once, and whom it concerns is told."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import select, update

from bot.clock import Clock
from bot.db import tables
from bot.db.announcements import load_announcements
from bot.db.engine import Database
from bot.services import announcement_drafts, announcements
from bot.services.job_kinds import KINDS
from bot.services.jobs import Jobs
from bot.ui.facts.ending import Ended, EndingAsked
from bot.ui.texts import ending as texts
from core.competition import State, Step, archive_due_at
from core.errors import NotAllowed, NotFound, RuleError
from tests.bot.services.endings import ask, confirm, posts
from tests.builders import (
    CHANNELS,
    asker,
    create_competition,
    director,
    facilitator,
    load,
    register_team,
    stranger,
)

REASON = "The lake has **risen**."
CANCELLED = "**\u2068Games\u2069 is cancelled.** \u2068The lake has \\*\\*risen\\*\\*\\.\u2069"


class TestCancel:
    async def test_everybody_reads_the_reason_once_it_is_confirmed(self, database: Database) -> None:
        held = await create_competition(database)
        aces = await register_team(database, held, "Aces")
        bats = await register_team(database, held, "Bats")
        async with database.transaction() as tx:
            await tx.connection.execute(
                update(tables.team).where(tables.team.c.id == bats.id).values(status="waitlisted")
            )

        asked = await ask(database, held, Step.CANCEL, REASON)

        assert (await load(database, held)).competition.state is State.REGISTRATION_OPEN
        assert texts.asked(asked).split("\n")[:3] == [
            "If you cancel **\u2068Games\u2069**, this is posted in <#21>:",
            f"> {CANCELLED}",
            "- 2 captains are told in their channel.",
        ]
        assert texts.asked(asked).endswith("**It cannot be opened again.**\nNothing is done until you confirm it.")
        assert await posts(database, "cancelled") == []

        ended = await confirm(database, held, asked)

        assert isinstance(ended, Ended)
        assert texts.done(ended) == (
            "**\u2068Games\u2069** is cancelled and announced. `/competition archive` erases birth dates."
        )
        assert await posts(database, "cancelled") == [
            (CHANNELS.announcements, None, CANCELLED),
            (CHANNELS.captains, None, f"<@{aces.captain_id}> <@{bats.captain_id}>\n{CANCELLED}"),
        ]
        assert (await load(database, held)).competition.state is State.CANCELLED

    @pytest.mark.parametrize("reason", [None, "", " \n", "x" * 501])
    async def test_it_needs_a_reason(self, sqlite_database: Database, reason: str | None) -> None:
        held = await create_competition(sqlite_database)
        with pytest.raises(RuleError) as refusal:
            await ask(sqlite_database, held, Step.CANCEL, reason)
        assert refusal.value.sentence == ("Say why in at most 500 characters: captains read it in the announcement.")

    async def test_what_was_to_be_announced_is_not(self, database: Database) -> None:
        held = await create_competition(database)
        async with database.transaction() as tx:
            due = str(int(tx.now.timestamp()) + 3600)
            shown = await announcement_drafts.preview_announcement(
                tx, director(), str(held.id), "all", "", due, "3600", "Come all."
            )
            await announcements.confirm_announcement(tx, director(), str(held.id), str(shown.draft_id))

        asked = await ask(database, held, Step.CANCEL, REASON)
        assert "- 1 scheduled announcement is not sent." in texts.asked(asked).split("\n")
        await confirm(database, held, asked)

        async with database.reading() as tx:
            (announced,) = await load_announcements(tx.connection, held.id)
            jobs = list(await tx.connection.execute(select(tables.metadata.tables["job"])))
        assert announced.status == "cancelled"
        assert [job.status for job in jobs if job.kind == "announcement"] == ["ended"]

    async def test_nor_once_it_was_archived_by_itself(self, database: Database, clock: Clock) -> None:
        held = await create_competition(database)
        async with database.transaction() as tx:
            due = str(int(archive_due_at(held.settings).timestamp()) + 1)
            shown = await announcement_drafts.preview_announcement(
                tx, director(), str(held.id), "all", "", due, "3600", "Come all."
            )
            await announcements.confirm_announcement(tx, director(), str(held.id), str(shown.draft_id))
        jobs = Jobs(database, clock, KINDS, lambda: None)
        await jobs.plan()

        clock.set(archive_due_at(held.settings) + timedelta(seconds=2))
        await jobs.do_due()

        assert (await load(database, held)).competition.state is State.ARCHIVED
        async with database.reading() as tx:
            (announced,) = await load_announcements(tx.connection, held.id)
        assert announced.status == "cancelled"
        assert await posts(database, "announce:") == []


class TestAskedBack:
    async def test_if_something_else_would_follow_by_now_that_is_shown(self, database: Database) -> None:
        held = await create_competition(database)
        asked = await ask(database, held, Step.CANCEL, REASON)
        await register_team(database, held, "Late")

        anew = await confirm(database, held, asked)

        assert isinstance(anew, EndingAsked)
        assert texts.asked(anew).startswith(
            "**Something changed meanwhile, and nothing was done. This would follow now:**\nIf you cancel"
        )
        assert (await load(database, held)).competition.state is State.REGISTRATION_OPEN
        assert isinstance(await confirm(database, held, anew), Ended)

    async def test_pressed_twice_it_is_done_once(self, sqlite_database: Database) -> None:
        held = await create_competition(sqlite_database)
        asked = await ask(sqlite_database, held, Step.CANCEL, REASON)
        await confirm(sqlite_database, held, asked)
        with pytest.raises(NotFound) as again:
            await confirm(sqlite_database, held, asked)
        assert again.value.sentence == (
            "This was done already, or it is older than a day; nothing was changed now. "
            "`/competition show` says where the competition stands."
        )

    async def test_who_may(self, sqlite_database: Database) -> None:
        held = await create_competition(sqlite_database)
        asked = await ask(sqlite_database, held, Step.CANCEL, REASON)
        for by in (stranger(), facilitator()):
            with pytest.raises(NotAllowed):
                await ask(sqlite_database, held, Step.CANCEL, REASON, by=by)
            with pytest.raises(NotAllowed):
                await confirm(sqlite_database, held, asked, by)
        with pytest.raises(NotFound):  # somebody else's preview
            await confirm(sqlite_database, held, asked, replace(asker(55), has_manage_guild=True))
        with pytest.raises(NotFound):
            await confirm(sqlite_database, held, asked, director(guild_id=2))

    @pytest.mark.parametrize(
        ("step", "sentence"),
        [
            (
                Step.ARCHIVE,
                ", and only what is finished or cancelled is archived: close it with `/competition close`, or use "
                "`/competition cancel`.",
            ),
            (Step.FINISH, ": close it with `/competition close`, then start it with `/competition start` first."),
        ],
    )
    async def test_what_is_not_possible(self, sqlite_database: Database, step: Step, sentence: str) -> None:
        held = await create_competition(sqlite_database)
        with pytest.raises(RuleError) as refusal:
            await ask(sqlite_database, held, step, REASON)
        assert refusal.value.sentence == f"Registration for **\u2068Games\u2069** is still open{sentence}"


async def test_archiving_says_what_is_erased(database: Database) -> None:
    held = await create_competition(database)
    await register_team(database, held, "Aces")
    await confirm(database, held, await ask(database, held, Step.CANCEL, REASON))

    asked = await ask(database, held, Step.ARCHIVE, REASON)

    assert texts.asked(asked).split("\n") == [
        "If you archive **\u2068Games\u2069**:",
        "- Erased are the birth dates of 3 players, notes and reasons about people, and the texts of messages that "
        "were sent.",
        "- Results and names stay to be read. Nobody is told.",
        "**It cannot be undone.**",
        "Nothing is done until you confirm it.",
    ]
    ended = await confirm(database, held, asked)
    assert isinstance(ended, Ended)
    assert texts.done(ended) == "**\u2068Games\u2069** is archived: birth dates are erased, and its results stay."
    async with database.reading() as tx:
        dates = (await tx.connection.execute(select(tables.player.c.birth_date))).scalars().all()
    assert dates == [None] * 3
