"""The gateway frame by frame, and what discord.py makes of its bad days."""

import asyncio
from typing import Any

import aiohttp
import pytest

from rehearsal.guild import Guild
from rehearsal.people import Person
from rehearsal.server import StandIn
from rehearsal.state import Channel
from tests.rehearsal.raw import RawApi

GUILDS, GUILD_MESSAGES = 1 << 0, 1 << 9


async def test_hello_ready_and_guilds(api: RawApi, guild: Guild, channel: Channel) -> None:
    async with api.gateway() as gateway:
        await gateway.identify()
        ready = await gateway.receive()
        assert (ready["op"], ready["t"], ready["s"]) == (0, "READY", 1)
        assert ready["d"]["guilds"] == [{"id": str(guild.id), "unavailable": True}]
        assert ready["d"]["resume_gateway_url"] == api.standin.gateway.url
        assert ready["d"]["application"]["id"] == str(guild.world.application_id)
        town = await gateway.receive()
        assert (town["t"], town["s"]) == ("GUILD_CREATE", 2)
        assert [c["name"] for c in town["d"]["channels"]] == ["general", "scores"]
        assert [m["user"]["username"] for m in town["d"]["members"]] == ["Skipper"]
        await gateway.send(1, 2)
        assert (await gateway.receive())["op"] == 11


async def test_gateway_bot(api: RawApi) -> None:
    body = (await api.get("/gateway/bot")).body
    assert body["shards"] == 1
    assert set(body["session_start_limit"]) == {"total", "remaining", "reset_after", "max_concurrency"}
    api.token = "wrong"
    assert (await api.get("/gateway")).body == {"url": api.standin.gateway.url}
    assert (await api.get("/gateway/bot")).refused(401, 0)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"token": "wrong"}, 4004),
        ({"intents": 1 << 60}, 4013),
        ({"intents": "many"}, 4013),
        ({"intents": 1 << 1}, 4014),
        ({"intents": 1 << 15}, 4014),
        ({"shard": [1, 1]}, 4010),
        ({"shard": "0 of 1"}, 4010),
        ({"shard": [0, 1], "properties": None}, None),
    ],
)
async def test_identify(api: RawApi, guild: Guild, body: dict[str, Any], code: int | None) -> None:
    async with api.gateway() as gateway:
        await gateway.identify(**body)
        if code is None:
            assert (await gateway.receive())["t"] == "READY"
        else:
            assert await gateway.closed_with() == code


async def test_privileged_intents_may_be_granted() -> None:
    async with StandIn(privileged_intents=frozenset({"members"})) as standin, RawApi(standin) as api:
        guild = standin.create_guild("Town")
        async with api.gateway() as gateway:
            await gateway.identify(intents=GUILDS | 1 << 1)
            await gateway.until("GUILD_CREATE")
            ann = guild.join("Ann")
            assert (await gateway.receive())["t"] == "GUILD_MEMBER_ADD"
            ann.leave()
            assert (await gateway.receive())["t"] == "GUILD_MEMBER_REMOVE"
        assert len((await api.get(f"/guilds/{guild.id}/members?limit=10")).body) == 2


async def test_sharding_required() -> None:
    async with StandIn(shards=2) as standin, RawApi(standin) as api, api.gateway() as gateway:
        await gateway.identify()
        assert await gateway.closed_with() == 4011


@pytest.mark.parametrize(
    ("frame", "code"),
    [("{", 4002), ('{"d": 1}', 4002), ('{"op": 99}', 4001), ('{"op": 3, "d": {}}', 4003), ('{"op": 2, "d": {}}', 4002)],
)
async def test_bad_frames(api: RawApi, frame: str, code: int) -> None:
    async with api.gateway() as gateway:
        await gateway.receive()
        await gateway.socket.send_str(frame)
        assert await gateway.closed_with() == code


async def test_identify_twice(api: RawApi, guild: Guild) -> None:
    async with api.gateway() as gateway:
        await gateway.identify()
        await gateway.send(2, {"token": gateway.token, "intents": 1, "properties": {}})
        assert await gateway.closed_with() == 4005


async def test_old_version(api: RawApi) -> None:
    async with api.gateway("v=6") as gateway:
        assert await gateway.closed_with() == 4012


async def test_too_many_frames(api: RawApi) -> None:
    async with api.gateway() as gateway:
        for _ in range(121):
            await gateway.send(1, None)
        assert await gateway.closed_with() == 4008


async def test_second_identify_within_5_seconds() -> None:
    async with StandIn(limits_identify=True) as standin, RawApi(standin) as api:
        async with api.gateway() as gateway:
            await gateway.identify()
            assert (await gateway.receive())["t"] == "READY"
        async with api.gateway() as gateway:
            await gateway.identify()
            assert await gateway.receive() == {"op": 9, "d": False, "s": None, "t": None}
        standin.clock.advance(5.1)
        async with api.gateway() as gateway:
            await gateway.identify()
            assert (await gateway.receive())["t"] == "READY"


async def test_missing_heartbeats_end_the_connection() -> None:
    async with StandIn(heartbeat_seconds=0.1) as standin, RawApi(standin) as api:
        async with api.gateway() as gateway:
            await gateway.identify()
            assert await gateway.closed_with() == 4009
        async with api.gateway() as gateway:
            await gateway.identify()
            for _ in range(4):
                await asyncio.sleep(0.1)
                await gateway.send(1, gateway.sequence)
            await gateway.send(1, gateway.sequence)
            while (await gateway.receive())["op"] != 11:
                pass


async def test_events_follow_intents(api: RawApi, guild: Guild, channel: Channel, ann: Person) -> None:
    async with api.gateway() as only_guilds, api.gateway() as with_messages:
        await only_guilds.identify()
        await with_messages.identify(intents=GUILDS | GUILD_MESSAGES)
        await only_guilds.until("GUILD_CREATE")
        await with_messages.until("GUILD_CREATE")
        ann.say(channel, "secret")
        guild.rename_channel(channel, "results")
        created = await with_messages.receive()
        assert (created["t"], created["d"]["content"]) == ("MESSAGE_CREATE", "")
        assert created["d"]["guild_id"] == str(guild.id)
        assert (await with_messages.receive())["t"] == "CHANNEL_UPDATE"
        assert (await only_guilds.receive())["t"] == "CHANNEL_UPDATE"


async def test_changes_are_announced(api: RawApi, guild: Guild, ann: Person) -> None:
    async with api.gateway() as gateway:
        await gateway.identify()
        await gateway.until("GUILD_CREATE")
        role = guild.create_role("Captain")
        guild.edit_role(role, name="Skip")
        guild.delete_role(role)
        new = guild.create_channel("new")
        guild.deny(new, guild.everyone, "send_messages")
        guild.delete_channel(new)
        guild.give(guild.bot, guild.create_role("Helper"))
        guild.remove_bot()
        guild.create_channel("unseen")
        guild.add_bot()
        events = [(await gateway.receive())["t"] for _ in range(10)]
        assert events == [
            *("GUILD_ROLE_CREATE", "GUILD_ROLE_UPDATE", "GUILD_ROLE_DELETE"),
            *("CHANNEL_CREATE", "CHANNEL_UPDATE", "CHANNEL_DELETE"),
            *("GUILD_ROLE_CREATE", "GUILD_MEMBER_UPDATE", "GUILD_DELETE", "GUILD_CREATE"),
        ]


async def test_members_on_request(api: RawApi, guild: Guild, ann: Person) -> None:
    async with api.gateway() as gateway:
        await gateway.identify()
        await gateway.until("GUILD_CREATE")
        await gateway.send(8, {"guild_id": str(guild.id), "user_ids": [str(ann.id), "1"], "limit": 0})
        chunk = (await gateway.until("GUILD_MEMBERS_CHUNK"))["d"]
        assert [m["user"]["username"] for m in chunk["members"]] == ["Ann"]
        assert chunk["not_found"] == ["1"]
        await gateway.send(8, {"guild_id": str(guild.id), "query": "", "limit": 0})
        assert (await gateway.until("GUILD_MEMBERS_CHUNK"))["d"]["members"] == []


async def test_malformed_request_for_members(api: RawApi, guild: Guild) -> None:
    async with api.gateway() as gateway:
        await gateway.identify()
        await gateway.until("GUILD_CREATE")
        await gateway.send(8, {"guild_id": "town"})
        assert await gateway.closed_with() == 4002


# Compression


async def test_zlib_stream(api: RawApi, guild: Guild) -> None:
    async with api.gateway("v=10&encoding=json&compress=zlib-stream") as gateway:
        await gateway.identify()
        await gateway.until("GUILD_CREATE")
        assert set(gateway.kinds) == {aiohttp.WSMsgType.BINARY}


async def test_compressed_payloads(api: RawApi, guild: Guild) -> None:
    async with api.gateway() as gateway:
        await gateway.identify(compress=True)
        await gateway.until("GUILD_CREATE")
        assert gateway.kinds[0] is aiohttp.WSMsgType.TEXT
        assert gateway.kinds[-1] is aiohttp.WSMsgType.BINARY
