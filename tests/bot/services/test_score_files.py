"""What is wrong in a file of scores, by its line, and what no import takes over."""

import pytest

from bot.db.engine import Database
from bot.ui.texts import importing as texts
from core.errors import RuleError
from core.score_table import write_code
from tests.bot.services.test_importing import games, preview, say

FAULTS = {
    "12-BOW-1-22,Ann,1,100": "Line 2: the code 12-BOW-1-22 has a slip in it; copy it from the sheet.",
    ",Ann,1,100": "Line 2: the code is missing; copy it from the sheet.",
    "{foreign},Ann,1,100": (
        "Line 2: the code {foreign} belongs to another competition, or to a team or event that is not in this one."
    ),
    "{gone},Ann,1,100": (
        "Line 2: the code {gone} belongs to another competition, or to a team or event that is not in this one."
    ),
    "{code},Nobody,1,100": "Line 2: Nobody does not play for Gutter Gang.",
    "{code},Hal,1,100": "Line 2: Hal does not play for Gutter Gang.",
    "{code},Ann,3,100": "Line 2: there is no round 3 in Bowling; it is 1 to 2.",
    "{code},Ann,x,100": "Line 2: there is no round x in Bowling; it is 1 to 2.",
    "{code},Ann,1,301": "Line 2: ",
    "{code},Ann,1,=SUM(A1)": "Line 2: =SUM(A1) is a formula; type the number itself.",
    "{code},Ann,1,100,101": "Line 2: the counts 100 make 100, and the total says 101; correct one of them.",
    "{code},Ann,1,100\n{code},ann,1,100": "Line 3: this round stands in line 2 already; delete one of them.",
    "{holdem},Ann,1,1": (
        "Line 2: Texas Hold'em has no rounds; enter who is out with `/score holdem`, or bring in a results file."
    ),
}


@pytest.mark.parametrize("case", FAULTS)
async def test_each_fault_is_named_by_its_line(sqlite_database: Database, case: str) -> None:
    competition = await games(sqlite_database)
    codes = {
        "code": write_code(competition.id, "bowling", 1),
        "foreign": write_code(competition.id + 1, "bowling", 1),
        "gone": write_code(competition.id, "bowling", 99),
        "holdem": write_code(competition.id, "holdem", 1),
    }
    good = "\n" + codes["code"] + ",Cy,2,77"
    plan = await preview(
        sqlite_database, competition, f"Code,Player,Round,Counts,Total\r\n{case.format(**codes)}{good}".encode()
    )
    said = [entry.replace("\\", "") for entry in say(plan)]
    assert said[0] == "Nothing was entered: 1 fault in the file. Correct it and send it again."
    assert said[1].startswith(FAULTS[case].format(**codes))
    assert plan.draft_id is None
    assert texts.planned(plan).buttons == ()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"\xff\xfe", "is not in UTF-8: save it as “CSV UTF-8”"),
        (b"", "has no rows"),
        (
            b"a,b\n1,2",
            "needs these headings in its first line, each once: Code, Event, Team, Player, Round, Counts, Total",
        ),
        (b"x" * 1_048_577, "is larger than 1 MiB"),
    ],
)
async def test_files_that_are_no_such_table(sqlite_database: Database, data: bytes, sentence: str) -> None:
    competition = await games(sqlite_database)
    with pytest.raises(RuleError) as refused:
        await preview(sqlite_database, competition, data)
    assert str(refused.value) == (
        f"Nothing was entered: the file {sentence}. `/event sheets` gives a table to fill in."
    )


async def test_results_files_with_other_names_or_faults(sqlite_database: Database) -> None:
    competition = await games(sqlite_database)
    teams = '"teams": [{"name": "Trio", "players": ["Ed", "Flo", "Gus"]}, {"name": "Łódź", "players": ["A", "B", "C"]}]'
    plan = await preview(sqlite_database, competition, f"{{{teams}}}".encode())
    assert say(plan)[1] == "teams: no team here is called Łódź; names have to be the same to the letter."
    plan = await preview(sqlite_database, competition, b'{"teams": []}')
    assert say(plan)[0] == "Nothing was entered: 1 fault in the file. Correct it and send it again."
    moved = teams.replace('"Łódź", "players": ["A", "B", "C"]', '"Gutter Gang", "players": ["Ann", "Bo", "Hal"]')
    plan = await preview(sqlite_database, competition, f"{{{moved}}}".encode())
    assert say(plan)[1] == ("teams: nobody in Gutter Gang is called Hal here; names have to be the same to the letter.")


async def test_what_a_file_says_and_no_import_takes_over(sqlite_database: Database) -> None:
    competition = await games(sqlite_database)
    data = (
        '{"competition": "Other *Games*", "teams": [{"name": "Trio", "players": ["Ed", "Flo", "Gus"]}, '
        '{"name": "Gutter Gang", "players": ["Ann", "Bo", "Cy"]}], "cancelled": ["golf"], '
        '"ejections": [{"player": "Bo", "from": "derby"}], "results": {"bowling": {"Ann": [300]}}}'
    )
    assert say(await preview(sqlite_database, competition, data.encode()))[-4:] == [
        "Not brought in:",
        "The file says that it is of Other \\*Games\\*.",
        "Cancelled in the file and not here: Golf Scramble. If that is right, use `/event cancel`.",
        "Ejected or withdrawn in the file, and otherwise here: Bo. Files bring in scores alone.",
    ]
