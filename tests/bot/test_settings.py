"""Settings: each fault is one line with the name and the remedy, and a token goes nowhere else."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.settings import SettingsError, load_settings

ROOT = Path(__file__).parents[2]


def load(**given: str) -> object:
    return load_settings(_env_file=None, **given)


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ({"discord_token": "a b"}, "DISCORD_TOKEN has spaces or line breaks in it; copy it again"),
        ({"discord_api_url": "https://evil.example/api"}, "DISCORD_API_URL is neither Discord nor this computer"),
        ({"discord_api_url": "http://discord.com/api/v10"}, "DISCORD_API_URL is neither Discord nor this computer"),
        ({"discord_api_url": "https://discord.com.evil.example/"}, "DISCORD_API_URL is neither Discord nor"),
        ({"discord_api_url": "https://discord.com@evil.example/"}, "DISCORD_API_URL is neither Discord nor"),
        ({"discord_api_url": "https://discord.com"}, "DISCORD_API_URL is not where Discord's API is; leave it out"),
        ({"discord_api_url": "https://discord.com/api/v9"}, "DISCORD_API_URL is not where Discord's API is"),
        ({"database_url": "nonsense"}, "DATABASE_URL is not a database address; use sqlite:///data/skipper.db"),
        ({"database_url": "postgresql://u:pa@ss:hush@h/n"}, "DATABASE_URL is not a database address; use sqlite"),
        ({"discord_api_url": "http://127.0.0.1:99999/"}, "DISCORD_API_URL is not an address; leave it out"),
        ({"discord_api_url": "http://[::1"}, "DISCORD_API_URL is not an address; leave it out"),
        ({"database_url": "mysql://x/y"}, "DATABASE_URL names an unknown kind of database; use sqlite:///FILE"),
        ({"database_url": "sqlite://"}, "DATABASE_URL needs a file, since memory forgets; use sqlite:///data"),
        ({"clock_control": "0.0.0.0:80"}, "CLOCK_CONTROL must be an address on this computer with a port"),
        ({"clock_control": "127.0.0.1:99999"}, "CLOCK_CONTROL must be an address on this computer with a port"),
        ({"clock_control": "127.0.0.1:8099"}, "CLOCK_CONTROL moves time only in a rehearsal"),
        ({"log_level": "LOUD"}, "LOG_LEVEL must be one of 'DEBUG', 'INFO', 'WARNING' or 'ERROR'"),
        ({"log_format": "xml"}, "LOG_FORMAT must be one of 'text' or 'json'"),
    ],
)
def test_a_bad_setting_is_named_with_the_remedy(given: dict[str, str], line: str) -> None:
    with pytest.raises(SettingsError) as refused:
        load(**given)
    assert str(refused.value).startswith(line)
    assert "\n" not in str(refused.value)


def test_secrets_are_in_no_repr_and_no_error() -> None:
    assert "hush" not in repr(load(discord_token="hush-hush"))
    assert "hush" not in repr(load(database_url="postgresql://user:hush@host/db"))
    with pytest.raises(SettingsError) as refused:
        load(database_url="mysql://user:hush@host/db")
    assert "hush" not in str(refused.value)


@pytest.mark.parametrize("host", ["discord.com", "ptb.discord.com", "canary.discord.com"])
def test_every_api_of_discord_may_have_the_token(host: str) -> None:
    assert f"https://{host}/api/v10'" in repr(load(discord_api_url=f"https://{host}/api/v10/"))


def test_clock_control_is_honoured_on_this_computer_only() -> None:
    loaded = load(clock_control="127.0.0.1:8099", discord_api_url="http://127.0.0.1:5000/api/v10")
    assert "8099" in repr(loaded)


@pytest.mark.parametrize(
    ("environment", "line"),
    [
        ({}, "DISCORD_TOKEN is missing; put your bot's token into .env, or run `make run` to rehearse without one\n"),
        (
            {"DISCORD_TOKEN": "x", "DATABASE_URL": "mysql://x/y"},
            "DATABASE_URL names an unknown kind of database; use sqlite:///FILE or postgresql://USER@HOST/NAME\n",
        ),
    ],
)
def test_python_m_bot_ends_with_one_line_and_status_2(environment: dict[str, str], line: str, tmp_path: Path) -> None:
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    ended = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "bot"],
        cwd=tmp_path,
        env={**kept, **environment, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (ended.returncode, ended.stderr, ended.stdout) == (2, line, "")
