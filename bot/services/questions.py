"""Questions with buttons in the staff channel: once one is settled, it says so, and its buttons are gone."""

from dataclasses import replace

from bot.db.engine import Transaction
from bot.posts.outbox import change_notice, load_about
from bot.ui.message import Message


async def close_questions(tx: Transaction, competition_id: int, subject: str, outcome: str) -> None:
    """Let the posts whose subjects begin so say how it ended; whoever presses an old button is told by its service."""
    for post in await load_about(tx.connection, competition_id, subject):
        asked = Message.from_json(post.payload) if post.payload is not None else None
        if asked is not None and asked.buttons:
            await change_notice(tx, post, replace(asked, text=f"{asked.text}\n{outcome}", buttons=()))
