"""What Discord and networks do on a bad day, and people who say again what nobody answered."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from rehearsal.errors import NoAnswerError
from rehearsal.faults import Fault
from rehearsal.interactions import Interaction
from rehearsal.people import Person
from rehearsal.ratelimits import LIMITS, Limit
from rehearsal.reply import Reply
from rehearsal.server import StandIn
from rehearsal.state import Member
from rehearsal.trials.scene import TrialError, eventually

ANSWERS = "POST /interactions/*/*/callback"
POSTS, EDITS = "POST /channels/*/messages", "PATCH /channels/*/messages/*"
PINS = "PUT /channels/*pins/*"
NARROW = Limit(1, 2.0)
ATTEMPTS = 6
PATIENCE_SECONDS = 20.0
RECONNECT_SECONDS = 40.0

FAULTS: dict[str, dict[str, Any]] = {
    "answers met by 500": {"route": ANSWERS, "status": 500},
    "answers met by 503": {"route": ANSWERS, "status": 503},
    "answers met by 502 until it is too late": {"route": ANSWERS, "status": 502, "times": 2},
    "answers given though Discord said 502": {"route": ANSWERS, "status": 502, "performed": True},
    "answers lost on the way": {"route": ANSWERS, "hangs": True},
    "answers whose receipt is lost": {"route": ANSWERS, "hangs": True, "performed": True},
    "slow answers": {"route": ANSWERS, "delay_seconds": 1.0},
    "posts met by 500": {"route": POSTS, "status": 500},
    "posts met by 503": {"route": POSTS, "status": 503},
    "posts made though Discord said 502": {"route": POSTS, "status": 502, "performed": True},
    "posts lost on the way": {"route": POSTS, "hangs": True},
    "posts whose receipt is lost": {"route": POSTS, "hangs": True, "performed": True},
    "slow posts": {"route": POSTS, "delay_seconds": 1.5},
    "edits met by 500": {"route": EDITS, "status": 500},
    "edits made though Discord said 502": {"route": EDITS, "status": 502, "performed": True},
    "edits lost on the way": {"route": EDITS, "hangs": True},
    "too many edits of an old message (30046)": {"route": EDITS, "code": 30046},
    "pins met by 502": {"route": PINS, "status": 502},
}


@dataclass
class Troubles:
    """Strikes before every few actions, each kind of trouble in turn, in an order that follows from the seed."""

    chance: random.Random
    share: float = 0.35
    asked_again: set[int] = field(default_factory=set[int])
    struck: Counter[str] = field(default_factory=Counter[str])
    _standin: StandIn | None = None
    _faults: list[tuple[str, Fault]] = field(default_factory=list[tuple[str, Fault]])
    _coming: list[str] = field(default_factory=list[str])

    def begin(self, standin: StandIn) -> None:
        """From now on."""
        self._standin = standin

    def end(self) -> None:
        """No more of it: faults that nothing has met yet are taken back."""
        if self._standin is not None:
            self._standin.faults.clear()
            self._standin.rate_limits.limits.update(LIMITS)
        self._standin = None

    def make_person(self, member: Member) -> Person:
        """A patient person; every second one takes no direct messages."""
        person = Patient(member, self)
        if len(member.guild.members) % 2:
            self.struck[DMS_CLOSED] += 1
            person.close_dms()
        return person

    async def strike(self) -> bool:
        """Before an action: perhaps one trouble. Gives whether the action is to be delivered twice."""
        if self._standin is None or self.chance.random() >= self.share:
            return False
        if not self._coming:
            self._coming = [*FAULTS, *_BAD_DAYS, TWICE]
            self.chance.shuffle(self._coming)
        name = self._coming.pop()
        if name in FAULTS:
            how = FAULTS[name]
            self._faults.append((name, self._standin.fault(how["route"], **{k: how[k] for k in how if k != "route"})))
            return False
        self.struck[name] += 1
        if name in _BAD_DAYS:
            await _BAD_DAYS[name](self._standin)
        return name == TWICE

    async def pass_by(self) -> None:
        """After an action that was not answered: wait until the bot is connected."""
        if self._standin is not None:
            connected = self._standin.world.is_bot_connected
            await eventually(connected, "the bot's connection", within_seconds=RECONNECT_SECONDS)

    def count(self) -> dict[str, int]:
        """How often each kind struck; a fault has struck when a request met it."""
        met = Counter(name for name, fault in self._faults if fault.hits)
        return {name: met[name] + self.struck[name] for name in (*FAULTS, *_BAD_DAYS, TWICE, DMS_CLOSED)}


class Patient(Person):
    """Somebody who tries again where no answer came."""

    def __init__(self, member: Member, troubles: Troubles) -> None:
        super().__init__(member)
        self._troubles = troubles

    async def _send(self, interaction: Interaction, within: float, deliver_twice: bool = False) -> Reply:
        for _ in range(ATTEMPTS):
            is_doubled = await self._troubles.strike()
            try:
                await interaction.run(max(within, PATIENCE_SECONDS), deliver_twice=deliver_twice or is_doubled)
            except NoAnswerError:
                await self._troubles.pass_by()
                label = interaction.label.removesuffix(f" by {self.name}")
                interaction = self._interaction(
                    interaction.kind, interaction.data, interaction.channel, label, interaction.message
                )
                self._troubles.asked_again.add(interaction.id)
            else:
                return Reply(interaction)
        raise TrialError(f"{interaction.label}: no answer to {ATTEMPTS} attempts")


async def _reconnect(standin: StandIn) -> None:
    standin.gateway.reconnect()


async def _invalidate(standin: StandIn) -> None:
    standin.gateway.invalidate()


async def _invalidate_resumably(standin: StandIn) -> None:
    standin.gateway.invalidate(resumable=True)


async def _drop(standin: StandIn) -> None:
    await standin.gateway.drop()


async def _cut(standin: StandIn) -> None:
    standin.gateway.cut()


async def _narrow(standin: StandIn) -> None:
    """Limits that the bot has not been told of yet, so that the next requests meet 429."""
    for route in (POSTS, EDITS):
        parts = route.replace("channels/*", "channels/{channel_id}").replace("messages/*", "messages/{message_id}")
        standin.rate_limits.limits[parts] = NARROW


TWICE, DMS_CLOSED = "the same interaction twice", "people who take no direct messages"
_BAD_DAYS: dict[str, Callable[[StandIn], Awaitable[None]]] = {
    "reconnections asked for (op 7)": _reconnect,
    "sessions declared invalid (op 9)": _invalidate,
    "sessions declared invalid that could be resumed (op 9)": _invalidate_resumably,
    "connections closed": _drop,
    "connections cut": _cut,
    "narrower rate limits (429)": _narrow,
}
