"""Raw HTTP: what Discord refuses about messages, by its codes, on both sides of every limit."""

import re
from pathlib import Path
from typing import Any

import pytest

from rehearsal.errors import CODES
from rehearsal.guild import Guild
from rehearsal.people import Person
from rehearsal.state import Channel
from tests.rehearsal.raw import RawApi

LONG = "BASE_TYPE_MAX_LENGTH"
BAD_LENGTH = "BASE_TYPE_BAD_LENGTH"
REQUIRED = "BASE_TYPE_REQUIRED"


def embed(**fields: Any) -> dict[str, Any]:
    return {"embeds": [{"description": "x", **fields}]}


def field(name: str = "n", value: str = "v") -> dict[str, str]:
    return {"name": name, "value": value}


LIMITS: list[tuple[dict[str, Any], dict[str, Any], str, str]] = [
    # what still fits, what does not, where, which inner code
    ({"content": "x" * 2000}, {"content": "x" * 2001}, "content", LONG),
    (embed(title="x" * 256), embed(title="x" * 257), "embeds.0.title", LONG),
    (embed(description="x" * 4096), embed(description="x" * 4097), "embeds.0.description", LONG),
    (embed(footer={"text": "x" * 2048}), embed(footer={"text": "x" * 2049}), "embeds.0.footer.text", LONG),
    (
        embed(author={"name": "x" * 256}),
        embed(author={"name": "x" * 257}),
        "embeds.0.author.name",
        BAD_LENGTH,
    ),
    (embed(fields=[field()] * 25), embed(fields=[field()] * 26), "embeds.0.fields", LONG),
    (
        embed(fields=[field("x" * 256)]),
        embed(fields=[field("x" * 257)]),
        "embeds.0.fields.0.name",
        BAD_LENGTH,
    ),
    (
        embed(fields=[field("n", "x" * 1024)]),
        embed(fields=[field("n", "x" * 1025)]),
        "embeds.0.fields.0.value",
        BAD_LENGTH,
    ),
    (embed(fields=[field()]), embed(fields=[field("n", " ")]), "embeds.0.fields.0.value", REQUIRED),
    (embed(fields=[field()]), embed(fields=[{"name": "n"}]), "embeds.0.fields.0.value", REQUIRED),
    (embed(color=0xFFFFFF), embed(color=0x1000000), "embeds.0.color", "NUMBER_TYPE_MAX"),
    (embed(url="https://a.example"), embed(url="javascript:x"), "embeds.0.url", "URL_TYPE_INVALID_SCHEME"),
    (embed(url="https://a.example"), embed(url="nowhere"), "embeds.0.url", "URL_TYPE_INVALID_URL"),
    (
        embed(timestamp="2026-07-04T12:00:00+00:00"),
        embed(timestamp="noon"),
        "embeds.0.timestamp",
        "DATE_TIME_TYPE_PARSE",
    ),
    ({"embeds": [{"title": "x"}] * 10}, {"embeds": [{"title": "x"}] * 11}, "embeds", LONG),
    (
        {"embeds": [{"description": "x" * 3000}] * 2},
        {"embeds": [{"description": "x" * 3000}, {"description": "x" * 3001}]},
        "embeds",
        "MAX_EMBED_SIZE_EXCEEDED",
    ),
    ({"content": "x", "nonce": "x" * 25}, {"content": "x", "nonce": "x" * 26}, "nonce", LONG),
    ({"content": "x", "nonce": 2**63 - 1}, {"content": "x", "nonce": True}, "nonce", "NONCE_TYPE_INVALID"),
    ({"content": "x"}, {"content": 5}, "content", "STRING_TYPE_CONVERT"),
    ({"content": "x"}, {"content": "x", "embeds": {}}, "embeds", "LIST_TYPE_CONVERT"),
    ({"content": "x"}, {"content": "x", "embeds": ["x"]}, "embeds.0", "DICT_TYPE_CONVERT"),
    ({"content": "x"}, {"content": "x", "tts": "no"}, "tts", "BOOLEAN_TYPE_CONVERT"),
    ({"content": "x"}, {"content": "x", "flags": "many"}, "flags", "NUMBER_TYPE_COERCE"),
    (
        {"content": "x", "allowed_mentions": {"parse": ["users", "roles", "everyone"]}},
        {"content": "x", "allowed_mentions": {"parse": ["here"]}},
        "allowed_mentions.parse.0",
        "BASE_TYPE_CHOICES",
    ),
    (
        {"content": "x", "allowed_mentions": {"users": ["1"] * 1, "parse": ["roles"]}},
        {"content": "x", "allowed_mentions": {"users": ["1"], "parse": ["users"]}},
        "allowed_mentions",
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    (
        {"content": "x", "allowed_mentions": {"users": [str(n) for n in range(100)]}},
        {"content": "x", "allowed_mentions": {"users": [str(n) for n in range(101)]}},
        "allowed_mentions.users",
        LONG,
    ),
    (
        {"content": "x", "allowed_mentions": {"users": ["1", "2"]}},
        {"content": "x", "allowed_mentions": {"users": ["1", "1"]}},
        "allowed_mentions.users.1",
        "SET_TYPE_ALREADY_CONTAINS_VALUE",
    ),
    (
        {"content": "x"},
        {"content": "x", "message_reference": {"message_id": "1"}},
        "message_reference",
        "MESSAGE_REFERENCE_UNKNOWN_MESSAGE",
    ),
    (
        {"content": "x"},
        {"content": "x", "attachments": [{"id": 0}]},
        "attachments.0.id",
        "ATTACHMENT_NOT_FOUND",
    ),
]


@pytest.mark.parametrize(("fits", "breaks", "place", "code"), LIMITS, ids=lambda v: v if isinstance(v, str) else "")
async def test_limits(
    api: RawApi, channel: Channel, fits: dict[str, Any], breaks: dict[str, Any], place: str, code: str
) -> None:
    assert (await api.send(channel, **fits)).status == 200
    refused = await api.send(channel, **breaks)
    assert refused.faults() == {place: [code]}
    assert len(channel.messages) == 1
    assert [v.code for v in api.standin.violations] == [50035]
    assert place in api.standin.violations[0].reason or place.replace(".", "") == ""


@pytest.mark.parametrize(("fits", "breaks", "place", "code"), LIMITS, ids=lambda v: v if isinstance(v, str) else "")
async def test_limits_hold_for_edits(
    api: RawApi, channel: Channel, fits: dict[str, Any], breaks: dict[str, Any], place: str, code: str
) -> None:
    if place in ("nonce", "message_reference"):
        pytest.skip("an edit has none")
    sent = await api.send(channel, content="before")
    path = f"/channels/{channel.id}/messages/{sent.body['id']}"
    assert (await api.patch(path, breaks)).faults() == {place: [code]}
    assert channel.messages[0].text == "before"
    assert (await api.patch(path, fits)).status == 200


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"content": ""},
        {"content": " \n "},
        {"content": None},
        {"embeds": []},
        {"embeds": [{}]},
        {"embeds": [{"color": 5}]},
        {"components": []},
        {"flags": 32768},
    ],
)
async def test_empty_message(api: RawApi, channel: Channel, body: dict[str, Any]) -> None:
    assert (await api.send(channel, **body)).refused(400, 50006)


async def test_edit_that_leaves_nothing(api: RawApi, channel: Channel) -> None:
    sent = await api.send(channel, content="x")
    path = f"/channels/{channel.id}/messages/{sent.body['id']}"
    assert (await api.patch(path, {"content": ""})).refused(400, 50006)
    assert (await api.patch(path, {"embeds": [{"title": "y"}], "content": None})).status == 200
    assert (await api.patch(path, {"embeds": []})).refused(400, 50006)


async def test_bad_json(api: RawApi, channel: Channel) -> None:
    path = f"/channels/{channel.id}/messages"
    headers = {"Content-Type": "application/json"}
    assert (await api.request("POST", path, data="{", headers=headers)).refused(400, 50109)
    assert (await api.send(channel, content="\ud800")).refused(400, 50109)
    assert (await api.send(channel, content="\ud83c\udfb3")).status == 200
    refused = await api.request("POST", path, data="x=1", headers={"Content-Type": "text/plain"})
    assert refused.faults() == {"": ["CONTENT_TYPE_INVALID"]}


async def test_unauthorized(api: RawApi, channel: Channel) -> None:
    api.token = "wrong"
    assert (await api.send(channel, content="x")).refused(401, 0)
    assert (await api.get("/users/@me")).refused(401, 0)
    assert channel.messages == []


async def test_unknown_things(api: RawApi, guild: Guild, channel: Channel) -> None:
    assert (await api.get("/channels/1")).refused(404, 10003)
    assert (await api.post("/channels/1/messages", {"content": "x"})).refused(404, 10003)
    assert (await api.get(f"/channels/{channel.id}/messages/1")).refused(404, 10008)
    assert (await api.patch(f"/channels/{channel.id}/messages/1", {"content": "x"})).refused(404, 10008)
    assert (await api.delete(f"/channels/{channel.id}/messages/1")).refused(404, 10008)
    assert (await api.put(f"/channels/{channel.id}/messages/pins/1")).refused(404, 10008)
    assert (await api.get("/users/1")).refused(404, 10013)
    assert (await api.get("/guilds/1")).refused(404, 10004)
    assert (await api.get(f"/guilds/{guild.id}/members/1")).refused(404, 10013)
    assert (await api.get(f"/guilds/{guild.id}/roles/1")).refused(404, 10011)
    assert (await api.get("/channels/abc")).faults() == {"channel_id": ["NUMBER_TYPE_COERCE"]}
    assert (await api.get("/no/such/route")).refused(404, 0)


async def test_deleted_message_and_channel(api: RawApi, guild: Guild, channel: Channel) -> None:
    sent = await api.send(channel, content="x")
    path = f"/channels/{channel.id}/messages/{sent.body['id']}"
    assert (await api.delete(path)).status == 204
    assert (await api.patch(path, {"content": "y"})).refused(404, 10008)
    guild.delete_channel(channel)
    assert (await api.send(channel, content="x")).refused(404, 10003)


async def test_somebody_elses_message(api: RawApi, channel: Channel, ann: Person) -> None:
    path = f"/channels/{channel.id}/messages/{ann.say(channel, 'mine').id}"
    assert (await api.patch(path, {"content": "yours"})).refused(403, 50005)
    assert (await api.delete(path)).refused(403, 50013)


async def test_member_who_left(api: RawApi, guild: Guild, ann: Person) -> None:
    path = f"/guilds/{guild.id}/members/{ann.id}"
    assert (await api.get(path)).body["user"]["username"] == "Ann"
    ann.leave()
    assert (await api.get(path)).refused(404, 10007)


async def test_guild_without_the_bot(api: RawApi, guild: Guild, channel: Channel) -> None:
    guild.remove_bot()
    assert (await api.get(f"/guilds/{guild.id}")).refused(403, 50001)
    assert (await api.send(channel, content="x")).refused(403, 50001)


def test_every_code_is_met_by_a_raw_request() -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))

    assert [code for code in CODES if not re.search(rf"\b{code}\b", tests)] == []
