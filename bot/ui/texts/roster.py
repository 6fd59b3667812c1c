"""What captains and directors read when a roster changes, or may not."""

from collections.abc import Mapping
from datetime import date, datetime

from bot.db.snapshot import Competition, Player, Team, TeamStatus
from bot.ui.facts.teams import RosterChange
from bot.ui.message import Message
from bot.ui.names import for_prose
from bot.ui.steps import run_button
from bot.ui.texts.registration import (
    TOO_MANY_GUESSES,
    word_date,
    word_fault,
    word_problem,
    word_size,
    word_status,
    word_wrong_size,
)
from bot.ui.times import show_moment
from core.competition import CompetitionSettings, State
from core.eligibility import PlayerProblem, WrongRosterSize
from core.names import NameFault
from core.roster_text import DateFault

UNDERSTOOD = "Write it like `2001-05-03`, `3 May 2001`, `May 3, 2001` or `03/05/2001`."
DATE_FAULTS: Mapping[DateFault, str] = {
    DateFault.MISSING: f"the birth date could not be read. {UNDERSTOOD}",
    DateFault.SEVERAL: f"that is more than one date. {UNDERSTOOD}",
    DateFault.SHORT_YEAR: f"the birth date needs its year with four digits. {UNDERSTOOD}",
    DateFault.IMPOSSIBLE: "the calendar does not have this birth date. Check day and month.",
}


def answered(change: RosterChange) -> Message:
    """The answer to a change of the roster; how a birth date was read is shown, and not kept."""
    said, buttons = changed(change), (run_button(change.competition.id, "team mine"),)
    if change.read_as is None:
        return Message(said, buttons)
    return Message(f"{said}\n{word_reading(change.read_as)}", buttons, kept_text=said)


def word_reading(read_as: date) -> str:
    """How a birth date was read whose day and month could be read the other way too."""
    return (
        f"Read as born on {word_date(read_as)}. If that is wrong, enter the player again with `/team swap`, with the "
        "year first."
    )


def changed(change: RosterChange) -> str:
    """What a change of the roster did."""
    logged = " Your reason is kept with it." if change.is_override else ""
    players = "1 player" if change.count == 1 else f"{change.count} players"
    said = f"✅ {_word_change(change)} **{for_prose(change.team.name)}** has {players} now.{logged}"
    if change.registered is None:
        missing = change.competition.settings.roster_at_least - change.count
        if change.team.status is not TeamStatus.FORMING or missing <= 0:
            return said
        return f"{said} {missing} more, and it is registered: `/team add` enters the next one."
    return f"{said}\n{_word_registered(change, change.registered)}"


def changed_for_you(change: RosterChange) -> str:
    """The note to a captain whose roster somebody else changed."""
    team = change.team
    said = f"<@{team.captain_id}>, the roster of {for_prose(team.name)} was changed: {_word_change(change)}"
    return said if change.registered is None else f"{said}\n{_word_registered(change, change.registered)}"


def _word_registered(change: RosterChange, registered: Team) -> str:
    status = word_status(change.competition.settings, registered.status, change.waiting_place)
    return f"The team is complete, and registered. {status}"


def erased_for_you(team: Team, reader_id: int, *, has_left: bool) -> str:
    """The note to a captain about a player who had themselves erased; their name is no longer kept."""
    so = "left" if has_left else 'stays in it as "Former player"'
    return f"<@{reader_id}>, a player of {for_prose(team.name)} had themselves erased, and {so}."


def account_taken(user_id: int, player: Player, team: Team) -> str:
    """The refusal of a Discord account that plays already."""
    return (
        f"Nothing was changed. <@{user_id}> plays for {for_prose(team.name)} already, as {for_prose(player.name)}, and "
        "a person plays for one team. `/team leave` lets them leave it."
    )


def account_banned(user_id: int) -> str:
    """The refusal of a Discord account that is banned."""
    return f"Nothing was changed. <@{user_id}> was banned from this competition. Ask a director."


def unreadable(fault: NameFault | DateFault) -> str:
    """The refusal of a newcomer who cannot be read."""
    if isinstance(fault, DateFault):
        return f"Nothing was changed: {DATE_FAULTS[fault]}"
    return f"Nothing was changed: this player {word_fault(fault)}."


def too_many_guesses(name: str) -> str:
    """The refusal of one more try of a name that is entered in another team."""
    return f"Nothing was changed. {for_prose(name)}: {TOO_MANY_GUESSES}"


def not_entered(problem: PlayerProblem, settings: CompetitionSettings) -> str:
    """The refusal of a newcomer who cannot be entered."""
    return f"Nothing was changed. {for_prose(problem.name)}: {word_problem(problem, settings)}"


def namesake_invited(name: str) -> str:
    """The refusal of somebody invited, whose name is entered: perhaps it is they, whom the captain entered."""
    return (
        f"Nothing was changed. {for_prose(name)}: a team-mate has this name already. Is that you? Then your captain "
        "links your account: `/player link`. If not, add something that tells the two apart, such as a number."
    )


def locked(lock_at: datetime, director_role_id: int | None) -> str:
    """The refusal at the lock and after it."""
    role = f" or has the role <@&{director_role_id}>" if director_role_id else ""
    return (
        f"Rosters locked {show_moment(lock_at)}, and nothing was changed. Ask a director, somebody who may manage this "
        f"server{role}: they can still change yours, with a reason, until your team's first score."
    )


def reason_needed(lock_at: datetime) -> str:
    """The question to a director for a reason."""
    return (
        f"Rosters locked {show_moment(lock_at)}. As a director you can still make this change: give your reason in the "
        "option `reason`."
    )


def has_played(team: str) -> str:
    """The refusal after a team's first sheet."""
    return (
        f"{for_prose(team)} has played, so its roster stays as it is: nobody joins it any more, and an empty position "
        "stays empty."
    )


def not_now(competition: Competition) -> str:
    """The refusal in a state in which no team changes."""
    if competition.state is State.DRAFT:
        return f"{for_prose(competition.name)} has no teams yet: a director opens it with `/competition open`."
    said = f"{for_prose(competition.name)} is {competition.state}: its teams stay as they are."
    is_finished = competition.state is State.FINISHED
    return f"{said} If it must change, a director goes on with `/competition resume`." if is_finished else said


def team_is_out(team: Team) -> str:
    """The refusal of changing a team that was ejected or has withdrawn."""
    return f"{for_prose(team.name)} takes no part any more, so its roster stays as it is. Nothing was changed."


def has_become_short(team: Team, problem: WrongRosterSize, lock_at: datetime, *, is_locked: bool) -> str:
    """The note to a captain whose team lost somebody."""
    whom = f"<@{team.captain_id}>, " if team.captain_id is not None else ""
    how = f"`/team add` adds somebody until the rosters lock {show_moment(lock_at)}."
    if is_locked:
        how = (
            f"Rosters locked {show_moment(lock_at)}: a director can still add somebody, until your team's first score."
        )
    return f"{whom}{for_prose(team.name)} has become short: {word_wrong_size(problem)} {how}"


def position_forfeited(name: str) -> str:
    """The refusal of filling an ejected player's position."""
    return (
        f"Nothing was changed: {for_prose(name)} was ejected, so this position is forfeited in all that remains, and "
        "nobody else takes it (G12, G13). A director can lift the offence with `/conduct lift`."
    )


def team_full(team: str, problem: WrongRosterSize) -> str:
    """The refusal of one player too many."""
    return (
        f"Nothing was changed: {for_prose(team)} has {problem.count - 1} players already, and a team has "
        f"{word_size(problem.at_least, problem.at_most).lower()}. `/team swap` exchanges one for another."
    )


def team_short(team: str, problem: WrongRosterSize) -> str:
    """The refusal of taking out one too many."""
    return (
        f"Nothing was changed: {for_prose(team)} would be left with {word_wrong_size(problem)} `/team swap` exchanges "
        "one for another."
    )


def _word_change(change: RosterChange) -> str:
    joined, left = change.joined, change.left
    if joined and left:
        return f"{for_prose(joined.name)} plays instead of {for_prose(left.name)}."
    if joined:
        return f"{for_prose(joined.name)} joined."
    return f"{for_prose(left.name)} left." if left else "Nobody changed."
