"""The posts about where a competition is: registration is open, and is closed again; it has started.

Teams that were not complete when registration was closed hear of it, and so do staff.
"""

from bot.db.engine import Transaction
from bot.db.snapshot import Competition, Snapshot
from bot.posts.outbox import Post, change_notice, enqueue_notice, load_about
from bot.services.captain_notices import call_captains, list_forming
from bot.ui.message import Message
from bot.ui.texts import opening as texts
from core.competition import State, Step

OPENED = "opened:"


async def announce_step(tx: Transaction, competition: Competition, step: Step) -> None:
    """Tell everybody what a step means for them; `competition` is as the step leaves it."""
    match step:
        case Step.OPEN_REGISTRATION:
            await _post(tx, competition, f"{OPENED}{competition.revision}", texts.opened(competition))
        case Step.CLOSE_REGISTRATION | Step.CANCEL:
            if post := await _find_latest(tx, competition):
                await change_notice(tx, post, Message(f"{texts.opened(competition)}\n{texts.CLOSED}"))
        case Step.START:
            await _post(tx, competition, f"started:{competition.revision}", texts.started(competition))
        case _:
            pass


async def correct_opening(tx: Transaction, competition: Competition) -> None:
    """Let the post that registration is open say what holds now, after days or deadlines were moved."""
    if competition.state is not State.REGISTRATION_OPEN:
        return
    post = await _find_latest(tx, competition)
    said = Message.from_json(post.payload).text if post and post.payload is not None else ""
    if post is not None and said != texts.opened(competition):
        await change_notice(tx, post, Message(texts.opened(competition)))


async def tell_incomplete(tx: Transaction, snapshot: Snapshot) -> None:
    """Tell captains whose teams are not complete as registration is closed, and staff, whose they are."""
    competition, teams = snapshot.competition, list_forming(snapshot)
    if not teams:
        return
    subject = f"incomplete:{competition.revision}"
    await call_captains(tx, snapshot, teams, f"{subject}:captains", texts.too_late(competition))
    notice = Message(texts.incomplete(teams))
    await enqueue_notice(tx, competition.id, subject, notice, channel_id=competition.channels.staff)


async def _find_latest(tx: Transaction, competition: Competition) -> Post | None:
    posts = await load_about(tx.connection, competition.id, OPENED)
    return posts[-1] if posts else None


async def _post(tx: Transaction, competition: Competition, subject: str, text: str) -> None:
    await enqueue_notice(tx, competition.id, subject, Message(text), channel_id=competition.channels.announcements)
