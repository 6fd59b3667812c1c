"""Calling a director to the desk: a new message in the staff channel that mentions whoever decides."""

from bot.db.engine import Transaction
from bot.posts.outbox import enqueue_notice
from bot.services.access import Asker, change_competition, record_change, require_staff
from bot.ui.facts.desk import Called
from bot.ui.message import Message
from bot.ui.texts import desk as texts


async def call_director(tx: Transaction, asker: Asker, chosen: str | None, text: str) -> Called:
    """Call one; `text` says where and what for. Raises NotFound or NotAllowed."""
    snapshot = await change_competition(tx, asker, chosen)
    competition = snapshot.competition
    require_staff(asker, competition)
    done = Called(snapshot, asker.user_id, " ".join(text.split())[: texts.CALL_MAX_CHARACTERS])
    role_id = competition.director_role_id
    message = Message(
        texts.called(done),
        user_mentions=() if role_id else (competition.created_by,),
        role_mentions=(role_id,) if role_id else (),
    )
    subject = f"call:{asker.interaction_id}"
    await enqueue_notice(tx, competition.id, subject, message, channel_id=competition.channels.staff)
    await record_change(tx, asker, competition, "director call")
    return done
