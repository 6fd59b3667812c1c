"""What people read when they leave a team, or a team withdraws."""

from datetime import datetime

from bot.db.snapshot import Competition, Team, TeamStatus
from bot.ui.facts.teams import Left, Withdrawal
from bot.ui.message import Button, Message, custom_id
from bot.ui.names import for_prose
from bot.ui.texts.teams import STATUS_NAMES
from bot.ui.times import show_moment
from core.competition import Kind

WITH_PLACE = (TeamStatus.PENDING, TeamStatus.CONFIRMED)
WITHDRAW, CONFIRM = "Withdraw the team", "team-withdraw-now"
WALKOVER = "Whoever was to play it goes on without a match."
NO_MATCH_LEFT = "It had no match left to play, so nothing changes for the others."
FORFEITS_HOLDEM = (
    "Hold'em is under way, and none of its players is out yet: all of them get the last rank there. If they have "
    "played until now, staff first enter them as out, and they keep the places of that moment."
)
EJECTED_BEFORE = "Ejected before the team withdrew"
NOT_LINKED = (
    "Your Discord account plays for no team here. If your captain entered you by name, ask them to take you out with "
    "`/team remove`."
)


def left(done: Left) -> str:
    """The answer to somebody who left."""
    said = f"✅ You left **{for_prose(done.team.name)}**, and your birth date is erased."
    return f"{said} You are still its captain: `/captain handover` changes that." if done.is_captain else said


def told_left(team: Team, name: str) -> str:
    """The note to a captain about a player who left."""
    return f"<@{team.captain_id}>, {for_prose(name)} has left {for_prose(team.name)}."


def too_late_to_leave(team: Team, lock_at: datetime) -> str:
    """The refusal of leaving after the lock."""
    return (
        f"Rosters locked {show_moment(lock_at)}, so your position in {for_prose(team.name)} stays yours; rounds that "
        "you do not play count nothing. Please tell your captain and a director that you do not come."
    )


def asked(withdrawal: Withdrawal) -> Message:
    """The question before a withdrawal; its button is good for the team as it is now."""
    team = withdrawal.team
    place = ", and its place goes to the next team" if team.status in WITH_PLACE else ""
    follows = f"It is taken out as if it had never been registered{place}."
    if withdrawal.is_final:
        follows = _word_end(withdrawal) + (f" {FORFEITS_HOLDEM}" if withdrawal.forfeits_holdem else "")
    confirm = custom_id(CONFIRM, withdrawal.competition.id, team.id, team.status.value)
    text = f"Withdraw **{for_prose(team.name)}**? {follows} This cannot be taken back."
    return Message(text, (Button(WITHDRAW, confirm, "danger"),))


def withdrawn(withdrawal: Withdrawal) -> str:
    """The answer to a withdrawal."""
    return f"✅ **{for_prose(withdrawal.team.name)}** has withdrawn."


def withdrawn_already(team: Team) -> str:
    """The refusal of a second withdrawal."""
    return f"{for_prose(team.name)} has withdrawn already."


def ejected_already(team: Team) -> str:
    """The refusal of withdrawing a team that was ejected."""
    return f"{for_prose(team.name)} was ejected and takes no part any more, so it cannot withdraw. Nothing was changed."


def all_played(competition: Competition) -> str:
    """The refusal of a withdrawal once every match is played."""
    return (
        f"Every match of {for_prose(competition.name)} is played, and its results stand. Nobody withdraws any more; a "
        "director ends it with `/competition finish`."
    )


def changed_meanwhile(team: Team) -> str:
    """The refusal of a withdrawal that was asked about another state of the team."""
    return (
        f"{for_prose(team.name)} has changed since you were asked: it is now {STATUS_NAMES[team.status]}. If it is to "
        "withdraw, use `/team withdraw` again."
    )


def withdrawn_publicly(withdrawal: Withdrawal) -> str:
    """The note to everybody about a team that withdrew after the beginning."""
    return f"**{for_prose(withdrawal.team.name)}** has withdrawn. {_word_end(withdrawal)}"


def _word_end(withdrawal: Withdrawal) -> str:
    if withdrawal.competition.settings.kind is Kind.DODGEBALL:
        return WALKOVER if withdrawal.has_opponents else NO_MATCH_LEFT
    return "What it has finished stays, without an overall rank."


def told_staff(team: Team, user_id: int) -> str:
    """The note to staff about a team that withdrew before the beginning."""
    return f"{for_prose(team.name)} has withdrawn (by <@{user_id}>). `/fee list` shows whether it has paid."


def told_captain(team: Team) -> str:
    """The note to a captain whose team somebody else withdrew."""
    return f"<@{team.captain_id}>, {for_prose(team.name)} was withdrawn. If that is a mistake, ask a director."


def told_member(withdrawal: Withdrawal) -> str:
    """The message to a player whose team withdrew."""
    name, team = for_prose(withdrawal.competition.name), for_prose(withdrawal.team.name)
    then = "" if withdrawal.is_final else " You are free to play for another team."
    return f"**{name}**: your team {team} has withdrawn, so you take no part any more.{then}"
