"""The draw of the seats, and who moves where: whatever happens, the room stays as the rulebook wants it."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.draw import shuffle
from core.errors import RuleError
from core.holdem.balancing import Balance, Move, balance, find_free_seat, move_players
from core.holdem.blinds import count_chips
from core.holdem.seating import MOST_AT_TABLE, Room, Seat, Seated, count_tables, draw_seats, find_seats


def make_teams(*sizes: int) -> list[list[int]]:
    numbers = iter(range(1, 1000))
    return [[next(numbers) for _ in range(size)] for size in sizes]


def sizes_of(room: Room, present: Sequence[int]) -> dict[int, int]:
    return dict(sorted(Counter(seat.table for seat in find_seats(room, present).values()).items()))


fields = st.lists(st.integers(1, 4), min_size=2, max_size=16).map(lambda sizes: make_teams(*sizes))


class TestTheDraw:
    @settings(max_examples=40)
    @given(fields, st.text("abc123", min_size=1, max_size=8))
    def test_g174_g175_at_most_eight_and_evenly(self, teams: list[list[int]], seed: str) -> None:
        room = draw_seats(seed, teams)
        everybody = [player for team in teams for player in team]
        assert sorted(one.player_id for one in room) == everybody
        sizes = sizes_of(room, everybody)
        assert [*sizes] == [*range(1, count_tables(len(everybody)) + 1)]
        assert max(sizes.values()) <= MOST_AT_TABLE
        assert max(sizes.values()) - min(sizes.values()) <= 1
        for table, size in sizes.items():  # so seat 1, which deals first, is taken (G126)
            assert sorted(one.seat.number for one in room if one.seat and one.seat.table == table) == [
                *range(1, size + 1)
            ]

    @settings(max_examples=40)
    @given(fields, st.text("abc123", min_size=1, max_size=8))
    def test_g176_team_mates_are_apart_as_far_as_there_are_tables(self, teams: list[list[int]], seed: str) -> None:
        room = draw_seats(seed, teams)
        seats = find_seats(room, [one.player_id for one in room])
        tables = count_tables(len(room))
        for team in teams:
            together = Counter(seats[player].table for player in team)
            assert max(together.values()) == -(-len(team) // tables)

    def test_g175_it_follows_from_the_published_seed(self) -> None:
        teams = make_teams(2, 3)
        by_hand = [p for n, team in enumerate(shuffle("s, teams", teams), 1) for p in shuffle(f"s, team {n}", team)]
        seats = {player: Seat(1, n) for n, player in enumerate(shuffle("s, table 1", by_hand), 1)}
        assert draw_seats("s", teams) == tuple(Seated(player, seats[player]) for player in by_hand)
        assert draw_seats("s", teams) == draw_seats("s", teams) != draw_seats("t", teams)

    def test_every_seat_is_as_likely_as_another(self) -> None:
        teams = make_teams(4, 4, 4)
        seats = Counter(find_seats(draw_seats(f"seed {n}", teams), [1])[1] for n in range(600))
        assert set(seats) == {Seat(table, number) for table in (1, 2) for number in range(1, 7)}
        assert all(25 < count < 80 for count in seats.values())

    def test_a_seed_that_nobody_could_copy(self) -> None:
        with pytest.raises(RuleError):
            draw_seats("a\nb", make_teams(2))

    def test_g123_g125_chips_in_play(self) -> None:
        assert (count_chips(48), count_chips(0)) == (48_000, 0)


@settings(max_examples=40)
@given(fields, st.integers(0, 10**6))
def test_an_evening(teams: list[list[int]], chance: int) -> None:
    """One after the other goes out, some are brought back, moves are made at once, later, or otherwise by hand."""
    luck = Random(chance)
    room = draw_seats("evening", teams)
    present = [one.player_id for one in room]
    gone: list[int] = []
    assert balance(room, present) == Balance()
    while len(present) > 1:
        if gone and luck.randrange(10) == 0:
            present.append(gone.pop(luck.randrange(len(gone))))
        else:
            gone.append(present.pop(luck.randrange(len(present))))
        if luck.randrange(4) == 0:
            continue  # nobody presses Done
        counted = {one.player_id: one.moves for one in room}
        found = balance(room, present)
        assert len({move.player_id for move in found.moves}) == len(found.moves)
        seats = find_seats(room, present)
        assert all(move.before == seats.get(move.player_id) for move in found.moves)
        if not found.broken and all(move.before for move in found.moves):
            check_less_moved_first(room, present, found, counted)
        room = move_players(room, found.moves)
        check_room(room, present)
        assert balance(room, present) == Balance()


def check_less_moved_first(room: Room, present: list[int], found: Balance, counted: dict[int, int]) -> None:
    """G181: of a table that is levelled, nobody stays who was moved less than somebody who moves."""
    movers = {move.player_id for move in found.moves}
    seats = find_seats(room, present)
    for move in found.moves:
        assert move.before is not None
        staying = [p for p, seat in seats.items() if seat.table == move.before.table and p not in movers]
        assert counted[move.player_id] <= min(counted[p] for p in staying)


def check_room(room: Room, present: list[int]) -> None:
    seats = find_seats(room, present)
    assert seats.keys() == {*present}
    assert len({*seats.values()}) == len(present)
    taken = [one.seat for one in room if one.seat]
    assert len({*taken}) == len(taken)
    sizes = sizes_of(room, present)
    assert len(sizes) == count_tables(len(present))
    assert max(sizes.values()) <= MOST_AT_TABLE
    assert max(sizes.values()) - min(sizes.values()) <= 1


@pytest.mark.parametrize("players", [32, 40, 48, 60])
def test_g180_play_ends_at_table_1(players: int) -> None:
    room = draw_seats(f"{players}", make_teams(*[4] * (players // 4)))
    for out in shuffle("who goes out", range(players - 1)):
        present = [one.player_id for one in room if one.player_id in seats_left(room)]
        present.pop(out % len(present))
        room = tuple(one for one in room if one.player_id in present)
        found = balance(room, present)
        assert [*found.broken] in ([], [max(sizes_of(room, present))])
        room = move_players(room, found.moves)
    assert [one.seat.table for one in room if one.seat] == [1]


def seats_left(room: Room) -> set[int]:
    return {one.player_id for one in room}


def fill(*tables: int) -> Room:
    """Players 11, 12, ... at table 1, and 21, 22, ... at table 2."""
    return tuple(Seated(10 * t + n, Seat(t, n)) for t, size in enumerate(tables, 1) for n in range(1, size + 1))


def everybody(room: Room) -> list[int]:
    return [one.player_id for one in room]


class TestMoves:
    def test_g179_a_table_breaks_as_soon_as_the_others_hold_all(self) -> None:
        room = fill(6, 5, 5)
        assert balance(room, [p for p in everybody(room) if p != 31]) == Balance(
            (
                Move(32, Seat(3, 2), Seat(2, 6)),
                Move(33, Seat(3, 3), Seat(1, 7)),
                Move(34, Seat(3, 4), Seat(2, 7)),
                Move(35, Seat(3, 5), Seat(1, 8)),
            ),
            (3,),
        )

    def test_g180_the_highest_of_several_full_tables_gives_somebody_up(self) -> None:
        room = fill(8, 8, 6)
        present = [p for p in everybody(room) if p not in (34, 35)]
        assert balance(room, present).moves == (
            Move(21, Seat(2, 1), Seat(3, 4)),
            Move(11, Seat(1, 1), Seat(3, 5)),
        )

    def test_g181_whoever_was_moved_less_moves_first(self) -> None:
        room = tuple(
            Seated(one.player_id, one.seat, moves)
            for one, moves in zip(fill(6, 4), [2, 1, 0, 0, 1, 2, 0, 0, 0, 0], strict=True)
        )
        assert balance(room, everybody(room)).moves == (Move(13, Seat(1, 3), Seat(2, 5)),)

    def test_ruling_75_breaking_counts_and_another_seat_does_not(self) -> None:
        room = fill(2, 1)
        after = move_players(room, [Move(21, Seat(2, 1), Seat(1, 3)), Move(11, Seat(1, 1), Seat(1, 8))])
        assert after == (Seated(11, Seat(1, 8)), Seated(12, Seat(1, 2)), Seated(21, Seat(1, 3), 1))

    def test_whoever_comes_back_has_the_old_seat_unless_it_was_given_away(self) -> None:
        room = move_players(fill(5, 4), [Move(21, Seat(2, 1), Seat(1, 5))])  # 15 is out
        assert room[4] == Seated(15, None)
        present = everybody(room)
        assert balance(room, present).moves == (Move(15, None, Seat(2, 1)),)
        assert balance(fill(5, 4), present) == Balance()

    def test_whoever_was_never_seated_gets_a_seat_and_that_is_no_move(self) -> None:
        room = fill(8, 8)
        found = balance(room, [*everybody(room), 99])
        assert found.moves[0] == Move(99, None, Seat(3, 1))
        assert len(found.moves) == 5
        after = move_players(room, found.moves)
        assert after[-1] == Seated(99, Seat(3, 1), 0)
        assert sizes_of(after, everybody(after)) == {1: 6, 2: 6, 3: 5}

    def test_an_empty_room(self) -> None:
        assert balance((), []) == Balance()
        assert balance(fill(2), []) == Balance()

    def test_a_free_seat(self) -> None:
        assert find_free_seat(4, [1, 2, 4]) == Seat(4, 3)
