"""Registering: what makes a team, and every refusal in its exact words."""

import asyncio
import logging
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from sqlalchemy import select, update

from bot.clock import Clock
from bot.db import tables
from bot.db.competitions import update_competition
from bot.db.engine import Database
from bot.db.rosters import Draft, find_draft
from bot.db.snapshot import Competition, TeamStatus
from bot.logs import QUIET
from bot.services import registration
from bot.services.registration import Registration
from bot.ui.texts import registration as texts
from core.competition import CompetitionSettings, DateStyle, Kind, State, Step, initial_settings
from core.errors import RuleError
from core.roster_text import parse_roster
from tests.builders import (
    ADULT,
    FIRST_DAY,
    asker,
    create_competition,
    load,
    register_team,
    register_teams,
    take_steps,
)

LOCK = "<t:1812776400:F> (<t:1812776400:R>)"  # 12 June 2027, 00:00 in Chicago
GAMES = initial_settings(Kind.GETAWAY, "Games", FIRST_DAY, FIRST_DAY, "America/Chicago")
OPEN = initial_settings(Kind.DODGEBALL, "Open", FIRST_DAY, FIRST_DAY, "America/Chicago")
TRIO = f"Ann {ADULT}\nBo {ADULT}\nCy {ADULT}"


async def send(database: Database, competition: Competition, name: str, players: str, user_id: int = 1) -> Registration:
    async with database.transaction() as tx:
        return await registration.register_team(tx, asker(user_id), str(competition.id), name, players)


def answer(made: Registration) -> list[str]:
    """The lines with which a form that was not right is answered."""
    assert made.team is None
    return texts.not_registered(made.competition.settings, made.name, made.name_problem, made.roster).split("\n")


def word(roster: str, settings: CompetitionSettings = GAMES) -> list[str]:
    """What is said of each line where nobody else is registered."""
    lines = parse_roster(roster, settings.date_style)
    return [texts.word_line(line, settings) for line in registration.check_lines(lines, settings, {}, b"secret")]


async def change_settings(database: Database, competition: Competition, **values: object) -> Competition:
    changed = replace(competition, settings=replace(competition.settings, **values))  # pyright: ignore[reportArgumentType]
    async with database.transaction() as tx:
        await update_competition(tx, changed)
    return changed


async def is_empty(database: Database, competition: Competition) -> bool:
    snapshot = await load(database, competition)
    return not snapshot.teams and not snapshot.players


async def draft_of(database: Database, competition: Competition, user_id: int = 1) -> Draft | None:
    async with database.reading() as tx:
        return await find_draft(tx, competition.id, user_id)


class TestRegistered:
    async def test_a_team_stands_with_its_players(self, database: Database) -> None:
        games = await create_competition(database)
        made = await send(database, games, "  The   Lodge ", f"1. Łódź Ann, born 3 May 2001\n\nBo {ADULT}\n{ADULT} Cy")
        assert made.team is not None
        snapshot = await load(database, games)
        assert snapshot.teams[made.team.id] == made.team
        assert (made.team.name, made.team.captain_id) == ("The Lodge", 1)
        assert [player.name for player in snapshot.roster(made.team.id)] == ["Łódź Ann", "Bo", "Cy"]

    async def test_the_answer_says_what_comes_next(self, database: Database) -> None:
        games = await create_competition(database)
        made = await send(database, games, "Lodge", TRIO)
        assert made.team is not None
        text = texts.registered(games, made.name, made.team.status, None, [p.name for p in made.players])
        assert text == (
            "**\u2068Lodge\u2069** is registered for **\u2068Games\u2069**.\n✅ \u2068Ann\u2069\n✅ \u2068Bo\u2069\n"
            f"✅ \u2068Cy\u2069\nYour place is confirmed.\nUntil the rosters lock {LOCK} you can change the players "
            "with `/team add`, `/team remove` and `/team swap`. `/team mine` shows your team."
        )

    async def test_dodgeball_holds_the_place_until_the_fee_is_recorded(self, database: Database) -> None:
        open_ = await create_competition(database, "dodgeball")
        team = await register_team(database, open_, "Lodge")
        assert team.status is TeamStatus.PENDING
        assert "It is confirmed once a director has recorded the fee of 80.00 USD." in texts.registered(
            open_, "Lodge", team.status, None, []
        )

    async def test_the_thirteenth_team_waits(self, sqlite_database: Database) -> None:
        open_ = await create_competition(sqlite_database, "dodgeball")
        await register_teams(sqlite_database, open_, [f"Team {letter}" for letter in "ABCDEFGHIJKLM"])
        roster = "\n".join(f"Late {number} {ADULT}" for number in range(6))
        made = await send(sqlite_database, open_, "Late", roster)
        statuses = [team.status for team in (await load(sqlite_database, open_)).teams.values()]
        assert statuses == [TeamStatus.PENDING] * 12 + [TeamStatus.WAITLISTED] * 2
        assert made.waiting_place == 2
        assert "All 12 places are taken: your team is number 2 on the waiting list." in texts.registered(
            open_, "Late", TeamStatus.WAITLISTED, made.waiting_place, []
        )

    async def test_twenty_six_players_are_a_dodgeball_team(self, sqlite_database: Database) -> None:
        open_ = await create_competition(sqlite_database, "dodgeball")
        team = await register_team(sqlite_database, open_, "Horde", [f"P{number}" for number in range(26)])
        assert len((await load(sqlite_database, open_)).roster(team.id)) == 26

    async def test_staff_hear_of_names_that_look_alike(self, database: Database) -> None:
        games = await create_competition(database)
        await register_teams(database, games, ["Lodge", "Lоdge"])  # the second with a Cyrillic letter
        async with database.reading() as tx:
            posts = (await tx.connection.execute(select(tables.post))).all()
        assert [post.channel_id for post in posts] == [games.channels.staff]
        assert posts[0].payload["text"] == (
            "The new team \u2068Lоdge\u2069 looks like \u2068Lodge\u2069. Please see that nobody confuses them."
        )


class TestRefusedLines:
    """Each line of the answer has a tick or the exact problem, and nothing is changed."""

    @pytest.mark.parametrize(
        ("line", "words"),
        [
            ("Di 2009-06-13", "\u2068Di\u2069: too young. Everybody must be 18 or older on 2027-06-12, the first day. "
             "Check the birth date, or enter somebody else."),
            ("Di 1890-01-01", "\u2068Di\u2069: this birth date cannot be right. Check the year."),
            ("Di 2027-12-01", "\u2068Di\u2069: this birth date cannot be right. Check the year."),
            ("Di 10/06/2009", "\u2068Di\u2069: day and month of this birth date can be read either way, and it "
             "matters. Write the year first, as in `Ann Lee 2001-05-03`."),
            ("ANN 1990-01-01", "\u2068ANN\u2069: stands on line 1 already. Enter everybody once."),
        ],
    )  # fmt: skip
    def test_a_player_who_cannot_play(self, line: str, words: str) -> None:
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
    def test_a_line_that_cannot_be_read(self, line: str, words: str) -> None:
        assert word(f"Ann {ADULT}\n{line}\nBo {ADULT}\nCy {ADULT}") == [
            "✅ \u2068Ann\u2069",
            f"❌ Line 2 {words}",
            "✅ \u2068Bo\u2069",
            "✅ \u2068Cy\u2069",
        ]

    async def test_nothing_is_changed_and_the_answer_has_each_line(self, database: Database) -> None:
        games = await create_competition(database)
        made = await send(database, games, "Lodge", f"{TRIO}\nDi 2009-02-30\n\nE\x00f 2001-05-03")
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

    def test_a_month_first_competition_reads_dates_its_way(self) -> None:
        settings = replace(GAMES, date_style=DateStyle.MONTH_DAY_YEAR)
        assert "day and month" in word(f"{TRIO}\nDi 06/11/2009", settings)[-1]
        assert word(f"{TRIO}\nDi 06/11/2008", settings)[-1] == "✅ \u2068Di\u2069"

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
    def test_too_few_or_too_many(self, settings: CompetitionSettings, count: int, words: str) -> None:
        assert word("\n".join(f"P{number} {ADULT}" for number in range(count)), settings)[-1] == words

    async def test_no_player_at_all(self, sqlite_database: Database) -> None:
        games = await create_competition(sqlite_database)
        made = await send(sqlite_database, games, "Lodge", " \n")
        assert answer(made)[1:] == ["✅ Team name \u2068Lodge\u2069", "❌ 0 players: a team has 3 or 4 players."]

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
        made = await send(sqlite_database, competition, "Lodge", f"{others}\nYoung {birth_date}")
        assert (made.team is not None) is is_entered

    async def test_a_person_plays_for_one_team(self, database: Database) -> None:
        games = await create_competition(database)
        await register_team(database, games, "First", ["Zoë Łuk 2001-05-03", "B", "C"])
        made = await send(database, games, "Second", f"D {ADULT}\nE {ADULT}\nzoe  LUK 3 May 2001")
        assert answer(made)[-1] == (
            "❌ Line 3, \u2068zoe LUK\u2069: is entered in \u2068First\u2069 already, and a person plays for one team. "
            "Enter somebody else, or ask a director if these are two people."
        )
        assert (await send(database, games, "Second", f"D {ADULT}\nE {ADULT}\nZoe Luk 2001-05-04")).team is not None

    async def test_two_competitions_never_mix(self, database: Database) -> None:
        first, second = await create_competition(database), await create_competition(database, name="Others")
        await register_team(database, first, "Lodge", ["A", "B", "C"], captain_id=1)
        assert (await send(database, second, "Lodge", f"A {ADULT}\nB {ADULT}\nC {ADULT}")).team is not None

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
        made = await send(sqlite_database, games, name, TRIO)
        assert answer(made)[1:] == [words, "✅ \u2068Ann\u2069", "✅ \u2068Bo\u2069", "✅ \u2068Cy\u2069"]
        assert len((await load(sqlite_database, games)).teams) == 1

    async def test_a_name_of_a_hundred_characters_stands(self, database: Database) -> None:
        games = await create_competition(database)
        assert (await register_team(database, games, "é" * 100, ["A", "B", "C"])).name == "é" * 100


class TestRefusedWhole:
    async def refuse(self, database: Database, competition: Competition, name: str, players: str) -> str:
        with pytest.raises(RuleError) as refusal:
            await send(database, competition, name, players)
        return refusal.value.sentence

    @pytest.mark.parametrize(
        ("state", "words"),
        [
            (State.DRAFT, "The registration of \u2068Games\u2069 is not open yet: a director opens it with "
             "`/competition open`."),
            (State.REGISTRATION_CLOSED, "The registration of \u2068Games\u2069 is closed. Ask a director whether your "
             "team can still get in."),
            (State.RUNNING, "The registration of \u2068Games\u2069 is closed. Ask a director whether your team can "
             "still get in."),
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
            "The registration of \u2068Games\u2069 closed <t:1811808000:F> (<t:1811808000:R>). Ask a director to open "
            "it again."
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


class TestDrafts:
    async def test_what_was_refused_is_kept_until_it_is_right(self, database: Database) -> None:
        games = await create_competition(database)
        await send(database, games, "Lodge", "Ann 2001-05-03")
        await send(database, games, "Lodge", f"{TRIO}\nYoung 2015-01-01")
        assert await draft_of(database, games) == Draft("Lodge", f"{TRIO}\nYoung 2015-01-01")
        async with database.reading() as tx:
            form = await registration.read_form(tx, asker(1), None)
        assert form.draft.players == f"{TRIO}\nYoung 2015-01-01"
        await send(database, games, "Lodge", TRIO)
        assert await draft_of(database, games) is None

    async def test_everybody_has_their_own_for_each_competition(self, database: Database) -> None:
        games, others = await create_competition(database), await create_competition(database, name="Others")
        await send(database, games, "Lodge", "Ann 2001-05-03", user_id=1)
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
        await send(sqlite_database, games, "Lodge", "Ann 2001-05-03")
        await send(sqlite_database, others, "Lodge", "Ann 2001-05-03")
        await take_steps(sqlite_database, games, *steps)
        assert await draft_of(sqlite_database, games) is None
        assert await draft_of(sqlite_database, others) is not None


class TestRaces:
    async def test_two_captains_enter_the_same_person(self, database: Database) -> None:
        games = await create_competition(database)
        made = await asyncio.gather(
            *(send(database, games, f"Team {n}", f"Ann 2001-05-03\nB{n} {ADULT}\nC{n} {ADULT}", n) for n in (1, 2))
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
        made = await asyncio.gather(*(send(database, games, "Lodge", TRIO) for _ in (1, 2)), return_exceptions=True)
        (refusal,) = [one for one in made if isinstance(one, RuleError)]
        assert refusal.sentence.startswith("You are the captain of \u2068Lodge\u2069 already")
        assert len((await load(database, games)).teams) == 1


class TestBirthDates:
    async def test_no_answer_log_or_ledger_holds_one(
        self, database: Database, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level(logging.DEBUG)
        for name in QUIET:
            caplog.set_level(logging.INFO, logger=name)
        games = await create_competition(database)
        for players in ("Ann 2001-05-03\nYoung 2015-11-23\nOdd 2001-05-03x\nAnn 2001-05-03", "Ann 2001-05-03\n" + TRIO):
            made = await send(database, games, "Lodge", players)
            said = repr(made) + "\n".join(
                answer(made)
                if made.team is None
                else [texts.registered(games, made.name, made.team.status, None, [p.name for p in made.players])]
            )
            assert not any(trace in said for trace in ("2015", "11-23", "11, 23", "2001, 5"))
            assert said.replace(texts.EXAMPLE_LINE, "").count("2001") == 0
        async with database.reading() as tx:
            ledger = str((await tx.connection.execute(select(tables.ledger))).all())
        assert "2015" not in ledger
        assert "2001" not in ledger
        assert "2015-11-23" not in caplog.text
        assert "2001-05-03" not in caplog.text

    def test_the_hint_below_the_field_fits(self) -> None:
        largest = replace(OPEN, roster_at_least=98, roster_at_most=99, minimum_age=99)
        assert all(len(texts.form_hint(settings)) <= 100 for settings in (GAMES, OPEN, largest))

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
