"""Moves in hold'em's room: proposed to staff, made once a facilitator says so, or otherwise by hand (G177-G181)."""

from bot.db.engine import Transaction
from bot.db.snapshot import Snapshot
from bot.posts.outbox import change_notice, enqueue_notice, load_about
from bot.services.access import Asker, record_change
from bot.services.holdem_order import open_holdem
from bot.services.ids import read_id
from bot.services.live import append_sheet
from bot.services.lookup import find_player
from bot.services.room import KEY, find_room, write_room
from bot.ui.facts.room import MovesMade, RoomView
from bot.ui.message import Message, OfferingConflict
from bot.ui.move_codes import read_moves
from bot.ui.room_view import next_buttons, say_proposed
from bot.ui.texts import room as texts
from core.errors import RuleError
from core.holdem.balancing import Move, find_free_seat, move_players
from core.holdem.seating import MOST_AT_TABLE, Seat

SUBJECT = "moves:"


async def confirm_moves(tx: Transaction, asker: Asker, chosen: str | None, sheet_id: str, code: str) -> MovesMade:
    """The players of a button have moved, also where others are due to by now, since somebody went out meanwhile.

    Raises NotFound, NotAllowed, RuleError, or Conflict where moves were made since, one of them is not in any more,
    or a seat is taken.
    """
    view = require_room(await open_holdem(tx, asker, chosen))
    wanted, taken = read_moves(code), {*view.seats.values()}
    known = {*view.seats, *(move.player_id for move in view.balance.moves)}
    if read_id(sheet_id) != view.sheet_id or not wanted or not wanted.keys() <= known or taken & {*wanted.values()}:
        raise OfferingConflict(texts.moved_meanwhile(view), next_buttons(view))
    moves = tuple(Move(player, view.seats.get(player), seat) for player, seat in wanted.items())
    return await _move(tx, asker, view, moves, is_proposed=True)


async def move_player(
    tx: Transaction, asker: Asker, chosen: str | None, named: str, table: int, number: int | None
) -> MovesMade:
    """Let a player sit elsewhere than proposed; with no seat named, in the first free one.

    Raises NotFound, NotAllowed or RuleError.
    """
    view = require_room(await open_holdem(tx, asker, chosen))
    player = find_player(view.snapshot, named)
    seat = view.seats.get(player.id)
    if seat is None and player.id not in {move.player_id for move in view.balance.moves}:
        raise RuleError(texts.is_not_in(player.name))
    move = Move(player.id, seat, _choose_seat(view, player.id, table, number))
    return await _move(tx, asker, view, (move,), is_proposed=False)


def require_room(snapshot: Snapshot) -> RoomView:
    """The room. Raises RuleError where no seats are drawn."""
    view = find_room(snapshot)
    if view is None:
        raise RuleError(texts.NOT_DRAWN)
    return view


async def propose_moves(
    tx: Transaction, snapshot: Snapshot, done: MovesMade | None = None, by: int | None = None
) -> None:
    """After a change: let staff read in one post which moves are due; once none are, it says who made the last ones."""
    view = find_room(snapshot)
    if view is None:
        return
    competition = snapshot.competition
    posts = await load_about(tx.connection, competition.id, SUBJECT)
    open_post = next((post for post in posts if post.payload and post.payload["buttons"]), None)
    message = say_proposed(view) if view.due else Message(texts.settled(done, by))
    if open_post is not None:
        await change_notice(tx, open_post, message)
    elif view.due:
        subject = f"{SUBJECT}{competition.revision}"
        await enqueue_notice(tx, competition.id, subject, message, channel_id=competition.channels.staff)


async def _move(
    tx: Transaction, asker: Asker, view: RoomView, moves: tuple[Move, ...], *, is_proposed: bool
) -> MovesMade:
    snapshot = view.snapshot
    value = write_room(view.seed, move_players(view.room, moves))
    after, _ = await append_sheet(tx, asker, snapshot, KEY, value, None)
    facts = {
        "event": KEY.event,
        "players": [move.player_id for move in moves],
        "tables": [move.after.table for move in moves],
    }
    await record_change(tx, asker, snapshot.competition, "seats move", **facts, is_proposed=is_proposed)
    done = MovesMade(require_room(after), moves)
    await propose_moves(tx, after, done, asker.user_id)
    return done


def _choose_seat(view: RoomView, player_id: int, table: int, number: int | None) -> Seat:
    """The seat that is meant. Raises RuleError for one that is not free."""
    tables = view.list_tables()
    if table not in tables:
        raise RuleError(texts.no_such_table(table, [*tables]))
    taken = tables[table]
    if number is not None and number in taken:
        seat, name = Seat(table, number), view.names[taken[number]]
        raise RuleError((texts.sits_there if taken[number] == player_id else texts.is_taken)(name, seat))
    if len(taken) == MOST_AT_TABLE:
        raise RuleError(texts.is_full(table))
    return find_free_seat(table, taken) if number is None else Seat(table, number)
