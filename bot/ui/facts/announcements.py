"""What there is to say about announcements and reminders."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.db.announcements import Announcement, Audience
from bot.db.snapshot import Competition, Team
from bot.posts.outbox import Post
from core.reminders import Deadline, Reminder


@dataclass(frozen=True, slots=True)
class Target:
    """Whom an announcement is for."""

    audience: Audience
    team: Team | None = None
    event: str | None = None


@dataclass(frozen=True, slots=True)
class AnnouncementForm:
    """What the form is opened with; `due_at` None means at once."""

    competition: Competition
    target: Target
    due_at: datetime | None
    late_limit_seconds: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class EditForm:
    """What the form that edits an announcement is opened with."""

    competition: Competition
    announcement: Announcement


@dataclass(frozen=True, slots=True)
class AnnouncementPreview:
    """What is going to be sent, and to whom; `draft_id` is what the buttons mean."""

    competition: Competition
    draft_id: int
    target: Target
    text: str
    due_at: datetime | None
    late_limit_seconds: int
    captains: tuple[int, ...]
    without_account: tuple[Team, ...]


@dataclass(frozen=True, slots=True)
class Announced:
    """An announcement that was accepted or changed, with the team that it is for."""

    competition: Competition
    announcement: Announcement
    is_immediate: bool = False


@dataclass(frozen=True, slots=True)
class AnnouncementList:
    """A competition's announcements, newest first."""

    competition: Competition
    teams: Mapping[int, Team]
    announcements: tuple[Announcement, ...]


@dataclass(frozen=True, slots=True)
class DeliveryReport:
    """What became of each post of an announcement, and whom none is for."""

    competition: Competition
    announcement: Announcement
    posts: tuple[Post, ...]
    without_account: tuple[Team, ...]


@dataclass(frozen=True, slots=True)
class Times:
    """A competition's deadlines as they are set, and the reminders still to come; `may_set` if the reader sets them."""

    competition: Competition
    deadlines: Mapping[Deadline, datetime | None]
    reminders: tuple[Reminder, ...]
    may_set: bool
