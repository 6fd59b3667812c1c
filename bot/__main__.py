"""`python -m bot`: join Discord and run until stopped. `python -m bot audit verify`: check the ledger's chains."""

import asyncio
import contextlib
import signal
import sys
from collections.abc import Sequence

from bot.audit import verify_ledger
from bot.bootstrap import run_bot
from bot.errors import CannotStart, Stopped
from bot.event_loop import run
from bot.logs import set_up_logging
from bot.settings import Settings, SettingsError, load_settings

STOPPED_BY_ITSELF, CANNOT_START = 1, 2
SWITCH_SECONDS = 0.0005
"""How long a busy event loop may keep the database's threads waiting: a tenth of Python's own, since their work is
short, and other commands wait for it."""


AUDIT = ["audit", "verify"]
USAGE = "Use `python -m bot` to run Skipper, or `python -m bot audit verify` to check its ledger."


def main(arguments: Sequence[str] = ()) -> int:
    """Run the bot: 2 where it cannot start, 1 where it ran and cannot go on, each with one line on standard error.

    With `audit verify`: 0 where every row of the ledger is as it was recorded, 1 where not.
    """
    try:
        if arguments and list(arguments) != AUDIT:
            raise SettingsError(USAGE)
        settings = load_settings()
        if arguments:
            return asyncio.run(verify_ledger(settings.database_url))
        if settings.discord_token is None:
            raise SettingsError(
                "DISCORD_TOKEN is missing; put your bot's token into .env, or run `make run` to rehearse without one"
            )
        set_up_logging(settings.log_level, settings.log_format)
        sys.setswitchinterval(SWITCH_SECONDS)
        run(run_until_stopped(settings))
    except (CannotStart, Stopped) as error:
        print(error, file=sys.stderr)
        return CANNOT_START if isinstance(error, CannotStart) else STOPPED_BY_ITSELF
    return 0


async def run_until_stopped(settings: Settings) -> None:
    """Run until SIGTERM or SIGINT, which also end a start that takes long. Raises CannotStart or Stopped."""
    running = asyncio.create_task(_run(settings))
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, running.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await running


async def _run(settings: Settings) -> None:
    async with run_bot(settings) as bot:
        await bot.parts.until_one_ends()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
