"""How long scoring takes.

Each figure is the best of several runs.
"""

import gc
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.report import Report
from core.scoring.explain import explain
from core.scoring.explain_text import describe_subjects
from core.scoring.results_file import read_results_file
from core.scoring.standings import compute_standings

SMALL = 12
LARGE = 10_000
SEED = 1


def build_document(teams: int, seed: int = SEED) -> dict[str, Any]:
    """A results file of `teams` teams, one in twelve of three players, with six events played."""
    rng = random.Random(seed)
    rosters = [[f"Player {team}-{seat}" for seat in range(3 if team % 12 == 0 else 4)] for team in range(teams)]
    players = [player for roster in rosters for player in roster]
    out = rng.sample(players, len(players))
    return {
        "teams": [{"name": f"Team {team}", "players": roster} for team, roster in enumerate(rosters)],
        "course": {"stroke_index": rng.sample(range(1, 19), 18)},
        "results": {
            "bowling": {player: [_draw_game(rng), rng.randint(60, 250)] for player in players},
            "derby": {player: [[rng.randint(0, 3) for _ in range(5)], rng.randint(0, 40)] for player in players},
            "bags": {player: [_draw_bags(rng), _draw_bags(rng), rng.randint(0, 50)] for player in players},
            "basketball": {player: [[rng.randint(0, 3) for _ in range(4)], rng.randint(0, 40)] for player in players},
            "golf": {f"Team {team}": [rng.randint(3, 6) for _ in range(18)] for team in range(teams)},
            "holdem": {"out": out},
        },
    }


def measure(run: Callable[[], object], times: int) -> float:
    """Seconds of the fastest of `times` runs."""
    best = float("inf")
    for _ in range(times):
        gc.collect()
        started = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - started)
    return best


def measure_small(report: Report) -> None:
    """Twelve teams, from loaded values."""
    data = json.dumps(build_document(SMALL)).encode()
    loaded = iter([read_results_file(data) for _ in range(300)])
    seconds = measure(lambda: compute_standings(next(loaded)), 300)
    report.add("12 teams x 6 events, loaded values to standings", 1e3 * seconds, "ms", at_most=3)
    games = read_results_file(data)
    standings = compute_standings(games)
    seconds = measure(lambda: describe_subjects(explain(games, standings, "Player 7-2")), 300)
    report.add("explain one name on computed standings of 12 teams", 1e3 * seconds, "ms", at_most=2)


def measure_large(report: Report, folder: Path, times: int = 3) -> None:
    """Ten and twenty thousand teams, from file to JSON, each run a process of its own.

    The processor's seconds are printed too: on a machine that does other work they are nearer to the truth.
    """
    walls: list[float] = []
    for teams in (LARGE, 2 * LARGE):
        path = folder / f"{teams}.json"
        path.write_text(json.dumps(build_document(teams)), encoding="utf-8")
        runs = [_time_command(path) for _ in range(times)]
        walls.append(min(wall for wall, _ in runs))
        report.add(f"{teams} teams x 6 events, file to JSON, processor", min(cpu for _, cpu in runs), "s")
    report.add(f"{LARGE} teams x 6 events, file to JSON", walls[0], "s", at_most=6)
    report.add(f"{2 * LARGE} teams over {LARGE} teams", walls[1] / walls[0], "times", at_most=2.7)


def measure_scoring(report: Report) -> None:
    """Report every figure as soon as it is measured."""
    measure_small(report)
    with tempfile.TemporaryDirectory() as folder:
        measure_large(report, Path(folder))


def _time_command(path: Path) -> tuple[float, float]:
    """Seconds by the clock and of the processor."""
    command = [sys.executable, "-m", "core.scoring", "standings", str(path)]
    used, started = _get_processor_seconds(), time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - started, _get_processor_seconds() - used


def _get_processor_seconds() -> float:
    """Of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _draw_game(rng: random.Random) -> object:
    """A total, or every other time a game by rolls."""
    if rng.random() < 0.5:
        return rng.randint(60, 250)
    rolls: list[int] = []
    for _ in range(9):
        first = rng.randint(0, 10)
        rolls += [first] if first == 10 else [first, rng.randint(0, 10 - first)]
    first = rng.randint(0, 9)
    return {"rolls": [*rolls, first, rng.randint(0, 9 - first)]}


def _draw_bags(rng: random.Random) -> object:
    return {"on": [rng.randint(0, 2) for _ in range(3)], "in": [rng.randint(0, 2) for _ in range(3)]}
