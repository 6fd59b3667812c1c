"""Reaching every captain: mentions, direct messages for those who want them, told in person, reminded."""

from typing import Any

import pytest
from sqlalchemy import Row, select, update

from bot.db import tables
from bot.db.engine import Database
from bot.db.snapshot import Competition, Team
from bot.services import amending, receipts, rules
from bot.services.access import Asker
from bot.services.captain_notices import Called, call_captains, list_registered
from bot.services.direct import choose_direct
from bot.ui.facts.rules import Acknowledged, Amended
from bot.ui.texts import amending as amend_texts
from bot.ui.texts import captains as captain_texts
from bot.ui.texts import rules as texts
from core.errors import NotAllowed, NotFound, RuleError
from tests.builders import (
    CHANNELS,
    amend_rule,
    asker,
    captain,
    create_competition,
    director,
    facilitator,
    load,
    put_in_force,
    register_team,
    register_teams,
    stranger,
)


async def town(database: Database) -> tuple[Competition, Team, Team]:
    competition = await create_competition(database)
    lodge = await register_team(database, competition, "Lodge")
    return competition, lodge, await register_team(database, competition, "Aces")


async def amend(database: Database, competition: Competition, text: str = "New.") -> Amended:
    return await amend_rule(database, competition, text=text)


async def lose_captain(database: Database, team: Team) -> None:
    """The team's captain has no Discord account."""
    async with database.transaction() as tx:
        await tx.connection.execute(update(tables.team).where(tables.team.c.id == team.id).values(captain_id=None))
        await tx.connection.execute(update(tables.competition).values(revision=tables.competition.c.revision + 1))


async def tell(
    database: Database, competition: Competition, team: str, by: Asker | None = None, version: str | None = None
) -> tuple[Acknowledged, Team]:
    async with database.transaction() as tx:
        return await receipts.tell_in_person(tx, by or facilitator(), str(competition.id), team, version)


async def remind(
    database: Database, competition: Competition, press: str = "a1", by: Asker | None = None, version: str = "2"
) -> Called:
    async with database.transaction() as tx:
        return await receipts.remind_the_rest(tx, by or director(), str(competition.id), version, press)


async def posts(database: Database, prefix: str) -> list[Row[Any]]:
    async with database.reading() as tx:
        about = tables.post.c.subject.startswith(prefix)
        return list(await tx.connection.execute(select(tables.post).where(about).order_by(tables.post.c.id)))


class TestToldInPerson:
    async def test_a_captain_without_an_account_is_told_and_counts(self, database: Database) -> None:
        competition, lodge, aces = await town(database)
        await lose_captain(database, lodge)
        amended = await amend(database, competition)
        assert amend_texts.amended(amended) == (
            "Version 2 of the rules is in force (1.1). It is posted in <#21>, and 1 captain is asked to read it. "
            "Without a Discord account are the captains of \u2068Lodge\u2069: tell them in person, then `/rules told`. "
            "`/rules receipts` shows who has."
        )

        done = await tell(database, competition, "Lodge")

        assert texts.told_in_person(*done) == (
            "Noted: \u2068Lodge\u2069 was told in person. 1 of 2 teams have read version 2 of the rules."
        )
        again = await tell(database, competition, "Lodge", director())
        assert texts.told_in_person(*again) == ("It was noted already. 1 of 2 teams have read version 2 of the rules.")
        async with database.reading() as tx:
            shown = await receipts.show_receipts(tx, director(), str(competition.id))
        assert [team.name for team in shown.missing] == [aces.name]
        lines = list(texts.receipts_lines(shown))
        assert lines[-1].endswith("told in person by <@102>")
        assert lines[-1].startswith("- \u2068Lodge\u2069 (captain without Discord: tell them in person) <t:")

    async def test_only_staff(self, sqlite_database: Database) -> None:
        competition, lodge, _ = await town(sqlite_database)
        await amend(sqlite_database, competition)
        for by in (captain(lodge), stranger()):
            with pytest.raises(NotAllowed):
                await tell(sqlite_database, competition, "Lodge", by)

    async def test_refusals(self, sqlite_database: Database) -> None:
        competition, lodge, _ = await town(sqlite_database)
        with pytest.raises(RuleError) as refusal:
            await tell(sqlite_database, competition, "Lodge")
        assert refusal.value.sentence == (
            "The rules have not been amended, so there is nothing to read. `/rules amend` changes a rule."
        )
        await amend(sqlite_database, competition)
        with pytest.raises(NotFound):
            await tell(sqlite_database, competition, "Lodge", version="7")
        async with sqlite_database.transaction() as tx:
            columns = tables.team.c
            await tx.connection.execute(update(tables.team).where(columns.id == lodge.id).values(status="waitlisted"))
            await tx.connection.execute(update(tables.competition).values(revision=tables.competition.c.revision + 1))
        with pytest.raises(RuleError) as refusal:
            await tell(sqlite_database, competition, "Lodge")
        assert refusal.value.sentence == (
            "\u2068Lodge\u2069 holds no place in this competition, so its captain need not read the rules."
        )

    async def test_check_in_sees_what_is_missing(self, sqlite_database: Database) -> None:
        competition, lodge, aces = await town(sqlite_database)
        for text in ("One.", "Two."):
            await amend(sqlite_database, competition, text)
        await tell(sqlite_database, competition, "Lodge", version="3")

        snapshot = await load(sqlite_database, competition)

        assert receipts.list_unread(snapshot, lodge) == (2,)
        assert receipts.list_unread(snapshot, aces) == (2, 3)


class TestReminding:
    async def test_only_the_rest_and_once_for_each_button(self, database: Database) -> None:
        competition, lodge, aces = await town(database)
        await amend(database, competition)
        async with database.transaction() as tx:
            await receipts.acknowledge(tx, captain(lodge), str(competition.id), "2")

        called = await remind(database, competition)
        await remind(database, competition)

        assert texts.reminded(called.captains, called.without_account) == (
            "1 captain is reminded in the captains' channel."
        )
        (reminder,) = await posts(database, "rules:2:again")
        assert (reminder.channel_id, reminder.payload["users"]) == (CHANNELS.captains, [aces.captain_id])
        assert reminder.payload["buttons"][0][0] == "I have read this"
        await remind(database, competition, press="b2")
        assert len(await posts(database, "rules:2:again")) == 2

    async def test_nobody_is_missing(self, sqlite_database: Database) -> None:
        competition, lodge, aces = await town(sqlite_database)
        await amend(sqlite_database, competition)
        for team in (lodge, aces):
            async with sqlite_database.transaction() as tx:
                await receipts.acknowledge(tx, captain(team), str(competition.id), "2")

        with pytest.raises(RuleError) as refusal:
            await remind(sqlite_database, competition)

        assert refusal.value.sentence == "All captains have read this version, so nobody was reminded."

    async def test_only_directors_and_only_versions_that_are_there(self, sqlite_database: Database) -> None:
        competition, lodge, _ = await town(sqlite_database)
        await amend(sqlite_database, competition)
        for by in (captain(lodge), facilitator(), stranger()):
            with pytest.raises(NotAllowed):
                await remind(sqlite_database, competition, by=by)
        with pytest.raises(NotFound):
            await remind(sqlite_database, competition, version="9")


class TestCallingCaptains:
    async def test_direct_messages_are_for_those_who_want_them(self, database: Database) -> None:
        competition, lodge, aces = await town(database)
        async with database.transaction() as tx:
            assert await choose_direct(tx, captain(lodge), is_wanted=True)
        async with database.transaction() as tx:
            await choose_direct(tx, captain(lodge), is_wanted=True)
        async with database.transaction() as tx:
            await choose_direct(tx, captain(aces, guild_id=2), is_wanted=True)

        await amend(database, competition)
        async with database.transaction() as tx:
            assert not await choose_direct(tx, captain(lodge), is_wanted=False)
        await amend(database, competition, "Newer.")

        asked = await posts(database, "rules:2:ask")
        assert [post.user_id for post in asked] == [None, lodge.captain_id]
        assert asked[1].payload["text"] == (
            "The rules of \u2068Games\u2069 have changed (version 2): please read it in <#21>, then press the button "
            "in <#23>."
        )
        assert asked[1].payload["buttons"] == []
        assert [post.user_id for post in await posts(database, "rules:3:ask")] == [None]

    async def test_sixty_captains_and_a_long_text(self, sqlite_database: Database) -> None:
        competition = await create_competition(sqlite_database)
        await register_teams(sqlite_database, competition, [f"Team {number}" for number in range(60)])
        snapshot = await load(sqlite_database, competition)
        async with sqlite_database.transaction() as tx:
            called = await call_captains(tx, snapshot, list_registered(snapshot), "call:1", "x" * 1990)

        first, *rest = [post.payload for post in await posts(sqlite_database, "call:1")]

        assert first["text"] == "x" * 1990
        assert [len(payload["users"]) for payload in rest] == [50, 10]
        assert [user for payload in rest for user in payload["users"]] == list(called.captains)
        assert all(len(payload["text"]) <= 2000 for payload in rest)
        assert rest[1]["text"].endswith(": please read the message above.")

    async def test_nobody_to_call(self, sqlite_database: Database) -> None:
        competition, lodge, _ = await town(sqlite_database)
        snapshot = await load(sqlite_database, competition)
        async with sqlite_database.transaction() as tx:
            called = await call_captains(tx, snapshot, (), "call:1", "x")

        assert (called.captains, called.without_account) == ((), ())
        assert await posts(sqlite_database, "call:1") == []
        assert "direct messages" in captain_texts.DIRECT_ON + captain_texts.DIRECT_OFF
        assert lodge.captain_id is not None


FILE = """\ufeff## 1.2 Age
Every player is 20 or older.

## 9.1 Quiet hours
No music after ten.
@everyone
"""


class TestFiles:
    async def upload(self, database: Database, competition: Competition, text: str, by: Asker | None = None) -> Amended:
        who = by or director()
        async with database.transaction() as tx:
            found = await amending.preview_file(tx, who, str(competition.id), text, None)
        return await put_in_force(database, competition, found, who)

    async def test_one_version_for_a_whole_file(self, database: Database) -> None:
        competition, _, _ = await town(database)

        done = await self.upload(database, competition, FILE)

        assert [(a.number, a.version, a.old_text is None) for a in done.amendments] == [
            ("1.2", 2, False),
            ("9.1", 2, True),
        ]
        assert len(await posts(database, "rules:2:ask")) == 1
        book = rules.rulebook_of(await load(database, competition))
        assert (book.version, len(book.amendments)) == (2, 2)

    async def test_sent_again_nothing_changes(self, sqlite_database: Database) -> None:
        competition, _, _ = await town(sqlite_database)
        await self.upload(sqlite_database, competition, FILE)

        with pytest.raises(RuleError) as refusal:
            await self.upload(sqlite_database, competition, FILE)
        more = await self.upload(sqlite_database, competition, FILE + "\n## 9.2 Dogs\nOn a lead.\n")

        assert refusal.value.sentence == "The rules say all that is in the file already; nothing changed."
        assert [a.number for a in more.amendments] == ["9.2"]

    @pytest.mark.parametrize(
        ("text", "sentence"),
        [
            ("", "There is no rule in the file: begin each with a heading such as ## 2.4 Team ranking."),
            ("x", "Line 1 belongs to no rule: begin each with a heading such as ## 2.4 Team ranking."),
            (FILE + "## 1.2 Age\nx", "A rule is there twice: give each number once."),
            ("## 9.1 Long\n" + "x" * 1501, "The text of rule 9.1 has to be 1 to 1500 characters long."),
        ],
    )
    async def test_one_fault_and_nothing_changes(self, sqlite_database: Database, text: str, sentence: str) -> None:
        competition, _, _ = await town(sqlite_database)

        with pytest.raises(RuleError) as refusal:
            await self.upload(sqlite_database, competition, text)

        assert refusal.value.sentence == sentence
        assert (await load(sqlite_database, competition)).amendments == ()

    async def test_only_directors(self, sqlite_database: Database) -> None:
        competition, lodge, _ = await town(sqlite_database)
        for by in (captain(lodge), facilitator(), asker(5)):
            with pytest.raises(NotAllowed):
                await self.upload(sqlite_database, competition, FILE, by)
