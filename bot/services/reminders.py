"""Reminders of deadlines, and the list of captains who have not read the rules an hour before the start."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from bot.db.engine import Transaction
from bot.db.jobs import Job
from bot.db.snapshot import Competition, Snapshot
from bot.posts.outbox import enqueue_notice
from bot.services.captain_notices import call_captains, list_forming, list_registered
from bot.services.jobs import is_late
from bot.services.joining import is_too_late
from bot.services.receipts import collect_receipts
from bot.ui.message import Message
from bot.ui.texts import opening as opening_texts
from bot.ui.texts import reminders as texts
from core.reminders import Deadline, Reminder, find_deadlines, is_worth_sending, plan_reminders

UNREAD_BEFORE = timedelta(hours=1)


def plan_reminder_jobs(competition: Competition) -> Mapping[str, datetime]:
    """The reminders of a competition as jobs; a deadline that moves has other jobs."""
    planned = plan_reminders(competition.settings, competition.state)
    return {_subject_of(reminder): reminder.due_at for reminder in planned}


async def send_reminder(tx: Transaction, snapshot: Snapshot, job: Job) -> None:
    """The work of a reminder's job; nothing where the deadline has moved, or the reminder tells nothing any more."""
    competition = snapshot.competition
    planned = plan_reminders(competition.settings, competition.state)
    reminder = next((other for other in planned if _subject_of(other) == job.subject), None)
    if reminder is None or not is_worth_sending(reminder, competition.settings.schedule.reminder_seconds, tx.now):
        return
    text = texts.reminder(competition, reminder, is_late=is_late(job, tx.now))
    if reminder.deadline is Deadline.REGISTRATION:
        channel_id = competition.channels.announcements
        await enqueue_notice(tx, competition.id, job.subject, Message(text), channel_id=channel_id)
        hurry = opening_texts.hurry(competition, reminder.deadline_at)
        await call_captains(tx, snapshot, list_forming(snapshot), f"{job.subject}:forming", hurry)
        return
    forming = (team for team in list_forming(snapshot) if not is_too_late(tx, snapshot, team))
    called = (*list_registered(snapshot), *(forming if reminder.deadline is Deadline.ROSTER_LOCK else ()))
    await call_captains(tx, snapshot, called, job.subject, text)


def plan_unread_jobs(competition: Competition) -> Mapping[str, datetime]:
    """The list of who has not read the rules, an hour before the start (D9)."""
    starts_at = find_deadlines(competition.settings, competition.state).get(Deadline.START)
    return {} if starts_at is None else {_unread_subject(starts_at): starts_at - UNREAD_BEFORE}


async def send_unread(tx: Transaction, snapshot: Snapshot, job: Job) -> None:
    """The work of that list's job: staff see which captains have not read which versions."""
    competition = snapshot.competition
    starts_at = find_deadlines(competition.settings, competition.state).get(Deadline.START)
    versions = sorted({amendment.version for amendment in snapshot.amendments})
    if starts_at is None or _unread_subject(starts_at) != job.subject or tx.now >= starts_at or not versions:
        return
    receipts = [collect_receipts(snapshot, version) for version in versions]
    role_id = competition.director_role_id
    message = Message(
        texts.unread(competition, starts_at, receipts),
        user_mentions=() if role_id else (competition.created_by,),
        role_mentions=(role_id,) if role_id else (),
    )
    await enqueue_notice(tx, competition.id, job.subject, message, channel_id=competition.channels.staff)


def _subject_of(reminder: Reminder) -> str:
    deadline = reminder.deadline.replace(" ", "-")
    return f"reminder:{deadline}:{int(reminder.deadline_at.timestamp())}:{reminder.seconds_before}"


def _unread_subject(starts_at: datetime) -> str:
    return f"unread:{int(starts_at.timestamp())}"
