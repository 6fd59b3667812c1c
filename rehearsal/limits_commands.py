"""The limits of application commands, and of what a bot may answer to an interaction."""

from __future__ import annotations

from rehearsal.limits import MESSAGE, MODAL
from rehearsal.shapes import (
    Anything,
    ByType,
    Form,
    Many,
    MapOf,
    Number,
    OneOf,
    Permissions,
    Shape,
    Snowflake,
    Text,
    Whole,
    YesNo,
)

SUBCOMMAND, GROUP = 1, 2
STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(3, 12)
CHAT, USER_COMMAND, MESSAGE_COMMAND = 1, 2, 3

NAME = Text(32, 1)
DESCRIPTION = Text(100, 1)
_NAMED: dict[str, Form] = {
    "name": NAME,
    "description": DESCRIPTION,
    "name_localizations": MapOf(NAME),
    "description_localizations": MapOf(DESCRIPTION),
}


def _choices(value: Form) -> Many:
    choice = Shape(
        {"name": Text(100, 1), "value": value, "name_localizations": MapOf(Text(100, 1))},
        required=["name", "value"],
    )
    return Many(choice, 25)


_VALUED: dict[str, Form] = {**_NAMED, "required": YesNo(), "autocomplete": YesNo()}
_PLAIN = Shape(_VALUED, required=["name", "description"])
OPTIONS: dict[int, Form] = {
    STRING: Shape(
        {
            **_VALUED,
            "choices": _choices(Text(100)),
            "min_length": Whole(0, 6000),
            "max_length": Whole(1, 6000),
        },
        required=["name", "description"],
    ),
    INTEGER: Shape(
        {**_VALUED, "choices": _choices(Whole()), "min_value": Whole(), "max_value": Whole()},
        required=["name", "description"],
    ),
    NUMBER: Shape(
        {**_VALUED, "choices": _choices(Number()), "min_value": Number(), "max_value": Number()},
        required=["name", "description"],
    ),
    BOOLEAN: _PLAIN,
    USER: _PLAIN,
    ROLE: _PLAIN,
    MENTIONABLE: _PLAIN,
    ATTACHMENT: _PLAIN,
    CHANNEL: Shape(
        {**_VALUED, "channel_types": Many(Whole(0, 16), 20, unique=True)},
        required=["name", "description"],
    ),
}
_SUBCOMMAND = Shape({**_NAMED, "options": Many(ByType(OPTIONS), 25)}, required=["name", "description"])
_GROUP = Shape(
    {**_NAMED, "options": Many(ByType({SUBCOMMAND: _SUBCOMMAND}), 25, 1)},
    required=["name", "description", "options"],
)
_COMMAND: dict[str, Form] = {
    "name": NAME,
    "name_localizations": MapOf(NAME),
    "default_member_permissions": Permissions(),
    "dm_permission": YesNo(),
    "contexts": Many(OneOf((0, 1, 2)), 3, 1, unique=True),
    "integration_types": Many(OneOf((0, 1)), 2, 1, unique=True),
    "nsfw": YesNo(),
    "id": Snowflake(),
}
COMMAND = ByType(
    {
        CHAT: Shape(
            {
                **_COMMAND,
                "description": DESCRIPTION,
                "description_localizations": MapOf(DESCRIPTION),
                "options": Many(ByType({SUBCOMMAND: _SUBCOMMAND, GROUP: _GROUP, **OPTIONS}), 25),
            },
            required=["name", "description"],
        ),
        USER_COMMAND: Shape({**_COMMAND, "description": Text(0)}, required=["name"]),
        MESSAGE_COMMAND: Shape({**_COMMAND, "description": Text(0)}, required=["name"]),
    },
    otherwise=CHAT,
)
COMMANDS = Many(COMMAND, 130)

# What may answer an interaction, by the type of the callback

PONG, MESSAGE_ANSWER, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL_ANSWER = 1, 4, 5, 6, 7, 8, 9

_AUTOCOMPLETE_CHOICE = Shape({"name": Text(100, 1), "value": Anything()}, required=["name", "value"])
_DEFERRED = Shape({"data": Shape({"flags": Whole(0, 2**31 - 1)})})
CALLBACK = ByType(
    {
        PONG: Shape({}),
        MESSAGE_ANSWER: Shape({"data": MESSAGE}, required=["data"]),
        DEFER: _DEFERRED,
        DEFER_UPDATE: _DEFERRED,
        UPDATE: Shape({"data": MESSAGE}),
        CHOICES: Shape({"data": Shape({"choices": Many(_AUTOCOMPLETE_CHOICE, 25)})}, required=["data"]),
        MODAL_ANSWER: Shape({"data": MODAL}, required=["data"]),
    }
)
