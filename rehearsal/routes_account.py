"""The bot's own account, the gateway's address, users and DMs."""

from __future__ import annotations

from rehearsal import limits, payloads
from rehearsal.api import Call, Route
from rehearsal.errors import refusal
from rehearsal.gateway import SESSION_STARTS
from rehearsal.shapes import Shape, Snowflake
from rehearsal.state import Json


async def get_me(call: Call) -> Json:
    return {**payloads.user(call.world.bot), "verified": True, "mfa_enabled": True, "locale": "en-US"}


async def get_user(call: Call) -> Json:
    user = call.world.users.get(call.id("user_id"))
    if user is None:
        raise refusal(10013)
    return payloads.user(user)


async def get_application(call: Call) -> Json:
    world = call.world
    owner = next(iter(world.guilds.values())).owner.user if world.guilds else world.bot
    return {
        "id": str(world.application_id),
        "name": world.bot.name,
        "icon": None,
        "description": "",
        "summary": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "owner": payloads.user(owner),
        "team": None,
        "bot": payloads.user(world.bot),
    }


async def get_gateway(call: Call) -> Json:
    return {"url": call.standin.gateway.url}


async def get_gateway_bot(call: Call) -> Json:
    gateway = call.standin.gateway
    starts = {
        "total": SESSION_STARTS,
        "remaining": gateway.starts_left,
        "reset_after": 24 * 3600 * 1000,
        "max_concurrency": 1,
    }
    return {"url": gateway.url, "shards": gateway.shards, "session_start_limit": starts}


async def get_my_guilds(call: Call) -> list[Json]:
    world = call.world
    mine = [guild for guild in world.guilds.values() if world.bot.id in guild.members]
    return [{"id": str(guild.id), "name": guild.name, "owner": False, "features": []} for guild in mine]


async def leave_guild(call: Call) -> None:
    call.guild().remove_bot()


async def open_dm(call: Call) -> Json:
    """Open a DM. Opening many at once is refused, and marks a bot as a spammer."""
    world = call.world
    user = world.users.get(int(call.body["recipient_id"]))
    if user is None or user.is_bot:
        raise refusal(50033)
    if user.id not in world.dms:
        now = world.clock.now()
        recent = [at for at in world.dm_openings if now - at < limits.DM_OPENINGS_PER_SECONDS]
        if len(recent) >= limits.DM_OPENINGS:
            raise refusal(40003, f"{len(recent)} DMs opened within 10 minutes")
        world.dm_openings[:] = [*recent, now]
    return payloads.channel(world.dm_of(user))


ROUTES = [
    Route("GET", "/users/@me", get_me),
    Route("GET", "/users/@me/guilds", get_my_guilds),
    Route("DELETE", "/users/@me/guilds/{guild_id}", leave_guild),
    Route("POST", "/users/@me/channels", open_dm, Shape({"recipient_id": Snowflake()}, required=["recipient_id"])),
    Route("GET", "/users/{user_id}", get_user),
    Route("GET", "/applications/@me", get_application),
    Route("GET", "/oauth2/applications/@me", get_application),
    Route("GET", "/gateway", get_gateway, needs_token=False),
    Route("GET", "/gateway/bot", get_gateway_bot),
]
