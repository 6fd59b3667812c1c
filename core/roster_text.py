"""A roster as people type it: one player a line, name and birth date in any sensible order.

`Ann Lee 2001-05-03` · `3 May 2001, Ann Lee` · `1. Ann Lee (born May 3rd, 2001)` · `Ann Lee; 03/05/2001`

| written                        | read as                                                                    |
|--------------------------------|----------------------------------------------------------------------------|
| year first, or month by name   | one reading                                                                |
| day and month first, with dots | day before month, unless the competition writes months first               |
| otherwise                      | in the competition's order first; the other order too, where that is a date |
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from enum import Enum

from core.competition import DateStyle
from core.names import NAME_MAX_CHARACTERS, NameFault, find_name_fault, tidy_name

LINE_MAX_CHARACTERS = 2 * NAME_MAX_CHARACTERS  # a name and a date fit; matching stays quick


class DateFault(Enum):
    """Why a line has no birth date that can be used."""

    MISSING = "missing"
    SEVERAL = "several"
    SHORT_YEAR = "short year"
    IMPOSSIBLE = "impossible"


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player as typed: the line's number from 1, the name, and what the birth date may mean, likeliest first."""

    line: int
    name: str
    readings: tuple[date, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class UnreadableLine:
    """A line from which no player could be read; `written` is what was typed, for its author's eyes only."""

    line: int
    fault: NameFault | DateFault
    written: str = field(repr=False)


def parse_roster(text: str, style: DateStyle) -> tuple[PlayerLine | UnreadableLine, ...]:
    """Read every line that is not blank; lines keep the numbers under which they were sent."""
    lines = enumerate(re.split(r"\r\n|\r|\n", text), start=1)
    return tuple(parse_player_line(line, style, number) for number, line in lines if line.strip())


def parse_player_line(text: str, style: DateStyle, line: int = 1) -> PlayerLine | UnreadableLine:
    """Read one player from one line of a roster."""
    text = tidy_name(text.replace("\t", " "))
    if len(text) > LINE_MAX_CHARACTERS:
        return UnreadableLine(line, NameFault.TOO_LONG, text)
    dates = list(_DATE.finditer(text.translate(_HALF_WIDTH)))
    if len(dates) != 1:
        return UnreadableLine(line, DateFault.SEVERAL if dates else DateFault.MISSING, text)
    readings = _read_date(dates[0], style)
    if isinstance(readings, DateFault):
        return UnreadableLine(line, readings, text)
    name = _read_name(text[: dates[0].start()], text[dates[0].end() :])
    fault = find_name_fault(name)
    return UnreadableLine(line, fault, text) if fault else PlayerLine(line, name, readings)


# Digits and separators as East Asian keyboards type them, one character for one.
_HALF_WIDTH = str.maketrans("０１２３４５６７８９／．－，　", "0123456789/.-, ")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_DAY = r"\d{1,2}(?:st|nd|rd|th)?\b"
_GAP = r"\s*[,./-]?\s*"
_DATE = re.compile(
    rf"""(?<![\w]) (?:
        (?P<compact> (?:19|20)\d{{6}} )
      | (?P<first> \d{{1,4}} ) (?: \s*(?P<mark>[./-])\s* | \s+ )
        (?P<second> \d{{1,2}} ) (?: (?(mark)\s*(?P=mark)\s*|\s+) ) (?P<third> \d{{1,4}} )
      | (?P<day_first> {_DAY} ) {_GAP} (?:of\s+)? (?P<month_second> {_MONTH} ) {_GAP} '?(?P<year_last> \d{{1,4}} )
      | (?P<month_first> {_MONTH} ) {_GAP} (?P<day_second> {_DAY} ) {_GAP} '?(?P<year_third> \d{{1,4}} )
      | (?P<year_first> \d{{4}} ) {_GAP} (?P<month_middle> {_MONTH} ) {_GAP} (?P<day_last> {_DAY} )
    ) (?!\w | [./-]\d)""",
    re.VERBOSE | re.IGNORECASE,
)
_BORN = r"(?:(?-i:born)|(?<=[,;–—-]\s)born|(?<=[(\[])born)"  # `Max Born` keeps his surname
# A `*` or a `|` that closes a name belongs to it.
_LABEL = rf"(?:\b(?:{_BORN}(?:\s+on)?|date\s+of\s+birth|birth\s?da(?:te|y)|d\.?o\.?b\.?|b\.)|(?<![^\s,;:(\[])\*)"
_BEFORE_DATE = re.compile(rf"(?:[\s,;:/(\[–—，、；：（-]|(?<=\s)\||\|(?=$))*(?:{_LABEL}[\s:=]*)?$", re.IGNORECASE)
_AFTER_DATE = re.compile(r"^(?:[\s.,;:/)\]–—，、；：）-]|(?<!\s)\||\|(?=\s|$))+")
_LIST_MARK = re.compile(r"^(?:\d{1,2}\s*[.)]|[–—*•·-])(?:\s+|$)")


def _read_date(found: re.Match[str], style: DateStyle) -> tuple[date, ...] | DateFault:
    candidates = list(_candidates(found, style))
    if any(len(year) < 4 for year, _, _ in candidates):
        return DateFault.SHORT_YEAR
    readings = dict.fromkeys(day for parts in candidates if (day := _find_date(*map(int, parts))))
    is_settled_by_dots = found["mark"] == "." and style is not DateStyle.MONTH_DAY_YEAR
    return tuple(readings)[: 1 if is_settled_by_dots else 2] or DateFault.IMPOSSIBLE


def _candidates(found: re.Match[str], style: DateStyle) -> Iterator[tuple[str, str, str]]:
    """Yield what was written as year, month and day, likeliest order first."""
    if compact := found["compact"]:
        yield compact[:4], compact[4:6], compact[6:]
    elif found["first"]:
        yield from _numeric_candidates(found["first"], found["second"], found["third"], style)
    else:
        year = found["year_last"] or found["year_third"] or found["year_first"]
        month: str = found["month_second"] or found["month_first"] or found["month_middle"]
        day = found["day_first"] or found["day_second"] or found["day_last"]
        yield year, str(_MONTHS.index(month[:3].lower()) + 1), day.rstrip("stndrhSTNDRH")


def _numeric_candidates(first: str, second: str, third: str, style: DateStyle) -> Iterator[tuple[str, str, str]]:
    if len(first) > 2:
        yield first, second, third
    elif style is DateStyle.MONTH_DAY_YEAR:
        yield third, first, second
        yield third, second, first
    else:
        yield third, second, first
        yield third, first, second


def _find_date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _read_name(before: str, after: str) -> str:
    name = f"{_BEFORE_DATE.sub('', before)} {_AFTER_DATE.sub('', after)}".strip()
    return tidy_name(_LIST_MARK.sub("", name))
