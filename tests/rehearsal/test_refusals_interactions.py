"""Raw HTTP: deadlines, acknowledgements, tokens, and which answer fits which interaction."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from rehearsal import limits
from rehearsal.guild import Guild
from rehearsal.interactions import Interaction
from rehearsal.people import NoAnswerError, Person
from rehearsal.server import StandIn
from rehearsal.state import Channel
from tests.rehearsal.acting import acting, answered, callback, register, start, webhook
from tests.rehearsal.raw import RawApi

EPHEMERAL = 64
MODAL = {
    "custom_id": "m",
    "title": "T",
    "components": [{"type": 18, "label": "L", "component": {"type": 4, "custom_id": "f", "style": 1}}],
}
ROW = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}


@pytest.fixture
async def waiting(api: RawApi, ann: Person) -> AsyncIterator[Interaction]:
    """A slash command that waits for its answer."""
    async with acting(api, ann) as interaction:
        yield interaction


async def test_acknowledged_too_late(api: RawApi, standin: StandIn, waiting: Interaction) -> None:
    standin.clock.advance(limits.ACKNOWLEDGE_SECONDS + 0.01)
    assert (await callback(api, waiting, 4, {"content": "x"})).refused(404, 10062)
    assert (await callback(api, waiting, 5)).refused(404, 10062)
    assert [v.code for v in standin.violations] == [10062, 10062]
    assert waiting.channel.messages == []


async def test_acknowledged_in_time(api: RawApi, standin: StandIn, waiting: Interaction) -> None:
    standin.clock.advance(limits.ACKNOWLEDGE_SECONDS - 0.5)
    assert (await callback(api, waiting, 4, {"content": "x"})).status == 204


@pytest.mark.parametrize("first", [4, 5])
@pytest.mark.parametrize("second", [4, 5, 9])
async def test_acknowledged_twice(api: RawApi, waiting: Interaction, first: int, second: int) -> None:
    """Also: a form cannot follow a deferral."""
    data = {4: {"content": "x"}, 5: None, 9: MODAL}
    assert (await callback(api, waiting, first, data[first])).status == 204
    assert (await callback(api, waiting, second, data[second])).refused(400, 40060)
    assert len(waiting.channel.messages) == 1


async def test_second_delivery_excuses_the_second_answer(api: RawApi, standin: StandIn, ann: Person) -> None:
    await register(api)
    interaction, task = await start(api, ann.slash_twice("noop"))
    assert (await callback(api, interaction, 4, {"content": "x"})).status == 204
    assert (await callback(api, interaction, 4, {"content": "x"})).refused(400, 40060)
    assert (await task).text == "x"
    assert standin.violations == []


async def test_refused_answer_does_not_acknowledge(api: RawApi, waiting: Interaction) -> None:
    assert (await callback(api, waiting, 4, {"content": ""})).refused(400, 50006)
    refused = await callback(api, waiting, 4, {"content": "x" * 2001})
    assert refused.faults() == {"data.content": ["BASE_TYPE_MAX_LENGTH"]}
    long = {"embeds": [{"description": "x" * 4000}] * 2}
    assert (await callback(api, waiting, 4, long)).faults() == {"data.embeds": ["MAX_EMBED_SIZE_EXCEEDED"]}
    assert (await callback(api, waiting, 4, {"content": "x"})).status == 204


async def test_unknown_interaction(api: RawApi, waiting: Interaction) -> None:
    body = {"type": 4, "data": {"content": "x"}}
    assert (await api.post(f"/interactions/1/{waiting.token}/callback", body)).refused(404, 10062)
    assert (await api.post(f"/interactions/{waiting.id}/wrong/callback", body)).refused(404, 10062)


@pytest.mark.parametrize("kind", [2, 3, 99, "4"])
async def test_no_such_callback(api: RawApi, waiting: Interaction, kind: object) -> None:
    assert (await callback(api, waiting, kind, {"content": "x"})).faults() == {"type": ["UNION_TYPE_CHOICES"]}


@pytest.mark.parametrize(("kind", "data"), [(6, None), (7, {"content": "x"}), (8, {"choices": []})])
async def test_callbacks_that_do_not_fit_a_command(
    api: RawApi, waiting: Interaction, kind: int, data: dict[str, object] | None
) -> None:
    assert (await callback(api, waiting, kind, data)).faults() == {"type": ["BASE_TYPE_CHOICES"]}


@pytest.mark.parametrize(("kind", "data"), [(4, {"content": "x"}), (5, None), (9, MODAL)])
async def test_callbacks_that_do_not_fit_an_autocomplete(
    api: RawApi, ann: Person, kind: int, data: dict[str, object] | None
) -> None:
    await register(api)
    async with acting(api, ann, ann.autocomplete("find", focus="player")) as interaction:
        assert (await callback(api, interaction, kind, data)).faults() == {"type": ["BASE_TYPE_CHOICES"]}


async def test_form_cannot_answer_a_form(api: RawApi, ann: Person) -> None:
    _, reply = await answered(api, ann, 9, MODAL)
    assert reply
    async with acting(api, ann, ann.fill(reply, {"L": "x"})) as interaction:
        assert (await callback(api, interaction, 9, MODAL)).faults() == {"type": ["BASE_TYPE_CHOICES"]}
        assert (await callback(api, interaction, 7, {"content": "x"})).faults() == {"type": ["BASE_TYPE_CHOICES"]}
        assert (await callback(api, interaction, 4, {"content": "x"})).status == 204


@pytest.mark.parametrize(
    ("choices", "place", "code"),
    [
        ([{"name": f"n{n}", "value": "v"} for n in range(26)], "data.choices", "BASE_TYPE_MAX_LENGTH"),
        ([{"name": "x" * 101, "value": "v"}], "data.choices.0.name", "BASE_TYPE_BAD_LENGTH"),
        ([{"name": "", "value": "v"}], "data.choices.0.name", "BASE_TYPE_REQUIRED"),
        ([{"name": "n", "value": "x" * 101}], "data.choices.0.value", "BASE_TYPE_MAX_LENGTH"),
        ([{"name": "n"}], "data.choices.0.value", "BASE_TYPE_REQUIRED"),
        ([{"name": "n", "value": 5}], "data.choices.0.value", "STRING_TYPE_CONVERT"),
    ],
)
async def test_choices(api: RawApi, ann: Person, choices: list[dict[str, object]], place: str, code: str) -> None:
    await register(api)
    async with acting(api, ann, ann.autocomplete("find", focus="player")) as interaction:
        assert (await callback(api, interaction, 8, {"choices": choices})).faults() == {place: [code]}
        fitting = [{"name": "x" * 100, "value": "x" * 100}] * 25
        assert (await callback(api, interaction, 8, {"choices": fitting})).status == 204


async def test_choices_of_a_number(api: RawApi, ann: Person) -> None:
    await register(api)
    async with acting(api, ann, ann.autocomplete("find", focus="game", typed="1")) as interaction:
        wrong = {"choices": [{"name": "n", "value": "one"}]}
        assert (await callback(api, interaction, 8, wrong)).faults() == {"data.choices.0.value": ["NUMBER_TYPE_COERCE"]}


# After the first answer


async def test_with_response(api: RawApi, waiting: Interaction) -> None:
    answer = await callback(api, waiting, 4, {"content": "x", "flags": EPHEMERAL}, "?with_response=true")
    assert answer.status == 200
    assert answer.body["interaction"]["id"] == str(waiting.id)
    assert answer.body["interaction"]["response_message_ephemeral"] is True
    assert answer.body["resource"]["type"] == 4
    assert answer.body["resource"]["message"]["content"] == "x"
    assert answer.body["interaction"]["response_message_id"] == answer.body["resource"]["message"]["id"]


async def test_before_the_first_answer(api: RawApi, waiting: Interaction) -> None:
    body = {"content": "x"}
    assert (await api.post(webhook(waiting), body)).refused(404, 10015)
    assert (await api.get(webhook(waiting, "/messages/@original"))).refused(404, 10015)
    assert (await api.patch(webhook(waiting, "/messages/@original"), body)).refused(404, 10015)


async def test_unknown_token(api: RawApi, standin: StandIn) -> None:
    path = f"/webhooks/{standin.world.application_id}/wrong"
    assert (await api.post(path, {"content": "x"})).refused(404, 10015)


async def test_original_and_followups(api: RawApi, ann: Person, guild: Guild) -> None:
    interaction, reply = await answered(api, ann, 4, {"content": "one"})
    assert reply
    original = webhook(interaction, "/messages/@original")
    assert (await api.get(original)).body["content"] == "one"
    assert (await api.patch(original, {"content": "uno"})).body["content"] == "uno"
    more = await api.post(webhook(interaction), {"content": "two"})
    path = webhook(interaction, f"/messages/{more.body['id']}")
    assert (await api.patch(path, {"content": "due"})).status == 200
    assert reply.text == "uno\ndue"
    assert [m.text for m in guild.default_channel.messages] == ["uno", "due"]
    assert (await api.delete(path)).status == 204
    assert (await api.delete(path)).refused(404, 10008)
    assert (await api.delete(original)).status == 204
    assert (await api.get(original)).refused(404, 10008)
    assert guild.default_channel.messages == []
    assert (await api.post(webhook(interaction), {"content": ""})).refused(400, 50006)
    assert (await api.post(webhook(interaction), {"content": "x" * 2001})).faults()


async def test_no_original_after_a_form(api: RawApi, ann: Person) -> None:
    interaction, _ = await answered(api, ann, 9, MODAL)
    assert (await api.patch(webhook(interaction, "/messages/@original"), {"content": "x"})).refused(404, 10008)


async def test_token_lives_15_minutes(api: RawApi, standin: StandIn, ann: Person) -> None:
    interaction, _ = await answered(api, ann, 4, {"content": "x"})
    path = webhook(interaction, "/messages/@original")
    standin.clock.advance(15 * 60 - 5)
    assert (await api.patch(path, {"content": "y"})).status == 200
    standin.clock.advance(10)
    assert (await api.patch(path, {"content": "z"})).refused(401, 50027)
    assert (await api.post(webhook(interaction), {"content": "z"})).refused(401, 50027)


async def test_ephemeral_message_has_no_address_in_the_channel(api: RawApi, ann: Person) -> None:
    interaction, reply = await answered(api, ann, 4, {"content": "x", "flags": EPHEMERAL})
    assert reply
    assert reply.message
    path = f"/channels/{interaction.channel.id}/messages"
    assert (await api.get(path)).body == []
    assert (await api.get(f"{path}/{reply.message.id}")).refused(404, 10008)
    assert (await api.put(f"{path}/pins/{reply.message.id}")).refused(404, 10008)


async def test_deferral_decides_who_reads_the_answer(api: RawApi, ann: Person) -> None:
    interaction, _ = await answered(api, ann, 5, {"flags": EPHEMERAL})
    assert interaction.channel.messages == []
    first = await api.post(webhook(interaction), {"content": "for Ann"})
    assert first.body["flags"] & EPHEMERAL
    assert first.body["id"] == str(interaction.original and interaction.original.id)
    second = await api.post(webhook(interaction), {"content": "for all"})
    assert not second.body["flags"] & EPHEMERAL
    assert [m.text for m in interaction.channel.messages] == ["for all"]


async def test_thinking_is_shown_until_the_answer(api: RawApi, ann: Person) -> None:
    interaction, _ = await answered(api, ann, 5)
    original = webhook(interaction, "/messages/@original")
    assert (await api.get(original)).body["flags"] == 128
    assert (await api.patch(original, {"content": "there"})).body["flags"] == 0


async def test_update_and_deferred_update(api: RawApi, ann: Person, channel: Channel) -> None:
    await api.send(channel, content="panel", components=[ROW])
    (panel,) = channel.messages
    async with acting(api, ann, ann.click(panel, "Go")) as interaction:
        refused = await callback(api, interaction, 7, {"content": "", "components": []})
        assert refused.refused(400, 50006)
        assert (await callback(api, interaction, 7, {"content": "pressed"})).status == 204
    assert panel.text == "pressed"
    async with acting(api, ann, ann.click(panel, "Go")) as interaction:
        assert (await callback(api, interaction, 6)).status == 204
        assert (await api.patch(webhook(interaction, "/messages/@original"), {"content": "again"})).status == 200
    assert (panel.text, panel.edits) == ("again", ["panel", "pressed"])


async def test_update_of_a_deleted_message(api: RawApi, ann: Person, guild: Guild, channel: Channel) -> None:
    await api.send(channel, content="panel", components=[ROW])
    (panel,) = channel.messages
    async with acting(api, ann, ann.click(panel, "Go")) as interaction:
        guild.owner.delete(panel)
        assert (await callback(api, interaction, 7, {"content": "x"})).refused(404, 10008)
        assert (await callback(api, interaction, 4, {"content": "x", "flags": EPHEMERAL})).status == 204


async def test_files_of_an_answer(api: RawApi, ann: Person) -> None:
    await register(api)
    interaction, task = await start(api, ann.slash("noop"))
    path = f"/interactions/{interaction.id}/{interaction.token}/callback"
    body = {"type": 4, "data": {"attachments": [{"id": 0}]}}
    assert (await api.upload(path, body, {"files[0]": ("a.png", b"png")})).status == 204
    assert [a.content for a in (await task).attachments] == [b"png"]


# How long a person waits


async def test_silence_ends(monkeypatch: pytest.MonkeyPatch, standin: StandIn, api: RawApi, ann: Person) -> None:
    monkeypatch.setattr(limits, "ACKNOWLEDGE_SECONDS", 0.1)
    await register(api)
    text = r"^/noop by Ann: the application did not respond within 0.1 s \(the bot is not connected\)$"
    with pytest.raises(NoAnswerError, match=text):
        await ann.slash("noop")
    assert [v.reason for v in standin.violations] == ["/noop by Ann: not acknowledged within 0.1 s"]


async def test_raw_interactions_may_stay_unanswered(
    monkeypatch: pytest.MonkeyPatch, standin: StandIn, api: RawApi, ann: Person
) -> None:
    monkeypatch.setattr(limits, "ACKNOWLEDGE_SECONDS", 0.1)
    task = asyncio.ensure_future(ann.send_interaction({"type": 2, "data": {"id": "1", "name": "no"}}))
    reply = await task
    assert (reply.kind, reply.text) == ("silence", "")
    assert standin.violations == []


async def test_bare_deferred_update_is_no_silence(
    monkeypatch: pytest.MonkeyPatch, api: RawApi, ann: Person, channel: Channel
) -> None:
    monkeypatch.setattr("rehearsal.interactions.SETTLE_SECONDS", 0.05)
    await api.send(channel, content="panel", components=[ROW])
    interaction, task = await start(api, ann.click(channel.messages[0], "Go"))
    assert (await callback(api, interaction, 6)).status == 204
    assert (await task).kind == "deferred"
