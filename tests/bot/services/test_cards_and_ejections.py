"""Cards of teams and players who are out."""

import pytest

from bot.db.engine import Database
from bot.services.cards import list_disputed
from bot.services.withdrawing import withdraw_team
from bot.ui.facts.cards import CardState, CardUnread, CardWritten
from core.errors import NotAllowed, RuleError
from tests.bot.services.keepers import BOLD, GANG, bowl, eject
from tests.builders import captain, director


class TestEjections:
    async def test_a_withdrawn_teams_card_is_not_needed_and_the_manager_takes_over_its_neighbours(
        self, sqlite_database: Database
    ) -> None:
        games = await bowl(sqlite_database)
        async with sqlite_database.transaction() as tx:
            await withdraw_team(tx, captain(games.bold), games.chosen, games.bold.name, "confirmed")
        with pytest.raises(NotAllowed):
            await games.write(captain(games.bold), games.gang, GANG, "second")
        with pytest.raises(RuleError) as refused:
            await games.write(captain(games.lions), games.bold, BOLD, "second")
        assert refused.value.sentence == (
            "\u2068\\*\\*Bold\\*\\* @\u200beveryone\u2069 is out, so nothing more counts for it and its card is not "
            "needed."
        )
        await games.write(captain(games.gang), games.gang, GANG)
        done = await games.write(director(), games.gang, GANG, "second")
        assert isinstance(done, CardWritten)
        assert done.view.state is CardState.COUNTS

    async def test_an_ejected_player_has_no_line(self, sqlite_database: Database) -> None:
        games = await bowl(sqlite_database)
        await games.write(captain(games.gang), games.gang, GANG)
        await games.write(captain(games.bold), games.gang, GANG.replace("120", "12"), "second")
        await eject(games, "Ann", None)
        assert list_disputed(await games.load(), "bowling") == ()
        done = await games.write(captain(games.bold), games.gang, GANG, "second")
        assert isinstance(done, CardUnread)
        assert "Ann" in done.faults[0]
        assert "ejected" in done.faults[0]
        done = await games.write(captain(games.bold), games.gang, GANG.partition("\n")[2], "second")
        assert isinstance(done, CardWritten)
        assert done.view.state is CardState.COUNTS
        assert await games.points("Ann") == [None, None]

    async def test_what_was_bowled_until_then_still_counts(self, sqlite_database: Database) -> None:
        games = await bowl(sqlite_database)
        await eject(games, "Ann", "bowling")
        card = GANG.replace("120 131", "120 -")
        await games.write(captain(games.gang), games.gang, card)
        await games.write(captain(games.bold), games.gang, card, "second")
        assert await games.points("Ann") == [120, None]
