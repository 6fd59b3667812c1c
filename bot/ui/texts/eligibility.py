"""What directors read about exceptions, bans and moved days, and captains about players who fall out."""

from collections.abc import Sequence

from bot.db.eligibility import Ban
from bot.db.snapshot import Player, Team
from bot.ui.facts.eligibility import Banned, Excused, Moved
from bot.ui.names import for_prose
from bot.ui.times import show_moment

UNKNOWN_BAN = "This ban does not stand in this competition. Choose one from the list that appears while you type."
NOBODY_NAMED = "Say who is banned: a player in the option `player`, or a Discord account in the option `member`."
SAME_DAYS = "The competition is on these days already, and nothing was changed."
MOST_NAMED = 30


def bad_reason(most_characters: int) -> str:
    """The refusal of a reason that is empty or too long."""
    return f"Give a reason of 1 to {most_characters} characters: staff see it beside the name. Nothing was changed."


def no_exception_needed(name: str) -> str:
    """The refusal of an exception for somebody who is of age."""
    return f"{for_prose(name)} is old enough on the first day and needs no exception."


def excused(done: Excused) -> str:
    """The answer to an exception."""
    settings = done.competition.settings
    said = (
        f"✅ {for_prose(done.name)} may play although they are not {settings.minimum_age} yet. Staff see your reason "
        "beside the name."
    )
    if done.player is not None:
        return said
    if done.is_locked:
        return f"{said} Rosters are locked: enter them with `/team add`, its options `team` and `reason`."
    return f"{said} The captain can enter them now, with the same name and birth date."


def ban_too_late(team: str) -> str:
    """The refusal of a ban once the team has played."""
    return f"{for_prose(team)} has played, so nobody is taken out of it. Record what happened with `/conduct` instead."


def banned(done: Banned) -> str:
    """The answer to a ban."""
    who = for_prose(done.name) if done.name is not None else f"<@{done.user_id}>"
    left = _word_left(done.team, done.count) if done.team else ""
    return f"✅ {who} may not be entered from now on.{left} `/player unban` lifts it."


def _word_left(team: Team, count: int) -> str:
    if team.captain_id is not None:
        return f" {for_prose(team.name)} is told, and has {count} left."
    return f" {for_prose(team.name)} has {count} left, and no captain with an account: tell them in person."


def unbanned(lifted: Ban) -> str:
    """The answer to a ban that was lifted."""
    who = for_prose(lifted.name) if lifted.name is not None else f"<@{lifted.user_id}>"
    return f"✅ {who} may be entered again."


def name_ban(ban: Ban) -> str:
    """A ban in a list of choices (no markdown there)."""
    return f"#{ban.id} {ban.name or f'account {ban.user_id}'}: {ban.reason}"


def moved(done: Moved) -> str:
    """The answer to other days, with everybody who is too young for them."""
    settings = done.after.settings
    lines = [
        f"✅ **{for_prose(done.after.name)}** is now from {settings.first_day.isoformat()} to "
        f"{settings.last_day.isoformat()} ({settings.time_zone}). Rosters lock {show_moment(settings.roster_lock_at)}."
    ]
    return "\n".join((*lines, list_too_young(done)))


def list_too_young(done: Moved) -> str:
    """Who falls out, for staff."""
    if not done.too_young:
        return "Everybody who is entered is old enough."
    lines = [f"❌ {for_prose(player.name)} ({for_prose(team.name)})" for player, team in done.too_young[:MOST_NAMED]]
    if (more := len(done.too_young) - MOST_NAMED) > 0:
        lines.append(f"... and {more} more.")
    heading = (
        f"Too young on the new first day: {len(done.too_young)}. Their captains are told; a director can make an "
        "exception with `/player except`."
    )
    return "\n".join((heading, *lines))


def moved_publicly(done: Moved) -> str:
    """The note to everybody about other days."""
    settings = done.after.settings
    return (
        f"**{for_prose(done.after.name)}** has new days: {settings.first_day.isoformat()} to "
        f"{settings.last_day.isoformat()} ({settings.time_zone}). Rosters lock {show_moment(settings.roster_lock_at)}."
    )


def fell_out(done: Moved, team: Team, players: Sequence[Player]) -> str:
    """The note to a captain about players who are too young for the new days."""
    settings = done.after.settings
    names = ", ".join(for_prose(player.name) for player in players)
    whom = f"<@{team.captain_id}>, " if team.captain_id is not None else ""
    then = (
        f"Rosters locked {show_moment(settings.roster_lock_at)}: ask a director to exchange them or to make an "
        "exception."
        if done.is_locked
        else f"Until the rosters lock {show_moment(settings.roster_lock_at)} you can exchange them with `/team swap`, "
        "or ask a director for an exception."
    )
    return (
        f"{whom}the first day is now {settings.first_day.isoformat()}, and in {for_prose(team.name)} these are not "
        f"{settings.minimum_age} by then: {names}. {then}"
    )
