"""Permissions as Discord documents them, and the hierarchy of roles."""

import random

import discord
import pytest

from rehearsal import permissions
from rehearsal.guild import Guild
from rehearsal.people import PeopleError, Person
from rehearsal.permissions import bits
from rehearsal.state import Channel
from tests.rehearsal.raw import RawApi
from tests.rehearsal.small_bot import SmallBot

SEND = bits("send_messages")


def may_send(person: Person, channel: Channel) -> bool:
    return bool(person.permissions_in(channel) & SEND)


def test_owner_and_administrators_may_everything(guild: Guild, channel: Channel, ann: Person) -> None:
    guild.deny(channel, guild.everyone, "view_channel")
    assert guild.owner.permissions_in(channel) == permissions.ALL
    assert ann.permissions_in(channel) == 0
    guild.give(ann, guild.create_role("Admin", "administrator"))
    assert ann.permissions_in(channel) == permissions.ALL


def test_overwrites_apply_in_three_steps(guild: Guild, channel: Channel, ann: Person) -> None:
    red, blue = guild.create_role("Red"), guild.create_role("Blue")
    guild.give(ann, red)
    guild.give(ann, blue)
    guild.deny(channel, guild.everyone, "send_messages")
    assert not may_send(ann, channel)
    guild.allow(channel, red, "send_messages")
    assert may_send(ann, channel)
    guild.deny(channel, blue, "send_messages")
    assert may_send(ann, channel), "an allow of one role beats the deny of another"
    guild.deny(channel, ann, "send_messages")
    assert not may_send(ann, channel)
    guild.allow(channel, ann, "send_messages")
    guild.take(ann, red)
    assert may_send(ann, channel), "one's own overwrite comes last"


def test_nothing_without_view_and_little_without_send(guild: Guild, channel: Channel, ann: Person) -> None:
    guild.deny(channel, ann, "send_messages")
    left = ann.permissions_in(channel)
    assert left & bits("view_channel", "read_message_history") == bits("view_channel", "read_message_history")
    assert not left & bits("embed_links", "attach_files", "mention_everyone")
    guild.deny(channel, ann, "view_channel")
    assert ann.permissions_in(channel) == 0


def test_roles_add_up(guild: Guild, channel: Channel, ann: Person) -> None:
    guild.give(ann, guild.create_role("Moderator", "manage_messages"))
    assert ann.permissions_in(channel) == permissions.EVERYONE | bits("manage_messages")


def test_private_channels(guild: Guild, ann: Person) -> None:
    captain = guild.create_role("Captain")
    ben = guild.join("Ben", roles=[captain])
    private = guild.create_channel("captains", only=[captain])
    message = ben.say(private, "hello")
    assert ben.can_see(message)
    assert not ann.can_see(message)
    assert ann.read(private) == []
    with pytest.raises(PeopleError, match=r"^Ann may not write in #captains$"):
        ann.say(private, "hello?")
    guild.take(ben, captain)
    assert ben.read(private) == []


def test_unknown_permission(guild: Guild) -> None:
    with pytest.raises(ValueError, match=r"^no such permission: fly$"):
        guild.create_role("Bird", "fly")


async def test_permissions_travel_with_members_and_overwrites(api: RawApi, guild: Guild, channel: Channel) -> None:
    guild.allow(channel, guild.everyone, "pin_messages")
    body = (await api.get(f"/channels/{channel.id}")).body
    assert body["permission_overwrites"] == [{"id": str(guild.id), "type": 0, "allow": str(1 << 51), "deny": "0"}]


async def test_permissions_agree_with_discord_py(bot: SmallBot, guild: Guild, ann: Person) -> None:
    """discord.py computes permissions by itself, from the roles and overwrites that it was sent."""
    rng = random.Random(20260704)
    some = ["view_channel", "send_messages", "embed_links", "manage_messages", "mention_everyone", "pin_messages"]
    roles = [guild.create_role(f"Role {n}", *rng.sample(some, rng.randint(0, 3))) for n in range(4)]
    channel = guild.create_channel("tangle")
    for _ in range(60):
        channel.overwrites.clear()
        for role in roles:
            rng.choice([guild.give, guild.take])(ann, role)
        for target in rng.sample([guild.everyone, ann, *roles], rng.randint(0, 6)):
            guild.allow(channel, target, *rng.sample(some, rng.randint(0, 3)))
            guild.deny(channel, target, *rng.sample(some, rng.randint(0, 3)))
        guild.announce_channel(channel)
        await ann.slash("noop", in_channel=guild.default_channel)  # the bot has heard of the changes by then
        town = bot.get_guild(guild.id)
        assert town
        tangle = town.get_channel(channel.id)
        assert tangle
        theirs = tangle.permissions_for(await town.fetch_member(ann.id)).value
        mask = discord.Permissions.all_channel().value & permissions.ALL
        assert theirs & mask == ann.permissions_in(channel) & mask


# What the bot may do with roles and members


async def test_roles_below_the_bot_only(api: RawApi, guild: Guild, ann: Person) -> None:
    low = guild.create_role("Low")
    path = f"/guilds/{guild.id}/members/{ann.id}/roles/{low.id}"
    assert (await api.put(path)).refused(403, 50013)
    guild.set_bot_permissions(permissions.BOT | bits("manage_roles"))
    assert (await api.put(path)).status == 204
    assert low in ann.member.roles
    guild.edit_role(low, position=50)
    assert (await api.delete(path)).refused(403, 50013)
    assert (await api.patch(f"/guilds/{guild.id}/roles/{low.id}", {"name": "x"})).refused(403, 50013)
    assert (await api.delete(f"/guilds/{guild.id}/roles/{low.id}")).refused(403, 50013)
    assert (await api.put(f"/guilds/{guild.id}/members/{ann.id}/roles/1")).refused(404, 10011)


async def test_granting_what_one_has_not(api: RawApi, guild: Guild, channel: Channel) -> None:
    guild.set_bot_permissions(permissions.BOT | bits("manage_roles"))
    path = f"/guilds/{guild.id}/roles"
    assert (await api.post(path, {"name": "x", "permissions": str(bits("kick_members"))})).refused(403, 50013)
    assert (await api.post(path, {"name": "x", "permissions": str(bits("send_messages"))})).status == 200
    overwrite = f"/channels/{channel.id}/permissions/{guild.id}"
    assert (await api.put(overwrite, {"type": 0, "allow": str(bits("kick_members"))})).refused(403, 50013)
    assert (await api.put(overwrite, {"type": 0, "deny": str(bits("send_messages"))})).status == 204
    assert (await api.delete(overwrite)).status == 204
    assert (await api.delete(overwrite)).refused(404, 10009)


async def test_members_above_the_bot(api: RawApi, guild: Guild, ann: Person) -> None:
    guild.set_bot_permissions(permissions.BOT | bits("kick_members", "manage_nicknames"))
    owner = f"/guilds/{guild.id}/members/{guild.owner.id}"
    assert (await api.patch(owner, {"nick": "x"})).refused(403, 50013)
    assert (await api.delete(owner)).refused(403, 50013)
    low = f"/guilds/{guild.id}/members/{ann.id}"
    assert (await api.patch(low, {"nick": "Annie"})).body["nick"] == "Annie"
    assert ann.name == "Annie"
    assert (await api.patch(low, {"nick": "x" * 33})).faults() == {"nick": ["BASE_TYPE_MAX_LENGTH"]}
    assert (await api.delete(low)).status == 204
    assert (await api.get(low)).refused(404, 10007)


async def test_own_nickname(api: RawApi, guild: Guild) -> None:
    path = f"/guilds/{guild.id}/members/@me"
    guild.edit_role(guild.everyone, permissions=permissions.EVERYONE & ~bits("change_nickname"))
    assert (await api.patch(path, {"nick": "Skip"})).refused(403, 50013)
    guild.set_bot_permissions(permissions.BOT | bits("change_nickname"))
    assert (await api.patch(path, {"nick": "Skip"})).body["nick"] == "Skip"
    assert (await api.patch(path, {"nick": None})).body["nick"] is None


async def test_channels_need_manage_channels(api: RawApi, guild: Guild, channel: Channel) -> None:
    path = f"/guilds/{guild.id}/channels"
    assert (await api.post(path, {"name": "new"})).refused(403, 50013)
    assert (await api.patch(f"/channels/{channel.id}", {"name": "x"})).refused(403, 50013)
    assert (await api.delete(f"/channels/{channel.id}")).refused(403, 50013)
    guild.set_bot_permissions(permissions.BOT | bits("manage_channels"))
    created = await api.post(path, {"name": "new", "topic": "t"})
    assert guild.channel("new").topic == "t"
    assert (await api.post(path, {"name": ""})).faults() == {"name": ["BASE_TYPE_REQUIRED"]}
    assert (await api.delete(f"/channels/{created.body['id']}")).status == 200
    assert (await api.get(f"/channels/{created.body['id']}")).refused(404, 10003)


async def test_listing_members_needs_the_intent(api: RawApi, guild: Guild) -> None:
    assert (await api.get(f"/guilds/{guild.id}/members")).refused(403, 50001)
