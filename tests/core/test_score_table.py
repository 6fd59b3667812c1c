"""Tables of scores and the codes of their sheets: what is read, and which slips are noticed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.csv_table import MOST_BYTES, MOST_ROWS, TableFault
from core.score_table import (
    HEADINGS,
    ScoreRow,
    SheetCode,
    event_letters,
    read_code,
    read_score_table,
    write_code,
)
from core.scoring.event import get_events

IDS = st.integers(1, 999_999_999)


@given(IDS, st.sampled_from(sorted(get_events())), IDS)
def test_a_code_is_read_as_it_was_written(competition: int, event: str, team: int) -> None:
    code = write_code(competition, event, team)
    expected = SheetCode(competition, event_letters(event), team)
    assert read_code(code) == expected
    assert read_code(f" {code.lower().replace('-', ' - ')}\n") == expected
    assert len(code) <= 26


def test_events_are_told_apart_by_their_letters() -> None:
    assert len({event_letters(event) for event in get_events()}) == len(get_events())


def test_nearly_every_slip_in_a_code_is_noticed() -> None:
    code = write_code(12, "bowling", 34)
    slips = [code[:i] + sign + code[i + 1 :] for i in range(len(code)) for sign in "0123456789ABGX" if sign != code[i]]
    swaps = [code[:i] + code[i + 1] + code[i] + code[i + 2 :] for i in range(len(code) - 1) if code[i] != code[i + 1]]
    unnoticed = [slip for slip in (*slips, *swaps) if read_code(slip) is not None]
    assert len(unnoticed) <= (len(slips) + len(swaps)) // 100


@pytest.mark.parametrize("text", ["", "12-BOW-34", "12-BOW-34-00", "x", "٣-BOW-34-KX", "1" * 400, "12-BOW-34-KX-KX"])
def test_what_is_no_code(text: str) -> None:
    assert read_code(text) is None


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_tables_as_spreadsheets_save_them(separator: str, end: str, mark: str) -> None:
    lines = [
        HEADINGS,
        ("12-BOW-34-KX", "Bowling", "Łódź", " Ann ", "1", "151", ""),
        ("",) * 7,
        ("a", "", "", "", "2", "", ""),
    ]
    text = mark + end.join(separator.join(line) for line in lines)
    rows = read_score_table(text.encode())
    assert rows == (ScoreRow(2, "12-BOW-34-KX", "Ann", "1", "151", ""), ScoreRow(4, "a", "", "2", "", ""))
    assert not isinstance(rows, TableFault)
    assert [row.is_blank for row in rows] == [False, True]


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"x" * (MOST_BYTES + 1), TableFault.TOO_LARGE),
        (b"Code,Round,Counts\n\xff", TableFault.NOT_UTF8),
        (b'Code,Round,Counts\n"a', TableFault.NOT_CSV),
        (b"", TableFault.EMPTY),
        (b"Code,Round,Counts\n,,\n", TableFault.EMPTY),
        (b"Code,Round\na,b", TableFault.HEADINGS),
        (b"Code,Round,Counts,Total,Total\na,b,c,d,e", TableFault.HEADINGS),
        (b"Code,Round,Counts\n" + b"a,b,c\n" * (MOST_ROWS + 1), TableFault.TOO_MANY_ROWS),
    ],
)
def test_what_is_no_such_table(data: bytes, fault: TableFault) -> None:
    assert read_score_table(data) is fault
