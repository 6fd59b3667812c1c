"""What everybody reads once registration opens, and once a competition starts."""

from bot.db.snapshot import Competition
from bot.ui.names import for_prose
from bot.ui.texts.registration import word_money
from bot.ui.times import show_moment
from core.competition import Kind

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
