"""Strict reading: what JSON leaves open, and what is hostile, ends in a line, in bounded time and memory."""

import subprocess
import sys
from collections.abc import Callable

import pytest

from core.scoring.faults import Faults, FileFaults
from core.scoring.json_reader import MAX_BYTES, MAX_CONTAINERS, describe, read_object


def read(data: bytes) -> tuple[dict[str, object] | None, list[str]]:
    faults = Faults()
    try:
        return read_object(data, faults), list(faults.lines)
    except FileFaults as raised:
        return None, list(raised.lines)


@pytest.mark.parametrize(
    "data",
    [
        b'{"a": [1, -0, true, null, "x"], "b": {}}',
        b'\xef\xbb\xbf{"a": [1, -0, true, null, "x"], "b": {}}',
        b' \r\n\t{"a":[1,0,true,null,"\\u0078"],"b":{}} ',
    ],
)
def test_plain_json_is_read_as_plain_values_with_or_without_a_byte_order_mark(data: bytes) -> None:
    assert read(data) == ({"a": [1, 0, True, None, "x"], "b": {}}, [])


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"", "file: not JSON (line 1, column 1: expecting value)"),
        (b'{"a": nan}', "file: not JSON (line 1, column 7: expecting value)"),
        (b'{"a": 1}\n{}', "file: not JSON (line 2, column 1: extra data)"),
        (b'{"a": "\xff"}', "file: not UTF-8 (byte 8 is 0xff)"),
        (b'{"a": "\xed\xa0\xbc"}', "file: not UTF-8 (byte 8 is 0xed)"),
        ('{"a": 1}'.encode("utf-16"), "file: not UTF-8 (byte 1 is 0xff)"),
        (b"[]", "file: a list is not an object: a file starts with {"),
        (b"null", "file: null is not an object: a file starts with {"),
        (b'"teams"', 'file: "teams" is not an object: a file starts with {'),
        (b"3", "file: 3 is not an object: a file starts with {"),
        (b"[" * 1_000_000, "file: nested too deep"),
        (b'{"a":' * 1_000_000, "file: nested too deep"),
        (b"[" * 1_000_000 + b"]" * 1_000_000, "file: nested too deep"),
    ],
)
def test_what_cannot_be_read_ends_in_one_line(data: bytes, line: str) -> None:
    assert read(data) == (None, [line])


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf\xef\xbb\xbf{}",
        b'{"a": 1,}',
        b'{"a": 01}',
        b"{'a': 1}",
        b'{"a": "x\ny"}',
        b'{"a": .5}',
        b'{"a": 1} x',
        b'{"a": "\\x41"}',
        b"// a comment",
    ],
)
def test_what_json_forbids_is_named_with_line_and_column(data: bytes) -> None:
    content, lines = read(data)
    assert content is None
    assert len(lines) == 1
    assert lines[0].startswith("file: not JSON (line 1, column ")


def test_the_top_level_is_named_along_with_what_is_wrong_in_it() -> None:
    assert read(b"[NaN]") == (
        None,
        ["[0]: NaN is not a number in JSON", "file: a list is not an object: a file starts with {"],
    )


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b'{"a": NaN}', ["a: NaN is not a number in JSON"]),
        (
            b'{"a": [Infinity, -Infinity]}',
            ["a[0]: Infinity is not a number in JSON", "a[1]: -Infinity is not a number in JSON"],
        ),
        (b'{"a": {"b": 1e400}}', ["a.b: 1e400 is too large for a number"]),
        (b'{"a": {"b": -1E+999}}', ["a.b: -1E+999 is too large for a number"]),
        (b'{"a": 1, "b": 2, "a": 3}', ['file: the key "a" is there twice']),
        (b'{"a": 1, "a": 2, "\\u0061": 3}', ['file: the key "a" is there twice']),
        (
            b'{"x": [{"a": 1, "a": 2, "b": 1, "b": 2}]}',
            ['x[0]: the key "a" is there twice', 'x[0]: the key "b" is there twice'],
        ),
        (
            b'{"a": {"c": NaN}, "a": {"d": NaN}}',
            [
                'file: the key "a" is there twice',
                "a.c: NaN is not a number in JSON",
                "a.d: NaN is not a number in JSON",
            ],
        ),
        (b'{"a\\nb": [[NaN]]}', [r"a\nb[0][0]: NaN is not a number in JSON"]),
    ],
)
def test_faults_within_the_file_are_named_with_their_place(data: bytes, lines: list[str]) -> None:
    content, found = read(data)
    assert found == lines
    assert content is not None


def test_of_a_key_that_is_there_twice_the_last_value_is_read_on() -> None:
    assert read(b'{"a": 1, "a": 3}')[0] == {"a": 3}


@pytest.mark.parametrize("digits", [19, 400, 4_300, 5_000, 1_000_000])
def test_numbers_of_many_digits_are_read_in_no_time_and_shown_cut(digits: int) -> None:
    content, lines = read(b'{"a": ' + b"9" * digits + b', "b": -5}')
    assert lines == []
    assert content is not None
    assert content["b"] == -5
    assert describe(content["a"]) == "9" * digits if digits <= 80 else "9" * 80 + "…"


def test_a_decimal_number_is_shown_as_it_was_written() -> None:
    content, lines = read(b'{"a": 100.0, "b": 1e2}')
    assert lines == []
    assert content is not None
    assert (describe(content["a"]), describe(content["b"])) == ("100.0", "1e2")


def test_a_file_of_64_mib_is_read_and_a_larger_one_refused_at_once() -> None:
    largest = b'{"a": 1' + b" " * (MAX_BYTES - 8) + b"}"
    assert read(largest) == ({"a": 1}, [])
    assert read(largest + b" ") == (None, ["file: larger than 64 MiB"])


def test_millions_of_lists_are_refused_before_they_are_built() -> None:
    data = b'{"a":[' + b"[]," * MAX_CONTAINERS + b"[]]}"
    assert read(data) == (None, ["file: more than 8388608 lists and objects"])


def test_after_a_hundred_thousand_broken_numbers_a_file_is_not_read_on() -> None:
    data = b'{"a":[' + b"NaN," * 100_001 + b"0]}"
    assert read(data) == (None, ["file: more than 100000 broken numbers and repeated keys"])


def test_a_machine_without_the_memory_ends_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("json.loads", give_up)
    assert read(b"{}") == (None, ["file: holds more than this machine's memory"])


HOSTILE: dict[str, Callable[[], bytes]] = {
    "nesting": lambda: b"[" * 5_000_000,
    "digits": lambda: b'{"a":' + b"9" * 8_000_000 + b"}",
    "decimals": lambda: b'{"a":0.' + b"9" * 8_000_000 + b"}",
    "one key": lambda: b"{" + b'"a":1,' * 1_000_000 + b'"b":1}',
}


@pytest.mark.parametrize("make", HOSTILE.values(), ids=HOSTILE)
def test_hostile_files_end_within_seconds_and_a_gigabyte(make: Callable[[], bytes], tmp_path: object) -> None:
    program = (
        "import resource, sys\n"
        "resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))\n"
        "resource.setrlimit(resource.RLIMIT_CPU, (20, 20))\n"
        "from core.scoring.faults import Faults, FileFaults\n"
        "from core.scoring.json_reader import read_object\n"
        "try:\n"
        "    read_object(sys.stdin.buffer.read(), Faults())\n"
        "except FileFaults:\n"
        "    pass\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], input=make(), capture_output=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, b"")


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "null"),
        (True, "true"),
        (False, "false"),
        (0, "0"),
        ("a\u202eb", '"a\\u202eb"'),
        ([[[]]], "a list"),
        ({}, "an object"),
    ],
)
def test_values_are_shown_as_json_in_a_word(value: object, shown: str) -> None:
    assert describe(value) == shown
