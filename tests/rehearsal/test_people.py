"""What Discord's client does not let a person send, and what people read. Exact words."""

import re
from typing import Any

import pytest

from rehearsal.guild import Guild
from rehearsal.people import PeopleError, Person
from rehearsal.server import StandIn
from rehearsal.state import Channel
from tests.rehearsal.acting import acting
from tests.rehearsal.raw import RawApi

Json = dict[str, Any]

OPTIONS: list[Json] = [
    {"type": 3, "name": "text", "description": "x", "min_length": 2, "max_length": 4},
    {"type": 3, "name": "choice", "description": "x", "choices": [{"name": "Bowling", "value": "b"}]},
    {"type": 4, "name": "whole", "description": "x", "min_value": 0, "max_value": 300},
    {"type": 10, "name": "number", "description": "x", "min_value": 0.5},
    {"type": 5, "name": "yes", "description": "x"},
    {"type": 6, "name": "who", "description": "x"},
    {"type": 7, "name": "where", "description": "x", "channel_types": [0]},
    {"type": 8, "name": "role", "description": "x"},
    {"type": 9, "name": "any", "description": "x"},
    {"type": 11, "name": "file", "description": "x"},
    {"type": 3, "name": "player", "description": "x", "autocomplete": True},
]
COMMANDS: list[Json] = [
    {
        "name": "score",
        "description": "x",
        "options": [
            {
                "type": 2,
                "name": "event",
                "description": "x",
                "options": [
                    {"type": 1, "name": "bowling", "description": "x", "options": OPTIONS},
                    {"type": 1, "name": "bags", "description": "x"},
                ],
            },
            {
                "type": 1,
                "name": "show",
                "description": "x",
                "options": [{"type": 3, "name": "of", "description": "x", "required": True}],
            },
        ],
    },
    {"name": "admin", "description": "x", "default_member_permissions": "0"},
    {"name": "manage", "description": "x", "default_member_permissions": str(1 << 5)},
]


@pytest.fixture(autouse=True)
async def commands(api: RawApi, guild: Guild) -> None:
    path = f"/applications/{guild.world.application_id}/guilds/{guild.id}/commands"
    assert (await api.put(path, COMMANDS)).status == 200


async def sent(api: RawApi, person: Person, **options: Any) -> Json:
    """The data of a slash command, as it goes over the wire."""
    async with acting(api, person, person.slash("score event bowling", **options)) as interaction:
        return interaction.data


async def test_options_travel_as_discord_sends_them(api: RawApi, ann: Person, guild: Guild, channel: Channel) -> None:
    captain = guild.create_role("Captain")
    data = await sent(
        api,
        ann,
        text="abc",
        choice="Bowling",
        whole=300,
        number=2,
        yes=False,
        who=ann,
        where=channel,
        role=captain,
        any=captain,
        file=("a.txt", b"a"),
        player="anything",
    )
    assert data["name"] == "score"
    group = data["options"][0]
    assert (group["type"], group["name"]) == (2, "event")
    command = group["options"][0]
    assert (command["type"], command["name"]) == (1, "bowling")
    values = {o["name"]: o["value"] for o in command["options"]}
    upload_id = values.pop("file")
    assert values == {
        "text": "abc",
        "choice": "b",
        "whole": 300,
        "number": 2,
        "yes": False,
        "who": str(ann.id),
        "where": str(channel.id),
        "role": str(captain.id),
        "any": str(captain.id),
        "player": "anything",
    }
    resolved = data["resolved"]
    assert resolved["users"][str(ann.id)]["username"] == "Ann"
    assert "user" not in resolved["members"][str(ann.id)]
    assert resolved["channels"][str(channel.id)]["name"] == "scores"
    assert resolved["roles"][str(captain.id)]["name"] == "Captain"
    assert await api.fetch(resolved["attachments"][upload_id]["url"]) == b"a"


WRONG: list[tuple[Json, str]] = [
    (
        {"none": 1},
        "has no option 'none'; it has: text, choice, whole, number, yes, who, where, role, any, file, player",
    ),
    ({"text": 5}, ": text is a text, not 5"),
    ({"text": "a"}, ": text takes 2 to 4 characters, not 1"),
    ({"text": "abcde"}, ": text takes 2 to 4 characters, not 5"),
    ({"choice": "Golf"}, ": choice offers Bowling; not 'Golf'"),
    ({"whole": "5"}, ": whole is a whole number, not '5'"),
    ({"whole": 1.5}, ": whole is a whole number, not 1.5"),
    ({"whole": True}, ": whole is a whole number, not True"),
    ({"whole": -1}, ": whole takes 0 to 300, not -1"),
    ({"whole": 301}, ": whole takes 0 to 300, not 301"),
    ({"number": "x"}, ": number is a number, not 'x'"),
    ({"number": 0.4}, ": number takes 0.5 to 9007199254740992, not 0.4"),
    ({"yes": 1}, ": yes is yes or no, not 1"),
    ({"who": "Ann"}, ": who is a Person, not 'Ann'"),
    ({"role": "Captain"}, ": role is a Role, not 'Captain'"),
    ({"where": 5}, ": where is a Channel, not 5"),
    ({"any": 5}, ": any is a Person or Role, not 5"),
    ({"file": b"a"}, ": file is a file: a pair (filename, bytes), not b'a'"),
    ({"player": "x" * 6001}, ": player takes 0 to 6000 characters, not 6001"),
]


@pytest.mark.parametrize(("options", "words"), WRONG, ids=[next(iter(o)) for o, _ in WRONG])
async def test_options_that_the_client_refuses(ann: Person, options: Json, words: str) -> None:
    text = f"/score event bowling{words}" if words.startswith(":") else f"/score event bowling {words}"
    with pytest.raises(PeopleError, match=f"^{re.escape(text)}$"):
        await ann.slash("score event bowling", **options)
    assert ann.guild.world.interactions == {}


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("golf", "Ann is not offered /golf in #general; offered are: score"),
        ("admin", "Ann is not offered /admin in #general; offered are: score"),
        ("score", "/score is not a whole command; it goes on with one of: event, show"),
        ("score event", "/score event is not a whole command; it goes on with one of: bowling, bags"),
        ("score golf", "/score golf: there is no 'golf', only: event, show"),
        ("score event bowling x", "/score event bowling x: there is no 'x', only: no subcommands"),
        ("score show", "/score show: this option is required: of"),
    ],
)
async def test_commands_that_are_not_there(ann: Person, command: str, words: str) -> None:
    with pytest.raises(PeopleError, match=f"^{re.escape(words)}$"):
        await ann.slash(command)


async def test_who_is_offered_what(api: RawApi, guild: Guild, ann: Person, channel: Channel) -> None:
    with pytest.raises(PeopleError, match="is not offered /manage"):
        await ann.slash("manage")
    director = guild.join("Dee", roles=[guild.create_role("Director", "manage_guild")])
    with pytest.raises(PeopleError, match="Dee is not offered /admin"):
        await director.slash("admin")
    for person, command in ((director, "manage"), (guild.owner, "admin")):
        async with acting(api, person, person.slash(command)) as interaction:
            assert interaction.data["name"] == command
    guild.deny(channel, guild.everyone, "use_application_commands")
    with pytest.raises(PeopleError, match=r"Ann is not offered /score in #scores; offered are: none$"):
        await ann.slash("score show", of="x", in_channel=channel)


async def test_autocomplete_sends_unfinished_options(api: RawApi, ann: Person) -> None:
    task = ann.autocomplete("score event bowling", focus="player", typed="lo", whole=5)
    async with acting(api, ann, task) as interaction:
        options = interaction.data["options"][0]["options"][0]["options"]
        assert interaction.kind == 4
        assert options == [
            {"name": "whole", "type": 4, "value": 5},
            {"name": "player", "type": 3, "value": "lo", "focused": True},
        ]
    with pytest.raises(PeopleError, match=r"'whole' does not autocomplete; these do: player$"):
        await ann.autocomplete("score event bowling", focus="whole")


# Reading


async def test_texts_as_people_read_them(api: RawApi, guild: Guild, channel: Channel, ann: Person) -> None:
    captain = guild.create_role("Captain")
    text = f"{ann.mention} <@!{ann.id}> {captain.mention} {channel.mention} </score show:5> <t:86400:F> <t:0> <@1> <#2>"
    await api.send(channel, content=text)
    assert channel.messages[0].text == (
        "@Ann @Ann @Captain #scores /score show Friday, 02 January 1970 00:00 UTC "
        "01 January 1970 00:00 UTC @unknown-user #deleted-channel"
    )


async def test_every_visible_part_of_embeds(api: RawApi, channel: Channel) -> None:
    embed = {
        "author": {"name": "A"},
        "title": "B",
        "description": "C",
        "fields": [{"name": "D", "value": "E"}],
        "footer": {"text": "F"},
    }
    await api.send(channel, content="0", embeds=[embed])
    assert channel.messages[0].text == "0\nA\nB\nC\nD\nE\nF"


async def test_deleted_messages_are_not_seen(api: RawApi, ann: Person, channel: Channel, guild: Guild) -> None:
    message = ann.say(channel, "x")
    assert ann.read(channel) == [message]
    ben = guild.join("Ben")
    with pytest.raises(PeopleError, match=r"^Ben may not delete messages in #scores$"):
        ben.delete(message)
    guild.give(ben, guild.create_role("Moderator", "manage_messages"))
    ben.delete(message)
    assert not ann.can_see(message)
    assert ann.read(channel) == []


async def test_people_who_left_see_nothing(ann: Person, guild: Guild, channel: Channel) -> None:
    message = guild.owner.say(channel, "x")
    ann.leave()
    assert not ann.can_see(message)
    assert ann.permissions_in(channel) == 0


async def test_one_account_in_two_guilds(standin: StandIn, ann: Person) -> None:
    other = standin.create_guild("Village")
    same = other.join(ann)
    assert same.id == ann.id
    assert same.guild is other
    same.close_dms()
    assert not ann.user.dms_open
