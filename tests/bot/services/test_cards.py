"""Cards that two keepers write: what they agree on counts, and where they differ nothing does."""

import random

import pytest
from sqlalchemy import select

from bot.db import tables
from bot.db.engine import Database
from bot.services import card_writing, closing, scores
from bot.services.cards import list_disputed
from bot.services.desk_message import draw_desk
from bot.services.loose_ends import find_loose_ends
from bot.services.rounds import TypedRound
from bot.services.standings import standings_of
from bot.ui.facts.cards import CardState, CardWritten
from bot.ui.facts.ending import DisputedCards
from bot.ui.texts import cards as texts
from bot.ui.texts import closing as closing_texts
from core.errors import NotFound, RuleError, UserError
from tests.bot.services.keepers import BOLD, GANG, TEAMS, assert_kept, bowl, play
from tests.builders import asker, captain, director, facilitator


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


@pytest.mark.parametrize("event", ["derby", "holdem", "basketball"])
async def test_other_events_have_no_cards(sqlite_database: Database, event: str) -> None:
    games = await play(sqlite_database)
    async with sqlite_database.reading() as tx:
        with pytest.raises(RuleError, match=r"facilitators enter the scores. Teams keep cards in Bowling and the Golf"):
            await card_writing.see_card(tx, director(), games.chosen, event, "Gutter Gang")
        with pytest.raises(NotFound):
            await card_writing.see_card(tx, asker(1), games.chosen, event, "Nobody")
