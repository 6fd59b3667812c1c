"""What the scorers say, in the words in which people read it: the ranks of a list, and the lines of a final result."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import permutations
from typing import Any

Seen = list[tuple[str, str, str]]
"""Rank, name and main value of each line; a name may be cut."""

PODIUM, MOST_ON_PODIUM = 3, 8
TITLES = {1: "Champion", 2: "Runner-up", 3: "Third"}
MATCH_LINE = re.compile(r"\*\*(?:Corrected result: )?([^*]+)\*\*: (.+ beat .+ \d-\d(?: by forfeit)?)\.$", re.MULTILINE)
RESULT_LINE = re.compile(rf"T?[\d.]+\. .*, sum of ranks |\*\*(Teams|Players)\*\*$|({'|'.join(TITLES.values())}): ")


def plain(text: str) -> str:
    """Text without escapes and signs that cannot be seen."""
    return "".join(c for c in text if unicodedata.category(c) != "Cf" or c == "\u200d").replace("\\", "")


def as_shown(expected: Sequence[Mapping[str, Any]]) -> Seen:
    """A list of standings as its table shows it: `T2` for a shared rank, `–` for none."""
    ranks = [row["rank"] for row in expected]
    shown: Seen = []
    for row in expected:
        rank, total = row["rank"], row["total"]
        tied = ranks.count(rank) > 1 and rank is not None and float(rank).is_integer()
        shown_rank = "–" if rank is None else f"{'T' if tied else ''}{rank}"
        shown.append((shown_rank, plain(row["name"]), "–" if total is None else str(total)))
    return shown


def list_podium(overall: Mapping[str, Sequence[Mapping[str, Any]]]) -> list[Collection[str]]:
    """The lines of the Games' final result: the best of the teams and of the players."""
    lines: list[Collection[str]] = []
    for title, rows in (("Teams", overall["teams"]), ("Players", overall["players"])):
        lines.append({f"**{title}**"})
        ranked = [pair for pair in zip(rows, as_shown(rows), strict=True) if pair[0]["rank"] is not None]
        for row, (rank, name, total) in [pair for pair in ranked if pair[0]["rank"] <= PODIUM][:MOST_ON_PODIUM]:
            team = row.get("team")
            whose = f" ({plain(team)})" if team and not row["name"].endswith(f"({team})") else ""
            lines.append({f"{rank}. {name}{whose}, sum of ranks {total}"})
    return lines


def list_first_places(places: Sequence[Mapping[str, Any]]) -> list[Collection[str]]:
    """The lines of a bracket's final result; teams that share a place stand there in any order."""
    return [
        {f"{TITLES[place['place']]}: {' and '.join(order)}" for order in permutations(map(plain, place["teams"]))}
        for place in places
        if place["place"] in TITLES
    ]


def says_result(text: str, expected: Sequence[Collection[str]]) -> bool:
    """Whether a plain text is a final result that says these lines, and no other of this kind."""
    said = [line for line in text.splitlines() if RESULT_LINE.match(line)]
    return len(said) == len(expected) and all(line in wanted for line, wanted in zip(said, expected, strict=True))


def list_match_results(matches: Sequence[Mapping[str, Any]]) -> list[str]:
    """The lines that announce the results of these matches, in any order."""
    lines: list[str] = []
    for match in matches:
        winner = match["winner"]
        (loser,) = [team for team in match["teams"] if team != winner]
        how = " by forfeit" if match["how"] == "forfeit" else ""
        lines.append(f"{plain(winner)} beat {plain(loser)} {match['score']}{how}")
    return sorted(lines)


def read_match_results(texts: Iterable[str]) -> list[str]:
    """What was announced last of each match, in these texts, oldest first."""
    last: dict[str, str] = {}
    for text in texts:
        last |= dict(MATCH_LINE.findall(plain(text)))
    return sorted(last.values())
