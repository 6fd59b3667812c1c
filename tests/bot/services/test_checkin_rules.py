"""Check-in shows which captains have not read which version of the rules (D9)."""

from datetime import UTC, datetime

from bot.clock import Clock
from bot.db.engine import Database
from bot.db.snapshot import Competition
from bot.services import checkin, receipts
from bot.services.access import Asker
from bot.ui.texts import checkin as texts
from tests.builders import amend_rule, captain, create_competition, facilitator, load, register_team

OPENS_AT = datetime(2027, 6, 12, 5, 0, tzinfo=UTC)  # 00:00 in Chicago


async def read(database: Database, who: Asker, games: Competition, version: int) -> None:
    async with database.transaction() as tx:
        await receipts.acknowledge(tx, who, str(games.id), str(version))


async def missing(database: Database) -> str:
    async with database.reading() as tx:
        return texts.missing_shown(await checkin.list_missing(tx, facilitator(), "Games")).text


async def test_staff_see_it_beside_who_is_missing(database: Database, clock: Clock) -> None:
    games = await create_competition(database, name="Games")
    _, creek = [await register_team(database, games, name) for name in ("**Lodge**", "Creek")]
    await register_team(database, games, "Out")
    await amend_rule(database, games)
    await amend_rule(database, games, text="Newer.")
    await read(database, captain(creek), games, 3)
    clock.set(OPENS_AT)

    lines = (await missing(database)).split("\n")

    assert lines[0] == "Not here yet: 9 in 3 teams."
    assert lines[-3:] == [
        "⚠️ Rules not read. Tell these captains, then `/rules told`:",
        "Versions 2 and 3: \u2068\\*\\*Lodge\\*\\*\u2069, \u2068Out\u2069",
        "Version 2: \u2068Creek\u2069",
    ]
    for team in (await load(database, games)).teams.values():
        async with database.transaction() as tx:
            await checkin.mark_everybody(tx, facilitator(), "Games", f"#{team.id}")
    shown = await missing(database)
    assert shown.split("\n")[:2] == [texts.NOBODY_MISSING, lines[-3]]


async def test_a_captain_sees_it_over_the_own_team(sqlite_database: Database, clock: Clock) -> None:
    games = await create_competition(sqlite_database, name="Games")
    team = await register_team(sqlite_database, games, "Lodge")
    await amend_rule(sqlite_database, games)
    clock.set(OPENS_AT)

    async def shown() -> str:
        async with sqlite_database.reading() as tx:
            return texts.team_shown(await checkin.show_check_in(tx, captain(team), "Games", None)).text

    warning = "⚠️ The captain has not read version 2 of the rules: read <#21>, then press the button in <#23>."
    assert warning in (await shown()).split("\n")
    await read(sqlite_database, captain(team), games, 2)
    assert "⚠️" not in await shown()


async def test_many_teams_fit(sqlite_database: Database, clock: Clock) -> None:
    games = await create_competition(sqlite_database, name="Games")
    for number in range(45):
        await register_team(sqlite_database, games, f"T{number}", captain_id=5000 + number)
    await amend_rule(sqlite_database, games)
    clock.set(OPENS_AT)
    lines = (await missing(sqlite_database)).split("\n")
    assert lines[-1].startswith("Version 2: \u2068T0\u2069, ")
    assert lines[-1].endswith("\u2068T39\u2069 and 5 more")
