"""Every kind of job; another one is a line here."""

from collections.abc import Mapping

from bot.services.announcement_delivery import send_announcement
from bot.services.announcements import JOB_KIND
from bot.services.blinds import JOB_KIND as BLINDS_JOB_KIND
from bot.services.blinds import end_level
from bot.services.expiry import archive_expired, pass_on_places, plan_archive_jobs
from bot.services.game_table import JOB_KIND as GAME_JOB_KIND
from bot.services.game_table import call_time as call_game_time
from bot.services.jobs import JobKind
from bot.services.punctuality import JOB_KIND as START_JOB_KIND
from bot.services.punctuality import call_start
from bot.services.reminders import plan_reminder_jobs, plan_unread_jobs, send_reminder, send_unread
from bot.services.timers import JOB_KIND as TIMER_JOB_KIND
from bot.services.timers import call_time
from bot.services.waitlist import JOB_KIND as PLACE_JOB_KIND

KINDS: Mapping[str, JobKind] = {
    JOB_KIND: JobKind(send_announcement),
    BLINDS_JOB_KIND: JobKind(end_level),
    GAME_JOB_KIND: JobKind(call_game_time),
    "archive": JobKind(archive_expired, plan_archive_jobs),
    PLACE_JOB_KIND: JobKind(pass_on_places),
    "reminder": JobKind(send_reminder, plan_reminder_jobs),
    START_JOB_KIND: JobKind(call_start),
    TIMER_JOB_KIND: JobKind(call_time),
    "unread": JobKind(send_unread, plan_unread_jobs, is_caught_up=True),
}
