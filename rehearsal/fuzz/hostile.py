"""Hostile values: of every kind that JSON knows, and data that is broken in one place."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterable, Iterator
from typing import Any, cast

from rehearsal.fuzz.town import FuzzTown
from rehearsal.state import Json

MISSING = object()  # stands for a value that is left out

CHARACTERS = [
    "",
    " \t\r\n ",
    "\n" * 60,
    "x" * 6000,
    "x" * 6001,
    "x" * 4001,
    "\0",
    "a\x07\x1b[31mb",
    "\ud800",
    "\udc00 \ud83d",
    "\u202eevil\u202c",
    "\u2066\u2067\u200e\u200f\u061c",
    "\u200b\u200c\u200d\ufeff\u00ad",
    "\u2800\u3164",
    "👨‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿" * 12,
    "a" + "\u0301" * 300,
    "﷽" * 90,
    "\U0010ffff\ufdd0",
    "```",
    "```\n# heading\n```",
    "`a``b```c",
    "**a** ||b|| [c](https://example.org) <https://example.org>",
    "\\",
    "@everyone",
    "@here <@&0> <#0> </team:0> <t:0:R>",
]
NUMBERS = [
    "0",
    "-0",
    "-1",
    "1.5",
    "NaN",
    "Infinity",
    "-inf",
    "1e400",
    "0x10",
    "1_000",
    "²",
    "٣",
    "१२",
    "9" * 25,
    "9" * 5000,
]
NAMES = ["#0", "#-1", "#1e3", f"#{2**63}", "#" + "9" * 400, "##1", "# 1", "1:1", ":::", "a:b:c:d:e:f", "None", "null"]
CODE = [
    "'; DROP TABLE team; --",
    "{0.__class__}",
    "%s%n",
    "${7*7}",
    "../../etc/passwd",
    "<script>alert(1)</script>",
    "=1+1",
]
TIMES = [
    "2009-02-30",
    "0000-00-00",
    "0001-01-01",
    "9999-12-31",
    "10000-01-01",
    "-2027-01-01",
    "2027-06-12T25:61",
    "24:00",
]
SEQUENCES = ["1 " * 2000, ",".join(["1"] * 900), "X" * 30, "10/99 5/-1", "\n".join(["a, 1990-01-01"] * 120), "1;2;3"]
GROUPS = [CHARACTERS, CHARACTERS, NUMBERS, NAMES, CODE, TIMES, SEQUENCES]
OTHERS: list[Any] = [
    *(0, 1, -1, 5, 101, 2**31, 2**53, 2**63, -(2**63), 10**30, 1.5, -0.0, 1e308),
    *(True, False, None, [], ["x"], [[]], {}, {"x": 1}, {"value": "x"}, [None] * 30),
    MISSING,
]


def choose_text(chance: random.Random, town: FuzzTown) -> str:
    """A hostile text: strange characters, numbers and ids, mentions of somebody not concerned, what is not here."""
    foreign = next(arena for arena in town.arenas if arena.guild is town.elsewhere)
    named = [
        town.bystander.mention,
        f"<@!{town.bystander.id}> and {town.bystander_role.mention}",
        f"Team {town.bystander_role.mention} @everyone",
        str(foreign.id),
        foreign.name,
        *(f"#{id_}" for id_ in (*foreign.team_ids.values(), *foreign.player_ids)),
        *(str(id_) for id_ in foreign.player_ids),
        str(2**63 - 1),
        "7777",
    ]
    text = chance.choice(named if chance.random() < 0.3 else chance.choice(GROUPS))
    return f"Ok {text}"[:4000] if chance.random() < 0.15 else text


def choose_value(chance: random.Random, town: FuzzTown) -> Any:
    """A hostile value of any kind, or MISSING."""
    if chance.random() < 0.6:
        return choose_text(chance, town)
    value = chance.choice(OTHERS)
    return value if value is MISSING else copy.deepcopy(value)


def break_data(chance: random.Random, town: FuzzTown, data: Json) -> Json:
    """The same data with something else in one place of it, or without that place."""
    broken = copy.deepcopy(data)
    holder, key = chance.choice(list(places_in(broken)))
    value = choose_value(chance, town)
    if value is MISSING:
        del holder[key]
    elif chance.random() < 0.15 and isinstance(holder, dict):
        holder[choose_text(chance, town)] = value
    else:
        holder[key] = value
    return broken


def shorten(data: Json) -> Iterator[Json]:
    """The same data without one place of it, or with half of one text."""
    for number, (holder, key) in enumerate(places_in(data)):
        for change in ("drop", "halve"):
            shorter = copy.deepcopy(data)
            inner, place = list(places_in(shorter))[number]
            if change == "drop":
                del inner[place]
            elif isinstance(holder[key], str) and len(holder[key]) > 1:
                inner[place] = holder[key][: len(holder[key]) // 2]
            else:
                continue
            yield shorter


def places_in(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in JSON, as what holds it and its key or index; what is resolved is Discord's own and stays whole."""
    keys: Iterable[Any] = ()
    if isinstance(value, dict):
        keys = cast(Json, value)
    elif isinstance(value, list):
        keys = range(len(cast(list[Any], value)))
    for key in keys:
        yield value, key
        if key != "resolved":
            yield from places_in(cast(Any, value)[key])
