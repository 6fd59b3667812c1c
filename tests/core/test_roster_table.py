"""Tables of rosters, as spreadsheets save them."""

from hypothesis import given
from hypothesis import strategies as st

from core.roster_table import MOST_BYTES, MOST_ROWS, TableFault, TableRow, read_roster_table

HEAD = "Team,Player,Birth date\n"
ANN = TableRow(2, "Lodge", "Ann", "2001-05-03", "")


def test_what_spreadsheets_save() -> None:
    for text in (
        "Team,Player,Birth date\nLodge,Ann,2001-05-03",
        "\ufeffTeam;Player;Birth date\r\nLodge;Ann;2001-05-03\r\n",
        "birth_date\tPLAYER\t team \n2001-05-03\tAnn\tLodge\n\t\t\n",
        '"Team","Player","Birth date","Captain","Shirt"\n"Lodge","Ann","2001-05-03","","XL"\n\n',
    ):
        assert read_roster_table(text.encode()) == (ANN,), text


def test_lines_are_those_of_the_file() -> None:
    rows = read_roster_table(f"{HEAD}\nLodge,Ann,2001-05-03\n\nLodge,Bo\n".encode())
    assert rows == (TableRow(3, "Lodge", "Ann", "2001-05-03", ""), TableRow(5, "Lodge", "Bo", "", ""))


def test_what_is_no_such_table() -> None:
    for data, fault in (
        (b"", TableFault.EMPTY),
        (HEAD.encode(), TableFault.EMPTY),
        (b"\xff\xfe", TableFault.NOT_UTF8),
        (b"Team,Player\nLodge,Ann", TableFault.HEADINGS),
        (b"Team,Team,Player,Birth date\na,b,c,d", TableFault.HEADINGS),
        (b'Team,Player,Birth date\nLodge,"Ann', TableFault.NOT_CSV),
        (HEAD.encode() + b"a,b,c\n" * (MOST_ROWS + 1), TableFault.TOO_MANY_ROWS),
        (b"x" * (MOST_BYTES + 1), TableFault.TOO_LARGE),
    ):
        assert read_roster_table(data) is fault, data[:40]


def test_no_repr_shows_a_birth_date() -> None:
    assert "2001" not in repr(ANN)


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    assert isinstance(read_roster_table(data), TableFault | tuple)


@given(st.text(max_size=200))
def test_any_text_below_the_headings_is_read_or_refused(text: str) -> None:
    assert isinstance(read_roster_table((HEAD + text).encode(errors="replace")), TableFault | tuple)
