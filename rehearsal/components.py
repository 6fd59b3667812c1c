"""Rules of components that no single field shows: duplicates, sums, what a button or a menu needs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rehearsal import limits
from rehearsal.reading import (
    ACTION_ROW,
    BUTTON,
    LABEL,
    SELECTS,
    STRING_SELECT,
    TEXT_DISPLAY,
    TEXT_INPUT,
    walk,
)
from rehearsal.shapes import FormErrors, Place
from rehearsal.state import Json

LINK_STYLE, PREMIUM_STYLE = 5, 6


def check_message_components(components: list[Any], *, is_v2: bool, files: set[str], errors: FormErrors) -> None:
    """Add the errors of a message's components that have the right shape.

    `files` are the names that `attachment://` may use.
    """
    if not is_v2:
        limits.LEGACY_COMPONENTS.check(components, ("components",), errors)
    placed = list(_with_places(components, ("components",)))
    _check_unique_ids(placed, errors)
    for component, place in placed:
        if component["type"] == BUTTON:
            _check_button(component, place, errors)
        elif component["type"] in SELECTS:
            _check_select(component, place, errors)
        elif component["type"] == ACTION_ROW:
            _check_row(component, place, errors)
    if is_v2:
        _check_sums(components, errors)
        _check_files(components, files, errors)


def check_modal(modal: Json, errors: FormErrors) -> None:
    """Add the errors of a form that already has the right shape."""
    placed = list(_with_places(modal["components"], ("data", "components")))
    _check_unique_ids(placed, errors)
    for component, place in placed:
        if component["type"] == LABEL:
            inner = component["component"]
            if inner["type"] == TEXT_INPUT and inner.get("label"):
                message = "A text input inside a label cannot have a label of its own"
                errors.add((*place, "component", "label"), "COMPONENT_LABEL_NOT_ALLOWED", message)
        elif component["type"] == TEXT_INPUT:
            _check_text_input(component, place, errors)
        elif component["type"] in SELECTS:
            _check_select(component, place, errors)
            if component.get("disabled"):
                message = "Select menus in modals cannot be disabled"
                errors.add((*place, "disabled"), "SELECT_COMPONENT_DISABLED_IN_MODAL", message)


def number(components: list[Json]) -> list[Json]:
    """Give every component without an id the next free one, as Discord does."""
    taken = {component["id"] for component in walk(components) if component.get("id")}
    following = 1
    for component in walk(components):
        if not component.get("id"):
            while following in taken:
                following += 1
            component["id"] = following
            taken.add(following)
    return components


def _with_places(components: list[Json], place: Place) -> Iterator[tuple[Json, Place]]:
    for index, component in enumerate(components):
        here = (*place, index)
        yield component, here
        yield from _with_places(component.get("components") or [], (*here, "components"))
        for single in ("accessory", "component"):
            if component.get(single):
                inner = component[single]
                yield inner, (*here, single)


def _check_unique_ids(placed: list[tuple[Json, Place]], errors: FormErrors) -> None:
    custom_ids: set[str] = set()
    ids: set[int] = set()
    for component, place in placed:
        custom_id, component_id = component.get("custom_id"), component.get("id")
        if custom_id is not None:
            if custom_id in custom_ids:
                message = "Component custom id cannot be duplicated"
                errors.add((*place, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", message)
            custom_ids.add(custom_id)
        if component_id:
            if component_id in ids:
                errors.add((*place, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
            ids.add(component_id)


def _check_button(button: Json, place: Place, errors: FormErrors) -> None:
    if button["style"] == PREMIUM_STYLE:
        errors.add((*place, "sku_id"), "BASE_TYPE_REQUIRED", "This field is required")
        return
    is_link = button["style"] == LINK_STYLE
    needed, forbidden = ("url", "custom_id") if is_link else ("custom_id", "url")
    if not button.get(needed):
        errors.add((*place, needed), "BASE_TYPE_REQUIRED", "This field is required")
    if button.get(forbidden):
        message = "A custom id and url cannot both be specified"
        errors.add((*place, forbidden), "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", message)
    if not button.get("label") and not button.get("emoji"):
        message = "A button must have a label or an emoji"
        errors.add((*place, "label"), "BUTTON_COMPONENT_EMPTY", message)
    _check_emoji(button.get("emoji"), (*place, "emoji"), errors)


def _check_emoji(emoji: Json | None, place: Place, errors: FormErrors) -> None:
    """An emoji has the id of a custom one, or is a Unicode emoji (which no plain letter is)."""
    name = (emoji or {}).get("name") or ""
    if emoji and not emoji.get("id") and (not name or all(c.isalnum() or c.isspace() for c in name)):
        errors.add((*place, "name"), "COMPONENT_INVALID_EMOJI", "Invalid emoji")


def _check_select(select: Json, place: Place, errors: FormErrors) -> None:
    least, most = select.get("min_values"), select.get("max_values")
    least, most = 1 if least is None else least, 1 if most is None else most
    if least > most:
        message = "min_values must be less than or equal to max_values"
        errors.add((*place, "min_values"), "SELECT_COMPONENT_MIN_GREATER_THAN_MAX", message)
    if select["type"] != STRING_SELECT:
        return
    options = select["options"]
    if most > len(options):
        message = f"max_values must be at most the number of options ({len(options)})"
        errors.add((*place, "max_values"), "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE", message)
    if sum(bool(option.get("default")) for option in options) > most:
        message = "More options are default than max_values allows"
        errors.add((*place, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULTS", message)
    seen: set[str] = set()
    for index, option in enumerate(options):
        if option["value"] in seen:
            message = "The specified option value is already used"
            where = (*place, "options", index, "value")
            errors.add(where, "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message)
        seen.add(option["value"])
        _check_emoji(option.get("emoji"), (*place, "options", index, "emoji"), errors)


def _check_row(row: Json, place: Place, errors: FormErrors) -> None:
    kinds = [component["type"] for component in row["components"]]
    if len(kinds) > 1 and any(kind in SELECTS for kind in kinds):
        message = "The specified component exceeds the maximum width"
        errors.add((*place, "components", 1), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message)


def _check_text_input(text_input: Json, place: Place, errors: FormErrors) -> None:
    in_row = "component" not in place
    if in_row and not text_input.get("label"):
        errors.add((*place, "label"), "BASE_TYPE_REQUIRED", "This field is required")
    least, most = text_input.get("min_length") or 0, text_input.get("max_length") or 4000
    if least > most:
        message = "min_length must be less than or equal to max_length"
        errors.add((*place, "min_length"), "TEXT_INPUT_MIN_GREATER_THAN_MAX", message)
    value = text_input.get("value")
    if value and not least <= len(value) <= most:
        message = f"Must be between {least} and {most} in length."
        errors.add((*place, "value"), "BASE_TYPE_BAD_LENGTH", message)


def _check_sums(components: list[Json], errors: FormErrors) -> None:
    everything = list(walk(components))
    if len(everything) > limits.COMPONENTS_V2_IN_ALL:
        message = f"The total number of components cannot exceed {limits.COMPONENTS_V2_IN_ALL}"
        errors.add(("components",), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", message)
    text = sum(len(c["content"]) for c in everything if c["type"] == TEXT_DISPLAY)
    if text > limits.COMPONENTS_V2_TEXT_IN_SUM:
        message = f"Displayable text size cannot exceed {limits.COMPONENTS_V2_TEXT_IN_SUM} characters"
        errors.add(("components",), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message)


def _check_files(components: list[Json], files: set[str], errors: FormErrors) -> None:
    for url in _media_urls(components):
        if url.startswith("attachment://") and url.removeprefix("attachment://") not in files:
            message = f"The referenced attachment {url!r} was not found in the message"
            errors.add(("components",), "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", message)


def _media_urls(components: list[Json]) -> Iterator[str]:
    for component in walk(components):
        for single in ("media", "file"):
            if component.get(single):
                yield component[single]["url"]
        for item in component.get("items") or []:
            yield item["media"]["url"]
