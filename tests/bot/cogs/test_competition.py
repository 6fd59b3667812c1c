"""`/competition` over the wire."""

from tests.bot.conftest import Town


async def test_a_director_creates_and_opens_a_competition(town: Town) -> None:
    opened = await town.create_competition()
    assert opened.ephemeral
    assert opened.text.startswith("**\u2068Games\u2069** is now: registration open.")
    shown = await town.ann.slash("competition show")
    assert "Getaway Games): registration open" in shown.text


async def test_who_may_not_is_told_who_may(town: Town) -> None:
    await town.create_competition()
    refused = await town.ann.slash("competition close")
    assert refused.text == ("Only a director can do this: somebody who may manage this server. Please ask one of them.")
    shown = await town.ann.slash("competition show")
    assert "registration open" in shown.text
