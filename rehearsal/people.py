"""People: they type commands, press buttons, fill in forms and read channels, as in Discord's own client.

    async with StandIn() as standin:
        guild = standin.create_guild("Town")
        scores = guild.create_channel("scores")
        facilitator = guild.create_role("Facilitator")
        ann = guild.join("Ann", roles=[facilitator])
        ...                                     # the bot connects
        reply = await ann.slash("score bowling", player="Lodge", game=1)
        assert "Lodge" in reply.text

What Discord's client would not let a person send raises PeopleError and is never sent. What the bot does
not answer raises NoAnswerError. Every wait ends: after 3 s without an acknowledgement, and `within` seconds
(10 unless told) without the final answer.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rehearsal import client_commands, client_components, client_forms, messages, permissions
from rehearsal.errors import NoAnswerError, PeopleError
from rehearsal.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT, Interaction
from rehearsal.reply import Reply
from rehearsal.state import Channel, Json, Member, Message, User

if TYPE_CHECKING:
    from rehearsal.guild import Guild

__all__ = ["NoAnswerError", "PeopleError", "Person", "Reply"]

WITHIN_SECONDS = 10.0

_NO_COMMAND: Json = {"id": "0", "name": "none", "type": 1}
_ALWAYS_THERE: dict[int, Json] = {
    COMMAND: _NO_COMMAND,
    AUTOCOMPLETE: _NO_COMMAND,
    COMPONENT: {"custom_id": "", "component_type": 2},
    MODAL_SUBMIT: {"custom_id": "", "components": []},
}


class Person:
    """A member of a guild who acts. Made by `guild.join("Ann")`."""

    def __init__(self, member: Member) -> None:
        self.member = member

    def __repr__(self) -> str:
        return f"<Person {self.name} in {self.guild.name}>"

    @property
    def user(self) -> User:
        return self.member.user

    @property
    def id(self) -> int:
        return self.member.user.id

    @property
    def name(self) -> str:
        return self.member.name

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    @property
    def guild(self) -> Guild:
        return self.member.guild

    # Acting

    async def slash(
        self,
        command: str,
        /,
        *,
        in_channel: Channel | None = None,
        within: float = WITHIN_SECONDS,
        deliver_twice: bool = False,
        **options: Any,
    ) -> Reply:
        """Send a slash command ("score bowling") and wait until the answer is final.

        Options are given by name: text, numbers, a choice's name or value, a Person for a user option, a
        Role, a Channel, a pair (filename, bytes) for an attachment.
        `deliver_twice` sends the same interaction to the bot a second time, as a flaky gateway does.

        Raises:
            PeopleError: Discord's client would not send this: no such command, it is hidden from this
                person, an option is missing, of the wrong type or out of its limits.
            NoAnswerError: the bot did not acknowledge within 3 s, or did not finish `within` seconds.
        """
        channel = in_channel or self.guild.default_channel
        found = client_commands.find_command(self.member, channel, command)
        data = client_commands.command_data(self.member, found, options)
        interaction = self._interaction(COMMAND, data, channel, f"/{command}")
        return await self._send(interaction, within, deliver_twice)

    async def slash_twice(self, command: str, /, **options: Any) -> Reply:
        """`slash` with the same interaction delivered twice; the one Reply that there may be."""
        return await self.slash(command, deliver_twice=True, **options)

    async def autocomplete(
        self,
        command: str,
        /,
        *,
        focus: str,
        typed: str = "",
        in_channel: Channel | None = None,
        within: float = WITHIN_SECONDS,
        **options: Any,
    ) -> list[tuple[str, Any]]:
        """What the client offers while `typed` stands in the option `focus`: (name, value) pairs."""
        channel = in_channel or self.guild.default_channel
        found = client_commands.find_command(self.member, channel, command)
        data = client_commands.autocomplete_data(self.member, found, focus, typed, options)
        interaction = self._interaction(AUTOCOMPLETE, data, channel, f"/{command} ({focus}: {typed!r})")
        await self._send(interaction, within)
        return [(choice["name"], choice["value"]) for choice in interaction.choices or []]

    async def click(
        self,
        where: Message | Reply,
        button: str,
        *,
        within: float = WITHIN_SECONDS,
        deliver_twice: bool = False,
    ) -> Reply:
        """Press a button, named by its label or custom_id."""
        message = self._visible(where)
        found = client_components.find_button(message, button)
        data = {"component_type": found["type"], "custom_id": found["custom_id"], "id": found["id"]}
        interaction = self._interaction(COMPONENT, data, message.channel, f"[{button}]", message)
        return await self._send(interaction, within, deliver_twice)

    async def choose(
        self,
        where: Message | Reply,
        select: str | None,
        values: Any,
        *,
        within: float = WITHIN_SECONDS,
        deliver_twice: bool = False,
    ) -> Reply:
        """Choose in a select menu, named by its placeholder or custom_id (None: the only menu there is).

        `values` is one or a list of: an option's label or value, a Person, a Role, a Channel.
        """
        message = self._visible(where)
        found = client_components.find_select(message, select)
        data = client_components.select_data(self.member, found, values)
        interaction = self._interaction(COMPONENT, data, message.channel, f"[{select}]", message)
        return await self._send(interaction, within, deliver_twice)

    async def fill(
        self,
        where: Reply,
        answers: Mapping[str, Any] | None = None,
        *,
        within: float = WITHIN_SECONDS,
        deliver_twice: bool = False,
    ) -> Reply:
        """Fill in the form of a modal reply, fields named by label or custom_id, and submit it.

        Fields that are not named keep what the bot filled in. A form can be submitted again, as somebody
        does whose first attempt was refused.
        """
        if where.modal is None:
            raise PeopleError(f"{self.name} was not shown a form: {where!r}")
        data = client_forms.modal_data(self.member, where.modal, answers or {})
        opened_by = where.interaction
        label = f"the form {where.modal['title']!r}"
        interaction = self._interaction(MODAL_SUBMIT, data, opened_by.channel, label, opened_by.message)
        return await self._send(interaction, within, deliver_twice)

    async def send_interaction(
        self,
        payload: Json,
        *,
        in_channel: Channel | None = None,
        message: Message | None = None,
        within: float = WITHIN_SECONDS,
        deliver_twice: bool = False,
    ) -> Reply:
        """Send an interaction that no honest client would: nothing of it is checked.

        `payload` holds "type" and "data" as they go over the wire (and may replace any other field). The
        keys that Discord's gateway puts into every interaction of that type are added where they are missing.
        Unlike the other ways to act, silence is no error: the Reply then has the kind "silence".
        """
        channel = in_channel or (message.channel if message else self.guild.default_channel)
        kind = payload.get("type", COMMAND)
        data = {**_ALWAYS_THERE.get(kind, {}), **payload.get("data", {})}
        interaction = self._interaction(kind, data, channel, f"a raw interaction {payload!r:.200}", message)
        interaction.overrides = {k: v for k, v in payload.items() if k not in ("type", "data")}
        with contextlib.suppress(NoAnswerError):
            await interaction.run(within, deliver_twice=deliver_twice)
        return Reply(interaction)

    def say(self, channel: Channel, text: str) -> Message:
        """Write an ordinary message."""
        if not self.permissions_in(channel) & permissions.SEND_MESSAGES:
            raise PeopleError(f"{self.name} may not write in #{channel.name}")
        return messages.post_as(self.user, channel, text)

    def delete(self, message: Message) -> None:
        """Delete a message: one's own, or with Manage Messages anybody's."""
        may = self.permissions_in(message.channel) & permissions.MANAGE_MESSAGES
        if message.author is not self.user and not may:
            raise PeopleError(f"{self.name} may not delete messages in #{message.channel.name}")
        messages.remove(message)

    def leave(self) -> None:
        """Leave the guild."""
        self.guild.leave(self.member)

    def close_dms(self) -> None:
        """Refuse messages from bots from now on (50007)."""
        self.user.dms_open = False

    def open_dms(self) -> None:
        self.user.dms_open = True

    # Reading

    def permissions_in(self, channel: Channel) -> int:
        """What this person may do in a channel, as a bit set of `rehearsal.permissions`."""
        if self.id not in self.guild.members:
            return 0
        return permissions.in_channel(self.member, channel)

    def can_see(self, message: Message) -> bool:
        """Whether the message can be on this person's screen now."""
        if message.is_deleted or message.channel.is_deleted:
            return False
        if message.is_ephemeral:
            return message.addressee is self.user
        if message.channel.guild is None:
            return message.channel.recipient is self.user
        seeing = permissions.VIEW_CHANNEL | permissions.READ_MESSAGE_HISTORY
        return self.permissions_in(message.channel) & seeing == seeing

    def read(self, channel: Channel) -> list[Message]:
        """The channel's messages, oldest first, as far as this person may view them.

        Ephemeral answers are not among them: those are in the Reply.
        """
        return [message for message in channel.messages if self.can_see(message)]

    @property
    def dms(self) -> list[Message]:
        """What the bot wrote to this person privately, oldest first."""
        channel = self.guild.world.dms.get(self.id)
        return channel.messages if channel else []

    @property
    def pinged_by(self) -> list[Message]:
        """The messages that notified this person: by name, by a role or by @everyone."""
        return [m for m in self.guild.world.messages() if self._is_pinged(m)]

    def _is_pinged(self, message: Message) -> bool:
        if message.channel.guild is not self.guild or not self.can_see(message):
            return False
        pings = message.pings
        roles = {role.id for role in self.member.roles}
        return pings.everyone or self.id in pings.users or bool(roles & pings.roles)

    # How an action travels

    def _visible(self, where: Message | Reply) -> Message:
        message = where.message if isinstance(where, Reply) else where
        if message is None:
            raise PeopleError(f"{self.name} sees no message there: {where!r}")
        if not self.can_see(message):
            raise PeopleError(f"{self.name} does not see that message: {message.text!r:.200}")
        return message

    def _interaction(
        self, kind: int, data: Json, channel: Channel, label: str, message: Message | None = None
    ) -> Interaction:
        return Interaction(kind, self.member, channel, data, f"{label} by {self.name}", message)

    async def _send(self, interaction: Interaction, within: float, deliver_twice: bool = False) -> Reply:
        try:
            await interaction.run(within, deliver_twice=deliver_twice)
        except NoAnswerError:
            interaction.note_silence()
            raise
        return Reply(interaction)
