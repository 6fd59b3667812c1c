"""What captains, players and everybody else read about teams."""

import pytest
from sqlalchemy import insert

from bot.db import tables
from bot.db.engine import Database
from bot.db.snapshot import Competition, Team
from bot.services import conduct, linking, teams, withdrawing
from bot.services.access import Asker
from bot.ui.texts import competition as competition_texts
from bot.ui.texts import teams as texts
from core.competition import State, Step
from core.conduct import Decision, OffenceKind
from core.errors import NotAllowed, NotFound
from tests.builders import (
    asker,
    captain,
    change_settings,
    create_competition,
    director,
    facilitator,
    load,
    players_of,
    register_team,
    start,
    stranger,
    take_steps,
)

PAT = 77


async def test_what_a_team_still_needs_is_for_its_captain(sqlite_database: Database) -> None:
    games = await create_competition(sqlite_database)
    team = await register_team(sqlite_database, games, "Lodge", ["A", "B", "C"])
    player = (await players_of(sqlite_database, team, games))[0]
    async with sqlite_database.transaction() as tx:
        await linking.link_players(tx, captain(team), "Games", "Lodge", {f"#{player.id}": PAT})
    async with sqlite_database.reading() as tx:
        view = await teams.show_own_team(tx, captain(team), "Games")
        assert texts.shown_to_captain(view).startswith("**\u2068Lodge\u2069** in \u2068Games\u2069: confirmed")
        assert (await teams.show_team(tx, asker(PAT), "Games", None)).team == view.team
        with pytest.raises(NotAllowed) as refusal:
            await teams.show_own_team(tx, asker(PAT), "Games")
        assert refusal.value.sentence == (
            "You play for \u2068Lodge\u2069, and its captain reads what it still needs. `/team show` shows the team."
        )
        with pytest.raises(NotFound, match=r"^You are not the captain of a team here"):
            await teams.show_own_team(tx, stranger(), "Games")
        with pytest.raises(NotFound) as nobody:
            await teams.show_team(tx, stranger(), "Games", None)
        assert nobody.value.sentence == (
            "You lead no team here, and your account is linked to no player: the captain of your team does that with "
            "`/player link`. Name a team in the option `team`; `/team list` shows all of them."
        )


async def test_what_can_still_be_changed_is_said_as_it_is(sqlite_database: Database) -> None:
    games = await create_competition(sqlite_database)
    team = await register_team(sqlite_database, games, "Lodge", ["A", "B", "C"])
    await start(sqlite_database, games)
    await change_settings(sqlite_database, games, minimum_age=60)

    async def read() -> str:
        async with sqlite_database.reading() as tx:
            return texts.shown_to_captain(await teams.show_own_team(tx, captain(team), "Games"))

    assert "`/team swap` exchanges players.\nRosters lock <t:" in await read()
    (player, *_) = await players_of(sqlite_database, team, games)
    async with sqlite_database.transaction() as tx:
        sheet = {"competition_id": games.id, "event": "bowling", "player_id": player.id, "round": 1, "value": 120}
        await tx.connection.execute(insert(tables.sheet).values(**sheet, submitted_by=1, submitted_at=tx.now))
    await change_settings(sqlite_database, games, minimum_age=60)  # with it the competition is read anew
    played = await read()
    assert "/team swap" not in played
    assert played.endswith(f"{texts.HAS_PLAYED}\n{texts.HAS_PLAYED}")
    await take_steps(sqlite_database, games, Step.FINISH)
    assert (await read()).splitlines()[-1].startswith("3. \u2068C\u2069")


class TestOut:
    """Who is out of the competition is marked wherever teams are read."""

    async def offend(self, database: Database, player: str, kind: OffenceKind) -> None:
        async with database.transaction() as tx:
            shown = await conduct.preview_offence(tx, facilitator(), "Games", kind, player)
        async with database.transaction() as tx:
            await conduct.record_offence(tx, facilitator(), "Games", str(shown.draft_id))

    async def show(self, database: Database, who: Asker, team: Team) -> list[str]:
        async with database.reading() as tx:
            return texts.shown(await teams.show_team(tx, who, "Games", f"#{team.id}")).splitlines()

    async def mine(self, database: Database, team: Team) -> str:
        async with database.reading() as tx:
            return texts.shown_to_captain(await teams.show_own_team(tx, captain(team), "Games"))

    async def listed(self, database: Database) -> list[str]:
        async with database.reading() as tx:
            return texts.listed(await teams.list_teams(tx, stranger(), "Games", 1)).splitlines()

    async def games(self, database: Database) -> tuple[Competition, Team, Team]:
        games = await create_competition(database)
        lodge = await register_team(database, games, "Lodge", ["**A**", "B", "C"])
        other = await register_team(database, games, "Other")
        return await start(database, games), lodge, other

    async def test_an_ejected_player(self, sqlite_database: Database) -> None:
        _games, team, _other = await self.games(sqlite_database)
        await self.offend(sqlite_database, "**A**", OffenceKind.PUNCH)
        ejected = "1. \u2068\\*\\*A\\*\\*\u2069 (ejected)"
        for who in (stranger(), facilitator(), captain(team)):
            assert (await self.show(sqlite_database, who, team))[1:3] == [ejected, "2. \u2068B\u2069"]
        assert ejected in await self.mine(sqlite_database, team)

    async def test_an_ejected_team(self, sqlite_database: Database) -> None:
        games, team, _other = await self.games(sqlite_database)
        for player in ("B", "B", "C", "C"):
            if player in [p.name for p in (await load(sqlite_database, games)).roster(team.id)]:
                await self.offend(sqlite_database, player, OffenceKind.TRASH_TALK)
        async with sqlite_database.reading() as tx:
            due = await conduct.preview_team_ejection(tx, director(), "Games", "Lodge")
        async with sqlite_database.transaction() as tx:
            offence_id = str(due.offence.id)
            await conduct.decide_team_ejection(tx, director(), "Games", offence_id, Decision.CONFIRMED)
        assert (await self.show(sqlite_database, stranger(), team))[0] == (
            "**\u2068Lodge\u2069** in \u2068Games\u2069: ejected"
        )
        assert (await self.listed(sqlite_database))[1] == "\u2068Lodge\u2069: 3 players, ejected"
        assert "Nothing is missing" not in await self.mine(sqlite_database, team)

    async def test_a_team_that_has_withdrawn(self, sqlite_database: Database) -> None:
        _games, team, _other = await self.games(sqlite_database)
        async with sqlite_database.transaction() as tx:
            await withdrawing.withdraw_team(tx, captain(team), "Games", None, team.status)
        head = "**\u2068Lodge\u2069** in \u2068Games\u2069: withdrawn"
        assert (await self.show(sqlite_database, stranger(), team))[0] == head
        said = await self.mine(sqlite_database, team)
        assert said.startswith(head)
        assert "missing" not in said
        assert (await self.listed(sqlite_database))[1:] == [
            "\u2068Lodge\u2069: 3 players, withdrawn",
            "\u2068Other\u2069: 3 players, confirmed",
        ]


async def test_a_field_without_a_limit_is_said_so(sqlite_database: Database) -> None:
    games = await create_competition(sqlite_database)
    await register_team(sqlite_database, games, "Lodge")
    assert "Teams: 1 (no limit); minimum age: 18" in competition_texts.shown(await load(sqlite_database, games), ())
    cup = await create_competition(sqlite_database, "dodgeball", "Cup", state=State.DRAFT)
    assert "Teams: 0 of 12; minimum age: 21" in competition_texts.shown(await load(sqlite_database, cup), ())
