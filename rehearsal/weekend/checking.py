"""Exports and both scorers against what people see: every list of `/standings`, the live messages, the bracket."""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Any

from core.scoring.bracket_file import render_file
from core.scoring.results_file import read_results_file
from core.scoring.standings import compute_standings
from core.scoring.standings_json import render_standings
from rehearsal.people import Reply
from rehearsal.state import Message
from rehearsal.weekend import dodgeball, games
from rehearsal.weekend.theatre import Theatre, WeekendError
from tests.second.bracket import bracket as second_bracket
from tests.second.results import standings as second_standings

LINE = re.compile(r"^[^\w–]?\s*(–|T?\d+(?:\.5)?)\s+(.*?)\s+(–|\d+(?:\.5)?)(?:\s+(?:–|\d+(?:\.5)?))*\s*$")
Seen = list[tuple[str, str]]


async def check_games(theatre: Theatre, live: Message) -> bytes:
    """Raise WeekendError where the scorers disagree, or a channel or an answer shows something else."""
    data = await _export(theatre, games.NAME)
    first = json.loads(render_standings(compute_standings(read_results_file(data))))
    if first != second_standings(data):
        raise WeekendError("the two scorers disagree on the Getaway Games")
    lists: list[tuple[dict[str, str], list[dict[str, Any]]]] = [
        ({"list": "teams"}, first["overall"]["teams"]),
        ({"list": "players"}, first["overall"]["players"]),
    ]
    for event, ranked in first["events"].items():
        lists.append(({"event": event, "list": "teams"}, ranked["teams"]))
        if ranked["players"]:
            lists.append(({"event": event, "list": "players"}, ranked["players"]))
    for options, expected in lists:
        _compare(f"/standings {options}", await _read_pages(theatre, options), expected)
    wanted = first["overall"]["teams"]
    await theatre.until(lambda: _shows(live.text, wanted), "the last standings in the live message")
    return data


async def check_dodgeball(theatre: Theatre, live: Message) -> bytes:
    """The same for the bracket: the champion and every match of both readings of the export."""
    data = await _export(theatre, dodgeball.NAME)
    first, second = json.loads(render_file(data)), second_bracket(data)
    if first != second:
        raise WeekendError("the two readings of the bracket disagree")
    champion = first["champion"]
    if champion is None:
        raise WeekendError("the tournament has no champion")
    start = _plain(champion)[:12]
    await theatre.until(lambda: f"🏆 {start}" in _plain(live.text), "the champion in the bracket message")
    return data


async def _export(theatre: Theatre, name: str) -> bytes:
    reply = await theatre.director.slash("event export", competition=name)
    return theatre.expect(reply, "All results of").attachments[0].content


async def _read_pages(theatre: Theatre, options: dict[str, str]) -> Seen:
    seen: Seen = []
    page = 1
    while True:
        reply: Reply = await theatre.director.slash("standings", competition=games.NAME, page=page, **options)
        theatre.expect(reply, "```")
        seen += _read_table(reply.text)
        if f"page:{page + 1}" not in reply.text:
            return seen
        page += 1


def _read_table(text: str) -> Seen:
    """The ranks and main values of a text table."""
    tables = [_plain(part) for part in text.split("```")[1::2]]
    found = [LINE.match(line) for table in tables for line in table.splitlines()]
    return [(match[1], match[3]) for match in found if match]


def _compare(what: str, seen: Seen, expected: list[dict[str, Any]]) -> None:
    wanted = _as_shown(expected)
    if seen != wanted:
        raise WeekendError(f"{what} shows {seen}, the scorers say {wanted}")


def _shows(text: str, expected: list[dict[str, Any]]) -> bool:
    wanted, seen = _as_shown(expected), _read_table(text)
    return seen == wanted[: len(seen)] and len(seen) >= min(len(wanted), 5)


def _as_shown(expected: list[dict[str, Any]]) -> Seen:
    ranks = [row["rank"] for row in expected]
    shown: Seen = []
    for row in expected:
        rank, total = row["rank"], row["total"]
        tied = ranks.count(rank) > 1 and rank is not None and float(rank).is_integer()
        shown.append(("–" if rank is None else f"{'T' if tied else ''}{rank}", "–" if total is None else str(total)))
    return shown


def _plain(text: str) -> str:
    return "".join(c for c in text if unicodedata.category(c) != "Cf" or c == "\u200d").replace("\\", "")
