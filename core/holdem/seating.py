"""Hold'em: how many tables there are, and who sits where at the start (G174-G176; rulings 70-72).

Everything follows from a published seed (`core/draw.py`). The teams are shuffled with `SEED, teams`, and the players of
the team that came n-th with `SEED, team n`. All players in this order are dealt to the tables one by one, like cards:
the first to table 1, the next to table 2, and after the last table to table 1 again. So tables differ by one player at
most, and team-mates, who follow each other, share a table only where a team has more players than there are tables.
The players of table t, in this order, are shuffled with `SEED, table t`; the first one sits in seat 1, and so on.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from core.draw import shuffle

MOST_AT_TABLE = 8
SEATS = range(1, MOST_AT_TABLE + 1)


class Seat(NamedTuple):
    """A seat at a table; both count from 1, seats clockwise."""

    table: int
    number: int


@dataclass(frozen=True, slots=True)
class Seated:
    """Where a player sits, and how often they were moved to another table; None: the seat was given to somebody else.

    Whoever goes out keeps the last seat until somebody else gets it, so that a mistake can be taken back.
    """

    player_id: int
    seat: Seat | None
    moves: int = 0


Room = tuple[Seated, ...]
"""Everybody who was ever seated, in the order of the draw, which settles who moves first among equals (ruling 74)."""


def count_tables(players: int) -> int:
    """As few tables as seat so many players, eight at most at each (G174, G179)."""
    return -(-players // MOST_AT_TABLE)


def draw_seats(seed: str, teams: Sequence[Sequence[int]]) -> Room:
    """Draw a seat for every player; teams and their players come in their published order.

    Raises RuleError for a seed that people could not copy.
    """
    drawn = shuffle(f"{seed}, teams", teams)
    order = [player for n, team in enumerate(drawn, 1) for player in shuffle(f"{seed}, team {n}", team)]
    tables = count_tables(len(order))
    seat_of = {
        player: Seat(table, number)
        for table in range(1, tables + 1)
        for number, player in enumerate(shuffle(f"{seed}, table {table}", order[table - 1 :: tables]), 1)
    }
    return tuple(Seated(player, seat_of[player]) for player in order)


def find_seats(room: Room, present: Collection[int]) -> dict[int, Seat]:
    """The seats of those who are in and have one, by player, in the order of the room."""
    return {one.player_id: one.seat for one in room if one.seat is not None and one.player_id in present}
