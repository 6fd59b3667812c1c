"""`/clock` over the wire: announce a start, wait by the official clock, record a forfeit."""

from tests.bot.conftest import Town, eventually

WORST = "**Bold** @everyone 東京"
TEAMS = {WORST: ["Ann", "Bo", "Cy"], "Lions": ["Hal", "Ina", "Jo"]}


async def test_a_late_team_forfeits(town: Town) -> None:
    await town.start_games(TEAMS, [town.ann, town.bob])
    done = await town.facilitator.slash("clock start", event="bowling", at="now")
    assert done.text.startswith("Game 1 of Bowling begins now.")
    await eventually(lambda: any("begins now" in m.text for m in town.guild.channel_messages(town.captains)))
    assert len(town.ann.pinged_by) == len(town.bob.pinged_by) == 1
    early = await town.facilitator.slash("clock late", event="bowling", team=WORST)
    assert "is not late yet" in early.text
    town.clock.advance(241)
    await eventually(lambda: any("One minute left" in m.text for m in town.guild.channel_messages(town.captains)))
    town.clock.advance(60)
    shown = await town.facilitator.slash("clock late", event="bowling", team=WORST)
    assert shown.buttons == ["Record the forfeit"]
    recorded = await town.facilitator.click(shown, "Record the forfeit")
    assert recorded.text.startswith(
        "Recorded: \u2068\\*\\*Bold\\*\\* @\u200beveryone 東京\u2069 forfeits game 1 of Bowling."
    )
    stale = await town.facilitator.click(shown, "Record the forfeit")
    assert stale.text.startswith("This was done already")
    await eventually(lambda: any("and forfeits it" in m.text for m in town.guild.channel_messages(town.captains)))
    assert len(town.bob.pinged_by) == 1
    again = await town.director.slash("score bowling", player="Ann", game=1, score="150")
    assert "already" in again.text
    clock = await town.bob.slash("clock show")
    assert clock.text.startswith("By the official clock it is **12:05:")


async def test_captains_announce_nothing(town: Town) -> None:
    await town.start_games(TEAMS, [town.ann, town.bob])
    for refused in (
        await town.ann.slash("clock start", event="bowling", at="now"),
        await town.ann.slash("clock late", event="bowling", team=WORST),
    ):
        assert refused.text.startswith("Only a facilitator")
