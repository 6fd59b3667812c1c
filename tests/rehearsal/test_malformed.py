"""Whatever a client sends, the stand-in answers as Discord does: it refuses, it never fails itself."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from rehearsal import permissions
from rehearsal.guild import Guild
from rehearsal.people import Person
from rehearsal.state import Channel
from tests.rehearsal.acting import acting
from tests.rehearsal.building import V2, Json, button, field, label, menu, modal, options, row, section, text
from tests.rehearsal.raw import RawApi

JUNK: list[Any] = [
    None,
    True,
    -1,
    0,
    1,
    2**70,
    0.5,
    "",
    "x",
    "1",
    "x" * 5000,
    "\ud800",
    "٣",
    "²",
    [],
    {},
    [None],
    [[]],
    {"": 1},
    {"type": 1},
    {"type": "1"},
    {"id": "x"},
]

EMBED: Json = {
    "title": "t",
    "url": "https://a.example",
    "timestamp": "2026-07-04T12:00:00+00:00",
    "author": {"name": "n"},
    "footer": {"text": "f"},
    "image": {"url": "https://a.example/a.png"},
    "fields": [{"name": "n", "value": "v", "inline": True}],
}
MESSAGE: Json = {
    "content": "x",
    "embeds": [EMBED],
    "components": [row(button(emoji={"name": "🎳"})), row(menu(options=options(2, emoji={"id": "1", "name": "ball"})))],
    "allowed_mentions": {"parse": ["roles"], "users": ["1"], "replied_user": False},
    "attachments": [],
    "nonce": "1",
    "enforce_nonce": True,
    "flags": 4096,
}
LAYOUT: Json = {
    "flags": V2,
    "components": [
        {"type": 17, "components": [section(button(), text("x")), {"type": 14}]},
        {"type": 12, "items": [{"media": {"url": "https://a.example/a.png"}}]},
    ],
}
COMMAND: Json = {
    "name": "score",
    "description": "d",
    "options": [
        {"type": 2, "name": "g", "description": "d", "options": [{"type": 1, "name": "s", "description": "d"}]},
        {
            "type": 1,
            "name": "t",
            "description": "d",
            "options": [
                {"type": 4, "name": "n", "description": "d", "min_value": 1, "max_value": 2, "required": True},
                {"type": 3, "name": "c", "description": "d", "choices": [{"name": "n", "value": "v"}]},
            ],
        },
    ],
}
FORM = modal(label(component=field(min_length=1, max_length=5, value="x")), label(component=menu()), text("x"))


def broken(rng: random.Random, body: Any) -> Any:
    """A copy in which one to three places hold something else."""
    body = copy.deepcopy(body)
    for _ in range(rng.randint(1, 3)):
        where = rng.choice(list(_places(body)) or [None])
        if where is None:
            return rng.choice(JUNK)
        container, key = where
        if rng.random() < 0.15:
            del container[key]
        else:
            container[key] = copy.deepcopy(rng.choice(JUNK))
    return body


def _places(value: Any) -> Any:
    """Every (container, key) of a JSON value."""
    items = (
        list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    )
    for key, inner in items:
        yield value, key
        yield from _places(inner)


@pytest.mark.parametrize("seed", range(3))
async def test_malformed_bodies(api: RawApi, guild: Guild, channel: Channel, ann: Person, seed: int) -> None:
    guild.set_bot_permissions(permissions.ALL & ~permissions.ADMINISTRATOR)
    rng = random.Random(seed)
    sent = (await api.send(channel, content="x")).body["id"]
    application = f"/applications/{guild.world.application_id}"
    bodies: list[tuple[str, str, Any]] = [
        ("POST", f"/channels/{channel.id}/messages", MESSAGE),
        ("POST", f"/channels/{channel.id}/messages", LAYOUT),
        ("PATCH", f"/channels/{channel.id}/messages/{sent}", MESSAGE),
        ("POST", f"/channels/{channel.id}/messages/bulk-delete", {"messages": ["1", "2"]}),
        ("PUT", f"{application}/commands", [COMMAND]),
        ("POST", f"{application}/guilds/{guild.id}/commands", COMMAND),
        ("POST", "/users/@me/channels", {"recipient_id": str(ann.id)}),
        ("PATCH", f"/guilds/{guild.id}/members/{ann.id}", {"nick": "x", "roles": []}),
        ("POST", f"/guilds/{guild.id}/roles", {"name": "x", "permissions": "8", "mentionable": True}),
        ("POST", f"/guilds/{guild.id}/channels", {"name": "x", "topic": "t", "type": 0}),
        ("PUT", f"/channels/{channel.id}/permissions/{guild.id}", {"type": 0, "allow": "1", "deny": "2"}),
        ("PATCH", f"/channels/{channel.id}", {"name": "x", "topic": "t"}),
    ]
    async with acting(api, ann) as interaction:
        path = f"/interactions/{interaction.id}/{interaction.token}/callback"
        callbacks = [(4, MESSAGE), (9, FORM), (8, {"choices": [{"name": "n", "value": "v"}]})]
        bodies += [("POST", path, {"type": kind, "data": data}) for kind, data in callbacks]
        for method, path, body in bodies:
            for _ in range(25):
                answer = await api.request(method, path, broken(rng, body))
                assert answer.status < 500
                if answer.status >= 400:
                    assert answer.body["code"]
                    assert answer.body["message"]
    assert api.standin.crashes == []
    # The values of choices are judged by the option that they are for, which only the handler knows.
    missed = [
        v.reason for v in api.standin.violations if "Discord's document" in v.reason and "choices" not in v.reason
    ]
    assert missed == [], "our own table lets pass what Discord's document refuses"


@pytest.mark.parametrize("path", ["/channels/{}/messages", "/guilds/{}", "/users/{}", "/channels/{}/messages/pins"])
@pytest.mark.parametrize("junk", ["x", "-1", "²", "1.5", "9" * 30, "%00", "@me2"])
async def test_malformed_ids(api: RawApi, path: str, junk: str) -> None:
    answer = await api.get(path.format(junk))
    assert answer.refused(400, 50035) or answer.refused(404, 0)
    assert api.standin.crashes == []
