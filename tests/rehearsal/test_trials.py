"""The trials notice what they are there for: each kind of loss and doubling, put there by hand."""

import asyncio
import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from rehearsal import messages
from rehearsal.server import StandIn
from rehearsal.trials.counting import count_posts, count_results, is_settled
from rehearsal.trials.load import share_out
from rehearsal.trials.scene import eventually, open_scene
from rehearsal.trials.troubles import ANSWERS, FAULTS, Troubles
from rehearsal.world import World
from tests.rehearsal.small_bot import SmallBot

TAMPERED: list[tuple[str, str]] = [
    ("DELETE FROM ledger WHERE action = 'score submit'", "acknowledged results lost"),
    ("DELETE FROM ledger WHERE action = 'match result'", "acknowledged results lost"),
    ("DELETE FROM sheet", "results half-done"),
    ("DELETE FROM match_result", "results half-done"),
    ("UPDATE ledger SET interaction_id = 1 WHERE action LIKE 'score %'", "results doubled"),
    ("UPDATE sheet SET replaces_id = NULL, round = 1, player_id = (SELECT min(id) FROM player)", "results doubled"),
    ("UPDATE sheet SET player_id = 999999", "references broken"),
    ("UPDATE post SET message_id = message_id + 1 WHERE NOT is_live", "posts missing"),
    ("UPDATE post SET message_id = message_id + 1 WHERE NOT is_live", "posts doubled"),
    ("DELETE FROM post WHERE subject LIKE 'match:%'", "posts missing"),
    ("UPDATE post SET status = 'sending'", "posts unsent"),
    ("UPDATE post SET status = 'failed' WHERE subject LIKE 'match:%'", "posts given up"),
    ("UPDATE post SET shown_revision = 0 WHERE is_live", "posts unsent"),
]


def find_wrong(world: World, database: Path) -> str:
    return "; ".join(count_results(world, database).wrong + count_posts(world, database).wrong)


async def test_every_loss_and_doubling_is_noticed(tmp_path: Path) -> None:
    async with open_scene(games_teams=4) as scene:
        load = await share_out(scene, random.Random(1))
        world, database = scene.standin.world, scene.bot.database
        async with load.working():
            await eventually(lambda: count_results(world, database).numbers["results"] > 12, "some results")
        await asyncio.sleep(0.2)  # for what nobody waits for any more
        await eventually(lambda: is_settled(database), "the last post", within_seconds=60)
        await scene.bot.stop()
        assert find_wrong(world, database) == ""
        for statement, expected in TAMPERED:
            copy = Path(shutil.copy(database, tmp_path / "tampered.db"))
            with closing(sqlite3.connect(copy)) as connection, connection:
                connection.execute("DROP TRIGGER ledger_no_update")
                connection.execute("DROP TRIGGER ledger_no_delete")
                assert connection.execute(statement).rowcount > 0, statement
            assert expected in find_wrong(world, copy), statement
        post = next(message for message in scene.announcements.messages if message.author.is_bot)
        doubled = messages.create(scene.announcements, world.bot, {"content": post.text}, [])
        assert find_wrong(world, database) == "1 posts doubled"
        messages.remove(doubled)
        messages.remove(post)
        assert find_wrong(world, database) == "1 posts missing"


async def test_patient_people_say_again_what_nobody_answered(bot: SmallBot, standin: StandIn) -> None:
    troubles = Troubles(random.Random(1), share=0.0)
    guild = next(iter(standin.world.guilds.values()))
    guild.make_person = troubles.make_person
    ann = guild.join("Patient Ann")
    troubles.begin(standin)
    standin.fault(ANSWERS, hangs=True)
    reply = await ann.slash("noop")
    assert reply.text == "done"
    assert troubles.asked_again == {reply.interaction.id}


async def test_every_trouble_takes_its_turn_and_ends(bot: SmallBot, standin: StandIn) -> None:
    troubles = Troubles(random.Random(1), share=1.0)
    troubles.begin(standin)
    kinds = len(troubles.count()) - 1  # people who take no direct messages do not take turns
    doubled = 0
    for _ in range(kinds):
        doubled += await troubles.strike()
        await troubles.pass_by()
    assert doubled == 1
    assert sorted(fault.route for fault in standin.faults.faults) == sorted(how["route"] for how in FAULTS.values())
    struck = troubles.count()
    assert sum(struck.values()) == kinds - len(FAULTS)  # a fault counts when a request has met it
    troubles.end()
    assert standin.faults.faults == []
    assert not await troubles.strike()
