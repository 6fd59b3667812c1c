"""Guilds, their channels, roles and members."""

from __future__ import annotations

from rehearsal import payloads, permissions
from rehearsal.api import Call, Route
from rehearsal.errors import refusal
from rehearsal.guild import Guild
from rehearsal.routes_messages import require
from rehearsal.shapes import Many, OneOf, Permissions, Shape, Snowflake, Text, YesNo
from rehearsal.state import Channel, Json, Member, Overwrite, Role


def _require_in_guild(guild: Guild, needed: int) -> None:
    missing = needed & ~permissions.in_guild(guild.bot)
    if missing:
        raise refusal(50013, f"the bot lacks {', '.join(permissions.names(missing))} in {guild.name}")


def _require_below(guild: Guild, role: Role) -> None:
    """A role can be given, taken or changed only by somebody whose highest role stands above it."""
    if role.managed or role is guild.everyone or role.position >= permissions.top_position(guild.bot):
        raise refusal(50013, f"the role {role.name} is not below the bot's highest role")


def _member(call: Call) -> Member:
    guild = call.guild()
    member = guild.members.get(call.id("user_id"))
    if member is None:
        raise refusal(10007 if call.id("user_id") in call.world.users else 10013)
    return member


def _role(call: Call, guild: Guild) -> Role:
    role = guild.roles.get(call.id("role_id"))
    if role is None:
        raise refusal(10011)
    return role


async def get_guild(call: Call) -> Json:
    guild = call.guild()
    payload = payloads.guild(guild)
    if call.query.get("with_counts") in ("1", "true"):
        payload.update(approximate_member_count=len(guild.members), approximate_presence_count=0)
    return payload


# Channels


async def get_channels(call: Call) -> list[Json]:
    return [payloads.channel(channel) for channel in call.guild().channels.values()]


async def get_channel(call: Call) -> Json:
    channel = call.channel()
    require(channel, 0)
    return payloads.channel(channel)


async def create_channel(call: Call) -> Json:
    guild = call.guild()
    _require_in_guild(guild, permissions.MANAGE_CHANNELS)
    channel = guild.create_channel(call.body["name"], kind=call.body.get("type") or 0)
    channel.topic = call.body.get("topic")
    for one in call.body.get("permission_overwrites") or []:
        _set_overwrite(channel, int(one["id"]), one)
    guild.announce_channel(channel)
    return payloads.channel(channel)


async def edit_channel(call: Call) -> Json:
    channel = call.channel()
    if channel.guild is None:
        raise refusal(50003)
    require(channel, permissions.MANAGE_CHANNELS)
    channel.name = call.body.get("name") or channel.name
    channel.topic = call.body.get("topic", channel.topic)
    channel.guild.announce_channel(channel)
    return payloads.channel(channel)


async def delete_channel(call: Call) -> Json:
    channel = call.channel()
    if channel.guild is None:
        return payloads.channel(channel)  # a DM is only closed, and opened again with all that is in it
    require(channel, permissions.MANAGE_CHANNELS)
    channel.guild.delete_channel(channel)
    return payloads.channel(channel)


async def set_overwrite(call: Call) -> None:
    channel = call.channel()
    if channel.guild is None:
        raise refusal(50003)
    require(channel, permissions.MANAGE_ROLES)
    _set_overwrite(channel, call.id("overwrite_id"), call.body)
    channel.guild.announce_channel(channel)


def _set_overwrite(channel: Channel, target_id: int, body: Json) -> None:
    assert channel.guild is not None
    allow, deny = int(body.get("allow") or 0), int(body.get("deny") or 0)
    may = permissions.in_guild(channel.guild.bot)
    if (allow | deny) & permissions.ALL & ~may:
        raise refusal(50013, "the bot may not grant or deny what it does not have itself")
    channel.overwrites[target_id] = Overwrite(target_id, int(body.get("type") or 0), allow, deny)


async def delete_overwrite(call: Call) -> None:
    channel = call.channel()
    if channel.guild is None:
        raise refusal(50003)
    require(channel, permissions.MANAGE_ROLES)
    if channel.overwrites.pop(call.id("overwrite_id"), None) is None:
        raise refusal(10009)
    channel.guild.announce_channel(channel)


# Roles


async def get_roles(call: Call) -> list[Json]:
    return [payloads.role(role) for role in call.guild().roles.values()]


async def get_role(call: Call) -> Json:
    return payloads.role(_role(call, call.guild()))


async def create_role(call: Call) -> Json:
    guild = call.guild()
    _require_in_guild(guild, permissions.MANAGE_ROLES)
    granted = int(call.body.get("permissions") or 0)
    _require_grantable(guild, granted)
    role = guild.create_role(call.body.get("name") or "new role", mentionable=bool(call.body.get("mentionable")))
    guild.edit_role(role, permissions=granted)
    return payloads.role(role)


def _require_grantable(guild: Guild, granted: int) -> None:
    if granted & permissions.ALL & ~permissions.in_guild(guild.bot):
        raise refusal(50013, "the bot may not grant permissions that it does not have itself")


async def edit_role(call: Call) -> Json:
    guild = call.guild()
    role = _role(call, guild)
    _require_in_guild(guild, permissions.MANAGE_ROLES)
    _require_below(guild, role)
    granted = call.body.get("permissions")
    if granted is not None:
        _require_grantable(guild, int(granted) & ~role.permissions)
    role.mentionable = bool(call.body.get("mentionable", role.mentionable))
    guild.edit_role(role, permissions=None if granted is None else int(granted), name=call.body.get("name"))
    return payloads.role(role)


async def delete_role(call: Call) -> None:
    guild = call.guild()
    role = _role(call, guild)
    _require_in_guild(guild, permissions.MANAGE_ROLES)
    _require_below(guild, role)
    guild.delete_role(role)


# Members


async def get_member(call: Call) -> Json:
    return payloads.member(_member(call))


async def get_members(call: Call) -> list[Json]:
    """A page of members; Discord answers only applications with the members intent."""
    guild = call.guild()
    if not call.standin.has_members_intent:
        raise refusal(50001, "listing members needs the privileged members intent")
    limit, after = call.number("limit", 1, 1, 1000), call.snowflake("after") or 0
    ids = sorted(i for i in guild.members if i > after)[:limit]
    return [payloads.member(guild.members[i]) for i in ids]


async def edit_me(call: Call) -> Json:
    """Change the bot's own nickname."""
    return _edit_member(call.guild().bot, {"nick": call.body.get("nick")})


async def edit_member(call: Call) -> Json:
    return _edit_member(_member(call), call.body)


def _edit_member(member: Member, body: Json) -> Json:
    guild = member.guild
    if "nick" in body:
        own = member is guild.bot
        _require_in_guild(guild, permissions.CHANGE_NICKNAME if own else permissions.MANAGE_NICKNAMES)
        if not own and not permissions.outranks(guild.bot, member):
            raise refusal(50013, f"{member.name} stands above the bot")
        member.nick = body["nick"] or None
    if body.get("roles") is not None:
        _require_in_guild(guild, permissions.MANAGE_ROLES)
        wanted = [guild.roles.get(int(role_id)) for role_id in body["roles"]]
        if None in wanted:
            raise refusal(10011)
        roles = [role for role in wanted if role is not None]
        for role in {*roles} ^ {*member.roles}:
            _require_below(guild, role)
        member.roles = roles
    guild.announce_member(member)
    return payloads.member(member)


async def add_role(call: Call) -> None:
    member = _member(call)
    role = _role(call, member.guild)
    _require_in_guild(member.guild, permissions.MANAGE_ROLES)
    _require_below(member.guild, role)
    member.guild.give(member, role)


async def remove_role(call: Call) -> None:
    member = _member(call)
    role = _role(call, member.guild)
    _require_in_guild(member.guild, permissions.MANAGE_ROLES)
    _require_below(member.guild, role)
    member.guild.take(member, role)


async def kick(call: Call) -> None:
    member = _member(call)
    _require_in_guild(member.guild, permissions.KICK_MEMBERS)
    if not permissions.outranks(member.guild.bot, member):
        raise refusal(50013, f"{member.name} stands above the bot")
    member.guild.leave(member)


_OVERWRITE = {"id": Snowflake(), "type": OneOf((0, 1)), "allow": Permissions(), "deny": Permissions()}
_CHANNEL = {
    "name": Text(100, 1),
    "type": OneOf((0, 2, 4, 5, 13, 14, 15, 16)),
    "topic": Text(1024),
    "permission_overwrites": Many(Shape(_OVERWRITE, required=["id"]), 1000),
}
_ROLE = Shape({"name": Text(100, 1), "permissions": Permissions(), "mentionable": YesNo()})
_CHANNELS, _ROLES = "/guilds/{guild_id}/channels", "/guilds/{guild_id}/roles"
_MEMBER = "/guilds/{guild_id}/members/{user_id}"
_OVERWRITES = "/channels/{channel_id}/permissions/{overwrite_id}"

ROUTES = [
    Route("GET", "/guilds/{guild_id}", get_guild),
    Route("GET", _CHANNELS, get_channels),
    Route("POST", _CHANNELS, create_channel, Shape(_CHANNEL, required=["name"])),
    Route("GET", "/channels/{channel_id}", get_channel),
    Route("PATCH", "/channels/{channel_id}", edit_channel, Shape(_CHANNEL)),
    Route("DELETE", "/channels/{channel_id}", delete_channel),
    Route("PUT", _OVERWRITES, set_overwrite, Shape(_OVERWRITE, required=["type"])),
    Route("DELETE", _OVERWRITES, delete_overwrite),
    Route("GET", _ROLES, get_roles),
    Route("POST", _ROLES, create_role, _ROLE),
    Route("GET", f"{_ROLES}/{{role_id}}", get_role),
    Route("PATCH", f"{_ROLES}/{{role_id}}", edit_role, _ROLE),
    Route("DELETE", f"{_ROLES}/{{role_id}}", delete_role),
    Route("GET", "/guilds/{guild_id}/members", get_members),
    Route("PATCH", "/guilds/{guild_id}/members/@me", edit_me, Shape({"nick": Text(32)})),
    Route("GET", _MEMBER, get_member),
    Route("PATCH", _MEMBER, edit_member, Shape({"nick": Text(32), "roles": Many(Snowflake(), 350, unique=True)})),
    Route("DELETE", _MEMBER, kick),
    Route("PUT", f"{_MEMBER}/roles/{{role_id}}", add_role),
    Route("DELETE", f"{_MEMBER}/roles/{{role_id}}", remove_role),
]
