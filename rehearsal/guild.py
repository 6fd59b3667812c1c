"""A guild: its channels, roles and members. Every change is announced on the gateway, as Discord does."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rehearsal import payloads, permissions
from rehearsal.people import Person
from rehearsal.state import TEXT_CHANNEL, Channel, Json, Member, Message, Overwrite, Role, User
from rehearsal.world import Audience

if TYPE_CHECKING:
    from rehearsal.world import World

GUILDS_INTENT = 1 << 0
GUILD_MEMBERS_INTENT = 1 << 1
ALWAYS = 0


class Guild:
    """Made by `standin.create_guild("Town")`.

    guild.owner is a Person; guild.bot the bot's Member with its own managed role; guild.everyone the
    @everyone role; guild.default_channel the channel in which people type when a test names none.
    """

    owner: Person
    bot: Member
    default_channel: Channel

    def __init__(self, world: World, name: str) -> None:
        self.world = world
        self.id = world.ids.make_guild_id(len(world.guilds))
        self.name = name
        self.owner_id = 0
        self.members: dict[int, Member] = {}
        self.channels: dict[int, Channel] = {}
        self.commands: dict[int, Json] = {}
        self.everyone = Role(self.id, "@everyone", permissions.EVERYONE, 0, self)
        self.roles: dict[int, Role] = {self.id: self.everyone}
        self.people: dict[int, Person] = {}
        self.make_person: Callable[[Member], Person] = Person

    @classmethod
    def found(cls, world: World, name: str, owner: str | User, bot_permissions: int) -> Guild:
        """A new guild with an owner, a general channel and the bot in it."""
        guild = cls(world, name)
        world.guilds[guild.id] = guild
        guild.owner = guild.join(owner)
        guild.owner_id = guild.owner.user.id
        guild.default_channel = guild.create_channel("general")
        guild.add_bot(bot_permissions)
        return guild

    # The bot's own membership

    def add_bot(self, bot_permissions: int = permissions.BOT) -> None:
        """Invite the bot (again); it gets a managed role with these permissions."""
        role = Role(self.world.ids.make(), "Skipper", bot_permissions, len(self.roles), self, managed=True)
        self.roles[role.id] = role
        self.bot = Member(self.world.bot, self, self.world.clock.now(), [role])
        self.members[self.world.bot.id] = self.bot
        self._announce("GUILD_CREATE", payloads.guild_create(self, joined_now=True))

    def remove_bot(self) -> None:
        """Kick the bot from the guild."""
        self._announce("GUILD_DELETE", {"id": str(self.id)})
        for role in self.bot.roles:
            self.roles.pop(role.id, None)
        del self.members[self.world.bot.id]
        self.commands.clear()

    def set_bot_permissions(self, bot_permissions: int) -> None:
        """Change what the bot may do in the whole guild."""
        self.edit_role(self.bot.roles[0], permissions=bot_permissions)

    # Channels

    def create_channel(
        self, name: str, *, only: list[Role | Person] | None = None, kind: int = TEXT_CHANNEL
    ) -> Channel:
        """A text channel. With `only`, nobody else (but the bot) may view it."""
        channel = Channel(self.world.ids.make(), name, self.world, kind, self, position=len(self.channels))
        if only is not None:
            view = permissions.VIEW_CHANNEL
            channel.overwrites[self.id] = Overwrite(self.id, 0, deny=view)
            channel.overwrites[self.world.bot.id] = Overwrite(self.world.bot.id, 1, allow=view)
            for target in only:
                target_id, target_kind = _target(target)
                channel.overwrites[target_id] = Overwrite(target_id, target_kind, allow=view)
        self.channels[channel.id] = self.world.channels[channel.id] = channel
        self._announce("CHANNEL_CREATE", payloads.channel(channel))
        return channel

    def delete_channel(self, channel: Channel) -> None:
        channel.is_deleted = True
        self.channels.pop(channel.id)
        self.world.channels.pop(channel.id)
        self._announce("CHANNEL_DELETE", payloads.channel(channel))

    def rename_channel(self, channel: Channel, name: str) -> None:
        channel.name = name
        self.announce_channel(channel)

    def allow(self, channel: Channel, target: Role | Person | Member, *names: str) -> None:
        """Let one role or person do something in a channel: `guild.allow(scores, ann, "view_channel")`."""
        overwrite = self._overwrite(channel, target)
        overwrite.allow |= permissions.bits(*names)
        overwrite.deny &= ~permissions.bits(*names)
        self.announce_channel(channel)

    def deny(self, channel: Channel, target: Role | Person | Member, *names: str) -> None:
        """Forbid it: `guild.deny(scores, guild.bot, "send_messages")`."""
        overwrite = self._overwrite(channel, target)
        overwrite.deny |= permissions.bits(*names)
        overwrite.allow &= ~permissions.bits(*names)
        self.announce_channel(channel)

    def announce_channel(self, channel: Channel) -> None:
        self._announce("CHANNEL_UPDATE", payloads.channel(channel))

    def _overwrite(self, channel: Channel, target: Role | Person | Member) -> Overwrite:
        target_id, kind = _target(target)
        return channel.overwrites.setdefault(target_id, Overwrite(target_id, kind))

    # Roles

    def create_role(self, name: str, *names: str, mentionable: bool = False) -> Role:
        """A role with these permissions: `guild.create_role("Director", "manage_guild")`.

        Like in Discord, a new role is the lowest one: the bot's role stays above it.
        """
        for role in self.roles.values():
            role.position += role.position > 0
        role = Role(self.world.ids.make(), name, permissions.bits(*names), 1, self, mentionable)
        self.roles[role.id] = role
        self._announce("GUILD_ROLE_CREATE", {"guild_id": str(self.id), "role": payloads.role(role)})
        return role

    def edit_role(
        self, role: Role, *, permissions: int | None = None, position: int | None = None, name: str | None = None
    ) -> None:
        role.permissions = role.permissions if permissions is None else permissions
        role.position = role.position if position is None else position
        role.name = name or role.name
        self.announce_role(role)

    def announce_role(self, role: Role) -> None:
        self._announce("GUILD_ROLE_UPDATE", {"guild_id": str(self.id), "role": payloads.role(role)})

    def delete_role(self, role: Role) -> None:
        self.roles.pop(role.id)
        for member in self.members.values():
            if role in member.roles:
                member.roles.remove(role)
        self._announce("GUILD_ROLE_DELETE", {"guild_id": str(self.id), "role_id": str(role.id)})

    # Members

    def join(self, who: str | Person | User, *, roles: list[Role] | None = None) -> Person:
        """Somebody joins: a new account by name, or a person of another guild by Person."""
        user = self.world.create_user(who) if isinstance(who, str) else who
        user = user.user if isinstance(user, Person) else user
        member = Member(user, self, self.world.clock.now(), list(roles or []))
        self.members[user.id] = member
        person = self.people[user.id] = self.make_person(member)
        joined = {"guild_id": str(self.id), **payloads.member(member)}
        self._announce("GUILD_MEMBER_ADD", joined, GUILD_MEMBERS_INTENT)
        return person

    def leave(self, person: Person | Member) -> None:
        """Somebody leaves (or is kicked); fetching the member then answers 10007."""
        self.members.pop(person.user.id)
        self.people.pop(person.user.id, None)
        left = {"guild_id": str(self.id), "user": payloads.user(person.user)}
        self._announce("GUILD_MEMBER_REMOVE", left, GUILD_MEMBERS_INTENT)

    def give(self, person: Person | Member, role: Role) -> None:
        """Give somebody a role."""
        member = self.members[person.user.id]
        if role not in member.roles:
            member.roles.append(role)
        self.announce_member(member)

    def take(self, person: Person | Member, role: Role) -> None:
        """Take a role from somebody."""
        member = self.members[person.user.id]
        member.roles = [r for r in member.roles if r is not role]
        self.announce_member(member)

    def announce_member(self, member: Member) -> None:
        updated = {"guild_id": str(self.id), **payloads.member(member)}
        # Discord tells a bot of changes to itself whatever its intents are.
        own = member.user is self.world.bot
        self._announce("GUILD_MEMBER_UPDATE", updated, ALWAYS if own else GUILD_MEMBERS_INTENT)

    # Looking on, for assertions

    def channel(self, name: str) -> Channel:
        """The channel of that name."""
        return next(c for c in self.channels.values() if c.name == name)

    def channel_messages(self, channel: Channel) -> list[Message]:
        """What stands in a channel for everybody, oldest first."""
        return channel.messages

    def _announce(self, event: str, payload: Json, intent: int = GUILDS_INTENT) -> None:
        if self.world.bot.id in self.members:
            self.world.announce(event, payload, Audience(self.id, intent))


def _target(target: Role | Person | Member) -> tuple[int, int]:
    return (target.id, 0) if isinstance(target, Role) else (target.user.id, 1)
