"""Buttons, menus and forms as Discord's client lets people use them. Exact words."""

import re
from typing import Any

import pytest

from rehearsal.guild import Guild
from rehearsal.people import PeopleError, Person
from rehearsal.state import Channel
from tests.rehearsal.acting import acting, answered, register, start
from tests.rehearsal.raw import RawApi

Json = dict[str, Any]


@pytest.fixture(autouse=True)
async def commands(api: RawApi) -> None:
    await register(api)


PANEL: Json = {
    "content": "panel",
    "components": [
        {
            "type": 1,
            "components": [
                {"type": 2, "style": 1, "label": "Go", "custom_id": "go"},
                {"type": 2, "style": 1, "label": "Same", "custom_id": "a"},
                {"type": 2, "style": 1, "label": "Same", "custom_id": "b"},
                {"type": 2, "style": 1, "label": "Off", "custom_id": "off", "disabled": True},
                {"type": 2, "style": 5, "label": "Site", "url": "https://a.example"},
            ],
        },
        {
            "type": 1,
            "components": [
                {
                    "type": 3,
                    "custom_id": "events",
                    "placeholder": "Events",
                    "max_values": 2,
                    "options": [{"label": "Bowling", "value": "b"}, {"label": "Bags", "value": "g"}],
                }
            ],
        },
        {"type": 1, "components": [{"type": 6, "custom_id": "roles"}]},
        {"type": 1, "components": [{"type": 8, "custom_id": "channels", "channel_types": [0]}]},
        {"type": 1, "components": [{"type": 5, "custom_id": "off-menu", "disabled": True}]},
    ],
}


@pytest.fixture
async def panel(api: RawApi, channel: Channel) -> Any:
    assert (await api.send(channel, **PANEL)).status == 200
    return channel.messages[0]


@pytest.mark.parametrize(
    ("button", "words"),
    [
        ("Stop", "no button 'Stop'; the message has: 'Go', 'Same', 'Same', 'Off', 'Site'"),
        ("Same", "2 buttons 'Same'; the message has: 'Go', 'Same', 'Same', 'Off', 'Site'"),
        ("Off", "the button 'Off' is disabled"),
        ("Site", "the button 'Site' is a link to https://a.example"),
    ],
)
async def test_buttons_that_cannot_be_pressed(panel: Any, ann: Person, button: str, words: str) -> None:
    with pytest.raises(PeopleError, match=f"^{re.escape(words)}$"):
        await ann.click(panel, button)


@pytest.mark.parametrize(
    ("menu", "values", "words"),
    [
        ("Events", "Golf", "the menu 'Events' offers Bowling, Bags; not 'Golf'"),
        ("Events", [], "the menu 'Events' takes 1 to 2 values, not 0"),
        ("roles", "Captain", "the menu 'roles' is a Role, not 'Captain'"),
        ("off-menu", "x", "the menu 'off-menu' is disabled"),
        ("none", "x", "no menu 'none'; the message has: 'Events', 'roles', 'channels', 'off-menu'"),
    ],
)
async def test_menus_that_cannot_be_used(panel: Any, ann: Person, menu: str, values: Any, words: str) -> None:
    with pytest.raises(PeopleError, match=f"^{re.escape(words)}$"):
        await ann.choose(panel, menu, values)


async def test_presses_travel_as_discord_sends_them(
    api: RawApi, panel: Any, ann: Person, guild: Guild, channel: Channel
) -> None:
    async with acting(api, ann, ann.click(panel, "b")) as interaction:
        assert interaction.data == {"component_type": 2, "custom_id": "b", "id": 4}
        assert interaction.payload()["message"]["id"] == str(panel.id)
    async with acting(api, ann, ann.choose(panel, "Events", ["Bags", "b"])) as interaction:
        assert interaction.data["values"] == ["g", "b"]
    captain = guild.create_role("Captain")
    async with acting(api, ann, ann.choose(panel, "roles", captain)) as interaction:
        assert interaction.data["values"] == [str(captain.id)]
        assert set(interaction.data["resolved"]["roles"]) == {str(captain.id)}
    async with acting(api, ann, ann.choose(panel, "channels", [channel])) as interaction:
        assert set(interaction.data["resolved"]["channels"]) == {str(channel.id)}


async def test_only_what_one_sees_can_be_pressed(panel: Any, ann: Person, guild: Guild, channel: Channel) -> None:
    guild.deny(channel, ann, "view_channel")
    with pytest.raises(PeopleError, match=r"^Ann does not see that message: 'panel'$"):
        await ann.click(panel, "Go")


async def test_ephemeral_answers_are_pressed_by_their_reader(api: RawApi, ann: Person, guild: Guild) -> None:
    async with acting(api, ann, ann.slash("noop")) as interaction:
        path = f"/interactions/{interaction.id}/{interaction.token}/callback"
        await api.post(path, {"type": 4, "data": {**PANEL, "flags": 64}})
        secret = interaction.original
    assert secret
    ben = guild.join("Ben")
    with pytest.raises(PeopleError, match="Ben does not see that message"):
        await ben.click(secret, "Go")
    async with acting(api, ann, ann.click(secret, "Go")) as pressed:
        assert pressed.data["custom_id"] == "go"


FORM: Json = {
    "custom_id": "form",
    "title": "Team",
    "components": [
        {"type": 18, "label": "Name", "component": {"type": 4, "custom_id": "name", "style": 1, "max_length": 5}},
        {
            "type": 18,
            "label": "Players",
            "component": {"type": 4, "custom_id": "players", "style": 2, "required": False, "min_length": 2},
        },
        {
            "type": 18,
            "label": "Kind",
            "component": {
                "type": 3,
                "custom_id": "kind",
                "options": [{"label": "Open", "value": "o", "default": True}, {"label": "Youth", "value": "y"}],
            },
        },
        {"type": 18, "label": "Captain", "component": {"type": 5, "custom_id": "who", "required": False}},
        {"type": 18, "label": "Sure?", "component": {"type": 23, "custom_id": "sure"}},
    ],
}


@pytest.fixture
async def form(api: RawApi, ann: Person) -> Any:
    interaction, task = await start(api, ann.slash("noop"))
    path = f"/interactions/{interaction.id}/{interaction.token}/callback"
    assert (await api.post(path, {"type": 9, "data": FORM})).status == 204
    return await task


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ({}, "the field 'Name' is required"),
        ({"Name": ""}, "the field 'Name' is required"),
        ({"Name": "Lodges"}, "the field 'Name' takes 0 to 5 characters, not 6"),
        ({"Name": "a\nb"}, "the field 'Name' has one line only"),
        ({"Name": 5}, "the field 'Name' takes text, not 5"),
        ({"Name": "a", "Players": "b"}, "the field 'Players' takes 2 to 4000 characters, not 1"),
        ({"Name": "a", "Kind": "Golf"}, "the menu 'kind' offers Open, Youth; not 'Golf'"),
        ({"Name": "a", "Captain": "Ann"}, "the menu 'who' is a Person, not 'Ann'"),
        ({"Nom": "a"}, "the form 'Team' has no field 'Nom'; it has: 'Name', 'Players', 'Kind', 'Captain', 'Sure?'"),
    ],
)
async def test_forms_that_cannot_be_submitted(form: Any, ann: Person, answers: Json, words: str) -> None:
    with pytest.raises(PeopleError, match=f"^{re.escape(words)}$"):
        await ann.fill(form, answers)


async def test_forms_travel_as_discord_sends_them(api: RawApi, form: Any, ann: Person) -> None:
    answers = {"Name": "Lodge", "players": "x\ny", "Captain": ann, "Sure?": True}
    async with acting(api, ann, ann.fill(form, answers)) as interaction:
        assert interaction.kind == 5
        assert interaction.data["custom_id"] == "form"
        sent = [c["component"] for c in interaction.data["components"]]
        assert all(c["type"] == 18 for c in interaction.data["components"])
        values = {c["custom_id"]: c.get("value", c.get("values")) for c in sent}
        assert values == {
            "name": "Lodge",
            "players": "x\ny",
            "kind": ["o"],
            "who": [str(ann.id)],
            "sure": True,
        }
        assert set(interaction.data["resolved"]["members"]) == {str(ann.id)}


PICKS: Json = {
    "custom_id": "picks",
    "title": "Picks",
    "components": [
        {"type": 10, "content": "Read this first"},
        {
            "type": 18,
            "label": "Event",
            "component": {
                "type": 21,
                "custom_id": "event",
                "options": [{"label": "Bowling", "value": "b"}, {"label": "Bags", "value": "g"}],
            },
        },
        {
            "type": 18,
            "label": "Days",
            "component": {
                "type": 22,
                "custom_id": "days",
                "min_values": 1,
                "max_values": 2,
                "options": [{"label": day, "value": day.lower()} for day in ("Fri", "Sat", "Sun")],
            },
        },
        {"type": 18, "label": "Sheet", "component": {"type": 19, "custom_id": "sheet", "required": False}},
    ],
}


@pytest.fixture
async def picks(api: RawApi, ann: Person) -> Any:
    interaction, task = await start(api, ann.slash("noop"))
    path = f"/interactions/{interaction.id}/{interaction.token}/callback"
    assert (await api.post(path, {"type": 9, "data": PICKS})).status == 204
    return await task


async def test_groups_and_files_in_forms(api: RawApi, picks: Any, ann: Person) -> None:
    assert picks.text == "Picks\nRead this first\nEvent\nDays\nSheet"
    answers = {"Event": "Bags", "Days": ["Sat", "sun"], "Sheet": ("s.csv", b"1,2")}
    async with acting(api, ann, ann.fill(picks, answers)) as interaction:
        sent = [c.get("component", {}) for c in interaction.data["components"]]
        assert sent[1]["value"] == "g"
        assert sent[2]["values"] == ["sat", "sun"]
        (upload_id,) = sent[3]["values"]
        upload = interaction.data["resolved"]["attachments"][upload_id]
        assert await api.fetch(upload["url"]) == b"1,2"


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ({"Days": "Fri"}, "the field 'Event' is required"),
        ({"Event": "Golf", "Days": "Fri"}, "the field 'Event' offers Bowling, Bags; not 'Golf'"),
        ({"Event": "b"}, "the field 'Days' is required"),
        ({"Event": "b", "Days": ["Fri", "Sat", "Sun"]}, "the field 'Days' takes 1 to 2 values, not 3"),
        ({"Event": "b", "Days": "Mon"}, "the field 'Days' offers Fri, Sat, Sun; not 'Mon'"),
        (
            {"Event": "b", "Days": "Fri", "Sheet": b"1"},
            "the field 'Sheet' is a file: a pair (filename, bytes), not b'1'",
        ),
    ],
)
async def test_groups_and_files_that_do_not_fit(picks: Any, ann: Person, answers: Json, words: str) -> None:
    with pytest.raises(PeopleError, match=f"^{re.escape(words)}$"):
        await ann.fill(picks, answers)


async def test_a_form_can_be_submitted_again(api: RawApi, form: Any, ann: Person) -> None:
    for _ in range(2):
        async with acting(api, ann, ann.fill(form, {"Name": "a"})) as interaction:
            assert interaction.kind == 5


async def test_only_forms_can_be_filled_in(api: RawApi, ann: Person, guild: Guild) -> None:
    guild.commands.clear()
    _, reply = await answered(api, ann, 4, {"content": "no form"})
    assert reply
    with pytest.raises(PeopleError, match=r"^Ann was not shown a form: <Reply to /noop by Ann: message 'no form'>$"):
        await ann.fill(reply, {})


async def test_raw_interactions_are_not_checked(api: RawApi, ann: Person, panel: Any) -> None:
    data = {"custom_id": "gone", "component_type": 2}
    task = ann.send_interaction({"type": 3, "data": data, "guild_id": "1"}, message=panel)
    async with acting(api, ann, task) as interaction:
        payload = interaction.payload()
        assert (payload["type"], payload["data"], payload["guild_id"]) == (3, data, "1")
        assert payload["message"]["id"] == str(panel.id)
