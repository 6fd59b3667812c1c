"""What a bot does with an interaction: acknowledge it, answer, edit the answer, follow up."""

from __future__ import annotations

from collections.abc import Callable

from rehearsal import components, messages
from rehearsal.errors import ApiError, refusal
from rehearsal.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, Interaction
from rehearsal.limits_commands import (
    CHOICES,
    DEFER,
    DEFER_UPDATE,
    MESSAGE_ANSWER,
    MODAL_ANSWER,
    NUMBER,
    STRING,
    UPDATE,
)
from rehearsal.messages import Upload
from rehearsal.shapes import Form, FormErrors, Number, Text, Whole, refuse_field
from rehearsal.state import EPHEMERAL, LOADING, Json, Message

SLASH_ANSWER_KIND = 20


def respond(interaction: Interaction, body: Json, uploads: list[Upload]) -> None:
    """The first answer (a callback), which is also the acknowledgement.

    Raises:
        ApiError: 10062 after 3 s, 40060 if there was one before, 50035 for contents; nothing has changed then.
    """
    if interaction.acknowledged_with is not None:
        raise refusal(40060, interaction.label, is_expected=interaction.was_redelivered)
    if interaction.is_late:
        raise refusal(10062, f"{interaction.label}: answered after {interaction.age_seconds:.1f} s")
    kind, data = body["type"], body.get("data") or {}
    if kind not in _allowed_callbacks(interaction):
        listed = ", ".join(map(str, sorted(_allowed_callbacks(interaction))))
        raise refuse_field(("type",), "BASE_TYPE_CHOICES", f"Value must be one of {{{listed}}}.")
    _ANSWERS[kind](interaction, data, uploads)
    interaction.acknowledge(kind)


def _answer(interaction: Interaction, data: Json, uploads: list[Upload]) -> None:
    _check(data, uploads)
    interaction.original = _post(interaction, data, uploads, _settable(data))


def _think(interaction: Interaction, data: Json, _: list[Upload]) -> None:
    flags = (data.get("flags") or 0) & EPHEMERAL | LOADING
    interaction.original = _post(interaction, {}, [], flags)


def _promise_update(interaction: Interaction, _data: Json, _uploads: list[Upload]) -> None:
    interaction.original = interaction.message


def _update(interaction: Interaction, data: Json, uploads: list[Upload]) -> None:
    assert interaction.message is not None
    if interaction.message.is_deleted:
        raise refusal(10008)
    _check(data, uploads, interaction.message)
    interaction.original = messages.edit(interaction.message, data, uploads)


def _offer(interaction: Interaction, data: Json, _: list[Upload]) -> None:
    choices: list[Json] = data.get("choices") or []
    _check_choices(interaction, choices)
    interaction.choices = choices


def _open_form(interaction: Interaction, data: Json, _: list[Upload]) -> None:
    errors = FormErrors()
    components.check_modal(data, errors)
    errors.refuse()
    interaction.modal = {**data, "components": components.number(data["components"])}


_ANSWERS: dict[int, Callable[[Interaction, Json, list[Upload]], None]] = {
    MESSAGE_ANSWER: _answer,
    DEFER: _think,
    DEFER_UPDATE: _promise_update,
    UPDATE: _update,
    CHOICES: _offer,
    MODAL_ANSWER: _open_form,
}


def _allowed_callbacks(interaction: Interaction) -> set[int]:
    if interaction.kind == AUTOCOMPLETE:
        return {CHOICES}
    allowed = {MESSAGE_ANSWER, DEFER}
    if interaction.kind in (COMMAND, COMPONENT):
        allowed.add(MODAL_ANSWER)
    if interaction.message is not None:
        allowed |= {DEFER_UPDATE, UPDATE}
    return allowed


def _check(data: Json, uploads: list[Upload], existing: Message | None = None) -> None:
    """Check a message that stands under `data` of a callback."""
    try:
        messages.check(data, uploads, existing)
    except ApiError as error:
        if error.errors is not None:
            error.errors = {"data": error.errors}
        raise


def _check_choices(interaction: Interaction, choices: list[Json]) -> None:
    """A choice's value is of the focused option's type; a hostile client may have named none."""
    if not choices:
        return
    kind = _focused_type(interaction.data.get("options") or [])
    form: Form = Text(100) if kind == STRING else Number() if kind == NUMBER else Whole()
    errors = FormErrors()
    for index, choice in enumerate(choices):
        form.check(choice["value"], ("data", "choices", index, "value"), errors)
    errors.refuse()


def _focused_type(options: list[Json]) -> int:
    for option in options:
        if option.get("focused"):
            return option["type"]
        if option.get("options"):
            return _focused_type(option["options"])
    return STRING


def _settable(data: Json) -> int:
    return (data.get("flags") or 0) & (messages.SETTABLE_FLAGS | EPHEMERAL)


def _post(interaction: Interaction, data: Json, uploads: list[Upload], flags: int) -> Message:
    kind = SLASH_ANSWER_KIND if interaction.kind == COMMAND else 0
    bot = interaction.world.bot
    return messages.create(interaction.channel, bot, data, uploads, interaction=interaction, kind=kind, flags=flags)


def follow_up(interaction: Interaction, data: Json, uploads: list[Upload]) -> Message:
    """A further message. The first one after a deferral takes the place of "thinking ..."."""
    original = interaction.original
    if interaction.acknowledged_with == DEFER and original is not None and original.flags & LOADING:
        return edit(interaction, original, data, uploads)
    messages.check(data, uploads)
    message = _post(interaction, data, uploads, _settable(data))
    interaction.followups.append(message)
    interaction.note_change()
    return message


def edit(interaction: Interaction, message: Message, data: Json, uploads: list[Upload]) -> Message:
    """Change the answer or a followup."""
    messages.check(data, uploads, message)
    messages.edit(message, data, uploads)
    interaction.note_change()
    return message


def delete(interaction: Interaction, message: Message) -> None:
    messages.remove(message)
    interaction.note_change()


def find(interaction: Interaction, message_id: str) -> Message:
    """The original answer ("@original") or one of the interaction's messages."""
    if message_id == "@original":
        message = interaction.original
    else:
        own = [interaction.original, *interaction.followups]
        message = next((m for m in own if m is not None and str(m.id) == message_id), None)
    if message is None or message.is_deleted:
        raise refusal(10008)
    return message
