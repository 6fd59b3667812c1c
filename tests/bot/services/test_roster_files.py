"""Rosters as files: a dry run with every fault by its line, and all teams or none."""

import asyncio
import csv
import time
from dataclasses import replace
from io import StringIO

import pytest

from bot.db.engine import Database
from bot.db.snapshot import TeamStatus
from bot.services import held_files, linking, roster_files
from bot.services.access import Asker
from bot.services.held_files import HeldFiles
from bot.ui.facts.roster_files import RosterImport
from bot.ui.message import Message
from bot.ui.texts import roster_files as texts
from core.competition import Step
from core.errors import NotAllowed, NotFound, RuleError
from tests.builders import (
    ADULT,
    captain,
    change_settings,
    create_competition,
    director,
    facilitator,
    load,
    register_team,
    stranger,
    take_steps,
)

HEAD = "Team,Player,Birth date\n"
GOOD = f"{HEAD}Lodge,A,{ADULT}\nLodge,B,{ADULT}\nOther,X,{ADULT}\nLodge,C,{ADULT}\nOther,Y,{ADULT}\nOther,Z,{ADULT}\n"


async def check(
    database: Database, text: str, *, who: Asker | None = None, held: HeldFiles | None = None, name: str = "Games"
) -> RosterImport:
    async with database.reading() as tx:
        return await roster_files.preview_import(tx, who or director(), name, text.encode(), held or HeldFiles())


async def confirm(database: Database, checked: RosterImport, held: HeldFiles, who: Asker | None = None) -> RosterImport:
    chosen = str(checked.competition.id)
    async with database.transaction() as tx:
        return await roster_files.confirm_import(tx, who or director(), chosen, checked.held_key, held)


async def bring(database: Database, text: str, name: str = "Games") -> RosterImport:
    held = HeldFiles()
    return await confirm(database, await check(database, text, held=held, name=name), held)


async def export(database: Database, who: Asker, *, with_birth_dates: bool = False) -> Message:
    async with database.reading() as tx:
        return texts.exported(await roster_files.export_rosters(tx, who, "Games", with_birth_dates=with_birth_dates))


class TestImport:
    async def test_first_it_is_checked_and_then_it_is_registered(self, database: Database) -> None:
        games = await create_competition(database)
        held = HeldFiles()
        checked = await check(database, GOOD, held=held)
        shown = texts.imported(checked)
        assert shown.text == (
            "✅ Nothing is wrong: 2 teams with 6 players. Nothing is registered yet; this file is kept for 15 minutes."
        )
        assert [button.label for button in shown.buttons] == ["Register these teams"]
        assert not (await load(database, games)).teams
        done = await confirm(database, checked, held)
        assert texts.imported(done).text == (
            "✅ Registered: 2 teams with 6 players. `/captain code` lets captains claim their teams."
        )
        snapshot = await load(database, games)
        assert {team.name: [p.name for p in snapshot.roster(team.id)] for team in snapshot.teams.values()} == {
            "Lodge": ["A", "B", "C"],
            "Other": ["X", "Y", "Z"],
        }
        assert {team.captain_id for team in snapshot.teams.values()} == {None}

    async def test_every_fault_is_named_by_its_line_and_nothing_is_changed(self, database: Database) -> None:
        games = await create_competition(database)
        await register_team(database, games, "Taken", ["Ann 2001-05-03", "B", "C"])
        text = (
            f"Team,Player,Birth date,Captain\ntaken,P,{ADULT},\nTaken,Q,{ADULT},\nTaken,ann,2001-05-03,\n"
            f"Short,R,{ADULT},\nShort,S,2009-02-30,\nThird,Kid,2015-01-01,\nThird,T,{ADULT},Bad\u202eName\n"
            f"Third,U,{ADULT},\nFourth,u,{ADULT},\nFourth,V,,\nFourth,W,{ADULT},\n"
        )
        done = await check(database, text)
        elsewhere = (
            "already, and a person plays for one team. Enter somebody else. Two people of one name and birth date are "
            "told apart by their Discord accounts: `/player link` the one, `/player invite` the other."
        )
        assert texts.imported(done).text.split("\n") == [
            "Nothing was registered: 8 faults in 4 teams with 11 players.",
            "Line 2, \u2068taken\u2069: There is a team \u2068Taken\u2069 already. Choose another name.",
            f"Line 4, \u2068ann\u2069 (\u2068taken\u2069): is entered in \u2068Taken\u2069 {elsewhere}",
            "Line 5, \u2068Short\u2069: 2 players: a team has 3 or 4 players.",
            "Line 6, \u2068Short\u2069: this player holds a date that the calendar does not have. Check day and month.",
            "Line 7, \u2068Third\u2069: The captain's name holds an invisible mark that switches the direction of text"
            ": type it anew.",
            "Line 7, \u2068Kid\u2069 (\u2068Third\u2069): too young. Everybody must be 18 or older on 2027-06-12, the "
            "first day. Check the birth date, enter somebody else, or ask a director for an exception.",
            f"Line 10, \u2068u\u2069 (\u2068Fourth\u2069): is entered in \u2068Third\u2069 {elsewhere}",
            "Line 11, \u2068Fourth\u2069: this player has no birth date. Write it like `Ann Lee 2001-05-03`.",
        ]
        assert len((await load(database, games)).teams) == 1

    async def test_many_faults_come_as_a_file(self, sqlite_database: Database) -> None:
        await create_competition(sqlite_database)
        done = await check(sqlite_database, HEAD + "\n".join(f"Team {number},P,{ADULT}" for number in range(130)))
        answer = texts.imported(done)
        assert answer.text.endswith("The file has all of them.")
        assert len(answer.text) < 2000
        assert len(answer.attachments[0].data.decode().splitlines()) == 259

    async def test_teams_beyond_the_places_wait(self, sqlite_database: Database) -> None:
        games = await create_competition(sqlite_database)
        await change_settings(sqlite_database, games, capacity=2)
        more = "".join(f"Third,{letter},{ADULT}\n" for letter in "PQR")
        done = await bring(sqlite_database, GOOD + more)
        assert "1 team on the waiting list." in texts.imported(done).text
        statuses = [team.status for team in (await load(sqlite_database, games)).teams.values()]
        assert statuses == [TeamStatus.CONFIRMED, TeamStatus.CONFIRMED, TeamStatus.WAITLISTED]

    async def test_what_is_no_table(self, sqlite_database: Database) -> None:
        await create_competition(sqlite_database)
        with pytest.raises(RuleError) as refusal:
            await check(sqlite_database, "Name,Age\nAnn,20")
        assert refusal.value.sentence == (
            "Nothing was registered: the file needs the headings `Team`, `Player` and `Birth date`, one player a row; "
            "`Captain` may be there too."
        )

    async def test_a_large_file_is_read_quickly(self, sqlite_database: Database) -> None:
        await create_competition(sqlite_database)
        for text in (
            HEAD + "".join(f"Team {n // 4},P{n},{ADULT}\n" for n in range(5000)),
            HEAD + "".join(f"Horde,P{n},{ADULT}\n" for n in range(5000)),
        ):
            began = time.process_time()
            await check(sqlite_database, text)
            assert time.process_time() - began < 5

    async def test_who_may_and_when(self, sqlite_database: Database) -> None:
        games = await create_competition(sqlite_database)
        for who in (stranger(), facilitator()):
            with pytest.raises(NotAllowed, match="Only a director can do this"):
                await check(sqlite_database, GOOD, who=who)
            async with sqlite_database.reading() as tx:
                with pytest.raises(NotAllowed, match="Only a director can do this"):
                    await roster_files.require_importer(tx, who, "Games")
        await take_steps(sqlite_database, games, Step.CLOSE_REGISTRATION)
        with pytest.raises(RuleError, match="The registration of \u2068Games\u2069 is closed"):
            await check(sqlite_database, GOOD)

    async def test_whatever_would_come_out_otherwise_is_shown_anew(self, sqlite_database: Database) -> None:
        games = await create_competition(sqlite_database)
        held = HeldFiles()
        checked = await check(sqlite_database, GOOD, held=held)
        await register_team(sqlite_database, games, "First")
        await change_settings(sqlite_database, games, capacity=2)
        anew = await confirm(sqlite_database, checked, held)
        assert texts.imported(anew).text == (
            "⚠️ Teams or settings have changed since you were shown this. Look at it again:\n"
            "✅ Nothing is wrong: 2 teams with 6 players. 1 team on the waiting list. Nothing is registered yet; this "
            "file is kept for 15 minutes."
        )
        assert len((await load(sqlite_database, games)).teams) == 1
        await register_team(sqlite_database, games, "lodge")
        taken = await confirm(sqlite_database, anew, held)
        assert "Line 2, \u2068Lodge\u2069: There is a team \u2068lodge\u2069 already." in texts.imported(taken).text
        assert texts.imported(taken).buttons == ()

    async def test_a_file_is_for_its_sender_once_and_for_a_quarter_of_an_hour(
        self, sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await create_competition(sqlite_database)
        gone = (
            "This file was registered already, or it is not kept any more (15 minutes, and not across a restart). Send "
            "it again with `/roster import`."
        )
        held = HeldFiles()
        checked = await check(sqlite_database, GOOD, held=held)
        assert ADULT not in repr(vars(held))
        await confirm(sqlite_database, checked, held)
        late = await check(sqlite_database, HEAD + "".join(f"New,{name},{ADULT}\n" for name in "DEF"), held=held)
        monkeypatch.setattr(held_files, "KEPT_SECONDS", 0.0)
        expired = await check(sqlite_database, HEAD + "".join(f"New,{name},{ADULT}\n" for name in "DEF"), held=held)
        await asyncio.sleep(0.01)
        other = replace(director(), user_id=909)
        for plan, who in ((checked, director()), (late, other), (late, director()), (expired, director())):
            with pytest.raises(NotFound) as refusal:
                await confirm(sqlite_database, plan, held, who)
            assert refusal.value.sentence == gone


class TestExport:
    async def test_what_goes_out_comes_back(self, sqlite_database: Database) -> None:
        games = await create_competition(sqlite_database)
        await register_team(sqlite_database, games, "=Łódź", ["+A 2001-05-03", "B", "C"])
        answer = await export(sqlite_database, director(), with_birth_dates=True)
        assert answer.text == "All rosters. It holds birth dates: keep it to yourself, and delete it."
        text = answer.attachments[0].data.decode("utf-8-sig")
        assert list(csv.reader(StringIO(text)))[:2] == [
            ["Team", "Status", "Captain", "Player", "Birth date"],
            ["'=Łódź", "confirmed", "", "'+A", "2001-05-03"],
        ]
        await take_steps(sqlite_database, games, Step.CANCEL)
        again = await create_competition(sqlite_database, name="Again")
        await bring(sqlite_database, text, "Again")
        (team,) = (await load(sqlite_database, again)).teams.values()
        assert team.name == "=Łódź"
        assert [p.name for p in (await load(sqlite_database, again)).roster(team.id)] == ["+A", "B", "C"]

    async def test_a_captain_who_plays_is_named(self, sqlite_database: Database) -> None:
        games = await create_competition(sqlite_database)
        team = await register_team(sqlite_database, games, "Lodge", ["A", "B", "C"])
        async with sqlite_database.transaction() as tx:
            await linking.link_players(tx, captain(team), "Games", "Lodge", {"B": team.captain_id})
        data = (await export(sqlite_database, facilitator())).attachments[0].data.decode("utf-8-sig")
        assert list(csv.reader(StringIO(data)))[1] == ["Lodge", "confirmed", "B", "A"]

    async def test_birth_dates_are_for_directors_who_ask(self, sqlite_database: Database) -> None:
        games = await create_competition(sqlite_database)
        team = await register_team(sqlite_database, games, "Lodge", ["A 2001-05-03", "B", "C"])
        for who in (facilitator(), director()):
            data = (await export(sqlite_database, who)).attachments[0].data
            assert b"2001" not in data
            assert b"1990" not in data
        with pytest.raises(NotAllowed, match="Only a director can do this"):
            await export(sqlite_database, facilitator(), with_birth_dates=True)
        for who in (captain(team), stranger()):
            with pytest.raises(NotAllowed, match="Only a facilitator"):
                await export(sqlite_database, who)
