"""Moves as a button carries them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ui.move_codes import MOST_MOVES, read_moves, write_moves
from core.holdem.seating import Seat

seats = st.builds(Seat, st.integers(1, 200), st.integers(1, 8))


@given(st.dictionaries(st.integers(1, 10**6), seats, min_size=1, max_size=MOST_MOVES))
def test_what_is_written_is_read(moves: dict[int, Seat]) -> None:
    code = write_moves([*moves.items()])
    assert len(code) <= 63 + MOST_MOVES
    assert read_moves(code) == (moves if len({*moves.values()}) == len(moves) else {})


@pytest.mark.parametrize("text", ["", "1", "1.0", "0.1", "1.1-", "1.1-2.1", "1.1-1.2", "a_b.1", "\u0661.1", "1.1-" * 9])
def test_anything_else_is_no_move(text: str) -> None:
    assert read_moves(text) == {}
