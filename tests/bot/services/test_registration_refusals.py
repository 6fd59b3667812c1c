"""Registering: what makes a team, and every refusal in its exact words."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select, update

from bot.clock import Clock
from bot.db import tables
from bot.db.engine import Database
from bot.db.snapshot import Competition
from core.competition import State
from core.errors import RuleError
from tests.bot.services.forms import TRIO, answer, draft_of, is_empty
from tests.builders import (
    ADULT,
    change_settings,
    create_competition,
    load,
    register_team,
    register_teams,
    send_form,
)


class TestRefusedLines:
    """Each line of the answer has a tick or the exact problem, and nothing is changed."""

    async def test_nothing_is_changed_and_the_answer_has_each_line(self, database: Database) -> None:
        games = await create_competition(database)
        made = await send_form(database, games, "Lodge", f"{TRIO}\nDi 2009-02-30\n\nE\x00f 2001-05-03")
        assert answer(made) == [
            "Nothing is registered yet; what you sent is kept. Correct what has a ❌, and send it again.",
            "✅ Team name \u2068Lodge\u2069",
            "✅ \u2068Ann\u2069",
            "✅ \u2068Bo\u2069",
            "✅ \u2068Cy\u2069",
            "❌ Line 4 holds a date that the calendar does not have. Check day and month.",
            "❌ Line 6 has a name that holds a line break, tab or other control character: type it on one line.",
            "❌ 5 players: a team has 3 or 4 players.",
        ]
        assert await is_empty(database, games)

    async def test_no_player_at_all(self, sqlite_database: Database) -> None:
        games = await create_competition(sqlite_database)
        made = await send_form(sqlite_database, games, "Lodge", " \n")
        assert answer(made)[1:] == [
            "✅ Team name \u2068Lodge\u2069",
            "❌ 0 players: a team has 3 or 4 players.",
            "Not everybody at hand? `/team start` begins a team that you fill one by one.",
        ]

    @pytest.mark.parametrize(
        ("kind", "birth_date", "is_entered"),
        [
            ("getaway", "2009-06-12", True),
            ("getaway", "2009-06-13", False),
            ("dodgeball", "2006-06-12", True),
            ("dodgeball", "2006-06-13", False),
        ],
    )
    async def test_both_sides_of_the_age(
        self, sqlite_database: Database, kind: str, birth_date: str, is_entered: bool
    ) -> None:
        competition = await create_competition(sqlite_database, kind)
        others = "\n".join(f"P{number} {ADULT}" for number in range(3 if kind == "getaway" else 5))
        made = await send_form(sqlite_database, competition, "Lodge", f"{others}\nYoung {birth_date}")
        assert (made.team is not None) is is_entered

    async def test_a_person_plays_for_one_team(self, database: Database) -> None:
        games = await create_competition(database)
        await register_team(database, games, "First", ["Zoë Łuk 2001-05-03", "B", "C"])
        made = await send_form(database, games, "Second", f"D {ADULT}\nE {ADULT}\nzoe  LUK 3 May 2001")
        assert answer(made)[-1] == (
            "❌ Line 3, \u2068zoe LUK\u2069: is entered in \u2068First\u2069 already, and a person plays for one team. "
            "Enter somebody else. Two people of one name and birth date are told apart by their Discord accounts: "
            "`/player link` the one, `/player invite` the other."
        )
        assert (
            await send_form(database, games, "Second", f"D {ADULT}\nE {ADULT}\nZoe Luk 2001-05-04")
        ).team is not None

    async def test_two_competitions_never_mix(self, database: Database) -> None:
        first, second = await create_competition(database), await create_competition(database, name="Others")
        await register_team(database, first, "Lodge", ["A", "B", "C"], captain_id=1)
        assert (await send_form(database, second, "Lodge", f"A {ADULT}\nB {ADULT}\nC {ADULT}")).team is not None

    async def test_the_database_itself_holds_a_person_to_one_team(self, database: Database) -> None:
        games = await create_competition(database)
        await register_teams(database, games, ["First", "Second"])
        async with database.reading() as tx:
            keys = list((await tx.connection.execute(select(tables.player.c.person_key))).scalars())
        assert len(set(keys)) == 6
        with pytest.raises(Exception, match=r"(?i)unique"):
            async with database.transaction() as tx:
                await tx.connection.execute(update(tables.player).values(person_key=keys[0]))


class TestRefusedNames:
    @pytest.mark.parametrize(
        ("name", "words"),
        [
            ("", "❌ The team name is empty."),
            ("Lod\nge", "❌ The team name holds a line break, tab or other control character: type it on one line."),
            ("Lod\x07ge", "❌ The team name holds a line break, tab or other control character: type it on one line."),
            ("Lod\u202ege", "❌ The team name holds an invisible mark that switches the direction of text: type it "
             "anew."),
            ("\u200b", "❌ The team name shows nothing: use letters, digits or emoji."),
            ("Lod\ud800ge", "❌ The team name holds a broken character: type it anew."),
            ("L" * 101, "❌ The team name is longer than 100 characters: shorten it."),
            ("LODGE ", "❌ There is a team \u2068Lodge\u2069 already. Choose another name."),
        ],
    )  # fmt: skip
    async def test_a_name_that_no_team_can_bear(self, sqlite_database: Database, name: str, words: str) -> None:
        games = await create_competition(sqlite_database)
        await register_team(sqlite_database, games, "Lodge", ["X", "Y", "Z"])
        made = await send_form(sqlite_database, games, name, TRIO)
        assert answer(made)[1:] == [words, "✅ \u2068Ann\u2069", "✅ \u2068Bo\u2069", "✅ \u2068Cy\u2069"]
        assert len((await load(sqlite_database, games)).teams) == 1

    async def test_a_name_of_a_hundred_characters_stands(self, database: Database) -> None:
        games = await create_competition(database)
        assert (await register_team(database, games, "é" * 100, ["A", "B", "C"])).name == "é" * 100


class TestRefusedWhole:
    async def refuse(self, database: Database, competition: Competition, name: str, players: str) -> str:
        with pytest.raises(RuleError) as refusal:
            await send_form(database, competition, name, players)
        return refusal.value.sentence

    @pytest.mark.parametrize(
        ("state", "words"),
        [
            (State.DRAFT, "The registration of \u2068Games\u2069 is not open yet: a director opens it with "
             "`/competition open`."),
            (State.REGISTRATION_CLOSED, "The registration of \u2068Games\u2069 is closed. Ask a director whether your "
             "team can still get in. `/competition open` opens it again."),
            (State.RUNNING, "\u2068Games\u2069 has begun: no team can register any more. `/team list` shows those that "
             "are in it."),
            (State.FINISHED, "\u2068Games\u2069 is finished: no team can register any more. `/competition show` shows "
             "another one."),
            (State.CANCELLED, "\u2068Games\u2069 is cancelled: no team can register any more. `/competition show` "
             "shows another one."),
            (State.ARCHIVED, "\u2068Games\u2069 is archived: no team can register any more. `/competition show` shows "
             "another one."),
        ],
    )  # fmt: skip
    async def test_a_competition_that_is_not_open(self, sqlite_database: Database, state: State, words: str) -> None:
        games = await create_competition(sqlite_database, state=state)
        assert await self.refuse(sqlite_database, games, "Lodge", TRIO) == words
        assert await is_empty(sqlite_database, games)

    async def test_the_closing_time(self, sqlite_database: Database, clock: Clock) -> None:
        games = await create_competition(sqlite_database)
        closes_at = datetime(2027, 6, 1, tzinfo=UTC)
        games = await change_settings(sqlite_database, games, registration_closes_at=closes_at)
        clock.set(closes_at - timedelta(seconds=1))
        await register_team(sqlite_database, games, "Early", ["A", "B", "C"])
        clock.set(closes_at)
        assert await self.refuse(sqlite_database, games, "Lodge", TRIO) == (
            "The registration of \u2068Games\u2069 closed <t:1811808000:F> (<t:1811808000:R>). Ask a director, who "
            "can set a later time with `/schedule set`."
        )

    async def test_a_second_team_of_one_captain(self, database: Database) -> None:
        games = await create_competition(database)
        await register_team(database, games, "Lodge", ["A", "B", "C"], captain_id=1)
        assert await self.refuse(database, games, "Lodge", TRIO) == (
            "You are the captain of \u2068Lodge\u2069 already, and a captain has one team. `/team mine` shows it, and "
            "`/team add`, `/team remove` and `/team swap` change its players."
        )

    async def test_five_thousand_characters(self, sqlite_database: Database) -> None:
        games = await create_competition(sqlite_database)
        words = "That is longer than 4,000 characters, and nothing was changed. Send a shorter text."
        assert await self.refuse(sqlite_database, games, "Lodge", "x" * 5000) == words
        assert await self.refuse(sqlite_database, games, "x" * 5000, TRIO) == words
        assert await draft_of(sqlite_database, games) is None

    async def test_a_hundred_lines(self, sqlite_database: Database) -> None:
        open_ = await create_competition(sqlite_database, "dodgeball")
        assert await self.refuse(sqlite_database, open_, "Lodge", f"P {ADULT}\n" * 100) == (
            "That is 100 lines, and nothing was changed. A roster has at most 99: write one player a line."
        )
