"""Everything that exists in the stand-in: the application, users, guilds, channels, commands, interactions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rehearsal import permissions
from rehearsal.clock import Clock, Snowflakes
from rehearsal.state import DM_CHANNEL, Attachment, Channel, Json, Message, User
from rehearsal.violations import Record

if TYPE_CHECKING:
    from rehearsal.guild import Guild
    from rehearsal.interactions import Interaction

Announce = Callable[[str, Any, "Audience"], None]


@dataclass(frozen=True)
class Audience:
    """Who hears an event: the shard of one guild (None: shard 0, for DMs) with this gateway intent."""

    guild_id: int | None
    intent: int


def _nobody_listens(_event: str, _payload: Any, _audience: Audience) -> None:
    """Before the gateway is attached nobody can be connected."""


@dataclass(eq=False)
class World:
    """One Discord with one application in it."""

    clock: Clock = field(default_factory=Clock)
    announce: Announce = field(default=_nobody_listens, repr=False)
    base_url: str = ""
    users: dict[int, User] = field(default_factory=dict, repr=False)
    guilds: dict[int, Guild] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict, repr=False)
    dms: dict[int, Channel] = field(default_factory=dict, repr=False)
    dm_openings: list[float] = field(default_factory=list, repr=False)
    global_commands: dict[int, Json] = field(default_factory=dict, repr=False)
    interactions: dict[int, Interaction] = field(default_factory=dict, repr=False)
    tokens: dict[str, Interaction] = field(default_factory=dict, repr=False)
    attachments: dict[int, Attachment] = field(default_factory=dict, repr=False)
    record: Record = field(default_factory=Record)
    has_message_content: bool = False
    is_heard: Callable[[Audience], bool] = field(default=lambda _audience: False, repr=False)
    is_bot_connected: Callable[[], bool] = field(default=lambda: False, repr=False)

    def __post_init__(self) -> None:
        self.ids = Snowflakes(self.clock)
        self.application_id = self.ids.make()
        self.bot = self.create_user("Skipper", is_bot=True)

    def create_user(self, name: str, *, is_bot: bool = False) -> User:
        user = User(self.ids.make(), name, is_bot)
        self.users[user.id] = user
        return user

    def name_of(self, user_id: int) -> str:
        user = self.users.get(user_id)
        return user.name if user else "unknown-user"

    def create_guild(self, name: str, *, owner: str | User = "Olive", bot_permissions: int = permissions.BOT) -> Guild:
        """A guild that the bot has joined, with a `general` channel and an owner."""
        from rehearsal.guild import Guild

        return Guild.found(self, name, owner, bot_permissions)

    def dm_of(self, user: User) -> Channel:
        """The DM between the bot and a user; made when first asked for."""
        if user.id not in self.dms:
            channel = Channel(self.ids.make(), user.name, self, DM_CHANNEL, recipient=user)
            self.dms[user.id] = self.channels[channel.id] = channel
        return self.dms[user.id]

    def shares_guild(self, user: User) -> bool:
        return any(user.id in g.members and self.bot.id in g.members for g in self.guilds.values())

    def messages(self) -> list[Message]:
        """Every message there is, in guilds and DMs, ephemeral ones too, oldest first."""
        return sorted((m for c in self.channels.values() for m in c.history.values()), key=lambda m: m.id)
