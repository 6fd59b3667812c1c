"""Discord's document as a second judge: with a small document of our own, and with the real one where it is named."""

import json
import os
from pathlib import Path

import pytest

from rehearsal import openapi
from rehearsal.people import Person
from rehearsal.server import ROUTES, StandIn
from tests.rehearsal.acting import acting, callback
from tests.rehearsal.raw import RawApi
from tests.rehearsal.small_bot import SmallBot

SNOWFLAKE = {"type": "string", "pattern": "^(0|[1-9][0-9]*)$"}
DOCUMENT = {
    "paths": {
        "/channels/{channel_id}/messages": {
            "post": {
                "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Message"}}}}
            }
        },
        openapi.CALLBACK_ROUTE: {
            "post": {"requestBody": {"content": {"application/json": {"schema": {"type": "object"}}}}}
        },
    },
    "components": {
        "schemas": {
            "SnowflakeType": SNOWFLAKE,
            "Message": {
                "type": "object",
                "properties": {
                    "mood": {"type": "string", "maxLength": 3},
                    "owner": {"$ref": "#/components/schemas/SnowflakeType"},
                },
            },
            "CreateMessageInteractionCallbackRequest": {
                "type": "object",
                "properties": {"data": {"$ref": "#/components/schemas/Message"}},
            },
            "PongInteractionCallbackRequest": {"type": "object", "maxProperties": 1},
        }
    },
}


@pytest.fixture
async def judged(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    path = tmp_path / "openapi.json"
    path.write_text(json.dumps(DOCUMENT))
    monkeypatch.setenv("DISCORD_OPENAPI", str(path))
    async with StandIn(rate_limits=False) as standin, RawApi(standin) as api:
        yield api


async def test_bodies_that_do_not_fit_the_document(judged: RawApi) -> None:
    channel = judged.standin.create_guild("Town").default_channel
    assert (await judged.send(channel, content="x", mood="sad", owner="5")).status == 200
    assert (await judged.send(channel, content="x", owner=5)).status == 200
    assert (await judged.send(channel, content="x", mood="glad")).faults() == {"mood": ["OPENAPI"]}
    assert (await judged.send(channel, content="x", owner="o")).faults() == {"owner": ["OPENAPI"]}
    assert "Discord's document" in judged.standin.violations[0].reason
    path = f"/channels/{channel.id}/messages"
    refused = await judged.upload(path, {"mood": "glad"}, {"files[0]": ("a", b"a")})
    assert refused.faults() == {"mood": ["OPENAPI"]}


async def test_the_callback_schema_is_chosen_by_type(judged: RawApi) -> None:
    ann = judged.standin.create_guild("Town").join("Ann")
    async with acting(judged, ann) as interaction:
        data = {"content": "x", "mood": "glad"}
        assert (await callback(judged, interaction, 4, data)).faults() == {"data.mood": ["OPENAPI"]}
        assert (await callback(judged, interaction, 1, data)).faults() == {"": ["OPENAPI"]}
        assert (await callback(judged, interaction, 4, {"content": "x"})).status == 204


async def test_without_a_document(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISCORD_OPENAPI", raising=False)
    async with StandIn() as standin:
        assert standin.document is None


@pytest.mark.skipif(not os.environ.get("DISCORD_OPENAPI"), reason="DISCORD_OPENAPI names no document")
async def test_the_real_document_accepts_discord_py(bot: SmallBot, standin: StandIn, ann: Person) -> None:
    assert standin.document is not None
    for command in ("noop", "panel", "form", "slow", "file"):
        await ann.slash(command)
    assert standin.violations == []


@pytest.mark.skipif(not os.environ.get("DISCORD_OPENAPI"), reason="DISCORD_OPENAPI names no document")
def test_the_real_document_knows_our_routes() -> None:
    """Every route with a body is one of the document's, so that none goes unjudged."""
    document = json.loads(Path(os.environ["DISCORD_OPENAPI"]).read_text())
    paths = {f"{method.upper()} {path}" for path, methods in document["paths"].items() for method in methods}
    assert {route.name for route in ROUTES} - paths == set()
