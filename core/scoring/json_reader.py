"""Strict reading of a JSON file: bytes in, plain values out, in bounded time and memory.

JSON's own grammar leaves open what these files must not: a key twice in one object, NaN and infinities, numbers
that no machine holds, unpaired surrogates (left to the readers of names). Each is a fault with its place.
"""

import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import NoReturn, cast

from core.scoring.faults import Faults, FileFaults, Place, escape, quote

MAX_BYTES = 64 * 1024 * 1024
MAX_CONTAINERS = 8_388_608
"""Lists and objects: one for every 8 bytes of the largest file, which is more than any usable file can have."""
MAX_READ_FAULTS = 100_000
"""Broken numbers and repeated keys: after these a file is not read on."""

_LONG = 19
"""Digits that no count has."""
_BYTE_ORDER_MARK = "\ufeff"


@dataclass(frozen=True, slots=True)
class Number:
    """A number that no count can be, as it was written: not whole, or of thousands of digits."""

    text: str
    fault: str | None = None
    """Why no JSON number can be this; the reader has then noted the fault already."""


class _Repeated(dict[str, object]):
    """An object in which a key stands twice: the last value counts, `pairs` keeps them all."""

    pairs: list[tuple[str, object]]


_NOTABLE = (Number, _Repeated, dict, list)


def read_object(data: bytes, faults: Faults) -> dict[str, object]:
    """The top-level object of a file; faults within it are noted in `faults`, and the caller reads on.

    Objects are dicts, lists lists; numbers are ints or, where no count can be meant, `Number`.
    Raises FileFaults where nothing can be read: over 64 MiB, not UTF-8, not JSON, nested too deep, not an object.
    """
    tree, has_faults = _parse(_decode(data))
    if has_faults:
        _note_faults(tree, faults)
    if not isinstance(tree, dict):
        faults.add((), f"{describe(tree)} is not an object: a file starts with {{")
        faults.raise_all()
    return cast("dict[str, object]", tree)


def describe(value: object) -> str:
    """A value as it stands in a fault: `301`, `"Ann"`, `true`, `a list`."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            return quote(value)
        case Number():
            return escape(value.text)
        case list():
            return "a list"
        case dict():
            return "an object"
        case _:
            return str(value)


def _decode(data: bytes) -> str:
    if len(data) > MAX_BYTES:
        _refuse("larger than 64 MiB")
    if data.count(b"[") + data.count(b"{") > MAX_CONTAINERS:
        _refuse(f"more than {MAX_CONTAINERS} lists and objects")
    try:
        return data.decode("utf-8").removeprefix(_BYTE_ORDER_MARK)
    except UnicodeDecodeError as error:
        _refuse(f"not UTF-8 (byte {error.start + 1} is 0x{data[error.start]:02x})")


class _Hooks:
    """What the JSON parser calls for objects and unusual numbers; counts what will have to be named."""

    def __init__(self) -> None:
        self.faults = 0

    def read_pairs(self, pairs: list[tuple[str, object]]) -> dict[str, object]:
        plain = dict(pairs)
        if len(plain) == len(pairs):
            return plain
        self._count_fault()
        repeated = _Repeated(plain)
        repeated.pairs = pairs
        return repeated

    def read_constant(self, word: str) -> Number:
        self._count_fault()
        return Number(word, f"{word} is not a number in JSON")

    def read_decimal(self, written: str) -> Number:
        self._count_fault()
        is_finite = math.isfinite(float(written))
        return Number(written, None if is_finite else f"{escape(written)} is too large for a number")

    def read_whole(self, written: str) -> int | Number:
        if len(written) < _LONG:
            return int(written)
        self._count_fault()
        return Number(written)

    def _count_fault(self) -> None:
        self.faults += 1
        if self.faults > MAX_READ_FAULTS:
            _refuse(f"more than {MAX_READ_FAULTS} broken numbers and repeated keys")


def _parse(text: str) -> tuple[object, bool]:
    """The tree, and whether there is anything in it for `_note_faults` to name."""
    hooks = _Hooks()
    try:
        tree = _load(text, hooks)
    except json.JSONDecodeError as error:
        what = error.msg[:1].lower() + error.msg[1:]
        _refuse(f"not JSON (line {error.lineno}, column {error.colno}: {what})")
    except RecursionError:
        _refuse("nested too deep")
    except MemoryError:
        _refuse("holds more than this machine's memory")
    return tree, hooks.faults > 0


def _load(text: str, hooks: _Hooks) -> object:
    load = partial(
        json.loads,
        text,
        object_pairs_hook=hooks.read_pairs,
        parse_constant=hooks.read_constant,
        parse_float=hooks.read_decimal,
    )
    try:
        return load()
    except json.JSONDecodeError:
        raise
    except ValueError:  # a whole number of thousands of digits, which Python refuses: read again, more slowly
        hooks.faults = 0
        return load(parse_int=hooks.read_whole)


def _note_faults(tree: object, faults: Faults) -> None:
    """Name keys that stand twice and impossible numbers, also where the fields' readers never look."""
    _note_own_faults(tree, (), faults)
    path: list[str | int] = []
    levels = [_notable_members(tree)]
    while levels:
        for step, member in levels[-1]:
            path.append(step)
            _note_own_faults(member, tuple(path), faults)
            levels.append(_notable_members(member))
            break
        else:
            levels.pop()
            del path[-1:]


def _note_own_faults(value: object, place: Place, faults: Faults) -> None:
    if isinstance(value, Number) and value.fault is not None:
        faults.add(place, value.fault)
    elif isinstance(value, _Repeated):
        for key in _find_repeated(value.pairs):
            faults.add(place, f"the key {quote(key)} is there twice")


def _notable_members(value: object) -> Iterator[tuple[str | int, object]]:
    """The members that may have faults; plain numbers, words and texts have none."""
    members: Iterable[tuple[str | int, object]] = ()
    if isinstance(value, _Repeated):
        members = value.pairs
    elif isinstance(value, dict):
        members = cast("dict[str, object]", value).items()
    elif isinstance(value, list):
        members = enumerate(cast("list[object]", value))
    return ((step, member) for step, member in members if type(member) in _NOTABLE)


def _find_repeated(pairs: list[tuple[str, object]]) -> list[str]:
    seen: set[str] = set()
    repeated: dict[str, None] = {}
    for key, _ in pairs:
        if key in seen:
            repeated[key] = None
        seen.add(key)
    return list(repeated)


def _refuse(text: str) -> NoReturn:
    raise FileFaults(f"file: {text}")
