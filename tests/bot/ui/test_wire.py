"""What no client of Discord's own would send ends in a sentence; the connection stands, and the log holds no fault."""

import logging
from typing import Any

import pytest

from rehearsal.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT
from rehearsal.limits_commands import CHANNEL, INTEGER, STRING
from tests.bot.conftest import Town

UNREADABLE = "Discord's own app would not send this: a text is longer than it allows"
UNKNOWN = "Skipper has no such command, button or form (any more), and nothing was done."
Json = dict[str, Any]


def command(*path: str, **options: Any) -> Json:
    """A slash command's data; the options as (type, value)."""
    given = [{"name": name, "type": kind, "value": value} for name, (kind, value) in options.items()]
    for step in reversed(path[1:]):
        given = [{"name": step, "type": 1, "options": given}]
    return {"name": path[0], "options": given}


def refused_option(name: str) -> str:
    return f"The option \u2068{name}\u2069 is missing or holds what cannot be used there, and nothing was done."


SHOW = ("team", "show")
COMMANDS: list[tuple[str, Json, str]] = [
    ("a number for a text", command(*SHOW, team=(STRING, 5)), refused_option("team")),
    ("a list for a text", command(*SHOW, team=(STRING, ["x"])), UNREADABLE),
    ("an object for a text", command(*SHOW, team=(STRING, {"x": 1})), UNREADABLE),
    ("null for a text", command(*SHOW, team=(STRING, None)), refused_option("team")),
    ("half a character", command(*SHOW, team=(STRING, "\ud800")), UNREADABLE),
    ("a NUL", command(*SHOW, team=(STRING, "a\0b")), UNREADABLE),
    ("more than 6,000 characters", command(*SHOW, team=(STRING, "x" * 6001)), UNREADABLE),
    ("no value", {"name": "team", "options": [{"name": "show", "type": 1, "options": [{"name": "team"}]}]}, UNREADABLE),
    ("an unknown option", command(*SHOW, teem=(STRING, "x")), refused_option("teem")),
    ("no command", command("teem"), UNKNOWN),
    ("a group", command("team"), UNKNOWN),
    ("no subcommand", command("team", "shew"), UNKNOWN),
    ("a name that is no text", {"name": ["team"]}, UNREADABLE),
    ("a command on a message", {"name": "team", "type": 3}, UNKNOWN),
    ("options that are no list", {"name": "team", "options": {"name": "show"}}, UNREADABLE),
    ("a text for a number", command("standings", page=(STRING, "2")), refused_option("page")),
    ("a number out of range", command("standings", page=(INTEGER, 200)), refused_option("page")),
    ("yes for a number", command("standings", page=(INTEGER, True)), refused_option("page")),
    ("a number past all bounds", command("standings", page=(INTEGER, 10**400)), UNREADABLE),
    ("a choice that there is not", command("standings", event=(STRING, "chess")), refused_option("event")),
    ("a required option missing", command("conduct", "warn"), refused_option("player")),
    (
        "a text too short",
        command("event", "cancel", event=(STRING, "golf"), reason=(STRING, "")),
        refused_option("reason"),
    ),
    ("a channel by a false id", command("competition", "channels", staff=(CHANNEL, "x")), UNKNOWN),
    ("an unresolved channel", command("competition", "channels", staff=(CHANNEL, "77")), refused_option("staff")),
]
PRESSES: list[tuple[str, int, Json, str]] = [
    ("a custom_id that is a list", COMPONENT, {"custom_id": ["teams"], "component_type": 2}, UNREADABLE),
    ("an object as custom_id", MODAL_SUBMIT, {"custom_id": {}}, UNREADABLE),
    ("an unknown custom_id", COMPONENT, {"custom_id": "tables:1"}, UNKNOWN),
    ("too few arguments", COMPONENT, {"custom_id": "teams:1"}, UNKNOWN),
    ("more than 100 characters", COMPONENT, {"custom_id": "teams:1:" + "9" * 100}, UNREADABLE),
    ("values that are a number", COMPONENT, {"custom_id": "teams:1:2", "values": 5}, UNREADABLE),
    ("a value that is none", COMPONENT, {"custom_id": "teams:1:2", "values": [None]}, UNREADABLE),
    ("fields that are a text", MODAL_SUBMIT, {"custom_id": "register:1", "components": "x"}, UNREADABLE),
    ("a button sent as a form", MODAL_SUBMIT, {"custom_id": "register-again:1"}, UNKNOWN),
]


async def check(town: Town, payload: Json, words: str) -> None:
    reply = await town.director.send_interaction(payload)
    assert (reply.kind, words) == ("message", words if words in reply.text else reply.text)
    assert reply.ephemeral


async def test_what_no_client_sends_is_refused_in_words(town: Town, caplog: pytest.LogCaptureFixture) -> None:
    for _, data, words in COMMANDS:
        await check(town, {"type": COMMAND, "data": data}, words)
    for _, kind, data, words in PRESSES:
        await check(town, {"type": kind, "data": data}, words)
    assert [record.message for record in caplog.records if record.levelno >= logging.ERROR] == []
    assert (await town.director.slash("team list")).text.startswith("There is no competition in this server yet.")


async def test_a_channel_that_is_not_here_is_refused(town: Town) -> None:
    other = town.standin.create_guild("Elsewhere").default_channel
    data = command("competition", "channels", staff=(CHANNEL, str(other.id)))
    resolved = {"id": str(other.id), "name": "general", "type": 0, "permissions": "0"}
    data["resolved"] = {"channels": {str(other.id): resolved}}
    gone = "Skipper cannot use \u2068general\u2069 here: it is gone, or of another kind. Please choose another one."
    await check(town, {"type": COMMAND, "data": data}, gone)


@pytest.mark.parametrize(
    "data",
    [
        command("team"),
        command("team", "show"),
        command("team", "show", team=(STRING, "x")),
        {"name": "team", "options": [{"name": "show", "type": 1, "options": ["x"]}]},
        {"name": "no", "options": [{"name": "team", "type": STRING, "value": "", "focused": True}]},
        *(
            {"name": "team", "options": [{"name": "show", "type": 1, "options": [{"focused": True, **option}]}]}
            for option in (
                {"name": "team", "type": STRING, "value": 5},
                {"name": "team", "type": STRING},
                {"name": "name", "type": STRING, "value": "x"},
            )
        ),
    ],
)
async def test_whoever_types_nonsense_is_offered_nothing(
    town: Town, caplog: pytest.LogCaptureFixture, data: Json
) -> None:
    reply = await town.director.send_interaction({"type": AUTOCOMPLETE, "data": data})
    assert (reply.kind, reply.interaction.choices) == ("choices", [])
    assert [record.message for record in caplog.records if record.levelno >= logging.ERROR] == []
