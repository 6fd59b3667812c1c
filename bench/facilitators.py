"""Fifty facilitators enter scores at once: how soon each knows, whether all is there, what the live messages do."""

import asyncio
import itertools
import math
import time

from bench.report import Report
from bench.stage import Desk, OpenRound, Stage, load, open_folder, start_stage
from bot.db.snapshot import Snapshot
from bot.services.live import DRAWERS, channel_of
from rehearsal.people import Person

FACILITATORS = 50
ROUNDS_EACH = 6
LATER = 2
"""Scores that come one by one afterwards, so that live messages are edited again and again."""
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"
LIVE_WITHIN_SECONDS = 15.0


async def measure_facilitators(report: Report) -> None:
    """Report every figure."""
    async with open_folder() as (stack, folder):
        stage = await start_stage(stack, folder / "desk.db", 1, people=FACILITATORS)
        (desk,) = stage.desks
        fays = [person for person in desk.guild.people.values() if person.name.startswith("Fay")]
        shares = [desk.rounds[number::FACILITATORS][:ROUNDS_EACH] for number in range(FACILITATORS)]
        later = desk.rounds[FACILITATORS * ROUNDS_EACH :]

        async def enter_all(fay: Person, share: list[OpenRound]) -> list[float]:
            return [await desk.enter(fay, taken) for taken in share]

        waits = await asyncio.gather(*map(enter_all, fays, shares))
        ended_at = time.perf_counter()
        seconds = sorted(itertools.chain.from_iterable(waits))
        p95 = seconds[math.ceil(0.95 * len(seconds)) - 1]
        report.add(f"{FACILITATORS} facilitators at once: until the final answer, p95", p95, "s", at_most=1)
        snapshot = await load(stage.database_path, desk.competition.id)
        kept = {(key.event, key.player_id, key.round) for key, sheet in snapshot.sheets.items() if sheet.value}
        lost = [taken for taken in itertools.chain.from_iterable(shares) if taken[:3] not in kept]
        report.add(f"{FACILITATORS} facilitators at once: acknowledged scores lost", len(lost), "", at_most=0)
        late = [await _wait_for_live(desk, snapshot, ended_at)]
        for fay, taken in zip(fays, later[:LATER], strict=False):
            await desk.enter(fay, taken)
            late.append(await _follow(stage, desk))
        report.add("until the live messages show the last state", max(late), "s", at_most=LIVE_WITHIN_SECONDS)
        pauses = _list_pauses(stage)
        report.add("edits of live messages after the first of each", len(pauses), "", at_least=LATER)
        shortest = min(pauses, default=math.inf)
        report.add("shortest time between two edits of a live message", shortest, "s", at_least=9.9)


async def _follow(stage: Stage, desk: Desk) -> float:
    entered_at = time.perf_counter()
    return await _wait_for_live(desk, await load(stage.database_path, desk.competition.id), entered_at)


async def _wait_for_live(desk: Desk, snapshot: Snapshot, since: float) -> float:
    """Until every live message of a desk shows this state; the seconds that it took, or the longest that it may."""
    competition = snapshot.competition
    drawers = DRAWERS[competition.settings.kind]
    wanted = {(channel_of(competition, subject), draw(snapshot).text) for subject, draw in drawers.items()}
    channels = [desk.guild.channels[channel_id] for channel_id in {channel_id for channel_id, _ in wanted}]
    while (late := time.perf_counter() - since) <= LIVE_WITHIN_SECONDS:
        if wanted <= {(channel.id, message.content) for channel in channels for message in channel.messages}:
            return late
        await asyncio.sleep(0.05)
    return late


def _list_pauses(stage: Stage) -> list[float]:
    """Seconds between two edits of one message, for every two."""
    edited_at: dict[str, list[float]] = {}
    for request in stage.standin.requests:
        if request.route == EDIT:
            edited_at.setdefault(request.path, []).append(request.at)
    return [later - earlier for moments in edited_at.values() for earlier, later in itertools.pairwise(moments)]
