"""Rosters as people type them."""

import time
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.competition import DateStyle
from core.names import NameFault
from core.roster_text import DateFault, PlayerLine, UnreadableLine, parse_player_line, parse_roster

ISO, DMY, MDY = DateStyle.ISO, DateStyle.DAY_MONTH_YEAR, DateStyle.MONTH_DAY_YEAR
MAY_3, MARCH_5 = date(2001, 5, 3), date(2001, 3, 5)


@pytest.mark.parametrize("style", DateStyle)
@pytest.mark.parametrize(
    "text",
    [
        "Ann Lee 2001-05-03",
        "2001-05-03 Ann Lee",
        "Ann Lee, 2001/5/3",
        "Ann Lee\t2001.05.03",
        "Ann\tLee\t20010503",
        "Ann 2001-05-03 Lee",
        "Ann Lee 3 May 2001",
        "3 May 2001, Ann Lee",
        "Ann Lee - 3rd of May, 2001",
        "Ann Lee; May 3rd, 2001.",
        "May 3 2001 – Ann Lee",
        "Ann Lee (born 3-MAY-2001)",
        "Ann Lee [b. 2001 May 3]",
        "1. Ann Lee (born on May 3, 2001)",
        "2) Ann Lee, DOB: 2001-05-03",
        "• Ann Lee, date of birth 2001-05-03",
        "- Ann Lee *2001-05-03",
        "  Ann   Lee   2001-05-03  ",
        "Ann Lee ٢٠٠١-٠٥-٠٣",
        "Ann Lee ２００１-０５-０３",
        "Ann Lee，２００１／０５／０３",
        "Ann　Lee　２００１．５．３",
        "Ann Lee|2001-05-03",
        "2001-05-03|Ann Lee",
        "Ann Lee | 2001-05-03 |",
    ],
)
def test_a_date_that_reads_one_way(text: str, style: DateStyle) -> None:
    assert parse_player_line(text, style, 7) == PlayerLine(7, "Ann Lee", (MAY_3,))


@pytest.mark.parametrize(
    ("text", "style", "readings"),
    [
        ("Ann 03/05/2001", ISO, (MAY_3, MARCH_5)),
        ("Ann 03/05/2001", DMY, (MAY_3, MARCH_5)),
        ("Ann 03/05/2001", MDY, (MARCH_5, MAY_3)),
        ("Ann 3-5-2001", DMY, (MAY_3, MARCH_5)),
        ("Ann 3 5 2001", MDY, (MARCH_5, MAY_3)),
        ("Ann 3.5.2001", ISO, (MAY_3,)),
        ("Ann 3.5.2001", DMY, (MAY_3,)),
        ("Ann 3.5.2001", MDY, (MARCH_5, MAY_3)),
        ("Ann 05/05/2001", DMY, (date(2001, 5, 5),)),
        ("Ann 12/25/2001", DMY, (date(2001, 12, 25),)),
        ("Ann 12.25.2001", ISO, (date(2001, 12, 25),)),
        ("Ann 25/12/2001", MDY, (date(2001, 12, 25),)),
        ("Ann 29/02/2000", MDY, (date(2000, 2, 29),)),
    ],
)
def test_a_date_by_the_style_of_the_competition(text: str, style: DateStyle, readings: tuple[date, ...]) -> None:
    assert parse_player_line(text, style) == PlayerLine(1, "Ann", readings)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("May 3 May 2001", "May"),
        ("3 May 2001-05-03", "3 May"),
        ("June May, 4th of July 1990", "June May"),
        ("Jan Smith 5 Sept. 1999", "Jan Smith"),
        ("3. May 2001 Ann", "Ann"),
        ("Ann (Annie) Lee (2001-05-03)", "Ann (Annie) Lee"),
        ("Max Born 2001-05-03", "Max Born"),
        ("Max Born, Born 2001-05-03", "Max Born"),
        ("Max Born (Born on 2001-05-03)", "Max Born"),
        ("max born 2001-05-03", "max"),
        ("Łódź نسور 🏀 2001-05-03", "Łódź نسور 🏀"),
    ],
)
def test_names_beside_dates(text: str, name: str) -> None:
    found = parse_player_line(text, ISO)

    assert isinstance(found, PlayerLine)
    assert found.name == name


@pytest.mark.parametrize("style", DateStyle)
@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Ann Lee", DateFault.MISSING),
        ("Ann 123456789", DateFault.MISSING),
        ("Ann born in 2001", DateFault.MISSING),
        ("Ann 2001-05-03x", DateFault.MISSING),
        ("Ann 2001-05-03 Bo 2002-06-04", DateFault.SEVERAL),
        ("Ann 3/5/98", DateFault.SHORT_YEAR),
        ("Ann 3 May '98", DateFault.SHORT_YEAR),
        ("Ann May 3, 98", DateFault.SHORT_YEAR),
        ("Ann 2009-02-30", DateFault.IMPOSSIBLE),
        ("Ann 30/2/2009", DateFault.IMPOSSIBLE),
        ("Ann 29 February 2001", DateFault.IMPOSSIBLE),
        ("Ann 13/13/2001", DateFault.IMPOSSIBLE),
        ("Ann 0000-01-01", DateFault.IMPOSSIBLE),
        ("Ann 20011301", DateFault.IMPOSSIBLE),
        ("2001-05-03", NameFault.EMPTY),
        ("1. 2001-05-03", NameFault.EMPTY),
        ("A\x07nn 2001-05-03", NameFault.CONTROL_CHARACTER),
        ("\u202eAnn 2001-05-03", NameFault.DIRECTION_MARK),
        ("x" * 101 + " 2001-05-03", NameFault.TOO_LONG),
        ("x" * 5000 + " 2001-05-03", NameFault.TOO_LONG),
    ],
)
def test_a_line_that_cannot_be_read(text: str, fault: DateFault | NameFault, style: DateStyle) -> None:
    found = parse_player_line(text, style, 3)

    assert isinstance(found, UnreadableLine)
    assert (found.line, found.fault) == (3, fault)
    assert found.written == text.strip()


def test_lines_keep_their_numbers_and_blank_ones_are_skipped() -> None:
    found = parse_roster("Ann 2001-05-03\r\n\n  \nBo\rCy 2001-03-05", ISO)

    assert [line.line for line in found] == [1, 4, 5]
    assert [type(line) for line in found] == [PlayerLine, UnreadableLine, PlayerLine]


def test_an_empty_roster_has_no_lines() -> None:
    assert parse_roster(" \n\n", ISO) == ()


def test_no_birth_date_is_in_a_repr() -> None:
    for text in ("Ann 2001-05-03", "Ann 2009-02-30", "Ann 2001-05-03 Bo 2002-06-04", "2001-05-03"):
        shown = repr(parse_player_line(text, ISO))
        assert "2001" not in shown
        assert "2009" not in shown
        assert "datetime" not in shown


@pytest.mark.parametrize(
    "piece", ["1", "1 ", "1/", "May ", "1 May ", "born ", "1st ", "- ", " , ", "\t- ", "1 of ", "(["]
)
def test_hostile_lines_are_read_in_bounded_time(piece: str) -> None:
    started = time.process_time()
    for text in (piece * 2000, "1 " + " " * 4000 + "2", piece * 60 + "2001-05-03" + piece * 10):
        parse_player_line(text, ISO)

    assert time.process_time() - started < 1


def test_a_name_keeps_its_digits_as_they_were_typed() -> None:
    found = parse_player_line("東京１ 2001-05-03", ISO)
    assert isinstance(found, PlayerLine)
    assert found.name == "東京１"


@pytest.mark.parametrize("sign", ["*", "**", "***", "_", "__", "~~", "`", "```", "||"])
@pytest.mark.parametrize(
    "line",
    [
        "{} 2001-05-03",
        "{} 3 May 2001",
        "{}, 2001-05-03",
        "{} - 2001-05-03",
        "{} | 2001-05-03",
        "{} *2001-05-03",
        "{} (*2001-05-03)",
        "{} * 2001-05-03",
        "1. {} 2001-05-03",
        "* {} 2001-05-03",
        "- {}; 2001-05-03",
        "2001-05-03 {}",
        "2001-05-03 - {}",
        "2001-05-03 | {}",
    ],
)
def test_signs_at_either_end_belong_to_the_name(line: str, sign: str) -> None:
    for name in (f"{sign}Bold{sign}", f"Bold{sign}", f"{sign}Bold"):
        assert parse_player_line(line.format(name), ISO) == PlayerLine(1, name, (MAY_3,))


MONTHS = [date(2001, month, 1).strftime("%B") for month in range(1, 13)]


@given(st.dates(date(1900, 1, 1), date(2030, 12, 31)), st.sampled_from(DateStyle), st.integers(0, 6))
def test_every_date_comes_back_in_every_spelling(day: date, style: DateStyle, spelling: int) -> None:
    month = MONTHS[day.month - 1]
    numeric = {ISO: f"{day:%Y-%m-%d}", DMY: f"{day:%d/%m/%Y}", MDY: f"{day:%m/%d/%Y}"}[style]
    text = [
        f"Zoë {numeric}",
        f"{numeric} Zoë",
        f"Zoë {day.day} {month} {day.year}",
        f"Zoë, {month[:3]} {day.day}, {day.year}",
        f"{day.year} {month} {day.day} Zoë",
        f"Zoë ({day:%Y%m%d})",
        f"4. Zoë; {numeric}",
    ][spelling]

    found = parse_player_line(text, style)

    assert isinstance(found, PlayerLine)
    assert (found.name, found.readings[0]) == ("Zoë", day)


@given(st.text(max_size=60), st.sampled_from(DateStyle))
def test_any_text_is_a_player_or_a_fault(text: str, style: DateStyle) -> None:
    for found in parse_roster(text, style):
        assert isinstance(found, PlayerLine | UnreadableLine)
