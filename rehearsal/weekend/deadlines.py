"""Every answer within the 3 s that Discord allows, and the whole weekend within 90."""

from __future__ import annotations

import math
import os
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from rehearsal.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT, Interaction
from rehearsal.limits import ACKNOWLEDGE_SECONDS
from rehearsal.weekend.theatre import WeekendError

WEEKEND_SECONDS = 90.0
KINDS = {COMMAND: "commands", COMPONENT: "buttons", AUTOCOMPLETE: "lists while typing", MODAL_SUBMIT: "forms"}


def check_answers(asked: Iterable[Interaction]) -> str:
    """How many were answered, of each kind, and the slowest. Raises WeekendError: late or never, by its name."""
    slowest = 0.0
    counted: Counter[int] = Counter()
    for interaction in asked:
        counted[interaction.kind] += 1
        slowest = max(slowest, interaction.acknowledged_in)
        if interaction.acknowledged_in > ACKNOWLEDGE_SECONDS:
            raise WeekendError(f"{interaction.label} was answered after {interaction.acknowledged_in:.2f} s")
        if math.isinf(interaction.final_in):
            raise WeekendError(f"{interaction.label} was acknowledged and never answered")
    kinds = ", ".join(f"{counted[kind]} {name}" for kind, name in KINDS.items())
    return f"{counted.total()} answers ({kinds}), the slowest after {slowest:.2f} s"


@dataclass
class Stopwatch:
    """How long it takes, and how long it may: longer where other programs keep the processors busy, by their share."""

    started: float = field(default_factory=time.monotonic)

    @property
    def seconds(self) -> float:
        """Seconds until now."""
        return time.monotonic() - self.started

    @property
    def allowed_seconds(self) -> float:
        """90 s where a processor is free for each program that runs, twice that where there are two for each."""
        return WEEKEND_SECONDS * max(1.0, self._waiting_programs / (os.cpu_count() or 1))

    @property
    def is_late(self) -> bool:
        """Whether it has taken longer than it may."""
        return self.seconds > self.allowed_seconds

    @property
    def _waiting_programs(self) -> float:
        return os.getloadavg()[0]  # over the last minute

    def __str__(self) -> str:
        allowed = self.allowed_seconds
        busy = f", here {allowed:.0f} s since other programs run" if allowed > WEEKEND_SECONDS else ""
        return f"{self.seconds:.1f} s of {WEEKEND_SECONDS:.0f} s that it may take{busy}"
