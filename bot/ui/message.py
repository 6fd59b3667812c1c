"""What Skipper says, before Discord is involved: an answer that only the asker sees, or a post in a channel."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from bot.ui.pictures.kept import read_pictures
from bot.ui.pictures.values import Picture
from core.errors import Conflict

Style = Literal["primary", "secondary", "success", "danger"]


@dataclass(frozen=True, slots=True)
class Button:
    """A button; its `custom_id` says what it does and to what, so that it outlives a restart.

    `row` is the row of the message that it stands in, from 0; None: in the first one with room.
    """

    label: str
    custom_id: str
    style: Style = "secondary"
    row: int | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of a select."""

    label: str
    value: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Select:
    """A menu of at most 25 choices; `chosen` are the values of those that are chosen already.

    From `least` to `most` can be chosen at once.
    """

    custom_id: str
    placeholder: str
    options: tuple[Option, ...]
    chosen: tuple[str, ...] = ()
    least: int = 1
    most: int = 1


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
    """Text with menus, buttons and pictures; nobody is mentioned but those who are listed."""

    text: str
    buttons: tuple[Button, ...] = ()
    user_mentions: tuple[int, ...] = ()
    role_mentions: tuple[int, ...] = ()
    pictures: tuple[Picture, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    selects: tuple[Select, ...] = ()
    kept_text: str | None = field(default=None, kw_only=True)
    """What is kept of an answer in place of its text, where that holds a code or a birth date."""

    def to_json(self) -> dict[str, Any]:
        """What has to be kept of it; pictures are drawn anew, files are not kept."""
        return {
            "text": self.text if self.kept_text is None else self.kept_text,
            "buttons": [[each.label, each.custom_id, each.style, each.row] for each in self.buttons],
            "selects": [
                [
                    each.custom_id,
                    each.placeholder,
                    [[option.label, option.value, option.hint] for option in each.options],
                    list(each.chosen),
                    each.least,
                    each.most,
                ]
                for each in self.selects
            ],
            "users": list(self.user_mentions),
            "roles": list(self.role_mentions),
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> "Message":
        """The message that was kept."""
        return cls(
            text=values["text"],
            buttons=tuple(Button(*button) for button in values["buttons"]),
            selects=tuple(
                Select(identity, placeholder, tuple(Option(*option) for option in options), tuple(chosen or ()), *count)
                for identity, placeholder, options, chosen, *count in values.get("selects", ())
            ),
            user_mentions=tuple(values["users"]),
            role_mentions=tuple(values["roles"]),
            pictures=read_pictures(values.get("pictures", ())),
        )


class OfferingConflict(Conflict):
    """Somebody was quicker; the buttons offer what can be done about it."""

    def __init__(self, sentence: str, buttons: tuple[Button, ...]) -> None:
        super().__init__(sentence)
        self.buttons = buttons
