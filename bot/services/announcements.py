"""Announcements: accepted, listed, edited, cancelled, and what became of them."""

from dataclasses import replace

from bot.db.announcements import (
    Announcement,
    AnnouncementStatus,
    change_announcement,
    insert_announcement,
    load_announcements,
)
from bot.db.drafts import DraftPurpose
from bot.db.engine import Transaction
from bot.db.jobs import end_job, insert_job
from bot.db.snapshot import Snapshot
from bot.services.access import Asker, change_competition, read_competition, record_change, require_director
from bot.services.announcement_delivery import edit_posts, list_addressed, load_posts
from bot.services.announcement_drafts import (
    check_due,
    check_text,
    require_director_of_living,
    restore_draft,
)
from bot.services.captain_notices import group_captains
from bot.services.drafts import take_draft
from bot.ui.facts.announcements import Announced, AnnouncementList, DeliveryReport, EditForm
from bot.ui.texts import announcements as texts
from core.errors import Conflict, NotFound

JOB_KIND = "announcement"
EDITABLE = (AnnouncementStatus.SCHEDULED, AnnouncementStatus.SENT)


async def confirm_announcement(tx: Transaction, asker: Asker, competition_id: str, draft_id: str) -> Announced:
    """Accept what was previewed: it is sent at its time, or at once.

    Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await change_competition(tx, asker, competition_id)
    require_director_of_living(asker, snapshot)
    competition = snapshot.competition
    draft = await take_draft(tx, asker, snapshot, DraftPurpose.ANNOUNCEMENT, draft_id)
    target, due_at = restore_draft(snapshot, draft)
    if due_at is not None:
        check_due(tx, due_at)
    new = Announcement(
        id=0,
        audience=target.audience,
        team_id=target.team.id if target.team else None,
        event=target.event,
        text=draft["text"],
        due_at=due_at or tx.now,
        late_limit_seconds=draft["late_limit_seconds"],
        status=AnnouncementStatus.SCHEDULED,
        written_by=asker.user_id,
        written_at=tx.now,
    )
    announcement = await insert_announcement(tx, competition.id, new)
    await insert_job(tx, competition.id, JOB_KIND, announcement.subject, announcement.due_at)
    await record_change(tx, asker, competition, "announce", announcement=announcement.id, due_at=announcement.due_at)
    return Announced(competition, announcement, is_immediate=due_at is None)


async def read_edit_form(tx: Transaction, asker: Asker, chosen: str | None, announcement_id: str) -> EditForm:
    """What the form that edits an announcement starts with. Raises NotFound, NotAllowed or Conflict."""
    snapshot = await read_competition(tx, asker, chosen)
    require_director(asker, snapshot.competition)
    announcement = await get_announcement(tx, snapshot, announcement_id)
    _require_editable(announcement)
    return EditForm(snapshot.competition, announcement)


async def edit_announcement(
    tx: Transaction, asker: Asker, competition_id: str, announcement_id: str, seen: str, text: str
) -> Announced:
    """Let an announcement say something else, before it is sent or after.

    `seen` is the `edit_mark` that the form was opened with. Raises NotFound, NotAllowed, RuleError or Conflict.
    """
    snapshot = await change_competition(tx, asker, competition_id)
    require_director(asker, snapshot.competition)
    announcement = await get_announcement(tx, snapshot, announcement_id)
    _require_editable(announcement)
    if seen != announcement.edit_mark:
        raise Conflict(texts.changed_meanwhile(announcement, text))
    edited = replace(announcement, text=check_text(text), edited_at=tx.now)
    await change_announcement(tx, announcement.id, text=edited.text, edited_at=tx.now)
    await edit_posts(tx, snapshot.competition, edited)
    await record_change(tx, asker, snapshot.competition, "announce edit", announcement=announcement.id)
    return Announced(snapshot.competition, edited)


async def cancel_announcement(tx: Transaction, asker: Asker, chosen: str | None, announcement_id: str) -> Announced:
    """Let a scheduled announcement never be sent. Raises NotFound, NotAllowed, or Conflict if it is too late."""
    snapshot = await change_competition(tx, asker, chosen)
    require_director(asker, snapshot.competition)
    announcement = await get_announcement(tx, snapshot, announcement_id)
    if announcement.status is not AnnouncementStatus.SCHEDULED:
        raise Conflict(texts.not_scheduled(announcement))
    cancelled = replace(announcement, status=AnnouncementStatus.CANCELLED, ended_at=tx.now)
    await change_announcement(tx, announcement.id, status=cancelled.status, ended_at=tx.now)
    await end_job(tx, snapshot.competition.id, announcement.subject)
    await record_change(tx, asker, snapshot.competition, "announce cancel", announcement=announcement.id)
    return Announced(snapshot.competition, cancelled)


async def get_announcement(tx: Transaction, snapshot: Snapshot, announcement_id: str) -> Announcement:
    """An announcement of this competition by its number, with or without `#`. Raises NotFound."""
    for announcement in await load_announcements(tx.connection, snapshot.competition.id):
        if str(announcement.id) == announcement_id.strip().removeprefix("#"):
            return announcement
    raise NotFound(texts.UNKNOWN)


async def list_announcements(tx: Transaction, asker: Asker, chosen: str | None) -> AnnouncementList:
    """All announcements, newest first. Raises NotFound or NotAllowed."""
    snapshot = await read_competition(tx, asker, chosen)
    require_director(asker, snapshot.competition)
    announcements = await load_announcements(tx.connection, snapshot.competition.id)
    return AnnouncementList(snapshot.competition, snapshot.teams, tuple(reversed(announcements)))


async def report_delivery(tx: Transaction, asker: Asker, chosen: str | None, announcement_id: str) -> DeliveryReport:
    """What became of each post of an announcement. Raises NotFound or NotAllowed."""
    snapshot = await read_competition(tx, asker, chosen)
    require_director(asker, snapshot.competition)
    announcement = await get_announcement(tx, snapshot, announcement_id)
    posts = await load_posts(tx, snapshot.competition, announcement)
    addressed = list_addressed(snapshot, announcement.audience, announcement.team_id)
    without_account = group_captains(addressed).without_account
    return DeliveryReport(snapshot.competition, announcement, posts, without_account)


async def name_announcements(tx: Transaction, asker: Asker, chosen: str | None) -> list[tuple[str, str]]:
    """All announcements, newest first, to choose from. Raises NotFound or NotAllowed."""
    found = await list_announcements(tx, asker, chosen)
    return [(texts.choice(announcement), f"#{announcement.id}") for announcement in found.announcements]


def _require_editable(announcement: Announcement) -> None:
    if announcement.status not in EDITABLE:
        raise Conflict(texts.not_editable(announcement))
