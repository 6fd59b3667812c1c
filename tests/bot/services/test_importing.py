"""Scores from files: what is shown first, what is entered, and each fault by its line."""

import asyncio
import csv
import random
import re
from collections.abc import Sequence
from io import StringIO

import pytest

from bot.db.engine import Database
from bot.db.snapshot import FORFEITED, Competition, SheetKey
from bot.services import conduct, corrections, holdem, importing, scores, sheet_files
from bot.services.access import change_competition
from bot.services.course import set_stroke_index
from bot.services.export import export_results
from bot.services.live import append_sheet
from bot.services.rounds import TypedRound
from bot.ui.facts.importing import ImportDone, ImportPlan
from bot.ui.facts.scores import RoundDoubted
from bot.ui.texts import importing as texts
from bot.ui.texts import sheet_files as sheet_texts
from core.competition import Step
from core.conduct import OffenceKind
from core.errors import NotAllowed, NotFound, RuleError, UserError
from core.score_table import write_code
from tests.bot.ui.worst_names import WORST_NAMES
from tests.builders import create_competition, director, facilitator, load, register_team, start, take_steps

TEAMS = {
    "Gutter Gang": ["Ann", "Bo", "Cy", "Di"],
    "Łódź Lions": ["Hal", "Ina", "Jo", "=Kim"],
    "Trio": ["Ed", "Flo", "Gus"],
}


async def games(database: Database, name: str = "Games", guild_id: int = 1) -> Competition:
    competition = await create_competition(database, name=name, guild_id=guild_id)
    for number, (team, players) in enumerate(TEAMS.items()):
        await register_team(database, competition, team, players, captain_id=500 + number)
    return await start(database, competition)


async def enter(database: Database, competition: Competition, event: str, who: str, number: int, text: str) -> None:
    async with database.transaction() as tx:
        typed = TypedRound(event, who, number, text=text)
        by = facilitator(competition.guild_id)
        done = await scores.submit_round(tx, by, str(competition.id), typed)
        if isinstance(done, RoundDoubted):
            await scores.confirm_round(tx, by, str(competition.id), str(done.draft_id))


async def preview(database: Database, competition: Competition, data: bytes) -> ImportPlan:
    async with database.transaction() as tx:
        return await importing.preview_import(tx, director(competition.guild_id), str(competition.id), data)


async def confirm(
    database: Database, competition: Competition, draft_id: int | None, reason: str | None = None
) -> ImportDone | ImportPlan:
    async with database.transaction() as tx:
        by = director(competition.guild_id)
        return await importing.confirm_import(tx, by, str(competition.id), str(draft_id), reason)


async def export(database: Database, competition: Competition) -> bytes:
    async with database.reading() as tx:
        return (await export_results(tx, director(competition.guild_id), str(competition.id))).data


async def blank_rows(database: Database, competition: Competition, event: str | None) -> list[list[str]]:
    async with database.reading() as tx:
        blank = await sheet_files.load_blank_sheets(tx, facilitator(), str(competition.id), event)
    files = {file.name: file.data for file in sheet_texts.blank_sheets(blank).attachments}
    return list(csv.reader(StringIO(files["score-sheets.csv"].decode("utf-8-sig"))))


def to_csv(rows: Sequence[Sequence[str]], separator: str = ",") -> bytes:
    text = StringIO()
    csv.writer(text, delimiter=separator).writerows(rows)
    return text.getvalue().encode()


def say(plan: ImportPlan | ImportDone) -> list[str]:
    message = texts.planned(plan) if isinstance(plan, ImportPlan) else texts.brought_in(plan)
    assert len(message.text) <= 2000
    return re.sub("[\u2068\u2069]|<t:[^>]*>", "", message.text).splitlines()


async def fill(database: Database, competition: Competition) -> None:
    chance = random.Random(5)
    for event, one in (
        ("bowling", lambda: str(chance.randint(0, 279))),
        ("derby", lambda: " ".join(str(chance.randint(0, 4)) for _ in range(5))),
        ("bags", lambda: "1/0 2/1 0/3"),
        ("basketball", lambda: " ".join(str(chance.randint(0, 4)) for _ in range(4))),
    ):
        for name in [name for players in TEAMS.values() for name in players][:7]:
            await enter(database, competition, event, name, 1, one())
    for team in ("Trio", "Gutter Gang"):
        card = " ".join(str(chance.randint(3, 6)) for _ in range(18))
        await enter(database, competition, "golf", team, 1, card)
    async with database.transaction() as tx:
        await set_stroke_index(
            tx, director(competition.guild_id), str(competition.id), "7 15 3 11 1 17 5 13 9 8 16 4 12 2 18 6 14 10"
        )
    for name in ["Ed", "Cy", "Jo", "Flo", "Di", "Hal", "Ann", "Bo", "Gus", "Ina"]:
        async with database.transaction() as tx:
            await holdem.put_out(tx, facilitator(competition.guild_id), str(competition.id), name)


async def test_a_blank_file_is_said_to_be_blank(sqlite_database: Database) -> None:
    competition = await games(sqlite_database)
    async with sqlite_database.reading() as tx:
        blank = await sheet_files.load_blank_sheets(tx, facilitator(), str(competition.id), "bowling")
    (table,) = (file.data for file in sheet_texts.blank_sheets(blank).attachments if file.name.endswith(".csv"))
    said = texts.planned(await preview(sqlite_database, competition, table))
    assert said.text == "Nothing is filled in in this file. Fill in the column Counts or Total, then send it again."
    assert said.buttons == ()


async def test_an_export_brought_into_an_empty_twin_is_exported_byte_by_byte(database: Database) -> None:
    competition = await games(database)
    await fill(database, competition)
    twin = await games(database, guild_id=2)
    data = await export(database, competition)
    plan = await preview(database, twin, data)
    assert plan.faults == ()
    assert say(plan)[0].startswith("Only a look, nothing is entered yet: new ")
    assert await export(database, twin) != data
    done = await confirm(database, twin, plan.draft_id)
    assert isinstance(done, ImportDone)
    assert await export(database, twin) == data
    assert done.snapshot == await load(database, twin)
    again = await preview(database, twin, data)
    assert (len(again.new), len(again.clashes), again.draft_id) == (0, 0, None)


async def test_the_rounds_as_a_table_come_back_the_same(database: Database) -> None:
    competition = await games(database)
    await fill(database, competition)
    async with database.reading() as tx:
        exported = await export_results(tx, director(), str(competition.id))
    assert exported.tables is not None
    files = {file.name: file.data for file in sheet_texts.result_files(exported.tables)}
    plan = await preview(database, competition, files["results.csv"])
    assert (plan.faults, plan.new, plan.clashes) == ((), (), ())
    assert plan.unchanged == 4 * 7 + 2


@pytest.mark.parametrize("separator", [",", ";", "\t"])
async def test_a_table_that_was_filled_in(sqlite_database: Database, separator: str) -> None:
    competition = await games(sqlite_database)
    rows = await blank_rows(sqlite_database, competition, "bowling")
    assert rows[0] == ["Code", "Event", "Team", "Player", "Round", "Counts", "Total"]
    assert rows[1] == [write_code(competition.id, "bowling", 1), "Bowling", "Gutter Gang", "Ann", "1", "", ""]
    assert len(rows) == 1 + 11 * 2
    assert rows[15][3] == "'=Kim"
    for row in rows[1:]:
        row[5] = "151" if row[4] == "1" else ""
    plan = await preview(sqlite_database, competition, b"\xef\xbb\xbf" + to_csv(rows, separator))
    assert say(plan)[:3] == [
        "Only a look, nothing is entered yet: new 11, unchanged 0, different from what is here 0.",
        "New:",
        "Bowling, game 1 of Ann (Gutter Gang): 151",
    ]
    assert "Bowling, game 1 of =Kim (Łódź Lions): 151" in say(plan)
    assert (await load(sqlite_database, competition)).sheets == {}
    done = await confirm(sqlite_database, competition, plan.draft_id)
    assert say(done) == ["✅ Entered: 11 new entries. `/standings` shows what came of it."]
    assert len((await load(sqlite_database, competition)).sheets) == 11
    with pytest.raises(NotFound, match="This was done already"):
        await confirm(sqlite_database, competition, plan.draft_id)


async def test_a_forfeited_card_differs_from_one_in_a_file(sqlite_database: Database) -> None:
    competition = await games(sqlite_database)
    trio = next(team for team in (await load(sqlite_database, competition)).teams.values() if team.name == "Trio")
    async with sqlite_database.transaction() as tx:
        snapshot = await change_competition(tx, director(), str(competition.id))
        await append_sheet(tx, facilitator(), snapshot, SheetKey("golf", trio.id, None, 1), FORFEITED, "too late")
    rows = await blank_rows(sqlite_database, competition, "golf")
    for row in rows[1:]:
        row[5] = " ".join(["4"] * 18)
    plan = await preview(sqlite_database, competition, to_csv(rows))
    assert (len(plan.new), len(plan.clashes)) == (2, 1)
    assert say(plan)[2].startswith("Golf Scramble, the card of Trio: a forfeit (by <@102>  ()) → ")


async def test_what_differs_stays_unless_a_reason_is_given(sqlite_database: Database) -> None:
    competition = await games(sqlite_database)
    await enter(sqlite_database, competition, "bowling", "Ann", 1, "120")
    code = write_code(competition.id, "bowling", 1)
    rows = [["Code", "Player", "Round", "Counts"], [code, "Ann", "1", "130"], [code, "Bo", "1", "99"]]
    plan = await preview(sqlite_database, competition, to_csv(rows))
    assert say(plan) == [
        "Only a look, nothing is entered yet: new 1, unchanged 0, different from what is here 1.",
        "Different (here → file):",
        "Bowling, game 1 of Ann (Gutter Gang): 120 (by <@102>  ()) → 130",
        "New:",
        "Bowling, game 1 of Bo (Gutter Gang): 99",
    ]
    message = texts.planned(plan)
    assert [button.label for button in message.buttons] == ["Enter the 1 new, leave the 1", "Enter all, replace the 1"]
    done = await confirm(sqlite_database, competition, plan.draft_id)
    assert say(done) == ["✅ Entered: 1 new entry, 1 left as they were. `/standings` shows what came of it."]
    again = await preview(sqlite_database, competition, to_csv(rows))
    assert [button.label for button in texts.planned(again).buttons] == ["Replace the 1"]
    with pytest.raises(RuleError) as refused:
        await confirm(sqlite_database, competition, again.draft_id, "  ")
    assert str(refused.value) == "Replacing needs a reason: press the button again and fill it in."
    replaced = await confirm(sqlite_database, competition, again.draft_id, "paper sheet ")
    assert say(replaced) == ["✅ Entered: 0 new entries, 1 replaced. `/standings` shows what came of it."]
    ann = next(sheet for key, sheet in (await load(sqlite_database, competition)).sheets.items() if key.player_id == 1)
    assert (ann.value, ann.reason, ann.submitted_by) == (130, "paper sheet", 101)
    assert ann.replaces_id == 1


async def correct(database: Database, competition: Competition, text: str) -> None:
    async with database.transaction() as tx:
        typed = TypedRound("bowling", "Ann", 1, text=text)
        proposed = await corrections.propose_correction(tx, facilitator(), str(competition.id), typed, "misread")
    async with database.transaction() as tx:
        await corrections.confirm_correction(tx, facilitator(), str(competition.id), str(proposed.draft_id))


async def test_a_correction_meanwhile_has_the_file_shown_anew(database: Database) -> None:
    competition = await games(database)
    await enter(database, competition, "bowling", "Ann", 1, "120")
    code = write_code(competition.id, "bowling", 1)
    rows = [["Code", "Player", "Round", "Counts"], [code, "Ann", "1", "130"], [code, "Bo", "1", "99"]]
    plan = await preview(database, competition, to_csv(rows))
    await correct(database, competition, "125")
    anew = await confirm(database, competition, plan.draft_id, "paper")
    assert isinstance(anew, ImportPlan)
    assert say(anew)[0] == (
        "Something was entered since you looked, so nothing was done. Now: new 1, unchanged 0, different from what is "
        "here 1."
    )
    assert "125" in say(anew)[2]
    assert len((await load(database, competition)).sheets) == 1
    assert isinstance(await confirm(database, competition, anew.draft_id, "paper"), ImportDone)


async def test_an_import_and_a_correction_at_once_never_mix(database: Database) -> None:
    competition = await games(database)
    await enter(database, competition, "bowling", "Ann", 1, "120")
    code = write_code(competition.id, "bowling", 1)
    rows = [["Code", "Player", "Round", "Counts"], [code, "Ann", "1", "130"], [code, "Bo", "1", "99"]]
    for number in range(4):
        plan = await preview(database, competition, to_csv([*rows, [code, "Cy", "1", str(number)]]))
        outcome, _ = await asyncio.gather(
            confirm(database, competition, plan.draft_id, "paper"), correct(database, competition, str(140 + number))
        )
        snapshot = await load(database, competition)
        ann = snapshot.sheets[SheetKey("bowling", None, 1, 1)]
        cy = snapshot.sheets.get(SheetKey("bowling", None, 3, 1))
        if isinstance(outcome, ImportPlan):
            assert outcome.is_anew
            assert ann.value == 140 + number
            assert cy is None or cy.value != number or number == 0
        else:
            assert cy is not None
            assert cy.value == number
            assert ann.value in (130, 140 + number)


async def test_rounds_played_before_an_ejection_come_in_and_say_so(sqlite_database: Database) -> None:
    """Ruling 19: what was played stands, also where its paper sheet comes later."""
    competition = await games(sqlite_database)
    rows = await blank_rows(sqlite_database, competition, "bowling")
    for row in rows:
        if row[rows[0].index("Player")] in ("Ann", "Bo") and row[rows[0].index("Round")] == "1":
            row[rows[0].index("Total")] = "120"
    async with sqlite_database.transaction() as tx:
        asked = await conduct.preview_offence(tx, director(), str(competition.id), OffenceKind.PUNCH, "Ann")
    async with sqlite_database.transaction() as tx:
        await conduct.record_offence(tx, director(), str(competition.id), str(asked.draft_id))
    plan = await preview(sqlite_database, competition, to_csv(rows))
    assert say(plan)[:4] == [
        "Only a look, nothing is entered yet: new 2, unchanged 0, different from what is here 0.",
        "Of those who are out now. Confirm only what was played before that; it stands:",
        "⚠️ Bowling, game 1 of Ann (Gutter Gang)",
        "New:",
    ]
    done = await confirm(sqlite_database, competition, plan.draft_id)
    assert isinstance(done, ImportDone)
    assert done.entered == 2
    reasons = {sheet.key.player_id: sheet.reason for sheet in done.snapshot.sheets.values()}
    names = {id_: player.name for id_, player in done.snapshot.players.items()}
    assert {names[id_ or 0]: reason for id_, reason in reasons.items()} == {"Ann": texts.PLAYED_BEFORE, "Bo": None}


async def test_who_may_and_when(sqlite_database: Database) -> None:
    competition = await games(sqlite_database)
    async with sqlite_database.transaction() as tx:
        with pytest.raises(NotAllowed):
            await importing.preview_import(tx, facilitator(), str(competition.id), b"x")
    await take_steps(sqlite_database, competition, Step.FINISH)
    with pytest.raises(UserError, match="The competition is finished"):
        await preview(sqlite_database, competition, b"x")


async def test_the_worst_names_come_through_a_table(sqlite_database: Database) -> None:
    competition = await create_competition(sqlite_database)
    names = [name for name in WORST_NAMES if 1 < len(name.strip()) <= 60 and name.strip().isprintable()][:14]
    for number, name in enumerate(names):
        await register_team(sqlite_database, competition, name, [f"P{number}a", f"P{number}b", f"{name}"])
    competition = await start(sqlite_database, competition)
    rows = await blank_rows(sqlite_database, competition, "derby")
    for row in rows[1:]:
        assert not row[3].startswith(("=", "+", "-", "@"))
        row[5] = "1 0 2 0 3"
    plan = await preview(sqlite_database, competition, to_csv(rows, ";"))
    assert plan.faults == ()
    assert len(plan.new) == len(rows) - 1
    assert len(texts.planned(plan).text) <= 2000
