"""Cards that two keepers write: what they agree on counts, where they differ nothing does, and who may write."""

import asyncio
import random
from collections.abc import Sequence

import pytest
from sqlalchemy import func, select, update

from bot.db import tables
from bot.db.cards import Author, load_cards
from bot.db.competitions import raise_revision
from bot.db.drafts import DraftPurpose
from bot.db.engine import Database
from bot.db.snapshot import Competition, SheetKey, Snapshot, Team
from bot.posts.outbox import load_about
from bot.services import (
    card_arrangement,
    card_rulings,
    card_writing,
    closing,
    conduct,
    corrections,
    facilitators,
    scores,
    team_sheets,
    undoing,
)
from bot.services.access import Asker
from bot.services.cards import list_disputed
from bot.services.desk_message import draw_desk
from bot.services.loose_ends import find_loose_ends
from bot.services.rounds import TypedRound
from bot.services.standings import standings_of
from bot.services.withdrawing import withdraw_team
from bot.ui.card_view import say_ruled, say_seen
from bot.ui.facts.cards import ArrangementPreview, CardSeen, CardState, CardUnread, CardWritten
from bot.ui.facts.ending import DisputedCards
from bot.ui.facts.scores import RoundDoubted
from bot.ui.texts import cards as texts
from bot.ui.texts import closing as closing_texts
from bot.ui.texts.drafts import is_gone
from core.conduct import OffenceKind
from core.errors import Conflict, NotAllowed, NotFound, RuleError, UserError
from tests.builders import (
    FACILITATOR_ID,
    FACILITATOR_ROLE,
    asker,
    captain,
    create_competition,
    director,
    facilitator,
    load,
    register_team,
    start,
    stranger,
)

TEAMS = {
    "Gutter Gang": ["Ann", "Bo", "Cy", "Di"],
    "**Bold** @everyone": ["Ed", "Flo", "Gus"],
    "東京 Lions": ["Hal", "Ina", "Jo", "Kim"],
}
GANG = "Ann: 120 131\nBo: 99 101\nCy: 150 150\nDi: 88 90"
BOLD = "Ed: 100 101\nFlo: 102 103\nGus: 104 105"
HOLES = "4 4 3 4 5 3 4 4 5 4 3 4 5 4 3 4 4 5"


class Games:
    """A competition with three teams on lanes, and people who write cards in it."""

    def __init__(self, database: Database, competition: Competition, teams: Sequence[Team]) -> None:
        self.database, self.competition, self.teams = database, competition, teams
        self.gang, self.bold, self.lions = teams

    async def arrange(self, event: str = "bowling", text: str | None = None) -> None:
        """As the director does it."""
        names = "\n".join(team.name for team in self.teams) if text is None else text
        async with self.database.transaction() as tx:
            shown = await card_arrangement.preview_arrangement(tx, director(), self.chosen, event, names)
        assert isinstance(shown, ArrangementPreview), shown
        async with self.database.transaction() as tx:
            await card_arrangement.confirm_arrangement(tx, director(), self.chosen, str(shown.draft_id))

    @property
    def chosen(self) -> str:
        return str(self.competition.id)

    async def card_id(self, team: Team, event: str = "bowling") -> str:
        async with self.database.reading() as tx:
            cards = await load_cards(tx.connection, self.competition.id, event)
        return next(str(card.id) for card in cards if card.team_id == team.id)

    async def write(
        self, who: Asker, team: Team, text: str, author: str = "own", event: str = "bowling"
    ) -> CardWritten | CardUnread:
        card_id = await self.card_id(team, event)
        async with self.database.transaction() as tx:
            return await card_writing.write_card(tx, who, self.chosen, card_id, author, text)

    async def see(self, who: Asker, team: Team, event: str = "bowling") -> CardSeen:
        async with self.database.reading() as tx:
            return await card_writing.see_card(tx, who, self.chosen, event, team.name)

    async def rule(
        self, who: Asker, team: Team, verdict: str, reason: str = "I looked", text: str = "", mark: str | None = None
    ) -> CardWritten:
        view = (await self.see(director(), team)).view
        async with self.database.transaction() as tx:
            done = await card_rulings.rule_card(
                tx, who, self.chosen, str(view.card.id), mark or str(view.card.mark), verdict, text, reason
            )
        assert isinstance(done, CardWritten), done
        return done

    async def load(self) -> Snapshot:
        return await load(self.database, self.competition)

    async def points(self, name: str) -> list[int | None]:
        """What counts for a player in bowling."""
        snapshot = await self.load()
        (player,) = [player for player in snapshot.players.values() if player.name == name]
        sheets = [snapshot.sheets.get(SheetKey("bowling", None, player.id, number)) for number in (1, 2)]
        return [None if sheet is None else sheet.value for sheet in sheets]

    async def posts(self) -> list[str]:
        """What was said about cards, in the captains' and staff channels, in order."""
        async with self.database.reading() as tx:
            found = await load_about(tx.connection, self.competition.id, "card:")
        return [f"{post.channel_id}: {post.payload['text']}" for post in found if post.payload]


async def play(database: Database) -> Games:
    competition = await create_competition(database)
    teams = [await register_team(database, competition, name, players) for name, players in TEAMS.items()]
    return Games(database, await start(database, competition), teams)


async def bowl(database: Database) -> Games:
    games = await play(database)
    await games.arrange()
    return games


async def test_agreeing_cards_count_by_themselves_and_name_both_keepers(database: Database) -> None:
    """G38: the team's own card, and the one of the team to its right."""
    games = await bowl(database)
    first = await games.write(captain(games.gang), games.gang, GANG)
    assert isinstance(first, CardWritten)
    assert texts.written(first) == (
        "**Bowling card of \u2068Gutter Gang\u2069**, kept by \u2068Gutter Gang\u2069:\n"
        "\u2068Ann\u2069: 120, 131 = 251\n\u2068Bo\u2069: 99, 101 = 200\n\u2068Cy\u2069: 150, 150 = 300\n"
        "\u2068Di\u2069: 88, 90 = 178\n"
        "Kept. It counts once both cards are in. Still missing: \u2068\\*\\*Bold\\*\\* @\u200beveryone\u2069 (8 games)."
    )
    assert await games.points("Ann") == [None, None]
    second = await games.write(captain(games.bold), games.gang, "\n".join(reversed(GANG.split("\n"))), "second")
    assert isinstance(second, CardWritten)
    assert texts.written(second).endswith("✅ Both cards agree, so it counts.")
    assert second.view.state is CardState.COUNTS
    assert await games.points("Ann") == [120, 131]
    assert standings_of(await games.load()).teams.ranking.rows[0].name == "Gutter Gang"
    assert await games.posts() == []


async def test_differing_cards_are_held_and_everybody_concerned_is_told(database: Database) -> None:
    """G37, ruling 59."""
    games = await bowl(database)
    await games.write(captain(games.gang), games.gang, GANG)
    done = await games.write(captain(games.bold), games.gang, GANG.replace("120", "12").replace("88", "80"), "second")
    assert isinstance(done, CardWritten)
    assert texts.written(done).endswith(
        "⚠️ It differs from the card of \u2068Gutter Gang\u2069, so neither counts yet:\n"
        "\u2068Ann\u2069, game 1: **120 · 12**\n\u2068Di\u2069, game 1: **88 · 80**\n"
        "Look together. Whoever is wrong writes it again, or the event manager rules: they are told."
    )
    snapshot = await games.load()
    assert await games.points("Bo") == [None, None]
    assert list_disputed(snapshot, "bowling") == (snapshot.teams[games.gang.id],)
    assert list_disputed(snapshot, "golf") == ()
    staff, captains = await games.posts()
    assert staff == (
        "24: <@&12> The Bowling card of \u2068Gutter Gang\u2069 is disputed. Its own · "
        "\u2068\\*\\*Bold\\*\\* @\u200beveryone\u2069:\n"
        "\u2068Ann\u2069, game 1: **120 · 12**\n\u2068Di\u2069, game 1: **88 · 80**\n"
        "The keepers may still agree; else rule on it, with a reason."
    )
    assert captains == (
        f"23: <@{games.gang.captain_id}> <@{games.bold.captain_id}>\n"
        "The two Bowling cards of \u2068Gutter Gang\u2069, its own and the one of "
        "\u2068\\*\\*Bold\\*\\* @\u200beveryone\u2069, differ in 2 places. Neither counts yet. Look at both together: "
        "whoever is wrong writes it again. If you cannot agree, the event manager rules."
    )


async def test_the_desk_is_drawn_anew_when_a_dispute_comes_and_when_it_goes(sqlite_database: Database) -> None:
    games = await bowl(sqlite_database)

    async def is_desk_due() -> bool:
        async with sqlite_database.reading() as tx:
            wanted = select(tables.post.c.wanted_revision).where(tables.post.c.subject == "desk")
            return (await tx.connection.execute(wanted)).scalar_one() == (await games.load()).competition.revision

    await games.write(captain(games.gang), games.gang, GANG)
    assert not await is_desk_due(), "what one keeper wrote changes nothing that the desk shows"
    await games.write(captain(games.bold), games.gang, GANG.replace("120", "12"), "second")
    assert await is_desk_due()
    assert "Bowling: 1 card disputed → `/card rule`" in draw_desk(await games.load()).text
    async with sqlite_database.reading() as tx:
        ends = await find_loose_ends(tx, await games.load())
    assert ends.disputed == (DisputedCards("bowling", ("Gutter Gang",)),), "who finishes reads of it, too"
    await games.arrange(text="\n".join(team.name for team in reversed(games.teams)))
    assert await is_desk_due()
    assert "disputed" not in draw_desk(await games.load()).text


async def test_closing_an_event_names_the_cards_of_which_one_is_in(sqlite_database: Database) -> None:
    """What one keeper brought in would be left out with the event, though a ruling can let it count (G37)."""
    games = await bowl(sqlite_database)
    await games.write(captain(games.gang), games.gang, GANG)
    for who in (captain(games.bold), captain(games.lions)):
        await games.write(who, games.bold, BOLD, "own" if who.user_id == games.bold.captain_id else "second")
    async with sqlite_database.transaction() as tx:
        asked = closing_texts.asked(await closing.preview_closing(tx, director(), games.chosen, "bowling"))
    half = "Only one of two keepers has written for \u2068Gutter Gang\u2069: `/card rule` lets it count."
    assert half in asked.split("\n"), "and nothing of the Lions, of whom nobody wrote anything"
    await games.rule(director(), games.gang, "own")
    async with sqlite_database.transaction() as tx:
        asked = closing_texts.asked(await closing.preview_closing(tx, director(), games.chosen, "bowling"))
    assert "Only one of two" not in asked


async def test_a_keeper_who_mends_the_card_ends_the_dispute(database: Database) -> None:
    games = await bowl(database)
    await games.write(captain(games.gang), games.gang, GANG)
    await games.write(captain(games.bold), games.gang, GANG.replace("120", "12"), "second")
    await games.write(captain(games.bold), games.gang, GANG.replace("120", "12"), "second")
    assert len(await games.posts()) == 2, "the same difference is told once"
    await games.write(captain(games.bold), games.gang, GANG.replace("120", "21"), "second")
    assert len(await games.posts()) == 3, "another difference is told to the event manager alone"
    await games.write(captain(games.bold), games.gang, GANG, "second")
    assert list_disputed(await games.load(), "bowling") == ()
    assert await games.points("Ann") == [120, 131]


async def test_kept_snapshots_are_what_the_database_holds(database: Database) -> None:
    games = await bowl(database)
    steps = [
        (captain(games.gang), games.gang, GANG, "own"),
        (captain(games.bold), games.gang, GANG.replace("120", "12"), "second"),
        (captain(games.bold), games.bold, BOLD, "own"),
        (captain(games.lions), games.bold, BOLD.replace("105", "106"), "second"),
        (captain(games.bold), games.gang, GANG, "second"),
    ]
    for who, team, text, author in steps:
        await games.write(who, team, text, author)
        await assert_kept(games)
    await games.rule(director(), games.bold, "second")
    await assert_kept(games)


async def test_whatever_comes_in_the_dispute_is_where_two_cards_differ(sqlite_database: Database) -> None:
    """Random cards, rulings and staff's own scores: the snapshot says what the cards say, and nothing counts twice."""
    games = await bowl(sqlite_database)
    chance = random.Random(11)
    seconds = {games.gang: captain(games.bold), games.bold: captain(games.lions), games.lions: director()}
    met: set[CardState] = set()
    for _ in range(40):
        team = chance.choice(games.teams)
        rounds = [f"{name}: {chance.choice('12-')} {chance.choice('12-')}" for name in TEAMS[team.name]]
        try:
            match chance.randrange(8):
                case 0:
                    await games.rule(director(), team, chance.choice(["own", "second"]))
                case 1:
                    typed = TypedRound("bowling", chance.choice(TEAMS[team.name]), 1, text="2")
                    async with sqlite_database.transaction() as tx:
                        await scores.submit_round(tx, facilitator(), games.chosen, typed)
                case number:
                    who = captain(team) if number % 2 else seconds[team]
                    await games.write(who, team, "\n".join(rounds), "own" if number % 2 else "second")
        except UserError:
            continue
        await assert_kept(games)
        snapshot = await games.load()
        states = {each.name: (await games.see(director(), each)).view.state for each in games.teams}
        disputed = [each.name for each in list_disputed(snapshot, "bowling")]
        assert disputed == [name for name, state in states.items() if state is CardState.DISPUTED]
        met.update(states.values())
    assert {CardState.DISPUTED, CardState.WAITING, CardState.COUNTS} <= met


async def assert_kept(games: Games) -> None:
    loaded = await games.load()
    async with games.database.reading() as tx:
        assert tx.snapshots.find(games.competition.id, loaded.competition.revision) == loaded


async def test_a_game_that_is_not_bowled_yet_is_not_zero(sqlite_database: Database) -> None:
    """Game by game: what both have counts, what one lacks waits, and that is no dispute."""
    games = await bowl(sqlite_database)
    first_games = "Ed: 100 -\nFlo: 102\nGus: 104 -"
    await games.write(captain(games.bold), games.bold, first_games)
    done = await games.write(captain(games.lions), games.bold, first_games, "second")
    assert isinstance(done, CardWritten)
    assert texts.written(done).endswith(
        "✅ Both cards agree, so it counts. Still missing: \u2068\\*\\*Bold\\*\\* @\u200beveryone\u2069 (3 games) and "
        "\u2068東京 Lions\u2069 (3 games)."
    )
    assert await games.points("Flo") == [102, None]
    done = await games.write(captain(games.bold), games.bold, BOLD.replace("102", "103"))
    assert isinstance(done, CardWritten)
    assert done.view.state is CardState.WAITING
    assert "\u2068Flo\u2069, game 1: you wrote 103, but 102 counts." in texts.written(done)
    await games.write(captain(games.lions), games.bold, BOLD, "second")
    assert await games.points("Flo") == [102, 103]
    assert await games.posts() == []


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


async def test_a_rare_score_is_shown_as_such_to_the_keeper_and_to_staff(sqlite_database: Database) -> None:
    """Ruling 115."""
    games = await bowl(sqlite_database)
    doubt = "⚠️ \u2068Ann\u2069, game 1: 300 is read as 300 pins, and a bowling game above 279 is rare: 300 or 30?"
    done = await games.write(captain(games.gang), games.gang, GANG.replace("120", "300"))
    assert isinstance(done, CardWritten)
    assert f"\n{doubt}\nKept." in texts.written(done)
    await games.write(captain(games.bold), games.gang, GANG, "second")
    staff, _ = await games.posts()
    assert f"**300 · 120**\n{doubt}\n" in staff


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


class TestWhoMayWrite:
    async def test_only_keepers_and_the_sentence_says_who(self, sqlite_database: Database) -> None:
        games = await bowl(sqlite_database)
        sentence = (
            "Only the captain of \u2068Gutter Gang\u2069 or of \u2068\\*\\*Bold\\*\\* @\u200beveryone\u2069 can do this"
            ": they keep this card. So can the manager of Bowling and a director."
        )
        for who in (captain(games.lions), stranger(), facilitator()):
            with pytest.raises(NotAllowed) as refused:
                await games.write(who, games.gang, GANG)
            assert refused.value.sentence == sentence
            async with sqlite_database.reading() as tx:
                with pytest.raises(NotAllowed):
                    await card_writing.open_named_form(tx, who, games.chosen, "bowling", "Gutter Gang", None)
        with pytest.raises(NotAllowed):
            await games.write(captain(games.gang), games.gang, GANG, "second")
        with pytest.raises(NotAllowed):
            await games.see(captain(games.lions), games.gang)
        assert say_seen(await games.see(facilitator(), games.gang)).buttons == ()

    async def test_the_last_lane_is_the_event_managers(self, sqlite_database: Database) -> None:
        """G39: a facilitator who is bound to the event, else a director."""
        games = await bowl(sqlite_database)
        await games.write(captain(games.lions), games.lions, "Hal: 1 2\nIna: 3 4\nJo: 5 6\nKim: 7 8")
        with pytest.raises(NotAllowed):
            await games.write(facilitator(), games.lions, "Hal: 1 2", "second")
        async with sqlite_database.transaction() as tx:
            await facilitators.bind_facilitator(
                tx, director(), games.chosen, "bowling", FACILITATOR_ID, frozenset({FACILITATOR_ROLE})
            )
        async with sqlite_database.reading() as tx:
            form = await card_writing.open_named_form(tx, facilitator(), games.chosen, "bowling", "東京 Lions", None)
        assert form.author is Author.SECOND
        assert form.text == "Hal:\nIna:\nJo:\nKim:"
        done = await games.write(facilitator(), games.lions, "Hal: 1 2\nIna: 3 4\nJo: 5 6\nKim: 7 9", "second")
        assert isinstance(done, CardWritten)
        assert done.view.state is CardState.DISPUTED
        staff, _ = await games.posts()
        assert staff.startswith(f"24: <@{FACILITATOR_ID}> The Bowling card of \u2068東京 Lions\u2069 is disputed.")

    async def test_staff_write_for_a_keeper_without_an_account(self, sqlite_database: Database) -> None:
        games = await play(sqlite_database)
        await without_account(sqlite_database, games.bold, games.competition)
        await games.arrange()
        async with sqlite_database.reading() as tx:
            form = await card_writing.open_named_form(tx, facilitator(), games.chosen, "bowling", "Gutter Gang", None)
        assert form.author is Author.SECOND
        await games.write(captain(games.gang), games.gang, GANG)
        done = await games.write(facilitator(), games.gang, GANG.replace("120", "12"), "second")
        assert isinstance(done, CardWritten)
        staff, captains = await games.posts()
        assert (
            "\u2068\\*\\*Bold\\*\\* @\u200beveryone\u2069 has no captain with an account: tell them in person." in staff
        )
        assert captains.startswith(f"23: <@{games.gang.captain_id}>\n")

    async def test_a_director_says_for_which_keeper(self, sqlite_database: Database) -> None:
        games = await bowl(sqlite_database)
        async with sqlite_database.reading() as tx:
            with pytest.raises(RuleError) as asked:
                await card_writing.open_named_form(tx, director(), games.chosen, "bowling", "Gutter Gang", None)
            form = await card_writing.open_named_form(tx, director(), games.chosen, "bowling", "Gutter Gang", "own")
        assert asked.value.sentence == (
            "Whose card are you writing: the one that \u2068Gutter Gang\u2069 kept, or the one of "
            "\u2068\\*\\*Bold\\*\\* @\u200beveryone\u2069? Fill in the option `keeper`."
        )
        assert form.author is Author.OWN
        seen = say_seen(await games.see(director(), games.gang))
        assert [button.label for button in seen.buttons] == ["Write for Gutter Gang", "Write for **Bold** @everyone"]

    async def test_nobody_while_machines_score(self, sqlite_database: Database) -> None:
        """G36, ruling 60."""
        games = await bowl(sqlite_database)
        async with sqlite_database.transaction() as tx:
            done = await card_arrangement.set_scoring(tx, director(), games.chosen, "bowling", True)
        assert done.is_automatic
        mentions = " ".join(f"<@{team.captain_id}>" for team in games.teams)
        told = (
            f"23: {mentions}\n**Bowling**: machines keep the score from now on, so you enter nothing. If a score is "
            "wrong, call the event manager."
        )
        assert await games.posts() == [told]
        for who, author in ((captain(games.gang), "own"), (captain(games.bold), "second"), (director(), "own")):
            with pytest.raises(RuleError) as refused:
                await games.write(who, games.gang, GANG, author)
            assert refused.value.sentence == (
                "Bowling is scored by machines here, so teams enter nothing. If a score is wrong, call the event "
                "manager, who corrects it."
            )
        async with sqlite_database.transaction() as tx:
            await card_arrangement.set_scoring(tx, director(), games.chosen, "bowling", False)
        assert await games.posts() == [
            told,
            f"23: {mentions}\n**Bowling**: the score is kept by hand from now on. Enter your cards with `/card enter`; "
            "`/card show` says which are yours.",
        ]
        assert isinstance(await games.write(captain(games.gang), games.gang, GANG), CardWritten)


async def without_account(database: Database, team: Team, competition: Competition) -> None:
    """The captain of this team has no account (any more)."""
    async with database.transaction() as tx:
        await raise_revision(tx, competition)
        await tx.connection.execute(update(tables.team).where(tables.team.c.id == team.id).values(captain_id=None))


class TestWhatCannotBeRead:
    @pytest.mark.parametrize(
        ("text", "fault"),
        [
            ("", "Nothing is written yet. Type the scores, then send it."),
            ("Ann: -", "Nothing is written yet. Type the scores, then send it."),
            ("Ann 120 131", '"Ann 120 131" has no colon. Write the name, a colon and the games.'),
            ("Hal: 1 2", 'Nobody in this team is called "Hal". Keep the names as they were.'),
            ("Ann: 120 131\nann: 120 131", '"Ann" is there twice. Keep one line a player.'),
        ],
    )
    async def test_line_by_line(self, sqlite_database: Database, text: str, fault: str) -> None:
        games = await bowl(sqlite_database)
        done = await games.write(captain(games.gang), games.gang, text)
        assert isinstance(done, CardUnread)
        assert texts.unread(done) == (
            "The card of \u2068Gutter Gang\u2069 was not entered. What you typed is kept: press **Mend it**.\n" + fault
        )
        async with sqlite_database.reading() as tx:
            who = captain(games.gang)
            form = await card_writing.reopen_form(tx, who, games.chosen, str(done.draft_id))
            with pytest.raises(NotFound) as gone:
                await card_writing.reopen_form(tx, captain(games.bold), games.chosen, str(done.draft_id))
        assert form.text == text
        assert gone.value.sentence == is_gone(DraftPurpose.CARD)

    async def test_every_fault_at_once(self, sqlite_database: Database) -> None:
        games = await bowl(sqlite_database)
        done = await games.write(captain(games.gang), games.gang, "Ann: 301 1\nBo: 1 2 3\nCy: x")
        assert isinstance(done, CardUnread)
        assert [fault[:4] for fault in done.faults] == ['"Ann', '"Bo"', '"Cy"']

    @pytest.mark.parametrize("card_id", ["0", "-1", "9" * 30, "x", "²"])
    async def test_a_card_that_there_is_not(self, sqlite_database: Database, card_id: str) -> None:
        games = await bowl(sqlite_database)
        async with sqlite_database.transaction() as tx:
            with pytest.raises(NotFound) as gone:
                await card_writing.write_card(tx, director(), games.chosen, card_id, "own", GANG)
        assert gone.value.sentence == (
            "There is no such card (any more): the lanes or pairs were changed. `/card show` says who keeps which."
        )

    async def test_a_card_of_another_server(self, sqlite_database: Database) -> None:
        games = await bowl(sqlite_database)
        other = await create_competition(sqlite_database, name="Other", guild_id=2)
        card_id = await games.card_id(games.gang)
        async with sqlite_database.transaction() as tx:
            with pytest.raises(NotFound):
                await card_writing.write_card(tx, director(2), str(other.id), card_id, "own", GANG)

    async def test_before_anybody_said_who_keeps_it(self, sqlite_database: Database) -> None:
        games = await play(sqlite_database)
        async with sqlite_database.reading() as tx:
            with pytest.raises(NotFound) as missing:
                await card_writing.see_card(tx, captain(games.gang), games.chosen, "bowling", "Gutter Gang")
            with pytest.raises(NotAllowed):
                await card_writing.see_card(tx, captain(games.bold), games.chosen, "bowling", "Gutter Gang")
        assert missing.value.sentence == (
            "The lanes of Bowling are not set yet, so nobody keeps the card of \u2068Gutter Gang\u2069. A director "
            "sets them with `/card lanes`."
        )


class TestGolf:
    async def test_partners_keep_each_others_card(self, database: Database) -> None:
        """G119; a difference is shown hole by hole."""
        games = await play(database)
        await games.arrange("golf", "Gutter Gang, **Bold** @everyone\n東京 Lions")
        await games.write(captain(games.gang), games.gang, HOLES, event="golf")
        swapped = HOLES.replace("4 4 3", "4 3 4", 1)
        done = await games.write(captain(games.bold), games.gang, swapped, "second", event="golf")
        assert isinstance(done, CardWritten)
        assert "Hole 2: **4 · 3**\nHole 3: **3 · 4**\n" in texts.written(done)
        snapshot = await games.load()
        assert list_disputed(snapshot, "golf") == (snapshot.teams[games.gang.id],)
        done = await games.write(captain(games.bold), games.gang, HOLES.replace(" ", ""), "second", event="golf")
        assert isinstance(done, CardWritten)
        assert f"`{HOLES}` = 72\n✅ Both cards agree, so it counts." in texts.written(done)
        assert standings_of(await games.load()).counted == ("golf",)

    async def test_the_one_who_plays_alone_has_the_manager_for_a_marker(self, sqlite_database: Database) -> None:
        """Ruling 54."""
        games = await play(sqlite_database)
        await games.arrange("golf", "Gutter Gang, **Bold** @everyone\n東京 Lions")
        await games.write(captain(games.lions), games.lions, HOLES, event="golf")
        done = await games.write(director(), games.lions, HOLES, "second", event="golf")
        assert isinstance(done, CardWritten)
        assert done.view.state is CardState.COUNTS

    async def test_alone_on_a_hole_only_one_team_is_spoken_to(self, sqlite_database: Database) -> None:
        games = await play(sqlite_database)
        await games.arrange("golf", "Gutter Gang, **Bold** @everyone\n東京 Lions")
        await games.write(captain(games.lions), games.lions, HOLES, event="golf")
        await games.write(director(), games.lions, HOLES.replace("5", "6", 1), "second", event="golf")
        assert (await games.posts())[-1] == (
            f"23: <@{games.lions.captain_id}>\nThe Golf Scramble card of \u2068東京 Lions\u2069 and the one that the "
            "event manager kept differ in 1 place. Neither counts yet. Look again: if you were wrong, write it again; "
            "else the event manager rules."
        )
        view = (await games.see(director(), games.lions, "golf")).view
        async with sqlite_database.transaction() as tx:
            done = await card_rulings.rule_card(
                tx, director(), games.chosen, str(view.card.id), str(view.card.mark), "own", "", "I looked"
            )
        assert isinstance(done, CardWritten)
        assert texts.ruled(done).endswith("= 72\nThe team is told, with your reason.")

    async def test_what_is_no_card(self, sqlite_database: Database) -> None:
        games = await play(sqlite_database)
        await games.arrange("golf", "Gutter Gang, **Bold** @everyone")
        done = await games.write(captain(games.gang), games.gang, "4 4", event="golf")
        assert isinstance(done, CardUnread)
        assert done.faults[0].startswith("That is 2 holes, and a golf card has 18.")


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


async def eject(games: Games, name: str, event: str | None) -> None:
    async with games.database.transaction() as tx:
        shown = await conduct.preview_offence(tx, director(), games.chosen, OffenceKind.PUNCH, name, event, None)
    async with games.database.transaction() as tx:
        await conduct.record_offence(tx, director(), games.chosen, str(shown.draft_id))


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


@pytest.mark.parametrize("event", ["derby", "holdem", "basketball"])
async def test_other_events_have_no_cards(sqlite_database: Database, event: str) -> None:
    games = await play(sqlite_database)
    async with sqlite_database.reading() as tx:
        with pytest.raises(RuleError, match=r"facilitators enter the scores. Teams keep cards in Bowling and the Golf"):
            await card_writing.see_card(tx, director(), games.chosen, event, "Gutter Gang")
        with pytest.raises(NotFound):
            await card_writing.see_card(tx, asker(1), games.chosen, event, "Nobody")
