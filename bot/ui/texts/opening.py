"""What everybody reads once registration opens, and once a competition starts."""

from collections.abc import Sequence
from datetime import datetime

from bot.db.snapshot import Competition, Team
from bot.ui.names import for_prose
from bot.ui.texts.listing import name_some
from bot.ui.texts.registration import word_money
from bot.ui.times import show_moment
from core.competition import Kind

MOST_NAMED = 20
CLOSED = "**Registration is closed.**"


def opened(competition: Competition) -> str:
    """That teams can register: how, and until when."""
    settings = competition.settings
    days = settings.first_day.isoformat()
    if settings.last_day != settings.first_day:
        days = f"{days} to {settings.last_day.isoformat()}"
    asked = _list_asked(competition)
    return "\n".join(
        (
            f"**Registration for {for_prose(competition.name)} is open** ({days}).",
            f"Captains: `/team register` registers a team with one form, `/team start` one that is filled bit by bit. "
            f"{_size(competition)}, everybody {settings.minimum_age} or older on the first day.",
            *([f"{'; '.join(asked)}."] if asked else []),
            _until(competition),
        )
    )


def started(competition: Competition) -> str:
    """That scores count from now on."""
    where = f"<#{competition.channels.standings}>"
    if competition.settings.kind is Kind.DODGEBALL:
        return f"**{for_prose(competition.name)} has started.** The bracket is in {where}."
    return f"**{for_prose(competition.name)} has started.** Scores count from now on; the standings are in {where}."


def too_late(competition: Competition) -> str:
    """The note to captains whose teams are not complete as registration is closed."""
    return (
        f"Registration for **{for_prose(competition.name)}** is closed, and your team is not complete: it takes no "
        "part unless a director opens it again. `/team mine` shows what is missing."
    )


def hurry(competition: Competition, at: datetime) -> str:
    """The reminder to captains whose teams are not complete yet."""
    return (
        f"**{for_prose(competition.name)}**: registration closes {show_moment(at)}, and your team is not complete "
        "yet. `/team mine` shows what is missing."
    )


def incomplete(teams: Sequence[Team]) -> str:
    """The note to staff about teams that are not complete as registration is closed."""
    return f"⚠️ Not complete, so without a place: {name_teams(teams)}. `/competition open` lets them go on."


def name_teams(teams: Sequence[Team]) -> str:
    """Teams by name, as many as fit."""
    return name_some([team.name for team in teams], MOST_NAMED)


def _size(competition: Competition) -> str:
    least, most = competition.settings.roster_at_least, competition.settings.roster_at_most
    if most is None:
        return f"A team has {least} or more players"
    return f"A team has {least} players" if least == most else f"A team has {least} to {most} players"


def _list_asked(competition: Competition) -> list[str]:
    """What a place costs, and how many there are, as far as that is set."""
    settings = competition.settings
    fee = [f"Fee: {word_money(settings.fee_cents, settings.currency)} for a team"] if settings.fee_cents else []
    places = [] if settings.capacity is None else [f"Places: {settings.capacity}"]
    return [*fee, *places]


def _until(competition: Competition) -> str:
    settings = competition.settings
    if settings.registration_closes_at is not None:
        return f"Registration closes {show_moment(settings.registration_closes_at)}."
    return f"Registration is open until a director closes it; rosters lock {show_moment(settings.roster_lock_at)}."
