"""Settings: what directors change until the start, whom it concerns, and what is refused."""

from datetime import date
from typing import Any

import pytest
from sqlalchemy import select

from bot.clock import Clock
from bot.db import tables
from bot.db.engine import Database
from bot.db.snapshot import Competition, TeamStatus
from bot.services import audit, competition_settings, fees
from bot.services.access import Asker
from bot.services.audit import AuditAsked
from bot.services.competition_settings import TypedSettings
from bot.ui.facts.competition_settings import SettingsChanged
from bot.ui.texts import audit as audit_texts
from bot.ui.texts import competition_settings as texts
from core.competition import State
from core.errors import NotAllowed, RuleError
from tests.builders import (
    asker,
    captain,
    create_competition,
    director,
    facilitator,
    load,
    register_team,
    register_teams,
    send_form,
    stranger,
)


async def change(database: Database, by: Asker | None = None, chosen: str = "Games", **typed: Any) -> SettingsChanged:
    async with database.transaction() as tx:
        return await competition_settings.set_settings(tx, by or director(), chosen, TypedSettings(**typed))


async def statuses(database: Database, games: Competition) -> list[TeamStatus]:
    return [team.status for team in (await load(database, games)).teams.values()]


async def told(database: Database, channel_id: int) -> list[tuple[str, list[int]]]:
    async with database.reading() as tx:
        query = select(tables.post.c.payload).where(tables.post.c.channel_id == channel_id).order_by(tables.post.c.id)
        return [(payload["text"], payload["users"]) for payload in (await tx.connection.execute(query)).scalars()]


async def test_everybody_reads_them_and_directors_read_how_they_change(sqlite_database: Database) -> None:
    await create_competition(sqlite_database)
    for who, how in ((stranger(), []), (director(), [texts.HOW])):
        async with sqlite_database.reading() as tx:
            view = await competition_settings.show_settings(tx, who, "Games")
        assert texts.shown(view).split("\n") == [
            "**Settings of \u2068Games\u2069**",
            "Fee: none",
            "Places: no limit",
            "Minimum age on the first day: 18",
            "A team: 3 or 4 players",
            "Birth dates are read: year first, 2001-05-03; in 03/05/2001 the day comes first",
            "Late teams have: 5 min 00 s of grace",
            *how,
        ]


async def test_a_fee_holds_places_and_none_confirms_them(database: Database) -> None:
    games = await create_competition(database)
    lodge, aces = await register_teams(database, games, ("Lodge", "Aces"))
    async with database.transaction() as tx:
        await fees.record_payment(tx, director(), "Games", "Aces", "50")
    done = await change(database, fee="50", currency="eur")
    assert await statuses(database, games) == [TeamStatus.PENDING, TeamStatus.CONFIRMED]
    assert texts.changed(done).split("\n") == [
        "✅ Settings of **\u2068Games\u2069** from now on:",
        "Fee: 50.00 EUR for a team",
        "\u2068Lodge\u2069: pending until the fee is paid.",
        "Their captains are told; tell those in person who have no account.",
    ]
    ((text, mentioned),) = await told(database, games.channels.captains)
    assert mentioned == [lodge.captain_id]
    assert "The fee is now 50.00 EUR for a team: your places are held" in text
    done = await change(database, fee="none")
    assert await statuses(database, games) == [TeamStatus.CONFIRMED, TeamStatus.CONFIRMED]
    assert "\u2068Lodge\u2069: confirmed now." in texts.changed(done)
    text, mentioned = (await told(database, games.channels.captains))[-1]
    assert (mentioned, "so your places are confirmed" in text) == ([lodge.captain_id], True)
    assert aces.captain_id not in mentioned


async def test_more_places_are_offered_and_nobody_loses_one(database: Database, clock: Clock) -> None:
    games = await create_competition(database)
    await register_teams(database, games, ("Lodge", "Aces"))
    await change(database, places="2")
    third, _fourth = await register_teams(database, games, ("Third", "Fourth"))
    assert (await statuses(database, games))[2:] == [TeamStatus.WAITLISTED, TeamStatus.WAITLISTED]
    await change(database, places="3")
    waiting = (await load(database, games)).waiting()
    assert [team.offered_until is not None for team in waiting] == [True, False]
    assert (await told(database, games.channels.captains))[-1][1] == [third.captain_id]
    await change(database, places="none")
    assert all(team.offered_until is not None for team in (await load(database, games)).waiting())
    games = await create_competition(database, name="Others")
    await register_teams(database, games, ("A", "B", "C"))
    done = await change(database, chosen="Others", places="2")
    assert texts.changed(done).endswith("Places: 2 teams\n3 teams hold a place already, and keep it.")
    assert await statuses(database, games) == [TeamStatus.CONFIRMED] * 3


async def test_an_older_minimum_age_names_who_falls_out(database: Database) -> None:
    games = await create_competition(database)
    team = await register_team(database, games, "Lodge", ["Kid 2006-06-13", "Just 2006-06-12", "Old 1960-01-01"])
    done = await change(database, minimum_age=21)
    assert "❌ Too young now: \u2068Kid\u2069 (\u2068Lodge\u2069). `/player except` makes an exception." in (
        texts.changed(done)
    )
    ((text, mentioned),) = await told(database, games.channels.captains)
    assert mentioned == [team.captain_id]
    assert "3 or 4 players, each 21 or older on 2027-06-12. Yours does not have that yet: `/team mine`" in text
    refused = await send_form(database, games, "Aces", "A 2006-06-13\nB 2000-01-01\nC 2000-01-02")
    assert refused.team is None
    await change(database, minimum_age=20)
    assert (await send_form(database, games, "Aces", "A 2006-06-13\nB 2000-01-01\nC 2000-01-02")).team is not None


async def test_other_sizes_of_dodgeball_teams(sqlite_database: Database) -> None:
    games = await create_competition(sqlite_database, "dodgeball")
    await register_team(sqlite_database, games, "Lodge")
    done = await change(sqlite_database, fewest_players=7, most_players="8")
    assert texts.changed(done).split("\n")[1:] == [
        "A team: 7 or 8 players",
        "⚠️ Too few or too many players now: \u2068Lodge\u2069.",
        "Their captains are told; tell those in person who have no account.",
    ]
    assert "A team: at least 7 players" in texts.changed(await change(sqlite_database, most_players="None"))


@pytest.mark.parametrize(
    ("style", "read"), [("iso", date(2001, 5, 3)), ("dmy", date(2001, 5, 3)), ("mdy", date(2001, 3, 5))]
)
async def test_the_order_in_which_dates_are_written(sqlite_database: Database, style: str, read: date) -> None:
    games = await create_competition(sqlite_database)
    if style != "iso":
        await change(sqlite_database, dates=style)
    made = await send_form(sqlite_database, games, "Lodge", "A 03/05/2001\nB 2000-01-01\nC 2000-01-02")
    assert made.players[0].birth_date == read


async def test_the_ledger_says_what_was_set(sqlite_database: Database) -> None:
    games = await create_competition(sqlite_database)
    await change(sqlite_database, fee="79.50", places="none", grace_seconds=0)
    async with sqlite_database.reading() as tx:
        found = await audit.ask_audit(tx, director(), str(games.id), AuditAsked())
    assert "changed the settings: fee 79.50 USD, grace seconds 0" in audit_texts.shown(found).text


@pytest.mark.parametrize(
    ("fee", "currency", "cents"),
    [
        ("$40", None, 4000),
        ("40 $", None, 4000),
        ("40 usd", None, 4000),
        ("40,50 €", "EUR", 4050),
        ("£ 40", "GBP", 4000),
    ],
)
async def test_a_fee_may_be_written_with_its_currency(
    sqlite_database: Database, fee: str, currency: str | None, cents: int
) -> None:
    await create_competition(sqlite_database)
    done = await change(sqlite_database, fee=fee, currency=currency)
    assert done.after.settings.fee_cents == cents


@pytest.mark.parametrize("sign", ["€", "EUR"])
async def test_a_fee_of_another_currency_is_refused(sqlite_database: Database, sign: str) -> None:
    await create_competition(sqlite_database)
    with pytest.raises(RuleError) as refusal:
        await change(sqlite_database, fee=f"40 {sign}")
    assert refusal.value.sentence == (
        f"Fees here are in USD, and you wrote {sign}: type the amount in USD, or change the currency with `/settings "
        "set`. Nothing was changed."
    )


GETAWAY_SIZES = "A Getaway Games team has 3 or 4 players."


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({}, texts.NOTHING_NAMED),
        ({"fee": "none", "minimum_age": 18}, texts.NOTHING_NEW),
        ({"fee": "cheap"}, texts.BAD_FEE),
        ({"fee": "-1"}, texts.BAD_FEE),
        ({"fee": "10000.01"}, texts.BAD_FEE),
        ({"fee": "x" * 6000}, texts.BAD_FEE),
        ({"currency": "€"}, texts.BAD_CURRENCY),
        ({"currency": "EURO"}, texts.BAD_CURRENCY),
        ({"places": "many"}, texts.BAD_NUMBER),
        ({"places": "1"}, "The number of teams is limited to 2 to 1000, or not at all."),
        ({"places": "9" * 6000}, texts.BAD_NUMBER),
        ({"minimum_age": 100}, "The minimum age is a whole number of years from 0 to 99."),
        ({"minimum_age": -1}, "The minimum age is a whole number of years from 0 to 99."),
        ({"fewest_players": 2}, GETAWAY_SIZES),
        ({"most_players": "none"}, GETAWAY_SIZES),
        ({"dates": "ymd"}, texts.UNKNOWN_STYLE),
        ({"grace_seconds": 3601}, "The grace is 0 to 3600 seconds."),
    ],
)
async def test_refused(sqlite_database: Database, typed: dict[str, Any], sentence: str) -> None:
    games = await create_competition(sqlite_database)
    with pytest.raises(RuleError) as refusal:
        await change(sqlite_database, **typed)
    assert refusal.value.sentence == sentence
    assert (await load(sqlite_database, games)).competition.settings == games.settings


async def test_directors_set_them_until_the_start(sqlite_database: Database) -> None:
    games = await create_competition(sqlite_database)
    team = await register_team(sqlite_database, games, "Lodge")
    for who in (stranger(), facilitator(), captain(team), asker(1)):
        with pytest.raises(NotAllowed, match="Only a director"):
            await change(sqlite_database, who, fee="80")
    for state, why in ((State.RUNNING, "has begun"), (State.CANCELLED, "is cancelled")):
        await create_competition(sqlite_database, name=state.value, state=state)
        with pytest.raises(RuleError) as refusal:
            await change(sqlite_database, chosen=state.value, fee="80")
        assert refusal.value.sentence == f"\u2068{state.value}\u2069 {why}, so its settings stay as they are."
