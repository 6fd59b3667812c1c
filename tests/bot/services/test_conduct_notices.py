"""Who is told of an offence, and the history that staff see."""

import pytest
from sqlalchemy import update

from bot.db import tables
from bot.db.engine import Database
from bot.services import conduct_history
from bot.ui.facts.conduct import History
from bot.ui.texts import conduct as texts
from bot.ui.texts import conduct_history as history_texts
from core.competition import Step
from core.conduct import Decision
from core.errors import NotAllowed
from tests.bot.services.offences import PUNCH, decide, lift, link, posts, record, started
from tests.builders import (
    captain,
    change_settings,
    create_competition,
    director,
    facilitator,
    register_team,
    register_teams,
    stranger,
    take_steps,
)


class TestWhoIsTold:
    async def test_player_and_captain_by_direct_message_and_nobody_else(self, database: Database) -> None:
        competition, lodge, _ = await started(database)
        await link(database, "Ann", 555)

        done = await record(database, competition, "Ann", note="said something ugly")

        assert done.unreachable == ()
        assert await posts(database) == [
            (
                None,
                555,
                "**\u2068Games\u2069**: trash talk was recorded against you. This is your warning, for the whole "
                "competition. Another offence ejects you.",
            ),
            (
                None,
                lodge.captain_id,
                "**\u2068Games\u2069**: trash talk was recorded against \u2068Ann\u2069 of your team "
                "\u2068Lodge\u2069. \u2068Ann\u2069 is warned; another offence of trash talk ejects them. "
                f"You can appeal once, with `/appeal submit` and the number #{done.offence.id}.",
            ),
        ]

    async def test_staff_see_whom_no_message_reaches(self, sqlite_database: Database) -> None:
        competition, lodge, _ = await started(sqlite_database)
        async with sqlite_database.transaction() as tx:
            await tx.connection.execute(update(tables.team).where(tables.team.c.id == lodge.id).values(captain_id=None))

        done = await record(sqlite_database, competition, "Ann")

        assert texts.recorded(done).splitlines()[-1] == (
            "No message can reach \u2068Ann\u2069 and \u2068the captain of Lodge\u2069: please tell them in person."
        )
        assert await posts(sqlite_database) == []

    async def test_a_captain_who_offends_gets_one_message(self, sqlite_database: Database) -> None:
        competition, lodge, _ = await started(sqlite_database)
        assert lodge.captain_id is not None
        await link(sqlite_database, "Ann", lodge.captain_id)

        await record(sqlite_database, competition, "Ann")

        assert [user for _, user, _ in await posts(sqlite_database)] == [lodge.captain_id]

    async def test_the_public_notice_names_no_player_and_no_note(self, sqlite_database: Database) -> None:
        competition, _, _ = await started(sqlite_database)
        await record(sqlite_database, competition, "Ann", PUNCH, note="hit Kim")
        await record(sqlite_database, competition, "Bo", PUNCH)

        assert [text for *_, text in await posts(sqlite_database, public=True)] == [
            "**\u2068Lodge\u2069** plays a player short in what it still plays.",
            "**\u2068Lodge\u2069** plays 2 players short in what it still plays.",
        ]

    async def test_nobody_reads_that_a_team_plays_short_which_plays_no_more(self, sqlite_database: Database) -> None:
        competition, _, _ = await started(sqlite_database)
        await take_steps(sqlite_database, competition, Step.FINISH)
        before = await posts(sqlite_database, public=True)
        await record(sqlite_database, competition, "Ann", PUNCH)
        assert await posts(sqlite_database, public=True) == before

    async def test_nor_one_that_waits_for_a_place(self, sqlite_database: Database) -> None:
        competition = await create_competition(sqlite_database)
        competition = await change_settings(sqlite_database, competition, capacity=2)
        await register_teams(sqlite_database, competition, ["Lodge", "Aces"])
        await register_team(sqlite_database, competition, "Hill", ["Ann", "Bo", "Cy"])
        before = await posts(sqlite_database, public=True)
        await record(sqlite_database, competition, "Ann", PUNCH)
        assert await posts(sqlite_database, public=True) == before


class TestHistory:
    async def test_staff_see_it_by_team_and_player(self, database: Database) -> None:
        competition, _, _ = await started(database)
        for name in ("Ann", "Kim"):
            await record(database, competition, name, note="**bold**")

        async def show(**options: str) -> History:
            async with database.reading() as tx:
                return await conduct_history.show_history(tx, facilitator(), str(competition.id), **options)

        assert [entry.player.name for entry in (await show()).entries] == ["Ann", "Kim"]
        assert [entry.player.name for entry in (await show(team="Aces")).entries] == ["Kim"]
        assert [entry.player.name for entry in (await show(player="Ann")).entries] == ["Ann"]
        shown = history_texts.shown(await show(player="Ann"))
        assert "Leads to: warning." in shown
        assert "Note: \u2068\\*\\*bold\\*\\*\u2069" in shown
        assert history_texts.shown(await show(player="Bo")) == "Nothing is recorded in \u2068Games\u2069 that fits."

    async def test_nobody_else_does(self, sqlite_database: Database) -> None:
        competition, lodge, _ = await started(sqlite_database)
        for by in (captain(lodge), stranger()):
            with pytest.raises(NotAllowed):
                async with sqlite_database.reading() as tx:
                    await conduct_history.show_history(tx, by, str(competition.id))

    async def test_decisions_and_lifting_are_in_it(self, sqlite_database: Database) -> None:
        competition, _, _ = await started(sqlite_database)
        for name in ("Ann", "Ann", "Bo"):
            last = await record(sqlite_database, competition, name)
        await decide(sqlite_database, competition, "Lodge", Decision.DECLINED)
        await lift(sqlite_database, competition, last.offence.id, "not him")

        async with sqlite_database.reading() as tx:
            shown = history_texts.shown(await conduct_history.show_history(tx, director(), str(competition.id)))
            offered = await conduct_history.name_standing(tx, director(), str(competition.id))

        assert "Team ejection declined by <@101>" in shown
        assert "Lifted by <@101>" in shown
        assert "\u2068not him\u2069" in shown
        assert [value for _, value in offered] == [f"#{last.offence.id - 1}", f"#{last.offence.id - 2}"]
        assert offered[0][0] == f"#{last.offence.id - 1} Ann (Lodge): trash talk"
