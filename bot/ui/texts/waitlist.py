"""What captains read about the waiting list."""

from datetime import datetime

from bot.db.snapshot import Competition, Team, TeamStatus
from bot.ui.facts.teams import PlaceTaken
from bot.ui.names import for_prose
from bot.ui.texts.registration import word_money
from bot.ui.times import show_moment

TAKE_PLACE, GIVE_UP = "Take the place", "Withdraw the team"


def offered(team: Team, competition: Competition, until: datetime) -> str:
    """The note that a place is free."""
    whom = f"<@{team.captain_id}>, a" if team.captain_id is not None else "A"
    return (
        f"{whom} place in **{for_prose(competition.name)}** has become free for {for_prose(team.name)}. Take it until "
        f"{show_moment(until)}; after that it goes to the next team."
    )


def missed(team: Team) -> str:
    """The note that a place was not taken in time."""
    whom = f"<@{team.captain_id}>, the" if team.captain_id is not None else "The"
    return f"{whom} place for {for_prose(team.name)} was not taken in time. Your team waits at the end of the list now."


def not_waiting(team: Team) -> str:
    """The refusal of a place for a team that does not wait."""
    if team.status is TeamStatus.FORMING:
        return f"{for_prose(team.name)} is not registered yet: `/team add` and `/player invite` complete it."
    if team.status is TeamStatus.WITHDRAWN:
        return f"{for_prose(team.name)} has withdrawn, and takes no place any more."
    return f"{for_prose(team.name)} has its place already. `/team mine` shows what is still missing."


def no_place_yet(team: Team, place: int) -> str:
    """The refusal of a place that is not offered, or not any more."""
    return (
        f"No place is free for {for_prose(team.name)} just now: it is number {place} on the waiting list. You are told "
        "when a place becomes free."
    )


def no_place_any_more(team: Team, competition: Competition) -> str:
    """The refusal of a place once places are given no more."""
    return (
        f"No places are given any more: {for_prose(competition.name)} has begun or is over, and {for_prose(team.name)} "
        "still waits for one. Please ask a director."
    )


def draw_again(team: Team) -> str:
    """The note to staff about a place that was taken after the draw."""
    return (
        f"⚠️ {for_prose(team.name)} has taken a free place and is not in the bracket yet. A director draws it again "
        "with `/match draw`; `/competition start` waits for that."
    )


def taken(done: PlaceTaken) -> str:
    """The answer to a place that was taken."""
    if done.is_drawn:
        return f"{_taken(done)} The bracket was drawn before that: staff are told to draw it again with your team."
    return _taken(done)


def _taken(done: PlaceTaken) -> str:
    settings = done.competition.settings
    if done.team.status is TeamStatus.PENDING:
        fee = word_money(settings.fee_cents, settings.currency)
        return f"✅ {for_prose(done.team.name)} has its place. It is confirmed once a director has recorded {fee}."
    return f"✅ {for_prose(done.team.name)} has its place: confirmed."
