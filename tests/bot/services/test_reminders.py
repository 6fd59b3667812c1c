"""Times and reminders: on both sides of each, moved, late, and in nobody's way once they tell nothing."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import Row, select

from bot.clock import Clock
from bot.db import tables
from bot.db.engine import Database
from bot.db.snapshot import Competition, Team
from bot.services import receipts, registration, times
from bot.services.access import Asker
from bot.services.job_kinds import KINDS
from bot.services.jobs import Jobs
from bot.ui.facts.announcements import Times
from bot.ui.texts import reminders as texts
from core.competition import State, Step
from core.errors import NotAllowed, RuleError
from core.reminders import Deadline
from tests.builders import (
    CHANNELS,
    DIRECTOR_ROLE,
    amend_rule,
    asker,
    captain,
    create_competition,
    director,
    facilitator,
    load,
    register_team,
    start,
    stranger,
    take_steps,
)

SECOND = timedelta(seconds=1)
STARTS_AT = datetime(2027, 6, 12, 15, 0, tzinfo=UTC)  # 10:00 in Chicago
LOCK_AT = datetime(2027, 6, 12, 5, 0, tzinfo=UTC)
START = "2027-06-12 10:00"


async def town(database: Database) -> tuple[Competition, Team, Team]:
    competition = await create_competition(database)
    lodge = await register_team(database, competition, "Lodge")
    return competition, lodge, await register_team(database, competition, "Aces")


async def set_times(
    database: Database, competition: Competition, by: Asker | None = None, reminders: str | None = None, **named: str
) -> Times:
    typed = {Deadline[name.upper()]: text for name, text in named.items()}
    async with database.transaction() as tx:
        return await times.set_times(tx, by or director(), str(competition.id), typed, reminders)


async def let_it_be(database: Database, clock: Clock, now: datetime, jobs: Jobs | None = None) -> None:
    """The official clock shows `now`, and the clockwork looks at it."""
    jobs = jobs or Jobs(database, clock, KINDS, lambda: None)
    await jobs.plan()
    clock.set(now)
    await jobs.do_due()


async def posts(database: Database, prefix: str = "reminder:") -> list[Row[Any]]:
    async with database.reading() as tx:
        about = tables.post.c.subject.startswith(prefix)
        return list(await tx.connection.execute(select(tables.post).where(about).order_by(tables.post.c.id)))


class TestReminders:
    @pytest.mark.parametrize("before", [timedelta(hours=24), timedelta(hours=1), timedelta(minutes=15)])
    @pytest.mark.parametrize(("seconds", "is_sent"), [(-1, False), (0, True), (1, True)])
    async def test_each_comes_at_its_time(
        self, sqlite_database: Database, clock: Clock, before: timedelta, seconds: int, is_sent: bool
    ) -> None:
        competition, lodge, aces = await town(sqlite_database)
        await set_times(sqlite_database, competition, start=START)

        await let_it_be(sqlite_database, clock, STARTS_AT - before + seconds * SECOND)

        subject = f"reminder:start:{int(STARTS_AT.timestamp())}:{int(before.total_seconds())}:"
        about_start = await posts(sqlite_database, subject)
        assert len(about_start) == is_sent
        if is_sent:
            (post,) = about_start
            assert post.channel_id == CHANNELS.captains
            assert post.payload["text"] == (
                f"<@{lodge.captain_id}> <@{aces.captain_id}>\n**\u2068Games\u2069**: play starts "
                "<t:1812812400:F> (<t:1812812400:R>)."
            )

    async def test_registration_is_announced_to_everybody_and_mentions_nobody(
        self, database: Database, clock: Clock
    ) -> None:
        competition, _, _ = await town(database)
        await set_times(database, competition, registration="2027-06-01 12:00")

        await let_it_be(database, clock, datetime(2027, 6, 1, 16, 0, tzinfo=UTC))

        (post,) = await posts(database)
        assert (post.channel_id, post.payload["users"]) == (CHANNELS.announcements, [])
        assert post.payload["text"] == (
            "**\u2068Games\u2069**: registration closes <t:1811869200:F> (<t:1811869200:R>). "
            "`/team register` enters a team."
        )

    async def test_each_is_sent_once_also_across_restarts(self, database: Database, clock: Clock) -> None:
        competition, _, _ = await town(database)
        await set_times(database, competition, start=START)
        for _ in range(3):
            await let_it_be(database, clock, STARTS_AT - timedelta(hours=1))

        assert len(await posts(database, "reminder:start:")) == 1

    async def test_after_a_long_night_only_the_last_one_comes_and_says_that_it_is_late(
        self, database: Database, clock: Clock
    ) -> None:
        competition, _, _ = await town(database)
        await set_times(database, competition, start=START)

        await let_it_be(database, clock, STARTS_AT - timedelta(minutes=30))

        (post,) = await posts(database, "reminder:start:")
        assert post.subject.endswith(":3600:0")
        assert "-# This comes late.\n**\u2068Games\u2069**: play starts" in post.payload["text"]

    @pytest.mark.parametrize(("seconds", "is_sent"), [(-1, True), (0, False), (1, False)])
    async def test_once_the_deadline_has_come_nothing_is_sent(
        self, sqlite_database: Database, clock: Clock, seconds: int, is_sent: bool
    ) -> None:
        competition, _, _ = await town(sqlite_database)
        await set_times(sqlite_database, competition, start=START)

        await let_it_be(sqlite_database, clock, STARTS_AT + seconds * SECOND)

        assert len(await posts(sqlite_database, "reminder:start:")) == is_sent

    async def test_a_moved_deadline_is_reminded_of_anew_and_the_old_one_forgotten(
        self, database: Database, clock: Clock
    ) -> None:
        competition, _, _ = await town(database)
        jobs = Jobs(database, clock, KINDS, lambda: None)
        await set_times(database, competition, start=START)
        await let_it_be(database, clock, STARTS_AT - timedelta(hours=24), jobs)
        await set_times(database, competition, start="2027-06-12 12:00")

        await let_it_be(database, clock, STARTS_AT - timedelta(hours=22), jobs)
        await let_it_be(database, clock, STARTS_AT - timedelta(hours=1), jobs)

        assert [post.subject.split(":")[2:4] for post in await posts(database, "reminder:start:")] == [
            [str(int(STARTS_AT.timestamp())), "86400"],
            [str(int((STARTS_AT + timedelta(hours=2)).timestamp())), "86400"],
        ]

    @pytest.mark.parametrize("step", [Step.CANCEL, Step.CLOSE_REGISTRATION])
    async def test_a_cancelled_competition_reminds_nobody(
        self, sqlite_database: Database, clock: Clock, step: Step
    ) -> None:
        competition, _, _ = await town(sqlite_database)
        jobs = Jobs(sqlite_database, clock, KINDS, lambda: None)
        await set_times(sqlite_database, competition, start=START)
        await jobs.plan()
        await take_steps(sqlite_database, competition, step)

        await let_it_be(sqlite_database, clock, STARTS_AT - timedelta(hours=1), jobs)

        assert len(await posts(sqlite_database, "reminder:start:")) == (step is not Step.CANCEL)

    async def test_a_start_after_the_clocks_went_back(self, sqlite_database: Database, clock: Clock) -> None:
        day = datetime(2027, 11, 7, tzinfo=UTC).date()
        competition = await create_competition(sqlite_database, first_day=day)
        await register_team(sqlite_database, competition, "Lodge")
        await set_times(sqlite_database, competition, start="2027-11-07 09:00", reminders="24h")
        due_at = datetime(2027, 11, 6, 15, 0, tzinfo=UTC)  # 10:00 in summer time: 24 real hours before

        await let_it_be(sqlite_database, clock, due_at - SECOND)
        assert await posts(sqlite_database, "reminder:start:") == []
        await let_it_be(sqlite_database, clock, due_at)
        assert len(await posts(sqlite_database, "reminder:start:")) == 1


class TestUnread:
    async def amend(self, database: Database, competition: Competition) -> None:
        await amend_rule(database, competition)

    @pytest.mark.parametrize(("seconds", "is_sent"), [(-1, False), (0, True), (1, True)])
    async def test_the_director_gets_the_list_an_hour_before_the_start(
        self, database: Database, clock: Clock, seconds: int, is_sent: bool
    ) -> None:
        competition, lodge, _ = await town(database)
        await set_times(database, competition, start=START)
        await self.amend(database, competition)
        async with database.transaction() as tx:
            await receipts.acknowledge(tx, captain(lodge), str(competition.id), "2")

        await let_it_be(database, clock, STARTS_AT - timedelta(hours=1) + seconds * SECOND)

        unread = await posts(database, "unread:")
        assert len(unread) == is_sent
        if is_sent:
            (post,) = unread
            assert (post.channel_id, post.payload["roles"]) == (CHANNELS.staff, [DIRECTOR_ROLE])
            assert post.payload["text"] == (
                f"<@&{DIRECTOR_ROLE}>: \u2068Games\u2069 starts <t:1812812400:F> (<t:1812812400:R>).\n"
                "Version 2 of the rules was not read by: \u2068Aces\u2069."
            )

    async def test_also_where_all_have_read_but_not_without_an_amendment(
        self, sqlite_database: Database, clock: Clock
    ) -> None:
        competition, lodge, aces = await town(sqlite_database)
        other = await create_competition(sqlite_database, name="Other")
        for each in (competition, other):
            await set_times(sqlite_database, each, start=START)
        await self.amend(sqlite_database, competition)
        for team in (lodge, aces):
            async with sqlite_database.transaction() as tx:
                await receipts.acknowledge(tx, captain(team), str(competition.id), "2")

        await let_it_be(sqlite_database, clock, STARTS_AT - timedelta(hours=1))

        (post,) = await posts(sqlite_database, "unread:")
        assert post.payload["text"].endswith("All captains have read version 2 of the rules.")

    @pytest.mark.parametrize(("minutes", "comes"), [(30, True), (0, False)])
    async def test_a_start_that_is_near_when_it_is_set(
        self, sqlite_database: Database, clock: Clock, minutes: int, comes: bool
    ) -> None:
        competition, _, _ = await town(sqlite_database)
        await self.amend(sqlite_database, competition)
        clock.set(STARTS_AT - timedelta(minutes=30))
        await set_times(sqlite_database, competition, start=START)
        await let_it_be(sqlite_database, clock, STARTS_AT - timedelta(minutes=minutes))
        assert len(await posts(sqlite_database, "unread:")) == comes


class TestTimes:
    async def test_set_and_shown(self, database: Database) -> None:
        competition, _, _ = await town(database)

        found = await set_times(
            database,
            competition,
            start=START,
            check_in="2027-06-12 08:30",
            reminders="15m, 2h",
            roster_lock="2027-06-11 12:00",
        )

        settings = (await load(database, competition)).competition.settings
        assert settings.schedule.starts_at == STARTS_AT
        assert settings.schedule.reminder_seconds == (7200, 900)
        lines = list(texts.times_lines(found))
        assert lines[:6] == [
            "**Times of \u2068Games\u2069** (America/Chicago)",
            "Registration closes: not set: `/schedule set registration_closes:`",
            "Rosters lock: <t:1812733200:F> (<t:1812733200:R>)",
            "Check-in opens: <t:1812807000:F> (<t:1812807000:R>)",
            "The start: <t:1812812400:F> (<t:1812812400:R>)",
            "Reminders still to come:",
        ]
        assert len(lines) == 12
        assert lines[6] == "- Rosters lock, <t:1812726000:F> (<t:1812726000:R>)"

    async def test_taken_back(self, sqlite_database: Database) -> None:
        competition, _, _ = await town(sqlite_database)
        await set_times(sqlite_database, competition, start=START, registration="2027-06-01 12:00")

        found = await set_times(sqlite_database, competition, start="None", registration="none", reminders="none")

        assert found.deadlines[Deadline.START] is None
        assert found.deadlines[Deadline.REGISTRATION] is None
        assert list(texts.times_lines(found))[-1] == "No reminder is still to come."

    @pytest.mark.parametrize(
        ("named", "sentence"),
        [
            ({}, "Name at least one time that is to change, such as `starts`."),
            ({"roster_lock": "none"}, "Rosters always lock: give a time, such as 2027-06-12 00:00."),
            (
                {"registration": "2027-05-01 07:00"},
                "Registration closes: <t:1809172800:F> (<t:1809172800:R>) has passed. Choose a later time.",
            ),
            (
                {"start": "2027-06-13 00:00"},
                "The start lies on no day of the competition: choose a time from its first to its last day.",
            ),
            (
                {"start": START, "check_in": START},
                "Check-in opens before the start: choose an earlier time for it, or a later start.",
            ),
            (
                {"start": "noon"},
                "`starts`: This is not a time. Write it as year-month-day hour:minute, such as 2027-06-12 09:30; the "
                "clocks of America/Chicago count.",
            ),
            (
                {"reminders": "soon"},
                "Write how long before each deadline reminders come, such as `24h 1h 15m`, or `none`.",
            ),
            ({"reminders": ""}, "Write how long before each deadline reminders come, such as `24h 1h 15m`, or `none`."),
            (
                {"reminders": "15d"},
                "There are at most five different reminders, each a minute to 14 days before: for example 24h 1h 15m.",
            ),
        ],
    )
    async def test_refused(self, sqlite_database: Database, named: dict[str, str], sentence: str) -> None:
        competition, _, _ = await town(sqlite_database)
        before = (await load(sqlite_database, competition)).competition.settings

        with pytest.raises(RuleError) as refusal:
            await set_times(sqlite_database, competition, None, **named)

        assert refusal.value.sentence == sentence
        assert (await load(sqlite_database, competition)).competition.settings == before

    async def test_not_once_it_has_begun_or_is_over(self, sqlite_database: Database) -> None:
        competition, _, _ = await town(sqlite_database)
        await start(sqlite_database, competition)
        with pytest.raises(RuleError) as refusal:
            await set_times(sqlite_database, competition, start=START)
        assert refusal.value.sentence == "\u2068Games\u2069 has begun, so its times stay as they are."
        cancelled = await create_competition(sqlite_database, name="Old", state=State.CANCELLED)
        with pytest.raises(RuleError) as refusal:
            await set_times(sqlite_database, cancelled, start=START)
        assert refusal.value.sentence == "\u2068Old\u2069 is cancelled, so its times stay as they are."

    async def test_directors_set_them_and_everybody_reads_them(self, sqlite_database: Database) -> None:
        competition, lodge, _ = await town(sqlite_database)
        for by in (facilitator(), captain(lodge), stranger()):
            with pytest.raises(NotAllowed):
                await set_times(sqlite_database, competition, by, start=START)
        async with sqlite_database.reading() as tx:
            shown = await times.show_times(tx, stranger(), str(competition.id))
            set_by_oneself = await times.show_times(tx, director(), str(competition.id))
        assert shown.deadlines[Deadline.ROSTER_LOCK] == LOCK_AT
        assert list(texts.times_lines(shown))[1] == "Registration closes: not set"
        assert list(texts.times_lines(set_by_oneself))[1].endswith(": not set: `/schedule set registration_closes:`")


async def test_teams_that_are_not_complete_are_reminded_while_they_can_be(
    sqlite_database: Database, clock: Clock
) -> None:
    competition = await create_competition(sqlite_database)
    async with sqlite_database.transaction() as tx:
        await registration.found_team(tx, asker(9), "Games", "Half")
    await set_times(sqlite_database, competition, registration="2027-06-10 00:00", reminders="1h")
    await let_it_be(sqlite_database, clock, datetime(2027, 6, 10, 4, tzinfo=UTC))
    await let_it_be(sqlite_database, clock, LOCK_AT - timedelta(hours=1))
    assert [(post.channel_id, post.payload["text"], post.payload["users"]) for post in await posts(sqlite_database)][
        1:
    ] == [
        (
            CHANNELS.captains,
            "<@9>\n**\u2068Games\u2069**: registration closes <t:1812603600:F> (<t:1812603600:R>), and your team is "
            "not complete yet. `/team mine` shows what is missing.",
            [9],
        ),
    ]


async def test_without_a_deadline_of_its_own_the_lock_is_the_last_chance_of_a_team(
    sqlite_database: Database, clock: Clock
) -> None:
    competition = await create_competition(sqlite_database)
    async with sqlite_database.transaction() as tx:
        await registration.found_team(tx, asker(9), "Games", "Half")
    await set_times(sqlite_database, competition, reminders="1h")
    await let_it_be(sqlite_database, clock, LOCK_AT - timedelta(hours=1))
    assert [post.payload["users"] for post in await posts(sqlite_database)] == [[9]]


async def test_captains_hear_of_new_times_that_concern_them(sqlite_database: Database) -> None:
    competition, lodge, aces = await town(sqlite_database)
    async with sqlite_database.transaction() as tx:
        await registration.found_team(tx, asker(9), "Games", "Half")
    await set_times(sqlite_database, competition, start=START, reminders="1h")
    await set_times(sqlite_database, competition, start="none", registration="2027-06-10 00:00")
    await set_times(sqlite_database, competition, registration="2027-06-10 00:00", reminders="2h")  # moves nothing
    both = f"<@{lodge.captain_id}> <@{aces.captain_id}>"
    said = "**\u2068Games\u2069** has new times:"
    start = f"The start: <t:{int(STARTS_AT.timestamp())}:F> (<t:{int(STARTS_AT.timestamp())}:R>)"
    gone, closes = "The start: no time is set any more", "Registration closes: <t:1812603600:F> (<t:1812603600:R>)"
    assert [post.payload["text"] for post in await posts(sqlite_database, "times:")] == [
        f"{both}\n{said}\n{start}",
        f"<@9>\n{said}\n{start}",
        f"{both}\n{said}\n{gone}",
        f"<@9>\n{said}\n{closes}\n{gone}",
    ]
