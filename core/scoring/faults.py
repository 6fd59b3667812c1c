"""What is wrong with a file, and where.

A reader notes every fault it meets in one `Faults` and raises them together at the end, so that a volunteer
mends a file in one go. Each fault is one line: `results.bowling.Ann[0]: 301 is not a bowling game (0 to 300)`.
"""

import unicodedata
from typing import NoReturn

from core.errors import UserError

Place = tuple[str | int, ...]
"""Keys and list indexes from the top of the file; () is the file itself."""

MAX_LINES = 100_000
"""After this many a file is not read on: one of 64 MiB can hold twenty million, and nobody mends them by hand."""

_MAX_SHOWN = 80
_SPOKEN = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_UNPRINTABLE = frozenset({"Cc", "Cs", "Zl", "Zp"})
_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class FileFaults(UserError):
    """A file that cannot be used; `lines` names every fault with its place."""

    def __init__(self, first: str, *more: str) -> None:
        count = f" (and {len(more)} more)" if more else ""
        super().__init__(f"The file cannot be used: {first}{count}")
        self.lines = (first, *more)


class Faults:
    """Collects faults; the reader goes on as far as it can after each."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    def __bool__(self) -> bool:
        return bool(self._lines)

    def add(self, place: Place, text: str) -> None:
        """Note one fault; `text` says what is there and what may be there. Raises FileFaults after MAX_LINES."""
        self._lines.append(f"{show_place(place)}: {text}")
        if len(self._lines) >= MAX_LINES:
            self._lines.append(f"file: not read on after {MAX_LINES} faults")
            self.raise_all()

    @property
    def lines(self) -> tuple[str, ...]:
        """One line a fault, in the order in which they were met."""
        return tuple(self._lines)

    def raise_all(self) -> NoReturn:
        """Raises FileFaults with every line."""
        raise FileFaults(*self.lines)

    def raise_if_any(self) -> None:
        """Raises FileFaults where at least one fault was noted."""
        if self._lines:
            self.raise_all()


def show_place(place: Place) -> str:
    """`("results", "bowling", "Ann", 0)` is shown as `results.bowling.Ann[0]`, the file itself as `file`."""
    shown = "".join(f"[{step}]" if isinstance(step, int) else f".{escape(step)}" for step in place)
    return shown.removeprefix(".") or "file"


def escape(text: str) -> str:
    """Text for one line: what breaks or turns a line is spelled out (`\\n`, `\\u202e`); cut after 80 characters."""
    shown = text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]}…"
    if shown.isprintable():
        return shown
    return "".join(_escape_character(character) for character in shown)


def quote(text: str) -> str:
    """Text as it stands in a fault: `"Ann"`."""
    return f'"{escape(text)}"'


def _escape_character(character: str) -> str:
    if character in _SPOKEN:
        return _SPOKEN[character]
    if character in _BIDI or unicodedata.category(character) in _UNPRINTABLE:
        return f"\\u{ord(character):04x}"
    return character
