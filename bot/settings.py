"""Every setting, read from the environment and `.env`; `.env.example` documents each one.

A bad setting ends the start with one line that names it and the remedy, never with a traceback.
"""

from ipaddress import ip_address
from typing import Any, Literal
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from bot.errors import CannotStart

DISCORD_API = "https://discord.com/api/v10"
DISCORD_HOSTS = frozenset({"discord.com", "ptb.discord.com", "canary.discord.com"})
DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}


class SettingsError(CannotStart):
    """One line per bad setting: its name, what is wrong, and the remedy."""


class Settings(BaseSettings):
    """The settings of one process. Secrets never appear in a repr or an error."""

    model_config = SettingsConfigDict(
        env_file=".env", env_ignore_empty=True, extra="ignore", hide_input_in_errors=True, frozen=True
    )

    discord_token: SecretStr | None = None
    discord_api_url: str = DISCORD_API
    database_url: str = Field("sqlite:///data/skipper.db", repr=False)
    clock_control: str | None = None
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"

    @field_validator("discord_token")
    @classmethod
    def _check_token(cls, token: SecretStr | None) -> SecretStr | None:
        if token is not None and not _is_plain(token.get_secret_value()):
            raise ValueError("has spaces or line breaks in it; copy it again from the developer portal")
        return token

    @field_validator("discord_api_url")
    @classmethod
    def _check_api_url(cls, url: str) -> str:
        try:
            parts = urlsplit(url)
            _ = parts.port
        except ValueError:
            raise ValueError(f"is not an address; leave it out or use {DISCORD_API}") from None
        is_discord = parts.scheme == "https" and parts.hostname in DISCORD_HOSTS
        is_local = parts.scheme in ("http", "https") and is_loopback(parts.hostname)
        if not (is_discord or is_local) or "@" in parts.netloc:
            raise ValueError(
                "is neither Discord nor this computer, and a token goes to no other host; "
                f"leave it out or use {DISCORD_API}"
            )
        if is_discord and parts.path.rstrip("/") != urlsplit(DISCORD_API).path:
            raise ValueError(f"is not where Discord's API is; leave it out or use {DISCORD_API}")
        return url.rstrip("/")

    @field_validator("database_url")
    @classmethod
    def _check_database_url(cls, text: str) -> str:
        try:
            url = make_url(text)
        except (ArgumentError, ValueError):
            raise ValueError(
                "is not a database address; use sqlite:///data/skipper.db, and write @ : / in a password as %40 %3A %2F"
            ) from None
        if url.drivername not in DRIVERS:
            raise ValueError("names an unknown kind of database; use sqlite:///FILE or postgresql://USER@HOST/NAME")
        if url.drivername.startswith("sqlite") and url.database in (None, "", ":memory:"):
            raise ValueError("needs a file, since memory forgets; use sqlite:///data/skipper.db")
        return url.set(drivername=DRIVERS[url.drivername]).render_as_string(hide_password=False)

    @field_validator("clock_control")
    @classmethod
    def _check_clock_control(cls, text: str | None) -> str | None:
        if text is None:
            return None
        host, _, port = text.rpartition(":")
        if not is_loopback(host) or not port.isascii() or not port.isdigit() or int(port) > 65535:
            raise ValueError("must be an address on this computer with a port; use 127.0.0.1:8099 or leave it out")
        return text

    @field_validator("log_level", mode="before")
    @classmethod
    def _upper(cls, level: Any) -> Any:
        return level.upper() if isinstance(level, str) else level

    @model_validator(mode="after")
    def _check_clock_belongs(self) -> "Settings":
        if self.clock_control is not None and not is_loopback(urlsplit(self.discord_api_url).hostname):
            raise ValueError(
                "CLOCK_CONTROL moves time only in a rehearsal; leave it out when DISCORD_API_URL is Discord"
            )
        return self


def is_loopback(host: str | None) -> bool:
    """Whether the host is this computer."""
    if host == "localhost":
        return True
    try:
        return host is not None and ip_address(host).is_loopback
    except ValueError:
        return False


def load_settings(**overrides: Any) -> Settings:
    """The settings of this process. Raises SettingsError with one line per bad setting."""
    try:
        return Settings(**overrides)
    except UnicodeDecodeError:
        raise SettingsError(".env is not written in UTF-8; save it so, or copy .env.example anew") from None
    except ValidationError as error:
        raise SettingsError("\n".join(_describe(dict(fault)) for fault in error.errors())) from None


def _describe(fault: dict[str, Any]) -> str:
    name = "_".join(str(part) for part in fault["loc"]).upper()
    if fault["type"] == "literal_error":
        return f"{name} must be one of {fault['ctx']['expected']}; correct it or leave it out"
    sentence = str(fault["msg"]).removeprefix("Value error, ")
    return f"{name} {sentence}".strip()


def _is_plain(token: str) -> bool:
    return token.isascii() and token.isprintable() and " " not in token
