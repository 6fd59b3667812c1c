"""Sending announcements: at their time, once; late ones say so, and those past their limit are dropped."""

from dataclasses import replace

from bot.db.announcements import (
    Announcement,
    AnnouncementStatus,
    Audience,
    change_announcement,
    load_announcements,
)
from bot.db.engine import Transaction
from bot.db.jobs import Job
from bot.db.snapshot import Competition, Snapshot, Team
from bot.posts.outbox import Post, change_notice, enqueue_notice, load_about
from bot.services.access import ENDED
from bot.services.captain_notices import LONGEST_TEXT, call_captains, list_registered
from bot.services.jobs import LATE_AFTER, is_late
from bot.ui.message import Message
from bot.ui.texts import announcements as texts
from bot.ui.texts.captains import mention_all


def list_addressed(snapshot: Snapshot, audience: Audience, team_id: int | None) -> tuple[Team, ...]:
    """The teams whose captains an announcement mentions; one for all mentions nobody.

    Every team plays every event, so those of an event are all that are not out.
    """
    if audience is Audience.ALL:
        return ()
    if audience is Audience.TEAM:
        return tuple(team for team in snapshot.teams.values() if team.id == team_id)
    return list_registered(snapshot)


async def send_announcement(tx: Transaction, snapshot: Snapshot, job: Job) -> None:
    """The work of an announcement's job: its posts, or a note to staff where it is too late."""
    competition = snapshot.competition
    found = await load_announcements(tx.connection, competition.id)
    announcement = next((a for a in found if a.subject == job.subject), None)
    if announcement is None or announcement.status is not AnnouncementStatus.SCHEDULED:
        return
    if competition.state in ENDED:  # it was archived by itself meanwhile
        await change_announcement(tx, announcement.id, status=AnnouncementStatus.CANCELLED, ended_at=tx.now)
        return
    if (tx.now - job.due_at).total_seconds() > announcement.late_limit_seconds and is_late(job, tx.now):
        await change_announcement(tx, announcement.id, status=AnnouncementStatus.DROPPED, ended_at=tx.now)
        message = Message(texts.dropped(announcement), user_mentions=(announcement.written_by,))
        channel_id = competition.channels.staff
        await enqueue_notice(tx, competition.id, f"{job.subject}:dropped", message, channel_id=channel_id)
        return
    await change_announcement(tx, announcement.id, status=AnnouncementStatus.SENT, ended_at=tx.now)
    text = texts.sent(announcement, is_late=is_late(job, tx.now))
    subject = f"{job.subject}:post"
    if announcement.audience is Audience.ALL:
        channel_id = competition.channels.announcements
        await enqueue_notice(tx, competition.id, f"{subject}:0", Message(text), channel_id=channel_id)
        return
    addressed = list_addressed(snapshot, announcement.audience, announcement.team_id)
    await call_captains(tx, snapshot, addressed, subject, text)


async def edit_posts(tx: Transaction, competition: Competition, edited: Announcement) -> None:
    """Let the posts of an announcement that was sent say what it says now."""
    is_behind = edited.ended_at is not None and edited.ended_at - edited.due_at > LATE_AFTER
    text = texts.sent(edited, is_late=is_behind)
    for post in await load_posts(tx, competition, edited):
        old = Message.from_json(post.payload or {})
        if post.user_id is None and post.subject != f"{edited.subject}:post:0":
            continue  # mentions below a long text
        with_mentions = f"{mention_all(old.user_mentions)}\n{text}" if old.user_mentions else text
        fitting = with_mentions if len(with_mentions) <= LONGEST_TEXT else text
        await change_notice(tx, post, replace(old, text=fitting))


async def load_posts(tx: Transaction, competition: Competition, announcement: Announcement) -> tuple[Post, ...]:
    """The posts that an announcement has become."""
    return tuple(await load_about(tx.connection, competition.id, f"{announcement.subject}:post:"))
