"""One random mutation of a valid file. Most break it, some do not; both scorings have to say the same."""

import copy
import json
import re
from typing import Any

from tests.second.checking import ALL_EVENTS
from tests.second.choices import Choices
from tests.second.generate import encode

VALUES: list[Any] = [
    None, True, False, -1, 0, 1, 2, 5, 10, 11, 18, 19, 20, 21, 72, 73, 300, 301, 999, 1000, 99999, 100000,
    10**30, 1.0, 1.5, -0.0, "", " ", "x", "Ann", "Aces", "golf", "derby", "end", "split", "team", "double",
    "played", "walkover", "double_forfeit", "nul\0", "half \ud800", "new\nline", "2026-02-30", "Mars/Base",
    [], {}, [0], [[]], {"rolls": []}, {"rolls": [], "stopped": True}, [10] * 12, [10] * 13,
]  # fmt: skip
KEYS = ["extra", "", "golf", "holdem", "from", "forfeits", "late", "log", "games", "how", "Ann", "stopped", " "]
NUMBERS = ["1e400", "NaN", "Infinity", "-Infinity", "01", "1.", "0x1", "1E2", "-0", "+1", "1" * 5000]

# Turns on both sides of every limit.
LIMITS: dict[str, list[Any]] = {
    "bowling": [300, 301, {"rolls": [10] * 12}, {"rolls": [10] * 13}, {"rolls": [10] * 11}, {"rolls": [5, 6]},
                {"rolls": [10] * 10 + [5, 6]}, {"rolls": [0] * 18 + [5, 5]}, {"rolls": [0] * 20 + [0]}],
    "derby": [99999, 100000, [999] * 5, [1000, 0, 0, 0, 0], [0] * 4, [0] * 6],
    "bags": [72, 73, {"on": [4, 0, 2], "in": [0, 4, 2]}, {"on": [4, 0, 0], "in": [1, 0, 0]},
             {"on": [0, 0, 0], "in": [0, 0, 5]}, {"on": [0, 2, 0], "in": [0, 3, 0]}, {"on": [0, 0, 0]}],
    "basketball": [99999, 100000, [999] * 4, [0, 0, 0, 1000], [0] * 3, [0] * 5],
}  # fmt: skip

Path = list[Any]


def broken(choices: Choices, file: dict[str, Any]) -> bytes:
    """The bytes of the file after one mutation, of its tree or of its text."""
    if isinstance(file.get("results"), dict) and choices.happens(35):
        return encode(choices, contradicted(choices, file))
    if choices.happens(80):
        return encode(choices, broken_tree(choices, file))
    return broken_text(choices, encode(choices, file))


def contradicted(choices: Choices, file: dict[str, Any]) -> dict[str, Any]:
    """A results file of which another part says otherwise: somebody out, no course, an event gone."""
    file = copy.deepcopy(file)
    team = choices.one_of(file["teams"])
    events = file.get("events", ALL_EVENTS)
    way = choices.one_of(["course", "player", "team", "events", "roster", "late", "limit", "limit"])
    if way == "limit":
        event = choices.one_of(list(LIMITS))
        file["results"][event] = {choices.one_of(team["players"]): [choices.one_of(LIMITS[event])]}
    elif way == "course":
        file.pop("course", None)
    elif way == "player":
        entry = {"player": choices.one_of(team["players"]), "from": choices.one_of([*events, "end"])}
        file["ejections"] = [*file.get("ejections", []), entry]
    elif way == "team":
        entry = {"team": team["name"], "forfeits": choices.some_of(events)}
        file["team_ejections"] = [*file.get("team_ejections", []), entry]
    elif way == "events":
        file["events"] = [event for event in events if event != choices.one_of(events)]
    elif way == "roster":
        team["players"] = [*team["players"], "Newcomer"][-choices.whole(3, 4) :]
    elif "holdem" in file["results"]:
        file["results"]["holdem"]["late"] = choices.some_of(team["players"])
    return file


def broken_tree(choices: Choices, file: dict[str, Any]) -> Any:
    root = {"": copy.deepcopy(file)}
    path = choices.one_of(paths(root[""], []))
    parent: Any = root
    for step in ["", *path][:-1]:
        parent = parent[step]
    key = path[-1] if path else ""
    way = choices.one_of(["replace", "replace", "remove", "repeat", "copy", "copy", "swap", "insert", "nudge"])
    if way == "replace":
        parent[key] = copy.deepcopy(choices.one_of(VALUES))
    elif way == "remove" and path:
        del parent[key]
    elif way in ("copy", "swap"):
        exchange(choices, root, parent, key, both=way == "swap")
    elif way == "nudge" and type(parent[key]) is int:
        parent[key] += choices.one_of([-1, 1, 10])
    else:
        insert(choices, parent, key)
    return root[""]


def exchange(choices: Choices, root: dict[str, Any], parent: Any, key: Any, both: bool) -> None:
    """Puts another value of the file here, and, for both, this one there."""
    other_path = choices.one_of(paths(root[""], []))
    other_parent: Any = root
    for step in ["", *other_path][:-1]:
        other_parent = other_parent[step]
    other_key = other_path[-1] if other_path else ""
    here, there = copy.deepcopy(parent[key]), copy.deepcopy(other_parent[other_key])
    parent[key] = there
    if both and not isinstance(here, dict | list):
        other_parent[other_key] = here


def insert(choices: Choices, parent: Any, key: Any) -> None:
    """One more element of a list, or one more key of an object."""
    if isinstance(parent, list):
        parent.insert(key, copy.deepcopy(parent[key]))
    elif isinstance(parent[key], dict):
        parent[key][choices.one_of(KEYS)] = copy.deepcopy(choices.one_of(VALUES))
    else:
        parent[f"{key}{choices.one_of(KEYS)}"] = copy.deepcopy(parent[key])


def paths(value: Any, here: Path) -> list[Path]:
    """The way to every value of the tree."""
    found = [here]
    if isinstance(value, dict):
        for key, inner in value.items():
            found += paths(inner, [*here, key])
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            found += paths(inner, [*here, number])
    return found


def broken_text(choices: Choices, data: bytes) -> bytes:
    way = choices.one_of(["cut", "byte", "number", "number", "repeat", "trail", "utf-16", "deep", "mark", "top"])
    text = data.decode("utf-8", "surrogatepass")
    if way == "cut":
        return data[: choices.whole(0, len(data) - 1)]
    if way == "byte":
        position = choices.whole(0, len(data))
        return data[:position] + choices.one_of([b"\xff", b"\xc3", b"\xed\xa0\x80", b"\0", b"\x1f"]) + data[position:]
    if way == "number":
        return replace_number(choices, text).encode()
    if way == "repeat":
        return repeat_key(choices, text).encode()
    if way == "utf-16":
        return text.encode("utf-16")
    if way == "deep":
        return text.replace("[", "[" * choices.one_of([2, 100, 100_000]), 1).encode()
    if way == "mark":
        return b"\xef\xbb\xbf" + data
    if way == "top":
        return choices.one_of([b"", b"  ", b"[]", b"0", b"null", b'"x"', b"[" + data + b"]"])
    return data + choices.one_of([b"\n", b"x", b",", b"{}", b"\0", b"// end", b"\xc2\xa0"])


def replace_number(choices: Choices, text: str) -> str:
    found = list(re.finditer(r"-?\d+", text))
    if not found:
        return text
    number = choices.one_of(found)
    return text[: number.start()] + choices.one_of(NUMBERS) + text[number.end() :]


def repeat_key(choices: Choices, text: str) -> str:
    """A key twice in one object, the second time perhaps spelled by escapes."""
    found = list(re.finditer(r'("(?:[^"\\]|\\.)*"): (\d+|"(?:[^"\\]|\\.)*"|\[\]|null|true|false)', text))
    if not found:
        return text
    member = choices.one_of(found)
    key = member.group(1)
    if choices.happens(30):
        key = json.dumps(json.loads(key))
    return f"{text[: member.start()]}{key}: {member.group(2)}, {text[member.start() :]}"
