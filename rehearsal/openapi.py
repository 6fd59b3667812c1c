"""Discord's own OpenAPI document as a second judge of request bodies, where DISCORD_OPENAPI names it."""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

from rehearsal.shapes import FormErrors

VARIABLE = "DISCORD_OPENAPI"

# Which of the callback's schemas applies is said by its type; the document only lists them all.
_CALLBACKS = {
    1: "PongInteractionCallbackRequest",
    4: "CreateMessageInteractionCallbackRequest",
    5: "CreateMessageInteractionCallbackRequest",
    6: "UpdateMessageInteractionCallbackRequest",
    7: "UpdateMessageInteractionCallbackRequest",
    8: "ApplicationCommandAutocompleteCallbackRequest",
    9: "ModalInteractionCallbackRequest",
}
_DIGITS = {"type": "string", "pattern": "^(0|[1-9][0-9]*)$"}
_PERMISSION_FIELDS = frozenset({"permissions", "allow", "deny", "default_member_permissions"})
CALLBACK_ROUTE = "/interactions/{interaction_id}/{interaction_token}/callback"


class Document:
    """Validates bodies against the document; each schema is compiled when first needed."""

    def __init__(self, path: Path) -> None:
        self._document = json.loads(path.read_text())
        self._document["components"]["schemas"]["SnowflakeType"] = {
            "anyOf": [{"type": "integer", "minimum": 0}, _DIGITS]
        }
        _allow_permissions_as_text(self._document)
        self._validators: dict[tuple[str, str, int | None], Any] = {}

    def check(self, method: str, template: str, body: Any) -> None:
        """Refuse a body that does not fit the document.

        Raises:
            ApiError: 50035 with the first faulty field.
        """
        kind = body.get("type") if template == CALLBACK_ROUTE and isinstance(body, dict) else None
        key = (method.lower(), template, kind)
        if key not in self._validators:
            self._validators[key] = self._compile(*key)
        validator = self._validators[key]
        if validator is None or validator.is_valid(body):
            return
        errors = FormErrors()
        for error in validator.iter_errors(body):
            errors.add(tuple(error.instance_path), "OPENAPI", f"Discord's document: {error.message:.300}")
        errors.refuse()

    def _compile(self, method: str, template: str, kind: int | None) -> Any:
        import jsonschema_rs

        operation = self._document["paths"].get(template, {}).get(method)
        if operation is None or "requestBody" not in operation:
            return None
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        if kind in _CALLBACKS:
            schema = {"$ref": f"#/components/schemas/{_CALLBACKS[kind]}"}
        whole = {**schema, "components": self._document["components"]}
        return jsonschema_rs.Draft202012Validator(whole)


def _allow_permissions_as_text(node: Any) -> None:
    """Discord takes sets of permissions as text, as it writes them itself, whatever its document says."""
    if isinstance(node, list):
        for inner in node:
            _allow_permissions_as_text(inner)
    elif isinstance(node, dict):
        properties = node.get("properties", {})
        for name in _PERMISSION_FIELDS & properties.keys():
            properties[name] = {"anyOf": [properties[name], _DIGITS]}
        for inner in node.values():
            _allow_permissions_as_text(inner)


def find_document() -> Document | None:
    """The document that DISCORD_OPENAPI names, if it does."""
    named = os.environ.get(VARIABLE)
    return _load(Path(named)) if named else None


@cache
def _load(path: Path) -> Document:
    """Many stand-ins of one process share the compiled document."""
    return Document(path)
