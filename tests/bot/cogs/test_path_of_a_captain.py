"""From `/help` to a confirmed team, as a captain goes: what is not on the screen had to be known, and is counted."""

import re
from collections.abc import Mapping
from typing import Any

import pytest

from rehearsal.people import Person, Reply
from tests.bot.conftest import Town, eventually
from tools.commands import list_commands, load_client

MOST_TO_KNOW = 4
COMMAND = re.compile(r"`/([a-z]+(?: [a-z-]+)?)")
SIX = ["Ann Lee 2001-05-03", *(f"Player {number} 1990-01-0{number}" for number in range(1, 6))]


class Captain:
    """Somebody with a phone and no manual: presses what is there, types what was just named, and else has to know."""

    def __init__(self, person: Person, commands: frozenset[str]) -> None:
        self.person, self._commands = person, commands
        self.known: list[str] = []
        self._screen = ""

    async def type(self, command: str, **options: str) -> Reply:
        """Send a command, from the screen or from memory."""
        if f"`/{command}" not in self._screen:
            self.known.append(f"/{command}")
        self.known += [f"{command} {option}" for option in options if option not in self.known]
        return self._read(await self.person.slash(command, **options))

    async def press(self, label: str, on: Reply) -> Reply:
        """Press what is on the screen."""
        return self._read(await self.person.click(on, label))

    async def fill(self, form: Reply, answers: Mapping[str, Any], to_know: tuple[str, ...] = ()) -> Reply:
        """Fill in a form: what a team and its players are called has to be known, and when they were born."""
        self.known += to_know
        return self._read(await self.person.fill(form, answers))

    def _read(self, reply: Reply) -> Reply:
        """After each step the next one is on the screen: a form, a button, or a command that there is."""
        self._screen = reply.text
        named = COMMAND.findall(reply.text)
        assert all(any(c == name or c.startswith(f"{name} ") for c in self._commands) for name in named), reply.text
        assert reply.modal is not None or reply.buttons or named, f"what is next? {reply.text}"
        assert reply.modal is not None or reply.ephemeral
        assert len(reply.text) <= 1200, "more than a phone shows at once"
        return reply


@pytest.fixture
async def captain(town: Town) -> Captain:
    """Ann, who knows nothing yet."""
    client = await load_client()
    return Captain(town.ann, frozenset(command.qualified_name for command in list_commands(client)))


async def test_with_one_form(town: Town, captain: Captain) -> None:
    await town.create_competition()
    helped = await captain.type("help")
    assert helped.text.splitlines()[2] == "- **Next:** `/team register`: Register your team with one form"
    form = await captain.press("Register a team", helped)
    assert "Such as Ann Lee 2001-05-03. 3 or 4 players, each 18 or older on 2027-06-12." in form.text
    facts = ("what the team is called", "who plays", "when they were born")
    registered = await captain.fill(form, {"Team name": "Lodge", "players": "\n".join(SIX[:3])}, facts)
    assert "Your place is confirmed." in registered.text
    assert registered.buttons == ["Link players", "My team"]
    mine = await captain.press("My team", registered)
    assert mine.text.startswith("**\u2068Lodge\u2069** in \u2068Games\u2069: confirmed")
    form = await captain.press("Link players", registered)
    linked = await captain.fill(form, {"Ann Lee": town.ann, "Player 1": town.bob, "Player 2": town.facilitator})
    assert linked.text.endswith("Everybody is linked.")
    assert (await captain.press("My team", linked)).buttons == []
    assert captain.known == ["/help", *facts]
    assert len(captain.known) <= MOST_TO_KNOW


async def test_with_mistakes_on_the_way(town: Town, captain: Captain) -> None:
    await town.create_competition()
    form = await captain.press("Register a team", await captain.type("help"))
    refused = await captain.fill(form, {"Team name": "Lodge", "players": "Ann Lee\nBo 1.2.99\nCy 03/05/2001"})
    assert refused.text.splitlines() == [
        "Nothing is registered yet; what you sent is kept. Correct what has a ❌, and send it again.",
        "✅ Team name \u2068Lodge\u2069",
        "❌ Line 1 has no birth date. Write it like `Ann Lee 2001-05-03`.",
        "❌ Line 2 needs the year with four digits.",
        "✅ \u2068Cy\u2069, read as born on 3 May 2001",
    ]
    again = await captain.press("Change the form", refused)
    registered = await captain.fill(again, {"players": "\n".join(SIX[:3])})
    assert "Your place is confirmed." in registered.text


async def test_with_a_fee_and_a_full_field(town: Town, captain: Captain) -> None:
    await town.create_competition("dodgeball", "Cup")
    form = await captain.press("Register a team", await captain.type("help"))
    registered = await captain.fill(form, {"Team name": "Lodge", "players": "\n".join(SIX)}, ("1", "2", "3"))
    assert "It is confirmed once a director has recorded the fee of 80.00 USD." in registered.text
    helped = await captain.type("help")
    assert "❗ Still missing: the fee of 80.00 USD, which a director records once you have paid it." in helped.text
    await town.director.slash("fee record", team="Lodge")
    told = "the fee of \u2068Lodge\u2069 is recorded: your place in \u2068Cup\u2069 is confirmed."
    await eventually(lambda: any(told in message.text for message in town.ann.pinged_by))
    assert "confirmed" in (await captain.press("My team", helped)).text.splitlines()[0]
    assert len(set(captain.known)) <= MOST_TO_KNOW


async def test_one_by_one(town: Town, captain: Captain) -> None:
    await town.create_competition()
    await captain.type("help")
    begun = await captain.type("team start", name="Lodge")
    assert "`/team add` enters somebody" in begun.text
    answers = [await captain.type("team add", name=f"P{n}", birth_date="3 May 1999") for n in (1, 2, 3)]
    assert answers[-1].text.endswith("The team is complete, and registered. Your place is confirmed.")
    assert [one for one in captain.known if one.startswith("/")] == ["/help"]
    assert len(set(captain.known)) <= MOST_TO_KNOW
