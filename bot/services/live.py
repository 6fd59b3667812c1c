"""The live messages: which a competition has, how each is drawn from its newest state, and who hears of failures."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any

from sqlalchemy import insert

from bot.db import tables
from bot.db.competitions import get_competition, load_snapshot
from bot.db.engine import Database, Transaction
from bot.db.snapshot import Competition, Sheet, SheetKey, Snapshot
from bot.posts.outbox import Post, enqueue_notice, refresh_live
from bot.services.access import Asker, keep_after_commit
from bot.services.bracket import draw_bracket_message
from bot.services.desk_message import draw_desk
from bot.services.room import draw_room
from bot.services.standings import draw_player_standings, draw_team_standings
from bot.ui.message import Message
from bot.ui.texts import posts as texts
from core.competition import Kind

INSERT_SHEET = insert(tables.sheet).returning(tables.sheet.c.id)

Drawer = Callable[[Snapshot], Message]
DESK = "desk"
DRAWERS: Mapping[Kind, Mapping[str, Drawer]] = {
    Kind.GETAWAY: {"standings": draw_team_standings, "standings:players": draw_player_standings, DESK: draw_desk},
    Kind.DODGEBALL: {"bracket": draw_bracket_message, DESK: draw_desk},
}
ROOM = "room"
"""The live message of hold'em's seats, which is there from their draw on."""


def subjects_of(competition: Competition) -> tuple[str, ...]:
    """The subjects of a competition's live messages, also of one that is not there from the beginning."""
    return (*DRAWERS[competition.settings.kind], ROOM)


def channel_of(competition: Competition, subject: str) -> int:
    """Where a live message stands: the desk among staff, the others where everybody reads them."""
    return competition.channels.staff if subject == DESK else competition.channels.standings


async def refresh_all(tx: Transaction, competition: Competition) -> None:
    """Have every live message of a competition show its present state."""
    channels = {subject: channel_of(competition, subject) for subject in DRAWERS[competition.settings.kind]}
    await refresh_live(tx, competition.id, channels, competition.revision, if_there=(ROOM,))


async def show_room(tx: Transaction, competition: Competition) -> None:
    """Have the room stand among the live messages from now on."""
    await refresh_live(tx, competition.id, {ROOM: channel_of(competition, ROOM)}, competition.revision)


async def refresh_desk(tx: Transaction, competition: Competition) -> None:
    """Have the desk show its present state where nothing has changed that others read."""
    await refresh_live(tx, competition.id, {DESK: channel_of(competition, DESK)}, competition.revision)


async def append_sheet(
    tx: Transaction, asker: Asker, snapshot: Snapshot, key: SheetKey, value: Any, reason: str | None
) -> tuple[Snapshot, Sheet]:
    """Add one revision, and have the live messages follow."""
    after, (sheet,) = await append_sheets(tx, asker, snapshot, [(key, value, reason)])
    return after, sheet


async def append_sheets(
    tx: Transaction, asker: Asker, snapshot: Snapshot, sheets: Iterable[tuple[SheetKey, Any, str | None]]
) -> tuple[Snapshot, list[Sheet]]:
    """Add revisions, each with its value and a reason, and have the live messages follow all of them at once."""
    after, added = snapshot, list[Sheet]()
    for key, value, reason in sheets:
        sheet = await _insert_sheet(tx, asker, after, key, value, reason)
        after = after.with_sheet(sheet)
        added.append(sheet)
    await refresh_all(tx, snapshot.competition)
    keep_after_commit(tx, after)
    return after, added


async def _insert_sheet(
    tx: Transaction, asker: Asker, snapshot: Snapshot, key: SheetKey, value: Any, reason: str | None
) -> Sheet:
    replaced = snapshot.sheets.get(key)
    replaces_id = replaced.id if replaced else None
    row = {
        "competition_id": snapshot.competition.id,
        "event": key.event,
        "team_id": key.team_id,
        "player_id": key.player_id,
        "round": key.round,
        "value": value,
        "submitted_by": asker.user_id,
        "submitted_at": tx.now,
        "reason": reason,
        "replaces_id": replaces_id,
        "interaction_id": asker.interaction_id,
    }
    sheet_id = (await tx.connection.execute(INSERT_SHEET, row)).scalar_one()
    return Sheet.of(sheet_id, key, value, asker.user_id, tx.now, reason, replaces_id, asker.interaction_id)


def draw_for(database: Database) -> Callable[[int, str], Awaitable[tuple[int, Message]]]:
    """How the relay draws a live post from what the database holds; gives the revision that it shows, too."""

    async def draw(competition_id: int, subject: str) -> tuple[int, Message]:
        async with database.reading() as tx:
            competition = await get_competition(tx.connection, competition_id)
            snapshot = tx.snapshots.find(competition.id, competition.revision)
            if snapshot is None:
                snapshot = await load_snapshot(tx.connection, competition)
                tx.snapshots.keep(snapshot)
        draw_it = draw_room if subject == ROOM else DRAWERS[competition.settings.kind][subject]
        return competition.revision, draw_it(snapshot)

    return draw


def report_for(database: Database) -> Callable[[Post, str], Awaitable[None]]:
    """How the relay tells staff of a post that cannot be delivered: in their channel, else the creator by DM."""

    async def report(post: Post, reason: str) -> None:
        if post.subject.startswith("undelivered") and post.user_id is not None:
            return
        async with database.transaction() as tx:
            competition = await get_competition(tx.connection, post.competition_id)
            place = f"<@{post.user_id}>" if post.user_id else f"<#{post.channel_id}>"
            staff_id = competition.channels.staff
            is_staff_reachable = post.channel_id != staff_id or reason == texts.NOT_PINNED
            await enqueue_notice(
                tx,
                post.competition_id,
                f"undelivered:{post.id}:{reason}",
                Message(texts.undelivered(place, reason), user_mentions=(competition.created_by,)),
                channel_id=staff_id if is_staff_reachable else None,
                user_id=None if is_staff_reachable else competition.created_by,
            )

    return report
