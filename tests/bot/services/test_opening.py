"""What is posted once registration opens and closes, and once a competition starts."""

from datetime import UTC, datetime

from bot.clock import Clock
from bot.db.engine import Database
from bot.posts.outbox import load_about
from bot.services import registration, schedule, times
from bot.services.competition_settings import TypedSettings, set_settings
from bot.ui.texts.starting import start_lines
from core.competition import State, Step
from tests.builders import CHANNELS, asker, create_competition, director, load, register_team, take_steps

OPEN = (
    "**Registration for \u2068Games\u2069 is open** (2027-06-12).\n"
    "Captains: `/team register` registers a team with one form, `/team start` one that is filled bit by bit. A team "
    "has 3 to 4 players, everybody 18 or older on the first day.\n"
)
LOCK = int(datetime(2027, 6, 12, 5, tzinfo=UTC).timestamp())
UNTIL_CLOSED = f"Registration is open until a director closes it; rosters lock <t:{LOCK}:F> (<t:{LOCK}:R>)."


async def said(database: Database, prefix: str) -> list[tuple[int | None, str, list[int]]]:
    """The posts in the order of their rows: channel, text, and whom they mention."""
    async with database.reading() as tx:
        found = await load_about(tx.connection, 1, prefix)
    return [(p.channel_id, p.payload["text"], p.payload["users"] + p.payload["roles"]) for p in found if p.payload]


async def test_that_registration_is_open_is_posted_once_without_mentions(database: Database) -> None:
    await create_competition(database)
    assert await said(database, "opened:") == [(CHANNELS.announcements, OPEN + UNTIL_CLOSED, [])]


async def test_the_post_says_when_it_is_closed_and_another_one_when_it_is_open_again(sqlite_database: Database) -> None:
    games = await create_competition(sqlite_database, state=State.REGISTRATION_CLOSED)
    closed = f"{OPEN}{UNTIL_CLOSED}\n**Registration is closed.**"
    assert [text for _, text, _ in await said(sqlite_database, "opened:")] == [closed]
    await take_steps(sqlite_database, games, Step.OPEN_REGISTRATION)
    assert [text for _, text, _ in await said(sqlite_database, "opened:")] == [closed, OPEN + UNTIL_CLOSED]
    await take_steps(sqlite_database, games, Step.CANCEL)
    assert [text for _, text, _ in await said(sqlite_database, "opened:")] == [closed, closed]


async def test_moved_days_and_deadlines_correct_the_post(sqlite_database: Database, clock: Clock) -> None:
    games = await create_competition(sqlite_database)
    closes_at = int(datetime(2027, 6, 1, 17, tzinfo=UTC).timestamp())
    async with sqlite_database.transaction() as tx:
        await times.set_times(tx, director(), str(games.id), {times.Deadline.REGISTRATION: "2027-06-01 12:00"})
    ((_, text, _),) = await said(sqlite_database, "opened:")
    assert text == f"{OPEN}Registration closes <t:{closes_at}:F> (<t:{closes_at}:R>)."
    async with sqlite_database.transaction() as tx:
        await schedule.move_competition(tx, director(), str(games.id), "2027-07-03", "2027-07-04")
    ((_, text, _),) = await said(sqlite_database, "opened:")
    assert text.startswith("**Registration for \u2068Games\u2069 is open** (2027-07-03 to 2027-07-04).")


async def test_other_settings_correct_the_post(sqlite_database: Database) -> None:
    games = await create_competition(sqlite_database)
    async with sqlite_database.transaction() as tx:
        await set_settings(tx, director(), str(games.id), TypedSettings(minimum_age=21))
    ((_, text, _),) = await said(sqlite_database, "opened:")
    assert "A team has 3 to 4 players, everybody 21 or older on the first day." in text


async def test_the_post_says_what_a_place_costs_and_how_many_there_are(sqlite_database: Database) -> None:
    games = await create_competition(sqlite_database)
    async with sqlite_database.transaction() as tx:
        await set_settings(tx, director(), str(games.id), TypedSettings(fee="80", places="12"))
    ((_, text, _),) = await said(sqlite_database, "opened:")
    assert text == f"{OPEN}Fee: 80.00 USD for a team; Places: 12.\n{UNTIL_CLOSED}"


async def test_the_start_is_posted(sqlite_database: Database) -> None:
    await create_competition(sqlite_database, state=State.RUNNING)
    assert await said(sqlite_database, "started:") == [
        (
            CHANNELS.announcements,
            "**\u2068Games\u2069 has started.** Scores count from now on; the standings are in "
            f"<#{CHANNELS.standings}>.",
            [],
        )
    ]


async def test_teams_that_are_not_complete_when_registration_is_closed_hear_of_it(database: Database) -> None:
    games = await create_competition(database)
    await register_team(database, games, "Whole")
    async with database.transaction() as tx:
        await registration.found_team(tx, asker(9), "Games", "**Half**")
    await take_steps(database, games, Step.CLOSE_REGISTRATION)
    assert await said(database, "incomplete:") == [
        (
            CHANNELS.captains,
            "<@9>\nRegistration for **\u2068Games\u2069** is closed, and your team is not complete: it takes no part "
            "unless a director opens it again. `/team mine` shows what is missing.",
            [9],
        ),
        (
            CHANNELS.staff,
            "⚠️ Not complete, so without a place: \u2068\\*\\*Half\\*\\*\u2069. `/competition open` lets them go on.",
            [],
        ),
    ]
    lines = list(start_lines(await load(database, games)))
    assert "⚠️ Not complete, so without a part in it: \u2068\\*\\*Half\\*\\*\u2069." in lines


async def test_nobody_hears_of_incomplete_teams_where_there_are_none(sqlite_database: Database) -> None:
    games = await create_competition(sqlite_database)
    await register_team(sqlite_database, games, "Whole")
    await take_steps(sqlite_database, games, Step.CLOSE_REGISTRATION)
    assert await said(sqlite_database, "incomplete:") == []
