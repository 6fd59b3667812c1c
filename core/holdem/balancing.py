"""Hold'em: who moves where after somebody went out (G177-G181; rulings 72-75).

1. As soon as those who are in fit at fewer tables, the table with the highest number breaks, and its players fill the
   others. So play drifts to the low numbers and ends at table 1 (ruling 73).
2. Whoever is in and has no seat, such as somebody who is back in, gets one; where no seat is free, a table opens.
3. Then tables are levelled until they differ by one player at most: from the fullest table (of several the highest
   number) to the emptiest (of several the lowest number).

The free seat with the lowest number is taken. Whoever was moved less moves first, then whoever was drawn first: where
the blinds stand is known at the table alone (ruling 74).
"""

from collections.abc import Collection, Iterable
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
    turn = {one.player_id: (one.moves, place) for place, one in enumerate(room)}
    tables = sorted({seat.table for seat in seats.values()})
    wanted = count_tables(len(present))
    kept, broken = tables[:wanted], tables[wanted:][::-1]
    new = (number for number in range(1, len(tables) + wanted + 1) if number not in tables)
    at_table: dict[int, dict[int, int]] = {table: {} for table in sorted([*kept, *_take(new, wanted - len(kept))])}
    for player, seat in seats.items():
        if seat.table in at_table:
            at_table[seat.table][seat.number] = player

    def sit_down(player: int) -> Move:
        table = min(at_table, key=lambda number: len(at_table[number]))
        seat = find_free_seat(table, at_table[table])
        at_table[table][seat.number] = player
        return Move(player, seats.get(player), seat)

    def next_to_move(players: Iterable[int]) -> list[int]:
        return sorted(players, key=lambda player: turn[player])

    leaving = [next_to_move(p for p, seat in seats.items() if seat.table == table) for table in broken]
    known = next_to_move(player for player in present if player in turn and player not in seats)
    unknown = [player for player in present if player not in turn]
    moves = [sit_down(player) for player in (*(p for players in leaving for p in players), *known, *unknown)]
    while at_table and len(fullest := _find_fullest(at_table)) - min(map(len, at_table.values())) > 1:
        mover = next_to_move(fullest.values())[0]
        del fullest[seats[mover].number]
        moves.append(sit_down(mover))
    return Balance(tuple(moves), tuple(broken))


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


def _take(numbers: Iterable[int], count: int) -> list[int]:
    return [number for number, _ in zip(numbers, range(count), strict=False)]


def _find_fullest(at_table: dict[int, dict[int, int]]) -> dict[int, int]:
    return at_table[max(at_table, key=lambda number: (len(at_table[number]), number))]
