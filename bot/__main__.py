"""`python -m bot`: join Discord and run until stopped."""

import asyncio
import signal
import sys

import discord

from bot.bootstrap import run_bot
from bot.db.migrate import MigrationError
from bot.logs import set_up_logging
from bot.settings import Settings, SettingsError, load_settings

CANNOT_START = 2


def main() -> int:
    """Start the bot; 2 with one line on standard error where it cannot start."""
    try:
        settings = load_settings()
        if settings.discord_token is None:
            raise SettingsError(
                "DISCORD_TOKEN is missing; put your bot's token into .env, or run `make run` to rehearse without one"
            )
        set_up_logging(settings.log_level, settings.log_format)
        asyncio.run(run_until_stopped(settings))
    except (SettingsError, MigrationError) as error:
        return _refuse(str(error))
    except discord.LoginFailure:
        return _refuse("DISCORD_TOKEN was refused by Discord; copy it again from the developer portal")
    except KeyboardInterrupt:
        return 0
    return 0


async def run_until_stopped(settings: Settings) -> None:
    """Run until SIGTERM or SIGINT."""
    stopped = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    async with run_bot(settings):
        await stopped.wait()


def _refuse(line: str) -> int:
    print(line, file=sys.stderr)
    return CANNOT_START


if __name__ == "__main__":
    sys.exit(main())
