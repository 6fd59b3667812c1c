"""Competitions: creating, showing, and checking where they speak."""

from collections.abc import Mapping, Sequence
from datetime import date

from bot.db.snapshot import Competition, Snapshot
from bot.posts.outbox import Post
from bot.ui.names import for_prose
from bot.ui.texts.listing import list_some
from bot.ui.times import show_moment
from core.competition import CompetitionSettings, Kind, Step, possible_steps
from core.names import NAME_MAX_CHARACTERS, NameFault

UNKNOWN_KIND = "A competition is either the Getaway Games or a dodgeball tournament: choose one from the list."
TOO_MANY = "This server has a hundred competitions already. Please use another server for the next one."
FOREIGN_CHANNEL = "This channel is not a text channel of this server. Choose one from the list."
FOREIGN_ROLE = "This role is not one of this server. Choose one from the list."
STAFF_CHANNEL_SHARED = (
    "Nothing was changed. Staff need a channel of their own, which nobody else can read: choose another one for "
    "`staff` than for announcements, standings and captains."
)
MOST_ROLES = 10
NO_CHANNEL_NAMED = "Name at least one channel that is to change."

KIND_NAMES: Mapping[Kind, str] = {Kind.GETAWAY: "Getaway Games", Kind.DODGEBALL: "dodgeball tournament"}
STEP_COMMANDS: Mapping[Step, str] = {
    Step.OPEN_REGISTRATION: "open",
    Step.CLOSE_REGISTRATION: "close",
    Step.START: "start",
    Step.FINISH: "finish",
    Step.RESUME: "resume",
    Step.CANCEL: "cancel",
    Step.ARCHIVE: "archive",
}
STEP_DESCRIPTIONS: Mapping[Step, str] = {
    Step.OPEN_REGISTRATION: "Let captains register",
    Step.CLOSE_REGISTRATION: "End the registration",
    Step.START: "Begin: from now on scores count",
    Step.FINISH: "End the competition; its results stay",
    Step.RESUME: "Go on after it was finished too early",
    Step.CANCEL: "Cancel the whole competition",
    Step.ARCHIVE: "Put it away, and erase all birth dates",
}
NAME_FAULTS: Mapping[NameFault, str] = {
    NameFault.EMPTY: "is empty",
    NameFault.INVISIBLE: "shows nothing: use letters, digits or emoji",
    NameFault.CONTROL_CHARACTER: "holds a line break, tab or other control character: type it on one line",
    NameFault.DIRECTION_MARK: "holds an invisible mark that switches the direction of text: type it anew",
    NameFault.BROKEN_CHARACTER: "holds a broken character: type it anew",
    NameFault.TOO_LONG: f"is longer than {NAME_MAX_CHARACTERS} characters: shorten it",
}


def bad_name(fault: NameFault) -> str:
    """The refusal of a competition's name."""
    return f"The competition's name {NAME_FAULTS[fault]}."


def bad_day(text: str) -> str:
    """The refusal of a day that is none."""
    return f"{for_prose(text[:40])} is not a day. Write it as year-month-day, for example `2027-06-12`."


def days_gone(last_day: date) -> str:
    """The refusal of a competition that would be over already."""
    return f"The last day, {last_day.isoformat()}, is over already. Check the year."


def name_taken(name: str) -> str:
    """The refusal of a competition's name that is used already."""
    return f"This server has a competition {for_prose(name)} already. Choose another name, such as one with the year."


def created(competition: Competition, missing: Mapping[int, Sequence[str]], warnings: Sequence[str] = ()) -> str:
    """The answer to a new competition: what it is, what is missing, and the next step."""
    settings = competition.settings
    return "\n".join(
        (
            f"**{for_prose(settings.name)}** is created as a draft: {KIND_NAMES[settings.kind]}, "
            f"{_days(settings)} ({settings.time_zone}). "
            f"Rosters lock {show_moment(settings.roster_lock_at)}.",
            channels_checked(missing, warnings),
            "`/settings show` says what it asks of teams: fee, places, ages.",
            "Next: `/competition open` opens the registration.",
        )
    )


def staff_channel_open(channel_id: int) -> str:
    """The warning of a channel for staff that everybody can read."""
    return (
        f"⚠️ Everybody in this server can read <#{channel_id}>, where staff are told of fees, offences and appeals. "
        "Take View Channel from the role `everyone` in the channel's settings and give it to staff and Skipper, "
        "or name another channel with `/competition channels`."
    )


def captains_channel_closed(channel_id: int, readers: Sequence[int]) -> str:
    """The warning of a captains' channel that captains may not be able to read; `readers` are roles besides staff's."""
    if readers:
        roles = list_some([f"<@&{role_id}>" for role_id in readers], MOST_ROLES)
        return f"Besides staff, only {roles} can read <#{channel_id}>: see to it that each captain is among them."
    return (
        f"⚠️ Only staff can read <#{channel_id}>, where captains are told what concerns their teams. Give View Channel "
        "to the role `everyone`, or to a role that captains have, in the channel's settings, or name another channel "
        "with `/competition channels`."
    )


def channels_checked(missing: Mapping[int, Sequence[str]], warnings: Sequence[str] = ()) -> str:
    """What Skipper may not do in the competition's channels yet, and whether the right people can read them."""
    lines = [
        f"In <#{channel_id}> Skipper lacks: {', '.join(permissions)}. Give it these in the channel's settings."
        for channel_id, permissions in missing.items()
        if permissions
    ]
    lines = lines or ["Skipper may do all that it needs in each of the channels."]
    return "\n".join((*lines, *warnings))


def stepped(competition: Competition) -> str:
    """The answer to a change of state."""
    steps = ", ".join(f"`/competition {STEP_COMMANDS[step]}`" for step in possible_steps(competition.state))
    following = f" From here: {steps}." if steps else ""
    return f"**{for_prose(competition.name)}** is now: {competition.state}.{following}"


def goes_on(competition: Competition) -> str:
    """What everybody reads once a finished competition was opened again."""
    return f"**{for_prose(competition.name)} goes on.** The final result above does not hold; a new one will follow."


def shown(snapshot: Snapshot, failed_posts: Sequence[Post]) -> str:
    """A competition at a glance."""
    competition = snapshot.competition
    settings, channels = competition.settings, competition.channels
    places = " (no limit)" if settings.capacity is None else f" of {settings.capacity}"
    lines = [
        f"**{for_prose(settings.name)}** ({KIND_NAMES[settings.kind]}): {competition.state}",
        f"{_days(settings)}, {settings.time_zone}",
        f"Teams: {len(tuple(snapshot.taking_part()))}{places}; minimum age: {settings.minimum_age}",
        f"Rosters lock {show_moment(settings.roster_lock_at)}",
        f"Announcements <#{channels.announcements}>, standings <#{channels.standings}>, "
        f"captains <#{channels.captains}>, staff <#{channels.staff}>",
    ]
    if failed_posts:
        lines.append(
            f"Posts that could not be delivered: {len(failed_posts)}. `/competition check` says what is missing."
        )
    return "\n".join(lines)


def channels_moved(competition: Competition, missing: Mapping[int, Sequence[str]], warnings: Sequence[str] = ()) -> str:
    """The answer to new channels."""
    checked = channels_checked(missing, warnings)
    return f"**{for_prose(competition.name)}** speaks in the new channels from now on.\n{checked}"


def _days(settings: CompetitionSettings) -> str:
    first, last = settings.first_day.isoformat(), settings.last_day.isoformat()
    return first if first == last else f"{first} to {last}"
