"""Components as a bot sends them, in the shortest form that Discord takes."""

from typing import Any

V2 = 32768
LONG, BAD_LENGTH, REQUIRED = "BASE_TYPE_MAX_LENGTH", "BASE_TYPE_BAD_LENGTH", "BASE_TYPE_REQUIRED"

Json = dict[str, Any]


def button(**fields: Any) -> Json:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": "go", **fields}


def buttons(count: int, start: int = 0) -> list[Json]:
    return [button(custom_id=f"go{n}") for n in range(start, start + count)]


def menu(**fields: Any) -> Json:
    return {"type": 3, "custom_id": "menu", "options": options(2), **fields}


def options(count: int, **fields: Any) -> list[Json]:
    return [{"label": f"L{n}", "value": f"v{n}", **fields} for n in range(count)]


def row(*components: Json) -> Json:
    return {"type": 1, "components": list(components)}


def text(content: str) -> Json:
    return {"type": 10, "content": content}


def box(*components: Json) -> Json:
    return {"type": 17, "components": list(components)}


def section(accessory: Json, *texts: Json) -> Json:
    return {"type": 9, "components": list(texts), "accessory": accessory}


def modal(*components: Json, **fields: Any) -> Json:
    return {"custom_id": "m", "title": "T", "components": list(components) or [label()], **fields}


def label(**fields: Any) -> Json:
    return {"type": 18, "label": "Name", "component": field(), **fields}


def field(**fields: Any) -> Json:
    return {"type": 4, "custom_id": "name", "style": 1, **fields}


def labels(count: int) -> list[Json]:
    return [label(component=field(custom_id=f"f{n}")) for n in range(count)]
