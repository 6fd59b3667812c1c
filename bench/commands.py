"""Commands over the wire, as ratios to the no-op command of a bare discord.py bot, alternated in one run.

A figure is the time from a person's action to the final text, p50 unless it says otherwise. The bots take turns, so
that what else the machine does hits all of them; the first commands of a turn are not counted, so that each bot is
measured at work, not as it wakes up.
"""

import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable

from bench.report import Report
from bench.stage import Stage, open_folder, start_noop, start_stage

RUNS = 500
AT_ONCE = 50
WAVES = 6
DESKS = 4
TURN, WAKING = 50, 10
PAUSE_SECONDS = 0.1
"""Between two turns: what a bot still does after an answer, such as drawing a live message, is not the next one's."""
COMPETITIONS = 84  # of 12 teams: about 1,000 teams in the database

Act = Callable[[int], Awaitable[float]]


async def measure_commands(report: Report) -> None:
    """Report every figure."""
    async with open_folder() as (stack, folder):
        noop = await start_noop(stack, folder)
        stage = await start_stage(stack, folder / "one.db", DESKS)
        await _measure_singly(report, noop, stage)
        await _measure_at_once(report, noop, stage)
        crowded = await start_stage(stack, folder / "many.db", 1, others=COMPETITIONS - 2)
        pair = await _alternate({"one": stage.write, "many": crowded.write}, RUNS // 2)
        ratio = pair["many"] / pair["one"]
        report.add("a score with 1,000 teams in the database over one competition's", ratio, "x", at_most=2.5)


async def _measure_singly(report: Report, noop: Act, stage: Stage) -> None:
    reads = await _alternate({"noop": noop, "read": stage.read, "why": stage.ask_why}, RUNS)
    writes = await _alternate({"noop": noop, "write": stage.write}, RUNS)
    report.add("no-op of a bare bot, p50", reads["noop"] * 1000, "ms", at_most=1.5)
    report.add("/standings, p50 as a ratio to the no-op", reads["read"] / reads["noop"], "x", at_most=4)
    report.add("/why, p50 as a ratio to the no-op", reads["why"] / reads["noop"], "x", at_most=5)
    ratio = writes["write"] / writes["noop"]
    report.add("a score committed and answered, p50 as a ratio to the no-op", ratio, "x", at_most=6)


async def _measure_at_once(report: Report, noop: Act, stage: Stage) -> None:
    """Throughput, the three in turn, so that what else the machine does hits all of them."""
    acts = {"noop": noop, "read": stage.read, "write": stage.write}
    seconds = dict.fromkeys(acts, 0.0)
    for wave in range(WAVES):
        for name, act in acts.items():
            started = time.perf_counter()
            await asyncio.gather(*(act(wave * AT_ONCE + number) for number in range(AT_ONCE)))
            seconds[name] += time.perf_counter() - started
    for name, what, least in (("read", "reads", 0.25), ("write", "scores", 0.15)):
        ratio = seconds["noop"] / seconds[name]
        report.add(f"{what} a second with {AT_ONCE} at once, as a ratio to the no-op's", ratio, "x", at_least=least)
    report.add(f"scores a second with {AT_ONCE} at once", WAVES * AT_ONCE / seconds["write"], "1/s")


async def _alternate(acts: dict[str, Act], runs: int) -> dict[str, float]:
    """The p50 of each act in seconds, a turn of each after the other; each has had one before the first that counts."""
    seconds: dict[str, list[float]] = {name: [] for name in acts}
    for turn in range(-1, runs // TURN):
        for name, act in acts.items():
            taken = [await act(number) for number in range(WAKING + TURN)]
            if turn >= 0:
                seconds[name] += taken[WAKING:]
            await asyncio.sleep(PAUSE_SECONDS)
    return {name: statistics.median(found) for name, found in seconds.items()}
