"""Teams that are filled player by player, and teams that staff register for a captain without an account."""

from datetime import timedelta

import pytest

from bot.clock import Clock
from bot.db.engine import Database
from bot.db.rosters import load_captain_names
from bot.db.snapshot import Team, TeamStatus
from bot.services import registration, roster, teams
from bot.services.access import Asker
from bot.services.joining import Newcomer
from bot.ui.facts.teams import Registration, RosterChange
from bot.ui.texts import registration as texts
from bot.ui.texts import roster as roster_texts
from bot.ui.texts import teams as team_texts
from core.competition import Step
from core.errors import NotAllowed, RuleError
from tests.builders import (
    ADULT,
    asker,
    change_settings,
    create_competition,
    director,
    facilitator,
    load,
    register_team,
    send_form,
    stranger,
    take_steps,
)

STAFF_ONLY = "Only a facilitator (the role <@&11>) or a director can do this. Please ask one of them."


async def found(database: Database, who: Asker, name: str = "Lodge", captain_name: str | None = None) -> Registration:
    async with database.transaction() as tx:
        return await registration.found_team(tx, who, "Games", name, captain_name)


async def add(database: Database, who: Asker, name: str, team: str | None = None) -> RosterChange:
    async with database.transaction() as tx:
        return await roster.add_player(tx, who, "Games", team, Newcomer(name, ADULT), None)


async def team_of(database: Database, made: Registration) -> Team:
    assert made.team is not None
    return (await load(database, made.competition)).teams[made.team.id]


class TestForming:
    async def test_each_step_is_saved_and_enough_players_register_the_team(self, database: Database) -> None:
        await create_competition(database)
        made = await found(database, asker(1))
        assert texts.founded(made) == (
            "**\u2068Lodge\u2069** is begun, and its name is yours. Now fill it: `/team add` enters somebody, and "
            "`/player invite` lets members enter themselves. With 3 or 4 players it is registered by itself."
        )
        for name, count, missing in (("Ann", "1 player", 2), ("Bo", "2 players", 1)):
            change = await add(database, asker(1), name)
            assert roster_texts.changed(change) == (
                f"✅ \u2068{name}\u2069 joined. **\u2068Lodge\u2069** has {count} now. {missing} more, and it is "
                "registered: `/team add` enters the next one."
            )
            assert (await team_of(database, made)).status is TeamStatus.FORMING
        async with database.reading() as tx:
            mine = team_texts.shown_to_captain(await teams.show_own_team(tx, asker(1), "Games"))
        assert "Still missing: players. 2 players: a team has 3 or 4 players. `/team add` adds one." in mine
        assert roster_texts.changed(await add(database, asker(1), "Cy")) == (
            "✅ \u2068Cy\u2069 joined. **\u2068Lodge\u2069** has 3 players now.\nThe team is complete, and registered. "
            "Your place is confirmed."
        )
        assert (await team_of(database, made)).status is TeamStatus.CONFIRMED

    async def test_after_the_lock_a_whole_team_comes_in_and_none_is_begun(
        self, database: Database, clock: Clock
    ) -> None:
        games = await create_competition(database)
        lock_at, lock = games.settings.roster_lock_at, "<t:1812776400:F> (<t:1812776400:R>)"
        clock.set(lock_at - timedelta(seconds=1))
        await found(database, asker(1), "Early")
        clock.set(lock_at)
        with pytest.raises(RuleError) as refused:
            await found(database, asker(2))
        short = await send_form(database, games, "Lodge", f"Ann {ADULT}", 2)
        whole = await send_form(database, games, "Lodge", f"Ann {ADULT}\nBo {ADULT}\nCy {ADULT}", 2)

        assert refused.value.sentence == (
            f"Rosters locked {lock}, so a team cannot be filled one by one any more, and nothing was changed. "
            "`/team register` registers a whole team at once."
        )
        assert "/team start" not in texts.not_registered(short)
        assert whole.team is not None
        assert texts.registered(whole, whole.team.status).endswith(
            f"Your place is confirmed.\nRosters locked {lock}, so these are your players now; a director can still "
            "change them, with a reason, until your team's first score. `/team mine` shows your team."
        )

    async def test_a_forming_team_takes_no_part_and_no_place(self, database: Database) -> None:
        open_ = await create_competition(database, "dodgeball", "Games")
        await change_settings(database, open_, capacity=2)
        made = await found(database, asker(1), "Slow")
        await register_team(database, open_, "First")
        await register_team(database, open_, "Second")
        assert [team.name for team in (await load(database, open_)).taking_part()] == ["First", "Second"]
        for number in range(5):
            await add(database, asker(1), f"P{number}")
        change = await add(database, asker(1), "P5")
        assert roster_texts.changed(change).endswith(
            "The team is complete, and registered. All 2 places are taken: your team is number 1 on the waiting list. "
            "You are told when a place becomes free."
        )
        assert (await team_of(database, made)).queued_at is not None

    async def test_nobody_is_needed_to_stay(self, sqlite_database: Database) -> None:
        games = await create_competition(sqlite_database)
        await found(sqlite_database, asker(1))
        await add(sqlite_database, asker(1), "Ann")
        async with sqlite_database.transaction() as tx:
            change = await roster.remove_player(tx, asker(1), "Games", None, "Ann", None)
        assert change.count == 0
        assert (await load(sqlite_database, games)).teams != {}

    async def test_after_the_registration_it_is_too_late(self, sqlite_database: Database) -> None:
        games = await create_competition(sqlite_database)
        await found(sqlite_database, asker(1))
        await take_steps(sqlite_database, games, Step.CLOSE_REGISTRATION)
        for step in (add(sqlite_database, asker(1), "Ann"), found(sqlite_database, asker(2), "Other")):
            with pytest.raises(RuleError) as refusal:
                await step
            assert refusal.value.sentence == (
                "The registration of \u2068Games\u2069 is closed. Ask a director whether your team can still get in. "
                "`/competition open` opens it again."
            )

    @pytest.mark.parametrize(
        ("name", "words"),
        [
            ("", "Nothing was changed. The team name is empty."),
            ("lodge", "Nothing was changed. There is a team \u2068Lodge\u2069 already. Choose another name."),
            ("x" * 6000, "Nothing was changed. The team name is longer than 100 characters: shorten it."),
        ],
    )
    async def test_names_that_no_team_can_bear(self, sqlite_database: Database, name: str, words: str) -> None:
        await create_competition(sqlite_database)
        await found(sqlite_database, asker(1))
        with pytest.raises(RuleError) as refusal:
            await found(sqlite_database, asker(2), name)
        assert refusal.value.sentence == words

    async def test_one_team_for_one_captain(self, sqlite_database: Database) -> None:
        await create_competition(sqlite_database)
        await found(sqlite_database, asker(1))
        with pytest.raises(RuleError, match="You are the captain of \u2068Lodge\u2069 already"):
            await found(sqlite_database, asker(1), "Other")


class TestForSomebodyElse:
    async def test_staff_register_a_captain_without_an_account(self, database: Database) -> None:
        games = await create_competition(database)
        trio = f"A {ADULT}\nB {ADULT}\nC {ADULT}"
        async with database.transaction() as tx:
            made = await registration.register_team(tx, facilitator(), "Games", "Lodge", trio, "Olde  Tom")
        assert made.team is not None
        assert made.team.captain_id is None
        async with database.reading() as tx:
            assert await load_captain_names(tx, games.id) == {made.team.id: "Olde Tom"}
        second = await found(database, facilitator(), "Second", "Tess")
        for name in ("D", "E", "F"):
            await add(database, facilitator(), name, team="Second")
        assert (await team_of(database, second)).status is TeamStatus.CONFIRMED

    async def test_a_refused_form_remembers_the_captain(self, database: Database) -> None:
        await create_competition(database)
        async with database.transaction() as tx:
            await registration.register_team(tx, facilitator(), "Games", "Lodge", "A", "Tom")
        async with database.reading() as tx:
            form = await registration.read_form(tx, facilitator(), "Games")
        assert (form.draft.team_name, form.draft.captain_name) == ("Lodge", "Tom")

    async def test_nobody_else_registers_for_others(self, sqlite_database: Database) -> None:
        await create_competition(sqlite_database)
        for step in (found(sqlite_database, stranger(), "Lodge", "Tom"), read(sqlite_database, stranger(), "Tom")):
            with pytest.raises(NotAllowed) as refusal:
                await step
            assert refusal.value.sentence == STAFF_ONLY

    async def test_facilitators_leave_other_teams_alone(self, sqlite_database: Database) -> None:
        games = await create_competition(sqlite_database)
        team = await register_team(sqlite_database, games, "Lodge")
        with pytest.raises(NotAllowed):
            await add(sqlite_database, facilitator(), "D", team="Lodge")
        assert (await add(sqlite_database, director(), "D", team="Lodge")).count == 4
        assert len((await load(sqlite_database, games)).roster(team.id)) == 4

    async def test_a_name_that_is_none(self, sqlite_database: Database) -> None:
        await create_competition(sqlite_database)
        for name, words in (
            ("", "Nothing was changed. The captain's name is empty."),
            ("x" * 101, "Nothing was changed. The captain's name is longer than 100 characters: shorten it."),
        ):
            with pytest.raises(RuleError) as refusal:
                await found(sqlite_database, facilitator(), "Lodge", name)
            assert refusal.value.sentence == words


async def read(database: Database, who: Asker, captain_name: str) -> None:
    async with database.reading() as tx:
        await registration.read_form(tx, who, "Games", captain_name)
