"""Whoever is ejected from the tournament, at a game's table: said while it matters, and the team plays short."""

from datetime import timedelta

import pytest

from bot.clock import Clock
from bot.db.engine import Database
from bot.services import withdrawing
from core.competition import Step
from core.conduct import OffenceKind
from core.errors import RuleError
from tests.bot.services.offences import record
from tests.bot.services.test_dodgeball import notices
from tests.bot.services.test_game_table import Referee, sit_down, strip
from tests.builders import create_competition, director, register_team, take_steps


async def eject(referee: Referee, player: int) -> str:
    """Record a thrown punch; the player's name."""
    await record(referee.database, referee.competition, f"#{player}", OffenceKind.PUNCH)
    return strip(referee.view.snapshot.players[player].name)


async def test_the_table_says_that_somebody_ejected_still_counts_as_in(sqlite_database: Database) -> None:
    referee = await sit_down(sqlite_database, ("Aces", "Bats"))
    view = await referee.begin()
    puncher = view.table.get_players(referee.first)[0]
    name = await eject(referee, puncher)
    await referee.open()
    assert f"⚠️ {name} is ejected, but still counts as in. Tap the name, then “Hurt or sent off”." in referee.text
    await referee.out(puncher, "gone")
    assert "is ejected" not in referee.text
    await referee.note("time-up")
    assert "is ejected" not in referee.text


async def test_of_several_it_names_one_after_the_other(sqlite_database: Database) -> None:
    referee = await sit_down(sqlite_database, ("Aces", "Bats"))
    view = await referee.begin()
    first, second = view.table.get_players(referee.first)[:2]
    names = [await eject(referee, first), await eject(referee, second)]
    await referee.open()
    assert [f"{name} is ejected" in referee.text for name in names] == [True, False]
    await referee.out(first, "gone")
    assert [f"{name} is ejected" in referee.text for name in names] == [False, True]


@pytest.mark.parametrize("outs", [0, 1], ids=["level", "won"])
async def test_it_says_so_once_more_when_the_time_is_up(sqlite_database: Database, outs: int) -> None:
    referee = await sit_down(sqlite_database, ("Aces", "Bats"))
    view = await referee.begin()
    for player in view.table.get_players(referee.second)[:outs]:
        await referee.out(player)
    name = await eject(referee, view.table.get_players(referee.first)[0])
    await referee.note("time-up")
    assert (
        f"⚠️ {name} is ejected, but counted as in. If that is wrong: “Undo last”, the name, “Hurt or sent off”, "
        "“Time is up”."
    ) in referee.text


async def test_who_is_ejected_after_the_game_counted_rightly(sqlite_database: Database, clock: Clock) -> None:
    referee = await sit_down(sqlite_database, ("Aces", "Bats"))
    view = await referee.begin()
    await referee.out(view.table.get_players(referee.second)[0])
    await referee.note("time-up")
    clock.advance(timedelta(seconds=1).total_seconds())
    await eject(referee, view.table.get_players(referee.first)[0])
    await referee.open()
    assert "is ejected" not in referee.text


async def test_a_team_with_others_on_the_bench_plays_short_all_the_same(sqlite_database: Database) -> None:
    referee = await sit_down(sqlite_database, ("Aces", "Bats"), size=8)
    for kind, value in (("coin", referee.first), ("sides", referee.first)):
        await referee.note(kind, value)
    players = [player.id for player in referee.view.eligible[referee.first]]
    await referee.note("line-up", referee.first, players[:6])
    await eject(referee, players[7])
    await referee.open()
    assert "choose who begins**, in the menu. It plays short: 5 at most." in referee.text
    assert referee.message.selects[0].most == 5
    with pytest.raises(RuleError) as refused:
        await referee.note("line-up", referee.first, players[:6])
    assert strip(refused.value.sentence).endswith(
        ": A team starts with 4 to 5 players; with fewer than 4 it forfeits the game."
    )
    await referee.note("line-up", referee.first, players[:5])
    assert "5 players" in referee.text
    for player in players[5:7]:
        await eject(referee, player)
    await referee.open()
    assert "only 3 may play. “Forfeit: " in referee.text
    assert len(referee.message.selects) == 1
    warned = [text for text in await notices(sqlite_database) if "left to line up" in text]
    name = referee.view.get_team(referee.first).name
    assert [strip(text).partition(",")[0] for text in warned] == [f"⚠️ {name} has 3 players left to line up"]


async def test_the_table_of_a_walkover_says_so(sqlite_database: Database) -> None:
    referee = await sit_down(sqlite_database, ("Aces", "Bats"))
    view = await referee.begin()
    gone, stays = (view.get_team(id_) for id_ in (referee.first, referee.second))
    assert "walkover" not in referee.text
    async with sqlite_database.transaction() as tx:
        await withdrawing.withdraw_team(tx, director(), referee.chosen, f"#{gone.id}", gone.status)
    await referee.open()
    assert (
        f"⚠️ A team is out of the tournament, so {strip(stays.name)} won by walkover. "
        "Go on here only with what was played before that."
    ) in referee.text


async def test_namesakes_are_told_apart_where_no_team_is_named(sqlite_database: Database) -> None:
    competition = await create_competition(sqlite_database, "dodgeball", "Namesakes")
    for team, born in (("Aces", "1990-01-01"), ("Bats", "1991-02-02")):
        players = [f"Ann, {born}", *(f"{team} {number}" for number in range(2, 7))]
        await register_team(sqlite_database, competition, team, players)
    await take_steps(sqlite_database, competition, Step.CLOSE_REGISTRATION, Step.START)
    referee = Referee(sqlite_database, competition)
    view = await referee.begin()
    name = view.get_team(referee.first).name
    await referee.out(view.table.get_players(referee.first)[0])
    assert f"Last: Ann ({name}) out, hit." in referee.text
    await referee.out(view.table.get_players(referee.first)[1])
    assert f"Last: {name} 2 out, hit." in referee.text
    assert "out: Ann (hit), " in referee.text
