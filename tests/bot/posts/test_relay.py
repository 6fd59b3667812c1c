"""Posts arrive once, whatever Discord does, and the score stands all the same."""

import asyncio
import time

import pytest
from sqlalchemy import delete
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.db import tables
from bot.db.engine import Database
from bot.db.snapshot import Competition
from bot.posts import publisher, relay
from bot.posts.outbox import (
    Post,
    change_notice,
    change_post,
    enqueue_notice,
    load_about,
    load_known_messages,
    refresh_live,
)
from bot.ui.message import Message
from core.competition import Step
from core.errors import Conflict
from rehearsal.state import Channel
from rehearsal.state import Message as Seen
from tests.bot.conftest import EDIT_PAUSE_SECONDS, Town, eventually
from tests.builders import create_competition, register_team, take_steps


async def start_tournament(town: Town) -> Competition:
    """A dodgeball tournament of four teams whose bracket is drawn and shown."""
    database = town.bot.deps.database
    competition = await create_competition(
        database, "dodgeball", "Ten Ugly", guild_id=town.guild.id, channels=town.channels
    )
    for name in ("One", "Two", "Three", "Four"):
        await register_team(database, competition, name)
    competition = await take_steps(database, competition, Step.CLOSE_REGISTRATION, Step.START)
    town.bot.relay.wake()
    await eventually(lambda: len(posted(town, town.standings)) == 1)
    await eventually(lambda: any("has started" in seen.text for seen in posted(town, town.announcements)))
    return competition


def posted(town: Town, channel: Channel) -> list[Seen]:
    """What the bot has posted in a channel and not deleted, oldest first; but for what a start posts among staff."""
    own = [message for message in town.guild.channel_messages(channel) if message.author.is_bot and message.kind == 0]
    return [message for message in own if "**Desk of" not in message.text and "The fee is not" not in message.text]


async def notify(town: Town, competition: Competition, subject: str, text: str, channel: Channel | None = None) -> None:
    async with town.bot.deps.database.transaction() as tx:
        where = channel or town.announcements
        await enqueue_notice(tx, competition.id, subject, Message(text), channel_id=where.id)
    town.bot.relay.wake()


async def refresh(town: Town, competition: Competition, revision: int) -> None:
    async with town.bot.deps.database.transaction() as tx:
        await refresh_live(tx, competition.id, {"bracket": town.standings.id}, revision)
    town.bot.relay.wake()


async def test_the_live_message_is_pinned_and_ten_changes_become_one_edit(town: Town) -> None:
    competition = await start_tournament(town)
    (live,) = posted(town, town.standings)
    await eventually(lambda: live.pinned_at is not None)
    started_at = time.monotonic()
    assert [attachment.filename for attachment in live.attachments] == ["picture-1.png"]
    for revision in range(100, 110):
        await refresh(town, competition, revision)
    await eventually(lambda: len(live.edits) >= 1)
    await asyncio.sleep(0.8)
    assert len(live.edits) <= 1 + (time.monotonic() - started_at) / EDIT_PAUSE_SECONDS
    assert posted(town, town.standings) == [live]


async def test_a_notice_is_sent_once_however_often_it_is_enqueued(town: Town) -> None:
    competition = await start_tournament(town)
    for _ in range(3):
        await notify(town, competition, "same", "Lunch is ready.")
    await notify(town, competition, "other", "Lunch is over.")
    await eventually(lambda: posted(town, town.announcements)[-1].text == "Lunch is over.")
    lunch = [message.text for message in posted(town, town.announcements) if "Lunch" in message.text]
    assert lunch == ["Lunch is ready.", "Lunch is over."]


async def test_an_answer_of_500_is_tried_again_and_sent_once(town: Town) -> None:
    competition = await start_tournament(town)
    fault = town.standin.fault("POST /channels/*/messages", status=500, times=1)
    await notify(town, competition, "n", "Once.")
    await eventually(lambda: posted(town, town.announcements)[-1].text == "Once.")
    await asyncio.sleep(0.5)
    assert fault.hits == 1
    assert [m.text for m in posted(town, town.announcements)].count("Once.") == 1


async def test_a_message_that_arrived_though_discord_said_502_is_not_sent_again(town: Town) -> None:
    competition = await start_tournament(town)
    town.standin.fault("POST /channels/*/messages", status=502, performed=True, times=1)
    await notify(town, competition, "n", "Once.")
    await notify(town, competition, "m", "After.")
    await eventually(lambda: posted(town, town.announcements)[-1].text == "After.")
    assert [m.text for m in posted(town, town.announcements)].count("Once.") == 1


async def test_a_deleted_live_message_is_posted_and_pinned_again(town: Town) -> None:
    competition = await start_tournament(town)
    (live,) = posted(town, town.standings)
    town.director.delete(live)
    with town.standin.expect(10008):
        await refresh(town, competition, 100)
        await eventually(lambda: [m.id for m in posted(town, town.standings)] not in ([], [live.id]))
    (fresh,) = posted(town, town.standings)
    await eventually(lambda: fresh.pinned_at is not None)


# discord.py waits itself for as long as Discord says, and tries five times; for long it is told not to wait.
@pytest.mark.parametrize(("retry_after_seconds", "attempts"), [(3000.0, 1), (None, 1), (0.01, 5)])
async def test_when_old_edits_are_exhausted_a_fresh_message_takes_over(
    town: Town, retry_after_seconds: float | None, attempts: int
) -> None:
    competition = await start_tournament(town)
    (live,) = posted(town, town.standings)
    fault = town.standin.fault(
        "PATCH /channels/*/messages/*", code=30046, retry_after_seconds=retry_after_seconds, times=attempts
    )
    await refresh(town, competition, 100)
    await eventually(lambda: live not in posted(town, town.standings))
    assert fault.hits == attempts
    (fresh,) = posted(town, town.standings)
    await eventually(lambda: fresh.pinned_at is not None)
    await refresh(town, competition, 101)
    await eventually(lambda: len(fresh.edits) == 1)


async def test_what_a_message_takes_over_from_goes_though_it_takes_no_edit_itself(town: Town) -> None:
    """As after a kill between sending and pinning: the message that it replaced is still there."""
    competition = await start_tournament(town)
    (live,) = posted(town, town.standings)
    await eventually(lambda: live.pinned_at is not None)
    await notify(town, competition, "earlier", "An earlier bracket.", town.standings)
    await eventually(lambda: len(posted(town, town.standings)) == 2)
    earlier = posted(town, town.standings)[-1]
    town.standin.fault("PATCH /channels/*/messages/*", code=30046, times=1, channel=town.standings)
    with town.standin.expect(30046):
        async with town.bot.deps.database.transaction() as tx:
            (row,) = await load_about(tx.connection, competition.id, "bracket")
            await tx.connection.execute(delete(tables.post).where(tables.post.c.subject == "earlier"))
            unpinned = {"is_pinned": False, "shown_revision": 0, "replaced_message_id": earlier.id}
            await change_post(tx, row.id, **unpinned)
        town.bot.relay.wake()
        await eventually(lambda: [m.id for m in posted(town, town.standings) if m in (live, earlier)] == [])
    await eventually(lambda: len(posted(town, town.standings)) == 1)


async def test_a_message_that_is_to_be_removed_is_nobody_elses(sqlite_database: Database) -> None:
    competition = await create_competition(sqlite_database)
    async with sqlite_database.transaction() as tx:
        await refresh_live(tx, competition.id, {"bracket": 3}, 1)
        (row,) = await load_about(tx.connection, competition.id, "bracket")
        await change_post(tx, row.id, replaced_message_id=7)
        assert await load_known_messages(tx.connection, 3) == {7}
        await change_post(tx, row.id, message_id=8, channel_id=4, replaced_in_id=3)
        assert await load_known_messages(tx.connection, 3) == {7, 8}
        assert await load_known_messages(tx.connection, 5) == set()


async def test_an_old_notice_that_takes_no_more_edits_holds_up_no_other(town: Town) -> None:
    competition = await start_tournament(town)
    await notify(town, competition, "old", "Lunch is at one.")
    await eventually(lambda: posted(town, town.announcements)[-1].text == "Lunch is at one.")
    old = posted(town, town.announcements)[-1]
    fault = town.standin.fault("PATCH /channels/*/messages/*", code=30046, times=2)
    with town.standin.expect(30046):
        async with town.bot.deps.database.transaction() as tx:
            (kept,) = await load_about(tx.connection, competition.id, "old")
            await change_notice(tx, kept, Message("Lunch is at two."))
        await notify(town, competition, "new", "The final begins.")
        await eventually(lambda: posted(town, town.announcements)[-1].text == "The final begins.")
        assert fault.hits == 1
        await eventually(lambda: old.text == "Lunch is at two.", 5)


async def test_a_channel_that_is_gone_is_told_to_staff_and_stops_no_other(town: Town) -> None:
    competition = await start_tournament(town)
    gone = town.guild.create_channel("gone")
    with town.standin.expect(10003):
        await notify(town, competition, "before", "Never read.", gone)
        town.guild.delete_channel(gone)
        await notify(town, competition, "lost", "Never read.", gone)
        await notify(town, competition, "kept", "Read.")
        await eventually(lambda: posted(town, town.announcements)[-1].text == "Read.")
        await eventually(lambda: len(posted(town, town.staff)) >= 1)
        await asyncio.sleep(0.5)
    told = posted(town, town.staff)[-1]
    assert "could not be delivered, because the channel is gone." in told.text
    assert "What it tells stands all the same." in told.text


async def test_a_request_without_an_answer_is_given_up_and_sent_again_in_order(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publisher, "LONGEST_REQUEST_SECONDS", 0.3)
    competition = await start_tournament(town)
    fault = town.standin.fault("POST /channels/*/messages", hangs=True, channel=town.announcements, times=2)
    for text in ("First.", "Second.", "Third."):
        await notify(town, competition, text, text)
    await eventually(lambda: posted(town, town.announcements)[-1].text == "Third.")
    assert fault.hits == 2
    counted = [m.text for m in posted(town, town.announcements) if m.text in ("First.", "Second.", "Third.")]
    assert counted == ["First.", "Second.", "Third."]


async def test_it_outlives_a_database_that_is_away(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "DATABASE_PAUSE_SECONDS", 0.1)
    competition = await start_tournament(town)
    away = iter([Conflict("busy"), OperationalError("", None, Exception("closed")), ConnectionRefusedError()])
    load_due = relay.load_due

    async def load(connection: AsyncConnection) -> list[Post]:
        for error in away:
            raise error
        return await load_due(connection)

    monkeypatch.setattr(relay, "load_due", load)
    await notify(town, competition, "n", "Still there.")
    await eventually(lambda: posted(town, town.announcements)[-1].text == "Still there.")
    assert next(away, None) is None


async def test_a_live_message_recovers_once_the_permission_is_back(town: Town) -> None:
    competition = await start_tournament(town)
    (live,) = posted(town, town.standings)
    await eventually(lambda: live.pinned_at is not None)
    await asyncio.sleep(0.3)
    town.guild.deny(town.standings, town.guild.bot, "view_channel")
    with town.standin.expect(50001):
        await refresh(town, competition, 100)
        await eventually(lambda: len(posted(town, town.staff)) == 1)
    assert "Skipper may not post there." in posted(town, town.staff)[0].text
    town.guild.allow(town.standings, town.guild.bot, "view_channel")
    await refresh(town, competition, 101)
    await eventually(lambda: len(live.edits) == 1)


async def test_a_message_that_cannot_be_pinned_is_kept_up_to_date_all_the_same(town: Town) -> None:
    town.standin.fault("PUT /channels/*/messages/pins/*", code=30003, times=None)
    with town.standin.expect(30003):
        competition = await start_tournament(town)
        (live,) = posted(town, town.standings)
        await refresh(town, competition, 100)
        await eventually(lambda: len(live.edits) == 1)
        await eventually(lambda: len(posted(town, town.staff)) == 2)
    assert {message.text for message in posted(town, town.staff)} == {
        f"The live message in #{channel} is there but could not be pinned. Allow it, or unpin an old message there."
        for channel in ("standings", "staff")
    }


async def test_a_post_that_discord_refuses_is_told_to_staff_and_not_tried_for_ever(town: Town) -> None:
    competition = await start_tournament(town)
    fault = town.standin.fault("POST /channels/*/messages", code=50035, times=None, channel=town.announcements)
    with town.standin.expect(50035):
        await notify(town, competition, "n", "Refused.")
        await eventually(lambda: len(posted(town, town.staff)) == 1)
    assert fault.hits == 1
    assert "Discord refused it." in posted(town, town.staff)[0].text


async def test_a_text_too_long_for_a_message_is_cut_at_a_line(town: Town) -> None:
    competition = await start_tournament(town)
    await notify(town, competition, "n", "\n".join(f"line {n} {'x' * 40}" for n in range(100)))
    await eventually(lambda: posted(town, town.announcements)[-1].text.startswith("line 0"))
    text = posted(town, town.announcements)[-1].text
    assert len(text) <= 2000
    assert text.endswith("x\n...")


async def test_a_live_message_that_moves_leaves_nothing_behind(town: Town) -> None:
    await start_tournament(town)
    (earlier,) = posted(town, town.standings)
    await eventually(lambda: earlier.pinned_at is not None)
    for name in ("scores", "results"):
        place = town.guild.create_channel(name)
        reply = await town.director.slash("competition channels", standings=place)
        assert place.mention in reply.text or "speaks" in reply.text, reply
    await eventually(lambda: len(posted(town, place)) == 1 and posted(town, place)[0].pinned_at is not None)
    await eventually(lambda: earlier.is_deleted)
    left = [channel for channel in town.guild.channels.values() if channel.name in ("standings", "scores")]
    await eventually(lambda: not any(posted(town, channel) for channel in left))
