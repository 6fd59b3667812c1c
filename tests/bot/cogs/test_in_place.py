"""An answer that turns into the next one: only one's own, never a post, and never into an error."""

import asyncio

import pytest

from bot.services.access import Asker, Transaction
from bot.ui import answering
from bot.ui.answering import answer_question
from bot.ui.message import Button, Message
from bot.ui.router import Press
from core.errors import RuleError
from rehearsal.people import Reply
from tests.bot.conftest import Town

FIRST = Message("first", (Button("Next", "probe:next"), Button("Refuse", "probe:refuse"), Button("Slow", "probe:slow")))


@pytest.fixture
async def shown(town: Town) -> Reply:
    """An answer of Ann's with buttons that a route of the test's own serves."""
    deps = town.bot.deps

    async def handle(press: Press) -> None:
        async def use_case(_tx: Transaction, _asker: Asker) -> str:
            if press.arguments[0] in ("slow", "slow-refuse"):
                await asyncio.sleep(0.3)
            if press.arguments[0].endswith("refuse"):
                raise RuleError("No, because.")
            return press.arguments[0]

        def wording(what: str) -> Message:
            if what == "first":
                return FIRST
            return Message(what, (Button("Slow refusal", "probe:slow-refuse"),) if what == "slow" else ())

        await answer_question(deps, press.interaction, use_case, wording, is_in_place=True)

    town.bot.client.router.add("probe", "anybody", 1, handle)
    raw = {"type": 3, "data": {"component_type": 2, "custom_id": "probe:first"}}
    return await town.ann.send_interaction(raw)


async def test_a_press_on_ones_own_answer_changes_it(town: Town, shown: Reply) -> None:
    assert shown.kind == "message"
    following = await town.ann.click(shown, "Next")
    assert (following.kind, following.text, following.buttons) == ("update", "next", [])
    assert following.message is shown.message
    assert following.edits == ["first"]


async def test_an_error_leaves_the_answer_and_stands_beside_it(town: Town, shown: Reply) -> None:
    refused = await town.ann.click(shown, "Refuse")
    assert (refused.kind, refused.text, refused.ephemeral) == ("message", "No, because.", True)
    assert shown.text == "first"


async def test_what_takes_long_changes_the_answer_too(
    town: Town, shown: Reply, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answering, "DEFER_AFTER_SECONDS", 0.05)
    following = await town.ann.click(shown, "Slow")
    assert (following.kind, shown.text) == ("update", "slow")
    refused = await town.ann.click(following, "Slow refusal")
    assert [message.text for message in refused.followups] == ["No, because."]
    assert all(message.is_ephemeral for message in refused.followups)
    assert shown.text == "slow"


async def test_a_press_on_a_post_for_everybody_leaves_it(town: Town, shown: Reply) -> None:
    post = town.ann.say(town.announcements, "a post for everybody")
    raw = {"type": 3, "data": {"component_type": 2, "custom_id": "probe:next"}}
    answered = await town.bob.send_interaction(raw, message=post)
    assert (answered.kind, answered.text, answered.ephemeral) == ("message", "next", True)
    assert post.text == "a post for everybody"
    assert shown.text == "first"
