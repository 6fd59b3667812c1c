"""What Skipper says, before Discord is involved: an answer that only the asker sees, or a post in a channel."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from bot.ui.pictures.values import Picture

Style = Literal["primary", "secondary", "success", "danger"]


@dataclass(frozen=True, slots=True)
class Button:
    """A button; its `custom_id` says what it does and to what, so that it outlives a restart."""

    label: str
    custom_id: str
    style: Style = "secondary"


def custom_id(name: str, *arguments: object) -> str:
    """The custom_id of a route with its arguments."""
    return ":".join((name, *map(str, arguments)))


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file to go with a message."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Message:
    """Text with buttons and pictures; nobody is mentioned but those who are listed."""

    text: str
    buttons: tuple[Button, ...] = ()
    user_mentions: tuple[int, ...] = ()
    role_mentions: tuple[int, ...] = ()
    pictures: tuple[Picture, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    kept_text: str | None = field(default=None, kw_only=True)
    """What is kept of an answer in place of its text, where that holds a code or a birth date."""

    def to_json(self) -> dict[str, Any]:
        """What has to be kept of it; pictures are drawn anew, files are not kept."""
        return {
            "text": self.text if self.kept_text is None else self.kept_text,
            "buttons": [[button.label, button.custom_id, button.style] for button in self.buttons],
            "users": list(self.user_mentions),
            "roles": list(self.role_mentions),
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> "Message":
        """The message that was kept."""
        return cls(
            text=values["text"],
            buttons=tuple(Button(*button) for button in values["buttons"]),
            user_mentions=tuple(values["users"]),
            role_mentions=tuple(values["roles"]),
        )
