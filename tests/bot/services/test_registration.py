"""Registering: what makes a team, and every refusal in its exact words."""

from bot.db.engine import Database
from tests.builders import create_competition, load, register_team


async def test_a_team_with_its_players(database: Database) -> None:
    games = await create_competition(database)
    team = await register_team(database, games, "Lodge", ["Ann", "Bo 2001-05-03", "Łódź Cy"])
    snapshot = await load(database, games)
    assert [player.name for player in snapshot.roster(team.id)] == ["Ann", "Bo", "Łódź Cy"]
    assert snapshot.teams[team.id] == team
