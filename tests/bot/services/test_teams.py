"""What captains, players and everybody else read about teams."""

import pytest

from bot.db.engine import Database
from bot.services import linking, teams
from bot.ui.texts import teams as texts
from core.errors import NotAllowed, NotFound
from tests.builders import asker, captain, create_competition, players_of, register_team, stranger

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
        assert refusal.value.sentence == "Only the captain of \u2068Lodge\u2069 can do this, or a director for them."
        with pytest.raises(NotFound, match=r"^You are not the captain of a team here"):
            await teams.show_own_team(tx, stranger(), "Games")
