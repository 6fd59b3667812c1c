"""An interaction's life: sent to the bot, acknowledged within 3 s, answered while its token lives (15 min)."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import TYPE_CHECKING, Any

from rehearsal import limits, payloads, permissions
from rehearsal.errors import NoAnswerError, refusal
from rehearsal.limits_commands import CHOICES, DEFER, DEFER_UPDATE, MESSAGE_ANSWER, MODAL_ANSWER, UPDATE
from rehearsal.state import Channel, Json, Member, Message
from rehearsal.world import Audience

if TYPE_CHECKING:
    from rehearsal.world import World

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5

# After "acknowledged, no message" (callback 6) Discord shows nothing to wait for; a bot may still edit.
SETTLE_SECONDS = 3.0

_KINDS = {
    MESSAGE_ANSWER: "message",
    DEFER: "deferred",
    DEFER_UPDATE: "deferred",
    UPDATE: "update",
    CHOICES: "choices",
    MODAL_ANSWER: "modal",
}


class Interaction:
    """One action of a person, and the bot's answer to it."""

    def __init__(
        self,
        kind: int,
        member: Member,
        channel: Channel,
        data: Json,
        label: str,
        message: Message | None = None,
    ) -> None:
        self.world: World = channel.world
        self.id = self.world.ids.make()
        self.token = secrets.token_urlsafe(48)
        self.kind, self.member, self.channel, self.data, self.label = kind, member, channel, data, label
        self.message = message
        self.overrides: Json = {}
        self.created_at = self.world.clock.now()
        self.deliveries = 0
        self.acknowledged_with: int | None = None
        self.original: Message | None = None
        self.followups: list[Message] = []
        self.modal: Json | None = None
        self.choices: list[Json] | None = None
        self.acknowledged_in = self.final_in = float("inf")
        self.changes = 0
        self._started = time.perf_counter()
        self._acknowledged: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._changed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    # Sending

    def deliver(self) -> None:
        """Hand the interaction to the bot; a second time delivers the same one again."""
        world = self.world
        if not self.deliveries:
            world.interactions[self.id] = world.tokens[self.token] = self
            self.created_at, self._started = world.clock.now(), time.perf_counter()
        self.deliveries += 1
        guild_id = self.channel.guild.id if self.channel.guild else None
        world.announce("INTERACTION_CREATE", self.payload(), Audience(guild_id, 0))

    def payload(self) -> Json:
        world, guild = self.world, self.channel.guild
        payload: Json = {
            "id": str(self.id),
            "application_id": str(world.application_id),
            "type": self.kind,
            "token": self.token,
            "version": 1,
            "data": self.data,
            "channel_id": str(self.channel.id),
            "channel": payloads.channel(self.channel),
            "locale": "en-US",
            "entitlements": [],
            "attachment_size_limit": limits.ATTACHMENT_BYTES,
            "authorizing_integration_owners": {},
            "context": 1,
        }
        if guild is None:
            payload["user"] = payloads.user(self.member.user)
            payload["app_permissions"] = str(permissions.BOT)
        else:
            payload["member"] = payloads.member(self.member, self.channel)
            payload["guild_id"] = str(guild.id)
            payload["guild"] = {"id": str(guild.id), "locale": "en-US", "features": []}
            payload["guild_locale"] = "en-US"
            payload["context"] = 0
            payload["authorizing_integration_owners"] = {payloads.INTEGRATION_OWNER_GUILD: str(guild.id)}
            payload["app_permissions"] = str(permissions.in_channel(guild.bot, self.channel))
        if self.message is not None:
            payload["message"] = payloads.message(self.message)
        payload.update(self.overrides)
        return payload

    def metadata(self) -> Json:
        """How a message names the interaction that it answers."""
        guild = self.channel.guild
        owners = {payloads.INTEGRATION_OWNER_GUILD: str(guild.id)} if guild else {}
        kind = self.kind
        return {
            "id": str(self.id),
            "type": kind,
            "user": payloads.user(self.member.user),
            "authorizing_integration_owners": owners,
        }

    # What the deadline and the token's life allow

    @property
    def age_seconds(self) -> float:
        return self.world.clock.now() - self.created_at

    @property
    def is_late(self) -> bool:
        """Not acknowledged, and no longer acknowledgeable."""
        return self.acknowledged_with is None and self.age_seconds > limits.ACKNOWLEDGE_SECONDS

    @property
    def is_expired(self) -> bool:
        return self.age_seconds > limits.TOKEN_LIFE_SECONDS

    @property
    def was_redelivered(self) -> bool:
        return self.deliveries > 1

    # The bot's answer

    def acknowledge(self, callback_type: int) -> None:
        self.acknowledged_with = callback_type
        self.acknowledged_in = time.perf_counter() - self._started
        if not self._acknowledged.done():
            self._acknowledged.set_result(None)
        if callback_type not in (DEFER, DEFER_UPDATE):
            self.note_change()

    def note_change(self) -> None:
        """Something became visible: an answer, an edit, a followup, a deletion."""
        if self.changes == 0:
            self.final_in = time.perf_counter() - self._started
        self.changes += 1
        self._changed.set_result(None)
        self._changed = asyncio.get_running_loop().create_future()

    def note_silence(self) -> None:
        """Put it on record that a person was left without an answer."""
        if self.acknowledged_with is None:
            reason = f"{self.label}: not acknowledged within {limits.ACKNOWLEDGE_SECONDS:g} s"
        else:
            reason = f"{self.label}: deferred and never answered"
        self.world.record.note("INTERACTION_CREATE", refusal(10062, reason), self.world.clock.now())

    # Waiting, as the person who acted does

    async def run(self, within_seconds: float, *, deliver_twice: bool = False) -> None:
        """Deliver and wait until the answer is final.

        Raises:
            NoAnswerError: see `wait_until_final`.
        """
        self.deliver()
        if deliver_twice:
            self.deliver()
        await self.wait_until_final(within_seconds)

    async def wait_until_final(self, within_seconds: float) -> None:
        """Wait until there is nothing more to wait for.

        Raises:
            NoAnswerError: no acknowledgement within 3 s, or "thinking ..." for longer than asked.
        """
        if not await _finished(self._acknowledged, limits.ACKNOWLEDGE_SECONDS):
            connected = "" if self.world.is_bot_connected() else " (the bot is not connected)"
            raise NoAnswerError(
                f"{self.label}: the application did not respond within {limits.ACKNOWLEDGE_SECONDS:g} s{connected}"
            )
        if self.changes:
            return
        is_silent = self.acknowledged_with == DEFER_UPDATE
        seconds = SETTLE_SECONDS if is_silent else within_seconds
        if not await _finished(self._changed, seconds) and not is_silent:
            raise NoAnswerError(f"{self.label}: deferred, but nothing followed within {within_seconds:g} s")

    async def wait_for_change(self, after: int, within_seconds: float) -> None:
        """Wait until there are more changes than `after`."""
        if self.changes <= after and not await _finished(self._changed, within_seconds):
            raise NoAnswerError(f"{self.label}: nothing more followed within {within_seconds:g} s")


def kind_of_answer(interaction: Interaction) -> str:
    """The word for what the person sees; see `Reply.kind`."""
    kind = interaction.acknowledged_with
    if kind is None:
        return "silence"
    if kind == DEFER and interaction.changes:
        return "message"
    if kind == DEFER_UPDATE and interaction.changes:
        return "message" if interaction.followups else "update"
    return _KINDS[kind]


async def _finished(future: asyncio.Future[Any], seconds: float) -> bool:
    done, _ = await asyncio.wait([future], timeout=seconds)
    return bool(done)
