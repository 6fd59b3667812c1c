"""Ending a competition in the two steps of a director, and the posts that tell of it; for tests."""

from sqlalchemy import select

from bot.db import tables
from bot.db.engine import Database
from bot.db.snapshot import Competition
from bot.services import ending
from bot.services.access import Asker
from bot.ui.facts.ending import Ended, EndingAsked
from core.competition import Step
from tests.builders import director


async def ask(
    database: Database, held: Competition, step: Step, reason: str | None = None, by: Asker | None = None
) -> EndingAsked:
    """What is asked back before the step is taken."""
    async with database.transaction() as tx:
        return await ending.preview_ending(tx, by or director(), str(held.id), step, reason)


async def confirm(
    database: Database, held: Competition, asked: EndingAsked, by: Asker | None = None
) -> Ended | EndingAsked:
    """What the confirmation of it leads to."""
    async with database.transaction() as tx:
        return await ending.confirm_ending(tx, by or director(), str(held.id), str(asked.draft_id))


async def posts(database: Database, prefix: str) -> list[tuple[int | None, int | None, str]]:
    """Channel, addressee and text of the posts on the subjects that begin so."""
    async with database.reading() as tx:
        about = tables.post.c.subject.startswith(prefix)
        rows = await tx.connection.execute(select(tables.post).where(about).order_by(tables.post.c.id))
        return [(row.channel_id, row.user_id, row.payload["text"]) for row in rows]
