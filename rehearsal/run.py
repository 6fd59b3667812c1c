"""`make run`: join Discord if there is a token, else play on the stand-in, always on a database file of its own."""

from __future__ import annotations

import asyncio
import fcntl
import logging
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from bot import __main__ as bot_entry
from bot.bootstrap import run_bot
from bot.clock import Clock
from bot.errors import CannotStart, Stopped
from bot.logs import set_up_logging
from bot.settings import Settings, SettingsError, load_settings
from rehearsal.prompt import Prompt
from rehearsal.server import TOKEN, StandIn
from rehearsal.stage import build_stage, prepare_competition

DATABASE, LOCK = Path("data/rehearsal.db"), Path("data/rehearsal.lock")
HERE = "http://127.0.0.1"
PICTURES = Path("out/rehearsal")
WELCOME = """\
There is no DISCORD_TOKEN, so this is a rehearsal: Skipper runs on a stand-in of Discord on this computer, with its own
database ({database}), and nothing of it reaches Discord. To join Discord, create an application on
discord.com/developers/applications, copy its token (Bot > Reset Token) into .env as DISCORD_TOKEN, and run this again.

The Getaway Games are prepared with four teams. You speak for the people; type help."""


def main() -> int:
    """Run; 2 with one line where it cannot start."""
    try:
        settings = load_settings(discord_api_url=HERE)  # where CLOCK_CONTROL may be set, too
    except SettingsError as error:
        print(error, file=sys.stderr)
        return bot_entry.CANNOT_START
    if settings.discord_token is not None:
        return bot_entry.main()
    set_up_logging("ERROR", settings.log_format)
    logging.getLogger("discord").setLevel(logging.ERROR)
    try:
        with alone():
            asyncio.run(rehearse(settings.clock_control))
    except KeyboardInterrupt:
        print()
    except (CannotStart, Stopped) as error:
        print(error, file=sys.stderr)
        return bot_entry.CANNOT_START
    except OSError as error:
        print(f"The rehearsal cannot write here ({error}); run it in a folder of your own.", file=sys.stderr)
        return bot_entry.CANNOT_START
    return 0


@contextmanager
def alone() -> Generator[None]:
    """Have the folder's rehearsal to oneself, since its database is begun anew. Raises CannotStart."""
    DATABASE.parent.mkdir(parents=True, exist_ok=True)
    with LOCK.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # which ends with the process
        except BlockingIOError:
            raise CannotStart(
                "Another rehearsal runs in this folder, and nothing of it was touched. Type quit there first, "
                "or run this one in a copy of the folder."
            ) from None
        yield


async def rehearse(clock_control: str | None = None) -> None:
    """Play until the end of the input."""
    for old in DATABASE.parent.glob(f"{DATABASE.name}*"):
        old.unlink()
    clock = Clock()
    async with StandIn() as standin:
        stage = build_stage(standin)
        settings = Settings(
            _env_file=None,  # pyright: ignore[reportCallIssue]
            discord_token=TOKEN,  # pyright: ignore[reportArgumentType]
            discord_api_url=standin.url,
            database_url=f"sqlite:///{DATABASE}",
            clock_control=clock_control,
        )
        print(WELCOME.format(database=DATABASE), flush=True)
        async with run_bot(settings, clock):
            await prepare_competition(stage, clock.now())
            await Prompt(stage, clock, PICTURES, read_line, lambda text: print(text, flush=True)).run()


async def read_line(prompt: str) -> str | None:
    """What is typed next; None at the end of the input."""
    try:
        return await asyncio.to_thread(input, prompt)
    except EOFError:
        print()
        return None
