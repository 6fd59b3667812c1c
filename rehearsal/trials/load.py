"""People at work: each enters or corrects one result after the other, all of them at the same time."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field

from rehearsal.people import Person, Reply
from rehearsal.trials.scene import DODGEBALL, GAMES, Scene, TrialError

BOWLING_GAMES = (1, 2)
FIRST_ROUND = ("R1-1", "R1-2", "R1-3", "R1-4")
CONFIRM = "Confirm"
DONE = ("has **", " beat ", " already")


@dataclass(frozen=True)
class Slot:
    """What a result is about: a player's game of bowling, or a match between two sides."""

    about: str
    game: int = 0
    sides: tuple[str, ...] = ()


@dataclass
class Work:
    """One person's own players or matches: those without a result, and those with one."""

    person: Person
    open: list[Slot]
    entered: list[Slot] = field(default_factory=list[Slot])


class Load:
    """Who does what next follows from the seed."""

    def __init__(self, chance: random.Random, works: list[Work]) -> None:
        self._chance, self._works = chance, works
        self._marks = itertools.count(1)

    @contextlib.asynccontextmanager
    async def working(self) -> AsyncGenerator[None]:
        """Everybody works while the block runs; whoever waits for an answer then gives up."""
        tasks = [asyncio.create_task(self._work(work), name=work.person.name) for work in self._works]
        try:
            yield
            for task in tasks:
                if task.done():
                    task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _work(self, work: Work) -> None:
        while True:
            if work.open and (not work.entered or self._chance.random() < 0.5):
                slot = work.open[0]
                _expect_done(await self._enter(work.person, slot))
                work.entered.append(work.open.pop(0))  # not before the answer: without one it is entered again
            else:
                slot = self._chance.choice(work.entered)
                _expect_done(await self._correct(work.person, slot))

    async def _enter(self, person: Person, slot: Slot) -> Reply:
        if slot.sides:
            winner = self._chance.choice(slot.sides)
            return await person.slash(
                "match result", match=slot.about, game1=winner, game2=winner, competition=DODGEBALL
            )
        return await person.slash(
            "score bowling", player=slot.about, game=slot.game, score=self._draw_score(), competition=GAMES
        )

    async def _correct(self, person: Person, slot: Slot) -> Reply:
        """Ask for a correction, and confirm what is shown; one that changes nothing is refused at once."""
        shown = await self._ask_to_correct(person, slot)
        return await person.click(shown, CONFIRM) if CONFIRM in shown.buttons else shown

    async def _ask_to_correct(self, person: Person, slot: Slot) -> Reply:
        reason = f"correction {next(self._marks)}"
        if slot.sides:
            winner = self._chance.choice(slot.sides)
            return await person.slash(
                "match correct", match=slot.about, game1=winner, game2=winner, reason=reason, competition=DODGEBALL
            )
        return await person.slash(
            "score correct",
            event="bowling",
            entrant=slot.about,
            round=slot.game,
            score=self._draw_score(),
            reason=reason,
            competition=GAMES,
        )

    def _draw_score(self) -> str:
        return str(self._chance.randrange(100, 190, 10))


async def share_out(scene: Scene, chance: random.Random) -> Load:
    """Players among the facilitators, and matches of the first round among the directors."""
    slots = [Slot(player, game) for player in scene.players for game in BOWLING_GAMES]
    matches = [Slot(match, sides=await _read_sides(scene.directors[0], match)) for match in FIRST_ROUND]
    works = [Work(person, slots[n :: len(scene.facilitators)]) for n, person in enumerate(scene.facilitators)]
    works += [Work(person, matches[n :: len(scene.directors)]) for n, person in enumerate(scene.directors)]
    return Load(chance, works)


async def _read_sides(person: Person, match: str) -> tuple[str, ...]:
    offered = await person.autocomplete("match result", focus="game1", match=match, competition=DODGEBALL)
    return tuple(value for _, value in offered)


def _expect_done(reply: Reply) -> None:
    if not any(words in reply.text for words in DONE):
        raise TrialError(f"nobody expected this: {reply!r}")
