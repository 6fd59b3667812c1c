"""What phones of other scripts type is read as what is meant."""

import pytest

from core.scoring.event import get_events, get_rounds_event
from core.scoring.notation import split_words


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("１２０", ["120"]),
        ("١٢٠", ["120"]),
        ("१ २；३", ["1", "2", "3"]),
        ("１\u3000０,２", ["1", "0", "2"]),
        ("\u22125", ["-5"]),
        ("2²", ["2²"]),
        ("①", ["①"]),
        ("", []),
    ],
)
def test_words_are_ascii_where_they_are_numbers(typed: str, words: list[str]) -> None:
    assert split_words(typed) == words


@pytest.mark.parametrize(
    ("event", "typed", "points"), [("derby", "１ ０ ２ ０ ３", 22), ("bags", "１／０ ２／１ ０／３", 38)]
)
def test_full_width_counts_are_read(event: str, typed: str, points: int) -> None:
    entry = get_rounds_event(event).entry
    assert entry.parse(typed).points == points


def test_g48_g93_rounds_of_a_minute_by_event() -> None:
    lasting = {key: event.round_seconds for key, event in get_events().items() if event.round_seconds}
    assert lasting == {"derby": 60, "basketball": 60}
