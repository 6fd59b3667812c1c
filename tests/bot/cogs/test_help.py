"""`/help` over the wire: its buttons do the next thing, and nothing that a client makes up."""

from typing import Any

from rehearsal.interactions import COMMAND, COMPONENT
from tests.bot.conftest import Town

STALE = "Skipper has no such command, button or form (any more), and nothing was done. `/help` says what you can do."


async def test_a_tap_does_the_next_thing(town: Town) -> None:
    nothing = await town.ann.slash("help")
    assert nothing.ephemeral
    assert nothing.text.startswith("There is no competition in this server yet. Somebody who may manage")
    await town.create_competition()
    helped = await town.ann.slash("help")
    assert helped.buttons == ["Register a team", "All teams", "About it", "Rules"]
    assert (await town.ann.click(helped, "Register a team")).modal is not None
    listed = await town.ann.click(helped, "All teams")
    assert listed.text.startswith("No team is registered for \u2068Games\u2069 yet.")
    assert listed.ephemeral
    assert (await town.ann.click(helped, "About it")).text.startswith("**\u2068Games\u2069** (Getaway Games)")
    assert (await town.director.slash("help")).text.splitlines()[2].startswith("- **Next:** `/competition close`")


async def test_two_competitions_and_more_about_one(town: Town) -> None:
    await town.create_competition()
    await town.create_competition("dodgeball", "Cup")
    helped = await town.ann.slash("help", in_channel=town.guild.create_channel("plaza"))
    assert helped.buttons == ["Games", "Cup"]
    more = await town.ann.click(helped, "Cup")
    assert more.text.startswith(
        "**\u2068Cup\u2069** is: registration open.\n**Everybody**\n- **Next:** `/team register`"
    )
    form = await town.ann.click(more, "Register a team")
    assert "At least 6 players" in form.text


async def test_a_client_that_makes_buttons_up(town: Town) -> None:
    await town.create_competition()
    helped = await town.ann.slash("help")
    before = (await town.ann.slash("competition show")).text
    made_up: list[tuple[str, str]] = [
        ("help-run:1:competition cancel", STALE),
        ("help-run:1:competition open", STALE),
        ("help-run:1:team", STALE),
        ("help-run:1:", STALE),
        ("help-run:1", STALE),
        ("help-run:999:team list", "There is no competition \u2068999\u2069 in this server."),
        ("help-run:1:fee list", "Only a director can do this"),
        ("help-run:1:checkin missing", "Only a facilitator"),
    ]
    for custom_id, words in made_up:
        raw: dict[str, Any] = {"type": COMPONENT, "data": {"component_type": 2, "custom_id": custom_id}}
        reply = await town.ann.send_interaction(raw, message=helped.message)
        assert reply.text.startswith(words), custom_id
        assert reply.ephemeral
    assert (await town.ann.slash("competition show")).text == before


async def test_in_direct_messages_it_is_a_sentence(town: Town) -> None:
    await town.create_competition()
    dms = town.standin.world.dm_of(town.ann.user)
    (command,) = [c for c in town.guild.commands.values() if c["name"] == "help"]
    data = {"id": command["id"], "name": "help", "type": 1, "options": []}
    reply = await town.ann.send_interaction({"type": COMMAND, "data": data}, in_channel=dms)
    assert reply.text == "Please use this in the server of your tournament; it does not work in direct messages."
