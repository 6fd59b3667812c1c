"""Another process holds the write lock: every command is answered, reads are served, and nothing is half-done."""

from bot.db.engine import BUSY
from rehearsal.trials.counting import count_posts, count_results, is_settled
from rehearsal.trials.locks import TOLD_TO_WAIT, write_and_read_while_held
from rehearsal.trials.scene import open_scene
from tests.bot.conftest import eventually


async def test_short_locks_are_waited_for_and_long_ones_are_told() -> None:
    assert BUSY.startswith(TOLD_TO_WAIT)
    async with open_scene(games_teams=4) as scene:
        short = await write_and_read_while_held(scene, 1, 4.0)
        assert ["has **150 pins**" in reply.text for reply in short.writes] == [True] * 3
        assert all(reply.acknowledged_in < 3 <= reply.final_in for reply in short.writes)  # deferred, then entered
        long = await write_and_read_while_held(scene, 2, None)
        entered = [reply for reply in long.writes if "has **150 pins**" in reply.text]
        assert [reply.text for reply in long.told_to_wait] == [BUSY] * (3 - len(entered))
        assert long.told_to_wait
        for held in (short, long):
            assert len(held.reads) >= 4
            assert all("```" in reply.text and reply.final_in < 3 for reply in held.reads)
        await eventually(lambda: is_settled(scene.bot.database), within_seconds=40)
        world, database = scene.standin.world, scene.bot.database
        results, posts = count_results(world, database), count_posts(world, database)
        assert [results.wrong, posts.wrong] == [[], []]
        assert results.numbers["results"] == 3 + len(entered)
        assert results.numbers["results done though nobody was answered"] == 0
        assert scene.standin.violations == []
