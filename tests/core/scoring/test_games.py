"""Two entries of a round are the same where their points are, and their counts wherever both give them."""

import pytest

from core.scoring.games import Round

COUNTED, TOTAL = Round(7, (3, 4)), Round(7, 7)


@pytest.mark.parametrize(
    ("other", "fits"),
    [
        (Round(7, (3, 4)), True),
        (Round(7, (4, 3)), False),
        (Round(8, (4, 4)), False),
        (TOTAL, True),
        (Round(8, 8), False),
    ],
)
def test_a_counted_round(other: Round, fits: bool) -> None:
    assert COUNTED.fits(other) is fits
    assert other.fits(COUNTED) is fits


def test_a_round_of_which_only_the_total_is_known() -> None:
    assert TOTAL.fits(Round(7, 7))
    assert not TOTAL.fits(Round(6, 6))
