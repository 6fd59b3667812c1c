"""The token goes to Discord or to this computer, whatever an API names as its gateway."""

import asyncio

import pytest

from bot.bootstrap import run_bot
from bot.errors import Stopped
from bot.gateway import is_trusted
from bot.settings import Settings
from rehearsal.server import StandIn
from tests.bot.conftest import Town, eventually

ELSEWHERE = "wss://gateway.example.org/"
LINE = (
    "The gateway that the API names is neither Discord's nor on this computer, and a token goes to no other host. "
    "Check DISCORD_API_URL, then start Skipper again."
)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("wss://gateway.discord.gg", True),
        ("wss://gateway-us-east1-b.discord.gg/?v=10", True),
        ("ws://127.0.0.1:8080/gateway", True),
        ("ws://[::1]:8080/gateway", True),
        ("ws://localhost:8080/gateway", True),
        ("ws://gateway.discord.gg", False),
        (ELSEWHERE, False),
        ("wss://discord.gg.example.org", False),
        ("wss://notdiscord.gg", False),
        ("wss://gateway.discord.gg@example.org", False),
        ("wss://127.0.0.1.example.org", False),
        ("http://127.0.0.1:8080", False),
        ("wss://[", False),
        ("", False),
    ],
)
def test_which_gateways_may_have_the_token(url: str, expected: bool) -> None:
    assert is_trusted(url) is expected


async def test_a_gateway_elsewhere_is_not_connected_to(standin: StandIn, settings: Settings) -> None:
    standin.gateway.url = ELSEWHERE
    with pytest.raises(Stopped) as stopped:
        async with asyncio.timeout(10), run_bot(settings):
            pytest.fail("it connected")
    assert str(stopped.value) == LINE


async def test_a_session_is_not_resumed_elsewhere(town: Town) -> None:
    ending = asyncio.create_task(town.bot.parts.until_one_ends())
    town.standin.gateway.url = ELSEWHERE  # the next session is told to resume there
    connected = town.standin.world.is_bot_connected
    town.standin.gateway.invalidate()
    await eventually(lambda: not connected())
    await eventually(connected, 15)
    await town.standin.gateway.drop()
    with pytest.raises(Stopped) as stopped:
        await asyncio.wait_for(ending, 10)
    assert str(stopped.value) == LINE
