"""Changing rosters: both sides of the lock, of the sizes and of the first sheet, and every refusal in its words."""

import asyncio
from datetime import UTC, date, datetime, timedelta

import pytest
from sqlalchemy import insert, select

from bot.clock import Clock
from bot.db import registration_tables, tables
from bot.db.engine import Database
from bot.db.snapshot import Competition, Team
from bot.services import roster
from bot.services.access import Asker
from bot.services.roster import Newcomer
from bot.ui.facts.teams import RosterChange
from bot.ui.texts import roster as texts
from core.competition import State, Step
from core.errors import NotAllowed, NotFound, RuleError, UserError
from tests.builders import (
    ADULT,
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

LOCK_AT = datetime(2027, 6, 12, 5, 0, tzinfo=UTC)  # 00:00 in Chicago
LOCK = "<t:1812776400:F> (<t:1812776400:R>)"
DI = Newcomer("Di", ADULT)


async def add(
    database: Database,
    who: Asker,
    newcomer: Newcomer = DI,
    *,
    team: str | None = None,
    reason: str | None = None,
) -> RosterChange:
    async with database.transaction() as tx:
        return await roster.add_player(tx, who, "Games", team, newcomer, reason)


async def remove(
    database: Database, who: Asker, leaving: str, *, team: str | None = None, reason: str | None = None
) -> RosterChange:
    async with database.transaction() as tx:
        return await roster.remove_player(tx, who, "Games", team, leaving, reason)


async def swap(
    database: Database,
    who: Asker,
    leaving: str,
    newcomer: Newcomer = DI,
    *,
    team: str | None = None,
    reason: str | None = None,
) -> RosterChange:
    async with database.transaction() as tx:
        return await roster.swap_players(tx, who, "Games", team, leaving, newcomer, reason)


async def names(database: Database, competition: Competition, team: Team) -> list[str]:
    return [player.name for player in (await load(database, competition)).roster(team.id)]


async def bowl(database: Database, competition: Competition, team: Team, value: int | None = 120) -> None:
    """A first sheet of the team."""
    (player, *_) = (await load(database, competition)).roster(team.id)
    async with database.transaction() as tx:
        values = {"competition_id": competition.id, "event": "bowling", "player_id": player.id, "round": 1}
        more = {"value": value, "submitted_by": 1, "submitted_at": tx.now}
        await tx.connection.execute(insert(tables.sheet).values(**values, **more))


class TestChanges:
    async def test_a_captain_adds_removes_and_swaps(self, database: Database) -> None:
        games = await create_competition(database)
        team = await register_team(database, games, "Lodge", ["A", "B", "C"])
        added = await add(database, captain(team))
        assert texts.changed(added) == "✅ \u2068Di\u2069 joined. **\u2068Lodge\u2069** has 4 players now."
        swapped = await swap(database, captain(team), "b", Newcomer("Ed", "3 May 2001"))
        assert texts.changed(swapped) == (
            "✅ \u2068Ed\u2069 plays instead of \u2068B\u2069. **\u2068Lodge\u2069** has 4 players now."
        )
        assert swapped.left is not None
        removed = await remove(database, captain(team), f"#{(await load(database, games)).roster(team.id)[0].id}")
        assert texts.changed(removed) == "✅ \u2068A\u2069 left. **\u2068Lodge\u2069** has 3 players now."
        assert await names(database, games, team) == ["C", "Di", "Ed"]

    async def test_who_left_can_join_another_team(self, database: Database) -> None:
        games = await create_competition(database)
        first = await register_team(database, games, "First", ["A", "B", "C", "Di"])
        second = await register_team(database, games, "Second", ["E", "F", "G"])
        with pytest.raises(RuleError, match="is entered in \u2068First\u2069 already"):
            await add(database, captain(second))
        await remove(database, captain(first), "Di")
        await add(database, captain(second))
        assert await names(database, games, second) == ["E", "F", "G", "Di"]

    async def test_nothing_tells_who_somebody_was_that_left(self, database: Database) -> None:
        games = await create_competition(database)
        team = await register_team(database, games, "Lodge", ["A", "B", "C", "Di"])
        await remove(database, captain(team), "Di")
        async with database.reading() as tx:
            row = (await tx.connection.execute(select(tables.player).where(tables.player.c.name == "Di"))).one()
        assert (row.birth_date, row.person_key, row.user_id, row.entered_by) == (None, None, None, None)
        assert row.left_at is not None

    async def test_a_swap_is_whole_or_not_at_all(self, database: Database) -> None:
        games = await create_competition(database)
        await register_team(database, games, "Other", ["X", "Y", "Z"])
        team = await register_team(database, games, "Lodge", ["A", "B", "C", "D"])
        for newcomer in (Newcomer("Z", ADULT), Newcomer("Kid", "2015-01-01"), Newcomer("Odd", "2009-02-30")):
            with pytest.raises(RuleError):
                await swap(database, captain(team), "A", newcomer)
        assert await names(database, games, team) == ["A", "B", "C", "D"]

    async def test_a_swap_can_correct_a_birth_date(self, database: Database) -> None:
        games = await create_competition(database)
        team = await register_team(database, games, "Lodge", ["A", "B", "C", "D"])
        for _ in range(2):  # the second with the same date, too
            await swap(database, captain(team), "A", Newcomer("A", "1991-01-01"))
        assert await names(database, games, team) == ["B", "C", "D", "A"]

    async def test_a_team_that_is_short_grows_step_by_step(self, database: Database) -> None:
        open_ = await create_competition(database, "dodgeball")
        team = await register_team(database, open_, "Lodge")
        async with database.transaction() as tx:
            leaving = [player.id for player in (await load(database, open_)).roster(team.id)[:3]]
            table = tables.player
            await tx.connection.execute(table.update().where(table.c.id.in_(leaving)).values(left_at=tx.now))
        assert (await add(database, captain(team))).count == 4

    async def test_the_captain_hears_of_what_a_director_changed(self, database: Database) -> None:
        games = await create_competition(database)
        team = await register_team(database, games, "Lodge", ["A", "B", "C"])
        await add(database, director(), team="lodge")
        async with database.reading() as tx:
            *_, post = (await tx.connection.execute(select(tables.post).order_by(tables.post.c.id))).all()
        assert post.channel_id == games.channels.captains
        assert post.payload["users"] == [team.captain_id]
        assert post.payload["text"] == (
            f"<@{team.captain_id}>, the roster of \u2068Lodge\u2069 was changed: \u2068Di\u2069 joined."
        )


class TestSizes:
    async def refuse(self, database: Database, change: object) -> str:
        with pytest.raises(RuleError) as refusal:
            await change  # pyright: ignore[reportGeneralTypeIssues]
        return refusal.value.sentence

    async def test_a_full_team(self, database: Database) -> None:
        games = await create_competition(database)
        team = await register_team(database, games, "Lodge", ["A", "B", "C", "D"])
        assert await self.refuse(database, add(database, captain(team))) == (
            "Nothing was changed: \u2068Lodge\u2069 has 4 players already, and a team has 3 or 4 players. `/team swap` "
            "exchanges one for another."
        )
        await swap(database, captain(team), "A")
        assert await names(database, games, team) == ["B", "C", "D", "Di"]

    async def test_a_team_that_would_be_short(self, database: Database) -> None:
        games = await create_competition(database)
        team = await register_team(database, games, "Lodge", ["A", "B", "C"])
        assert await self.refuse(database, remove(database, captain(team), "A")) == (
            "Nothing was changed: \u2068Lodge\u2069 would be left with 2 players: a team has 3 or 4 players. "
            "`/team swap` exchanges one for another."
        )
        assert await names(database, games, team) == ["A", "B", "C"]


class TestNewcomers:
    @pytest.mark.parametrize(
        ("name", "birth_date", "words"),
        [
            ("Di", "2009-02-30", "the calendar does not have this birth date. Check day and month."),
            ("Di", "soon", f"the birth date could not be read. {texts.UNDERSTOOD}"),
            ("Di", "1.2.99", f"the birth date needs its year with four digits. {texts.UNDERSTOOD}"),
            ("Di", "１９９９年", f"the birth date could not be read. {texts.UNDERSTOOD}"),
            ("", ADULT, "this player has a name that is empty."),
            ("D\ni", ADULT, "this player has a name that holds a line break, tab or other control character: type it "
             "on one line."),
            ("D" * 5000, ADULT, "this player has a name that is longer than 100 characters: shorten it."),
            ("Di 2001-05-03", ADULT, f"that is more than one date. {texts.UNDERSTOOD}"),
        ],
    )  # fmt: skip
    async def test_who_cannot_be_read(self, sqlite_database: Database, name: str, birth_date: str, words: str) -> None:
        games = await create_competition(sqlite_database)
        team = await register_team(sqlite_database, games, "Lodge", ["A", "B", "C"])
        with pytest.raises(RuleError) as refusal:
            await add(sqlite_database, captain(team), Newcomer(name, birth_date))
        assert refusal.value.sentence == f"Nothing was changed: {words}"
        assert await names(sqlite_database, games, team) == ["A", "B", "C"]

    @pytest.mark.parametrize(
        "written", ["2001-05-03", "3 May 2001", "May 3, 2001", "03/05/2001", "２００１/５/３", "２００１／０５／０３"]
    )
    async def test_what_is_said_to_be_understood_is(self, sqlite_database: Database, written: str) -> None:
        games = await create_competition(sqlite_database)
        team = await register_team(sqlite_database, games, "Lodge", ["A", "B", "C"])
        done = texts.answered(await add(sqlite_database, captain(team), Newcomer("Di", written)))
        joined = "✅ \u2068Di\u2069 joined. **\u2068Lodge\u2069** has 4 players now."
        reading = (
            "\nRead as born on 3 May 2001. If that is wrong, enter the player again with `/team swap`, with the year "
            "first."
        )
        assert done.text == joined + (reading if written == "03/05/2001" else "")
        assert done.to_json()["text"] == joined

    async def test_a_date_that_was_read_wrongly_is_put_right(self, sqlite_database: Database) -> None:
        games = await create_competition(sqlite_database)
        team = await register_team(sqlite_database, games, "Lodge", ["A", "B", "C"])
        await add(sqlite_database, captain(team), Newcomer("Di", "03/05/2001"))
        await swap(sqlite_database, captain(team), "Di", Newcomer("Di", "2001-03-05"))
        async with sqlite_database.reading() as tx:
            di = (tables.player.c.name == "Di", tables.player.c.left_at.is_(None))
            born = await tx.connection.scalar(select(tables.player.c.birth_date).where(*di))
        assert born == date(2001, 3, 5)

    async def test_who_is_too_young(self, sqlite_database: Database) -> None:
        games = await create_competition(sqlite_database)
        team = await register_team(sqlite_database, games, "Lodge", ["A", "B", "C"])
        with pytest.raises(RuleError) as refusal:
            await add(sqlite_database, captain(team), Newcomer("Di", "2009-06-13"))
        assert refusal.value.sentence == (
            "Nothing was changed. \u2068Di\u2069: too young. Everybody must be 18 or older on 2027-06-12, the first "
            "day. Check the birth date, enter somebody else, or ask a director for an exception."
        )

    async def test_who_bears_a_team_mates_name(self, sqlite_database: Database) -> None:
        games = await create_competition(sqlite_database)
        team = await register_team(sqlite_database, games, "Lodge", ["Ann", "B", "C"])
        with pytest.raises(RuleError) as refusal:
            await add(sqlite_database, captain(team), Newcomer("ann", "1991-01-01"))
        assert refusal.value.sentence == (
            "Nothing was changed. \u2068ann\u2069: a team-mate has this name already. Add something that tells the two "
            "apart, such as a number."
        )
        await swap(sqlite_database, captain(team), "Ann", Newcomer("ann", "1991-01-01"))

    async def test_who_was_ejected(self, sqlite_database: Database) -> None:
        games = await create_competition(sqlite_database)
        first = await register_team(sqlite_database, games, "First", ["A", "B", "C", "Di"])
        second = await register_team(sqlite_database, games, "Second", ["E", "F", "G"])
        di = (await load(sqlite_database, games)).roster(first.id)[3]
        async with sqlite_database.transaction() as tx:
            values = {"competition_id": games.id, "team_id": first.id, "player_id": di.id, "kind": "punch"}
            more = {"recorded_by": 1, "recorded_at": tx.now, "decision": "pending"}
            await tx.connection.execute(insert(tables.offence).values(**values, **more))
        words = (
            "Nothing was changed. \u2068Di\u2069: was ejected or banned, and cannot be entered. Enter somebody else, "
            "or ask a director."
        )
        with pytest.raises(RuleError) as refusal:
            await add(sqlite_database, captain(second))
        assert refusal.value.sentence == words
        for change in (remove(sqlite_database, captain(first), "Di"), swap(sqlite_database, captain(first), "Di",
                       Newcomer("Ed", ADULT))):  # fmt: skip
            with pytest.raises(RuleError) as refusal:
                await change
            assert refusal.value.sentence == (
                "Nothing was changed: \u2068Di\u2069 was ejected, so this position is forfeited in all that remains, "
                "and nobody else takes it (G12, G13). A director can lift the offence with `/conduct lift`."
            )
        assert await names(sqlite_database, games, first) == ["A", "B", "C", "Di"]


class TestLock:
    async def test_one_second_before_works_and_at_the_lock_nothing(self, database: Database, clock: Clock) -> None:
        games = await create_competition(database)
        team = await register_team(database, games, "Lodge", ["A", "B", "C"])
        clock.set(LOCK_AT - timedelta(seconds=1))
        await add(database, captain(team))
        clock.set(LOCK_AT)
        words = (
            f"Rosters locked {LOCK}, and nothing was changed. Ask a director, somebody who may manage this server or "
            "has the role <@&12>: they can still change yours, with a reason, until your team's first score."
        )
        for change in (add(database, captain(team), Newcomer("E", ADULT)), remove(database, captain(team), "A"),
                       swap(database, captain(team), "A", Newcomer("E", ADULT))):  # fmt: skip
            with pytest.raises(NotAllowed) as refusal:
                await change
            assert refusal.value.sentence == words
        assert await names(database, games, team) == ["A", "B", "C", "Di"]

    async def test_a_director_needs_a_reason_which_is_kept(self, database: Database, clock: Clock) -> None:
        games = await create_competition(database)
        team = await register_team(database, games, "Lodge", ["A", "B", "C"])
        clock.set(LOCK_AT)
        for reason in (None, "  "):
            with pytest.raises(RuleError) as refusal:
                await swap(database, director(), "A", team="Lodge", reason=reason)
            assert refusal.value.sentence == (
                f"Rosters locked {LOCK}. As a director you can still make this change: give your reason in the option "
                "`reason`."
            )
        changed = await swap(database, director(), "A", team="Lodge", reason="broken leg")
        assert texts.changed(changed).endswith("has 3 players now. Your reason is kept with it.")
        async with database.reading() as tx:
            (row,) = (await tx.connection.execute(select(registration_tables.roster_override))).all()
            ledger = str((await tx.connection.execute(select(tables.ledger.c.facts))).all())
        assert changed.joined is not None
        assert changed.left is not None
        assert (row.reason, row.team_id, row.joined_id, row.left_id, row.decided_by) == (
            "broken leg", team.id, changed.joined.id, changed.left.id, director().user_id,
        )  # fmt: skip
        assert "broken" not in ledger

    async def test_after_the_first_sheet_nobody_joins(self, sqlite_database: Database, clock: Clock) -> None:
        games = await create_competition(sqlite_database)
        team = await register_team(sqlite_database, games, "Lodge", ["A", "B", "C"])
        other = await register_team(sqlite_database, games, "Other", ["X", "Y", "Z"])
        await start(sqlite_database, games)
        clock.set(LOCK_AT)
        await bowl(sqlite_database, games, team)
        for who in (captain(team), director()):
            with pytest.raises(RuleError) as refusal:
                await add(sqlite_database, who, team="Lodge", reason="late")
            assert refusal.value.sentence == (
                "\u2068Lodge\u2069 has played, so its roster stays as it is: nobody joins it any more, and an empty "
                "position stays empty."
            )
        await add(sqlite_database, director(), team="Other", reason="late")
        assert await names(sqlite_database, games, other) == ["X", "Y", "Z", "Di"]

    async def test_a_sheet_that_was_taken_back_counts_for_nothing(
        self, sqlite_database: Database, clock: Clock
    ) -> None:
        games = await create_competition(sqlite_database)
        team = await register_team(sqlite_database, games, "Lodge", ["A", "B", "C"])
        await start(sqlite_database, games)
        clock.set(LOCK_AT)
        await bowl(sqlite_database, games, team, None)
        await add(sqlite_database, director(), team="Lodge", reason="late")
        assert await names(sqlite_database, games, team) == ["A", "B", "C", "Di"]

    @pytest.mark.parametrize(
        ("steps", "words"),
        [
            ((Step.CANCEL,), "\u2068Games\u2069 is cancelled: its teams stay as they are."),
            ((Step.CLOSE_REGISTRATION, Step.START, Step.FINISH), "\u2068Games\u2069 is finished: its teams stay as "
             "they are. If it must change, a director goes on with `/competition resume`."),
        ],
    )  # fmt: skip
    async def test_a_competition_that_is_over(
        self, sqlite_database: Database, steps: tuple[Step, ...], words: str
    ) -> None:
        games = await create_competition(sqlite_database)
        team = await register_team(sqlite_database, games, "Lodge", ["A", "B", "C"])
        await take_steps(sqlite_database, games, *steps)
        with pytest.raises(RuleError) as refusal:
            await add(sqlite_database, captain(team))
        assert refusal.value.sentence == words

    @pytest.mark.parametrize("state", [State.REGISTRATION_CLOSED, State.RUNNING])
    async def test_the_lock_alone_decides_and_not_the_registration(
        self, sqlite_database: Database, state: State
    ) -> None:
        games = await create_competition(sqlite_database)
        team = await register_team(sqlite_database, games, "Lodge", ["A", "B", "C"])
        await take_steps(sqlite_database, games, Step.CLOSE_REGISTRATION)
        if state is State.RUNNING:
            await take_steps(sqlite_database, games, Step.START)
        assert (await add(sqlite_database, captain(team))).count == 4


class TestWhoMay:
    async def test_others_are_told_who_may(self, database: Database) -> None:
        games = await create_competition(database)
        team = await register_team(database, games, "Lodge", ["A", "B", "C"])
        other = await register_team(database, games, "Other", ["X", "Y", "Z"])
        for who in (stranger(), facilitator(), captain(other)):
            for change in (add(database, who, team="Lodge"), remove(database, who, "A", team="Lodge"),
                           swap(database, who, "A", team="Lodge")):  # fmt: skip
                with pytest.raises(NotAllowed) as refusal:
                    await change
                assert refusal.value.sentence == (
                    "Only the captain of \u2068Lodge\u2069 can do this, or a director for them."
                )
        assert await names(database, games, team) == ["A", "B", "C"]

    async def test_whose_team_it_is_must_be_said(self, database: Database) -> None:
        await create_competition(database)
        for who in (stranger(), director()):
            with pytest.raises(NotFound) as refusal:
                await add(database, who)
            assert refusal.value.sentence == (
                "You are not the captain of a team here. `/team register` registers one; a director names the team in "
                "the option `team`."
            )

    async def test_a_player_of_another_team_is_not_found(self, database: Database) -> None:
        games = await create_competition(database)
        team = await register_team(database, games, "Lodge", ["A", "B", "C", "D"])
        other = await register_team(database, games, "Other", ["X", "Y", "Z"])
        foreign = (await load(database, games)).roster(other.id)[0]
        for leaving in ("X", f"#{foreign.id}"):
            with pytest.raises(NotFound, match="does not play for"):
                await remove(database, captain(team), leaving)
        assert await names(database, games, other) == ["X", "Y", "Z"]

    async def test_another_server_has_no_such_competition(self, database: Database) -> None:
        games = await create_competition(database)
        team = await register_team(database, games, "Lodge", ["A", "B", "C"])
        with pytest.raises(NotFound, match="There is no competition \u2068Games\u2069 in this server"):
            await add(database, captain(team, guild_id=2))


class TestRaces:
    async def test_two_captains_add_the_same_person(self, database: Database) -> None:
        games = await create_competition(database)
        teams = [await register_team(database, games, name) for name in ("First", "Second")]
        done = await asyncio.gather(*(add(database, captain(team)) for team in teams), return_exceptions=True)
        (refusal,) = [one for one in done if isinstance(one, UserError)]
        assert "already, and a person plays for one team." in refusal.sentence
        assert sum(player.name == "Di" for player in (await load(database, games)).players.values()) == 1

    async def test_two_people_take_the_last_position(self, database: Database) -> None:
        games = await create_competition(database)
        team = await register_team(database, games, "Lodge")
        newcomers = [Newcomer("Di", ADULT), Newcomer("Ed", ADULT)]
        done = await asyncio.gather(*(add(database, captain(team), one) for one in newcomers), return_exceptions=True)
        (refusal,) = [one for one in done if isinstance(one, RuleError)]
        assert "has 4 players already" in refusal.sentence
