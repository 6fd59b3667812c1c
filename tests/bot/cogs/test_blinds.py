"""`/blinds` over the wire: start, a break by the button, and everybody's list."""

from tests.bot.conftest import Town, eventually


async def test_a_level_a_break_and_the_next_level(town: Town) -> None:
    await town.start_games({"Gang": ["Ann", "Bo", "Cy"], "Lions": ["Hal", "Ina", "Jo"]}, [town.ann, town.bob])
    refused = await town.ann.slash("blinds start")
    assert refused.text.startswith("Only a facilitator")
    started = await town.facilitator.slash("blinds start")
    assert started.text.startswith("**Level 1: 5/10** until ")

    def levels(channel: str) -> list[str]:
        found = town.guild.channel_messages(getattr(town, channel))
        return [message.text for message in found if "Level" in message.text]

    await eventually(lambda: len(levels("staff")) == len(levels("standings")) == 1)
    (post,) = [m for m in town.guild.channel_messages(town.staff) if "Level" in m.text]
    nosy = await town.director.click(post, "Pause the clock")
    assert "The clock stands still" in nosy.text
    await eventually(lambda: "begin no other" in levels("standings")[0] and "begin no other" in levels("staff")[0])
    resumed = await town.facilitator.click(post, "Go on")
    assert resumed.buttons == ["Pause the clock"]
    await eventually(lambda: "begin no other" not in levels("standings")[0])
    town.clock.advance(15 * 60)
    await eventually(lambda: len(levels("staff")) == len(levels("standings")) == 2)
    listed = await town.bob.slash("blinds show")
    assert "> 2     10/20     15 min" in listed.text
    stopped = await town.director.slash("blinds stop")
    assert stopped.text == "The clock of the blinds is stopped. `/blinds start` begins again with level 1."
