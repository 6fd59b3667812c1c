"""Timed rounds: who pitches and shags (G56, G58), and the minute that ends with a call (G48, G93)."""

import pytest
from sqlalchemy import select

from bot.clock import Clock
from bot.db.desk_tables import station
from bot.db.engine import Database
from bot.db.snapshot import Competition
from bot.posts.outbox import Post, load_about
from bot.services import scores, stations, timers
from bot.services.job_kinds import KINDS
from bot.services.jobs import Jobs
from bot.services.rounds import TypedRound
from bot.ui.message import OfferingConflict
from bot.ui.texts import stations as texts
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
    stranger,
)


@pytest.fixture
async def games(sqlite_database: Database) -> Competition:
    competition = await create_competition(sqlite_database)
    await register_team(sqlite_database, competition, "Gang", ["Ann", "Bo", "Cy"])
    await register_team(sqlite_database, competition, "Lions", ["Hal", "Ina", "Jo", "Kim"])
    await register_team(sqlite_database, competition, "Trio", ["Ed", "Flo", "Gus"])
    return await start(sqlite_database, competition)


async def do_jobs(database: Database, clock: Clock) -> None:
    await Jobs(database, clock, KINDS, lambda: None).do_due()


async def posts(database: Database, competition: Competition, prefix: str) -> list[Post]:
    async with database.reading() as tx:
        return await load_about(tx.connection, competition.id, prefix)


async def test_g56_g58_the_station_names_the_shagging_team_and_teammates(
    sqlite_database: Database, games: Competition
) -> None:
    async with sqlite_database.reading() as tx:
        view = await stations.open_station(tx, facilitator(), None, "derby", "Hal", "1")
    assert view.shagging is not None
    assert (view.shagging.name, [one.name for one in view.pitchers]) == ("Trio", ["Ina", "Jo", "Kim"])
    for number in (1, 2):
        for name in ("Ed", "Flo", "Gus"):
            async with sqlite_database.transaction() as tx:
                await scores.submit_round(tx, facilitator(), None, TypedRound("derby", name, number, text="3"))
    async with sqlite_database.reading() as tx:
        view = await stations.open_station(tx, facilitator(), None, "derby", "Hal", "1")
    assert view.shagging is not None
    assert view.shagging.name == "Gang"
    for number in (1, 2):
        for name in ("Ann", "Bo", "Cy"):
            async with sqlite_database.transaction() as tx:
                await scores.submit_round(tx, facilitator(), None, TypedRound("derby", name, number, text="3"))
    async with sqlite_database.transaction() as tx:
        view = await stations.name_pitcher(tx, facilitator(), None, "derby", "Hal", "1", "Ina")
    assert texts.opened(view).splitlines()[1] == "**\u2068Trio\u2069** shag."
    (call,) = await posts(sqlite_database, games, "shag:")
    assert call.payload is not None
    assert call.payload["text"].endswith("The facilitator may ask you about a ball.")


async def test_the_pitcher_is_noted_and_the_shagging_team_is_called_once(
    sqlite_database: Database, games: Competition
) -> None:
    for hitter, pitcher in (("Ann", "Bo"), ("Bo", "Ann")):
        async with sqlite_database.transaction() as tx:
            await stations.name_pitcher(tx, facilitator(), None, "derby", hitter, "1", pitcher)
    async with sqlite_database.reading() as tx:
        rows = (await tx.connection.execute(select(station).order_by(station.c.id))).all()
    snapshot = await load(sqlite_database, games)
    assert [(snapshot.players[row.player_id].name, snapshot.players[row.pitcher_id].name) for row in rows] == [
        ("Ann", "Bo"),
        ("Bo", "Ann"),
    ]
    (call,) = await posts(sqlite_database, games, "shag:")
    assert call.channel_id == games.channels.captains
    assert call.payload is not None
    captain = next(team for team in snapshot.teams.values() if team.name == "Lions").captain_id
    assert call.payload["users"] == [captain]
    assert call.payload["text"] == (
        f"<@{captain}> \u2068Lions\u2069: you shag the balls in Home Run Derby now, while \u2068Gang\u2069 hit. The "
        "facilitator may ask you about a ball. You are up next."
    )


@pytest.mark.parametrize(
    ("event", "hitter", "number", "pitcher", "sentence"),
    [
        (
            "derby",
            "Ann",
            "1",
            "Ann",
            "\u2068Ann\u2069 hits, so somebody else of the team pitches. Choose \u2068Bo\u2069 or \u2068Cy\u2069.",
        ),
        (
            "derby",
            "Ann",
            "1",
            "Hal",
            "The pitcher has to be of the hitter's own team. Choose \u2068Bo\u2069 or \u2068Cy\u2069.",
        ),
        ("derby", "Ann", "3", "Bo", "There is no such round. Start again from the desk message."),
        (
            "basketball",
            "Ann",
            "1",
            "Bo",
            "Nobody pitches in Basketball Sure Shot. Start the clock, or enter the round.",
        ),
        (
            "bowling",
            "Ann",
            "1",
            "Bo",
            "A round of Bowling is not timed. Timed are Home Run Derby and Basketball Sure Shot.",
        ),
    ],
)
async def test_another_pitcher_is_refused(
    sqlite_database: Database, games: Competition, event: str, hitter: str, number: str, pitcher: str, sentence: str
) -> None:
    async with sqlite_database.transaction() as tx:
        with pytest.raises(RuleError) as refused:
            await stations.name_pitcher(tx, facilitator(), None, event, hitter, number, pitcher)
    assert refused.value.sentence == sentence


async def test_a_round_that_is_in_is_not_begun_again(sqlite_database: Database, games: Competition) -> None:
    async with sqlite_database.transaction() as tx:
        await scores.submit_round(tx, facilitator(), None, TypedRound("derby", "Ann", 1, text="3"))
    async with sqlite_database.transaction() as tx:
        with pytest.raises(RuleError) as refused:
            await timers.start_timer(tx, facilitator(), None, "derby", "Ann", "1")
    assert refused.value.sentence == "Round 1 of \u2068Ann\u2069 is in already. Choose another player."


async def test_g48_g93_the_end_of_the_minute_is_a_new_message_to_whoever_started_it(
    sqlite_database: Database, games: Competition, clock: Clock
) -> None:
    async with sqlite_database.transaction() as tx:
        started = await timers.start_timer(tx, facilitator(), None, "basketball", "Ann", "2")
    assert (started.ends_at - started.started_at).total_seconds() == 60
    clock.advance(59)
    await do_jobs(sqlite_database, clock)
    assert await posts(sqlite_database, games, "timer:") == []
    clock.advance(1.5)
    await do_jobs(sqlite_database, clock)
    await do_jobs(sqlite_database, clock)
    (call,) = await posts(sqlite_database, games, "timer:")
    assert (call.channel_id, call.is_live) == (games.channels.staff, False)
    assert call.payload is not None
    assert call.payload["users"] == [102]
    assert call.payload["text"] == (
        "<@102> \u23f0 **Time!** Basketball Sure Shot, round 2: \u2068Ann\u2069. 60 s are over."
    )


async def test_a_minute_that_ended_while_the_bot_was_off_says_so(
    sqlite_database: Database, games: Competition, clock: Clock
) -> None:
    async with sqlite_database.transaction() as tx:
        await timers.start_timer(tx, facilitator(), None, "derby")
    clock.advance(600)
    await do_jobs(sqlite_database, clock)
    (call,) = await posts(sqlite_database, games, "timer:")
    assert call.payload is not None
    assert call.payload["text"].startswith("<@102> \u23f0 **Time!** Home Run Derby. 60 s are over. They were over <t:")
    assert call.payload["text"].endswith("; Skipper was away.")
    assert call.payload["buttons"] == []


async def test_of_two_presses_one_starts_the_clock_and_the_other_is_shown_it(
    sqlite_database: Database, games: Competition, clock: Clock
) -> None:
    async with sqlite_database.transaction() as tx:
        first = await timers.start_timer(tx, facilitator(), None, "derby", "Ann", "1")
    with pytest.raises(OfferingConflict) as refused:
        async with sqlite_database.transaction() as tx:
            await timers.start_timer(tx, asker(300, FACILITATOR_ROLE), None, "derby", "Ann", "1")
    ends = int(first.ends_at.timestamp())
    assert refused.value.sentence == (
        f"The clock of \u2068Ann\u2069 in Home Run Derby, round 1, runs already. It ends <t:{ends}:T> (<t:{ends}:R>)."
    )
    assert [button.label for button in refused.value.buttons] == ["Stop the clock", "Enter the round"]
    clock.advance(61)
    await do_jobs(sqlite_database, clock)
    assert len(await posts(sqlite_database, games, "timer:")) == 1
    async with sqlite_database.transaction() as tx:
        again = await timers.start_timer(tx, facilitator(), None, "derby", "Ann", "1")
    async with sqlite_database.transaction() as tx:
        await timers.stop_clock(tx, facilitator(), None, str(again.timer_id))
        await timers.start_timer(tx, facilitator(), None, "derby", "Ann", "1")


async def test_a_clock_is_stopped_by_whoever_started_it_or_a_director(
    sqlite_database: Database, games: Competition, clock: Clock
) -> None:
    async with sqlite_database.transaction() as tx:
        first = await timers.start_timer(tx, facilitator(), None, "derby")
        second = await timers.start_timer(tx, facilitator(), None, "derby")
    async with sqlite_database.transaction() as tx:
        with pytest.raises(NotAllowed) as refused:
            await timers.stop_clock(tx, asker(300, FACILITATOR_ROLE), None, str(first.timer_id))
    assert refused.value.sentence == "Only whoever started this clock stops it, or a director."
    for who, timer_id in ((facilitator(), first.timer_id), (director(), second.timer_id)):
        async with sqlite_database.transaction() as tx:
            assert await timers.stop_clock(tx, who, None, str(timer_id)) == "derby"
    for timer_id in (str(first.timer_id), "999", "x"):
        async with sqlite_database.transaction() as tx:
            with pytest.raises(Conflict, match="This clock has ended already"):
                await timers.stop_clock(tx, facilitator(), None, timer_id)
    clock.advance(61)
    await do_jobs(sqlite_database, clock)
    assert await posts(sqlite_database, games, "timer:") == []


async def test_strangers_and_other_servers_start_nothing(sqlite_database: Database, games: Competition) -> None:
    async with sqlite_database.transaction() as tx:
        with pytest.raises(NotAllowed):
            await timers.start_timer(tx, stranger(), None, "derby")
        with pytest.raises(NotFound):
            await timers.start_timer(tx, director(2), str(games.id), "derby")
        with pytest.raises(NotAllowed):
            await stations.open_station(tx, stranger(), None, "derby", "Ann", "1")
