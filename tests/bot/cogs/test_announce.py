"""`/announce` and `/schedule` over the wire, with the clock moved and the bot stopped in between."""

import asyncio
from datetime import UTC, datetime, timedelta

from sqlalchemy import select

from bot.db.notice_tables import job
from bot.db.snapshot import Competition
from tests.bot.conftest import Town, eventually
from tests.builders import create_competition, register_team

NINE = datetime(2027, 6, 1, 14, 0, tzinfo=UTC)  # 09:00 in Chicago


async def begin(town: Town) -> Competition:
    """Two teams; Ann and Bob are their captains."""
    database = town.bot.deps.database
    competition = await create_competition(
        database, guild_id=town.guild.id, channels=town.channels, facilitator_role_id=town.facilitator_role.id
    )
    await register_team(database, competition, "Lodge", ["Al", "Bo", "Cy"], captain_id=town.ann.id)
    await register_team(database, competition, "Aces", ["Kim", "Lee", "Mo"], captain_id=town.bob.id)
    return competition


def heard(town: Town, text: str) -> int:
    """How many messages of the captains' channel say so."""
    return sum(text in message.text for message in town.ann.read(town.captains))


async def test_written_seen_and_sent_at_once(town: Town) -> None:
    await begin(town)
    form = await town.director.slash("announce new", to="All captains")
    shown = await town.director.fill(form, {"What it says": "Lunch at noon. @everyone"})
    assert shown.ephemeral
    assert shown.buttons == ["Send it now", "Change the text"]
    again = await town.director.click(shown, "Change the text")
    shown = await town.director.fill(again, {"text": "Lunch at one. @everyone"})
    await town.director.click(shown, "Send it now")
    await eventually(lambda: heard(town, "Lunch at one.") == 1)
    (message,) = town.ann.read(town.captains)
    assert message.pings.users == {town.ann.id, town.bob.id}
    assert not message.pings.everyone
    edit = await town.director.slash("announce edit", announcement="#1")
    await town.director.fill(edit, {"text": "Lunch at two."})
    await eventually(lambda: heard(town, "Lunch at two.") == 1)
    assert len(town.ann.read(town.captains)) == 1
    report = await town.director.slash("announce report", announcement="#1")
    assert "mentioning 2: delivered" in report.text
    assert "Lunch at two" in (await town.director.slash("announce list")).text


async def test_scheduled_it_comes_once_also_across_restarts(town: Town) -> None:
    await begin(town)
    form = await town.director.slash("announce new", to="All captains", at="2027-06-01 09:00")
    shown = await town.director.fill(form, {"text": "Lunch."})
    await town.director.click(shown, "Schedule it")
    town.clock.set(NINE - timedelta(seconds=3))
    await town.stop_bot()
    assert heard(town, "Lunch.") == 0
    town.clock.set(NINE + timedelta(hours=1))
    for _ in range(2):
        await town.start_bot()
        await eventually(lambda: heard(town, "Lunch.") == 1)
        await town.stop_bot()
    (message,) = [m for m in town.ann.read(town.captains) if "Lunch." in m.text]
    assert "This comes late" in message.text


async def test_a_missing_channel_stops_no_other(town: Town) -> None:
    await begin(town)
    for to, at in (("Everybody (nobody is mentioned)", "2027-06-01 08:59"), ("All captains", "2027-06-01 09:00")):
        form = await town.director.slash("announce new", to=to, at=at)
        shown = await town.director.fill(form, {"text": f"To {to}."})
        await town.director.click(shown, "Schedule it")
    town.guild.delete_channel(town.announcements)
    with town.standin.expect(10003):
        town.clock.set(NINE)
        await eventually(lambda: heard(town, "To All captains.") == 1)
        await eventually(lambda: any("could not be delivered" in m.text for m in town.director.read(town.staff)))


async def test_reminders_follow_the_schedule(town: Town) -> None:
    await begin(town)
    assert "not set" in (await town.ann.slash("schedule show")).text
    refused = await town.facilitator.slash("schedule set", starts="2027-06-12 10:00")
    assert refused.text.startswith("Only a director can do this")
    done = await town.director.slash("schedule set", starts="2027-06-12 10:00", reminders="1h")
    assert "The start: Saturday, 12 June 2027 15:00 UTC" in done.text
    await is_planned(town, "reminder:start:1812812400:3600")
    await eventually(lambda: heard(town, "has new times:\nThe start: Saturday, 12 June 2027 15:00 UTC") == 1)
    town.clock.set(datetime(2027, 6, 12, 14, 0, tzinfo=UTC))
    await eventually(lambda: heard(town, "play starts") == 1)
    assert len(town.ann.pinged_by) == 2


async def is_planned(town: Town, subject: str) -> None:
    """Wait until the clockwork, which looks a moment after each commit, has planned a job."""
    statement = select(job.c.id).where(job.c.subject == subject)
    async with asyncio.timeout(10):
        while True:
            async with town.bot.deps.database.reading() as tx:
                if await tx.connection.scalar(statement) is not None:
                    return
            await asyncio.sleep(0.05)


async def test_who_may(town: Town) -> None:
    await begin(town)
    for person in (town.ann, town.facilitator):
        for reply in (
            await person.slash("announce new", to="All captains"),
            await person.slash("announce list"),
            await person.slash("announce cancel", announcement="#1"),
        ):
            assert reply.text.startswith("Only a director can do this")
            assert reply.ephemeral
