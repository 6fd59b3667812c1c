"""Announcements as rows: written, perhaps waiting, sent once."""

from dataclasses import asdict, dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import insert, select, update

from bot.db.connection import Connection
from bot.db.engine import Transaction
from bot.db.notice_tables import announcement as announcements


class Audience(StrEnum):
    """Whom an announcement is for."""

    ALL = "all"
    CAPTAINS = "captains"
    TEAM = "team"
    EVENT = "event"


class AnnouncementStatus(StrEnum):
    """What became of an announcement."""

    SCHEDULED = "scheduled"
    SENT = "sent"
    DROPPED = "dropped"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Announcement:
    """One announcement; it is dropped where it could only be sent more than `late_limit_seconds` late."""

    id: int
    audience: Audience
    team_id: int | None
    event: str | None
    text: str
    due_at: datetime
    late_limit_seconds: int
    status: AnnouncementStatus
    written_by: int
    written_at: datetime
    edited_at: datetime | None = None
    ended_at: datetime | None = None

    @property
    def subject(self) -> str:
        """What its job is called, and what the subjects of its posts begin with."""
        return f"announce:{self.id}"

    @property
    def edit_mark(self) -> str:
        """What tells one text of it from the next."""
        return "0" if self.edited_at is None else str(int(self.edited_at.timestamp() * 1000))


async def insert_announcement(tx: Transaction, competition_id: int, new: Announcement) -> Announcement:
    """Save a new announcement; gives it back with its id."""
    values = asdict(new) | {"competition_id": competition_id}
    del values["id"]
    statement = insert(announcements).values(values).returning(announcements.c.id)
    return replace(new, id=(await tx.connection.execute(statement)).scalar_one())


async def load_announcements(connection: Connection, competition_id: int) -> list[Announcement]:
    """A competition's announcements, oldest first."""
    columns = announcements.c
    statement = (
        select(
            columns.id,
            columns.audience,
            columns.team_id,
            columns.event,
            columns.text,
            columns.due_at,
            columns.late_limit_seconds,
            columns.status,
            columns.written_by,
            columns.written_at,
            columns.edited_at,
            columns.ended_at,
        )
        .where(columns.competition_id == competition_id)
        .order_by(columns.id)
    )
    return [
        replace(Announcement(*row), audience=Audience(row.audience), status=AnnouncementStatus(row.status))
        for row in await connection.execute(statement)
    ]


async def change_announcement(tx: Transaction, announcement_id: int, **values: Any) -> None:
    """Save what changed of an announcement."""
    await tx.connection.execute(update(announcements).where(announcements.c.id == announcement_id).values(values))
