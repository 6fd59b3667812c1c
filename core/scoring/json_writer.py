"""JSON for people to read: a line for each member of an object and each object of a list, the rest on one line."""

import json
from typing import cast

_COMPACT = json.JSONEncoder(ensure_ascii=False, check_circular=False)


def lay_out(value: dict[str, object]) -> str:
    """JSON text ending in a line break; non-ASCII characters stand for themselves."""
    return f"{_lay_out(value, '')}\n"


def _lay_out(value: object, indent: str) -> str:
    deeper = f"{indent}  "
    if isinstance(value, dict) and value:
        members = cast("dict[str, object]", value).items()
        lines = [f"{_COMPACT.encode(key)}: {_lay_out(member, deeper)}" for key, member in members]
        return _join("{", lines, "}", indent)
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return _join("[", [_COMPACT.encode(row) for row in cast("list[object]", value)], "]", indent)
    return _COMPACT.encode(value)


def _join(start: str, lines: list[str], end: str, indent: str) -> str:
    between = f",\n{indent}  "
    return f"{start}\n{indent}  {between.join(lines)}\n{indent}{end}"
