"""What is said of each line of a roster: a tick, or the exact problem."""

from dataclasses import replace

import pytest

from bot.ui.texts import registration as texts
from core.competition import CompetitionSettings, DateStyle, Kind, initial_settings
from core.eligibility import check_roster
from core.roster_text import parse_roster
from tests.builders import ADULT, FIRST_DAY

GAMES = initial_settings(Kind.GETAWAY, "Games", FIRST_DAY, FIRST_DAY, "America/Chicago")
OPEN = initial_settings(Kind.DODGEBALL, "Open", FIRST_DAY, FIRST_DAY, "America/Chicago")
TRIO = f"Ann {ADULT}\nBo {ADULT}\nCy {ADULT}"


def word(roster: str, settings: CompetitionSettings = GAMES) -> list[str]:
    """What is said where nobody else is registered."""
    lines = parse_roster(roster, settings.date_style)
    return list(texts.word_roster(check_roster(lines, settings, {}, b"secret"), settings))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Di 2009-06-13", "\u2068Di\u2069: too young. Everybody must be 18 or older on 2027-06-12, the first day. "
         "Check the birth date, enter somebody else, or ask a director for an exception."),
        ("Di 1890-01-01", "\u2068Di\u2069: this birth date cannot be right. Check the year."),
        ("Di 2027-12-01", "\u2068Di\u2069: this birth date cannot be right. Check the year."),
        ("Di 10/06/2009", "\u2068Di\u2069: day and month of this birth date can be read either way, and it "
         "matters. Write the year first, as in `Ann Lee 2001-05-03`."),
        ("ann 1990-01-02", "\u2068ann\u2069: a team-mate has this name already. Add something that tells the two "
         "apart, such as a number."),
        ("ANN 1990-01-01", "\u2068ANN\u2069: stands on line 1 already. Enter everybody once."),
    ],
)  # fmt: skip
def test_a_player_who_cannot_play(line: str, words: str) -> None:
    assert word(f"{TRIO}\n{line}") == [
        "✅ \u2068Ann\u2069",
        "✅ \u2068Bo\u2069",
        "✅ \u2068Cy\u2069",
        f"❌ Line 4, {words}",
    ]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Di", "has no birth date. Write it like `Ann Lee 2001-05-03`."),
        ("Di 2009-02-30", "holds a date that the calendar does not have. Check day and month."),
        ("Di 3/5/01", "needs the year with four digits."),
        ("Di 2001-05-03 or 2001-05-04", "holds more than one date. Write one player a line, with one birth date."),
        ("2001-05-03", "has a name that is empty."),
        ("D\x00i 2001-05-03", "has a name that holds a line break, tab or other control character: type it on one "
         "line."),
        ("D\u202ei 2001-05-03", "has a name that holds an invisible mark that switches the direction of text: type "
         "it anew."),
        ("\u3164 2001-05-03", "has a name that shows nothing: use letters, digits or emoji."),
        (f"{'D' * 101} 2001-05-03", "has a name that is longer than 100 characters: shorten it."),
        ("D" * 3900, "has a name that is longer than 100 characters: shorten it."),
    ],
)  # fmt: skip
def test_a_line_that_cannot_be_read(line: str, words: str) -> None:
    assert word(f"Ann {ADULT}\n{line}\nBo {ADULT}\nCy {ADULT}") == [
        "✅ \u2068Ann\u2069",
        f"❌ Line 2 {words}",
        "✅ \u2068Bo\u2069",
        "✅ \u2068Cy\u2069",
    ]


def test_a_month_first_competition_reads_dates_its_way() -> None:
    settings = replace(GAMES, date_style=DateStyle.MONTH_DAY_YEAR)
    assert "day and month" in word(f"{TRIO}\nDi 06/11/2009", settings)[-1]
    assert word(f"{TRIO}\nDi 06/11/2008", settings)[-1] == "✅ \u2068Di\u2069, read as born on 11 June 2008"


def test_how_a_date_was_read_is_shown_only_where_it_could_be_read_otherwise() -> None:
    assert word(f"{TRIO}\nDi 03/05/2001", GAMES)[-1] == "✅ \u2068Di\u2069, read as born on 3 May 2001"
    for written in ("2001-05-03", "3 May 2001", "03.05.2001", "13/05/2001"):
        assert word(f"{TRIO}\nDi {written}", GAMES)[-1] == "✅ \u2068Di\u2069"


@pytest.mark.parametrize(
    ("settings", "count", "words"),
    [
        (GAMES, 1, "❌ 1 player: a team has 3 or 4 players."),
        (GAMES, 2, "❌ 2 players: a team has 3 or 4 players."),
        (GAMES, 5, "❌ 5 players: a team has 3 or 4 players."),
        (GAMES, 26, "❌ 26 players: a team has 3 or 4 players."),
        (OPEN, 5, "❌ 5 players: a team has at least 6 players."),
    ],
)
def test_too_few_or_too_many(settings: CompetitionSettings, count: int, words: str) -> None:
    assert word("\n".join(f"P{number} {ADULT}" for number in range(count)), settings)[-1] == words


def test_the_hint_below_the_field_fits() -> None:
    largest = replace(OPEN, roster_at_least=98, roster_at_most=99, minimum_age=99)
    assert all(len(texts.form_hint(settings)) <= 100 for settings in (GAMES, OPEN, largest))


def test_a_wall_of_problems_is_counted() -> None:
    junk = "\n".join(f"junk {number}" for number in range(26))
    said = word(f"Ann {ADULT}\n{junk}\nBo {ADULT}", OPEN)
    problem = "has no birth date. Write it like `Ann Lee 2001-05-03`."
    assert said == [
        "✅ \u2068Ann\u2069",
        *(f"❌ Line {number} {problem}" for number in range(2, 8)),
        "✅ \u2068Bo\u2069",
        "❌ ... and 20 more lines have a problem. Correct these first.",
    ]
    assert word(f"{junk}\n{junk}", OPEN)[-1] == "❌ ... and 46 more lines have a problem. Correct these first."
    assert len("\n".join(word(junk, OPEN))) < 600
