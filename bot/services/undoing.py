"""Taking back what one entered oneself within ten minutes: a round, a whole team's sheet, or who went out in hold'em.

What one interaction entered is taken back as a whole, and only while all of it still counts; what stood before counts
again. Taking back is one more revision, and cannot itself be taken back.
"""

from datetime import timedelta
from typing import Any

from sqlalchemy import or_, select

from bot.db import tables
from bot.db.competitions import read_sheet
from bot.db.engine import Transaction
from bot.db.snapshot import FORFEITED, Sheet, Snapshot
from bot.services.access import (
    Asker,
    change_competition,
    read_competition,
    record_change,
    require_director,
    require_staff,
)
from bot.services.ejections import ejections_of
from bot.services.holdem_order import KEY, count_left, put_back_in
from bot.services.ids import read_id
from bot.services.live import append_sheets
from bot.services.moves import propose_moves
from bot.services.results import WHOLE_EVENT, find_holdem_missing, read_holdem, read_round
from bot.services.room import KEY as ROOM_KEY
from bot.services.rounds import name_entrant, name_team_of, open_event, require_running
from bot.ui.facts.scores import OrderUndone, RoundsUndone, RoundUndone, Undoable, Undone
from bot.ui.texts import undoing as texts
from core.competition import Kind
from core.errors import Conflict, NotFound, RuleError
from core.holdem.order import compare_orders, read_order, write_order
from core.scoring.event import get_event, get_rounds_event

UNDO_WITHIN = timedelta(minutes=10)


async def take_back_latest(tx: Transaction, asker: Asker, chosen: str | None) -> Undone | Undoable:
    """Take back what the asker entered last; where that is rounds of several players or teams, ask first.

    Raises NotFound, NotAllowed, RuleError, or Conflict which names what has been changed since.
    """
    snapshot = await change_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    own = await _find_own(tx, snapshot, asker, None)
    if len({(sheet.key.team_id, sheet.key.player_id) for sheet in own}) > 1:
        return await _suppose_undone(tx, asker, snapshot, own)
    return await _take_back(tx, asker, snapshot, own)


async def take_back_own(tx: Transaction, asker: Asker, chosen: str | None, sheet_id: str | None = None) -> Undone:
    """Take back what the asker entered last, or together with this sheet; what stood before counts again.

    Raises NotFound, NotAllowed, RuleError, or Conflict which names what has been changed since.
    """
    snapshot = await change_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    return await _take_back(tx, asker, snapshot, await _find_own(tx, snapshot, asker, sheet_id))


async def _take_back(tx: Transaction, asker: Asker, snapshot: Snapshot, own: list[Sheet]) -> Undone:
    values = [(sheet, await _find_value_before(tx, asker, snapshot, sheet)) for sheet in own]
    changed = [(sheet.key, value, texts.UNDO_REASON) for sheet, value in values]
    after, _ = await append_sheets(tx, asker, snapshot, changed)
    facts = {"sheet": own[0].id} if len(own) == 1 else {"sheets": [sheet.id for sheet in own]}
    await record_change(tx, asker, snapshot.competition, "score undo", **facts)
    if any(sheet.key == KEY for sheet in own):
        await propose_moves(tx, after)
    return await _describe(tx, after, values)


async def find_undoable(tx: Transaction, asker: Asker, chosen: str | None) -> Undoable:
    """What `take_back_own` would take back, and what would come of it.

    Raises NotFound, NotAllowed, RuleError or Conflict.
    """
    snapshot = await read_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    if snapshot.competition.settings.kind is not Kind.GETAWAY:
        raise RuleError(texts.UNDO_MATCH)
    return await _suppose_undone(tx, asker, snapshot, await _find_own(tx, snapshot, asker, None))


async def _suppose_undone(tx: Transaction, asker: Asker, snapshot: Snapshot, own: list[Sheet]) -> Undoable:
    values = [(sheet, await _find_value_before(tx, asker, snapshot, sheet)) for sheet in own]
    supposed = snapshot
    for sheet, value in values:
        supposed = supposed.with_value(sheet.key, value)
    return Undoable(own[-1].id, await _describe(tx, supposed, values))


async def _find_own(tx: Transaction, snapshot: Snapshot, asker: Asker, sheet_id: str | None) -> list[Sheet]:
    """What the asker entered last, or together with this sheet, where it can be taken back."""
    require_running(snapshot)
    own = await _find_submitted(tx, snapshot, asker.user_id, sheet_id)
    is_recent = own is not None and own.value is not None and tx.now - own.submitted_at <= UNDO_WITHIN
    if own is None or not is_recent or await _takes_back(tx, snapshot, own):
        raise NotFound(texts.NOTHING_TO_UNDO)
    together = await _find_entered_with(tx, own)
    for key in {sheet.key.event for sheet in together}:
        open_event(snapshot, key)
    changed = [sheet.key for sheet in together if not await _counts(tx, snapshot, sheet)]
    if changed and [sheet.key for sheet in together] != [KEY]:
        raise Conflict(texts.changed_since(snapshot, changed, is_alone=len(together) == 1))
    return together


async def _counts(tx: Transaction, snapshot: Snapshot, own: Sheet) -> bool:
    """Whether a sheet stands, also because whatever came after it was itself taken back."""
    standing = snapshot.sheets[own.key]
    while standing.id != own.id:
        # The values are compared first: it costs no query, and nearly always tells.
        if standing.value != own.value or not await _takes_back(tx, snapshot, standing):
            return False
        taken_back = await _find_replaced(tx, standing)
        before = await _find_replaced(tx, taken_back) if taken_back else None
        if before is None:
            return False
        standing = before
    return True


async def _find_submitted(tx: Transaction, snapshot: Snapshot, user_id: int, sheet_id: str | None) -> Sheet | None:
    columns = tables.sheet.c
    own = (
        columns.competition_id == snapshot.competition.id,
        columns.submitted_by == user_id,
        or_(columns.round != WHOLE_EVENT, columns.event == KEY.event),
        or_(columns.event != ROOM_KEY.event, columns.round != ROOM_KEY.round),
    )
    statement = select(tables.sheet).where(*own).order_by(columns.id.desc()).limit(1)
    if sheet_id is not None:
        statement = statement.where(columns.id == read_id(sheet_id))
    row = (await tx.connection.execute(statement)).one_or_none()
    return None if row is None else read_sheet(row)


async def _takes_back(tx: Transaction, snapshot: Snapshot, own: Sheet) -> bool:
    """Whether a revision came of undoing, as the ledger says: a correction may have the same reason and value."""
    columns = tables.ledger.c
    statement = select(columns.id).where(
        columns.competition_id == snapshot.competition.id,
        columns.interaction_id == own.interaction_id,
        columns.action == "score undo",
    )
    return await tx.connection.scalar(statement.limit(1)) is not None


async def _find_entered_with(tx: Transaction, own: Sheet) -> list[Sheet]:
    """All that came in by the same interaction, in order."""
    if own.interaction_id is None:
        return [own]
    columns = tables.sheet.c
    same = (columns.submitted_by == own.submitted_by, columns.interaction_id == own.interaction_id)
    statement = select(tables.sheet).where(*same).order_by(columns.id)
    return [read_sheet(row) for row in await tx.connection.execute(statement)]


async def _find_value_before(tx: Transaction, asker: Asker, snapshot: Snapshot, own: Sheet) -> Any:
    """What counts once a sheet is taken back."""
    before = await _find_replaced_value(tx, own)
    if own.key != KEY:
        return before
    if snapshot.sheets[KEY].id == own.id:
        return write_order(count_left(snapshot, read_order(before)))
    # Others have entered more since, and that stays: whoever went out by this entry alone is back in.
    change = compare_orders(read_order(before), read_order(own.value))
    state, named = read_holdem(snapshot), (*change.out, *change.late)
    if change.back or change.moved or not {*named} <= {*state.out, *state.late}:
        raise Conflict(texts.ORDER_CHANGED)
    if not find_holdem_missing(snapshot, ejections_of(snapshot)):
        require_director(asker, snapshot.competition)
    return write_order(put_back_in(snapshot, state, named))


async def _find_replaced_value(tx: Transaction, own: Sheet) -> Any:
    """What stood before as it is kept, a forfeit included."""
    if own.replaces_id is None:
        return None
    return await tx.connection.scalar(select(tables.sheet.c.value).where(tables.sheet.c.id == own.replaces_id))


async def _find_replaced(tx: Transaction, own: Sheet) -> Sheet | None:
    if own.replaces_id is None:
        return None
    return read_sheet(
        (await tx.connection.execute(select(tables.sheet).where(tables.sheet.c.id == own.replaces_id))).one()
    )


async def _describe(tx: Transaction, after: Snapshot, values: list[tuple[Sheet, Any]]) -> Undone:
    if len(values) > 1:
        return _describe_several(after, values)
    ((own, value),) = values
    if own.key == KEY:
        change = compare_orders(read_order(await _find_replaced_value(tx, own)), read_order(own.value))
        return OrderUndone(after, get_event(KEY.event), change, len(find_holdem_missing(after, ejections_of(after))))
    event = get_rounds_event(own.key.event)
    counts_now = None if value in (None, FORFEITED) else read_round(event, value)
    taken_back, is_forfeit = read_round(event, own.value), value == FORFEITED
    return RoundUndone(after, event, name_entrant(after, own.key), own.key.round, taken_back, counts_now, is_forfeit)


def _describe_several(after: Snapshot, values: list[tuple[Sheet, Any]]) -> RoundsUndone:
    sheets = tuple(sheet for sheet, _ in values)
    keys = [sheet.key for sheet in sheets]
    owned = [key for key in keys if key.player_id is not None or key.team_id is not None]
    teams = dict.fromkeys(name_team_of(after, key) or name_entrant(after, key) for key in owned)
    events = dict.fromkeys(key.event for key in keys)
    are_missing = all(value is None for _, value in values)
    return RoundsUndone(after, tuple(map(get_event, events)), tuple(teams), sheets, are_missing)
