"""Cards beside what staff enter: it counts at once, and both keepers against it are a dispute."""

import pytest

from bot.db.engine import Database
from bot.services import corrections, scores, team_sheets, undoing
from bot.services.cards import list_disputed
from bot.services.rounds import TypedRound
from bot.ui.facts.cards import CardState, CardWritten
from bot.ui.facts.scores import RoundDoubted
from bot.ui.texts import cards as texts
from core.errors import Conflict
from tests.bot.services.keepers import BOLD, GANG, Games, assert_kept, bowl
from tests.builders import captain, director, facilitator


async def test_what_staff_enter_directly_counts_and_stands(sqlite_database: Database) -> None:
    """Cards are compared in the other rounds only, unless both say otherwise."""
    games = await bowl(sqlite_database)
    await games.write(captain(games.bold), games.gang, GANG.replace("120", "12"), "second")
    async with sqlite_database.transaction() as tx:
        typed = TypedRound("bowling", "Ann", 1, text="121")
        await scores.submit_round(tx, facilitator(), games.chosen, typed)
    assert list_disputed(await games.load(), "bowling") == ()
    done = await games.write(captain(games.gang), games.gang, GANG)
    assert isinstance(done, CardWritten)
    assert "\u2068Ann\u2069, game 1: you wrote 120, but 121 counts." in texts.written(done)
    assert await games.points("Ann") == [121, 131]
    with pytest.raises(Conflict) as refused:
        await games.write(captain(games.bold), games.gang, GANG, "second")
    assert refused.value.sentence == (
        "The Bowling card of \u2068Gutter Gang\u2069 counts already: 930 pins in all. If it is wrong, call the event "
        "manager."
    )


async def test_a_disputed_card_is_ruled_on_not_overridden(sqlite_database: Database) -> None:
    games = await bowl(sqlite_database)
    typed = TypedRound("bowling", "Ann", 1, text="300")
    async with sqlite_database.transaction() as tx:
        doubted = await scores.submit_round(tx, facilitator(), games.chosen, typed)
    assert isinstance(doubted, RoundDoubted)
    await games.write(captain(games.gang), games.gang, GANG)
    await games.write(captain(games.bold), games.gang, GANG.replace("120", "12"), "second")
    chosen, sentences = games.chosen, list[str]()
    async with sqlite_database.transaction() as tx:
        for entering in (
            scores.confirm_round(tx, facilitator(), chosen, str(doubted.draft_id)),
            scores.submit_round(tx, facilitator(), chosen, TypedRound("bowling", "Ann", 1, text="121")),
            scores.submit_round(tx, director(), chosen, TypedRound("bowling", "Bo", 2, text="101")),
            team_sheets.preview_sheet(tx, director(), chosen, "bowling", "Gutter Gang", GANG),
        ):
            with pytest.raises(Conflict) as refused:
                await entering
            sentences.append(refused.value.sentence)
    assert set(sentences) == {
        "The Bowling card of \u2068Gutter Gang\u2069 is disputed, so nothing was entered. Its manager or a director "
        "rules on it with `/card rule`: that takes a reason, and both keepers are told."
    }
    async with sqlite_database.transaction() as tx:
        await scores.submit_round(tx, facilitator(), chosen, TypedRound("bowling", "Ed", 1, text="121"))
    assert await games.points("Ann") == [None, None]


class TestBothCardsAgainstStaff:
    """Ruling 59: two keepers who agree against what counts leave it to the event manager."""

    async def contradict(self, database: Database) -> tuple[Games, CardWritten]:
        games = await bowl(database)
        async with database.transaction() as tx:
            await scores.submit_round(tx, facilitator(), games.chosen, TypedRound("bowling", "Ann", 1, text="150"))
        card = GANG.replace("120", "111")
        await games.write(captain(games.gang), games.gang, card)
        done = await games.write(captain(games.bold), games.gang, card, "second")
        assert isinstance(done, CardWritten)
        return games, done

    async def test_it_is_disputed_and_the_manager_is_called(self, database: Database) -> None:
        games, done = await self.contradict(database)
        line = "⚠️ \u2068Ann\u2069, game 1: both cards say 111, but 150 counts, which <@102> entered before."
        assert texts.written(done).endswith(
            f"✅ Both cards agree, so it counts.\n{line}\nSo it is disputed. The event manager is told, and rules."
        )
        assert "you wrote" not in texts.written(done)
        assert await games.posts() == [
            f"24: <@&12> The Bowling card of \u2068Gutter Gang\u2069 is disputed.\n{line}\nRule on it, with a reason."
        ]
        assert await games.points("Ann") == [150, 131]
        snapshot = await games.load()
        assert list_disputed(snapshot, "bowling") == (snapshot.teams[games.gang.id],)
        await assert_kept(games)
        seen = texts.seen(await games.see(captain(games.gang), games.gang))
        assert seen.startswith("**Bowling card of \u2068Gutter Gang\u2069** (disputed)")
        assert seen.endswith(line)

    @pytest.mark.parametrize(
        ("verdict", "text", "counts"), [("own", "", 111), ("typed", GANG.replace("120", "150"), 150)]
    )
    async def test_the_manager_rules(self, database: Database, verdict: str, text: str, counts: int) -> None:
        games, _ = await self.contradict(database)
        done = await games.rule(director(), games.gang, verdict, "I asked both", text)
        assert done.view.state is CardState.COUNTS
        assert await games.points("Ann") == [counts, 131]
        assert list_disputed(await games.load(), "bowling") == ()
        await assert_kept(games)

    async def test_a_correction_settles_it(self, sqlite_database: Database) -> None:
        games, _ = await self.contradict(sqlite_database)
        typed = TypedRound("bowling", "Ann", 1, text="112")
        async with sqlite_database.transaction() as tx:
            shown = await corrections.propose_correction(tx, director(), games.chosen, typed, "the screen says so")
            await corrections.confirm_correction(tx, director(), games.chosen, str(shown.draft_id))
        assert list_disputed(await games.load(), "bowling") == ()
        assert (await games.see(director(), games.gang)).view.state is CardState.COUNTS

    async def test_a_keeper_who_gives_in_ends_it(self, sqlite_database: Database) -> None:
        games, _ = await self.contradict(sqlite_database)
        done = await games.write(captain(games.bold), games.gang, GANG.replace("120", "150"), "second")
        assert isinstance(done, CardWritten)
        assert done.view.state is CardState.COUNTS
        assert len(await games.posts()) == 1
        assert list_disputed(await games.load(), "bowling") == ()


async def test_a_score_that_staff_take_back_is_missing_until_a_keeper_writes_again(sqlite_database: Database) -> None:
    games = await bowl(sqlite_database)
    async with sqlite_database.transaction() as tx:
        await scores.submit_round(tx, facilitator(), games.chosen, TypedRound("bowling", "Ed", 1, text="100"))
    await games.write(captain(games.bold), games.bold, BOLD)
    await games.write(captain(games.lions), games.bold, BOLD, "second")
    async with sqlite_database.transaction() as tx:
        await undoing.take_back_own(tx, facilitator(), games.chosen)
    seen = await games.see(captain(games.bold), games.bold)
    assert texts.seen(seen).startswith(
        "**Bowling card of \u2068\\*\\*Bold\\*\\* @\u200beveryone\u2069** (waits for staff, who took a score back)"
    )
    await games.write(captain(games.bold), games.bold, BOLD)
    assert await games.points("Ed") == [100, 101]
