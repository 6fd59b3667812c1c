"""Resume and reconnect: frame by frame, and what discord.py makes of it."""

import asyncio
from typing import Any

from rehearsal.guild import Guild
from rehearsal.people import Person
from rehearsal.server import StandIn
from rehearsal.state import Channel
from tests.rehearsal.raw import RawApi
from tests.rehearsal.small_bot import SmallBot, running


async def resume(gateway: Any, session_id: str, seq: Any, token: str) -> None:
    assert (await gateway.receive())["op"] == 10
    await gateway.send(6, {"token": token, "session_id": session_id, "seq": seq})


async def test_resume_replays_what_was_missed(api: RawApi, guild: Guild, channel: Channel) -> None:
    async with api.gateway() as gateway:
        await gateway.identify()
        session = (await gateway.receive())["d"]["session_id"]
        await gateway.receive()
        sequence = gateway.sequence
    for name in ("a", "b"):
        guild.rename_channel(channel, name)
    async with api.gateway() as gateway:
        await resume(gateway, session, sequence, api.token)
        frames = [await gateway.receive() for _ in range(3)]
        assert [f["t"] for f in frames] == ["CHANNEL_UPDATE", "CHANNEL_UPDATE", "RESUMED"]
        assert [f["d"].get("name") for f in frames] == ["a", "b", None]
        guild.rename_channel(channel, "c")
        assert (await gateway.receive())["d"]["name"] == "c"
    async with api.gateway() as gateway:
        await resume(gateway, session, 999, api.token)
        assert await gateway.closed_with() == 4007
    async with api.gateway() as gateway:
        await resume(gateway, session, sequence, "wrong")
        assert await gateway.closed_with() == 4004
    async with api.gateway() as gateway:
        await gateway.receive()
        await gateway.send(6, {"token": api.token})
        assert await gateway.closed_with() == 4002
    async with api.gateway() as gateway:
        await gateway.identify()
        await gateway.send(6, {"token": api.token, "session_id": session, "seq": sequence})
        assert await gateway.closed_with() == 4005


async def test_goodbye_ends_the_session(api: RawApi, guild: Guild) -> None:
    async with api.gateway() as gateway:
        await gateway.identify()
        session = (await gateway.receive())["d"]["session_id"]
        await gateway.socket.close(code=1000)
    async with api.gateway() as gateway:
        await resume(gateway, session, 1, api.token)
        assert await gateway.receive() == {"op": 9, "d": False, "s": None, "t": None}
    async with api.gateway() as gateway:
        await resume(gateway, "unknown", 1, api.token)
        assert (await gateway.receive())["op"] == 9


# What discord.py makes of it


async def until(condition: Any, seconds: float = 8.0) -> None:
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110  conditions of the stand-in have no event
            await asyncio.sleep(0.01)


async def test_bot_resumes_after_a_drop(bot: SmallBot, standin: StandIn, ann: Person) -> None:
    await standin.gateway.drop()
    reply = await ann.slash("noop", within=5)
    assert reply.text == "done"
    assert standin.gateway.resumes == 1
    assert bot.events == ["connected", "resumed"]


async def test_bot_resumes_after_its_connection_was_cut(bot: SmallBot, standin: StandIn, ann: Person) -> None:
    standin.gateway.cut()
    assert (await ann.slash("noop", within=5)).text == "done"
    assert standin.gateway.resumes == 1


async def test_bot_resumes_when_told_to_reconnect(bot: SmallBot, standin: StandIn, ann: Person) -> None:
    standin.gateway.reconnect()
    await until(lambda: standin.gateway.resumes == 1)
    assert (await ann.slash("noop")).text == "done"


async def test_bot_resumes_a_resumable_session(bot: SmallBot, standin: StandIn, ann: Person) -> None:
    standin.gateway.invalidate(resumable=True)
    await until(lambda: standin.gateway.resumes == 1)
    assert (await ann.slash("noop")).text == "done"


async def test_bot_identifies_anew_after_op_9(bot: SmallBot, standin: StandIn, ann: Person) -> None:
    before = set(standin.gateway.sessions)
    standin.gateway.invalidate()
    await until(lambda: set(standin.gateway.sessions) - before)
    assert (await ann.slash("noop", within=5)).text == "done"
    assert standin.gateway.resumes == 0


async def test_shard_is_dropped_alone(guild: Guild) -> None:
    async with StandIn(shards=2) as standin:
        guilds = [standin.create_guild(f"Town {n}") for n in range(2)]
        people = [guild.join("Ann") for guild in guilds]
        async with running(standin):
            await standin.gateway.drop(shard=1)
            assert [(await person.slash("noop")).text for person in people] == ["done", "done"]
            assert standin.gateway.resumes == 1


async def test_heartbeats_of_discord_py_are_heard() -> None:
    async with StandIn(heartbeat_seconds=0.2) as standin:
        ann = standin.create_guild("Town").join("Ann")
        async with running(standin) as bot:
            await asyncio.sleep(1)
            assert (await ann.slash("noop")).text == "done"
            assert bot.events == ["connected"]
            assert bot.latency < 1
