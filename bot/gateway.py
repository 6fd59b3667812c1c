"""Where discord.py connects to: Discord, or a rehearsal on this computer; the token goes nowhere else."""

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.errors import Stopped
from bot.settings import DISCORD_API, is_loopback

if TYPE_CHECKING:
    from discord.types.gateway import SessionStartLimit

GATEWAY_DOMAIN = "discord.gg"


def point_at(api_url: str) -> None:
    """Point discord.py at an API. After an invalid session it falls back to a fixed gateway, so that is set too."""
    if api_url == DISCORD_API:
        return
    Route.BASE = api_url
    url = yarl.URL(api_url)
    if is_loopback(url.host):
        DiscordWebSocket.DEFAULT_GATEWAY = url.with_scheme("ws").with_path("/gateway")


def guard_gateway(client: discord.Client) -> None:
    """Have a client connect to trusted gateways alone, whatever the API and a session's resume address name."""
    http = client.http
    ask, connect = http.get_bot_gateway, http.ws_connect

    async def ask_and_check() -> "tuple[int, str, SessionStartLimit]":
        shards, url, limit = await ask()
        _require_trusted(url)
        return shards, url, limit

    async def connect_if_trusted(url: str, *, compress: int = 0) -> aiohttp.ClientWebSocketResponse:
        _require_trusted(url)
        return await connect(url, compress=compress)

    http.get_bot_gateway, http.ws_connect = ask_and_check, connect_if_trusted


def is_trusted(url: str) -> bool:
    """Whether a token may be sent to this gateway."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        return False
    if "@" in parts.netloc:
        return False
    if is_loopback(host):
        return parts.scheme in ("ws", "wss")
    return parts.scheme == "wss" and (host == GATEWAY_DOMAIN or host.endswith(f".{GATEWAY_DOMAIN}"))


def _require_trusted(url: str) -> None:
    if not is_trusted(url):
        raise Stopped(
            "The gateway that the API names is neither Discord's nor on this computer, and a token goes to no other "
            "host. Check DISCORD_API_URL, then start Skipper again."
        )
