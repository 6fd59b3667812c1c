"""JSON for people to read: a line for each member of an object and each object of a list, the rest on one line."""

import json
from collections.abc import Mapping, Sequence
from typing import cast

_COMPACT = json.JSONEncoder(ensure_ascii=False, check_circular=False)


class JsonText(str):
    """An object that is JSON text already: a member of a long list."""

    __slots__ = ()


def lay_out(value: Mapping[str, object]) -> str:
    """JSON text ending in a line break; non-ASCII characters stand for themselves."""
    return f"{_lay_out(value, '')}\n"


def quote_json(text: str) -> str:
    """A JSON string."""
    return _COMPACT.encode(text)


def _lay_out(value: object, indent: str) -> str:
    if isinstance(value, Mapping) and value:
        deeper = f"{indent}  "
        members = cast("Mapping[str, object]", value).items()
        lines = [f"{quote_json(key)}: {_lay_out(member, deeper)}" for key, member in members]
        return _join("{", lines, "}", indent)
    if isinstance(value, list) and value and isinstance(value[0], dict | JsonText):
        rows = cast("Sequence[dict[str, object] | JsonText]", value)
        return _join("[", [row if isinstance(row, JsonText) else _COMPACT.encode(row) for row in rows], "]", indent)
    return _COMPACT.encode(value)


def _join(start: str, lines: Sequence[str], end: str, indent: str) -> str:
    between = f",\n{indent}  "
    return f"{start}\n{indent}  {between.join(lines)}\n{indent}{end}"
