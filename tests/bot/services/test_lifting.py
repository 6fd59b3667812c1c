"""An offence that is lifted is as if it had not been."""

from dataclasses import replace

import pytest

from bot.db.engine import Database
from bot.services.ejections import ejections_of
from bot.ui.texts import conduct as texts
from core.errors import NotAllowed, NotFound, RuleError
from tests.bot.services.offences import lift, player_id, posts, record, started
from tests.builders import create_competition, facilitator, load


class TestLifting:
    async def test_it_is_as_if_it_had_not_been(self, database: Database) -> None:
        competition, lodge, _ = await started(database)
        first = await record(database, competition, "Ann")
        await record(database, competition, "Ann")
        ann = await player_id(database, competition, "Ann")
        assert ann in ejections_of(await load(database, competition)).players

        done = await lift(database, competition, first.offence.id)

        snapshot = await load(database, competition)
        assert ejections_of(snapshot).players == {}
        assert snapshot.offences[0].lift_reason == "a mix-up"
        assert texts.lifted(done) == (
            f"Offence #{first.offence.id} of \u2068Ann\u2069 is lifted: everything is computed as if it had not been. "
            "The captain is told."
        )
        people = [(None, None, "Neither player nor captain has an account here: tell them in person.")]
        people += [(5, None, "The player is told."), (5, 6, "Player and captain are told.")]
        for user_id, captain_id, said in people:
            other = replace(done, player=replace(done.player, user_id=user_id), captain_id=captain_id)
            assert texts.lifted(other).endswith(said)
        assert [text for *_, text in await posts(database, public=True)] == [
            "**\u2068Lodge\u2069** plays a player short in what it still plays.",
            "**\u2068Lodge\u2069** no longer plays a player short.",
        ]
        assert lodge.captain_id in [user for _, user, text in await posts(database) if "lifted" in text]

    async def test_twice_is_refused(self, sqlite_database: Database) -> None:
        competition, _, _ = await started(sqlite_database)
        done = await record(sqlite_database, competition, "Ann")
        await lift(sqlite_database, competition, done.offence.id)

        with pytest.raises(RuleError) as refusal:
            await lift(sqlite_database, competition, done.offence.id)

        assert refusal.value.sentence == "This offence has been lifted already; nothing changed."

    @pytest.mark.parametrize("reason", ["", "  ", "x" * 501])
    async def test_it_needs_a_reason(self, sqlite_database: Database, reason: str) -> None:
        competition, _, _ = await started(sqlite_database)
        done = await record(sqlite_database, competition, "Ann")

        with pytest.raises(RuleError) as refusal:
            await lift(sqlite_database, competition, done.offence.id, reason)

        assert refusal.value.sentence == "Give a reason of at most 500 characters; it is kept with the offence."

    async def test_a_facilitator_cannot(self, sqlite_database: Database) -> None:
        competition, _, _ = await started(sqlite_database)
        done = await record(sqlite_database, competition, "Ann")

        with pytest.raises(NotAllowed):
            await lift(sqlite_database, competition, done.offence.id, by=facilitator())

    async def test_an_offence_of_another_competition_is_not_found(self, sqlite_database: Database) -> None:
        competition, _, _ = await started(sqlite_database)
        other = await create_competition(sqlite_database, name="Other")
        done = await record(sqlite_database, competition, "Ann")

        with pytest.raises(NotFound) as refusal:
            await lift(sqlite_database, other, done.offence.id)

        assert refusal.value.sentence == (
            "There is no such offence in this competition. `/conduct history` shows all of them with their numbers."
        )
