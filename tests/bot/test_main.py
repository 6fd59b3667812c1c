"""`python -m bot`: where it cannot start or cannot go on, it ends with a status and one line that says how to go on."""

import asyncio
import logging
import signal
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main, run_until_stopped
from bot.bootstrap import run_bot
from bot.db import migrate as migrations
from bot.errors import CannotStart, Stopped
from bot.logs import set_up_logging
from bot.settings import Settings
from rehearsal.process import BotProcess
from rehearsal.server import StandIn
from tests.bot.conftest import Town, eventually
from tests.bot.db.test_migrate import add_revision

NOWHERE = "http://127.0.0.1:9/api/v10"
TOKEN_LINE = "DISCORD_TOKEN was refused by Discord; copy it again from the developer portal, then start Skipper again."


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where `main` runs, with settings that lead nowhere; its logging ends with the test."""
    monkeypatch.chdir(tmp_path)
    for name, value in {"DISCORD_TOKEN": "a.b.c", "DISCORD_API_URL": NOWHERE, "LOG_LEVEL": "ERROR"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("DATABASE_URL", raising=False)
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    yield tmp_path
    root.handlers = handlers
    root.setLevel(level)


@pytest.fixture
async def bot(standin: StandIn, tmp_path: Path) -> AsyncIterator[BotProcess]:
    """The bot as a process, connected."""
    standin.create_guild("Town")
    process = BotProcess(standin, tmp_path / "skipper.db", tmp_path / "bot.log")
    await process.start()
    yield process
    await process.stop()


def refusal(capsys: pytest.CaptureFixture[str]) -> str:
    """What `main` says; it must end with status 2."""
    assert main() == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1, said
    return said.strip()


def test_without_a_token(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delenv("DISCORD_TOKEN")
    assert refusal(capsys).startswith("DISCORD_TOKEN is missing; put your bot's token into .env, or run `make run`")


def test_where_discord_cannot_be_reached(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = refusal(capsys)
    assert said.startswith("Discord could not be reached (ClientConnectorError)")
    assert said.endswith("check the network, then start Skipper again.")


def test_where_the_folder_of_the_database_cannot_be_made(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "file").write_text("in the way")
    for below, why in (("file", "File exists"), ("file/deep", "Not a directory")):
        monkeypatch.setenv("DATABASE_URL", f"sqlite:///{below}/skipper.db")
        assert refusal(capsys) == (
            f"DATABASE_URL: the folder {below} cannot be made ({why}); choose another place for the database, then "
            "start Skipper again."
        )


def test_where_the_folder_of_the_database_cannot_be_looked_into(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    name = "x" * 300  # as good as a folder without permission, which root has everywhere
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{name}.db")
    assert refusal(capsys).startswith("The database could not be opened (OSError: [Errno 36] File name too long: ")


def test_where_the_database_vanished(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    refusal(capsys)
    for part in (folder / "data").glob("skipper.db*"):
        if part.suffix != ".in-use":
            part.unlink()
    said = refusal(capsys)
    assert said.startswith("The database data/skipper.db was in use here and is missing or empty now; nothing was")
    assert said.endswith("or remove data/skipper.db.in-use to start with an empty one.")
    assert not (folder / "data" / "skipper.db").exists()
    (folder / "data" / "skipper.db.in-use").unlink()
    assert refusal(capsys).startswith("Discord could not be reached")


def test_where_a_migration_fails(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    refusal(capsys)
    add_revision(folder, monkeypatch, then="op.execute('SELECT nonsense')")
    said = refusal(capsys)
    assert said.startswith("The database could not be brought up to date (OperationalError: no such column: nonsense);")
    assert "it was left as it was. A copy from before is data/backups/skipper-" in said
    assert said.endswith("Start the earlier version of Skipper to go on, and report this line.")
    with closing(sqlite3.connect(folder / "data" / "skipper.db")) as connection:
        assert "motto" not in [row[1] for row in connection.execute("PRAGMA table_info(team)")]
    monkeypatch.setattr(migrations, "MIGRATIONS", Path(migrations.__file__).parents[2] / "migrations")
    assert refusal(capsys).startswith("Discord could not be reached")


async def test_a_second_bot_is_refused_and_a_revoked_token_ends_the_first(bot: BotProcess, standin: StandIn) -> None:
    second = BotProcess(standin, bot.database, bot.database.with_name("second.log"))
    second.launch()
    code, line = await second.wait_until_ended()
    assert code == 2
    assert line.startswith(f"Another Skipper uses this database: process {bot.pid} on ")
    assert second.said().count("\n") == 1
    standin.token = standin.gateway.token = "another"
    await standin.gateway.drop()
    assert await bot.wait_until_ended() == (1, TOKEN_LINE)
    assert "Traceback" not in bot.said()


async def test_a_start_that_takes_long_can_be_stopped(standin: StandIn, settings: Settings) -> None:
    waiting = standin.fault("GET /users/@me", hangs=True)
    running = asyncio.create_task(run_until_stopped(settings))
    await eventually(lambda: waiting.hits == 1)
    signal.raise_signal(signal.SIGTERM)
    await asyncio.wait_for(running, 5)
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().remove_signal_handler(number)


async def test_a_token_that_discord_refuses(settings: Settings, standin: StandIn) -> None:
    standin.token = "another"
    with standin.expect(0), pytest.raises(CannotStart) as refused:
        async with run_bot(settings):
            pass
    assert str(refused.value) == TOKEN_LINE


@pytest.mark.parametrize(
    ("code", "line"),
    [(4004, TOKEN_LINE), (4013, "Discord closed the connection for good (code 4013). Start Skipper")],
)
async def test_a_connection_that_is_closed_for_good_ends_the_bot(town: Town, code: int, line: str) -> None:
    ending = asyncio.create_task(town.bot.parts.until_one_ends())
    await town.standin.gateway.drop(code)
    with pytest.raises(Stopped) as stopped:
        await asyncio.wait_for(ending, 10)
    assert str(stopped.value).startswith(line)


async def test_a_part_that_fails_ends_the_bot(town: Town, caplog: pytest.LogCaptureFixture) -> None:
    async def fail() -> None:
        raise RuntimeError("a fault of ours")

    async with town.bot.parts.running("relay", fail()):
        with pytest.raises(Stopped) as stopped:
            await asyncio.wait_for(town.bot.parts.until_one_ends(), 10)
    assert str(stopped.value) == "The relay ended by itself; the log says more. Start Skipper again."
    assert "a fault of ours" in caplog.text


async def test_two_bots_in_one_process_are_two(town: Town) -> None:
    with pytest.raises(CannotStart, match="Another Skipper uses this database"):
        async with run_bot(town.settings):
            pass


@pytest.mark.parametrize("level", ["DEBUG", "INFO", "ERROR"])
def test_no_library_logs_payloads_or_statements(folder: Path, level: str) -> None:
    set_up_logging(level, "text")
    assert not logging.getLogger("discord.http").isEnabledFor(logging.DEBUG)
    for name in ("sqlalchemy.engine.Engine", "aiosqlite", "alembic.runtime.migration"):
        assert not logging.getLogger(name).isEnabledFor(logging.INFO)
    assert logging.getLogger("bot").isEnabledFor(logging.DEBUG) == (level == "DEBUG")
