"""How rule changes reach everybody: the announcements, and each captain by a mention with a button to say so."""

from collections.abc import Iterable, Sequence

from bot.db.engine import Transaction
from bot.db.snapshot import Snapshot, Team
from bot.posts.outbox import enqueue_notice
from bot.services.captain_notices import Called, call_captains, list_registered
from bot.ui.message import Button, Message, custom_id
from bot.ui.texts import rules as texts
from bot.ui.texts.amending import amendment_lines
from bot.ui.texts.pages import paginate
from core.rulebook import Amendment

READ = "rules-read"


async def tell_of_amendment(tx: Transaction, snapshot: Snapshot, amendments: Sequence[Amendment]) -> Called:
    """Post a new version, old text and new, and ask the captains to read it."""
    competition, version = snapshot.competition, amendments[0].version
    pages = paginate(amendment_lines(competition, amendments))
    for number, page in enumerate(pages, start=1):
        await enqueue_notice(
            tx,
            competition.id,
            f"rules:{version}:text:{number}",
            Message(page),
            channel_id=competition.channels.announcements,
        )
    return await ask_to_read(tx, snapshot, version, list_registered(snapshot), f"rules:{version}:ask")


async def ask_to_read(tx: Transaction, snapshot: Snapshot, version: int, teams: Iterable[Team], subject: str) -> Called:
    """Mention captains in their channel, over a button that says that they have read a version."""
    button = Button(texts.HAVE_READ, custom_id(READ, snapshot.competition.id, version), "primary")
    text = texts.asked_to_read(snapshot.competition, version)
    return await call_captains(tx, snapshot, teams, subject, text, (button,))
