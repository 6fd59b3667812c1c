"""`/fee` over the wire."""

from tests.bot.conftest import Town, eventually


async def test_a_fee_confirms_a_team_and_the_captain_hears_of_it(town: Town) -> None:
    await town.create_competition("dodgeball", "Open")
    roster = "\n".join(f"P{number} 1990-01-01" for number in range(6))
    await town.ann.fill(await town.ann.slash("team register"), {"name": "Lodge", "players": roster})
    refusal = "Only a director can do this: somebody who may manage this server. Please ask one of them."
    assert (await town.facilitator.slash("fee record", team="Lodge")).text == refusal
    assert (await town.ann.slash("fee list")).text == refusal
    assert (await town.ann.slash("fee refund", team="Lodge", reason="x")).text == refusal
    assert (await town.ann.slash("settings set", fee="60")).text == refusal
    changed = await town.director.slash("settings set", fee="60", dates="mdy", places="none")
    assert "Fee: 60.00 USD for a team\nPlaces: no limit\nBirth dates are read: month first" in changed.text
    assert "Fee: 60.00 USD" in (await town.ann.slash("settings show")).text
    await town.director.slash("settings set", fee="80")
    paid = await town.director.slash("fee record", team="lodge", deliver_twice=True)
    assert paid.text.endswith("in all it has paid 80.00 USD. It is confirmed.")
    await eventually(lambda: any("is confirmed" in message.text for message in town.ann.pinged_by))
    (choice,) = await town.director.autocomplete("fee refund", focus="team", reason="x")
    back = await town.director.slash("fee refund", team=choice[1], amount="80", reason="rain")
    assert "was given back 80.00 USD" in back.text
    assert "outstanding: 1 of 1" in (await town.director.slash("fee list")).text
