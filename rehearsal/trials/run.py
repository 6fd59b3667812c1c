"""`python -m rehearsal faults --seed N --kills N`: every trial with its counts; 0 if nothing was lost or doubled."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from functools import partial

from rehearsal.errors import PeopleError
from rehearsal.trials.counting import Count
from rehearsal.trials.kills import kill_many
from rehearsal.trials.locks import lock_out
from rehearsal.trials.scene import TrialError
from rehearsal.trials.starts import start_in_vain
from rehearsal.trials.weekend import play_in_trouble
from rehearsal.weekend.theatre import WeekendError

Say = Callable[[str], None]
Trial = Callable[[Say], Awaitable[list[Count]]]


async def run_trials(seed: int, kills: int) -> int:
    """Run them one after the other and print the counts; 1 if anything went wrong."""
    started = time.monotonic()

    def say(line: str) -> None:
        print(f"[{time.monotonic() - started:5.1f} s] {line}", flush=True)

    trials: dict[str, Trial] = {
        f"{kills} kills under load": partial(_kill, seed, kills),
        "a weekend in every trouble": partial(play_in_trouble, seed),
        "another process holds the database": lock_out,
        "starts that must be refused": start_in_vain,
    }
    wrong: list[str] = []
    for title, trial in trials.items():
        say(f"--- {title}")
        try:
            counts = await trial(say)
        except (TrialError, WeekendError, PeopleError, RuntimeError) as error:
            wrong.append(f"{title}: {error}")
            continue
        for count in counts:
            say(str(count))
        wrong += [f"{title}: {what}" for count in counts for what in count.wrong]
    print("FAILED:\n  " + "\n  ".join(wrong) if wrong else f"Every fault of seed {seed} was survived.")
    return int(bool(wrong))


async def _kill(seed: int, kills: int, say: Say) -> list[Count]:
    return await kill_many(seed, kills, say)
