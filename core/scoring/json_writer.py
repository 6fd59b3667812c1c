"""JSON for people to read: a line for each member of an object and each object of a list, the rest on one line."""

import json
from collections.abc import Mapping, Sequence
from typing import cast

_COMPACT = json.JSONEncoder(ensure_ascii=False, check_circular=False)

quote_json = json.encoder.encode_basestring
"""A JSON string, as the encoder writes it."""


class Objects(list[str]):
    """A list of objects that are JSON text already, for lists of many thousand."""


def lay_out(value: Mapping[str, object]) -> str:
    """JSON text ending in a line break; non-ASCII characters stand for themselves."""
    return f"{_lay_out(value, '')}\n"


def _lay_out(value: object, indent: str) -> str:
    if isinstance(value, Mapping) and value:
        deeper = f"{indent}  "
        members = cast("Mapping[str, object]", value).items()
        return _join("{", [f"{quote_json(key)}: {_lay_out(member, deeper)}" for key, member in members], "}", indent)
    if isinstance(value, Objects) and value:
        return _join("[", value, "]", indent)
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return _join("[", [_COMPACT.encode(row) for row in cast("list[object]", value)], "]", indent)
    return _COMPACT.encode(value)


def _join(start: str, lines: Sequence[str], end: str, indent: str) -> str:
    between = f",\n{indent}  "
    return f"{start}\n{indent}  {between.join(lines)}\n{indent}{end}"
