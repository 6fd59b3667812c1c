"""Exports and both scorers against what people see: every list of `/standings`, the live messages, the bracket."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.scoring.bracket_file import render_file
from core.scoring.results_file import read_results_file
from core.scoring.standings import compute_standings
from core.scoring.standings_json import render_standings
from rehearsal.people import Reply
from rehearsal.state import Channel
from rehearsal.weekend import dodgeball, games
from rehearsal.weekend.scorers import (
    Seen,
    as_shown,
    list_first_places,
    list_match_results,
    list_podium,
    plain,
    read_match_results,
    says_result,
)
from rehearsal.weekend.theatre import Theatre, WeekendError
from tests.second.bracket import bracket as second_bracket
from tests.second.results import standings as second_standings

VALUE = r"(?:–|\d+(?:\.5)?)"
OUT = ("EJ", "WD")  # in place of a rank that there is none
LINE = re.compile(rf"^[^\w–]?\s*(–|EJ|WD|T?\d+(?:\.5)?)\s+(.*?)(?:\s+[▲▼][\d.]+)?\s+({VALUE})(?:\s+{VALUE})*\s*$")
LINE_WITHOUT_TOTAL = re.compile(r"^[^\w–]?\s*(–|T?\d+(?:\.5)?)\s+(.*)$")


@dataclass(frozen=True)
class Ties:
    """Groups of equal totals: those that a tie-break took apart, and those that stayed equal all the way."""

    decided: int
    shared: int


async def check_games(theatre: Theatre, channels: Mapping[str, Channel]) -> bytes:
    """Raise WeekendError where the scorers disagree, a channel or an answer shows something else, or no tie came up."""
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
    ties = count_ties([expected for _, expected in lists])
    theatre.say(f"Ties: {ties.decided} that a tie-break decided, {ties.shared} that stayed")
    if not ties.decided:
        raise WeekendError("no tie needed a tie-break")
    for kind, wanted in first["overall"].items():
        await theatre.until(
            lambda kind=kind, wanted=wanted: _shows(_read_last(theatre, channels["standings"], f": {kind}"), wanted),
            f"the last standings of the {kind} in the live message",
        )
    for event, title in games.CLOSED.items():
        for kind, wanted in first["events"][event].items():
            await theatre.until(
                lambda title=f"{title}: {kind}", wanted=wanted: _shows(
                    _read_last(theatre, channels["announcements"], title), wanted
                ),
                f"the final ranking of the {kind} in {title}",
            )
    await _until_announced(theatre, channels["announcements"], list_podium(first["overall"]))
    return data


async def check_dodgeball(theatre: Theatre, channels: Mapping[str, Channel]) -> bytes:
    """The same for the bracket: the champion, every match and the first places of both readings of the export."""
    data = await _export(theatre, dodgeball.NAME)
    first, second = json.loads(render_file(data)), second_bracket(data)
    if first != second:
        raise WeekendError("the two readings of the bracket disagree")
    champion = first["champion"]
    if champion is None:
        raise WeekendError("the tournament has no champion")
    await theatre.until(
        lambda: _shows_bracket(_read_last(theatre, channels["standings"]), champion, first["matches"]),
        "every match and the champion in the bracket",
    )
    here = channels["announcements"]
    await theatre.until(
        lambda: read_match_results(m.text for m in theatre.posted(here)) == list_match_results(first["matches"]),
        f"the result of every match in #{here.name}",
    )
    await _until_announced(theatre, here, list_first_places(first["places"]))
    return data


async def _until_announced(theatre: Theatre, channel: Channel, expected: Sequence[Collection[str]]) -> None:
    await theatre.until(
        lambda: any(says_result(plain(message.text), expected) for message in theatre.posted(channel)),
        f"the final result of the scorers in #{channel.name}",
    )


def _read_last(theatre: Theatre, channel: Channel, title: str = "") -> str:
    """The last message with this title over its table; a fresh live message may have taken over from an earlier one."""
    posted = [message.text for message in theatre.posted(channel) if title in plain(message.text.split("```")[0])]
    return posted[-1] if posted else ""


def _shows_bracket(text: str, champion: str, matches: list[dict[str, Any]]) -> bool:
    """Whether the champion stands there, and the winners marked are those of the matches, in their order."""
    shown = plain(text)
    marked = [line[1:].split(maxsplit=1)[1] for line in shown.splitlines() if re.match(r">\s*\d+ ", line)]
    winners = [plain(match["winner"]) for match in matches]
    names = [re.sub(r"\s+\d$", "", line) for line in marked]
    is_whole = len(names) == len(winners) or "The rest:" in shown
    return (
        f"🏆 {plain(champion)[:12]}" in shown
        and is_whole
        and all(_is_short_for(name, winner) for name, winner in zip(names, winners, strict=False))
    )


def count_ties(lists: Iterable[list[dict[str, Any]]]) -> Ties:
    """The ties in these lists. A group of which some were taken apart and some were not counts as decided."""
    decided = shared = 0
    for ranked in lists:
        places: defaultdict[Any, set[Any]] = defaultdict(set)
        counted = [row for row in ranked if row["total"] is not None and row["rank"] is not None]
        totals = Counter(row["total"] for row in counted)
        for row in counted:
            places[row["total"]].add(row["rank"])
        tied = [total for total, count in totals.items() if count > 1]
        decided += sum(len(places[total]) > 1 for total in tied)
        shared += sum(len(places[total]) == 1 for total in tied)
    return Ties(decided, shared)


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
        if "Next" not in reply.buttons:
            return seen
        page += 1


def _read_table(text: str) -> Seen:
    """The lines of a text table."""
    tables = [plain(part) for part in text.split("```")[1::2]]
    return [entry for table in tables for entry in _read_lines(table)]


def _read_lines(table: str) -> Seen:
    """Rank, name and total; the order of hold'em has no total."""
    header = table.strip().partition("\n")[0]
    has_total = "Total" in header or "Sum" in header
    found = [(LINE if has_total else LINE_WITHOUT_TOTAL).match(line) for line in table.splitlines()]
    return [
        ("–" if match[1] in OUT else match[1], match[2].rstrip(), match[3] if has_total else "–")
        for match in found
        if match
    ]


def _compare(what: str, seen: Seen, expected: list[dict[str, Any]]) -> None:
    wanted = as_shown(expected)
    if len(seen) != len(wanted) or not _agree(seen, wanted):
        raise WeekendError(f"{what} shows {seen}, the scorers say {wanted}")


def _shows(text: str, expected: list[dict[str, Any]]) -> bool:
    wanted, seen = as_shown(expected), _read_table(text)
    return _agree(seen, wanted) and len(seen) >= min(len(wanted), 5)


def _agree(seen: Seen, wanted: Seen) -> bool:
    """Whether every line that is seen is the wanted one: rank and value to the letter, the name as far as it goes."""
    return all(
        rank == wanted_rank and value == wanted_value and _is_short_for(name, wanted_name)
        for (rank, name, value), (wanted_rank, wanted_name, wanted_value) in zip(seen, wanted, strict=False)
    )


def _is_short_for(shown: str, name: str) -> bool:
    """Whether a name that may be cut at each `…` can stand for this one."""
    kept = [re.escape(piece.strip()) for piece in shown.split("…")]
    return re.fullmatch(".*".join(kept), name, re.DOTALL) is not None
