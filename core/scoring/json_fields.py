"""The fields of a file: each reader returns what it could read and notes a fault for what it could not.

Objects of known keys, lists, names, choices and counts. None means that a fault was noted, here or by the JSON reader.
"""

import unicodedata
from collections.abc import Collection
from collections.abc import Set as AbstractSet
from typing import Any, TypeGuard, cast

from core.scoring.faults import Faults, Place, quote
from core.scoring.json_reader import Number, describe


def refuse(value: object, place: Place, expected: str, faults: Faults) -> None:
    """Note that `value` is not `expected`, unless the JSON reader has named it already (NaN, 1e400)."""
    if not (isinstance(value, Number) and value.fault is not None):
        faults.add(place, f"{describe(value)} is not {expected}")


def read_record(
    value: object, place: Place, faults: Faults, *, required: tuple[str, ...] = (), optional: tuple[str, ...] = ()
) -> dict[str, object] | None:
    """An object of known keys; unknown and missing ones are faults. Holds the known ones that are there."""
    if not isinstance(value, dict):
        refuse(value, place, "an object", faults)
        return None
    record = cast("dict[str, object]", value)
    known = required + optional
    for key in record:
        if key not in known:
            faults.add(place, f"unknown key {quote(key)} (known here: {', '.join(known)})")
    for key in required:
        if key not in record:
            faults.add(place, f"the key {quote(key)} is missing")
    return {key: record[key] for key in known if key in record}


def read_list(value: object, place: Place, faults: Faults, expected: str = "a list") -> list[object] | None:
    """A JSON list; its members are the caller's to read."""
    if not isinstance(value, list):
        refuse(value, place, expected, faults)
        return None
    return cast("list[object]", value)


def read_choice(value: object, place: Place, faults: Faults, choices: Collection[str]) -> str | None:
    """One of a few fixed words."""
    if isinstance(value, str) and value in choices:
        return value
    refuse(value, place, f"one of {', '.join(choices)}", faults)
    return None


def read_flag(value: object, place: Place, faults: Faults) -> bool | None:
    """`true` or `false`."""
    if isinstance(value, bool):
        return value
    refuse(value, place, "true or false", faults)
    return None


def is_count(value: object, lowest: int, highest: int) -> bool:
    """Whether this is a JSON integer (not `true`, not `1.0`) from `lowest` to `highest`."""
    return type(value) is int and lowest <= value <= highest


def are_counts(value: object, count: int | None, lowest: int, highest: int) -> TypeGuard[list[int]]:
    """Whether this is a list of `count` (None: any number of) JSON integers from `lowest` to `highest`."""
    if not isinstance(value, list):
        return False
    members = cast("list[Any]", value)
    if count is not None and len(members) != count:
        return False
    for member in members:  # noqa: SIM110  # all() takes twice as long, and files have half a million lists
        if type(member) is not int or not lowest <= member <= highest:
            return False
    return True


def refuse_counts(
    value: object, place: Place, faults: Faults, *, count: int, lowest: int = 0, highest: int, one: str, all_of: str
) -> None:
    """Note why this is no such list of counts: `one` names a member, `all_of` the whole."""
    members = read_list(value, place, faults, all_of)
    if members is None:
        return
    if len(members) != count:
        faults.add(place, f"a list of {len(members)} is not {all_of}")
    for index, member in enumerate(members):
        if not is_count(member, lowest, highest):
            refuse(member, (*place, index), f"{one} ({lowest} to {highest})", faults)


def normalize_name(text: str) -> str:
    """A name in Unicode's NFC form, without surrounding white space."""
    return unicodedata.normalize("NFC", text).strip()


def find_name_fault(name: str) -> str | None:
    """Why this, already normalized, cannot be a name: empty, or a control character or half a surrogate pair in it."""
    if name.isprintable() and name:
        return None
    if not name:
        return "a name is empty"
    categories = {unicodedata.category(character) for character in name}
    if "Cc" in categories:
        return f"the name {quote(name)} holds a control character"
    if "Cs" in categories:
        return f"the name {quote(name)} holds an unpaired surrogate"
    return None


def read_name(value: object, place: Place, faults: Faults) -> str | None:
    """A name, normalized."""
    if not isinstance(value, str):
        refuse(value, place, "a name", faults)
        return None
    name = normalize_name(value)
    if fault := find_name_fault(name):
        faults.add(place, fault)
        return None
    return name


def read_named(value: object, place: Place, faults: Faults, known: AbstractSet[str]) -> dict[str, object] | None:
    """An object whose keys are names; two that are equal once normalized are a fault, and the first one counts.

    Names in `known` have been read before.
    """
    if not isinstance(value, dict):
        refuse(value, place, "an object", faults)
        return None
    members = cast("dict[str, object]", value)
    if members.keys() <= known:
        return members
    named: dict[str, object] = {}
    for key, member in members.items():
        name = normalize_name(key)
        if fault := find_name_fault(name):
            faults.add(place, fault)
        elif name in named:
            faults.add(place, f"the name {quote(name)} is there twice")
        else:
            named[name] = member
    return named
