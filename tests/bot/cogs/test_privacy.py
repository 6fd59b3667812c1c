"""`/privacy` over the wire."""

from rehearsal.people import Person, Reply
from tests.bot.conftest import Town

TRIO = "Ann Lee 2001-05-03\nBo 1990-01-01\nCy 1990-01-01"


async def register(person: Person, name: str, players: str = TRIO) -> Reply:
    return await person.fill(await person.slash("team register"), {"name": name, "players": players})


async def test_a_player_sees_what_is_kept_and_erases_it(town: Town) -> None:
    await town.create_competition()
    await register(town.ann, "Lodge", f"{TRIO}\nDi 1990-01-01")
    await town.ann.fill(await town.ann.slash("player link", player="Bo"), {"Bo": town.bob})
    shown = await town.bob.slash("privacy show")
    assert shown.ephemeral
    assert "- you play as \u2068Bo\u2069 in \u2068Lodge\u2069: born 1990-01-01" in shown.text
    asked = await town.bob.slash("privacy delete")
    erased = await town.bob.click(asked, "Erase it", deliver_twice=True)
    assert erased.text == "✅ It is erased. If somebody else leads the team, they are told."
    after = (await town.bob.slash("privacy show")).text
    assert after.startswith("This server's competitions keep nothing about you that can be erased.\n")
    assert "Bo\u2069" not in (await town.ann.slash("team show")).text


async def test_directors_alone_look_at_others(town: Town) -> None:
    await town.create_competition()
    await register(town.ann, "Lodge")
    shown = await town.director.slash("privacy show", player="Ann Lee")
    assert shown.ephemeral
    assert "born 2001-05-03" in shown.text
    refusal = "Only a director can do this: somebody who may manage this server. Please ask one of them."
    for who in (town.facilitator, town.bob, town.ann):
        for command in ("privacy show", "privacy delete"):
            assert (await who.slash(command, player="Ann Lee")).text == refusal
    asked = await town.director.slash("privacy delete", player="Cy")
    assert (await town.director.click(asked, "Erase it")).text.startswith("✅ It is erased.")
