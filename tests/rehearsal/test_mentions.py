"""Whom a message notifies."""

from typing import Any

import pytest

from rehearsal.guild import Guild
from rehearsal.people import Person
from rehearsal.state import Channel
from tests.rehearsal.acting import answered, webhook
from tests.rehearsal.raw import RawApi

NONE: dict[str, Any] = {"parse": []}


@pytest.fixture
def ben(guild: Guild) -> Person:
    return guild.join("Ben", roles=[guild.create_role("Captain", mentionable=True)])


@pytest.mark.parametrize(
    ("allowed", "users", "roles"),
    [
        (None, {"Ann", "Ben"}, {"Captain"}),
        ({"parse": []}, set(), set()),
        ({}, set(), set()),
        ({"parse": ["users"]}, {"Ann", "Ben"}, set()),
        ({"parse": ["roles"]}, set(), {"Captain"}),
        ({"parse": ["everyone"]}, set(), set()),
        ({"users": ["ann"]}, {"Ann"}, set()),
        ({"users": ["olive"]}, set(), set()),
        ({"roles": ["captain"]}, set(), {"Captain"}),
    ],
)
@pytest.mark.parametrize("v2", [False, True])
async def test_allowed_mentions(
    api: RawApi,
    guild: Guild,
    channel: Channel,
    ann: Person,
    ben: Person,
    allowed: dict[str, Any] | None,
    users: set[str],
    roles: set[str],
    v2: bool,
) -> None:
    (captain,) = ben.member.roles
    ids = {"ann": str(ann.id), "olive": str(guild.owner.id), "captain": str(captain.id)}
    if allowed is not None:
        allowed = {k: [ids.get(v, v) for v in values] for k, values in allowed.items()}
    text = f"{ann.mention} <@!{ben.id}> {captain.mention} @everyone @here"
    body = {"flags": 32768, "components": [{"type": 10, "content": text}]} if v2 else {"content": text}
    answer = await api.send(channel, **body, allowed_mentions=allowed)
    (message,) = channel.messages
    assert {guild.members[i].name for i in message.pings.users} == users
    assert {guild.roles[i].name for i in message.pings.roles} == roles
    assert not message.pings.everyone
    assert {u["username"] for u in answer.body["mentions"]} == users
    assert ann.pinged_by == ([message] if "Ann" in users else [])
    assert ben.pinged_by == ([message] if "Ben" in users or roles else [])
    assert guild.owner.pinged_by == []


async def test_everyone_and_roles_need_a_permission(api: RawApi, guild: Guild, channel: Channel, ann: Person) -> None:
    shy = guild.create_role("Shy")
    guild.give(ann, shy)
    await api.send(channel, content=f"@everyone {shy.mention}")
    assert not channel.messages[0].pings
    guild.allow(channel, guild.bot, "mention_everyone")
    sent = await api.send(channel, content=f"@everyone {shy.mention}")
    assert channel.messages[1].pings.everyone
    assert channel.messages[1].pings.roles == {shy.id}
    assert sent.body["mention_everyone"] is True
    assert guild.owner.pinged_by == [channel.messages[1]]
    await api.send(channel, content="@everyone", allowed_mentions=NONE)
    assert not channel.messages[2].pings


async def test_embeds_notify_nobody(api: RawApi, channel: Channel, ann: Person) -> None:
    await api.send(channel, embeds=[{"description": ann.mention}])
    assert ann.pinged_by == []


async def test_who_does_not_see_the_channel_is_not_notified(
    api: RawApi, guild: Guild, channel: Channel, ann: Person
) -> None:
    guild.deny(channel, ann, "view_channel")
    await api.send(channel, content=ann.mention)
    assert ann.pinged_by == []


async def test_edits_notify_nobody_anew(api: RawApi, channel: Channel, ann: Person) -> None:
    sent = await api.send(channel, content="x")
    await api.patch(f"/channels/{channel.id}/messages/{sent.body['id']}", {"content": ann.mention})
    assert ann.pinged_by == []


async def test_replies_notify_their_author_unless_told_not_to(api: RawApi, channel: Channel, ann: Person) -> None:
    asked = ann.say(channel, "where?")
    reference = {"message_id": str(asked.id)}
    await api.send(channel, content="here", message_reference=reference, allowed_mentions=NONE)
    await api.send(channel, content="here", message_reference=reference, allowed_mentions={"replied_user": True})
    await api.send(channel, content="here", message_reference=reference)
    assert ann.pinged_by == channel.messages[2:]


async def test_answers_notify_too_but_ephemeral_ones_do_not(api: RawApi, guild: Guild, ann: Person) -> None:
    ben = guild.join("Ben")
    await answered(api, ann, 4, {"content": ben.mention, "flags": 64})
    assert ben.pinged_by == []
    await answered(api, ann, 4, {"content": ben.mention})
    assert len(ben.pinged_by) == 1


async def test_the_answer_after_thinking_notifies(api: RawApi, guild: Guild, ann: Person) -> None:
    ben = guild.join("Ben")
    interaction, _ = await answered(api, ann, 5)
    await api.patch(webhook(interaction, "/messages/@original"), {"content": ben.mention})
    assert [m.text for m in ben.pinged_by] == ["@Ben"]
