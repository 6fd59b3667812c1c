"""JSON for people, which machines read as the same values."""

import json

from hypothesis import given
from hypothesis import strategies as st

from core.scoring.json_writer import Objects, lay_out, quote_json

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(st.text(), VALUES, max_size=4))
def test_what_is_laid_out_is_the_value(value: dict[str, object]) -> None:
    assert json.loads(lay_out(value)) == value


def test_objects_take_a_line_for_each_member_and_lists_of_objects_for_each_object() -> None:
    assert lay_out({"a": {}, "b": [], "c": [1, [2]], "d": {"é": [{"x": {"y": 1}}, {}]}}) == (
        '{\n  "a": {},\n  "b": [],\n  "c": [1, [2]],\n'
        '  "d": {\n    "é": [\n      {"x": {"y": 1}},\n      {}\n    ]\n  }\n}\n'
    )


def test_objects_that_are_text_already_are_taken_as_they_are() -> None:
    assert (
        lay_out({"rows": Objects(['{"a": 1}', '{"a": 2}'])}) == '{\n  "rows": [\n    {"a": 1},\n    {"a": 2}\n  ]\n}\n'
    )
    assert lay_out({"rows": Objects()}) == '{\n  "rows": []\n}\n'


def test_strings_are_quoted() -> None:
    assert quote_json('Ł"\\\u2028') == '"Ł\\"\\\\\u2028"'
