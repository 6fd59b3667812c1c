"""Logging: text for people or JSON for machines.

Libraries are held back: discord.py would log whole payloads at DEBUG, and SQLAlchemy every statement at INFO.
"""

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Literal

AT_LEAST = {
    "discord": logging.INFO,
    **dict.fromkeys(("sqlalchemy", "aiosqlite", "alembic", "asyncio", "aiohttp"), logging.WARNING),
}


class JsonFormatter(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Format one record."""
        entry = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            entry["trace"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


def set_up_logging(level: str, form: Literal["text", "json"]) -> None:
    """Log to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    text = logging.Formatter("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
    handler.setFormatter(JsonFormatter() if form == "json" else text)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    for name, least in AT_LEAST.items():
        logging.getLogger(name).setLevel(max(root.level, least))
