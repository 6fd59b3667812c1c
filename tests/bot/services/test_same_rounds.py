"""When two people, or two ways of typing, mean the same round: the same points, and no other counts (G120)."""

import pytest

from bot.db.engine import Database
from bot.db.snapshot import Competition
from bot.services import scores
from bot.services.rounds import TypedRound
from bot.ui.facts.scores import RoundEntered
from bot.ui.message import OfferingConflict
from core.errors import RuleError
from tests.builders import create_competition, facilitator, register_team, start

FOURS = (4,) * 18
OTHER = (3, 5, *FOURS[2:])
ROLLS = "9/ " * 9 + "9/9"


async def start_games(database: Database) -> Competition:
    competition = await create_competition(database)
    await register_team(database, competition, "Trio", ["Ann", "Bo", "Cy"])
    return await start(database, competition)


def spell(counts: tuple[int, ...]) -> str:
    return " ".join(map(str, counts))


async def submit(database: Database, typed: TypedRound) -> RoundEntered:
    async with database.transaction() as tx:
        done = await scores.submit_round(tx, facilitator(), None, typed)
    assert isinstance(done, RoundEntered)
    return done


async def test_another_card_of_the_same_total_can_be_proposed_as_a_correction(sqlite_database: Database) -> None:
    await start_games(sqlite_database)
    await submit(sqlite_database, TypedRound("golf", "Trio", 1, text=spell(FOURS)))
    with pytest.raises(OfferingConflict) as refused:
        await submit(sqlite_database, TypedRound("golf", "Trio", 1, text=spell(OTHER)))
    assert refused.value.sentence.startswith(
        f"\u2068Trio\u2069 has 72 strokes (`{spell(FOURS)}`) in the card of Golf Scramble already, entered by <@102> "
    )
    assert refused.value.sentence.endswith(" If that is wrong, use `/score correct`.")
    assert [button.label for button in refused.value.buttons] == ["Propose a correction"]
    with pytest.raises(OfferingConflict) as same:
        await submit(sqlite_database, TypedRound("golf", "Trio", 1, text=spell(FOURS)))
    assert same.value.sentence.endswith(" That is what you typed, so there is nothing to do.")
    assert same.value.buttons == ()


async def test_holes_typed_in_two_ways_have_to_agree_hole_by_hole(sqlite_database: Database) -> None:
    await start_games(sqlite_database)
    with pytest.raises(RuleError) as refused:
        await submit(sqlite_database, TypedRound("golf", "Trio", 1, text=spell(OTHER), counts=FOURS))
    assert refused.value.sentence == (
        f"The option `score` says 72 strokes (`{spell(OTHER)}`), the other options say 72 strokes (`{spell(FOURS)}`). "
        "Enter it in one way only."
    )


async def test_rolls_beside_their_total_are_kept(sqlite_database: Database) -> None:
    await start_games(sqlite_database)
    done = await submit(sqlite_database, TypedRound("bowling", "Ann", 1, text=ROLLS, counts=(190,)))
    assert (done.entered.points, isinstance(done.entered.entered, tuple)) == (190, True)
