"""How names of teams and people are written where other people read them.

A name is whatever somebody typed. Each place it is written to has its own dangers, hence one function each:

| place                              | function         |
|------------------------------------|------------------|
| the text of a message or an embed  | `for_prose`      |
| a code block                       | `for_code_block` |
| an SVG document                    | `for_svg`        |
| a cell of a CSV file               | `for_csv`        |

All but `for_csv`, whose file is read back by `from_csv`, show the name as `visible_name` tidies it.
"""

import re
import unicodedata

UNNAMED = "(unnamed)"

_ISOLATE, _END_ISOLATE = "\u2068", "\u2069"  # the text around keeps its direction whatever the name's is
_ZERO_WIDTH_SPACE = "\u200b"

_JOINERS = frozenset("\u200c\u200d")  # shape Arabic and Indic words, and glue emoji together
_DRAWN_AS_NOTHING = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_TAGS = range(0xE0020, 0xE0080)  # spell out the region of a flag such as Scotland's

# Headings, quotes and lists need the start of a line, where the isolate stands; dots and colons make links.
_MARKDOWN = re.compile(r"([\\*_~|`<>#\[\]():.]|^[+-])")
_FORMULA = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")


def visible_name(name: str) -> str:
    """Return a name on one line, without what is not drawn or would disturb the text around it.

    Gone are control characters, broken and unassigned ones, and marks that switch the direction of the text
    (U+202E and its kin). White space becomes single spaces. If nothing is left to see: `UNNAMED`.
    """
    tidy = tidy_text(name)
    return tidy if any(_is_drawn(character) for character in tidy) else UNNAMED


def tidy_text(text: str) -> str:
    """Return a text as `visible_name` does, but leave it empty if nothing is left of it."""
    kept = "".join(character for character in " ".join(text.split()) if _is_kept(character))
    return unicodedata.normalize("NFC", " ".join(kept.split()))


def for_prose(name: str) -> str:
    """Return a name for a message: neither markdown, mention nor link, and isolated from the direction around it."""
    escaped = _MARKDOWN.sub(r"\\\1", visible_name(name))
    return _ISOLATE + _without_mentions(escaped) + _END_ISOLATE


def for_code_block(name: str) -> str:
    """Return a name for a code block: backslashes would be seen there, and only three backticks end it."""
    name = visible_name(name).replace("``", f"`{_ZERO_WIDTH_SPACE}`")
    name = name.replace("``", f"`{_ZERO_WIDTH_SPACE}`")  # of three in a row, the last two
    return _ISOLATE + _without_mentions(name) + _END_ISOLATE


def for_svg(text: str) -> str:
    """Return a text for the content or an attribute of an SVG element."""
    text = tidy_text(text).replace("&", "&amp;")  # first: the others bring ampersands along
    return text.replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def for_csv(text: str) -> str:
    """Return a text for a cell, so that no spreadsheet takes it for a formula; numbers need no escaping.

    An apostrophe goes before it, as spreadsheets do it themselves; `from_csv` takes it away again.
    """
    return "'" + text if _FORMULA.match(text) else text


def from_csv(cell: str) -> str:
    """Return the text that `for_csv` wrote as this cell."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def mention_account(user_id: int) -> str:
    """Return an account for prose; 0 stands where one was that had itself erased."""
    return f"<@{user_id}>" if user_id else "somebody who was erased"


def _without_mentions(text: str) -> str:
    """Discord looks for mentions before markdown: only a character after the `@` breaks one."""
    return text.replace("@", "@" + _ZERO_WIDTH_SPACE)


def _is_kept(character: str) -> bool:
    category = unicodedata.category(character)
    if category == "Cf":
        return character in _JOINERS or ord(character) in _TAGS
    is_noncharacter = ord(character) & 0xFFFE == 0xFFFE or 0xFDD0 <= ord(character) <= 0xFDEF
    return category not in {"Cc", "Cs"} and not is_noncharacter and character not in _DRAWN_AS_NOTHING


def _is_drawn(character: str) -> bool:
    return unicodedata.category(character) not in {"Zs", "Cf", "Mn", "Me"}
