"""Tables and brackets as text for phones."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.ui.pictures import Align, BracketPicture, Column, Match, MatchState, Round, Row, Section, Side, TablePicture
from bot.ui.shortening import display_width, shorten_apart, shorten_middle
from bot.ui.texttable import bracket_messages, table_messages
from tests.bot.ui.pictures.samples import make_bracket, make_double_bracket, make_table
from tests.bot.ui.worst_names import WORST_NAMES, random_names

TEAMS = [f"Team {number}" for number in range(1, 65)]
ISOLATES = "\u2068\u2069\u200b"


def code_lines(message: str) -> list[str]:
    """The lines of a message's one code block."""
    before, code, after = message.split("```")
    assert "`" not in before + after
    assert code.startswith("\n")
    assert code.endswith("\n")
    return code.strip("\n").split("\n")


def as_seen(messages: list[str]) -> str:
    """The messages as they are read, without what is not seen."""
    text = "\n".join(messages)
    for mark in ISOLATES + "\\":
        text = text.replace(mark, "")
    return text


def make_bowling(*columns: str, name: str = "Mix نسور") -> TablePicture:
    values = {"G1": ("155", "99", "150"), "G2": ("200", "201", "150"), "Total": ("355", "300", "300")}
    rows = (("1", "Aces", "▲2"), ("T2", "東京", "▼1"), ("T2", name, ""))
    return TablePicture(
        title="Bowling",
        subtitle="provisional, missing: Cats",
        columns=tuple(Column(heading, is_main=heading == "Total") for heading in columns),
        rows=tuple(
            Row(rank, team, tuple(values[heading][at] for heading in columns), movement, is_highlighted=at == 1)
            for at, (rank, team, movement) in enumerate(rows)
        ),
        footnote="Ties share their rank.",
    )


def test_a_table_has_a_line_for_each_row() -> None:
    assert as_seen(table_messages(make_bowling("G1", "G2", "Total"))) == (
        "**Bowling**\n"
        "provisional, missing: Cats\n"
        "```\n"
        "     Team           G1  G2 Total\n"
        "   1 Aces       ▲2 155 200   355\n"
        "> T2 東京       ▼1  99 201   300\n"
        "  T2 Mix نسور      150 150   300\n"
        "```\n"
        "Ties share their rank."
    )


def test_values_without_room_beside_a_long_name_go_below_it() -> None:
    assert as_seen(table_messages(make_bowling("G1", "G2", "Total", name="The Gutter Gang Strikes"))) == (
        "**Bowling**\n"
        "provisional, missing: Cats\n"
        "```\n"
        "     Team                  Total\n"
        "   1 Aces               ▲2   355\n"
        "   G1 155, G2 200\n"
        "> T2 東京               ▼1   300\n"
        "   G1 99, G2 201\n"
        "  T2 The Gutter Gang S…      300\n"
        "   G1 150, G2 150\n"
        "```\n"
        "Ties share their rank."
    )


def test_namesakes_are_told_apart() -> None:
    names = ("Ann Archer (Gutter Gang)", "Ann Archer (Gutter Gäng)", "Bo")
    rows = tuple(Row("1", name, ("240", "120", "120")) for name in names)
    table = TablePicture("Bowling", (Column("Total", is_main=True), Column("G1"), Column("G2")), rows)
    assert [line.rstrip() for line in code_lines(as_seen(table_messages(table)))] == [
        "  Team             Total  G1  G2",
        "1 Ann Archer…Gang)   240 120 120",
        "1 Ann Archer…Gäng)   240 120 120",
        "1 Bo                 240 120 120",
    ]


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (("Ann Archer (Gutter Gang)", "Ann Archer (Gutter Gäng)"), ["Ann Archer…Gang)", "Ann Archer…Gäng)"]),
        (("Gutter Gang of the West A", "Gutter Gang of the West B"), ["Gutter Gang of…A", "Gutter Gang of…B"]),
        (("Strike Force Number One", "Strike Force"), ["Strike Force Nu…", "Strike Force"]),
        (("東京ボウリングクラブ一", "東京ボウリングクラブ二"), ["東京ボウ…ラブ一", "東京ボウ…ラブ二"]),
        (("Ann", "Bo"), ["Ann", "Bo"]),
    ],
)
def test_names_that_begin_alike_keep_what_differs(names: tuple[str, ...], short: list[str]) -> None:
    assert list(shorten_apart(names, 16).values()) == short


def test_three_names_that_differ_in_two_places_stay_three() -> None:
    names = ["Ann Archer (Gutter Gang North)", "Ann Archer (Gutter Gang South)", "Ann Archer (Gutter Gäng North)"]
    short = shorten_apart(names, 18)
    assert len(set(short.values())) == 3
    assert all(display_width(name) <= 18 for name in short.values())


@given(st.lists(st.text(max_size=40), max_size=6), st.integers(1, 32))
@settings(max_examples=60)
def test_no_short_name_is_too_wide(names: list[str], width: int) -> None:
    assert all(display_width(name) <= width for name in shorten_apart(names, width).values())


def test_an_empty_table_is_its_title() -> None:
    table = TablePicture("Derby", (Column("Runs"),), (), subtitle="nobody has hit yet", footnote="Two minutes each.")
    assert as_seen(table_messages(table)) == "**Derby**\nnobody has hit yet\nTwo minutes each."


def test_values_keep_to_their_side() -> None:
    columns = (Column("Pitcher", Align.LEFT), Column("Out", Align.CENTER), Column("Runs"))
    rows = (Row("1", "Ann", ("Bo", "3", "12")), Row("2", "Cy", ("Dee", "10", "7")))
    assert code_lines(as_seen(table_messages(TablePicture("Derby", columns, rows, name_heading="Hitter")))) == [
        "  Hitter        Pitcher Out Runs",
        "1 Ann           Bo       3    12",
        "2 Cy            Dee     10     7",
    ]


def test_a_bracket_is_a_list_of_matches_by_round() -> None:
    assert as_seen(bracket_messages(make_bracket(["Aces", "Bees", "東京"], decided=1, subtitle="Best of three"))) == (
        "**Dodgeball 2026**\n"
        "Best of three\n"
        "```\n"
        "Round 1\n"
        "> 2 Bees                       2\n"
        "  3 東京                       1\n"
        "\n"
        "Round 2\n"
        "  1 Aces                    R2-1\n"
        "  2 Bees                   ready\n"
        "```"
    )


def test_namesakes_in_a_bracket_are_told_apart() -> None:
    names = [f"Team of the very long name {end}" for end in "AB"]
    assert code_lines(as_seen(bracket_messages(make_bracket(names, decided=0)))) == [
        "Round 1",
        "  1 Team of the very long…A R1-1",
        "  2 Team of the very lon…B ready",
    ]


def test_a_name_that_is_cut_in_its_middle_keeps_its_end_within_the_room() -> None:
    assert shorten_middle("Team of the very long name A", 20) == "Team of the v…name A"
    assert shorten_middle("Short", 20) == "Short"
    assert all(display_width(shorten_middle(name, width)) <= width for name in WORST_NAMES for width in (1, 5, 20))


def test_a_bracket_tells_how_a_match_ended_and_who_waits_for_whom() -> None:
    matches = (
        Match("W1", (Side("Aces", 1, 2, is_winner=True), Side("Bees", 8, 0)), MatchState.DECIDED, note="forfeit"),
        Match("W2", (Side("Cats", 4), Side("Dogs", 5)), MatchState.DECIDED, note="both forfeited"),
        Match("W3", (Side("Elks", 2), Side(None)), MatchState.BYE),
        Match("W4", (Side("Foxes", 3), Side(None)), MatchState.VOID),
        Match("W5", (Side(None, waiting_for="winner of W1"), Side(None)), MatchState.WAITING),
    )
    sections = (Section("Winners' side", (Round("Round 1", matches[:4]), Round("Round 2", matches[4:]))),)
    bracket = BracketPicture("Dodgeball", sections, champion="Aces")
    assert as_seen(bracket_messages(bracket)) == (
        "**Dodgeball**\n"
        "🏆 Aces\n"
        "```\n"
        "Winners' side\n"
        "Round 1\n"
        "> 1 Aces                       2\n"
        "  8 Bees               forfeit 0\n"
        "\n"
        "  4 Cats\n"
        "  5 Dogs          both forfeited\n"
        "\n"
        "  2 Elks\n"
        "    bye\n"
        "\n"
        "  3 Foxes\n"
        "    nobody                  void\n"
        "\n"
        "Round 2\n"
        "    winner of W1              W5\n"
        "    to be decided\n"
        "```"
    )


def test_parts_of_a_bracket_are_named_once_in_each_message() -> None:
    messages = bracket_messages(make_double_bracket(TEAMS[:24]), limit=1000)
    assert len(messages) > 2
    for message in messages:
        lines = code_lines(as_seen([message]))
        assert lines[0] in {"Winners' side", "Losers' side", "Final"}
        for title in ("Winners' side", "Losers' side", "Final"):
            assert lines.count(title) <= 1


@pytest.mark.parametrize("limit", [2_000, 4_000])
def test_all_of_a_long_table_comes_in_messages_that_discord_takes(limit: int) -> None:
    table = make_table(TEAMS, subtitle="provisional, missing: " + "Team 1, " * 200, footnote="x. " * 300)
    messages = table_messages(table, limit)
    for message in messages:
        assert len(message.encode("utf-16-le")) / 2 <= limit
        assert code_lines(as_seen([message]))[0].split() == ["Team", "Sum"]
    numbers = re.findall(r"Team (\d+) ", as_seen([message.split("```")[1] for message in messages]))
    assert numbers == [str(number) for number in range(1, 65)]
    assert as_seen(messages).count(f"({len(messages)}/{len(messages)})") == 1


ALL_NAMES = (*WORST_NAMES, *random_names(100, seed=3))


@pytest.mark.parametrize("start", range(0, len(ALL_NAMES), 48))
def test_no_name_breaks_the_frame(start: int) -> None:
    names = ALL_NAMES[start : start + 48]
    for messages in (
        table_messages(make_table(names)),
        table_messages(make_table(names, headings=())),
        bracket_messages(make_bracket(names, decided=20, third_place=True)),
    ):
        for message in messages:
            assert len(message.encode("utf-16-le")) / 2 <= 2_000
            for line in code_lines(message):
                assert display_width(line) <= 32
            for character in "\u202e\ud83d\x00\x1b":
                assert character not in message


@given(st.text(max_size=60))
@settings(max_examples=60, deadline=None)
def test_columns_stand_below_each_other(name: str) -> None:
    """A value ends in the same column whatever the name before it is."""
    (message,) = table_messages(make_table([name, "Aces"], headings=()))
    widths = {display_width(line) for line in code_lines(message)}
    assert widths == {32}
