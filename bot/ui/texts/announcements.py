"""Announcements: previews, answers and reports."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from bot.db.announcements import Announcement, AnnouncementStatus, Audience
from bot.db.snapshot import Team
from bot.posts.outbox import Post, PostStatus
from bot.ui.facts.announcements import Announced, AnnouncementList, AnnouncementPreview, DeliveryReport, Target
from bot.ui.names import for_prose
from bot.ui.texts.captains import mention_all
from bot.ui.texts.conduct import name_events
from bot.ui.texts.rules import quote
from bot.ui.times import show_moment
from core.competition import State

TEXT_MAX_CHARACTERS = 1500
FORM_TITLE, EDIT_TITLE, TEXT_LABEL = "Announcement", "Edit the announcement", "What it says"
SEND, SCHEDULE, CHANGE = "Send it now", "Schedule it", "Change the text"

BAD_TEXT = "An announcement has 1 to 1,500 characters: shorten it, or send it in two parts."
BAD_LIMIT = "It can be sent 0 to 72 hours late at most: choose a number of hours in between."
UNKNOWN_AUDIENCE = "Choose from the list whom the announcement is for."
TEAM_MISSING = "An announcement to a team needs the option `team`."
TEAM_GONE = "The team that this was for is gone. Write the announcement again."
UNKNOWN = "There is no such announcement in this competition. `/announce list` shows all of them with their numbers."
STATUS_NAMES: Mapping[AnnouncementStatus, str] = {
    AnnouncementStatus.SCHEDULED: "scheduled for",
    AnnouncementStatus.SENT: "sent",
    AnnouncementStatus.DROPPED: "dropped, because it was too late,",
    AnnouncementStatus.CANCELLED: "cancelled",
}
DELIVERY: Mapping[PostStatus, str] = {
    PostStatus.SENT: "delivered",
    PostStatus.WAITING: "on its way",
    PostStatus.SENDING: "on its way",
    PostStatus.FAILED: "**not delivered**: please tell them otherwise",
}


def has_ended(name: str, state: State) -> str:
    """The refusal of announcements for a competition that is over and put away."""
    return f"{for_prose(name)} is {state}: nothing is announced for it any more."


def event_missing(events: Sequence[str]) -> str:
    """The refusal of an announcement to no event's teams."""
    if not events:
        return "A dodgeball tournament has no events: announce it to all, to captains, or to a team."
    return f"An announcement to an event's teams needs the option `event`: {name_events(events)}."


def time_has_passed(due_at: datetime) -> str:
    """The refusal of a time that does not lie ahead."""
    return f"{show_moment(due_at)} has passed: choose a later time, or leave it out to send it at once."


def too_far(due_at: datetime) -> str:
    """The refusal of a time that lies too far ahead."""
    return f"{show_moment(due_at)} is more than a year away: choose an earlier time."


def not_scheduled(announcement: Announcement) -> str:
    """The answer where it is too late to cancel."""
    return f"Announcement #{announcement.id} no longer waits: it is {_status(announcement)} Nothing was changed."


def not_editable(announcement: Announcement) -> str:
    """The answer where there is nothing to edit."""
    return f"Announcement #{announcement.id} cannot be edited: it is {_status(announcement)} Write a new one."


def changed_meanwhile(announcement: Announcement, typed: str) -> str:
    """The answer to an edit of a text that somebody else has changed since the form was opened."""
    return (
        f"Announcement #{announcement.id} was edited meanwhile, and yours was not saved. It says now:\n"
        f"{quote(announcement.text)}\nYou wrote:\n{quote(typed)}\nOpen `/announce edit` again."
    )


def previewed(found: AnnouncementPreview) -> str:
    """What is going to be sent, when, and who is mentioned."""
    when = "at once" if found.due_at is None else show_moment(found.due_at)
    lines = [
        f"To {_describe(found.target)}, {when}:",
        quote(found.text),
        f"Mentioned are: {mention_all(found.captains)}." if found.captains else "Nobody is mentioned.",
    ]
    if found.without_account:
        lines.append(_without_account(found.without_account))
    if found.due_at is not None:
        lines.append(f"If it could only be sent more than {found.late_limit_seconds // 3600} h late, it is dropped.")
    lines.append("Nothing is sent until you confirm it.")
    return "\n".join(lines)


def accepted(done: Announced) -> str:
    """The answer to a confirmed announcement."""
    announcement = done.announcement
    when = "is on its way" if done.is_immediate else f"is scheduled for {show_moment(announcement.due_at)}"
    return (
        f"Announcement #{announcement.id} {when}. `/announce report` shows what became of it, and `/announce edit` "
        "changes it."
    )


def edited(done: Announced) -> str:
    """The answer to an edit."""
    is_sent = done.announcement.status is AnnouncementStatus.SENT
    follow = "Its messages follow." if is_sent else f"It will be sent {show_moment(done.announcement.due_at)}."
    return f"Announcement #{done.announcement.id} says something else now. {follow}"


def cancelled(done: Announced) -> str:
    """The answer to a cancelled announcement."""
    return f"Announcement #{done.announcement.id} is cancelled and will not be sent."


def sent(announcement: Announcement, *, is_late: bool) -> str:
    """What is posted."""
    late = f"-# This comes late: it was due {show_moment(announcement.due_at)}.\n" if is_late else ""
    return late + announcement.text


def dropped(announcement: Announcement) -> str:
    """The note to staff about an announcement that came too late."""
    return (
        f"<@{announcement.written_by}>: announcement #{announcement.id} was due {show_moment(announcement.due_at)} and "
        f"could not be sent in time, so it was dropped:\n{quote(announcement.text)}"
    )


def listed_lines(found: AnnouncementList) -> Iterator[str]:
    """All announcements, newest first."""
    if not found.announcements:
        yield "Nothing was announced yet. `/announce new` writes an announcement."
    for announcement in found.announcements:
        team = found.teams.get(announcement.team_id or 0)
        target = _describe(Target(announcement.audience, team, announcement.event))
        yield f"**#{announcement.id}** to {target}, {_status(announcement)} {for_prose(announcement.text[:80])}"


def report_lines(found: DeliveryReport) -> Iterator[str]:
    """What became of each post."""
    yield f"Announcement #{found.announcement.id} is {_status(found.announcement)}"
    for post in found.posts:
        yield f"- {_place(post)}: {DELIVERY[post.status]}"
    if found.without_account:
        yield _without_account(found.without_account)


def choice(announcement: Announcement) -> str:
    """An announcement in a list to choose from."""
    return f"#{announcement.id} ({announcement.status}) {' '.join(announcement.text.split())}"


def _place(post: Post) -> str:
    if post.user_id is not None:
        return f"direct message to <@{post.user_id}>"
    mentioned = len((post.payload or {}).get("users", ()))
    return f"<#{post.channel_id}>" + (f", mentioning {mentioned}" if mentioned else "")


def _status(announcement: Announcement) -> str:
    at = announcement.due_at if announcement.ended_at is None else announcement.ended_at
    return f"{STATUS_NAMES[announcement.status]} {show_moment(at)}."


def _describe(target: Target) -> str:
    if target.audience is Audience.TEAM:
        return f"the captain of {for_prose(target.team.name)}" if target.team else "the captain of a team that is gone"
    if target.audience is Audience.EVENT and target.event:
        return f"the captains of the teams in {name_events([target.event])}"
    return "everybody" if target.audience is Audience.ALL else "all captains"


def _without_account(teams: Sequence[Team]) -> str:
    names = ", ".join(for_prose(team.name) for team in teams)
    return f"Without a Discord account are the captains of {names}: please tell them in person."
