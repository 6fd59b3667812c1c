"""A whole team's sheet: what is understood before it counts, and what is refused."""

from typing import Any

import pytest

from bot.db.drafts import DraftPurpose
from bot.db.engine import Database
from bot.db.snapshot import Competition
from bot.services import conduct, scores
from bot.services.rounds import TypedRound
from bot.services.team_sheets import confirm_sheet, open_sheet, preview_sheet, reopen_sheet
from bot.ui.facts.conduct import RecordedOffence
from bot.ui.facts.desk import SheetEntered, SheetRead
from bot.ui.texts import team_sheets as texts
from bot.ui.texts.drafts import is_gone
from core.conduct import OffenceKind
from core.errors import NotAllowed, NotFound, RuleError
from tests.builders import (
    FACILITATOR_ROLE,
    asker,
    create_competition,
    facilitator,
    load,
    register_team,
    start,
    stranger,
)

GANG = "Gutter Gang"
WRONG = "**Bowling**: \u2068Gutter Gang\u2069. Nothing was entered:\n"
KEPT = "\nYour text is kept: press Fix."


@pytest.fixture
async def games(sqlite_database: Database) -> Competition:
    return await start_games(sqlite_database)


async def start_games(database: Database) -> Competition:
    competition = await create_competition(database)
    await register_team(database, competition, GANG, ["Ann", "Bo", "Cy", "Di"])
    await register_team(database, competition, "**Bold** @everyone", ["Łukasz", "東京", "👑 Q"])
    return await start(database, competition)


async def submit(database: Database, entrant: str, number: int, text: str, event: str = "bowling") -> None:
    async with database.transaction() as tx:
        await scores.submit_round(tx, facilitator(), None, TypedRound(event, entrant, number, text=text))


async def preview(database: Database, text: str, event: str = "bowling", team: str = GANG) -> SheetRead:
    async with database.transaction() as tx:
        return await preview_sheet(tx, facilitator(), None, event, team, text)


async def confirm(database: Database, read: SheetRead) -> SheetEntered | SheetRead:
    async with database.transaction() as tx:
        return await confirm_sheet(tx, facilitator(), None, str(read.draft_id))


async def test_a_sheet_counts_once_confirmed_and_the_kept_snapshot_is_right(database: Database) -> None:
    competition = await start_games(database)
    await submit(database, "Ann", 1, "120")
    read = await preview(database, "Ann: 120 131\nBo: - 90\nCy: X 9/ 8- 72 63 9- 81 7/ X 9/8\nDi:")
    before = await load(database, competition)
    assert len(before.sheets) == 1
    done = await confirm(database, read)
    assert isinstance(done, SheetEntered)
    assert (done.count, done.missing, done.row and done.row.total) == (3, 4, read.row and read.row.total)
    async with database.reading() as tx:
        kept = tx.snapshots.find(competition.id, done.snapshot.competition.revision)
    assert kept is not None
    assert kept.sheets == done.snapshot.sheets == (await load(database, competition)).sheets
    with pytest.raises(NotFound) as twice:
        await confirm(database, read)
    assert twice.value.sentence == is_gone(DraftPurpose.TEAM_SHEET)


async def test_the_form_holds_the_roster_and_what_is_in(sqlite_database: Database, games: Competition) -> None:
    await submit(sqlite_database, "Ann", 2, "131")
    await submit(sqlite_database, "東京", 1, "1 0 2 0 3", event="derby")
    async with sqlite_database.reading() as tx:
        bowling = await open_sheet(tx, facilitator(), None, "bowling", GANG)
        derby = await open_sheet(tx, facilitator(), None, "derby", "**Bold** @everyone")
        bags = await open_sheet(tx, facilitator(), None, "bags", GANG)
    assert bowling.text == "Ann: - 131\nBo:\nCy:\nDi:"
    assert derby.text == "Łukasz:\n東京: 1 0 2 0 3 |\n👑 Q:"
    hints = [texts.form_hint(form) for form in (bowling, derby, bags)]
    assert hints == [
        "Ann: - 17 (- is a missing game). A bar | between games typed in rolls: 9/ X … | 72 X …",
        "Ann: - 17 (- is a missing round). A bar | between rounds of several numbers",
        "Ann: - 17 17 (- is a missing round). A bar | between rounds of several numbers",
    ]
    assert max(map(len, hints)) <= 100
    assert len(texts.form_title(derby)) <= 45


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            "Ann: 121",
            '"Ann", game 1 is 120 pins already, not 121. Leave it as it is here; /score correct changes it, with a '
            "reason.",
        ),
        ("Ann: 120\nBo:", "Nothing on this sheet is new. Type the rounds after the names."),
        (
            "Ann: 120 131 99",
            '"Ann": that is 3, and a player has 2 games. Put a bar | between games of several numbers.',
        ),
        ("", "Nothing on this sheet is new. Type the rounds after the names."),
        ("Anny: 120", 'Nobody in this team is called "Anny". Did you mean "Ann"?'),
    ],
)
async def test_a_wrong_line_gets_a_sentence_and_nothing_is_entered(
    sqlite_database: Database, games: Competition, text: str, fault: str
) -> None:
    await submit(sqlite_database, "Ann", 1, "120")
    read = await preview(sqlite_database, text)
    assert read.faults == (fault,)
    said = texts.read(read)
    assert said.startswith(WRONG)
    assert said.endswith(KEPT)
    shown_anew = await confirm(sqlite_database, read)
    assert isinstance(shown_anew, SheetRead)
    assert shown_anew.faults == (fault,)
    assert len((await load(sqlite_database, games)).sheets) == 1
    async with sqlite_database.reading() as tx:
        again = await reopen_sheet(tx, facilitator(), None, str(shown_anew.draft_id))
    assert again.text == text


async def test_points_that_are_in_already_are_unchanged_however_they_were_typed(
    sqlite_database: Database, games: Competition
) -> None:
    await submit(sqlite_database, "Ann", 1, "1 0 2 0 0", event="derby")
    read = await preview(sqlite_database, "Ann: 7 9", event="derby")
    assert read.faults == ()
    assert [one.points for one in read.entered.values()] == [9]
    unlike = await preview(sqlite_database, "Ann: 0 1 0 1 0 |", event="derby")
    assert [fault[:30] for fault in unlike.faults] == ['"Ann", round 1 is 7 points alr']


async def test_what_came_in_meanwhile_is_shown_before_anything_counts(
    sqlite_database: Database, games: Competition
) -> None:
    read = await preview(sqlite_database, "Ann: 120\nBo: 90")
    await submit(sqlite_database, "Ann", 1, "120")
    anew = await confirm(sqlite_database, read)
    assert isinstance(anew, SheetRead)
    assert texts.read(anew).startswith("Something came in meanwhile. This is the sheet now:")
    assert len((await load(sqlite_database, games)).sheets) == 1
    assert isinstance(await confirm(sqlite_database, anew), SheetEntered)


async def test_implausible_rounds_show_both_readings(sqlite_database: Database, games: Competition) -> None:
    read = await preview(sqlite_database, "Ann: 240", event="derby")
    assert read.doubts == (
        "\u2068Ann\u2069: 240 is read as 240 points, and a derby round above 75 is rare: 240 or 24?",
    )


async def test_who_is_ejected_has_no_line(sqlite_database: Database, games: Competition) -> None:
    async with sqlite_database.transaction() as tx:
        shown = await conduct.preview_offence(tx, facilitator(), None, OffenceKind.PUNCH, "Bo")
    async with sqlite_database.transaction() as tx:
        done: Any = await conduct.record_offence(tx, facilitator(), str(games.id), str(shown.draft_id))
    assert isinstance(done, RecordedOffence)
    async with sqlite_database.reading() as tx:
        assert (await open_sheet(tx, facilitator(), None, "bowling", GANG)).text == "Ann:\nCy:\nDi:"
    assert (await preview(sqlite_database, "Bo: 120")).faults[0].startswith('Nobody in this team is called "Bo".')


async def test_a_sheet_is_its_authors_and_of_those_who_keep_the_event(
    sqlite_database: Database, games: Competition
) -> None:
    read = await preview(sqlite_database, "Ann: 120")
    async with sqlite_database.transaction() as tx:
        with pytest.raises(NotFound):
            await confirm_sheet(tx, asker(300, FACILITATOR_ROLE), None, str(read.draft_id))
        with pytest.raises(NotAllowed):
            await preview_sheet(tx, stranger(), None, "bowling", GANG, "Ann: 120")
        with pytest.raises(RuleError) as card:
            await preview_sheet(tx, facilitator(), None, "golf", GANG, "72")
        with pytest.raises(RuleError) as no_rounds:
            await preview_sheet(tx, facilitator(), None, "holdem", GANG, "72")
    assert card.value.sentence == "In Golf Scramble a team has one card. Choose the team, and type the card."
    assert no_rounds.value.sentence.startswith("Texas Hold'em is entered by who went out")
