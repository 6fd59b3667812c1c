"""Two facilitators and one round; a facilitator bound to events; taking back."""

import asyncio
from datetime import timedelta

import pytest

from bot.clock import Clock
from bot.db.engine import Database
from bot.db.snapshot import Competition
from bot.services import facilitators, holdem, scores, undoing
from bot.services.rounds import TypedRound
from bot.ui.facts.scores import RoundDoubted, RoundEntered, RoundUndone
from bot.ui.message import OfferingConflict
from core.errors import Conflict, NotAllowed, NotFound, RuleError
from tests.builders import (
    FACILITATOR_ROLE,
    asker,
    create_competition,
    director,
    facilitator,
    load,
    register_team,
    start,
)

PEOPLE = ("Ann", "Bo", "Cy", "Di", "Ed")


async def start_games(database: Database) -> Competition:
    competition = await create_competition(database)
    await register_team(database, competition, "Gutter Gang", ["Ann", "Bo", "Cy", "Di"])
    await register_team(database, competition, "Trio", ["Ed", "Flo", "Gus"])
    return await start(database, competition)


async def submit(
    database: Database,
    competition: Competition,
    entrant: str,
    number: int,
    text: str,
    user_id: int,
    event: str = "bowling",
) -> RoundEntered | RoundDoubted:
    typed = TypedRound(event, entrant, number, text=text)
    async with database.transaction() as tx:
        return await scores.submit_round(tx, asker(user_id, FACILITATOR_ROLE), str(competition.id), typed)


async def test_of_two_at_once_one_counts_and_the_other_is_shown_it(database: Database) -> None:
    competition = await start_games(database)
    for number in (1, 2):
        for name in PEOPLE:
            both = await asyncio.gather(
                submit(database, competition, name, number, "120", 201),
                submit(database, competition, name, number, "121", 202),
                return_exceptions=True,
            )
            (won,) = [one for one in both if isinstance(one, RoundEntered)]
            (lost,) = [one for one in both if isinstance(one, OfferingConflict)]
            assert f"has {won.entered.points} pins in game {number} of Bowling already" in lost.sentence
            assert f"entered by <@{won.sheet.submitted_by}>" in lost.sentence
            (button,) = lost.buttons
            player_id = won.sheet.key.player_id
            assert button.custom_id == f"score-propose:{competition.id}:bowling:#{player_id}:{number}"
    standing = (await load(database, competition)).sheets
    assert len(standing) == 2 * len(PEOPLE)
    assert all(sheet.replaces_id is None for sheet in standing.values())


async def test_the_same_value_twice_needs_nothing(sqlite_database: Database) -> None:
    competition = await start_games(sqlite_database)
    await submit(sqlite_database, competition, "Ann", 1, "120", 201)
    with pytest.raises(OfferingConflict) as refused:
        await submit(sqlite_database, competition, "Ann", 1, "120", 202)
    assert refused.value.sentence.endswith("That is what you typed, so there is nothing to do.")
    assert refused.value.buttons == ()


async def test_who_is_bound_enters_confirms_and_corrects_only_that(sqlite_database: Database) -> None:
    competition = await start_games(sqlite_database)
    doubted = await submit(sqlite_database, competition, "Ann", 1, "299", 201)
    assert isinstance(doubted, RoundDoubted)
    async with sqlite_database.transaction() as tx:
        await facilitators.bind_facilitator(tx, director(), None, "golf", 201, frozenset({FACILITATOR_ROLE}))
    for number in (1, 2):
        with pytest.raises(NotAllowed) as refused:
            await submit(sqlite_database, competition, "Bo", number, "120", 201)
        assert refused.value.sentence == (
            "You keep Golf Scramble, so you cannot do this for Bowling. Ask a facilitator of every event or a director."
        )
    with pytest.raises(NotAllowed):
        async with sqlite_database.transaction() as tx:
            await scores.confirm_round(tx, asker(201, FACILITATOR_ROLE), None, str(doubted.draft_id))
    card = "4 4 3 4 5 3 4 4 5 4 3 4 5 4 3 4 4 5"
    entered = await submit(sqlite_database, competition, "Trio", 1, card, 201, event="golf")
    assert isinstance(entered, RoundEntered)
    assert isinstance(await submit(sqlite_database, competition, "Bo", 1, "120", 202), RoundEntered)
    with pytest.raises(NotAllowed, match="so you cannot do this for Texas Hold'em"):
        async with sqlite_database.transaction() as tx:
            await holdem.put_out(tx, asker(201, FACILITATOR_ROLE), None, "Ann")


async def test_an_own_round_is_undone_by_its_id_within_ten_minutes(sqlite_database: Database, clock: Clock) -> None:
    competition = await start_games(sqlite_database)
    first = await submit(sqlite_database, competition, "Ann", 1, "120", 102)
    second = await submit(sqlite_database, competition, "Bo", 1, "121", 102)
    assert isinstance(first, RoundEntered)
    assert isinstance(second, RoundEntered)
    for who, sheet in ((director(), first.sheet.id), (facilitator(), 999), (facilitator(), -1)):
        with pytest.raises(NotFound) as refused:
            async with sqlite_database.transaction() as tx:
                await undoing.take_back_own(tx, who, None, str(sheet))
        assert refused.value.sentence == (
            "There is nothing of yours from the last ten minutes to take back. Use `/score correct` instead, or "
            "`/score holdem-back` in hold'em."
        )
    async with sqlite_database.transaction() as tx:
        undone = await undoing.take_back_own(tx, facilitator(), None, str(first.sheet.id))
    assert isinstance(undone, RoundUndone)
    assert (undone.entrant, undone.counts_now) == ("Ann", None)
    with pytest.raises(Conflict, match="Somebody has corrected your latest round since"):
        async with sqlite_database.transaction() as tx:
            await undoing.take_back_own(tx, facilitator(), None, str(first.sheet.id))
    clock.advance(timedelta(minutes=11).total_seconds())
    with pytest.raises(NotFound):
        async with sqlite_database.transaction() as tx:
            await undoing.take_back_own(tx, facilitator(), None, str(second.sheet.id))
    assert undone.snapshot.sheets == (await load(sqlite_database, competition)).sheets


async def test_g34_a_game_has_one_bowler_or_is_stopped(sqlite_database: Database) -> None:
    competition = await start_games(sqlite_database)
    with pytest.raises(RuleError) as unfinished:
        await submit(sqlite_database, competition, "Ann", 1, "X 9/ 8-", 102)
    assert unfinished.value.sentence == (
        '"X 9/ 8-": the rolls end in frame 3. Type the other frames too, or stopped at the end if the player had to '
        "stop (G35)."
    )
    entered = await submit(sqlite_database, competition, "Ann", 1, "X 9/ 8- stopped", 102)
    assert isinstance(entered, RoundEntered)
    assert entered.entered.points == 46
    with pytest.raises(OfferingConflict):
        await submit(sqlite_database, competition, "Ann", 1, "72 72 72 72 72 72 72 72 72 72", 102)


async def test_the_desks_undo_says_first_what_it_takes_back(sqlite_database: Database) -> None:
    competition = await start_games(sqlite_database)
    await submit(sqlite_database, competition, "Ann", 1, "120", 102)
    async with sqlite_database.reading() as tx:
        found = await undoing.find_undoable(tx, facilitator(), None)
    assert isinstance(found.undone, RoundUndone)
    assert (found.undone.entrant, found.undone.taken_back.points) == ("Ann", 120)
    await create_competition(sqlite_database, "dodgeball", "Throw")
    async with sqlite_database.reading() as tx:
        with pytest.raises(RuleError) as refused:
            await undoing.find_undoable(tx, facilitator(), "Throw")
    assert refused.value.sentence == "A director takes the result of a match back with `/match undo`."
