"""Hold'em: who moves where after somebody went out (G177-G181; rulings 72-75).

1. As soon as those who are in fit at fewer tables, the table with the highest number breaks, and its players fill the
   others. So play drifts to the low numbers and ends at table 1 (ruling 73).
2. Whoever is in and has no seat, such as somebody who is back in, gets one; where no seat is free, a table opens.
3. Then tables are levelled until they differ by one player at most: from the fullest table (of several the highest
   number) to the emptiest (of several the lowest number).

The free seat with the lowest number is taken. Whoever was moved less moves first, then whoever was drawn first: where
the blinds stand is known at the table alone (ruling 74).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from core.holdem.seating import SEATS, Room, Seat, Seated, count_tables, find_seats


class Move(NamedTuple):
    """A player gets another seat; `before` None: they had none."""

    player_id: int
    before: Seat | None
    after: Seat


@dataclass(frozen=True, slots=True)
class Balance:
    """Who has to move, nobody twice, and which tables break by it, the highest number first."""

    moves: tuple[Move, ...] = ()
    broken: tuple[int, ...] = ()


def balance(room: Room, present: Collection[int]) -> Balance:
    """Who has to move, so that those who are present sit at as few tables as possible, evenly."""
    seats = find_seats(room, present)
    tables = sorted({seat.table for seat in seats.values()})
    wanted = count_tables(len(present))
    kept, broken = tables[:wanted], tables[wanted:][::-1]
    hall = _Hall(room, seats, [*kept, *_number_new(tables, wanted - len(kept))])
    for table in broken:
        hall.seat_all(player for player, seat in seats.items() if seat.table == table)
    hall.seat_all(player for player in present if player not in seats)
    hall.level()
    return Balance(tuple(hall.moves), tuple(broken))


class _Hall:
    """The tables that stay, while players move between them."""

    def __init__(self, room: Room, seats: Mapping[int, Seat], tables: Sequence[int]) -> None:
        self.moves: list[Move] = []
        self._seats = seats
        self._turns = {one.player_id: (one.moves, place) for place, one in enumerate(room)}
        self._at: dict[int, dict[int, int]] = {table: {} for table in sorted(tables)}
        for player, seat in seats.items():
            if seat.table in self._at:
                self._at[seat.table][seat.number] = player

    def seat_all(self, players: Iterable[int]) -> None:
        """Give all of them seats, one after the other at the table that is the emptiest then."""
        for player in sorted(players, key=self._turn_of):
            self._sit_down(player)

    def level(self) -> None:
        """Let players move until no table has two more than another."""
        while self._at and len(fullest := self._find_fullest()) - min(map(len, self._at.values())) > 1:
            mover = min(fullest.values(), key=self._turn_of)
            del fullest[self._seats[mover].number]
            self._sit_down(mover)

    def _sit_down(self, player: int) -> None:
        table = min(self._at, key=lambda number: len(self._at[number]))
        seat = find_free_seat(table, self._at[table])
        self._at[table][seat.number] = player
        self.moves.append(Move(player, self._seats.get(player), seat))

    def _find_fullest(self) -> dict[int, int]:
        return self._at[max(self._at, key=lambda number: (len(self._at[number]), number))]

    def _turn_of(self, player: int) -> tuple[int, int]:
        """Who moves first: whoever was moved less, then whoever was drawn first; last who was never seated."""
        return self._turns.get(player, (0, len(self._turns)))


def _number_new(tables: Sequence[int], count: int) -> list[int]:
    """The lowest numbers that no table has, for tables that open."""
    unused = (number for number in range(1, len(tables) + count + 1) if number not in tables)
    return [number for number, _ in zip(unused, range(count), strict=False)]


def find_free_seat(table: int, taken: Collection[int]) -> Seat:
    """The free seat with the lowest number at a table that is not full."""
    return Seat(table, min(number for number in SEATS if number not in taken))


def move_players(room: Room, moves: Iterable[Move]) -> Room:
    """The room after these moves; another table counts as a move (ruling 75), a first seat does not."""
    after = {one.player_id: one for one in room}
    for move in moves:
        for one in [one for one in after.values() if one.seat == move.after]:
            after[one.player_id] = replace(one, seat=None)
        known = after.get(move.player_id, Seated(move.player_id, None))
        is_counted = move.before is not None and move.before.table != move.after.table
        after[move.player_id] = replace(known, seat=move.after, moves=known.moves + is_counted)
    return tuple(after.values())
