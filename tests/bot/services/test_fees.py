"""Fees: recorded by hand, and what they confirm."""

import pytest
from sqlalchemy import select

from bot.db import tables
from bot.db.engine import Database
from bot.db.snapshot import Competition, Team, TeamStatus
from bot.services import fees, registration, withdrawing
from bot.services.access import Asker
from bot.ui.texts import drawing as drawing_texts
from bot.ui.texts import fees as texts
from core.competition import Step
from core.errors import NotAllowed, NotFound, RuleError
from tests.builders import (
    asker,
    captain,
    create_competition,
    director,
    facilitator,
    load,
    register_team,
    stranger,
    take_steps,
)


async def pay(database: Database, team: str, amount: str | None = None, who: Asker | None = None) -> str:
    async with database.transaction() as tx:
        return texts.recorded(await fees.record_payment(tx, who or director(), "Open", team, amount))


async def refund(
    database: Database, team: str, amount: str | None = None, reason: str = "rain", who: Asker | None = None
) -> str:
    async with database.transaction() as tx:
        return texts.recorded(await fees.record_refund(tx, who or director(), "Open", team, amount, reason))


async def listed(database: Database, who: Asker | None = None) -> str:
    async with database.reading() as tx:
        return texts.listed(await fees.list_fees(tx, who or director(), "Open"))


async def lodge(database: Database) -> tuple[Competition, Team]:
    open_ = await create_competition(database, "dodgeball", "Open")
    return open_, await register_team(database, open_, "Lodge")


async def status(database: Database, competition: Competition, team: Team) -> TeamStatus:
    return (await load(database, competition)).teams[team.id].status


async def test_the_whole_fee_confirms_a_place_and_the_captain_is_told(database: Database) -> None:
    open_, team = await lodge(database)
    assert await pay(database, "lodge", "30") == (
        "✅ \u2068Lodge\u2069 paid 30.00 USD; in all it has paid 30.00 USD. It is pending until its fee is recorded."
    )
    assert await status(database, open_, team) is TeamStatus.PENDING
    assert await pay(database, "Lodge") == (
        "✅ \u2068Lodge\u2069 paid 50.00 USD; in all it has paid 80.00 USD. It is confirmed."
    )
    assert await status(database, open_, team) is TeamStatus.CONFIRMED
    async with database.reading() as tx:
        *_, payload = (await tx.connection.execute(select(tables.post.c.payload).order_by(tables.post.c.id))).scalars()
    assert payload["users"] == [team.captain_id]
    assert payload["text"] == (
        f"<@{team.captain_id}>, the fee of \u2068Lodge\u2069 is recorded: your place in \u2068Open\u2069 is confirmed."
    )


async def test_what_is_recorded_twice_is_seen_at_once(sqlite_database: Database) -> None:
    await lodge(sqlite_database)
    await pay(sqlite_database, "Lodge", "80")
    assert await pay(sqlite_database, "Lodge", "80") == (
        "✅ \u2068Lodge\u2069 paid 80.00 USD; in all it has paid 160.00 USD. It is confirmed. ⚠️ That is 80.00 USD more "
        "than the fee: `/fee refund` gives it back."
    )


async def test_a_refund_takes_the_confirmation_back(database: Database) -> None:
    open_, team = await lodge(database)
    await pay(database, "Lodge")
    assert await refund(database, "Lodge", "0,50") == (
        "✅ \u2068Lodge\u2069 was given back 0.50 USD; in all it has paid 79.50 USD. It is pending until its fee is "
        "recorded."
    )
    assert await status(database, open_, team) is TeamStatus.PENDING
    lines = (await listed(database)).splitlines()
    assert lines[1:] == [
        "❌ \u2068Lodge\u2069: 79.50 USD of 80.00 USD",
        "Given back to \u2068Lodge\u2069: 0.50 USD, \u2068rain\u2069 (<@101>)",
    ]


async def test_a_team_without_a_place_is_neither_paid_nor_owing(sqlite_database: Database) -> None:
    await lodge(sqlite_database)
    async with sqlite_database.transaction() as tx:
        await registration.found_team(tx, asker(5), "Open", "Slow")
    assert (await listed(sqlite_database)).splitlines()[-1] == "➖ \u2068Slow\u2069 (gathering players): 0.00 USD"


async def test_outstanding_fees_stand_first_and_teams_that_gave_up_can_be_paid_back(database: Database) -> None:
    _open, team = await lodge(database)
    second = await register_team(database, _open, "Second")
    await pay(database, "Lodge")
    assert await listed(database) == (
        "**\u2068Open\u2069**: the fee is 80.00 USD; outstanding: 1 of 2.\n❌ \u2068Second\u2069: 0.00 USD\n✅ "
        "\u2068Lodge\u2069: 80.00 USD"
    )
    async with database.transaction() as tx:
        await withdrawing.withdraw_team(tx, captain(team), "Open", None, "confirmed")
    assert "➖ \u2068Lodge\u2069 (has given up): 80.00 USD" in await listed(database)
    async with database.reading() as tx:
        assert await fees.list_refund_choices(tx, director(), "Open") == [("Lodge", f"#{team.id}")]
    assert await refund(database, f"#{team.id}") == (
        "✅ \u2068Lodge\u2069 was given back 80.00 USD; in all it has paid 0.00 USD."
    )
    with pytest.raises(RuleError, match="no more can be given back"):
        await refund(database, f"#{team.id}", "1")
    assert second.status is TeamStatus.PENDING


@pytest.mark.parametrize("amount", ["", "0", "-1", "x", "1e9", "NaN", "Infinity", "0.001", "10000.01", "9" * 6000])
async def test_amounts_that_are_none(sqlite_database: Database, amount: str) -> None:
    await lodge(sqlite_database)
    for step in (pay(sqlite_database, "Lodge", amount), refund(sqlite_database, "Lodge", amount)):
        with pytest.raises(RuleError) as refusal:
            await step
        assert refusal.value.sentence == texts.BAD_AMOUNT


async def test_refusals(sqlite_database: Database) -> None:
    open_, team = await lodge(sqlite_database)
    with pytest.raises(RuleError) as back:
        await refund(sqlite_database, "Lodge")
    assert back.value.sentence == (
        "\u2068Lodge\u2069 has paid 0.00 USD, and no more can be given back. Nothing was recorded."
    )
    await pay(sqlite_database, "Lodge")
    with pytest.raises(RuleError) as again:
        await pay(sqlite_database, "Lodge")
    assert again.value.sentence == (
        "\u2068Lodge\u2069 has paid 80.00 USD already, which is the whole fee. Nothing was recorded; name the amount "
        "in the option `amount` if more was paid."
    )
    for reason in (" ", "x" * 501):
        with pytest.raises(RuleError, match="Give a reason of 1 to 500 characters"):
            await refund(sqlite_database, "Lodge", reason=reason)
    with pytest.raises(NotFound, match="There is no team"):
        await pay(sqlite_database, "#999")
    for who in (stranger(), facilitator(), captain(team)):
        for step in (pay(sqlite_database, "Lodge", who=who), refund(sqlite_database, "Lodge", who=who),
                     listed(sqlite_database, who)):  # fmt: skip
            with pytest.raises(NotAllowed, match="Only a director can do this"):
                await step
    await take_steps(sqlite_database, open_, Step.CANCEL)
    await refund(sqlite_database, "Lodge", reason="cancelled")
    await take_steps(sqlite_database, open_, Step.ARCHIVE)
    with pytest.raises(RuleError, match="is archived: nothing more is recorded for it"):
        await pay(sqlite_database, "Lodge", "1")


async def test_a_competition_without_a_fee(sqlite_database: Database) -> None:
    games = await create_competition(sqlite_database, name="Open")
    await register_team(sqlite_database, games, "Lodge")
    with pytest.raises(RuleError, match="This competition has no fee"):
        await pay(sqlite_database, "Lodge")
    assert "outstanding: 0 of 1" in await listed(sqlite_database)


async def test_staff_hear_who_plays_without_having_paid(database: Database) -> None:
    open_, _team = await lodge(database)
    await register_team(database, open_, "**Aces**")
    await pay(database, "Lodge")
    await take_steps(database, open_, Step.CLOSE_REGISTRATION, Step.START)
    async with database.reading() as tx:
        query = select(tables.post.c.payload).where(tables.post.c.subject.like("unpaid:%"))
        (notice,) = (await tx.connection.execute(query)).scalars()
    assert notice["text"] == (
        "⚠️ The fee is not recorded for \u2068\\*\\*Aces\\*\\*\u2069. `/fee record` records it; they keep their places "
        "until then."
    )
    snapshot = await load(database, open_)
    assert drawing_texts.drawn(snapshot).endswith(notice["text"])
    await pay(database, "**Aces**")
    snapshot = await load(database, open_)
    assert drawing_texts.drawn(snapshot).endswith("Results: `/match result`.")


async def test_nobody_is_warned_where_all_have_paid(sqlite_database: Database) -> None:
    games = await create_competition(sqlite_database, name="Open")
    await register_team(sqlite_database, games, "Lodge")
    await take_steps(sqlite_database, games, Step.CLOSE_REGISTRATION, Step.START)
    async with sqlite_database.reading() as tx:
        subjects = (await tx.connection.execute(select(tables.post.c.subject))).scalars().all()
    assert not any(subject.startswith("unpaid") for subject in subjects)
