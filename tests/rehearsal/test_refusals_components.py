"""Raw HTTP: what Discord refuses about buttons, menus and components v2."""

import pytest

from rehearsal.state import Channel
from tests.rehearsal.building import (
    BAD_LENGTH,
    LONG,
    REQUIRED,
    V2,
    Json,
    box,
    button,
    buttons,
    menu,
    options,
    row,
    section,
    text,
)
from tests.rehearsal.raw import RawApi

LEGACY: list[tuple[list[Json], list[Json], str, str]] = [
    ([row(button(label="x" * 80))], [row(button(label="x" * 81))], "components.0.components.0.label", LONG),
    (
        [row(button(custom_id="x" * 100))],
        [row(button(custom_id="x" * 101))],
        "components.0.components.0.custom_id",
        BAD_LENGTH,
    ),
    ([row(button())], [row(button(custom_id=""))], "components.0.components.0.custom_id", REQUIRED),
    (
        [row(button())],
        [row(button(custom_id=None))],
        "components.0.components.0.custom_id",
        REQUIRED,
    ),
    ([row(button())], [row(button(label=None))], "components.0.components.0.label", "BUTTON_COMPONENT_EMPTY"),
    (
        [row(button(emoji={"name": "🎳"}))],
        [row(button(emoji={"name": "bowling"}))],
        "components.0.components.0.emoji.name",
        "COMPONENT_INVALID_EMOJI",
    ),
    (
        [row(menu(options=options(1, emoji={"name": "1️⃣"})))],
        [row(menu(options=options(1, emoji={"name": "1"})))],
        "components.0.components.0.options.0.emoji.name",
        "COMPONENT_INVALID_EMOJI",
    ),
    ([row(button())], [row(button(style=None))], "components.0.components.0.style", REQUIRED),
    (
        [row(button(style=5, url="https://a.example", custom_id=None))],
        [row(button(style=5, url="https://a.example"))],
        "components.0.components.0.custom_id",
        "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
    ),
    (
        [row(button(style=5, url="https://a.example", custom_id=None))],
        [row(button(style=5, custom_id=None))],
        "components.0.components.0.url",
        REQUIRED,
    ),
    (
        [row(button())],
        [row(button(style=6, custom_id=None, label=None))],
        "components.0.components.0.sku_id",
        REQUIRED,
    ),
    (
        [row(menu(options=[*options(1, default=True), {"label": "other", "value": "other"}]))],
        [row(menu(options=options(2, default=True)))],
        "components.0.components.0.options",
        "SELECT_COMPONENT_TOO_MANY_DEFAULTS",
    ),
    (
        [row(menu(type=5, options=None, min_values=0))],
        [row(menu(type=5, options=None, min_values=2))],
        "components.0.components.0.min_values",
        "SELECT_COMPONENT_MIN_GREATER_THAN_MAX",
    ),
    (
        [row(*buttons(2))],
        [row(button(), button())],
        "components.0.components.1.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    (
        [row(button()), row(menu())],
        [row(button()), row(menu(custom_id="go"))],
        "components.1.components.0.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    ([row(*buttons(5))], [row(*buttons(6))], "components.0.components", BAD_LENGTH),
    ([row(button())], [row()], "components.0.components", BAD_LENGTH),
    (
        [row(*buttons(1, n)) for n in range(5)],
        [row(*buttons(1, n)) for n in range(6)],
        "components",
        LONG,
    ),
    (
        [row(menu())],
        [row(menu(), button())],
        "components.0.components.1",
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    (
        [row(menu(options=options(25)))],
        [row(menu(options=options(26)))],
        "components.0.components.0.options",
        BAD_LENGTH,
    ),
    ([row(menu())], [row(menu(options=[]))], "components.0.components.0.options", BAD_LENGTH),
    ([row(menu())], [row(menu(options=None))], "components.0.components.0.options", REQUIRED),
    (
        [row(menu(placeholder="x" * 150))],
        [row(menu(placeholder="x" * 151))],
        "components.0.components.0.placeholder",
        LONG,
    ),
    (
        [row(menu(options=options(1, description="x" * 100)))],
        [row(menu(options=options(1, description="x" * 101)))],
        "components.0.components.0.options.0.description",
        LONG,
    ),
    (
        [row(menu(options=[{"label": "x" * 100, "value": "x" * 100}]))],
        [row(menu(options=[{"label": "x" * 101, "value": "x" * 100}]))],
        "components.0.components.0.options.0.label",
        BAD_LENGTH,
    ),
    (
        [row(menu(options=[{"label": "x", "value": "x" * 100}]))],
        [row(menu(options=[{"label": "x", "value": "x" * 101}]))],
        "components.0.components.0.options.0.value",
        BAD_LENGTH,
    ),
    (
        [row(menu())],
        [row(menu(options=options(1) * 2))],
        "components.0.components.0.options.1.value",
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    (
        [row(menu(min_values=2, max_values=2))],
        [row(menu(min_values=2))],
        "components.0.components.0.min_values",
        "SELECT_COMPONENT_MIN_GREATER_THAN_MAX",
    ),
    (
        [row(menu(max_values=2))],
        [row(menu(max_values=3))],
        "components.0.components.0.max_values",
        "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE",
    ),
    (
        [row(menu(options=options(25), max_values=25))],
        [row({"type": 5, "custom_id": "u", "max_values": 26})],
        "components.0.components.0.max_values",
        "NUMBER_TYPE_MAX",
    ),
    ([row(button())], [text("x")], "components.0.type", "UNION_TYPE_CHOICES"),
    ([row(button())], [button()], "components.0.type", "UNION_TYPE_CHOICES"),
    (
        [row(button())],
        [row({"type": 4, "custom_id": "t", "style": 1})],
        "components.0.components.0.type",
        "UNION_TYPE_CHOICES",
    ),
    ([row(button())], [{"components": []}], "components.0.type", REQUIRED),
    (
        [row(button(id=7))],
        [row(button(id=7), button(custom_id="b", id=7))],
        "components.0.components.1.id",
        "COMPONENT_ID_DUPLICATED",
    ),
]


@pytest.mark.parametrize(("fits", "breaks", "place", "code"), LEGACY, ids=lambda v: v if isinstance(v, str) else "")
async def test_rows(api: RawApi, channel: Channel, fits: list[Json], breaks: list[Json], place: str, code: str) -> None:
    assert (await api.send(channel, content="x", components=fits)).status == 200
    assert (await api.send(channel, content="x", components=breaks)).faults() == {place: [code]}


MODERN: list[tuple[list[Json], list[Json], str, str]] = [
    ([text("x" * 4000)], [text("x" * 4001)], "components.0.content", BAD_LENGTH),
    (
        [text("x" * 2000), box(text("x" * 2000))],
        [text("x" * 2000), box(text("x" * 2001))],
        "components",
        "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ),
    ([text("x")] * 1 + [text("y")] * 39, [text("x")] * 41, "components", LONG),
    (
        [box(*[text("x")] * 39)],
        [box(*[text("x")] * 40)],
        "components",
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    ([text("x")], [text("")], "components.0.content", REQUIRED),
    ([box(text("x"))], [box()], "components.0.components", BAD_LENGTH),
    ([box(text("x"))], [box(box(text("x")))], "components.0.components.0.type", "UNION_TYPE_CHOICES"),
    (
        [section(button(), text("x"))],
        [{"type": 9, "components": [text("x")]}],
        "components.0.accessory",
        REQUIRED,
    ),
    (
        [section(button(), *[text("x")] * 3)],
        [section(button(), *[text("x")] * 4)],
        "components.0.components",
        BAD_LENGTH,
    ),
    (
        [section(button(), text("x")), row(button(custom_id="b"))],
        [section(button(), text("x")), row(button())],
        "components.1.components.0.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    (
        [{"type": 12, "items": [{"media": {"url": "https://a.example/a.png"}}] * 10}],
        [{"type": 12, "items": [{"media": {"url": "https://a.example/a.png"}}] * 11}],
        "components.0.items",
        BAD_LENGTH,
    ),
    (
        [text("x")],
        [{"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}],
        "components",
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    (
        [text("x")],
        [{"type": 13, "file": {"url": "attachment://a.pdf"}}],
        "components",
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    (
        [text("x")],
        [{"type": 13, "file": {"url": "https://a.example"}}],
        "components.0.file.url",
        "URL_TYPE_INVALID_SCHEME",
    ),
]


@pytest.mark.parametrize(("fits", "breaks", "place", "code"), MODERN, ids=lambda v: v if isinstance(v, str) else "")
async def test_components_v2(
    api: RawApi, channel: Channel, fits: list[Json], breaks: list[Json], place: str, code: str
) -> None:
    assert (await api.send(channel, flags=V2, components=fits)).status == 200
    assert (await api.send(channel, flags=V2, components=breaks)).faults() == {place: [code]}


@pytest.mark.parametrize("legacy", [{"content": "x"}, {"embeds": [{"title": "x"}]}])
async def test_v2_allows_no_content_and_no_embeds(api: RawApi, channel: Channel, legacy: Json) -> None:
    (name,) = legacy
    code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
    refused = await api.send(channel, flags=V2, components=[text("x")], **legacy)
    assert refused.faults() == {name: [code]}
    sent = await api.send(channel, flags=V2, components=[text("x")])
    path = f"/channels/{channel.id}/messages/{sent.body['id']}"
    assert (await api.patch(path, legacy)).faults() == {name: [code]}
    plain = await api.send(channel, **legacy)
    path = f"/channels/{channel.id}/messages/{plain.body['id']}"
    upgrade: Json = {"flags": V2, "components": [text("y")]}
    assert (await api.patch(path, upgrade)).faults() == {name: [code]}
    assert (await api.patch(path, {**upgrade, name: None})).status == 200
    assert channel.messages[-1].text == "y"


async def test_v2_media_of_uploads(api: RawApi, channel: Channel) -> None:
    components = [{"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}]
    path = f"/channels/{channel.id}/messages"
    body = {"flags": V2, "components": components}
    sent = await api.upload(path, body, {"files[0]": ("a.png", b"png")})
    url = sent.body["components"][0]["items"][0]["media"]["url"]
    assert url == sent.body["attachments"][0]["url"]
    assert await api.fetch(url) == b"png"


async def test_components_get_ids(api: RawApi, channel: Channel) -> None:
    sent = await api.send(channel, content="x", components=[row(button(id=1), button(custom_id="b"))])
    (only,) = sent.body["components"]
    assert [only["id"], *(c["id"] for c in only["components"])] == [2, 1, 3]
