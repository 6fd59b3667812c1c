"""A whole team's sheet in the short notation: what is understood, and a sentence for each line that is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.scoring.event import RoundEntry, get_event, get_rounds_event
from core.scoring.games import Round
from core.team_sheet import read_team_sheet, write_team_sheet

NAMES = ("Ann Lee", "Łukasz", "Bo: the 2nd")


def entry_of(event: str) -> RoundEntry:
    return get_rounds_event(event).entry


def points_of(event: str, text: str, rounds: int = 2) -> dict[str, tuple[int | None, ...]]:
    sheet = read_team_sheet(text, NAMES, entry_of(event), rounds)
    assert sheet.faults == ()
    return {name: tuple(one and one.points for one in taken) for name, taken in sheet.rounds.items()}


@pytest.mark.parametrize(
    ("event", "text", "points"),
    [
        ("bowling", "Ann Lee: 120 131\nŁukasz: 90", {"Ann Lee": (120, 131), "Łukasz": (90, None)}),
        ("bowling", "ann  lee: - 131\nlukasz:\n\n", {"Ann Lee": (None, 131), "Łukasz": (None, None)}),
        ("bowling", "Bo: the 2nd: 99 \u2013", {"Bo: the 2nd": (99, None)}),
        ("bowling", "Ann Lee\uff1a\uff11\uff12\uff10 131", {"Ann Lee": (120, 131)}),
        ("bowling", f"Ann Lee: - | {'-- ' * 9}X4/", {"Ann Lee": (None, 20)}),
        ("derby", "Ann Lee: 1 0 2 0 3 | 17", {"Ann Lee": (22, 17)}),
        ("derby", "Ann Lee: 1 0 2 0 3", {"Ann Lee": (22, None)}),
        ("derby", "Ann Lee: 1 0 2 0 3 |", {"Ann Lee": (22, None)}),
        ("derby", "Ann Lee: | 17", {"Ann Lee": (None, 17)}),
    ],
)
def test_lines_are_understood(event: str, text: str, points: dict[str, tuple[int | None, ...]]) -> None:
    assert points_of(event, text) == points


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Ann Lee 120 131", '"Ann Lee 120 131" has no colon. Write the name, a colon and the rounds.'),
        ("An Lee: 17", 'Nobody in this team is called "An Lee". Did you mean "Ann Lee"?'),
        ("Zoe: 17", 'Nobody in this team is called "Zoe". Keep the names as they were.'),
        ("Ann Lee: 1\nANN LEE: 2", '"Ann Lee" is there twice. Keep one line a player.'),
        (
            "Ann Lee: 1 | 2 | 3",
            '"Ann Lee": that is 3, and a player has 2 rounds. Put a bar | between rounds of several numbers.',
        ),
        (
            "Ann Lee: 4 x",
            '"Ann Lee", round 2: "x" is not a derby round. Type five counts, tier 1 to tier 5, like 1 0 2 0 3, or the '
            "total, like 17.",
        ),
        (
            "Ann Lee: 1 2 3",
            '"Ann Lee", round 1: "1 2 3" is not a derby round. Type five counts, tier 1 to tier 5, like 1 0 2 0 3, or '
            "the total, like 17.",
        ),
        ("\n".join(["Ann Lee: 1"] * 31), "The sheet has 31 lines. Send one line a player: 3 players."),
    ],
)
def test_a_line_that_is_not_understood_gets_a_sentence(text: str, fault: str) -> None:
    assert read_team_sheet(text, NAMES, entry_of("derby"), 2).faults == (fault,)


def test_every_fault_is_told_and_the_other_lines_are_read() -> None:
    sheet = read_team_sheet("Zoe: 1\nAnn Lee: 2\nŁukasz: x", NAMES, entry_of("derby"), 2)
    assert len(sheet.faults) == 2
    assert sheet.rounds == {"Ann Lee": (Round(2, 2), None)}


def test_namesakes_are_told_apart_by_what_the_sheet_says() -> None:
    names = ("Ann", "Ann [7]", "anN")
    sheet = read_team_sheet("Ann [7]: 1\nann: 2", names, entry_of("derby"), 2)
    assert sheet.rounds == {"Ann [7]": (Round(1, 1), None)}
    assert sheet.faults == ('Nobody in this team is called "ann". Did you mean "Ann"?',)


@given(st.data(), st.sampled_from(["bowling", "derby", "bags", "basketball"]))
def test_what_is_written_is_read_again(data: st.DataObject, key: str) -> None:
    event, entry = get_event(key), entry_of(key)
    highest = 70 if key == "bags" else entry.highest_total or 0
    totals = st.integers(0, highest).map(lambda total: entry.parse(str(total)))
    counted = st.lists(st.integers(0, 2), min_size=len(entry.counts), max_size=len(entry.counts)).map(entry.from_counts)
    rounds = st.lists(st.none() | totals | counted, min_size=event.rounds, max_size=event.rounds).map(tuple)
    names: list[str] = list(NAMES)
    known = data.draw(st.dictionaries(st.sampled_from(names), rounds))
    sheet = read_team_sheet(write_team_sheet(known, entry), NAMES, entry, event.rounds)
    assert (dict(sheet.rounds), sheet.faults) == (known, ())
