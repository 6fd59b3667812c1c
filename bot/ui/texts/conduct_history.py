"""What was recorded about anybody's conduct, for staff."""

from collections.abc import Mapping

from bot.posts.outbox import PostStatus
from bot.ui.facts.conduct import History, HistoryEntry
from bot.ui.names import for_prose
from bot.ui.texts import appeals
from bot.ui.texts.conduct import KIND_NAMES, name_events
from bot.ui.times import show_moment

DELIVERY: Mapping[PostStatus | None, str] = {
    PostStatus.SENT: "reached",
    PostStatus.WAITING: "on its way",
    PostStatus.SENDING: "on its way",
    PostStatus.FAILED: "not reached: please tell them in person",
    None: "no Discord account: please tell them in person",
}


def shown(found: History) -> str:
    """What was recorded, for staff."""
    if not found.entries:
        return f"Nothing is recorded in {for_prose(found.competition.name)} that fits."
    return "\n".join("\n  ".join(entry_lines(entry)) for entry in found.entries)


def standing_choice(entry: HistoryEntry) -> str:
    """An offence in a list to choose from."""
    offence = entry.offence
    return f"#{offence.id} {entry.player.name} ({entry.team.name}): {KIND_NAMES[offence.kind]}"


def entry_lines(entry: HistoryEntry) -> list[str]:
    """One offence, what became of it, and whom a message reached."""
    offence = entry.offence
    led_to = ", ".join(entry.consequences) or "nothing"
    where = f" during {name_events([offence.event])}" if offence.event else ""
    lines = [
        f"**#{offence.id}** {for_prose(entry.player.name)} ({for_prose(entry.team.name)}): {KIND_NAMES[offence.kind]}"
        f"{where}, {show_moment(offence.recorded_at)} by <@{offence.recorded_by}>. Leads to: {led_to}.",
        f"Told: {', '.join(f'{who} ({DELIVERY[status]})' for who, status in entry.told)}.",
    ]
    if offence.note:
        lines.append(f"Note: {for_prose(offence.note)}")
    if offence.decided_at:
        lines.append(f"Team ejection {offence.decision} by <@{offence.decided_by}>, {show_moment(offence.decided_at)}.")
    if entry.appeal:
        lines += appeals.in_history(entry.appeal)
    if offence.lifted_at:
        reason = for_prose(offence.lift_reason or "")
        lines.append(f"Lifted by <@{offence.lifted_by}>, {show_moment(offence.lifted_at)}: {reason}")
    return lines
