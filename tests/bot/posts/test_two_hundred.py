"""Two hundred announcements due at once, over the wire: within Discord's rate limits, in order, none twice."""

import asyncio
from datetime import UTC, datetime

import pytest

from bot.services import announcement_drafts, announcements
from rehearsal.ratelimits import Limit
from tests.bot.conftest import Town, eventually
from tests.builders import create_competition, director

NINE = datetime(2027, 6, 1, 14, 0, tzinfo=UTC)  # 09:00 in Chicago
COUNT = 200


@pytest.mark.slow
@pytest.mark.timeout(240)
async def test_they_go_out_within_the_rate_limits_each_once(town: Town) -> None:
    # As many messages for each wait as Discord lets through in a channel, with waits that a test can stand.
    town.standin.rate_limits.limits["POST /channels/{channel_id}/messages"] = Limit(5, 0.1)
    database = town.bot.deps.database
    held = await create_competition(database, guild_id=town.guild.id, channels=town.channels)
    who, chosen, due = director(town.guild.id), str(held.id), str(int(NINE.timestamp()))
    async with database.transaction() as tx:
        for number in range(COUNT):
            text = f"No. {number}"
            shown = await announcement_drafts.preview_announcement(tx, who, chosen, "all", "", due, "3600", text)
            await announcements.confirm_announcement(tx, who, chosen, str(shown.draft_id))
        tx.on_commit.append(town.bot.deps.wake_relay)
    await asyncio.sleep(1)  # until the clockwork has seen when they are due
    town.clock.set(NINE)
    await eventually(lambda: len(town.announcements.messages) > COUNT, within_seconds=200)

    assert [message.text for message in town.announcements.messages if message.text.startswith("No.")] == [
        f"No. {n}" for n in range(COUNT)
    ]
    posted = [r for r in town.standin.requests if r.route == "POST /channels/{channel_id}/messages"]
    assert [r.status for r in posted].count(200) == COUNT + 1  # the first says that registration is open
    assert [r.status for r in posted].count(
        429
    ) <= COUNT // 20  # a client that reads the headers is hardly ever refused
