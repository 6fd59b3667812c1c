"""A weekend in every trouble ends as the same weekend without any."""

from __future__ import annotations

import random
from collections.abc import Callable

from rehearsal.trials.counting import Count, count_posts, count_results, is_settled
from rehearsal.trials.scene import eventually
from rehearsal.trials.troubles import Troubles
from rehearsal.weekend.run import act_weekend
from rehearsal.weekend.theatre import open_theatre

TEAMS = 4
SETTLE_SECONDS = 150.0
# Answers that came too late or twice, people who take no direct messages, a message deleted with its predecessor.
EXPECTED_REFUSALS = (10062, 40060, 50007)


async def play_in_trouble(seed: int, say: Callable[[str], None]) -> list[Count]:
    """Play the weekend of this seed without and with troubles, and count what differs."""
    async with open_theatre(_silently) as theatre:
        calm = await act_weekend(theatre, seed, TEAMS)
    say("the same weekend without troubles is over")
    troubles = Troubles(random.Random(seed))
    async with open_theatre(say, troubles.make_person) as theatre:
        theatre.asked_again, theatre.settle_seconds = troubles.asked_again, SETTLE_SECONDS
        troubles.begin(theatre.standin)
        with theatre.standin.expect(*EXPECTED_REFUSALS) as refused:
            stormy = await act_weekend(theatre, seed, TEAMS)
            troubles.end()
            world, database = theatre.standin.world, theatre.bot.database
            await eventually(lambda: is_settled(database), "the last post", SETTLE_SECONDS)
        struck = troubles.count()
        count = Count({"troubles": sum(struck.values()), "actions repeated": len(troubles.asked_again)})
        count.numbers |= {"answers refused as too late or given before": len(refused)}
        count.numbers |= {"requests met by 429": len(theatre.standin.rate_limited)}
        count.must_be_none("kinds of trouble that never struck", sum(not times for times in struck.values()))
        count.must_be_none("exports that differ", sum(calm[name] != stormy[name] for name in calm))
        count.must_be_none("requests that Discord refused otherwise", len(theatre.standin.violations))
        count.wrong += [f"{v.route}: {v.code} {v.reason}" for v in theatre.standin.violations]
        for name, times in struck.items():
            say(f"{times:3} {name}")
        return [count, count_results(world, database), count_posts(world, database)]


def _silently(_line: str) -> None:
    """Say nothing."""
