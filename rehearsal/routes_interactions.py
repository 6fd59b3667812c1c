"""The routes by which a bot answers interactions; the token in the path is the key, no header is needed."""

from __future__ import annotations

from rehearsal import answers, limits, payloads
from rehearsal.api import Call, Route
from rehearsal.errors import refusal
from rehearsal.interactions import Interaction
from rehearsal.limits_commands import CALLBACK
from rehearsal.state import LOADING, Json


def _answerable(call: Call) -> Interaction:
    """The acknowledged interaction of a webhook route.

    Raises:
        ApiError: 10015 for a token that is not known or not acknowledged yet, 50027 after 15 minutes.
    """
    interaction = call.world.tokens.get(call.parameters["webhook_token"])
    if interaction is None or call.id("webhook_id") != call.world.application_id:
        raise refusal(10015)
    if interaction.is_expired:
        raise refusal(50027, f"{interaction.label}: {interaction.age_seconds:.0f} s after it was sent")
    if interaction.acknowledged_with is None:
        raise refusal(10015, f"{interaction.label}: not acknowledged yet")
    return interaction


async def respond(call: Call) -> Json | None:
    interaction = call.world.interactions.get(call.id("interaction_id"))
    if interaction is None or interaction.token != call.parameters["interaction_token"]:
        raise refusal(10062)
    answers.respond(interaction, call.body, call.uploads)
    if call.query.get("with_response") not in ("1", "true", "True"):
        return None
    return _callback_response(interaction, call.body["type"])


def _callback_response(interaction: Interaction, kind: int) -> Json:
    about: Json = {"id": str(interaction.id), "type": interaction.kind}
    resource: Json = {"type": kind}
    original = interaction.original
    if original is not None:
        about["response_message_id"] = str(original.id)
        about["response_message_loading"] = bool(original.flags & LOADING)
        about["response_message_ephemeral"] = original.is_ephemeral
        resource["message"] = payloads.message(original)
    return {"interaction": about, "resource": resource}


async def follow_up(call: Call) -> Json:
    return payloads.message(answers.follow_up(_answerable(call), call.body, call.uploads))


async def get_answer(call: Call) -> Json:
    return payloads.message(answers.find(_answerable(call), _message_id(call)))


async def edit_answer(call: Call) -> Json:
    interaction = _answerable(call)
    message = answers.find(interaction, _message_id(call))
    return payloads.message(answers.edit(interaction, message, call.body, call.uploads))


async def delete_answer(call: Call) -> None:
    interaction = _answerable(call)
    answers.delete(interaction, answers.find(interaction, _message_id(call)))


def _message_id(call: Call) -> str:
    return call.parameters.get("message_id", "@original")


_WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"

ROUTES = [
    Route(
        "POST",
        "/interactions/{interaction_id}/{interaction_token}/callback",
        respond,
        CALLBACK,
        needs_token=False,
    ),
    Route("POST", _WEBHOOK, follow_up, limits.MESSAGE, needs_token=False),
    Route("GET", f"{_WEBHOOK}/messages/@original", get_answer, needs_token=False),
    Route("PATCH", f"{_WEBHOOK}/messages/@original", edit_answer, limits.MESSAGE, needs_token=False),
    Route("DELETE", f"{_WEBHOOK}/messages/@original", delete_answer, needs_token=False),
    Route("GET", f"{_WEBHOOK}/messages/{{message_id}}", get_answer, needs_token=False),
    Route("PATCH", f"{_WEBHOOK}/messages/{{message_id}}", edit_answer, limits.MESSAGE, needs_token=False),
    Route("DELETE", f"{_WEBHOOK}/messages/{{message_id}}", delete_answer, needs_token=False),
]
