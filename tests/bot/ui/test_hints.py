"""What stands beside a field: whole on a phone, with what matters first."""

import pytest

from bot.ui.texts.scores import shorten_example
from core.scoring.event import get_events


@pytest.mark.parametrize("key", [key for key, event in get_events().items() if event.entry is not None])
def test_how_a_round_is_typed_fits_and_is_not_cut(key: str) -> None:
    entry = get_events()[key].entry
    assert entry is not None
    hint = shorten_example(entry)
    assert len(f"Type {hint}") <= 100
    assert entry.example.startswith(hint)


def test_what_bowlers_know_is_left_out() -> None:
    entry = get_events()["bowling"].entry
    assert entry is not None
    assert shorten_example(entry) == "the total, like 151, or the rolls frame by frame, like X 9/ 8- 72"
