"""The live messages: which a competition has, how each is drawn from its newest state, and who hears of failures."""

from collections.abc import Awaitable, Callable, Mapping

from bot.db.competitions import get_competition, load_snapshot
from bot.db.engine import Database, Transaction
from bot.db.snapshot import Competition, Snapshot
from bot.posts.outbox import Post, enqueue_notice, refresh_live
from bot.services.bracket import draw_bracket_message
from bot.ui.message import Message
from bot.ui.texts import posts as texts
from core.competition import Kind

Drawer = Callable[[Snapshot], Message]
DRAWERS: Mapping[Kind, Mapping[str, Drawer]] = {
    Kind.GETAWAY: {},
    Kind.DODGEBALL: {"bracket": draw_bracket_message},
}


def subjects_of(competition: Competition) -> tuple[str, ...]:
    """The subjects of a competition's live messages."""
    return tuple(DRAWERS[competition.settings.kind])


async def refresh_all(tx: Transaction, competition: Competition) -> None:
    """Have every live message of a competition show its present state."""
    for subject in subjects_of(competition):
        await refresh_live(tx, competition.id, subject, competition.channels.standings, competition.revision)


def draw_for(database: Database) -> Callable[[int, str], Awaitable[tuple[int, Message]]]:
    """How the relay draws a live post from what the database holds; gives the revision that it shows, too."""

    async def draw(competition_id: int, subject: str) -> tuple[int, Message]:
        async with database.reading() as tx:
            competition = await get_competition(tx.connection, competition_id)
            snapshot = tx.snapshots.find(competition.id, competition.revision)
            if snapshot is None:
                snapshot = await load_snapshot(tx.connection, competition)
                tx.snapshots.keep(snapshot)
        return competition.revision, DRAWERS[competition.settings.kind][subject](snapshot)

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
            is_staff_reachable = post.channel_id != staff_id
            await enqueue_notice(
                tx,
                post.competition_id,
                f"undelivered:{post.id}",
                Message(texts.undelivered(place, reason), user_mentions=(competition.created_by,)),
                channel_id=staff_id if is_staff_reachable else None,
                user_id=None if is_staff_reachable else competition.created_by,
            )

    return report
