"""The event manager's rulings on cards, and who comes first."""

import asyncio

import pytest
from sqlalchemy import func, select

from bot.db import tables
from bot.db.drafts import DraftPurpose
from bot.db.engine import Database
from bot.services import card_rulings, facilitators
from bot.services.cards import list_disputed
from bot.ui.card_view import say_ruled
from bot.ui.facts.cards import CardUnread, CardWritten
from bot.ui.texts import cards as texts
from bot.ui.texts.drafts import is_gone
from core.errors import Conflict, NotAllowed, NotFound, RuleError, UserError
from tests.bot.services.keepers import GANG, Games, bowl
from tests.builders import FACILITATOR_ID, FACILITATOR_ROLE, captain, director, facilitator


class TestRulings:
    async def disputed(self, database: Database) -> Games:
        games = await bowl(database)
        await games.write(captain(games.gang), games.gang, GANG)
        await games.write(captain(games.bold), games.gang, GANG.replace("120", "12"), "second")
        return games

    @pytest.mark.parametrize(
        ("verdict", "text", "counts"),
        [("own", "", 120), ("second", "", 12), ("typed", GANG.replace("120", "102"), 102)],
    )
    async def test_the_manager_rules_with_a_reason(
        self, sqlite_database: Database, verdict: str, text: str, counts: int
    ) -> None:
        """G37."""
        games = await self.disputed(sqlite_database)
        done = await games.rule(director(), games.gang, verdict, "the *screen* says so", text)
        assert await games.points("Ann") == [counts, 131]
        assert list_disputed(await games.load(), "bowling") == ()
        assert texts.ruled(done).startswith("Ruled. This counts for \u2068Gutter Gang\u2069:\n\u2068Ann\u2069: ")
        told = (await games.posts())[-1]
        assert told.startswith(
            f"23: <@{games.gang.captain_id}> <@{games.bold.captain_id}>\nThe manager of Bowling ruled on the card of"
        )
        assert told.endswith("Reason: \u2068the \\*screen\\* says so\u2069")
        sheet = (await games.load()).sheets
        assert {one.reason for one in sheet.values()} == {"the *screen* says so"}

    async def test_who_may(self, sqlite_database: Database) -> None:
        games = await self.disputed(sqlite_database)
        with pytest.raises(NotAllowed) as refused:
            await games.rule(captain(games.gang), games.gang, "own")
        assert refused.value.sentence.startswith("Only a facilitator (the role <@&11>) or a director can do this.")
        with pytest.raises(NotAllowed) as refused:
            await games.rule(facilitator(), games.gang, "own")
        assert refused.value.sentence.startswith("Only the manager of Bowling can do this.")
        async with sqlite_database.transaction() as tx:
            await facilitators.bind_facilitator(
                tx, director(), games.chosen, "bowling", FACILITATOR_ID, frozenset({FACILITATOR_ROLE})
            )
        await games.rule(facilitator(), games.gang, "own")

    @pytest.mark.parametrize("reason", ["", "   ", "x" * 501])
    async def test_a_reason_is_needed(self, sqlite_database: Database, reason: str) -> None:
        games = await self.disputed(sqlite_database)
        with pytest.raises(RuleError) as refused:
            await games.rule(director(), games.gang, "own", reason)
        assert refused.value.sentence == "Give a reason of at most 500 characters: its keepers read it."

    async def test_a_verdict_is_needed(self, sqlite_database: Database) -> None:
        games = await self.disputed(sqlite_database)
        for verdict in ("", "ruling", "x"):
            with pytest.raises(RuleError) as refused:
                await games.rule(director(), games.gang, verdict)
            assert refused.value.sentence == "Choose which card counts, or that what you typed does."

    @pytest.mark.parametrize(
        ("text", "fault"),
        [("", "Nothing is written yet. Type the scores"), ("Ann: 301", '"Ann", game 1: 301 is not a bowling game')],
    )
    async def test_what_cannot_be_read_is_kept_with_the_reason(
        self, sqlite_database: Database, text: str, fault: str
    ) -> None:
        games = await self.disputed(sqlite_database)
        view = (await games.see(director(), games.gang)).view
        async with sqlite_database.transaction() as tx:
            ids = (str(view.card.id), str(view.card.mark))
            unread = await card_rulings.rule_card(tx, director(), games.chosen, *ids, "typed", text, "I looked")
        assert isinstance(unread, CardUnread)
        said = say_ruled(unread)
        assert said.text.startswith(
            f"Nothing was ruled. What you typed is kept, with your reason: press **Mend it**.\n{fault}"
        )
        assert [button.label for button in said.buttons] == ["Mend it"]
        assert await games.points("Ann") == [None, None]
        draft = str(unread.draft_id)
        async with sqlite_database.reading() as tx:
            form = await card_rulings.reopen_ruling(tx, director(), games.chosen, draft)
            with pytest.raises(NotAllowed):
                await card_rulings.reopen_ruling(tx, captain(games.gang), games.chosen, draft)
            with pytest.raises(NotFound) as gone:
                await card_rulings.reopen_ruling(tx, director(), games.chosen, "1")
        assert (form.verdict, form.reason, form.text) == ("typed", "I looked", text)
        assert gone.value.sentence == is_gone(DraftPurpose.CARD_RULING)
        await games.write(captain(games.bold), games.gang, GANG.replace("120", "13"), "second")
        async with sqlite_database.reading() as tx:
            with pytest.raises(Conflict, match="Somebody wrote on the card"):
                await card_rulings.reopen_ruling(tx, director(), games.chosen, draft)

    async def test_one_card_alone_can_be_ruled_on(self, sqlite_database: Database) -> None:
        games = await bowl(sqlite_database)
        await games.write(captain(games.gang), games.gang, GANG)
        with pytest.raises(RuleError) as refused:
            await games.rule(director(), games.gang, "second")
        assert refused.value.sentence == (
            "\u2068\\*\\*Bold\\*\\* @\u200beveryone\u2069 has not written this card. Choose another, or type what "
            "counts."
        )
        await games.rule(director(), games.gang, "own", "the neighbour went home")
        assert await games.points("Ann") == [120, 131]

    async def test_a_ruled_card_is_closed_to_keepers_even_where_a_game_was_not_bowled(
        self, sqlite_database: Database
    ) -> None:
        games = await self.disputed(sqlite_database)
        await games.rule(director(), games.gang, "typed", text=GANG.replace("120 131", "120 -"))
        assert await games.points("Ann") == [120, None]
        assert list_disputed(await games.load(), "bowling") == ()
        with pytest.raises(Conflict) as refused:
            await games.write(captain(games.gang), games.gang, GANG)
        assert refused.value.sentence == (
            "The Bowling card of \u2068Gutter Gang\u2069 was ruled on: 798 pins in all. If it is wrong, call the event "
            "manager."
        )
        await games.rule(director(), games.gang, "typed", text="Ann: 120 131")
        assert await games.points("Ann") == [120, 131]
        with pytest.raises(Conflict) as refused:
            await games.rule(director(), games.gang, "own")
        assert refused.value.sentence == (
            "Every score on the Bowling card of \u2068Gutter Gang\u2069 counts already: 929 pins in all. If one is "
            "wrong, use `/score correct`."
        )

    async def test_a_ruling_on_what_has_changed_meanwhile_rules_nothing(self, sqlite_database: Database) -> None:
        games = await self.disputed(sqlite_database)
        mark = str((await games.see(director(), games.gang)).view.card.mark)
        await games.write(captain(games.bold), games.gang, GANG.replace("120", "121"), "second")
        with pytest.raises(Conflict) as refused:
            await games.rule(director(), games.gang, "second", mark=mark)
        assert refused.value.sentence.startswith(
            "Somebody wrote on the card of \u2068Gutter Gang\u2069 while you decided, so nothing was ruled. This is it "
            "now:\n"
        )
        assert "**120 · 121**" in refused.value.sentence
        assert await games.points("Ann") == [None, None]

    async def test_the_form_shows_what_both_agree_on(self, sqlite_database: Database) -> None:
        games = await self.disputed(sqlite_database)
        async with sqlite_database.reading() as tx:
            form = await card_rulings.open_named_ruling(tx, director(), games.chosen, "bowling", "Gutter Gang")
        assert form.text == "Ann: - 131\nBo: 99 101\nCy: 150 150\nDi: 88 90"


class TestRaces:
    async def test_both_keepers_at_once(self, database: Database) -> None:
        games = await bowl(database)
        done = await asyncio.gather(
            games.write(captain(games.gang), games.gang, GANG),
            games.write(captain(games.bold), games.gang, GANG, "second"),
        )
        assert sorted(len(each.accepted) for each in done if isinstance(each, CardWritten)) == [0, 8]
        assert await games.points("Di") == [88, 90]
        await assert_sheets_counted_once(games)

    async def test_a_ruling_while_a_keeper_writes_again(self, database: Database) -> None:
        games = await bowl(database)
        await games.write(captain(games.gang), games.gang, GANG)
        await games.write(captain(games.bold), games.gang, GANG.replace("120", "12"), "second")
        outcomes = await asyncio.gather(
            games.rule(director(), games.gang, "own"),
            games.write(captain(games.bold), games.gang, GANG, "second"),
            return_exceptions=True,
        )
        refused = [outcome for outcome in outcomes if isinstance(outcome, BaseException)]
        assert len(refused) == 1
        assert isinstance(refused[0], UserError)
        assert await games.points("Ann") == [120, 131]
        await assert_sheets_counted_once(games)


async def assert_sheets_counted_once(games: Games) -> None:
    """No round was entered twice, whoever came first."""
    async with games.database.reading() as tx:
        count = await tx.connection.scalar(select(func.count()).select_from(tables.sheet))
    assert count == 8
