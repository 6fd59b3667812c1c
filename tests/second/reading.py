"""What both files have in common: strict JSON, whole numbers, names, and the refusal."""

import json
import unicodedata
from typing import Any

LARGEST_FILE_BYTES = 64 * 1024 * 1024


class Refused(Exception):
    """The file cannot be used; `places` says where, as well as could be told."""

    def __init__(self, places: list[str]) -> None:
        super().__init__(f"refused at {places}")
        self.places = places


def read_top_level(data: bytes) -> dict[str, Any]:
    """The object that the file holds, every repeated key and every number that is none refused."""
    if len(data) > LARGEST_FILE_BYTES:
        raise Refused(["file"])
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused(["file"]) from None
    try:
        value = json.loads(text, object_pairs_hook=_refuse_repeated_keys, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise Refused(["file"]) from None
    if type(value) is not dict:
        raise Refused(["file"])
    return value


def _refuse_repeated_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            raise Refused([key])
        result[key] = value
    return result


def _refuse_constant(constant: str) -> None:
    raise Refused([constant])


def is_whole(value: object, low: int, high: int) -> bool:
    """A JSON integer from low to high; `true` and `1.0` are none."""
    return type(value) is int and low <= value <= high


def is_list_of_whole(value: object, length: int, low: int, high: int) -> bool:
    if type(value) is not list or len(value) != length:
        return False
    return all(is_whole(item, low, high) for item in value)


def clean(raw: object) -> str | None:
    """The name in NFC without white space around it; None where that is no name."""
    if type(raw) is not str:
        return None
    name = unicodedata.normalize("NFC", raw).strip()
    if name == "":
        return None
    for character in name:
        if unicodedata.category(character) in ("Cc", "Cs"):
            return None
    return name


class Checker:
    """Collects the places of all faults; at the end the file is refused if there is one."""

    def __init__(self) -> None:
        self.places: list[str] = []

    def fault(self, place: str) -> None:
        self.places.append(place)

    def finish(self) -> None:
        if self.places:
            raise Refused(self.places)

    def has_keys(self, value: object, place: str, required: list[str], optional: list[str]) -> bool:
        """Whether the value is an object with the required keys; unknown ones are faults as well."""
        if type(value) is not dict:
            self.fault(place)
            return False
        for key in value:
            if key not in required and key not in optional:
                self.fault(f"{place}.{key}")
        missing = [key for key in required if key not in value]
        for key in missing:
            self.fault(f"{place}.{key}")
        return not missing

    def names(self, value: object, place: str) -> list[str]:
        """The clean names of a list; one that is not clean, or there twice, is a fault."""
        if type(value) is not list:
            self.fault(place)
            return []
        found: list[str] = []
        for number, raw in enumerate(value):
            name = clean(raw)
            if name is None or name in found:
                self.fault(f"{place}[{number}]")
            else:
                found.append(name)
        return found

    def by_name(self, value: object, place: str) -> dict[str, Any]:
        """The object with clean names for keys; two keys that become one are a fault."""
        if type(value) is not dict:
            self.fault(place)
            return {}
        found: dict[str, Any] = {}
        for raw, entry in value.items():
            name = clean(raw)
            if name is None or name in found:
                self.fault(f"{place}.{raw}")
            else:
                found[name] = entry
        return found

    def chosen(self, value: object, place: str, allowed: list[str]) -> list[str]:
        """A list of some of the allowed words, none of them twice."""
        if type(value) is not list:
            self.fault(place)
            return []
        found: list[str] = []
        for number, word in enumerate(value):
            if type(word) is not str or word not in allowed or word in found:
                self.fault(f"{place}[{number}]")
            else:
                found.append(word)
        return found
