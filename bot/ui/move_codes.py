"""Moves as a button carries them, whose id holds a hundred characters: `1k.2b-1z.c` are two players and their seats."""

import re
from collections.abc import Sequence

from core.holdem.seating import MOST_AT_TABLE, Seat

MOST_MOVES = 8
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
CODE = re.compile(r"[1-9a-z][0-9a-z]{0,7}\.[1-9a-z][0-9a-z]{0,2}")


def write_moves(moves: Sequence[tuple[int, Seat]]) -> str:
    """Players and the seats that they get, at most `MOST_MOVES`."""
    return "-".join(
        f"{_write(player)}.{_write((seat.table - 1) * MOST_AT_TABLE + seat.number)}" for player, seat in moves
    )


def read_moves(text: str) -> dict[int, Seat]:
    """The same by player; empty for what nobody wrote here, such as one player or seat twice."""
    codes = text.split("-")
    if len(codes) > MOST_MOVES or not all(map(CODE.fullmatch, codes)):
        return {}
    found: dict[int, Seat] = {}
    for player, place in (code.split(".") for code in codes):
        table, number = divmod(int(place, len(DIGITS)) - 1, MOST_AT_TABLE)
        found[int(player, len(DIGITS))] = Seat(table + 1, number + 1)
    return found if len({*found.values()}) == len(codes) else {}


def _write(number: int) -> str:
    rest, last = divmod(number, len(DIGITS))
    return (_write(rest) if rest else "") + DIGITS[last]
