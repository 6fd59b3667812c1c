"""Answers that are still under way when the bot ends: nobody reads them, and that is no fault."""

import asyncio
import logging
from typing import Any

import pytest

from bot.db.engine import Transaction
from bot.services import rulings
from bot.services.access import Asker
from bot.ui import answering
from rehearsal.errors import NoAnswerError
from tests.bot.conftest import Town, eventually


@pytest.mark.parametrize("defer_after_seconds", [0.0, 60.0], ids=["deferred", "not deferred"])
async def test_the_connection_is_closed_under_an_answer(
    town: Town, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, defer_after_seconds: float
) -> None:
    at_work, goes_on = asyncio.Event(), asyncio.Event()

    async def list_slowly(tx: Transaction, asker: Asker, chosen: str | None) -> Any:
        at_work.set()
        await goes_on.wait()
        return await list_rulings(tx, asker, chosen)

    list_rulings = rulings.list_rulings
    monkeypatch.setattr(rulings, "list_rulings", list_slowly)
    monkeypatch.setattr(answering, "DEFER_AFTER_SECONDS", defer_after_seconds)
    await town.director.slash(
        "competition create",
        kind="getaway",
        name="Games",
        first_day="2027-06-12",
        time_zone="America/Chicago",
        announcements=town.announcements,
        standings=town.standings,
        captains=town.captains,
        staff=town.staff,
        facilitator_role=town.facilitator_role,
    )
    caplog.set_level(logging.INFO)
    with town.standin.expect(10062):
        asking = asyncio.create_task(town.ann.slash("ruling list", within=1.0))
        await asyncio.wait_for(at_work.wait(), 10)
        await asyncio.sleep(0.1)
        await town.bot.client.close()
        goes_on.set()
        await eventually(lambda: "was not answered: Session is closed" in caplog.text)
        with pytest.raises(NoAnswerError):
            await asking
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
