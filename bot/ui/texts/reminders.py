"""Reminders, and the times that they remind of."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from bot.db.snapshot import Competition
from bot.ui.facts.announcements import Times
from bot.ui.facts.rules import Receipts
from bot.ui.names import for_prose
from bot.ui.texts.access import mention_director
from bot.ui.texts.listing import name_some
from bot.ui.times import show_moment
from core.reminders import Deadline, Reminder

NAMES: Mapping[Deadline, str] = {
    Deadline.REGISTRATION: "Registration closes",
    Deadline.ROSTER_LOCK: "Rosters lock",
    Deadline.CHECK_IN: "Check-in opens",
    Deadline.START: "The start",
}
WHAT: Mapping[Deadline, str] = {
    Deadline.REGISTRATION: "registration closes {at}. `/team register` enters a team.",
    Deadline.ROSTER_LOCK: "rosters lock {at}. Until then captains can change theirs: `/team mine`.",
    Deadline.CHECK_IN: "check-in opens {at}. From then on `/checkin team` checks your team in.",
    Deadline.START: "play starts {at}.",
}
OPTIONS: Mapping[Deadline, str] = {
    Deadline.REGISTRATION: "registration_closes",
    Deadline.ROSTER_LOCK: "roster_lock",
    Deadline.CHECK_IN: "check_in_opens",
    Deadline.START: "starts",
}
NOTHING_NAMED = "Name at least one time that is to change, such as `starts`."
BAD_REMINDERS = "Write how long before each deadline reminders come, such as `24h 1h 15m`, or `none`."
LOCK_NEEDED = "Rosters always lock: give a time, such as 2027-06-12 00:00."
MOST_MISSING_NAMED = 20


def moved(competition: Competition, times: Mapping[Deadline, datetime | None]) -> str:
    """The note to captains about times that are set, moved or taken away."""
    lines = [
        f"{NAMES[deadline]}: {show_moment(at) if at else 'no time is set any more'}" for deadline, at in times.items()
    ]
    return "\n".join((f"**{for_prose(competition.name)}** has new times:", *lines))


def unread_time(deadline: Deadline, why: str) -> str:
    """The refusal of a time, with the option that holds it."""
    return f"`{OPTIONS[deadline]}`: {why}"


def has_passed(name: str, at: datetime) -> str:
    """The refusal of a time that does not lie ahead."""
    return f"{name}: {show_moment(at)} has passed. Choose a later time."


def reminder(competition: Competition, planned: Reminder, *, is_late: bool) -> str:
    """A reminder; readers see the time in their own zone."""
    late = "-# This comes late.\n" if is_late else ""
    what = WHAT[planned.deadline].format(at=show_moment(planned.deadline_at))
    return f"{late}**{for_prose(competition.name)}**: {what}"


def unread(competition: Competition, starts_at: datetime, receipts: Sequence[Receipts]) -> str:
    """The list of captains who have not read the rules, for the director."""
    lines = [f"{mention_director(competition)}: {for_prose(competition.name)} starts {show_moment(starts_at)}."]
    for found in receipts:
        missing = found.missing
        if not missing:
            lines.append(f"All captains have read version {found.version} of the rules.")
            continue
        named = name_some([team.name[:40] for team in missing], MOST_MISSING_NAMED)
        lines.append(f"Version {found.version} of the rules was not read by: {named}.")
    text = "\n".join(lines)
    return text if len(text) <= 1900 else text[:1800] + "\n... `/rules receipts` shows all."


def times_lines(found: Times) -> Iterator[str]:
    """A competition's times, line by line."""
    zone = found.competition.settings.time_zone
    yield f"**Times of {for_prose(found.competition.name)}** ({zone})"
    for deadline, at in found.deadlines.items():
        how = f": `/schedule set {OPTIONS[deadline]}:`" if found.may_set else ""
        shown = show_moment(at) if at is not None else f"not set{how}"
        yield f"{NAMES[deadline]}: {shown}"
    yield "Reminders still to come:" if found.reminders else "No reminder is still to come."
    yield from (f"- {NAMES[planned.deadline]}, {show_moment(planned.due_at)}" for planned in found.reminders)
