"""Announcements: previewed, sent once at their time, late or not at all, edited, and reported on."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import Row, select, update

from bot.clock import Clock
from bot.db import tables
from bot.db.announcements import Announcement, AnnouncementStatus, load_announcements
from bot.db.engine import Database
from bot.db.snapshot import Competition, Team
from bot.posts.outbox import PostStatus
from bot.services import announcement_drafts as drafts
from bot.services import announcements
from bot.services.access import Asker
from bot.services.direct import choose_direct
from bot.services.job_kinds import KINDS
from bot.services.jobs import Jobs
from bot.ui.facts.announcements import Announced, AnnouncementPreview
from bot.ui.texts import announcements as texts
from core.competition import State
from core.errors import Conflict, NotAllowed, NotFound, RuleError
from tests.builders import (
    CHANNELS,
    DIRECTOR_ID,
    captain,
    create_competition,
    director,
    facilitator,
    register_team,
    stranger,
)

SECOND = timedelta(seconds=1)
NINE = datetime(2027, 6, 1, 14, 0, tzinfo=UTC)  # 09:00 in Chicago


@pytest.fixture
def jobs(database: Database, clock: Clock) -> Jobs:
    """The clockwork, wound by hand."""
    return Jobs(database, clock, KINDS, lambda: None)


async def town(database: Database) -> tuple[Competition, Team, Team]:
    competition = await create_competition(database)
    lodge = await register_team(database, competition, "Lodge")
    return competition, lodge, await register_team(database, competition, "Aces")


async def preview(
    database: Database,
    competition: Competition,
    text: str = "Lunch at noon.",
    audience: str = "all",
    *,
    by: Asker | None = None,
    **options: Any,
) -> AnnouncementPreview:
    """What somebody writes in the form that `/announce new` opens."""
    by = by or director()
    async with database.reading() as tx:
        form = await drafts.read_form(tx, by, str(competition.id), audience, **options)
    target = form.target
    whom = f"#{target.team.id}" if target.team else target.event or ""
    due = "0" if form.due_at is None else str(int(form.due_at.timestamp()))
    async with database.transaction() as tx:
        return await drafts.preview_announcement(
            tx, by, str(competition.id), target.audience, whom, due, str(form.late_limit_seconds), text
        )


async def confirm(database: Database, shown: AnnouncementPreview, by: Asker | None = None) -> Announced:
    async with database.transaction() as tx:
        return await announcements.confirm_announcement(
            tx, by or director(), str(shown.competition.id), str(shown.draft_id)
        )


async def announce(
    database: Database, competition: Competition, text: str = "Lunch at noon.", audience: str = "all", **options: Any
) -> Announcement:
    return (await confirm(database, await preview(database, competition, text, audience, **options))).announcement


async def posts(database: Database) -> list[Row[Any]]:
    async with database.reading() as tx:
        about = tables.post.c.subject.startswith("announce:")
        return list(await tx.connection.execute(select(tables.post).where(about).order_by(tables.post.c.id)))


async def texts_in(database: Database) -> list[str]:
    return [post.payload["text"] for post in await posts(database)]


async def status_of(database: Database, competition: Competition) -> list[AnnouncementStatus]:
    async with database.reading() as tx:
        return [found.status for found in await load_announcements(tx.connection, competition.id)]


class TestWriting:
    async def test_the_preview_shows_who_is_mentioned_and_sends_nothing(self, database: Database, jobs: Jobs) -> None:
        competition, lodge, aces = await town(database)

        shown = await preview(database, competition, "Lunch.\n@everyone", "captains", at="2027-06-01 09:00")
        await jobs.do_due()

        assert texts.previewed(shown) == (
            "To all captains, <t:1811858400:F> (<t:1811858400:R>):\n> Lunch.\n> @everyone\n"
            f"Mentioned are: <@{lodge.captain_id}> <@{aces.captain_id}>.\n"
            "If it could only be sent more than 3 h late, it is dropped.\nNothing is sent until you confirm it."
        )
        assert shown.due_at == NINE
        assert await posts(database) == []

    async def test_at_once_to_everybody(self, database: Database, jobs: Jobs) -> None:
        competition, _, _ = await town(database)
        shown = await preview(database, competition)
        assert "To everybody, at once:" in texts.previewed(shown)
        assert "Nobody is mentioned." in texts.previewed(shown)

        done = await confirm(database, shown)
        await jobs.do_due()

        assert texts.accepted(done) == (
            f"Announcement #{done.announcement.id} is on its way. `/announce report` shows what became of it, and "
            "`/announce edit` changes it."
        )
        (post,) = await posts(database)
        assert (post.channel_id, post.payload["text"], post.payload["users"]) == (
            CHANNELS.announcements,
            "Lunch at noon.",
            [],
        )

    async def test_confirmed_twice_it_is_sent_once(self, database: Database, jobs: Jobs) -> None:
        competition, _, _ = await town(database)
        shown = await preview(database, competition)
        await confirm(database, shown)

        with pytest.raises(NotFound) as refusal:
            await confirm(database, shown)
        await jobs.do_due()

        assert refusal.value.sentence == (
            "This was done already, or it is older than a day; nothing was changed now. "
            "`/announce list` shows what counts."
        )
        assert await texts_in(database) == ["Lunch at noon."]

    async def test_to_one_team_or_an_events_teams(self, database: Database, jobs: Jobs) -> None:
        competition, lodge, aces = await town(database)
        await announce(database, competition, "You.", "team", team="lodge")
        await announce(database, competition, "Players.", "event", event="golf")

        await jobs.do_due()

        assert [post.payload["users"] for post in await posts(database)] == [
            [lodge.captain_id],
            [lodge.captain_id, aces.captain_id],
        ]
        assert await texts_in(database) == [
            f"<@{lodge.captain_id}>\nYou.",
            f"<@{lodge.captain_id}> <@{aces.captain_id}>\nPlayers.",
        ]

    async def test_a_captain_without_an_account_is_named(self, sqlite_database: Database) -> None:
        competition, lodge, _ = await town(sqlite_database)
        async with sqlite_database.transaction() as tx:
            columns = tables.team.c
            await tx.connection.execute(update(tables.team).where(columns.id == lodge.id).values(captain_id=None))
            await tx.connection.execute(update(tables.competition).values(revision=tables.competition.c.revision + 1))

        shown = await preview(sqlite_database, competition, audience="captains")

        assert (
            "Without a Discord account are the captains of \u2068Lodge\u2069: please tell them in person."
            in texts.previewed(shown)
        )

    async def test_the_text_can_be_changed_before_it_counts(self, sqlite_database: Database) -> None:
        competition, _, _ = await town(sqlite_database)
        shown = await preview(sqlite_database, competition, "Lunsh.", "event", event="golf", at="2027-06-01 09:00")

        async with sqlite_database.reading() as tx:
            form = await drafts.read_form_again(tx, director(), str(competition.id), str(shown.draft_id))
            with pytest.raises(NotFound):
                await drafts.read_form_again(tx, director(), str(competition.id), "1")

        assert (form.text, form.target.event, form.due_at) == ("Lunsh.", "golf", NINE)

    @pytest.mark.parametrize(
        ("audience", "options", "sentence"),
        [
            ("nobody", {}, "Choose from the list whom the announcement is for."),
            ("team", {}, "An announcement to a team needs the option `team`."),
            (
                "event",
                {"event": "chess"},
                "An announcement to an event's teams needs the option `event`: Bowling, Home Run Derby, "
                "Bags Sure Toss, Basketball Sure Shot, Golf Scramble and Texas Hold'em.",
            ),
            (
                "all",
                {"late_hours": 73},
                "It can be sent 0 to 72 hours late at most: choose a number of hours in between.",
            ),
            (
                "all",
                {"at": "2027-05-01 07:00"},  # the clock shows exactly that
                "<t:1809172800:F> (<t:1809172800:R>) has passed: choose a later time, or leave it out to send it at "
                "once.",
            ),
            (
                "all",
                {"at": "2028-06-01 07:00"},
                "<t:1843473600:F> (<t:1843473600:R>) is more than a year away: choose an earlier time.",
            ),
            (
                "all",
                {"at": "2028-03-12 02:30"},
                "There is no 02:30 on 2028-03-12 in America/Chicago, because the clocks go forward over it: choose "
                "another time.",
            ),
            (
                "all",
                {"at": "2027-11-07 01:30"},
                "01:30 on 2027-11-07 comes twice in America/Chicago, because the clocks go back: say which one is "
                "meant. Write `2027-11-07 01:30 first` or `2027-11-07 01:30 second`.",
            ),
        ],
    )
    async def test_refused(
        self, sqlite_database: Database, clock: Clock, audience: str, options: dict[str, Any], sentence: str
    ) -> None:
        competition, _, _ = await town(sqlite_database)

        with pytest.raises(RuleError) as refusal:
            await preview(sqlite_database, competition, audience=audience, **options)

        assert refusal.value.sentence == sentence
        assert clock.now().year == 2027

    @pytest.mark.parametrize("text", ["", " \n", "x" * 1501])
    async def test_its_length(self, sqlite_database: Database, text: str) -> None:
        competition, _, _ = await town(sqlite_database)

        with pytest.raises(RuleError) as refusal:
            await preview(sqlite_database, competition, text)

        assert refusal.value.sentence == (
            "An announcement has 1 to 1,500 characters: shorten it, or send it in two parts."
        )

    async def test_only_directors(self, sqlite_database: Database) -> None:
        competition, lodge, _ = await town(sqlite_database)
        shown = await preview(sqlite_database, competition)
        for by in (facilitator(), captain(lodge), stranger()):
            with pytest.raises(NotAllowed):
                await preview(sqlite_database, competition, by=by)
            with pytest.raises(NotAllowed):
                await confirm(sqlite_database, shown, by)
            async with sqlite_database.reading() as tx:
                with pytest.raises(NotAllowed):
                    await announcements.list_announcements(tx, by, str(competition.id))

    @pytest.mark.parametrize(
        ("audience", "whom", "due", "limit"),
        [("x", "", "0", "0"), ("team", "#99", "0", "0"), ("all", "", "-1", "0"), ("all", "", "9" * 30, "0"),
         ("all", "", "0", "-1"), ("all", "", "0", "x"), ("event", "chess", "0", "0"), ("all", "", "x", "60")],
    )  # fmt: skip
    async def test_a_forged_form_changes_nothing(
        self, sqlite_database: Database, audience: str, whom: str, due: str, limit: str
    ) -> None:
        competition, _, _ = await town(sqlite_database)
        with pytest.raises((RuleError, NotFound)):
            async with sqlite_database.transaction() as tx:
                await drafts.preview_announcement(
                    tx, director(), str(competition.id), audience, whom, due, limit, "Hi."
                )

    async def test_not_for_an_archived_competition(self, sqlite_database: Database) -> None:
        competition = await create_competition(sqlite_database, state=State.ARCHIVED)

        with pytest.raises(RuleError) as refusal:
            await preview(sqlite_database, competition)

        assert refusal.value.sentence == "\u2068Games\u2069 is archived: nothing is announced for it any more."


class TestItsTime:
    @pytest.mark.parametrize(("seconds", "is_sent"), [(-1, False), (0, True), (1, True)])
    async def test_not_before_and_not_later(
        self, database: Database, jobs: Jobs, clock: Clock, seconds: int, is_sent: bool
    ) -> None:
        competition, _, _ = await town(database)
        await announce(database, competition, at="2027-06-01 09:00")

        clock.set(NINE + seconds * SECOND)
        await jobs.do_due()

        assert await texts_in(database) == (["Lunch at noon."] if is_sent else [])

    @pytest.mark.parametrize(
        ("late", "is_marked", "status"),
        [
            (timedelta(seconds=59), False, AnnouncementStatus.SENT),
            (timedelta(seconds=62), True, AnnouncementStatus.SENT),
            (timedelta(hours=2) - 2 * SECOND, True, AnnouncementStatus.SENT),
            (timedelta(hours=2) + SECOND, None, AnnouncementStatus.DROPPED),
        ],
    )
    async def test_a_missed_one_is_late_and_says_so_or_is_dropped(
        self,
        database: Database,
        jobs: Jobs,
        clock: Clock,
        late: timedelta,
        is_marked: bool | None,
        status: AnnouncementStatus,
    ) -> None:
        competition, _, _ = await town(database)
        announcement = await announce(database, competition, at="2027-06-01 09:00", late_hours=2)

        clock.set(NINE + late)
        await jobs.do_due()

        assert await status_of(database, competition) == [status]
        mark = "-# This comes late: it was due <t:1811858400:F> (<t:1811858400:R>).\n"
        if is_marked is None:
            (post,) = await posts(database)
            assert post.channel_id == CHANNELS.staff
            assert post.payload["text"] == (
                f"<@{DIRECTOR_ID}>: announcement #{announcement.id} was due <t:1811858400:F> (<t:1811858400:R>) "
                "and could not be sent in time, so it was dropped:\n> Lunch at noon."
            )
        else:
            assert await texts_in(database) == [(mark if is_marked else "") + "Lunch at noon."]

    async def test_with_no_lateness_allowed_a_minute_is_still_in_time(
        self, sqlite_database: Database, clock: Clock
    ) -> None:
        jobs = Jobs(sqlite_database, clock, KINDS, lambda: None)
        competition, _, _ = await town(sqlite_database)
        await announce(sqlite_database, competition, at="2027-06-01 09:00", late_hours=0)
        clock.set(NINE + 30 * SECOND)

        await jobs.do_due()

        assert await status_of(sqlite_database, competition) == [AnnouncementStatus.SENT]

    @pytest.mark.parametrize(
        ("typed", "instant"),
        [
            ("2027-11-07 00:30", "2027-11-07 05:30"),
            ("2027-11-07 01:30 first", "2027-11-07 06:30"),
            ("2027-11-07 01:30 second", "2027-11-07 07:30"),
            ("2027-11-07 02:30", "2027-11-07 08:30"),
        ],
    )
    async def test_across_the_change_of_the_clocks(
        self, sqlite_database: Database, clock: Clock, typed: str, instant: str
    ) -> None:
        jobs = Jobs(sqlite_database, clock, KINDS, lambda: None)
        competition, _, _ = await town(sqlite_database)
        await announce(sqlite_database, competition, at=typed)
        due_at = datetime.fromisoformat(instant).replace(tzinfo=UTC)

        clock.set(due_at - 2 * SECOND)
        await jobs.do_due()
        assert await posts(sqlite_database) == []
        clock.set(due_at)
        await jobs.do_due()
        assert await texts_in(sqlite_database) == ["Lunch at noon."]

    async def test_two_hundred_at_once_each_once(self, sqlite_database: Database, clock: Clock) -> None:
        competition, _, _ = await town(sqlite_database)
        for number in range(200):
            await announce(sqlite_database, competition, f"No. {number}", at="2027-06-01 09:00")
        clock.set(NINE)

        for _ in range(2):
            await Jobs(sqlite_database, clock, KINDS, lambda: None).do_due()

        assert await texts_in(sqlite_database) == [f"No. {number}" for number in range(200)]


class TestEditing:
    async def edit(
        self,
        database: Database,
        announcement: Announcement,
        text: str,
        seen: str | None = None,
        by: Asker | None = None,
    ) -> Announced:
        async with database.transaction() as tx:
            mark = announcement.edit_mark if seen is None else seen
            return await announcements.edit_announcement(
                tx, by or director(), "Games", str(announcement.id), mark, text
            )

    async def test_before_it_is_sent(self, database: Database, jobs: Jobs, clock: Clock) -> None:
        competition, _, _ = await town(database)
        announcement = await announce(database, competition, at="2027-06-01 09:00")

        done = await self.edit(database, announcement, "Lunch at one.")
        clock.set(NINE)
        await jobs.do_due()

        assert texts.edited(done) == (
            f"Announcement #{announcement.id} says something else now. "
            "It will be sent <t:1811858400:F> (<t:1811858400:R>)."
        )
        assert await texts_in(database) == ["Lunch at one."]

    async def test_after_it_was_sent_its_messages_follow(self, database: Database, jobs: Jobs) -> None:
        competition, lodge, aces = await town(database)
        async with database.transaction() as tx:
            await choose_direct(tx, captain(lodge), is_wanted=True)
        announcement = await announce(database, competition, audience="captains")
        await jobs.do_due()

        done = await self.edit(database, announcement, "Lunch at one.")

        assert texts.edited(done).endswith("Its messages follow.")
        in_channel, direct = await posts(database)
        assert in_channel.payload["text"] == f"<@{lodge.captain_id}> <@{aces.captain_id}>\nLunch at one."
        assert (direct.user_id, direct.payload["text"]) == (lodge.captain_id, "Lunch at one.")
        assert [post.wanted_revision for post in (in_channel, direct)] == [2, 2]

    async def test_somebody_else_was_quicker(self, sqlite_database: Database) -> None:
        competition, _, _ = await town(sqlite_database)
        announcement = await announce(sqlite_database, competition, at="2027-06-01 09:00")
        await self.edit(sqlite_database, announcement, "Lunch at one.")

        with pytest.raises(Conflict) as refusal:
            await self.edit(sqlite_database, announcement, "Lunch at two.")

        assert refusal.value.sentence == (
            f"Announcement #{announcement.id} was edited meanwhile, and yours was not saved. It says now:\n"
            "> Lunch at one.\nYou wrote:\n> Lunch at two.\nOpen `/announce edit` again."
        )

    async def test_cancelled_it_is_never_sent(self, database: Database, jobs: Jobs, clock: Clock) -> None:
        competition, _, _ = await town(database)
        announcement = await announce(database, competition, at="2027-06-01 09:00")
        async with database.transaction() as tx:
            done = await announcements.cancel_announcement(tx, director(), None, f"#{announcement.id}")
        clock.set(NINE)
        await jobs.do_due()

        assert texts.cancelled(done) == f"Announcement #{announcement.id} is cancelled and will not be sent."
        assert await posts(database) == []
        with pytest.raises(Conflict) as refusal:
            await self.edit(database, announcement, "x")
        assert refusal.value.sentence.startswith(
            f"Announcement #{announcement.id} cannot be edited: it is cancelled <t:"
        )
        with pytest.raises(Conflict) as refusal:
            async with database.transaction() as tx:
                await announcements.cancel_announcement(tx, director(), None, str(announcement.id))
        assert refusal.value.sentence.startswith(
            f"Announcement #{announcement.id} no longer waits: it is cancelled <t:"
        )

    async def test_only_directors_and_only_what_is_there(self, sqlite_database: Database) -> None:
        competition, lodge, _ = await town(sqlite_database)
        announcement = await announce(sqlite_database, competition, at="2027-06-01 09:00")
        for by in (facilitator(), captain(lodge)):
            with pytest.raises(NotAllowed):
                await self.edit(sqlite_database, announcement, "x", by=by)
            with pytest.raises(NotAllowed):
                async with sqlite_database.transaction() as tx:
                    await announcements.cancel_announcement(tx, by, None, str(announcement.id))
        with pytest.raises(NotFound) as refusal:
            async with sqlite_database.transaction() as tx:
                await announcements.cancel_announcement(tx, director(), None, "#77")
        assert refusal.value.sentence == (
            "There is no such announcement in this competition. `/announce list` shows all of them with their numbers."
        )


class TestReport:
    async def test_each_post_with_what_became_of_it(self, sqlite_database: Database, clock: Clock) -> None:
        competition, lodge, _ = await town(sqlite_database)
        async with sqlite_database.transaction() as tx:
            await choose_direct(tx, captain(lodge), is_wanted=True)
        announcement = await announce(sqlite_database, competition, audience="captains")
        await Jobs(sqlite_database, clock, KINDS, lambda: None).do_due()
        async with sqlite_database.transaction() as tx:
            direct = tables.post.c.user_id.is_not(None)
            await tx.connection.execute(update(tables.post).where(direct).values(status=PostStatus.FAILED))

        async with sqlite_database.reading() as tx:
            found = await announcements.report_delivery(tx, director(), None, f"#{announcement.id}")
            listed = await announcements.list_announcements(tx, director(), None)
            offered = await announcements.name_announcements(tx, director(), None)

        lines = list(texts.report_lines(found))
        assert lines[0].startswith(f"Announcement #{announcement.id} is sent <t:")
        assert lines[1:] == [
            "- <#23>, mentioning 2: on its way",
            f"- direct message to <@{lodge.captain_id}>: **not delivered**: please tell them otherwise",
        ]
        (line,) = texts.listed_lines(listed)
        assert line.startswith(f"**#{announcement.id}** to all captains, sent <t:")
        assert offered == [(f"#{announcement.id} (sent) Lunch at noon.", f"#{announcement.id}")]

    async def test_nothing_yet(self, sqlite_database: Database) -> None:
        await town(sqlite_database)
        async with sqlite_database.reading() as tx:
            found = await announcements.list_announcements(tx, director(), None)

        assert list(texts.listed_lines(found)) == ["Nothing was announced yet. `/announce new` writes an announcement."]
