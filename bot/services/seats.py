"""Seats in hold'em: drawn before anybody is out, and shown to everybody; who deals the next hand (G174-G188).

Whoever plays without a draw uses none of it.
"""

import secrets

from sqlalchemy import func, select

from bot.db import tables
from bot.db.drafts import DraftPurpose
from bot.db.engine import Transaction
from bot.db.snapshot import Player, Snapshot
from bot.posts.outbox import enqueue_notice
from bot.services import live
from bot.services.access import Asker, change_competition, is_staff, read_competition, record_change, require_director
from bot.services.drafts import keep_draft, take_draft
from bot.services.ejections import ejections_of
from bot.services.holdem_order import KEY as ORDER_KEY
from bot.services.holdem_order import find_place, require_holdem, require_open
from bot.services.ids import read_id
from bot.services.lookup import find_own_team, find_player
from bot.services.moves import propose_moves, require_room
from bot.services.results import find_holdem_missing, read_holdem
from bot.services.room import KEY, find_room, write_room
from bot.ui.facts.room import DrawAsked, HandsDealt, RoomShown, RoomView, SeatOf, SeatsDrawn, TableView
from bot.ui.message import Message
from bot.ui.texts import room as texts
from core.errors import Conflict, NotFound, RuleError
from core.holdem.button import deal_next
from core.holdem.seating import SEATS, draw_seats


async def draw(
    tx: Transaction, asker: Asker, chosen: str | None, public_seed: str | None = None
) -> SeatsDrawn | DrawAsked:
    """Draw everybody's seat; until somebody is out it can be drawn again, which is asked back.

    Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await _open(tx, asker, chosen)
    teams, replaced = _list_teams(snapshot), snapshot.sheets.get(KEY)
    if replaced is None:
        return await _draw(tx, asker, snapshot, teams, public_seed)
    draft = {"seed": public_seed, "replaces": replaced.id, "teams": teams}
    draft_id = await keep_draft(tx, asker, snapshot, DraftPurpose.SEATS_DRAW, draft)
    return DrawAsked(snapshot, await _count_draws(tx, snapshot), sum(map(len, teams)), draft_id)


async def confirm_draw(tx: Transaction, asker: Asker, chosen: str | None, draft_id: str) -> SeatsDrawn:
    """Replace the draw that was shown. Raises NotFound, NotAllowed, RuleError, or Conflict where it changed."""
    snapshot = await _open(tx, asker, chosen)
    draft = await take_draft(tx, asker, snapshot, DraftPurpose.SEATS_DRAW, draft_id)
    teams = _list_teams(snapshot)
    if (draft["replaces"], draft["teams"]) != (snapshot.sheets[KEY].id, teams):
        raise Conflict(texts.CHANGED_MEANWHILE)
    return await _draw(tx, asker, snapshot, teams, draft["seed"])


async def show_room(tx: Transaction, asker: Asker, chosen: str | None) -> RoomShown:
    """Who sits where, and who has to move. Raises NotFound or RuleError."""
    view = await _read_room(tx, asker, chosen)
    return RoomShown(view, is_staff(asker, view.snapshot.competition))


async def find_own_seats(tx: Transaction, asker: Asker, chosen: str | None, named: str | None) -> list[SeatOf]:
    """Where a player sits; with nobody named, the asker's whole team. Raises NotFound or RuleError."""
    view = await _read_room(tx, asker, chosen)
    if named is not None:
        return [_find_seat(view, find_player(view.snapshot, named))]
    team = find_own_team(view.snapshot, asker.user_id)
    if team is None:
        raise NotFound(texts.WHO_ARE_YOU)
    return [_find_seat(view, player) for player in view.snapshot.roster(team.id)]


async def view_table(tx: Transaction, asker: Asker, chosen: str | None, table: str) -> TableView:
    """Who sits in which seat of a table, and who sat in the empty ones. Raises NotFound or RuleError."""
    view = await _read_room(tx, asker, chosen)
    number, opened = read_id(table), view.list_tables()
    if number not in opened:
        raise RuleError(texts.no_such_table(number, [*opened]))
    gone = {
        one.seat.number: view.names[one.player_id]
        for one in view.room
        if one.seat and one.seat.table == number and one.player_id not in view.seats and one.player_id in view.names
    }
    return TableView(view.snapshot, number, {n: view.names[player] for n, player in opened[number].items()}, gone)


async def deal(tx: Transaction, asker: Asker, chosen: str | None, table: str, small: str, big: str) -> HandsDealt:
    """Who deals and posts the blinds next, by the seats of the last blinds. Raises NotFound or RuleError."""
    view = await view_table(tx, asker, chosen, table)
    if not {small, big} <= {*map(str, SEATS)}:
        raise RuleError(texts.NOT_A_SEAT)
    first = deal_next(int(small), int(big), view.seated)
    return HandsDealt(view, (first, deal_next(first.small, first.big, view.seated)))


async def _open(tx: Transaction, asker: Asker, chosen: str | None) -> Snapshot:
    """The competition, where seats can be drawn. Raises NotFound, NotAllowed or RuleError."""
    snapshot = await change_competition(tx, asker, chosen)
    require_director(asker, snapshot.competition)
    require_open(snapshot)
    if read_holdem(snapshot).out:
        raise RuleError(texts.HAS_BEGUN)
    if len(find_holdem_missing(snapshot, ejections_of(snapshot))) < 2:
        raise RuleError(texts.TOO_FEW)
    return snapshot


def _list_teams(snapshot: Snapshot) -> list[list[int]]:
    """Who takes part, in the order of registration."""
    teams: dict[int, list[int]] = {}
    for player_id in find_holdem_missing(snapshot, ejections_of(snapshot)):
        teams.setdefault(snapshot.players[player_id].team_id, []).append(player_id)
    return [*teams.values()]


async def _draw(
    tx: Transaction, asker: Asker, snapshot: Snapshot, teams: list[list[int]], public_seed: str | None
) -> SeatsDrawn:
    competition, number = snapshot.competition, await _count_draws(tx, snapshot) + 1
    public_seed = public_seed.strip() if public_seed else None
    seed = public_seed or f"{competition.id}-{secrets.token_hex(8)}"
    after, _ = await live.append_sheet(tx, asker, snapshot, KEY, write_room(seed, draw_seats(seed, teams)), None)
    await record_change(
        tx, asker, competition, "seats draw", event=ORDER_KEY.event, seed=seed, drawn=sum(map(len, teams))
    )
    await live.show_room(tx, competition)
    done = SeatsDrawn(require_room(after), number, is_chosen=public_seed is not None)
    subject, channel_id = f"seats:{competition.revision}", competition.channels.announcements
    await enqueue_notice(tx, competition.id, subject, Message(texts.announced(done)), channel_id=channel_id)
    await propose_moves(tx, after)
    return done


async def _count_draws(tx: Transaction, snapshot: Snapshot) -> int:
    ledger = tables.ledger.c
    of_draws = (ledger.competition_id == snapshot.competition.id) & (ledger.action == "seats draw")
    return (await tx.connection.execute(select(func.count()).where(of_draws))).scalar_one()


async def _read_room(tx: Transaction, asker: Asker, chosen: str | None) -> RoomView:
    snapshot = await read_competition(tx, asker, chosen)
    require_holdem(snapshot)
    view = find_room(snapshot)
    if view is None:
        raise RuleError(texts.NOT_DRAWN)
    return view


def _find_seat(view: RoomView, player: Player) -> SeatOf:
    state, moves = read_holdem(view.snapshot), {move.player_id: move for move in view.balance.moves}
    return SeatOf(
        name=player.name,
        seat=view.seats.get(player.id),
        move=moves.get(player.id),
        place=find_place(view.snapshot, state, player.id),
        is_late=player.id in state.late,
        has_won=bool(state.out) and view.left == 0 and state.out[-1] == player.id,
        takes_part=player.id in view.seats or player.id in moves,
    )
