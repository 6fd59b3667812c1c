"""SIGKILL at every point between a command and its post: nothing is lost, nothing doubled, nothing left half-done."""

import random

from rehearsal.trials.kills import EVERY_MOMENT, Kills, Moment, choose_moments
from rehearsal.trials.load import share_out
from rehearsal.trials.scene import open_scene


async def test_at_every_moment() -> None:
    async with open_scene(games_teams=4) as scene:
        chance = random.Random(1)
        run = Kills(scene, await share_out(scene, chance), chance)
        for moment in EVERY_MOMENT:
            await run.kill(moment)
            results, posts = await run.finish()
            assert [results.wrong, posts.wrong] == [[], []], moment
        assert results.numbers["acknowledged results"] > len(EVERY_MOMENT)
        assert results.numbers["results done though nobody was answered"] >= 1  # between commit and answer
        assert posts.numbers["posts"] > len(EVERY_MOMENT)
        assert scene.standin.violations == []


def test_the_moments_take_turns() -> None:
    moments = choose_moments(random.Random(1), 100)
    assert {moment: moments.count(moment) for moment in Moment if moment is not Moment.AT_RANDOM} == dict.fromkeys(
        [moment for moment in Moment if moment is not Moment.AT_RANDOM], 7
    )
    assert moments != choose_moments(random.Random(2), 100)
    assert moments == choose_moments(random.Random(1), 100)
