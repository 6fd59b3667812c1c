"""Raw HTTP: permissions, files, direct messages, pins, nonces, old messages and history."""

from typing import Any

import pytest

from rehearsal import permissions
from rehearsal.guild import Guild
from rehearsal.messages import post_as
from rehearsal.people import Person
from rehearsal.reading import PIN_NOTICE
from rehearsal.server import StandIn
from rehearsal.state import Channel
from tests.rehearsal.raw import RawApi

LONG = "BASE_TYPE_MAX_LENGTH"
REQUIRED = "BASE_TYPE_REQUIRED"


@pytest.mark.parametrize(
    ("missing", "body", "code"),
    [
        ("view_channel", {"content": "x"}, 50001),
        ("send_messages", {"content": "x"}, 50013),
        ("embed_links", {"embeds": [{"title": "x"}]}, 50013),
    ],
)
async def test_send_without_permission(
    api: RawApi, guild: Guild, channel: Channel, missing: str, body: dict[str, Any], code: int
) -> None:
    guild.deny(channel, guild.bot, missing)
    assert (await api.send(channel, **body)).refused(403, code)
    assert missing in api.standin.violations[0].reason or code == 50001
    guild.allow(channel, guild.bot, missing)
    assert (await api.send(channel, **body)).status == 200


async def test_files_without_permission(api: RawApi, guild: Guild, channel: Channel) -> None:
    guild.deny(channel, guild.bot, "attach_files")
    path, files = f"/channels/{channel.id}/messages", {"files[0]": ("a.txt", b"a")}
    assert (await api.upload(path, {}, files)).refused(403, 50013)
    guild.allow(channel, guild.bot, "attach_files")
    assert (await api.upload(path, {}, files)).status == 200


async def test_history_without_permission(api: RawApi, guild: Guild, channel: Channel) -> None:
    sent = await api.send(channel, content="x")
    guild.deny(channel, guild.bot, "read_message_history")
    assert (await api.get(f"/channels/{channel.id}/messages")).body == []
    assert (await api.get(f"/channels/{channel.id}/messages/{sent.body['id']}")).refused(403, 50013)
    assert (await api.get(f"/channels/{channel.id}/messages/pins")).refused(403, 50013)
    reply = {"content": "re", "message_reference": {"message_id": sent.body["id"]}}
    assert (await api.send(channel, **reply)).refused(403, 50013)
    guild.deny(channel, guild.bot, "view_channel")
    assert (await api.get(f"/channels/{channel.id}/messages")).refused(403, 50001)
    assert (await api.get(f"/channels/{channel.id}")).refused(403, 50001)


async def test_pins_need_their_permission(api: RawApi, guild: Guild, channel: Channel) -> None:
    """Manage Messages is not enough: Discord gave pins a permission of their own."""
    sent = await api.send(channel, content="x")
    guild.set_bot_permissions(permissions.BOT & ~permissions.PIN_MESSAGES | permissions.MANAGE_MESSAGES)
    for path in (f"/channels/{channel.id}/messages/pins", f"/channels/{channel.id}/pins"):
        assert (await api.put(f"{path}/{sent.body['id']}")).refused(403, 50013)
        assert (await api.delete(f"{path}/{sent.body['id']}")).refused(403, 50013)


async def test_delete_and_bulk_delete(api: RawApi, guild: Guild, channel: Channel, ann: Person) -> None:
    theirs = [ann.say(channel, str(n)) for n in range(3)]
    path = f"/channels/{channel.id}/messages/bulk-delete"
    ids = [str(m.id) for m in theirs]
    assert (await api.post(path, {"messages": ids})).refused(403, 50013)
    guild.allow(channel, guild.bot, "manage_messages")
    assert (await api.post(path, {"messages": ids[:1]})).refused(400, 50016)
    assert (await api.post(path, {"messages": ids[:2]})).status == 204
    api.standin.clock.advance(15 * 24 * 3600)
    fresh = ann.say(channel, "fresh")
    assert (await api.post(path, {"messages": [ids[2], str(fresh.id)]})).refused(400, 50034)
    assert (await api.delete(f"/channels/{channel.id}/messages/{ids[2]}")).status == 204


# Files


async def test_files(api: RawApi, channel: Channel) -> None:
    path = f"/channels/{channel.id}/messages"
    listed = {"attachments": [{"id": 0, "filename": "b.png", "description": "B"}]}
    sent = await api.upload(path, listed, {"files[0]": ("a.png", b"png")})
    (attachment,) = sent.body["attachments"]
    assert (attachment["filename"], attachment["size"], attachment["description"]) == ("b.png", 3, "B")
    assert await api.fetch(attachment["url"]) == b"png"
    ten = {f"files[{n}]": (f"{n}.txt", b"x") for n in range(10)}
    assert len((await api.upload(path, {}, ten)).body["attachments"]) == 10
    eleven = {f"files[{n}]": (f"{n}.txt", b"x") for n in range(11)}
    assert (await api.upload(path, {}, eleven)).faults() == {"attachments": [LONG]}
    most = 10 * 1024 * 1024
    assert (await api.upload(path, {}, {"files[0]": ("a", b"x" * (most + 1))})).refused(413, 40005)
    assert (await api.upload(path, {}, {"files[0]": ("a", b"x" * most)})).status == 200
    wrong = {"attachments": [{"id": 1}]}
    refused = await api.upload(path, wrong, {"files[0]": ("a.png", b"png")})
    assert refused.faults() == {"attachments.0.id": ["ATTACHMENT_NOT_FOUND"]}


async def test_edit_keeps_and_replaces_files(api: RawApi, channel: Channel) -> None:
    sent = await api.upload(f"/channels/{channel.id}/messages", {}, {"files[0]": ("a.png", b"old")})
    path = f"/channels/{channel.id}/messages/{sent.body['id']}"
    kept = await api.patch(path, {"content": "x"})
    assert [a["filename"] for a in kept.body["attachments"]] == ["a.png"]
    body = {"attachments": [{"id": 0, "filename": "b.png"}]}
    replaced = await api.upload(path, body, {"files[0]": ("b.png", b"new")}, method="PATCH")
    assert [a["filename"] for a in replaced.body["attachments"]] == ["b.png"]
    assert (await api.patch(path, {"attachments": [], "content": None})).refused(400, 50006)


async def test_messages_go_to_no_category(api: RawApi, guild: Guild) -> None:
    assert (await api.send(guild.create_channel("games", kind=4), content="x")).refused(400, 50008)


async def test_notices_of_discord_are_neither_edited_nor_pinned(api: RawApi, channel: Channel) -> None:
    sent = await api.send(channel, content="x")
    await api.put(f"/channels/{channel.id}/messages/pins/{sent.body['id']}")
    notice = next(message for message in channel.history.values() if message.kind == PIN_NOTICE)
    assert (await api.patch(f"/channels/{channel.id}/messages/{notice.id}", {"content": "y"})).refused(403, 50021)
    for route in ("messages/pins", "pins"):
        assert (await api.put(f"/channels/{channel.id}/{route}/{notice.id}")).refused(403, 50021)


# Direct messages


async def test_direct_messages_are_no_channel_of_a_guild(api: RawApi, guild: Guild, ann: Person) -> None:
    opened = await api.post("/users/@me/channels", {"recipient_id": str(ann.id)})
    path, overwrite = f"/channels/{opened.body['id']}", {"type": 0, "allow": "0", "deny": "0"}
    said = [post_as(ann.member.user, guild.world.dms[ann.id], text) for text in ("hello", "you there")]
    requests: list[tuple[str, str, Any]] = [
        ("PATCH", path, {"name": "x"}),
        ("PUT", f"{path}/permissions/{guild.id}", overwrite),
        ("DELETE", f"{path}/permissions/{guild.id}", None),
        ("DELETE", f"{path}/messages/{said[0].id}", None),
        ("POST", f"{path}/messages/bulk-delete", {"messages": [str(message.id) for message in said]}),
    ]
    for method, route, body in requests:
        assert (await api.request(method, route, body)).refused(403, 50003), route
    assert (await api.delete(path)).status == 200
    assert [m.text for m in guild.world.dms[ann.id].messages] == ["hello", "you there"]


async def test_direct_messages(api: RawApi, guild: Guild, ann: Person) -> None:
    opened = await api.post("/users/@me/channels", {"recipient_id": str(ann.id)})
    path = f"/channels/{opened.body['id']}/messages"
    assert (await api.post(path, {"content": "hello"})).status == 200
    ann.close_dms()
    assert (await api.post(path, {"content": "hello"})).refused(403, 50007)
    ann.open_dms()
    ann.leave()
    assert (await api.post(path, {"content": "hello"})).refused(403, 50278)
    assert [m.text for m in guild.world.dms[ann.id].messages] == ["hello"]


async def test_direct_messages_to_nobody(api: RawApi, guild: Guild) -> None:
    assert (await api.post("/users/@me/channels", {"recipient_id": "1"})).refused(400, 50033)
    bot_id = guild.world.bot.id
    assert (await api.post("/users/@me/channels", {"recipient_id": str(bot_id)})).refused(400, 50033)
    assert (await api.post("/users/@me/channels", {})).faults() == {"recipient_id": [REQUIRED]}


async def test_too_many_direct_messages_at_once(api: RawApi, guild: Guild) -> None:
    people = [guild.join(f"Captain {n}") for n in range(12)]
    answers = [await api.post("/users/@me/channels", {"recipient_id": str(p.id)}) for p in people]
    assert [a.status for a in answers] == [200] * 10 + [403] * 2
    assert answers[-1].refused(403, 40003)
    again = await api.post("/users/@me/channels", {"recipient_id": str(people[0].id)})
    assert again.status == 200
    api.standin.clock.advance(601)
    assert (await api.post("/users/@me/channels", {"recipient_id": str(people[11].id)})).status == 200


# Pins, nonces, old messages


@pytest.mark.parametrize("route", ["messages/pins", "pins"])
async def test_at_most_250_pins(api: RawApi, channel: Channel, route: str) -> None:
    for _ in range(251):
        await api.send(channel, content="x")
    posts = list(channel.messages)
    for message in posts[:250]:
        message.pinned_at = api.standin.clock.now()
    path = f"/channels/{channel.id}/{route}/{posts[250].id}"
    assert (await api.put(path)).refused(400, 30003)
    assert (await api.delete(f"/channels/{channel.id}/{route}/{posts[0].id}")).status == 204
    assert (await api.put(path)).status == 204
    assert posts[250].is_pinned


async def test_pages_of_pins(api: RawApi, channel: Channel) -> None:
    ids = [(await api.send(channel, content=str(n))).body["id"] for n in range(60)]
    for message_id in ids:
        await api.put(f"/channels/{channel.id}/messages/pins/{message_id}")
    no_date = await api.get(f"/channels/{channel.id}/messages/pins?before=yesterday")
    assert no_date.faults() == {"before": ["DATE_TIME_TYPE_PARSE"]}
    first = await api.get(f"/channels/{channel.id}/messages/pins")
    assert [item["message"]["content"] for item in first.body["items"]] == [str(n) for n in range(59, 9, -1)]
    assert first.body["has_more"]
    last = first.body["items"][-1]["pinned_at"].replace("+", "%2B")
    second = await api.get(f"/channels/{channel.id}/messages/pins?before={last}&limit=50")
    assert [item["message"]["content"] for item in second.body["items"]] == [str(n) for n in range(9, -1, -1)]
    assert not second.body["has_more"]
    assert len((await api.get(f"/channels/{channel.id}/pins")).body) == 50
    assert (await api.get(f"/channels/{channel.id}/messages/pins?limit=51")).faults()


async def test_nonce(api: RawApi, channel: Channel) -> None:
    first = await api.send(channel, content="a", nonce="7", enforce_nonce=True)
    same = await api.send(channel, content="b", nonce=7, enforce_nonce=True)
    assert same.body["id"] == first.body["id"]
    assert same.body["content"] == "a"
    unenforced = await api.send(channel, content="c", nonce="7")
    assert unenforced.body["id"] != first.body["id"]
    api.standin.clock.advance(301)
    late = await api.send(channel, content="d", nonce="7", enforce_nonce=True)
    assert [m.text for m in channel.messages] == ["a", "c", "d"]
    assert late.body["nonce"] == "7"


async def test_edits_of_old_messages(api: RawApi, standin: StandIn, channel: Channel) -> None:
    sent = await api.send(channel, content="live")
    path = f"/channels/{channel.id}/messages/{sent.body['id']}"
    for n in range(40):
        assert (await api.patch(path, {"content": str(n)})).status == 200
    standin.clock.advance(3601)
    for n in range(30):
        assert (await api.patch(path, {"content": str(n)})).status == 200
    refused = await api.patch(path, {"content": "too often"})
    assert refused.refused(429, 30046)
    assert 0 < refused.body["retry_after"] <= 3600
    assert refused.headers["Via"], "without it, clients do not wait"
    assert channel.messages[0].text == "29"
    standin.clock.advance(3601)
    assert (await api.patch(path, {"content": "later"})).status == 200


async def test_history_pages(api: RawApi, channel: Channel) -> None:
    ids = [int((await api.send(channel, content=str(n))).body["id"]) for n in range(10)]
    path = f"/channels/{channel.id}/messages"

    async def texts(query: str) -> list[str]:
        return [m["content"] for m in (await api.get(f"{path}?{query}")).body]

    assert await texts("limit=3") == ["9", "8", "7"]
    assert await texts(f"before={ids[3]}") == ["2", "1", "0"]
    assert await texts(f"after={ids[3]}&limit=2") == ["5", "4"]
    assert await texts(f"around={ids[5]}&limit=3") == ["6", "5", "4"]
    assert (await api.get(f"{path}?limit=101")).faults() == {"limit": ["NUMBER_TYPE_MAX"]}
    assert (await api.get(f"{path}?after=x")).faults() == {"after": ["NUMBER_TYPE_COERCE"]}


async def test_contents_of_others_are_hidden_without_the_intent(api: RawApi, channel: Channel, ann: Person) -> None:
    hidden = ann.say(channel, "secret")
    named = ann.say(channel, f"hello <@{channel.world.bot.id}>")
    bodies = [(await api.get(f"/channels/{channel.id}/messages/{m.id}")).body for m in (hidden, named)]
    assert [b["content"] for b in bodies] == ["", named.content]
