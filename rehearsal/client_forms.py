"""How Discord's client fills in and submits a form (modal)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rehearsal.client_components import selected_values
from rehearsal.client_values import option_value, upload
from rehearsal.errors import PeopleError
from rehearsal.reading import (
    ACTION_ROW,
    CHECKBOX,
    CHECKBOX_GROUP,
    FILE_UPLOAD,
    LABEL,
    RADIO_GROUP,
    SELECTS,
    STRING_SELECT,
    TEXT_INPUT,
)
from rehearsal.state import Json, Member

SHORT_STYLE = 1


def modal_data(member: Member, modal: Json, answers: Mapping[str, Any]) -> Json:
    """The data of a submitted form; fields that `answers` does not name keep what the bot filled in."""
    fields = _fields(modal)
    known = [name for label, field in fields for name in (label, field["custom_id"])]
    for name in answers:
        if known.count(name) == 0:
            labels = ", ".join(repr(label) for label, _ in fields)
            raise PeopleError(f"the form {modal['title']!r} has no field {name!r}; it has: {labels}")
    resolved: Json = {}
    submitted = [_submit(component, member, answers, resolved) for component in modal["components"]]
    data: Json = {"custom_id": modal["custom_id"], "components": submitted}
    if resolved:
        data["resolved"] = resolved
    return data


def _fields(modal: Json) -> list[tuple[str, Json]]:
    """(label, field) for everything that can be filled in."""
    found: list[tuple[str, Json]] = []
    for component in modal["components"]:
        if component["type"] == LABEL:
            found.append((component["label"], component["component"]))
        elif component["type"] == ACTION_ROW:
            found += [(inner.get("label", ""), inner) for inner in component["components"]]
    return found


def _submit(component: Json, member: Member, answers: Mapping[str, Any], resolved: Json) -> Json:
    sent: Json = {"type": component["type"], "id": component["id"]}
    if component["type"] == LABEL:
        field = component["component"]
        sent["component"] = _fill(component["label"], field, member, answers, resolved)
    elif component["type"] == ACTION_ROW:
        sent["components"] = [
            _fill(inner.get("label", ""), inner, member, answers, resolved) for inner in component["components"]
        ]
    return sent


def _fill(label: str, field: Json, member: Member, answers: Mapping[str, Any], resolved: Json) -> Json:
    kind = field["type"]
    sent: Json = {"type": kind, "id": field["id"], "custom_id": field["custom_id"]}
    answer = answers.get(label, answers.get(field["custom_id"]))
    where = f"the field {label!r}"
    if kind == TEXT_INPUT:
        sent["value"] = _text(where, field, answer)
    elif kind in SELECTS:
        sent["values"] = _selected(where, field, answer, member, resolved)
    elif kind == RADIO_GROUP:
        picked = _picked(where, field, [] if answer is None else [answer], most=1)
        sent["value"] = picked[0] if picked else None
    elif kind == CHECKBOX_GROUP:
        sent["values"] = _picked(where, field, answer, most=field.get("max_values") or len(field["options"]))
    elif kind == CHECKBOX:
        sent["value"] = bool(field.get("default")) if answer is None else bool(answer)
    elif kind == FILE_UPLOAD:
        sent["values"] = _uploads(where, field, answer, member, resolved)
    return sent


def _is_required(field: Json) -> bool:
    return field.get("required") is not False


def _text(where: str, field: Json, answer: Any) -> str:
    text = (field.get("value") or "") if answer is None else answer
    if not isinstance(text, str):
        raise PeopleError(f"{where} takes text, not {text!r}")
    if field["style"] == SHORT_STYLE and "\n" in text:
        raise PeopleError(f"{where} has one line only")
    if not text:
        if _is_required(field):
            raise PeopleError(f"{where} is required")
        return ""
    least, most = field.get("min_length") or 0, field.get("max_length") or 4000
    if not least <= len(text) <= most:
        raise PeopleError(f"{where} takes {least} to {most} characters, not {len(text)}")
    return text


def _selected(where: str, field: Json, answer: Any, member: Member, resolved: Json) -> list[str]:
    if answer is None:
        if field["type"] == STRING_SELECT:
            answer = [option["value"] for option in field["options"] if option.get("default")]
        if not answer and _is_required(field):
            raise PeopleError(f"{where} is required")
        if not answer:
            return []
    return selected_values(member, field, answer, resolved)


def _picked(where: str, field: Json, answer: Any, *, most: int) -> list[str]:
    if not answer:
        answer = [option["value"] for option in field["options"] if option.get("default")]
    chosen = list(answer) if isinstance(answer, list | tuple) else [answer]
    if not chosen and _is_required(field):
        raise PeopleError(f"{where} is required")
    least = field.get("min_values") or 0
    if chosen and not least <= len(chosen) <= most:
        raise PeopleError(f"{where} takes {least} to {most} values, not {len(chosen)}")
    return [option_value(where, field["options"], one) for one in chosen]


def _uploads(where: str, field: Json, answer: Any, member: Member, resolved: Json) -> list[str]:
    files = [] if answer is None else answer if isinstance(answer, list) else [answer]
    if not files and _is_required(field):
        raise PeopleError(f"{where} is required")
    return [upload(where, one, member.guild.world, resolved) for one in files]
