"""A run: inputs one after another, everything checked after each, and the shortest input that still shows a fault."""

from __future__ import annotations

import itertools
import json
import logging
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Collection, Generator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.bootstrap import run_bot
from bot.clock import Clock
from bot.settings import Settings
from rehearsal.fuzz.aiming import Aiming
from rehearsal.fuzz.changes import AFTERWARDS, Watcher
from rehearsal.fuzz.hostile import shorten
from rehearsal.fuzz.inputs import Input
from rehearsal.fuzz.showing import show_everything
from rehearsal.fuzz.town import STATES, build_town, crowd_town, fill_town, look_up
from rehearsal.fuzz.watching import FaultLog, Watch
from rehearsal.reply import Reply
from rehearsal.server import StandIn
from rehearsal.state import Json
from tools.commands import load_client

NOON = datetime(2027, 5, 1, 12, 0, tzinfo=UTC)  # six weeks before the tournaments
SHOWN_AT = NOON + timedelta(minutes=30)
LATER = NOON + timedelta(hours=1)  # the official time goes on from when the town was filled
ROUND = 500  # inputs until every competition is as it was at first
EDIT_PAUSE_SECONDS = 0.2
MOST_FINDINGS = 5
MOST_ATTEMPTS = 60
# Refusals that are answers: a live message of the round before is gone, and so is a captain who never was here. An
# answer that comes too late is found as none.
UNKNOWN_MESSAGE, UNKNOWN_MEMBER, UNKNOWN_INTERACTION = 10008, 10007, 10062


@dataclass(frozen=True)
class Finding:
    """What went wrong, after which input, and the shortest one that does it too."""

    problems: tuple[str, ...]
    number: int
    shortest: Input
    is_alone: bool

    def __str__(self) -> str:
        how = "alone" if self.is_alone else "only after the inputs before it"
        lines = "\n".join(f"  {problem}" for problem in self.problems)
        aim = f"input {self.number}, {self.shortest.target}"
        return f"{aim}:\n{lines}\n  this does it, {how}: {json.dumps(self.shortest.to_json())}"


@dataclass
class Tally:
    """What a run counted; `shown` have ids as the bot makes them, `forms` their fields."""

    inputs: int = 0
    changes: int = 0
    aimed: int = 0
    aims: int = 0
    slowest_seconds: float = 0.0
    starved: int = 0
    shown: frozenset[str] = frozenset()
    forms: frozenset[str] = frozenset()
    answers: Counter[str] = field(default_factory=Counter[str])
    findings: list[Finding] = field(default_factory=list[Finding])

    def note(self, reply: Reply) -> None:
        """Count an answer."""
        self.inputs += 1
        self.answers[reply.kind] += 1
        self.slowest_seconds = max(self.slowest_seconds, min(reply.acknowledged_in, 3.0))

    def lines(self, seed: int) -> Iterator[str]:
        """What to tell at the end."""
        answers = ", ".join(f"{count} {kind}" for kind, count in self.answers.most_common())
        yield f"fuzz: seed {seed}, {self.inputs} inputs at {self.aimed} of {self.aims} options, fields, ids and shapes"
        yield f"answers: {answers}; the slowest after {self.slowest_seconds:.2f} s; {self.changes} changed something"
        if self.starved:
            yield f"{self.starved} stayed without an answer since other programs kept the processors busy"
        yield from (str(finding) for finding in self.findings)
        yield f"{len(self.findings)} faults"


class Effort:
    """What this process, with the bot in it, has worked from now on."""

    def __init__(self) -> None:
        self._worked, self._began = time.process_time(), time.monotonic()

    def is_starved(self) -> bool:
        """Whether it got less than half a processor, so that what came late tells nothing about the bot."""
        passed_seconds = time.monotonic() - self._began
        return time.process_time() - self._worked < passed_seconds / 2


class Stage:
    """A town, and a bot that can be put back to where the town was filled: each time on a new copy of the database."""

    def __init__(self, standin: StandIn, folder: Path) -> None:
        self.town = build_town(standin)
        self.log = FaultLog()
        self._standin, self._filled = standin, folder / "filled.db"
        self._copies = (folder / f"copy-{number}.db" for number in itertools.count())

    async def fill(self, states: Collection[str]) -> None:
        """Make the competitions; where there is one in every state, everything in them is shown, too."""
        is_whole = set(states) == set(STATES)
        async with self._run(self._filled, NOON) as watcher:
            await fill_town(self.town, watcher, states)
            if is_whole:
                await crowd_town(self.town, watcher)
        if is_whole:
            async with self._run(self._filled, SHOWN_AT) as watcher:
                await show_everything(self.town)
                await look_up(self.town, watcher)

    @asynccontextmanager
    async def restored(self) -> AsyncGenerator[Watch]:
        """The bot on the database as it was filled."""
        database = Path(shutil.copy(self._filled, next(self._copies)))
        async with self._run(database, LATER) as watcher:
            yield Watch(self.town, watcher, self.log)
            with suppress(TimeoutError):  # stopped at rest, since a post under way would hold up the stop
                await watcher.settle()

    @asynccontextmanager
    async def _run(self, database: Path, now: datetime) -> AsyncGenerator[Watcher]:
        settings = Settings(
            _env_file=None,  # pyright: ignore[reportCallIssue]
            discord_token=self._standin.token,  # pyright: ignore[reportArgumentType]
            discord_api_url=self._standin.url,
            database_url=f"sqlite:///{database}",
        )
        async with run_bot(settings, Clock(now), EDIT_PAUSE_SECONDS):
            watcher = Watcher(database, AFTERWARDS)
            try:
                yield watcher
            finally:
                watcher.close()


async def fuzz(
    seed: int,
    inputs: int,
    say: Callable[[str], None] = print,
    only: str = "",
    states: Collection[str] = STATES,
    *,
    is_patient: bool = False,
) -> Tally:
    """Send that many inputs, at everything or only at what has a name that begins so; stops early at MOST_FINDINGS.

    `states` are those in which there is a competition of each kind. Whoever is patient waits for the posts of each
    input before the next one, so that what they show is told of the input that it came from.
    """
    tally = Tally()
    with tempfile.TemporaryDirectory(prefix="skipper-fuzz-") as folder:
        async with StandIn(rate_limits=False) as standin:
            stage = Stage(standin, Path(folder))
            with _logged(stage.log), standin.expect(UNKNOWN_MESSAGE, UNKNOWN_MEMBER, UNKNOWN_INTERACTION):
                await stage.fill(states)
                tally.shown, tally.forms = frozenset(stage.town.custom_ids), frozenset(stage.town.forms)
                aiming = Aiming(stage.town, await load_client(), seed, only)
                line = iter(aiming)
                while tally.inputs < inputs and len(tally.findings) < MOST_FINDINGS:
                    coming = itertools.islice(line, min(ROUND, inputs - tally.inputs))
                    await _play_round(stage, coming, tally, is_patient=is_patient)
                    say(f"{tally.inputs} inputs, {len(tally.findings)} faults")
                aims = {(aim.what, aim.name, aim.place) for aim in aiming.list_aims()}
                tally.aimed, tally.aims = len(aiming.aimed & aims), len(aims)
    for told in tally.lines(seed):
        say(told)
    return tally


async def _play_round(stage: Stage, line: Iterator[Input], tally: Tally, *, is_patient: bool) -> None:
    """Send inputs to the bot as it was filled, up to the first that shows a fault; then look for the shortest."""
    sent: Input | None = None
    problems: list[str] = []
    async with stage.restored() as watch:
        for sent in line:
            effort = Effort()
            reply = stage.town.learn(await sent.send())
            tally.note(reply)
            is_starved = effort.is_starved()
            tally.starved += is_starved and reply.kind == "silence"
            problems = watch.find_problems(sent, reply, is_starved=is_starved)
            if is_patient:
                problems += await watch.find_problems_of_posts()
            if problems:
                break
        problems = problems or await watch.find_late_problems()
        tally.changes += watch.changes
    if sent is not None and problems:
        tally.findings.append(await _shorten(stage, sent, problems, tally.inputs))


async def _shorten(stage: Stage, sent: Input, problems: list[str], number: int) -> Finding:
    """The shortest input that does the same to the bot as it was filled, if one does it alone."""
    wanted = {_kind_of(problem) for problem in problems}

    async def does_it(data: Json) -> bool:
        tried = replace(sent, data=data)
        async with stage.restored() as watch:
            effort = Effort()
            reply = await tried.send()
            found = watch.find_problems(tried, reply, is_starved=effort.is_starved())
            found = found or await watch.find_late_problems()
        return bool(wanted & {_kind_of(problem) for problem in found})

    shortest, is_alone = sent.data, await does_it(sent.data)
    candidates = shorten(shortest) if is_alone else iter(())
    for _ in range(MOST_ATTEMPTS):
        shorter = next(candidates, None)
        if shorter is None:
            break
        if await does_it(shorter):
            shortest, candidates = shorter, shorten(shorter)
    return Finding(tuple(problems), number, replace(sent, data=shortest), is_alone)


def _kind_of(problem: str) -> str:
    return problem.partition(":")[0]


@contextmanager
def _logged(log: FaultLog) -> Generator[None]:
    """While it runs, errors of every logger are counted, and nothing of the bot's log is shown."""
    root = logging.getLogger()
    before = root.handlers[:]
    root.handlers[:] = [log]
    try:
        yield
    finally:
        root.handlers[:] = before
