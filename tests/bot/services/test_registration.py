"""Registering: what makes a team, and every refusal in its exact words."""

import asyncio
import logging
from datetime import date

import pytest
from sqlalchemy import select

from bot.db import tables
from bot.db.engine import Database
from bot.db.rosters import Draft
from bot.db.snapshot import TeamStatus
from bot.logs import AT_LEAST
from bot.services import registration
from bot.ui.texts import registration as texts
from core.competition import Step
from core.errors import RuleError
from tests.bot.services.forms import LOCK, TRIO, answer, draft_of
from tests.builders import (
    ADULT,
    asker,
    change_settings,
    create_competition,
    load,
    register_team,
    register_teams,
    send_form,
    take_steps,
)


class TestRegistered:
    async def test_a_team_stands_with_its_players(self, database: Database) -> None:
        games = await create_competition(database)
        made = await send_form(
            database, games, "  The   Lodge ", f"1. Łódź Ann, born 3 May 2001\n\nBo {ADULT}\n{ADULT} Cy"
        )
        assert made.team is not None
        snapshot = await load(database, games)
        assert snapshot.teams[made.team.id] == made.team
        assert (made.team.name, made.team.captain_id) == ("The Lodge", 1)
        assert [player.name for player in snapshot.roster(made.team.id)] == ["Łódź Ann", "Bo", "Cy"]

    async def test_the_answer_says_what_comes_next(self, database: Database) -> None:
        games = await create_competition(database)
        made = await send_form(database, games, "Lodge", TRIO)
        assert made.team is not None
        assert texts.registered(made, made.team.status) == (
            "**\u2068Lodge\u2069** is registered for **\u2068Games\u2069**.\n✅ \u2068Ann\u2069\n✅ \u2068Bo\u2069\n"
            f"✅ \u2068Cy\u2069\nYour place is confirmed.\nUntil the rosters lock {LOCK} you can change the players "
            "with `/team add`, `/team remove` and `/team swap`. `/team mine` shows your team."
        )

    async def test_dodgeball_holds_the_place_until_the_fee_is_recorded(self, database: Database) -> None:
        open_ = await create_competition(database, "dodgeball")
        made = await send_form(database, open_, "Lodge", "\n".join(f"P{number} {ADULT}" for number in range(6)))
        assert made.team is not None
        assert made.team.status is TeamStatus.PENDING
        assert "It is confirmed once a director has recorded the fee of 80.00 USD." in texts.registered(
            made, made.team.status
        )

    async def test_the_thirteenth_team_waits(self, sqlite_database: Database) -> None:
        open_ = await create_competition(sqlite_database, "dodgeball")
        await register_teams(sqlite_database, open_, [f"Team {letter}" for letter in "ABCDEFGHIJKLM"])
        roster = "\n".join(f"Late {number} {ADULT}" for number in range(6))
        made = await send_form(sqlite_database, open_, "Late", roster)
        statuses = [team.status for team in (await load(sqlite_database, open_)).teams.values()]
        assert statuses == [TeamStatus.PENDING] * 12 + [TeamStatus.WAITLISTED] * 2
        assert made.waiting_place == 2
        assert "All 12 places are taken: your team is number 2 on the waiting list." in texts.registered(
            made, TeamStatus.WAITLISTED
        )

    async def test_twenty_six_players_are_a_dodgeball_team(self, sqlite_database: Database) -> None:
        open_ = await create_competition(sqlite_database, "dodgeball")
        team = await register_team(sqlite_database, open_, "Horde", [f"P{number}" for number in range(26)])
        assert len((await load(sqlite_database, open_)).roster(team.id)) == 26

    async def test_staff_hear_of_names_that_look_alike(self, database: Database) -> None:
        games = await create_competition(database)
        await register_teams(database, games, ["Lodge", "Lоdge"])  # the second with a Cyrillic letter
        async with database.reading() as tx:
            alike = tables.post.c.subject.startswith("look-alike:")
            posts = (await tx.connection.execute(select(tables.post).where(alike))).all()
        assert [post.channel_id for post in posts] == [games.channels.staff]
        assert posts[0].payload["text"] == (
            "The new team \u2068Lоdge\u2069 looks like \u2068Lodge\u2069. Please see that nobody confuses them."
        )


class TestDrafts:
    async def test_what_was_refused_is_kept_until_it_is_right(self, database: Database) -> None:
        games = await create_competition(database)
        await send_form(database, games, "Lodge", "Ann 2001-05-03")
        await send_form(database, games, "Lodge", f"{TRIO}\nYoung 2015-01-01")
        assert await draft_of(database, games) == Draft("Lodge", f"{TRIO}\nYoung 2015-01-01")
        async with database.reading() as tx:
            form = await registration.read_form(tx, asker(1), None)
        assert form.draft.players == f"{TRIO}\nYoung 2015-01-01"
        await send_form(database, games, "Lodge", TRIO)
        assert await draft_of(database, games) is None

    async def test_everybody_has_their_own_for_each_competition(self, database: Database) -> None:
        games, others = await create_competition(database), await create_competition(database, name="Others")
        await send_form(database, games, "Lodge", "Ann 2001-05-03", user_id=1)
        assert await draft_of(database, games, user_id=2) is None
        assert await draft_of(database, others, user_id=1) is None

    @pytest.mark.parametrize(
        "steps", [(Step.CANCEL,), (Step.CLOSE_REGISTRATION, Step.START, Step.FINISH, Step.ARCHIVE)]
    )
    async def test_they_are_erased_with_the_competition(
        self, sqlite_database: Database, steps: tuple[Step, ...]
    ) -> None:
        games = await create_competition(sqlite_database)
        others = await create_competition(sqlite_database, name="Others")
        await send_form(sqlite_database, games, "Lodge", "Ann 2001-05-03")
        await send_form(sqlite_database, others, "Lodge", "Ann 2001-05-03")
        await take_steps(sqlite_database, games, *steps)
        assert await draft_of(sqlite_database, games) is None
        assert await draft_of(sqlite_database, others) is not None


class TestRaces:
    async def test_two_captains_enter_the_same_person(self, database: Database) -> None:
        games = await create_competition(database)
        made = await asyncio.gather(
            *(send_form(database, games, f"Team {n}", f"Ann 2001-05-03\nB{n} {ADULT}\nC{n} {ADULT}", n) for n in (1, 2))
        )
        winner, loser = sorted(made, key=lambda one: one.team is None)
        assert winner.team is not None
        assert f"is entered in \u2068{winner.name}\u2069 already" in answer(loser)[2]
        assert len((await load(database, games)).players) == 3

    async def test_two_teams_take_the_last_place(self, database: Database) -> None:
        open_ = await create_competition(database, "dodgeball")
        await change_settings(database, open_, capacity=2)
        await register_team(database, open_, "First")
        made = await asyncio.gather(*(register_team(database, open_, f"Team {n}") for n in (1, 2)))
        assert sorted(team.status for team in made) == [TeamStatus.PENDING, TeamStatus.WAITLISTED]

    async def test_a_form_that_is_sent_twice_at_once(self, database: Database) -> None:
        games = await create_competition(database)
        made = await asyncio.gather(
            *(send_form(database, games, "Lodge", TRIO) for _ in (1, 2)), return_exceptions=True
        )
        (refusal,) = [one for one in made if isinstance(one, RuleError)]
        assert refusal.sentence.startswith("You are the captain of \u2068Lodge\u2069 already")
        assert len((await load(database, games)).teams) == 1


class TestBirthDates:
    async def test_no_answer_log_or_ledger_holds_one(
        self, database: Database, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level(logging.DEBUG)
        for name, least in AT_LEAST.items():
            caplog.set_level(least, logger=name)
        games = await create_competition(database)
        for players in ("Ann 2001-05-03\nYoung 2015-11-23\nOdd 2001-05-03x\nAnn 2001-05-03", "Ann 2001-05-03\n" + TRIO):
            made = await send_form(database, games, "Lodge", players)
            said = repr(made) + "\n".join(
                answer(made) if made.team is None else [texts.registered(made, made.team.status)]
            )
            assert not any(trace in said for trace in ("2015", "11-23", "11, 23", "2001, 5"))
            assert said.replace(texts.EXAMPLE_LINE, "").count("2001") == 0
        async with database.reading() as tx:
            ledger = str((await tx.connection.execute(select(tables.ledger))).all())
        assert "2015" not in ledger
        assert "2001" not in ledger
        assert "2015-11-23" not in caplog.text
        assert "2001-05-03" not in caplog.text

    async def test_archiving_forgets_them(self, database: Database) -> None:
        games = await create_competition(database)
        await register_team(database, games, "Lodge", ["A", "B", "C"])
        other = await create_competition(database, name="Others")
        await register_team(database, other, "Lodge", ["A", "B", "C"])
        await take_steps(database, games, Step.CANCEL, Step.ARCHIVE)
        query = select(tables.player.c.competition_id, tables.player.c.birth_date, tables.player.c.person_key)
        async with database.reading() as tx:
            rows = (await tx.connection.execute(query)).all()
        assert {(row.birth_date, row.person_key) for row in rows if row.competition_id == games.id} == {(None, None)}
        assert all(row.birth_date == date(1990, 1, 1) for row in rows if row.competition_id == other.id)
