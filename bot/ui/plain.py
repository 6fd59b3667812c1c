"""A message's text where no client draws markdown: in a file."""

import re
from datetime import UTC, datetime

CODE_BLOCK = "```"
# In reading order, so that an escaped star never counts as one that makes bold.
_MARKUP = re.compile(r"\\(?P<escaped>[\W_])|\*\*|`|[\u2066-\u2069\u200b]|<t:(?P<time>-?\d+)(?::(?P<style>[tTdDfFR]))?>")


def to_plain(text: str) -> str:
    """The text as Discord would show it: without escapes, bold, code marks and isolates, and with times in UTC."""
    parts = text.split(CODE_BLOCK)
    parts[::2] = [_MARKUP.sub(_draw, part) for part in parts[::2]]
    return "".join(parts)


def _draw(found: re.Match[str]) -> str:
    if found["time"]:
        return f"{datetime.fromtimestamp(int(found['time']), UTC):%Y-%m-%d %H:%M} UTC"
    return found["escaped"] or ""
