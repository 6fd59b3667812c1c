"""Raw HTTP: what Discord refuses about forms (modals)."""

from typing import Any

import pytest

from rehearsal.interactions import Interaction
from rehearsal.people import Person
from tests.rehearsal.acting import acting, callback
from tests.rehearsal.building import (
    BAD_LENGTH,
    LONG,
    REQUIRED,
    Json,
    button,
    field,
    label,
    labels,
    menu,
    modal,
    options,
    row,
)
from tests.rehearsal.raw import RawApi

IN_FIRST = "data.components.0.component"
FORMS: list[tuple[Json, Json, str, str]] = [
    (modal(title="x" * 45), modal(title="x" * 46), "data.title", BAD_LENGTH),
    (modal(), modal(title=""), "data.title", REQUIRED),
    (modal(), modal(title=None), "data.title", REQUIRED),
    (modal(custom_id="x" * 100), modal(custom_id="x" * 101), "data.custom_id", BAD_LENGTH),
    (modal(*labels(5)), modal(*labels(6)), "data.components", BAD_LENGTH),
    (modal(), {**modal(), "components": []}, "data.components", BAD_LENGTH),
    (modal(label(label="x" * 45)), modal(label(label="x" * 46)), "data.components.0.label", BAD_LENGTH),
    (
        modal(label(description="x" * 100)),
        modal(label(description="x" * 101)),
        "data.components.0.description",
        BAD_LENGTH,
    ),
    (
        modal(label(component=field(value="x" * 4000))),
        modal(label(component=field(value="x" * 4001))),
        f"{IN_FIRST}.value",
        LONG,
    ),
    (
        modal(label(component=field(max_length=4000))),
        modal(label(component=field(max_length=4001))),
        f"{IN_FIRST}.max_length",
        "NUMBER_TYPE_MAX",
    ),
    (
        modal(label(component=field(placeholder="x" * 100))),
        modal(label(component=field(placeholder="x" * 101))),
        f"{IN_FIRST}.placeholder",
        LONG,
    ),
    (
        modal(label(component=field(min_length=3, max_length=3))),
        modal(label(component=field(min_length=4, max_length=3))),
        f"{IN_FIRST}.min_length",
        "TEXT_INPUT_MIN_GREATER_THAN_MAX",
    ),
    (
        modal(label(component=field(max_length=3, value="abc"))),
        modal(label(component=field(max_length=3, value="abcd"))),
        f"{IN_FIRST}.value",
        BAD_LENGTH,
    ),
    (
        modal(label()),
        modal(label(component=field(label="Name"))),
        f"{IN_FIRST}.label",
        "COMPONENT_LABEL_NOT_ALLOWED",
    ),
    (
        modal(*labels(2)),
        modal(label(), label()),
        "data.components.1.component.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    (modal(row(field(label="Name"))), modal(row(field())), "data.components.0.components.0.label", REQUIRED),
    (
        modal(row(field(label="N"))),
        modal(row(field(label="N"), field(label="M", custom_id="m"))),
        "data.components.0.components",
        BAD_LENGTH,
    ),
    (modal(), modal(row(button())), "data.components.0.components.0.type", "UNION_TYPE_CHOICES"),
    (modal(label(component=menu())), modal(label(component=button())), f"{IN_FIRST}.type", "UNION_TYPE_CHOICES"),
    (
        modal(label(component=menu(options=options(25)))),
        modal(label(component=menu(options=options(26)))),
        f"{IN_FIRST}.options",
        BAD_LENGTH,
    ),
    (
        modal(label(component=menu())),
        modal(label(component=menu(disabled=True))),
        f"{IN_FIRST}.disabled",
        "SELECT_COMPONENT_DISABLED_IN_MODAL",
    ),
    (
        modal(label(component={"type": 21, "custom_id": "r", "options": options(10)})),
        modal(label(component={"type": 21, "custom_id": "r", "options": options(11)})),
        f"{IN_FIRST}.options",
        BAD_LENGTH,
    ),
    (
        modal(label(component={"type": 22, "custom_id": "c", "options": options(10), "max_values": 10})),
        modal(label(component={"type": 22, "custom_id": "c", "options": options(11)})),
        f"{IN_FIRST}.options",
        BAD_LENGTH,
    ),
    (
        modal(label(component={"type": 19, "custom_id": "f", "max_values": 10})),
        modal(label(component={"type": 19, "custom_id": "f", "max_values": 11})),
        f"{IN_FIRST}.max_values",
        "NUMBER_TYPE_MAX",
    ),
    (
        modal(label(component={"type": 23, "custom_id": "b", "default": True})),
        modal(label(component={"type": 23, "custom_id": "b", "default": 1})),
        f"{IN_FIRST}.default",
        "BOOLEAN_TYPE_CONVERT",
    ),
]


@pytest.fixture
async def opened(api: RawApi, ann: Person) -> Any:
    """An interaction that waits for its answer."""
    async with acting(api, ann) as interaction:
        yield interaction


@pytest.mark.parametrize(("fits", "breaks", "place", "code"), FORMS, ids=lambda v: v if isinstance(v, str) else "")
async def test_forms(api: RawApi, opened: Interaction, fits: Json, breaks: Json, place: str, code: str) -> None:
    assert (await callback(api, opened, 9, breaks)).faults() == {place: [code]}
    assert opened.acknowledged_with is None
    assert (await callback(api, opened, 9, fits)).status == 204
