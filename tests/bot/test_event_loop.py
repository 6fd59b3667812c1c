"""The event loop that the bot runs on."""

import asyncio
import sys

import pytest

from bot import event_loop


async def _name_loop() -> str:
    return type(asyncio.get_running_loop()).__module__.partition(".")[0]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no uvloop for Windows")
def test_it_is_uvloop_where_there_is_one() -> None:
    assert event_loop.run(_name_loop()) == "uvloop"


def test_without_uvloop_it_is_python_s_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_loop, "make_loop", None)
    assert event_loop.run(_name_loop()) == "asyncio"
