"""The posts about where a competition is: registration is open, and is closed again; it has started."""

from bot.db.engine import Transaction
from bot.db.snapshot import Competition
from bot.posts.outbox import Post, change_notice, enqueue_notice, load_about
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


async def _find_latest(tx: Transaction, competition: Competition) -> Post | None:
    posts = await load_about(tx.connection, competition.id, OPENED)
    return posts[-1] if posts else None


async def _post(tx: Transaction, competition: Competition, subject: str, text: str) -> None:
    await enqueue_notice(tx, competition.id, subject, Message(text), channel_id=competition.channels.announcements)
