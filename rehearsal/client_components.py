"""Which buttons and menus of a message the client lets a person use, and what it then sends."""

from __future__ import annotations

from typing import Any

from rehearsal import reading
from rehearsal.client_values import check_entity, option_value, resolve
from rehearsal.errors import PeopleError
from rehearsal.limits_commands import CHANNEL, MENTIONABLE, ROLE, USER
from rehearsal.state import Json, Member, Message

LINK_STYLE = 5


def find_button(message: Message, wanted: str) -> Json:
    """The button with this label or custom_id that the person may press."""
    buttons = reading.buttons_of(message.components)
    found = [b for b in buttons if wanted in (b.get("label"), b.get("custom_id"))]
    if len(found) != 1:
        labels = ", ".join(repr(b.get("label") or b.get("custom_id")) for b in buttons) or "none"
        problem = "no button" if not found else f"{len(found)} buttons"
        raise PeopleError(f"{problem} {wanted!r}; the message has: {labels}")
    if found[0].get("disabled"):
        raise PeopleError(f"the button {wanted!r} is disabled")
    if found[0]["style"] == LINK_STYLE:
        raise PeopleError(f"the button {wanted!r} is a link to {found[0]['url']}")
    return found[0]


def find_select(message: Message, wanted: str | None) -> Json:
    """The menu with this placeholder or custom_id; None finds the only one there is."""
    menus = reading.selects_of(message.components)
    found = [m for m in menus if wanted in (None, m.get("placeholder"), m.get("custom_id"))]
    if len(found) != 1:
        names = ", ".join(repr(m.get("placeholder") or m["custom_id"]) for m in menus) or "none"
        problem = "no menu" if not found else f"{len(found)} menus"
        raise PeopleError(f"{problem} {wanted!r}; the message has: {names}")
    if found[0].get("disabled"):
        raise PeopleError(f"the menu {wanted!r} is disabled")
    return found[0]


def select_data(member: Member, select: Json, chosen: Any) -> Json:
    """The data of a menu in which something was chosen."""
    resolved: Json = {}
    values = selected_values(member, select, chosen, resolved)
    data: Json = {"component_type": select["type"], "custom_id": select["custom_id"], "values": values}
    data["id"] = select["id"]
    if select["type"] != reading.STRING_SELECT:
        data["resolved"] = resolved
    return data


def selected_values(member: Member, select: Json, chosen: Any, resolved: Json) -> list[str]:
    """What a menu sends for options given by label or value, people, roles or channels."""
    items = list(chosen) if isinstance(chosen, list | tuple) else [chosen]
    where = f"the menu {select.get('placeholder') or select['custom_id']!r}"
    least = 1 if select.get("min_values") is None else select["min_values"]
    most = select.get("max_values") or 1
    if not least <= len(items) <= most:
        raise PeopleError(f"{where} takes {least} to {most} values, not {len(items)}")
    if select["type"] == reading.STRING_SELECT:
        return [option_value(where, select["options"], item) for item in items]
    kinds = {
        reading.USER_SELECT: USER,
        reading.ROLE_SELECT: ROLE,
        reading.CHANNEL_SELECT: CHANNEL,
        reading.MENTIONABLE_SELECT: MENTIONABLE,
    }
    for item in items:
        spec = {"type": kinds[select["type"]], "channel_types": select.get("channel_types")}
        check_entity(where, spec, item)
    return [resolve(member, item, resolved) for item in items]
