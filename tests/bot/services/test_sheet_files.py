"""Score sheets and results as files: nothing on a page but what was written, no cell that is a formula."""

import csv
import re
from html.parser import HTMLParser
from io import StringIO

import pytest

from bot.db.engine import Database
from bot.db.snapshot import Competition
from bot.services import scores, sheet_files
from bot.services.rounds import TypedRound
from bot.ui.texts import sheet_files as texts
from core.errors import NotAllowed, RuleError
from core.score_table import read_code
from tests.bot.ui.worst_names import WORST_NAMES
from tests.builders import create_competition, facilitator, load, register_team, start, stranger

HOSTILE = ["<script>alert(1)</script>", "=HYPERLINK(1)", "@sum", '"&quot;" <b>', "+1", "Łódź 東京 👑"]


class Page(HTMLParser):
    """The elements of a page, and the texts of its cells."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes.update(name for name, _ in attrs)

    def handle_data(self, data: str) -> None:
        self.text += data + "\n"


async def games(database: Database) -> Competition:
    competition = await create_competition(database, name="Games <i>")
    for number, name in enumerate(HOSTILE):
        await register_team(database, competition, name, [f"P{number}a", f"P{number}b", f"={name}"])
    return await start(database, competition)


async def blank(database: Database, competition: Competition, event: str | None) -> dict[str, str]:
    async with database.reading() as tx:
        found = await sheet_files.load_blank_sheets(tx, facilitator(), str(competition.id), event)
    return {file.name: file.data.decode("utf-8-sig") for file in texts.blank_sheets(found).attachments}


async def test_a_page_holds_names_as_text_and_loads_nothing(sqlite_database: Database) -> None:
    competition = await games(sqlite_database)
    files = await blank(sqlite_database, competition, None)
    async with sqlite_database.transaction() as tx:
        typed = TypedRound("bowling", "P1a", 1, text="99")
        await scores.submit_round(tx, facilitator(), str(competition.id), typed)
    results = texts.result_files(sheet_files.tabulate_results(await load(sqlite_database, competition)))
    for html in (files["score-sheets.html"], results[2].data.decode()):
        page = Page(html)
        assert set(page.tags) <= {
            *("html", "head", "meta", "title", "style", "body", "h1", "h2", "p", "section", "span", "div", "bdi"),
            *("table", "thead", "tbody", "tr", "th", "td"),
        }
        assert page.attributes <= {"class", "lang", "charset", "http-equiv", "content"}
        assert "url(" not in html
        assert "default-src 'none'" in html
        for name in HOSTILE:
            assert name in page.text


async def test_each_sheet_bears_the_code_of_its_team(sqlite_database: Database) -> None:
    competition = await games(sqlite_database)
    files = await blank(sqlite_database, competition, "golf")
    codes = re.findall(r'<span class="code">([^<]*)</span>', files["score-sheets.html"])
    read = [read_code(code) for code in codes]
    assert [code and (code.competition_id, code.event, code.team_id) for code in read] == [
        (competition.id, "GOL", number) for number in range(1, 7)
    ]
    assert files["score-sheets.html"].count('<td class="hole">') == 6 * 18


async def test_no_cell_is_a_formula(sqlite_database: Database) -> None:
    competition = await games(sqlite_database)
    async with sqlite_database.transaction() as tx:
        typed = TypedRound("derby", "P1a", 1, text="1 0 2 0 3")
        await scores.submit_round(tx, facilitator(), str(competition.id), typed)
    tables = sheet_files.tabulate_results(await load(sqlite_database, competition))
    files = {file.name: file.data.decode("utf-8-sig") for file in texts.result_files(tables)}
    files |= await blank(sqlite_database, competition, None)
    for name in ("results.csv", "standings.csv", "score-sheets.csv"):
        cells = [cell for row in csv.reader(StringIO(files[name])) for cell in row]
        assert len(cells) > 6
        assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]
    assert list(csv.reader(StringIO(files["results.csv"])))[1][1:] == [
        *("Home Run Derby", "'=HYPERLINK(1)", "P1a", "1", "1 0 2 0 3", "22"),
    ]


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ("bowling", "One player bowls a game from its first frame to its last; nobody takes over."),
        ("derby", "You alone say what a hit is worth, from 0 to 5. In doubt ask the team that shags the balls."),
        ("bags", "You alone say whether a bag lies on the board. Count up first; then the players take the bags back."),
        ("basketball", "A judge on the court decides on violations. Two shots running from one spot are not allowed."),
        ("holdem", "Write down in which place each player goes out; the winner has place 1."),
    ],
)
async def test_a_sheet_says_what_is_decided_at_the_station(sqlite_database: Database, event: str, said: str) -> None:
    competition = await games(sqlite_database)
    assert said in (await blank(sqlite_database, competition, event))["score-sheets.html"]


async def test_what_is_refused(sqlite_database: Database) -> None:
    competition = await create_competition(sqlite_database)
    with pytest.raises(RuleError) as refused:
        await blank(sqlite_database, competition, None)
    assert str(refused.value) == "No team takes part yet, so there are no sheets to fill in."
    async with sqlite_database.reading() as tx:
        with pytest.raises(NotAllowed, match="Only a facilitator"):
            await sheet_files.load_blank_sheets(tx, stranger(), str(competition.id), None)
    other = await create_competition(sqlite_database, "dodgeball", "Balls")
    with pytest.raises(RuleError, match="dodgeball"):
        await blank(sqlite_database, other, None)


async def test_the_worst_names_stand_on_the_page(sqlite_database: Database) -> None:
    competition = await create_competition(sqlite_database)
    names = [name for name in WORST_NAMES if 1 < len(name.strip()) <= 70 and name.strip().isprintable()][:12]
    for number, name in enumerate(names):
        await register_team(sqlite_database, competition, name, [f"P{number}a", f"P{number}b", f"P{number}c"])
    html = (await blank(sqlite_database, competition, "bags"))["score-sheets.html"]
    assert html.count('<span class="code">') == len(names)
    assert "\u202e" not in html
