"""Exceptions from the minimum age, bans, and days that move."""

from datetime import UTC, date, datetime

import pytest
from sqlalchemy import select, update

from bot.clock import Clock
from bot.db import tables
from bot.db.competitions import raise_revision
from bot.db.engine import Database
from bot.db.snapshot import Competition, Team
from bot.services import eligibility, roster, teams
from bot.services.access import Asker
from bot.services.roster import Newcomer
from bot.services.schedule import move_competition
from bot.ui.facts.eligibility import Banned, Excused, Moved
from bot.ui.texts import eligibility as texts
from bot.ui.texts import registration as registration_texts
from bot.ui.texts import teams as team_texts
from core.competition import Step
from core.errors import NotAllowed, NotFound, RuleError
from tests.builders import (
    ADULT,
    asker,
    captain,
    create_competition,
    director,
    facilitator,
    load,
    register_team,
    send_form,
    stranger,
    take_steps,
)

KID = "2009-06-13"  # 18 on the day after the first day
DIRECTORS_ONLY = (
    "Only a director can do this: somebody who may manage this server or has the role <@&12>. Please ask one of them."
)


async def excuse(
    database: Database,
    who: Asker,
    *,
    player: str | None = None,
    name: str | None = None,
    birth_date: str | None = None,
    reason: str = "plays with her mother",
) -> Excused:
    async with database.transaction() as tx:
        return await eligibility.grant_exception(tx, who, "Games", player, name, birth_date, reason)


async def ban(
    database: Database, who: Asker, player: str | None = None, user_id: int | None = None, reason: str = "fights"
) -> Banned:
    async with database.transaction() as tx:
        return await eligibility.ban_player(tx, who, "Games", player, user_id, reason)


async def move(database: Database, first_day: str, last_day: str | None = None, zone: str | None = None) -> Moved:
    async with database.transaction() as tx:
        return await move_competition(tx, director(), "Games", first_day, last_day, zone)


async def notices(database: Database, channel_id: int) -> list[str]:
    async with database.reading() as tx:
        query = select(tables.post.c.payload).where(tables.post.c.channel_id == channel_id).order_by(tables.post.c.id)
        return [payload["text"] for payload in (await tx.connection.execute(query)).scalars()]


async def show(database: Database, who: Asker, team: Team) -> str:
    async with database.reading() as tx:
        return team_texts.shown(await teams.show_team(tx, who, "Games", f"#{team.id}"))


class TestExceptions:
    async def test_whom_a_director_has_excused_can_be_entered(self, database: Database) -> None:
        games = await create_competition(database)
        roster_text = f"A {ADULT}\nB {ADULT}\nKid Lee {KID}"
        refused = await send_form(database, games, "Lodge", roster_text)
        assert "enter somebody else, or ask a director for an exception." in registration_texts.not_registered(refused)
        done = await excuse(database, director(), name="kid  LEE", birth_date="13 June 2009")
        assert texts.excused(done) == (
            "✅ \u2068kid LEE\u2069 may play although they are not 18 yet. Staff see your reason beside the name. The "
            "captain can enter them now, with the same name and birth date."
        )
        made = await send_form(database, games, "Lodge", roster_text)
        assert made.team is not None
        assert await show(database, facilitator(), made.team) == (
            "**\u2068Lodge\u2069** in \u2068Games\u2069: confirmed\n1. \u2068A\u2069\n2. \u2068B\u2069\n3. \u2068Kid "
            "Lee\u2069 (excused from the minimum age: \u2068plays with her mother\u2069)"
        )
        for who in (stranger(), asker(1)):
            assert "mother" not in await show(database, who, made.team)

    async def test_after_the_lock_a_director_enters_them(self, sqlite_database: Database, clock: Clock) -> None:
        await create_competition(sqlite_database)
        clock.set(datetime(2027, 6, 12, 5, tzinfo=UTC))
        done = await excuse(sqlite_database, director(), name="Kid", birth_date=KID)
        assert texts.excused(done).endswith(
            "Rosters are locked: enter them with `/team add`, its options `team` and `reason`."
        )

    async def test_it_is_for_one_person_and_one_birth_date(self, sqlite_database: Database) -> None:
        games = await create_competition(sqlite_database)
        await excuse(sqlite_database, director(), name="Kid", birth_date=KID)
        team = await register_team(sqlite_database, games, "Lodge", ["A", "B", "C"])
        for newcomer in (Newcomer("Kid", "2009-06-14"), Newcomer("Other", KID)):
            with pytest.raises(RuleError, match="too young"):
                async with sqlite_database.transaction() as tx:
                    await roster.add_player(tx, captain(team), "Games", None, newcomer, None)
        async with sqlite_database.transaction() as tx:
            await roster.add_player(tx, captain(team), "Games", None, Newcomer("KID", KID), None)

    @pytest.mark.parametrize(
        ("name", "birth_date", "reason", "words"),
        [
            ("Ann", ADULT, "why", "\u2068Ann\u2069 is old enough on the first day and needs no exception."),
            ("Ann", "2009-02-30", "why", "Nothing was changed: the calendar does not have this birth date. Check day "
             "and month."),
            ("Ann", "2028-01-01", "why", "Nothing was changed. \u2068Ann\u2069: this birth date cannot be right. Check "
             "the year."),
            ("Ann", "10/06/2009", "why", "Nothing was changed. \u2068Ann\u2069: day and month of this birth date can "
             "be read either way, and it matters. Write the year first, as in `Ann Lee 2001-05-03`."),
            (None, None, "why", "Nothing was changed: the birth date could not be read. Write it like "
             "`2001-05-03`, `3 May 2001`, `May 3, 2001` or `03/05/2001`."),
            ("Ann", KID, " ", "Give a reason of 1 to 500 characters: staff see it beside the name. Nothing was "
             "changed."),
            ("Ann", KID, "x" * 501, "Give a reason of 1 to 500 characters: staff see it beside the name. Nothing was "
             "changed."),
        ],
    )  # fmt: skip
    async def test_refusals(
        self, sqlite_database: Database, name: str | None, birth_date: str | None, reason: str, words: str
    ) -> None:
        await create_competition(sqlite_database)
        with pytest.raises(RuleError) as refusal:
            await excuse(sqlite_database, director(), name=name, birth_date=birth_date, reason=reason)
        assert refusal.value.sentence == words

    async def test_directors_alone_grant_them(self, sqlite_database: Database) -> None:
        games = await create_competition(sqlite_database)
        team = await register_team(sqlite_database, games, "Lodge", ["A", "B", "C"])
        for who in (stranger(), facilitator(), captain(team)):
            with pytest.raises(NotAllowed) as refusal:
                await excuse(sqlite_database, who, name="Kid", birth_date=KID)
            assert refusal.value.sentence == DIRECTORS_ONLY

    async def test_no_ledger_row_holds_the_reason_and_archiving_forgets_it(self, database: Database) -> None:
        games = await create_competition(database)
        await excuse(database, director(), name="Kid", birth_date=KID)
        async with database.reading() as tx:
            facts = str((await tx.connection.execute(select(tables.ledger.c.facts))).all())
        assert "mother" not in facts
        await take_steps(database, games, Step.CANCEL, Step.ARCHIVE)
        async with database.reading() as tx:
            assert await eligibility.load_excused_players(tx, games.id) == {}
            assert (await tx.connection.execute(select(tables.metadata.tables["age_exception"]))).all() == []


class TestBans:
    async def test_nobody_is_told_where_nobody_can_be(self, sqlite_database: Database) -> None:
        games = await create_competition(sqlite_database)
        team = await register_team(sqlite_database, games, "Lodge", ["A", "B", "C", "Di"])
        async with sqlite_database.transaction() as tx:
            await tx.connection.execute(update(tables.team).values(captain_id=None))
            await raise_revision(tx, games)
        assert texts.banned(await ban(sqlite_database, director(), "Di")) == (
            "✅ \u2068Di\u2069 may not be entered from now on. \u2068Lodge\u2069 has 3 left, and no captain with an "
            "account: tell them in person. `/player unban` lifts it."
        )
        assert len((await load(sqlite_database, games)).roster(team.id)) == 3

    async def test_a_banned_player_leaves_and_no_team_enters_them(self, database: Database) -> None:
        games = await create_competition(database)
        team = await register_team(database, games, "Lodge", ["A", "B", "Di 2001-05-03"])
        other = await register_team(database, games, "Other", ["E", "F", "G"])
        done = await ban(database, director(), "Di")
        assert texts.banned(done) == (
            "✅ \u2068Di\u2069 may not be entered from now on. \u2068Lodge\u2069 is told, and has 2 left. `/player "
            "unban` lifts it."
        )
        lock = "<t:1812776400:F> (<t:1812776400:R>)"
        assert await notices(database, games.channels.captains) == [
            f"<@{team.captain_id}>, the roster of \u2068Lodge\u2069 was changed: \u2068Di\u2069 left.",
            f"<@{team.captain_id}>, \u2068Lodge\u2069 has become short: 2 players: a team has 3 or 4 players. `/team "
            f"add` adds somebody until the rosters lock {lock}.",
        ]
        for lifted in (False, True):
            async with database.transaction() as tx:
                adding = roster.add_player(tx, captain(other), "Games", None, Newcomer("DI", "2001-05-03"), None)
                if not lifted:
                    with pytest.raises(RuleError) as refusal:
                        await adding
                    assert refusal.value.sentence == (
                        "Nothing was changed. \u2068DI\u2069: was ejected or banned, and cannot be entered. Enter "
                        "somebody else, or ask a director."
                    )
                else:
                    assert (await adding).count == 4
            if not lifted:
                async with database.transaction() as tx:
                    (choice,) = await eligibility.list_ban_choices(tx, director(), "Games")
                    assert choice[0] == f"{choice[1]} Di: fights"
                    found = await eligibility.lift_ban(tx, director(), "Games", choice[1])
                assert texts.unbanned(found) == "✅ \u2068Di\u2069 may be entered again."

    async def test_after_the_lock_a_short_team_is_told_who_can_help(
        self, sqlite_database: Database, clock: Clock
    ) -> None:
        games = await create_competition(sqlite_database)
        team = await register_team(sqlite_database, games, "Lodge", ["A", "B", "Di"])
        clock.set(games.settings.roster_lock_at)
        await ban(sqlite_database, director(), "Di")
        lock = "<t:1812776400:F> (<t:1812776400:R>)"
        assert (await notices(sqlite_database, games.channels.captains))[-1] == (
            f"<@{team.captain_id}>, \u2068Lodge\u2069 has become short: 2 players: a team has 3 or 4 players. Rosters "
            f"locked {lock}: a director can still add somebody, until your team's first score."
        )

    async def test_an_account(self, sqlite_database: Database) -> None:
        await create_competition(sqlite_database)
        done = await ban(sqlite_database, director(), user_id=77)
        assert texts.banned(done) == "✅ <@77> may not be entered from now on. `/player unban` lifts it."

    async def test_refusals(self, sqlite_database: Database) -> None:
        games = await create_competition(sqlite_database)
        team = await register_team(sqlite_database, games, "Lodge", ["A", "B", "C"])
        with pytest.raises(RuleError) as nobody:
            await ban(sqlite_database, director())
        assert nobody.value.sentence == texts.NOBODY_NAMED
        for who in (stranger(), facilitator(), captain(team)):
            with pytest.raises(NotAllowed) as refusal:
                await ban(sqlite_database, who, "A")
            assert refusal.value.sentence == DIRECTORS_ONLY
            async with sqlite_database.transaction() as tx:
                with pytest.raises(NotAllowed):
                    await eligibility.lift_ban(tx, who, "Games", "#1")
                with pytest.raises(NotAllowed):
                    await eligibility.list_ban_choices(tx, who, "Games")
        async with sqlite_database.transaction() as tx:
            with pytest.raises(NotFound) as unknown:
                await eligibility.lift_ban(tx, director(), "Games", "#1")
        assert unknown.value.sentence == texts.UNKNOWN_BAN
        await take_steps(sqlite_database, games, Step.CANCEL)
        with pytest.raises(RuleError, match="is cancelled"):
            await ban(sqlite_database, director(), "A")


class TestMovedDays:
    async def test_everybody_is_checked_again_and_their_captains_are_told(self, database: Database) -> None:
        games = await create_competition(database, last_day=date(2027, 6, 13))
        lodge = await register_team(database, games, "Lodge", ["A", "B 2009-06-01", "C 2009-06-02"])
        await register_team(database, games, "Other", ["D", "E", "F 2009-05-31"])
        done = await move(database, "2027-06-01")
        lock = "<t:1811826000:F> (<t:1811826000:R>)"
        assert texts.moved(done) == (
            f"✅ **\u2068Games\u2069** is now from 2027-06-01 to 2027-06-02 (America/Chicago). Rosters lock {lock}.\n"
            "Too young on the new first day: 1. Their captains are told; a director can make an exception with "
            "`/player except`.\n❌ \u2068C\u2069 (\u2068Lodge\u2069)"
        )
        assert (await notices(database, games.channels.announcements))[1:] == [
            f"**\u2068Games\u2069** has new days: 2027-06-01 to 2027-06-02 (America/Chicago). Rosters lock {lock}."
        ]
        assert await notices(database, games.channels.captains) == [
            f"<@{lodge.captain_id}>, the first day is now 2027-06-01, and in \u2068Lodge\u2069 these are not 18 by then"
            f": \u2068C\u2069. Until the rosters lock {lock} you can exchange them with `/team swap`, or ask a "
            "director for an exception."
        ]
        async with database.reading() as tx:
            mine = team_texts.shown_to_captain(await teams.show_own_team(tx, captain(lodge), "Games"))
        assert "3. \u2068C\u2069 ❌ too young on the first day" in mine
        assert "Still missing: somebody instead of \u2068C\u2069, too young on the first day." in mine
        await excuse(database, director(), player="C")
        assert "excused from the minimum age" in await show(database, director(), lodge)
        earlier = await move(database, "2027-05-30")
        assert [player.name for player, _team in earlier.too_young] == ["B", "F"]

    async def test_once_rosters_are_locked_a_director_exchanges_them(
        self, sqlite_database: Database, clock: Clock
    ) -> None:
        games = await create_competition(sqlite_database)
        await register_team(sqlite_database, games, "Lodge", ["A", "B", "C 2009-06-11"])
        clock.advance((datetime(2027, 6, 10, 12, tzinfo=UTC) - clock.now()).total_seconds())
        await move(sqlite_database, "2027-06-10")
        assert (await notices(sqlite_database, games.channels.captains))[0].endswith(
            "\u2068C\u2069. Rosters locked <t:1812603600:F> (<t:1812603600:R>): ask a director to exchange them or to "
            "make an exception."
        )

    async def test_a_later_day_makes_nobody_younger(self, sqlite_database: Database) -> None:
        games = await create_competition(sqlite_database)
        await register_team(sqlite_database, games, "Lodge", ["A", "B", "C"])
        done = await move(sqlite_database, "2028-02-29", "2028-03-01", "Europe/Berlin")
        assert texts.moved(done).endswith("Everybody who is entered is old enough.")
        settings = (await load(sqlite_database, games)).competition.settings
        assert (settings.first_day, settings.last_day, settings.time_zone) == (
            date(2028, 2, 29), date(2028, 3, 1), "Europe/Berlin",
        )  # fmt: skip

    @pytest.mark.parametrize(
        ("first_day", "last_day", "zone", "words"),
        [
            ("2027-06-12", None, None, "The competition is on these days already, and nothing was changed."),
            ("2027-02-30", None, None, "\u20682027-02-30\u2069 is not a day. Write it as year-month-day, for example "
             "`2027-06-12`."),
            ("2027-06-12", "2027-06-11", None, "The last day is before the first: swap them."),
            ("2027-06-12", None, "Mars/Base", "This time zone is not known: give one such as America/Chicago or "
             "Europe/Berlin."),
        ],
    )  # fmt: skip
    async def test_refusals(
        self, sqlite_database: Database, first_day: str, last_day: str | None, zone: str | None, words: str
    ) -> None:
        await create_competition(sqlite_database)
        with pytest.raises(RuleError) as refusal:
            await move(sqlite_database, first_day, last_day, zone)
        assert refusal.value.sentence == words

    async def test_a_running_competition_keeps_its_days(self, sqlite_database: Database, clock: Clock) -> None:
        games: Competition = await create_competition(sqlite_database)
        await take_steps(sqlite_database, games, Step.CLOSE_REGISTRATION, Step.START)
        with pytest.raises(RuleError) as refusal:
            await move(sqlite_database, "2027-06-20")
        assert refusal.value.sentence == "\u2068Games\u2069 has begun, so its days stay as they are."

    async def test_directors_alone_move_it(self, sqlite_database: Database) -> None:
        await create_competition(sqlite_database)
        for who in (stranger(), facilitator()):
            with pytest.raises(NotAllowed) as refusal:
                async with sqlite_database.transaction() as tx:
                    await move_competition(tx, who, "Games", "2027-06-20")
            assert refusal.value.sentence == DIRECTORS_ONLY
