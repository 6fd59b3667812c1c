"""What Discord remembers: users, roles, members, channels, messages. Plain values; `guild.py` changes them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rehearsal import reading
from rehearsal.clock import created_at

if TYPE_CHECKING:
    from rehearsal.guild import Guild
    from rehearsal.interactions import Interaction
    from rehearsal.world import World

TEXT_CHANNEL, DM_CHANNEL = 0, 1

EPHEMERAL = 1 << 6
LOADING = 1 << 7
COMPONENTS_V2 = 1 << 15

Json = dict[str, Any]


@dataclass(eq=False)
class User:
    """An account. `name` is what everybody sees; `dms_open` False refuses messages from bots (50007)."""

    id: int
    name: str
    is_bot: bool = False
    dms_open: bool = True


@dataclass(eq=False)
class Role:
    id: int
    name: str
    permissions: int
    position: int
    guild: Guild = field(repr=False)
    mentionable: bool = False
    managed: bool = False
    color: int = 0
    hoist: bool = False

    @property
    def mention(self) -> str:
        return f"<@&{self.id}>"


@dataclass(eq=False)
class Member:
    user: User
    guild: Guild = field(repr=False)
    joined_at: float
    roles: list[Role] = field(default_factory=list)
    nick: str | None = None

    @property
    def name(self) -> str:
        return self.nick or self.user.name


@dataclass
class Overwrite:
    """What a channel allows or denies to one role (kind 0) or one member (kind 1)."""

    target_id: int
    kind: int
    allow: int = 0
    deny: int = 0


@dataclass(eq=False)
class Channel:
    """A text channel of a guild, or a DM with `recipient`. Messages are kept oldest first."""

    id: int
    name: str
    world: World = field(repr=False)
    kind: int = TEXT_CHANNEL
    guild: Guild | None = field(default=None, repr=False)
    recipient: User | None = None
    position: int = 0
    topic: str | None = None
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    history: dict[int, Message] = field(default_factory=dict, repr=False)
    is_deleted: bool = False

    @property
    def messages(self) -> list[Message]:
        """What stands in the channel for everybody, oldest first (no ephemeral answers)."""
        return [m for m in self.history.values() if not m.is_ephemeral]

    @property
    def pins(self) -> list[Message]:
        """Pinned messages, the latest pin first."""
        pinned = [m for m in self.messages if m.pinned_at is not None]
        return sorted(pinned, key=lambda m: m.pinned_at or 0, reverse=True)

    @property
    def mention(self) -> str:
        return f"<#{self.id}>"


@dataclass(eq=False)
class Attachment:
    id: int
    filename: str
    content: bytes = field(repr=False)
    content_type: str
    url: str
    description: str | None = None

    @property
    def size(self) -> int:
        return len(self.content)


@dataclass
class Pings:
    """Who was really notified by a message: not whom it names, but whom allowed mentions let through."""

    users: set[int] = field(default_factory=set)
    roles: set[int] = field(default_factory=set)
    everyone: bool = False

    def __bool__(self) -> bool:
        return bool(self.users or self.roles or self.everyone)


@dataclass(eq=False)
class Message:
    """A message as it stands now. `text` is what people read; `edits` are the texts that it had before."""

    id: int
    channel: Channel = field(repr=False)
    author: User = field(repr=False)
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    kind: int = 0
    nonce: str | None = None
    pings: Pings = field(default_factory=Pings)
    mentioned_ids: list[int] = field(default_factory=list)
    reference: Json | None = None
    interaction: Interaction | None = field(default=None, repr=False)
    addressee: User | None = None
    pinned_at: float | None = None
    edited_at: float | None = None
    edits: list[str] = field(default_factory=list, repr=False)
    old_edits: list[float] = field(default_factory=list, repr=False)
    is_deleted: bool = False

    @property
    def guild(self) -> Guild | None:
        return self.channel.guild

    @property
    def world(self) -> World:
        return self.channel.world

    @property
    def text(self) -> str:
        """All visible text as people read it: content, embeds, components v2."""
        return reading.text_of(self)

    @property
    def buttons(self) -> list[str]:
        return [button.get("label") or "" for button in reading.buttons_of(self.components)]

    @property
    def is_ephemeral(self) -> bool:
        return bool(self.flags & EPHEMERAL)

    @property
    def is_pinned(self) -> bool:
        return self.pinned_at is not None

    @property
    def created_at(self) -> float:
        return created_at(self.id)
