"""Every limit of Discord's API that a bot can meet, one table a subject. Complete without any document.

Sources: Discord's developer documentation (Message, Components, Application Commands, Receiving and
Responding to Interactions, Embed Limits). Lengths count characters.
"""

from __future__ import annotations

from rehearsal.reading import (
    ACTION_ROW,
    BUTTON,
    CHANNEL_SELECT,
    CHECKBOX,
    CHECKBOX_GROUP,
    CONTAINER,
    FILE,
    FILE_UPLOAD,
    LABEL,
    MEDIA_GALLERY,
    MENTIONABLE_SELECT,
    RADIO_GROUP,
    ROLE_SELECT,
    SECTION,
    SEPARATOR,
    STRING_SELECT,
    TEXT_DISPLAY,
    TEXT_INPUT,
    THUMBNAIL,
    USER_SELECT,
)
from rehearsal.shapes import (
    Anything,
    ByType,
    Form,
    Many,
    Nonce,
    OneOf,
    Shape,
    Snowflake,
    Text,
    Timestamp,
    Url,
    Whole,
    YesNo,
)

# Sums and times that no single field shows

EMBEDS_TEXT_IN_SUM = 6000
COMPONENTS_V2_IN_ALL = 40
COMPONENTS_V2_TEXT_IN_SUM = 4000
ACTION_ROWS = 5
BUTTONS_IN_ROW = 5
MODAL_COMPONENTS = 5
CHAT_COMMANDS = 100
CONTEXT_COMMANDS_OF_A_KIND = 15
COMMAND_TEXT_IN_SUM = 8000
PINS_IN_CHANNEL = 250
PINS_A_PAGE = 50
HISTORY_A_PAGE = 100
ATTACHMENT_BYTES = 10 * 1024 * 1024
BULK_DELETE_AGE_SECONDS = 14 * 24 * 3600
ACKNOWLEDGE_SECONDS = 3.0
TOKEN_LIFE_SECONDS = 15 * 60.0
NONCE_SECONDS = 5 * 60.0
OLD_MESSAGE_SECONDS = 3600.0
OLD_MESSAGE_EDITS = 30
OLD_MESSAGE_EDITS_PER_SECONDS = 3600.0
DM_OPENINGS = 10
DM_OPENINGS_PER_SECONDS = 600.0

CUSTOM_ID = Text(100, 1)
COMPONENT_ID = Whole(0, 2**31 - 1)

# Messages

EMBED = Shape(
    {
        "title": Text(256, trim=True),
        "description": Text(4096, trim=True),
        "url": Url(2048),
        "color": Whole(0, 0xFFFFFF),
        "timestamp": Timestamp(),
        "author": Shape({"name": Text(256, 1, trim=True), "url": Url(2048)}, required=["name"]),
        "footer": Shape({"text": Text(2048, trim=True)}),
        "image": Shape({"url": Url(2048, ("http", "https", "attachment"))}),
        "thumbnail": Shape({"url": Url(2048, ("http", "https", "attachment"))}),
        "fields": Many(
            Shape(
                {"name": Text(256, 1, trim=True), "value": Text(1024, 1, trim=True), "inline": YesNo()},
                required=["name", "value"],
            ),
            25,
        ),
    }
)

ALLOWED_MENTIONS = Shape(
    {
        "parse": Many(OneOf(("users", "roles", "everyone")), 3, unique=True),
        "users": Many(Snowflake(), 100, unique=True),
        "roles": Many(Snowflake(), 100, unique=True),
        "replied_user": YesNo(),
    }
)

ATTACHMENT = Shape({"id": Snowflake(), "filename": Text(1024, 1), "description": Text(1024)}, required=["id"])

# Components of messages

EMOJI = Shape({"id": Snowflake(), "name": Text(32, 1), "animated": YesNo()}, required=["name"])
SELECT_OPTION = Shape(
    {
        "label": Text(100, 1),
        "value": Text(100, 1),
        "description": Text(100),
        "emoji": EMOJI,
        "default": YesNo(),
    },
    required=["label", "value"],
)
DEFAULT_VALUE = Shape({"id": Snowflake(), "type": OneOf(("user", "role", "channel"))}, required=["id", "type"])
_SELECT: dict[str, Form] = {
    "id": COMPONENT_ID,
    "custom_id": CUSTOM_ID,
    "placeholder": Text(150),
    "min_values": Whole(0, 25),
    "max_values": Whole(1, 25),
    "disabled": YesNo(),
    "required": YesNo(),
}
_ENTITY_SELECT = Shape(
    {**_SELECT, "default_values": Many(DEFAULT_VALUE, 25), "channel_types": Many(Whole(0, 16), 20, unique=True)},
    required=["custom_id"],
)
SELECTS: dict[int, Form] = {
    STRING_SELECT: Shape({**_SELECT, "options": Many(SELECT_OPTION, 25, 1)}, required=["custom_id", "options"]),
    USER_SELECT: _ENTITY_SELECT,
    ROLE_SELECT: _ENTITY_SELECT,
    MENTIONABLE_SELECT: _ENTITY_SELECT,
    CHANNEL_SELECT: _ENTITY_SELECT,
}
BUTTON_FORM = Shape(
    {
        "id": COMPONENT_ID,
        "style": Whole(1, 6),
        "label": Text(80),
        "custom_id": CUSTOM_ID,
        "url": Url(512, ("http", "https", "discord")),
        "emoji": EMOJI,
        "disabled": YesNo(),
    },
    required=["style"],
)
ACTION_ROW_FORM = Shape(
    {"id": COMPONENT_ID, "components": Many(ByType({BUTTON: BUTTON_FORM, **SELECTS}), BUTTONS_IN_ROW, 1)},
    required=["components"],
)
MEDIA = Shape({"url": Url(2048, ("http", "https", "attachment"))}, required=["url"])
TEXT_DISPLAY_FORM = Shape({"id": COMPONENT_ID, "content": Text(4000, 1)}, required=["content"])
THUMBNAIL_FORM = Shape(
    {"id": COMPONENT_ID, "media": MEDIA, "description": Text(1024), "spoiler": YesNo()}, required=["media"]
)
_INNER: dict[int, Form] = {
    ACTION_ROW: ACTION_ROW_FORM,
    SECTION: Shape(
        {
            "id": COMPONENT_ID,
            "components": Many(ByType({TEXT_DISPLAY: TEXT_DISPLAY_FORM}), 3, 1),
            "accessory": ByType({BUTTON: BUTTON_FORM, THUMBNAIL: THUMBNAIL_FORM}),
        },
        required=["components", "accessory"],
    ),
    TEXT_DISPLAY: TEXT_DISPLAY_FORM,
    MEDIA_GALLERY: Shape(
        {
            "id": COMPONENT_ID,
            "items": Many(Shape({"media": MEDIA, "description": Text(1024)}, required=["media"]), 10, 1),
        },
        required=["items"],
    ),
    FILE: Shape(
        {
            "id": COMPONENT_ID,
            "file": Shape({"url": Url(2048, ("attachment",))}, required=["url"]),
            "spoiler": YesNo(),
        },
        required=["file"],
    ),
    SEPARATOR: Shape({"id": COMPONENT_ID, "divider": YesNo(), "spacing": Whole(1, 2)}),
}
LEGACY_COMPONENTS = Many(ByType({ACTION_ROW: Anything()}), ACTION_ROWS)
V2_COMPONENTS = Many(
    ByType(
        {
            **_INNER,
            CONTAINER: Shape(
                {
                    "id": COMPONENT_ID,
                    "components": Many(ByType(_INNER), COMPONENTS_V2_IN_ALL, 1),
                    "accent_color": Whole(0, 0xFFFFFF),
                    "spoiler": YesNo(),
                },
                required=["components"],
            ),
        }
    ),
    COMPONENTS_V2_IN_ALL,
)

MESSAGE = Shape(
    {
        "content": Text(2000, trim=True),
        "embeds": Many(EMBED, 10),
        "allowed_mentions": ALLOWED_MENTIONS,
        "attachments": Many(ATTACHMENT, 10),
        "components": V2_COMPONENTS,  # without the flag only rows: components.py
        "flags": Whole(0, 2**31 - 1),
        "nonce": Nonce(25),
        "enforce_nonce": YesNo(),
        "tts": YesNo(),
        "message_reference": Shape({"message_id": Snowflake(), "channel_id": Snowflake()}),
    }
)

# Forms (modals)

_OPTION_GROUP: dict[str, Form] = {"id": COMPONENT_ID, "custom_id": CUSTOM_ID, "required": YesNo()}
TEXT_INPUT_FORM = Shape(
    {
        "id": COMPONENT_ID,
        "custom_id": CUSTOM_ID,
        "style": Whole(1, 2),
        "label": Text(45, 1),
        "min_length": Whole(0, 4000),
        "max_length": Whole(1, 4000),
        "value": Text(4000),
        "placeholder": Text(100),
        "required": YesNo(),
    },
    required=["custom_id", "style"],
)
LABEL_FORM = Shape(
    {
        "id": COMPONENT_ID,
        "label": Text(45, 1),
        "description": Text(100, 1),
        "component": ByType(
            {
                TEXT_INPUT: TEXT_INPUT_FORM,
                **SELECTS,
                FILE_UPLOAD: Shape(
                    {**_OPTION_GROUP, "min_values": Whole(0, 10), "max_values": Whole(1, 10)},
                    required=["custom_id"],
                ),
                RADIO_GROUP: Shape(
                    {**_OPTION_GROUP, "options": Many(SELECT_OPTION, 10, 2)},
                    required=["custom_id", "options"],
                ),
                CHECKBOX_GROUP: Shape(
                    {
                        **_OPTION_GROUP,
                        "options": Many(SELECT_OPTION, 10, 1),
                        "min_values": Whole(0, 10),
                        "max_values": Whole(1, 10),
                    },
                    required=["custom_id", "options"],
                ),
                CHECKBOX: Shape(
                    {"id": COMPONENT_ID, "custom_id": CUSTOM_ID, "default": YesNo()}, required=["custom_id"]
                ),
            }
        ),
    },
    required=["label", "component"],
)
_INPUT_ROW = Shape(
    {
        "id": COMPONENT_ID,
        "components": Many(ByType({TEXT_INPUT: TEXT_INPUT_FORM, STRING_SELECT: SELECTS[STRING_SELECT]}), 1, 1),
    },
    required=["components"],
)
MODAL = Shape(
    {
        "custom_id": CUSTOM_ID,
        "title": Text(45, 1),
        "components": Many(
            ByType({ACTION_ROW: _INPUT_ROW, TEXT_DISPLAY: TEXT_DISPLAY_FORM, LABEL: LABEL_FORM}),
            MODAL_COMPONENTS,
            1,
        ),
    },
    required=["custom_id", "title", "components"],
)
