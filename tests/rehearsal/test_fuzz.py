"""Hostile input over the wire; `make fuzz` sends more of it. And does it find what it looks for?"""

from collections.abc import Callable
from typing import Any

import discord
import pytest

from bot.db.engine import Transaction
from bot.posts import publisher
from bot.services import rulings
from bot.services.access import Asker
from bot.ui.texts import rulings as ruling_texts
from rehearsal.fuzz import run
from rehearsal.fuzz.aiming import Aiming
from rehearsal.fuzz.hostile import shorten
from rehearsal.fuzz.run import fuzz
from rehearsal.fuzz.town import build_town
from rehearsal.server import StandIn
from rehearsal.state import Json
from tests.bot.permission_table import ROUTES
from tools.commands import load_client

# Together 5,000 inputs, in two parts, since each one fills a town.
SEEDS = (1, 2)
INPUTS = 2500


def always(answer: Any) -> Callable[..., Any]:
    return lambda *_arguments: answer


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", SEEDS)
async def test_hostile_input_ends_in_sentences_and_changes_nothing_it_may_not(seed: int) -> None:
    tally = await fuzz(seed, INPUTS, always(None))
    assert tally.findings == [], "\n".join(tally.lines(seed))
    assert tally.inputs == INPUTS
    forms = {name for name, (_, shape, _) in ROUTES.items() if shape == "form"}
    never_shown = (ROUTES.keys() - tally.shown) | (forms - tally.forms)
    assert not never_shown, f"add a step to rehearsal/fuzz/shown.py that shows these: {sorted(never_shown)}"
    assert tally.aimed >= 0.9 * min(tally.aims, INPUTS)
    assert tally.answers["message"] > 500
    assert tally.answers["choices"] > 100
    assert tally.changes > 10


async def test_planted_faults_are_found_and_shortened(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that asks nobody who they are, one that fails, and a post that pings whomever it names."""

    slips = iter([ZeroDivisionError("a slip")])

    async def slip_once(tx: Transaction, asker: Asker, chosen: str | None) -> Any:
        for slip in slips:
            raise slip
        return await list_rulings(tx, asker, chosen)

    list_rulings = rulings.list_rulings
    monkeypatch.setattr(run, "MOST_FINDINGS", 3)
    monkeypatch.setattr(run, "MOST_ATTEMPTS", 1)
    monkeypatch.setattr(rulings, "require_director", always(None))
    monkeypatch.setattr(rulings, "list_rulings", slip_once)
    monkeypatch.setattr(ruling_texts, "announced", always("@everyone, look"))
    monkeypatch.setattr(publisher, "to_allowed_mentions", always(discord.AllowedMentions.all()))
    findings = (await fuzz(2, 60, always(None), "ruling", ["running"], is_patient=True)).findings
    found = [problem for finding in findings for problem in finding.problems]
    assert any(problem.startswith("a change that is not theirs to make: for director alone") for problem in found)
    assert "an answer that blames us" in found
    assert any("in ruling list: ZeroDivisionError: a slip" in problem for problem in found)
    assert "@everyone is pinged: '@everyone, look'" in found
    assert all('"name": "ruling"' in str(finding) for finding in findings)
    assert any(finding.is_alone for finding in findings)


def test_an_input_is_shortened_by_its_places_and_halves() -> None:
    data: Json = {"name": "x", "options": [{"value": "abcd"}], "resolved": {"users": {"1": {}}}}
    assert list(shorten(data)) == [
        {"options": [{"value": "abcd"}], "resolved": {"users": {"1": {}}}},
        {"name": "x", "resolved": {"users": {"1": {}}}},
        {"name": "x", "options": [], "resolved": {"users": {"1": {}}}},
        {"name": "x", "options": [{}], "resolved": {"users": {"1": {}}}},
        {"name": "x", "options": [{"value": "ab"}], "resolved": {"users": {"1": {}}}},
        {"name": "x", "options": [{"value": "abcd"}]},
    ]


async def test_a_name_that_is_nowhere_is_no_target() -> None:
    aiming = Aiming(build_town(StandIn()), await load_client(), 1, "chess")
    with pytest.raises(ValueError, match="no command, button or form has a name that begins with 'chess'"):
        next(iter(aiming))
