"""Check-in: who is there, and what an ID proves."""

import csv
from datetime import UTC, date, datetime, timedelta
from io import StringIO

import pytest
from sqlalchemy import select

from bot.clock import Clock
from bot.db import tables
from bot.db.engine import Database
from bot.db.snapshot import Competition, Team
from bot.services import checkin, conduct, eligibility, registration, times, withdrawing
from bot.services.access import Asker
from bot.services.schedule import move_competition
from bot.ui.facts.checkin import Missing, TeamCheckIn
from bot.ui.texts import checkin as texts
from bot.ui.times import show_moment
from core.competition import Step
from core.conduct import OffenceKind
from core.errors import NotAllowed, NotFound, RuleError
from core.reminders import Deadline
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
    start,
    stranger,
    take_steps,
)

OPENS_AT = datetime(2027, 6, 12, 5, 0, tzinfo=UTC)  # 00:00 in Chicago


async def prepare(database: Database, clock: Clock, kind: str = "getaway") -> tuple[Competition, Team]:
    """A running competition with one team, on its first day."""
    games = await create_competition(database, kind, "Games")
    team = await register_team(
        database, games, "Lodge", [f"P{number}" for number in range(3 if kind == "getaway" else 6)]
    )
    await register_team(database, games, "Other")
    await start(database, games)
    clock.set(OPENS_AT)
    return games, team


async def mark(database: Database, who: Asker, player: str, what: str, *, is_so: bool = True) -> TeamCheckIn:
    async with database.transaction() as tx:
        return await checkin.mark_player(tx, who, "Games", player, what, is_so=is_so)


async def missing(database: Database, who: Asker) -> Missing:
    async with database.reading() as tx:
        return await checkin.list_missing(tx, who, "Games")


async def nudge(database: Database, who: Asker, list_number: str) -> str:
    async with database.transaction() as tx:
        return texts.nudged(await checkin.nudge_captains(tx, who, "Games", list_number))


async def posts(database: Database, channel_id: int) -> list[tuple[str, list[int]]]:
    async with database.reading() as tx:
        query = select(tables.post.c.payload).where(tables.post.c.channel_id == channel_id).order_by(tables.post.c.id)
        return [(payload["text"], payload["users"]) for payload in (await tx.connection.execute(query)).scalars()]


async def age_of(database: Database, name: str) -> tuple[date | None, date | None, int | None]:
    columns = tables.player.c
    query = select(columns.birth_date, columns.of_age_on, columns.of_age_by).where(columns.name == name)
    async with database.reading() as tx:
        return tuple((await tx.connection.execute(query)).one())


class TestMarking:
    async def test_a_captain_checks_the_team_in(self, database: Database, clock: Clock) -> None:
        _games, team = await prepare(database, clock)
        view = await mark(database, captain(team), "P0", "present")
        shown = texts.player_shown(view)
        assert shown.text == "**\u2068P0\u2069** (\u2068Lodge\u2069): here"
        assert [button.label for button in shown.buttons] == ["Not here", "Back to the team"]
        async with database.transaction() as tx:
            view = await checkin.mark_everybody(tx, captain(team), "Games", None)
        assert texts.team_shown(view).text.startswith(
            "**\u2068Lodge\u2069**: 3 of 3 here. To change something, choose a player:"
        )
        view = await mark(database, captain(team), "P0", "present", is_so=False)
        assert texts.team_shown(view).text.startswith("**\u2068Lodge\u2069**: 2 of 3 here.")

    async def test_an_id_replaces_the_birth_date(self, database: Database, clock: Clock) -> None:
        _games, team = await prepare(database, clock)
        shown = texts.player_shown(await mark(database, facilitator(), "P0", "id"))
        assert shown.text == (
            "**\u2068P0\u2069** (\u2068Lodge\u2069): here, ID seen\nID: born on or before 2009-06-12."
        )
        assert await age_of(database, "P0") == (None, date(2027, 6, 12), facilitator().user_id)
        assert await age_of(database, "P1") == (date(1990, 1, 1), None, None)
        async with database.reading() as tx:
            assert await eligibility.find_too_young(tx, await load(database, _games)) == ()
        again = await mark(database, facilitator(), "P0", "id", is_so=False)
        assert not again.seen(again.snapshot.roster(team.id)[0]).is_id_seen

    async def test_the_digest_still_holds_a_person_to_one_team(self, sqlite_database: Database, clock: Clock) -> None:
        games = await create_competition(sqlite_database, name="Games")
        await register_team(sqlite_database, games, "Lodge", ["Ann 2001-05-03", "B", "C"])
        clock.set(OPENS_AT)
        await mark(sqlite_database, facilitator(), "Ann", "id")
        refused = await send_form(sqlite_database, games, "Second", f"Ann 2001-05-03\nX {ADULT}\nY {ADULT}")
        assert refused.team is None

    async def test_an_excused_player_keeps_the_date(self, sqlite_database: Database, clock: Clock) -> None:
        games = await create_competition(sqlite_database, name="Games")
        async with sqlite_database.transaction() as tx:
            await eligibility.grant_exception(tx, director(), "Games", None, "Kid", "2009-06-13", "why")
        team = await register_team(sqlite_database, games, "Lodge", ["A", "B", "Kid 2009-06-13"])
        clock.set(OPENS_AT)
        shown = texts.player_shown(await mark(sqlite_database, facilitator(), "Kid", "id")).text
        assert "here, ID seen, excused from the minimum age: \u2068why\u2069" in shown
        assert (await age_of(sqlite_database, "Kid"))[0] == date(2009, 6, 13)
        of_captain = await mark(sqlite_database, captain(team), "Kid", "present")
        assert "excused" not in texts.player_shown(of_captain).text

    async def test_whoever_is_too_young_is_not_confirmed(self, sqlite_database: Database, clock: Clock) -> None:
        games = await create_competition(sqlite_database, name="Games")
        await register_team(sqlite_database, games, "Lodge", ["A", "B", "Kid 2009-06-12"])
        async with sqlite_database.transaction() as tx:
            await move_competition(tx, director(), "Games", "2027-06-11")
        clock.set(OPENS_AT)
        with pytest.raises(RuleError) as refusal:
            await mark(sqlite_database, facilitator(), "Kid", "id")
        assert refusal.value.sentence == (
            "\u2068Kid\u2069 is entered with a birth date that is too young, and nothing was noted. Ask a director, "
            "who can make an exception with `/player except`."
        )
        assert (await age_of(sqlite_database, "Kid"))[0] == date(2009, 6, 12)

    async def test_dodgeball_looks_at_the_gear(self, sqlite_database: Database, clock: Clock) -> None:
        _open, team = await prepare(sqlite_database, clock, "dodgeball")
        shown = texts.player_shown(await mark(sqlite_database, captain(team), "P0", "gear"))
        assert shown.text.endswith("not here, gear is right\nGear: athletic footwear, no jewellery, no hat or bandana.")
        assert [button.label for button in shown.buttons] == ["Here", "Gear is not right", "Back to the team"]

    async def test_refusals(self, sqlite_database: Database, clock: Clock) -> None:
        games, team = await prepare(sqlite_database, clock)
        with pytest.raises(NotAllowed, match="Only a facilitator"):
            await mark(sqlite_database, captain(team), "P0", "id")
        other = await load(sqlite_database, games)
        rival = next(t for t in other.teams.values() if t.name == "Other")
        for who in (stranger(), captain(rival)):
            with pytest.raises(NotAllowed, match="Only the captain of \u2068Lodge\u2069"):
                await mark(sqlite_database, who, "P0", "present")
        for what in ("gear", "", "x" * 99):
            with pytest.raises(RuleError) as unknown:
                await mark(sqlite_database, facilitator(), "P0", what)
            assert unknown.value.sentence == texts.UNKNOWN_MARK
        with pytest.raises(NotFound, match="There is no player"):
            await mark(sqlite_database, facilitator(), "#999", "present")
        clock.set(OPENS_AT - timedelta(seconds=1))
        with pytest.raises(RuleError) as early:
            await mark(sqlite_database, captain(team), "P0", "present")
        assert early.value.sentence == ("Check-in opens <t:1812776400:F> (<t:1812776400:R>). Come back then.")
        clock.set(OPENS_AT)
        await take_steps(sqlite_database, games, Step.FINISH)
        with pytest.raises(RuleError) as late:
            await mark(sqlite_database, captain(team), "P0", "present")
        assert late.value.sentence == "\u2068Games\u2069 is finished: there is nobody to check in."


class TestOpening:
    @pytest.mark.parametrize(
        ("wall", "opens_at"),
        [("2027-06-11 18:00", OPENS_AT - timedelta(hours=6)), ("2027-06-12 07:30", OPENS_AT + timedelta(hours=7.5))],
    )
    async def test_at_the_time_that_is_set(
        self, sqlite_database: Database, clock: Clock, wall: str, opens_at: datetime
    ) -> None:
        games = await create_competition(sqlite_database, name="Games")
        team = await register_team(sqlite_database, games, "Lodge", ["P0", "P1", "P2"])
        async with sqlite_database.transaction() as tx:
            await times.set_times(tx, director(), "Games", {Deadline.CHECK_IN: wall})
        clock.set(opens_at - timedelta(seconds=1))
        with pytest.raises(RuleError) as early:
            await mark(sqlite_database, captain(team), "P0", "present")
        assert early.value.sentence == f"Check-in opens {show_moment(opens_at)}. Come back then."
        clock.set(opens_at)
        assert (await mark(sqlite_database, captain(team), "P0", "present")).player is not None


class TestMissing:
    async def test_staff_see_who_is_missing_and_call_the_captains_once(self, database: Database, clock: Clock) -> None:
        games, team = await prepare(database, clock)
        await mark(database, captain(team), "P0", "present")
        shown = texts.missing_shown(await missing(database, facilitator()))
        assert shown.text == (
            "Not here yet: 5 in 2 teams.\n\u2068Lodge\u2069: \u2068P1\u2069, \u2068P2\u2069\n\u2068Other\u2069: "
            "\u2068Other 1\u2069, \u2068Other 2\u2069, \u2068Other 3\u2069"
        )
        number = shown.buttons[0].custom_id.split(":")[-1]
        for _ in range(2):
            assert await nudge(database, facilitator(), number) == "✅ Captains called: 2."
        ((text, mentioned),) = await posts(database, games.channels.captains)
        assert text.startswith("Not everybody is checked in yet. `/checkin team` checks your team in:\n")
        assert f"<@{team.captain_id}> \u2068Lodge\u2069: 2 not here" in text
        assert len(mentioned) == 2
        for who in (stranger(), captain(team)):
            with pytest.raises(NotAllowed, match="Only a facilitator"):
                await missing(database, who)
            with pytest.raises(NotAllowed, match="Only a facilitator"):
                await nudge(database, who, "1")
        with pytest.raises(RuleError):
            await nudge(database, facilitator(), "1; drop")

    async def test_a_hundred_and_thirty_captains_fit_in_few_posts(
        self, sqlite_database: Database, clock: Clock
    ) -> None:
        games = await create_competition(sqlite_database, name="Games")
        async with sqlite_database.transaction() as tx:
            for number in range(130):
                name = f"{number:03} {'x' * 77}"
                values = {"competition_id": games.id, "name": name, "name_key": name, "status": "confirmed"}
                row = tables.team.insert().values(**values, captain_id=number + 1, registered_at=tx.now)
                team_id = (await tx.connection.execute(row.returning(tables.team.c.id))).scalar_one()
                player = {"competition_id": games.id, "team_id": team_id, "name": "P", "joined_at": tx.now}
                await tx.connection.execute(tables.player.insert().values(player))
        clock.set(OPENS_AT)
        assert await nudge(sqlite_database, facilitator(), "5") == "✅ Captains called: 130."
        sent = await posts(sqlite_database, games.channels.captains)
        assert all(len(text) <= 2000 for text, _ in sent)
        listed = texts.missing_shown(await missing(sqlite_database, facilitator())).text
        assert f"\u2068129 {'x' * 77}\u2069: " in listed
        assert sorted(user_id for _, users in sent for user_id in users) == list(range(1, 131))

    async def test_nobody_is_missing(self, sqlite_database: Database, clock: Clock) -> None:
        games, team = await prepare(sqlite_database, clock)
        for each in (await load(sqlite_database, games)).teams.values():
            async with sqlite_database.transaction() as tx:
                await checkin.mark_everybody(tx, facilitator(), "Games", f"#{each.id}")
        assert texts.missing_shown(await missing(sqlite_database, facilitator())).text == texts.NOBODY_MISSING
        assert await nudge(sqlite_database, facilitator(), "9") == texts.NOBODY_MISSING
        assert team.name == "Lodge"

    async def test_a_captain_without_an_account_is_told_in_person(
        self, sqlite_database: Database, clock: Clock
    ) -> None:
        await create_competition(sqlite_database, name="Games")
        trio = f"A {ADULT}\nB {ADULT}\nC {ADULT}"
        async with sqlite_database.transaction() as tx:
            await registration.register_team(tx, facilitator(), "Games", "Lodge", trio, "Tom")
        clock.set(OPENS_AT)
        assert await nudge(sqlite_database, facilitator(), "1") == (
            "Nobody could be called. Tell these in person: \u2068Lodge\u2069."
        )


class TestSheet:
    async def test_a_table_and_a_page_without_dates(self, sqlite_database: Database, clock: Clock) -> None:
        games = await create_competition(sqlite_database, name="Games")
        await register_team(sqlite_database, games, "=cmd()", ["<b>Ann</b>", "@B", "C"])
        clock.set(OPENS_AT)
        await mark(sqlite_database, facilitator(), "C", "id")
        async with sqlite_database.reading() as tx:
            sheet = texts.sign_in_sheet(await checkin.load_sign_in_sheet(tx, facilitator(), "Games"))
            with pytest.raises(NotAllowed):
                await checkin.load_sign_in_sheet(tx, asker(5), "Games")
        table, page = (attachment.data.decode("utf-8-sig") for attachment in sheet.attachments)
        assert list(csv.reader(StringIO(table))) == [
            ["Team", "Player", "Here", "ID seen", "Signature"],
            ["'=cmd()", "<b>Ann</b>", "", "", ""],
            ["'=cmd()", "'@B", "", "", ""],
            ["'=cmd()", "C", "yes", "yes", ""],
        ]
        assert "<b>" not in page
        assert "&lt;b&gt;Ann" in page
        assert "1990" not in table + page
        assert "born on or before 2009-06-12" in page

    async def test_who_is_excused_from_the_age_is_marked(self, sqlite_database: Database) -> None:
        games = await create_competition(sqlite_database, name="Games")
        async with sqlite_database.transaction() as tx:
            await eligibility.grant_exception(tx, director(), "Games", None, "Kid", "2009-06-13", "why")
        await register_team(sqlite_database, games, "Lodge", ["A", "B", "Kid 2009-06-13"])
        async with sqlite_database.reading() as tx:
            sheet = texts.sign_in_sheet(await checkin.load_sign_in_sheet(tx, facilitator(), "Games"))
        table, page = (attachment.data.decode("utf-8-sig") for attachment in sheet.attachments)
        assert [row[3] for row in csv.reader(StringIO(table)) if row[1] in ("B", "Kid")] == ["", "excused"]
        assert "excused: a director lets them play.</p>" in page

    async def test_who_is_out_is_not_on_it(self, sqlite_database: Database, clock: Clock) -> None:
        games, team = await prepare(sqlite_database, clock)
        async with sqlite_database.transaction() as tx:
            shown = await conduct.preview_offence(tx, facilitator(), "Games", OffenceKind.PUNCH, "P1")
        async with sqlite_database.transaction() as tx:
            await conduct.record_offence(tx, facilitator(), str(games.id), str(shown.draft_id))
            other = next(t for t in (await load(sqlite_database, games)).teams.values() if t.id != team.id)
            await withdrawing.withdraw_team(tx, captain(other), "Games", None, "confirmed")
        async with sqlite_database.reading() as tx:
            sheet = texts.sign_in_sheet(await checkin.load_sign_in_sheet(tx, facilitator(), "Games"))
        rows = list(csv.reader(StringIO(sheet.attachments[0].data.decode("utf-8-sig"))))
        assert [row[:2] for row in rows[1:]] == [["Lodge", "P0"], ["Lodge", "P2"]]


async def test_a_large_team_has_pages(sqlite_database: Database, clock: Clock) -> None:
    open_ = await create_competition(sqlite_database, "dodgeball", "Games")
    team = await register_team(sqlite_database, open_, "Horde", [f"P{number}" for number in range(45)])
    clock.set(OPENS_AT)
    seen: set[str] = set()
    for page in (1, 2, 3, 99):
        async with sqlite_database.reading() as tx:
            shown = texts.team_shown(await checkin.show_check_in(tx, captain(team), "Games", None, page))
        assert len(shown.buttons) <= 25
        assert len({button.custom_id for button in shown.buttons}) == len(shown.buttons)
        seen |= {button.label for button in shown.buttons if button.label.startswith("P") and button.label[1].isdigit()}
    assert len(seen) == 45
