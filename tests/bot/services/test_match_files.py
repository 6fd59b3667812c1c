"""A dodgeball tournament as tables and as a page: matches by their titles, results, kinds, places; no formula."""

import csv
from io import StringIO

import pytest

from bot.db.engine import Database
from bot.services import dodgeball
from bot.services.bracket import build_from
from bot.services.export import export_results
from bot.services.sheet_files import load_any_sheets
from bot.ui.facts.sheet_files import MatchSheets, MatchTables
from bot.ui.texts.match_files import NONE_READY, blank_matches, match_files
from core.errors import NotAllowed, RuleError
from tests.builders import create_competition, director, facilitator, load, register_team, start, stranger

NAMES = ["=SUM(A1)", "<b>&Łódź", "東京", "@everyone", "Aces"]


async def test_the_matches_as_people_read_them(sqlite_database: Database) -> None:
    held = await create_competition(sqlite_database, "dodgeball", "Ten Ugly")
    for name in NAMES:
        await register_team(sqlite_database, held, name)
    held = await start(sqlite_database, held)
    chosen = str(held.id)

    async def play(title: str, *, is_forfeit: bool = False) -> tuple[str, str]:
        match = next(one for one in build_from(await load(sqlite_database, held)).ready if one.title == title)
        winner, loser = match.pair or ("", "")
        async with sqlite_database.transaction() as tx:
            if is_forfeit:
                await dodgeball.forfeit_match(tx, facilitator(), chosen, title, loser)
            else:
                await dodgeball.submit_match(tx, facilitator(), chosen, title, (winner, loser, winner))
        teams = (await load(sqlite_database, held)).teams
        return teams[int(winner[1:])].name, teams[int(loser[1:])].name

    first, (second, gone) = await play("Quarter-final"), await play("Semi-final 2", is_forfeit=True)
    async with sqlite_database.reading() as tx:
        export = await export_results(tx, director(), chosen)
    assert isinstance(export.tables, MatchTables)
    files = {file.name: file.data for file in match_files(export.tables)}
    rows = list(csv.reader(StringIO(files["matches.csv"].decode("utf-8-sig"))))
    assert rows[0] == ["Round", "Match", "Team 1", "Team 2", "Game 1", "Game 2", "Game 3", "Result", "Winner", "Kind"]

    def cell(name: str) -> str:
        return f"'{name}" if name[0] in "=@" else name

    played = [cell(name) for name in (*first, first[0], first[1], first[0])]
    assert rows[1] == ["Quarter-final", "Quarter-final", *played, "2 to 1", cell(first[0]), "played"]
    assert rows[2][:2] == ["Semi-finals", "Semi-final 1"]
    assert rows[2][4:] == ["", "", "", "", "", "ready"]
    assert rows[3] == [
        *("Semi-finals", "Semi-final 2", cell(second), cell(gone), "", "", "", "2 to 0", cell(second), "forfeit"),
    ]
    assert rows[4] == ["Final", "Final", "winner of semi-final 1", cell(second), "", "", "", "", "", "to come"]
    places = list(csv.reader(StringIO(files["places.csv"].decode("utf-8-sig"))))
    assert places == [["Place", "Team"], ["5", cell(first[1])]]
    page = files["results.html"].decode()
    assert "<bdi>&lt;b&gt;&amp;Łódź</bdi>" in page
    assert "<b>&" not in page
    for name in ("Semi-final 1", "winner of semi-final 1", "forfeit"):
        assert f"<bdi>{name}</bdi>" in page


async def test_who_shares_a_place_stands_in_the_order_of_the_seeds(sqlite_database: Database) -> None:
    held = await create_competition(sqlite_database, "dodgeball", "Ten Ugly")
    for number in range(12):
        await register_team(sqlite_database, held, f"T{number}")
    held = await start(sqlite_database, held)
    for match in build_from(await load(sqlite_database, held)).ready:
        async with sqlite_database.transaction() as tx:
            winner = (match.pair or ("",))[0]
            await dodgeball.submit_match(tx, facilitator(), str(held.id), f"#{match.id}", (winner, winner, None))
    async with sqlite_database.reading() as tx:
        export = await export_results(tx, director(), str(held.id))
    snapshot = await load(sqlite_database, held)
    assert isinstance(export.tables, MatchTables)
    assert export.tables.places == [("9 to 12", snapshot.teams[id_].name) for id_ in snapshot.seeds[8:]]


async def test_blank_sheets_of_the_matches_that_can_be_played(sqlite_database: Database) -> None:
    held = await create_competition(sqlite_database, "dodgeball", "Ten Ugly")
    for number, name in enumerate(NAMES[1:3]):
        await register_team(sqlite_database, held, name, [f"<i>{number}{letter}" for letter in "abcdef"])
    with pytest.raises(RuleError) as not_drawn:
        async with sqlite_database.reading() as tx:
            await load_any_sheets(tx, facilitator(), str(held.id), None)
    assert not_drawn.value.sentence.startswith("The bracket is not drawn yet.")
    held = await start(sqlite_database, held)
    async with sqlite_database.reading() as tx:
        found = await load_any_sheets(tx, facilitator(), str(held.id), None)
        with pytest.raises(NotAllowed):
            await load_any_sheets(tx, stranger(), str(held.id), None)
    assert isinstance(found, MatchSheets)
    (page,) = blank_matches(found).attachments
    written = page.data.decode()
    assert "<h2><bdi>Final</bdi></h2>" in written
    assert written.count("<bdi>&lt;i&gt;") == 12
    assert "<i>" not in written
    async with sqlite_database.transaction() as tx:
        await dodgeball.forfeit_match(tx, facilitator(), str(held.id), "final", "both")
    with pytest.raises(RuleError) as over:
        async with sqlite_database.reading() as tx:
            await load_any_sheets(tx, facilitator(), str(held.id), None)
    assert over.value.sentence == NONE_READY
