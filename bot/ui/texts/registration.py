"""What captains read while they register a team and put its roster together.

No sentence holds a birth date, but where day and month could be read two ways: then the captain alone is shown how it
was read, and what is kept of that answer does not say it.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime

from bot.db.snapshot import Competition, Team, TeamStatus
from bot.ui.facts.teams import CheckedLine, Registration, TooManyGuesses
from bot.ui.message import Button, Message, custom_id
from bot.ui.names import for_prose, visible_name
from bot.ui.shortening import shorten_middle
from bot.ui.steps import run_button
from bot.ui.texts.competition import NAME_FAULTS
from bot.ui.times import show_moment
from core.competition import CompetitionSettings, State
from core.eligibility import (
    BarredPerson,
    DuplicatePerson,
    ImplausibleBirthDate,
    Namesake,
    Player,
    PlayerProblem,
    TakenTeamName,
    TeamNameProblem,
    TooYoung,
    UnclearBirthDate,
    WrongRosterSize,
)
from core.names import NameFault
from core.roster_text import DateFault, UnreadableLine

EXAMPLE_LINE = "Ann Lee 2001-05-03"
CHANGE_FORM, FORM_TITLE = "Change the form", "Register a team"
REOPEN = "register-again"
WHICH_ONE = "In which competition? Several take teams just now: press its name."
MOST_PROBLEMS, LONGEST_LABEL = 6, 60
NAME_LABEL, PLAYERS_LABEL = "Team name", "Players, one a line, with birth date"
CAPTAIN_LABEL = "The captain, who has no Discord account"
CAPTAIN_HINT = "Leave it empty to register a team of your own."
TOO_MANY_GUESSES = (
    "another team has somebody of this name, and you have tried several birth dates for it today. So that nobody can "
    "guess them, ask a director to enter this player with `/team add`."
)
QUICKER = (
    "Somebody was quicker: this team name or one of these players was entered just now, and nothing of yours was "
    "changed. `/team list` shows who is in; then send it again."
)
DATE_FAULTS: Mapping[DateFault, str] = {
    DateFault.MISSING: f"has no birth date. Write it like `{EXAMPLE_LINE}`",
    DateFault.SEVERAL: "holds more than one date. Write one player a line, with one birth date",
    DateFault.SHORT_YEAR: "needs the year with four digits",
    DateFault.IMPOSSIBLE: "holds a date that the calendar does not have. Check day and month",
}


def name_choice(competition: Competition) -> str:
    """A competition on a button."""
    return shorten_middle(visible_name(competition.name), LONGEST_LABEL)


def form_hint(settings: CompetitionSettings) -> str:
    """What stands under the field for the players (at most 100 characters)."""
    size = word_size(settings.roster_at_least, settings.roster_at_most)
    return f"Such as {EXAMPLE_LINE}. {size}, each {settings.minimum_age} or older on {settings.first_day.isoformat()}."


def word_size(at_least: int, at_most: int | None) -> str:
    """How many players a team has."""
    if at_most is None:
        return f"At least {at_least} players"
    return f"{at_least} or {at_most} players" if at_most == at_least + 1 else f"{at_least} to {at_most} players"


def closed(competition: Competition, now: datetime) -> str:
    """The refusal of a registration that is not open."""
    name = for_prose(competition.name)
    closes_at = competition.settings.registration_closes_at
    if competition.state is State.DRAFT:
        return f"The registration of {name} is not open yet: a director opens it with `/competition open`."
    if competition.state is State.REGISTRATION_OPEN and closes_at is not None and closes_at <= now:
        later = "Ask a director, who can set a later time with `/schedule set`."
        return f"The registration of {name} closed {show_moment(closes_at)}. {later}"
    if competition.state is State.REGISTRATION_CLOSED:
        return (
            f"The registration of {name} is closed. Ask a director whether your team can still get in. `/competition "
            "open` opens it again."
        )
    if competition.state is State.RUNNING:
        return f"{name} has begun: no team can register any more. `/team list` shows those that are in it."
    return f"{name} is {competition.state}: no team can register any more. `/competition show` shows another one."


def captain_already(team: Team) -> str:
    """The refusal of a second team of one captain."""
    return (
        f"You are the captain of {for_prose(team.name)} already, and a captain has one team. `/team mine` shows it, "
        "and `/team add`, `/team remove` and `/team swap` change its players."
    )


def bad_captain_name(fault: NameFault) -> str:
    """The refusal of the name of a captain who has no Discord account."""
    return f"Nothing was changed. The captain's name {NAME_FAULTS[fault]}."


def founded(made: Registration) -> str:
    """The answer to a team that is filled step by step."""
    settings = made.competition.settings
    size = word_size(settings.roster_at_least, settings.roster_at_most).lower()
    return (
        f"**{for_prose(made.name)}** is begun, and its name is yours. Now fill it: `/team add` enters somebody, and "
        f"`/player invite` lets members enter themselves. With {size} it is registered by itself."
    )


def too_long(most_characters: int) -> str:
    """The refusal of more text than a form can hold."""
    return f"That is longer than {most_characters:,} characters, and nothing was changed. Send a shorter text."


def too_many_lines(lines: int, most: int) -> str:
    """The refusal of more lines than any roster has."""
    return f"That is {lines} lines, and nothing was changed. A roster has at most {most}: write one player a line."


def look_alikes(name: str, others: Sequence[str]) -> str:
    """The note to staff about a name that can be taken for another one."""
    listed = ", ".join(for_prose(other) for other in others)
    return f"The new team {for_prose(name)} looks like {listed}. Please see that nobody confuses them."


def answered(made: Registration) -> Message:
    """The answer to a form, with a button for the next step."""
    competition_id = made.competition.id
    if made.team is None:
        again = Button(CHANGE_FORM, custom_id(REOPEN, competition_id), "primary")
        return Message(not_registered(made), (again,), kept_text=not_registered(made, shows_dates=False))
    status = made.team.status
    buttons = (run_button(competition_id, "player link"), run_button(competition_id, "team mine"))
    return Message(registered(made, status), buttons, kept_text=registered(made, status, shows_dates=False))


def registered(made: Registration, status: TeamStatus, *, shows_dates: bool = True) -> str:
    """The answer to a form that was right."""
    settings = made.competition.settings
    lines = [f"**{for_prose(made.name)}** is registered for **{for_prose(made.competition.name)}**."]
    lines += [word_line(player, settings, shows_dates=shows_dates) for player in made.players]
    lines.append(word_status(settings, status, made.waiting_place))
    lines.append(word_lock(settings.roster_lock_at, is_locked=made.is_locked))
    return "\n".join(lines)


def word_lock(lock_at: datetime, *, is_locked: bool) -> str:
    """Until when a captain changes the players of a team that was just registered."""
    if is_locked:
        return (
            f"Rosters locked {show_moment(lock_at)}, so these are your players now; a director can still change them, "
            "with a reason, until your team's first score. `/team mine` shows your team."
        )
    return (
        f"Until the rosters lock {show_moment(lock_at)} you can change the players with "
        "`/team add`, `/team remove` and `/team swap`. `/team mine` shows your team."
    )


def too_late_to_start(lock_at: datetime) -> str:
    """The refusal of a team that nobody could fill any more."""
    return (
        f"Rosters locked {show_moment(lock_at)}, so a team cannot be filled one by one any more, and nothing was "
        "changed. `/team register` registers a whole team at once."
    )


def not_registered(made: Registration, *, shows_dates: bool = True) -> str:
    """The answer to a form that was not right yet: a tick or the exact problem, line by line."""
    problem = made.name_problem
    lines = [
        "Nothing is registered yet; what you sent is kept. Correct what has a ❌, and send it again.",
        f"❌ {word_name_problem(problem)}" if problem else f"✅ Team name {for_prose(made.name)}",
        *word_roster(made.roster, made.competition.settings, shows_dates=shows_dates),
    ]
    if not made.is_locked and any(
        isinstance(line, WrongRosterSize) and line.count < line.at_least for line in made.roster
    ):
        lines.append("Not everybody at hand? `/team start` begins a team that you fill one by one.")
    return "\n".join(lines)


def word_roster(
    roster: Sequence[CheckedLine], settings: CompetitionSettings, *, shows_dates: bool = True
) -> Iterator[str]:
    """Every player who is right, and the first problems; the others are counted."""
    problems = 0
    for line in roster:
        is_problem = not isinstance(line, Player | WrongRosterSize)
        problems += is_problem
        if not is_problem or problems <= MOST_PROBLEMS:
            yield word_line(line, settings, shows_dates=shows_dates)
    if (more := problems - MOST_PROBLEMS) > 0:
        yield f"❌ ... and {more} more {'line has' if more == 1 else 'lines have'} a problem. Correct these first."


def word_line(line: CheckedLine, settings: CompetitionSettings, *, shows_dates: bool = True) -> str:
    """One line of a roster with its tick or problem."""
    match line:
        case Player():
            read_as = f", read as born on {word_date(line.birth_date)}" if line.has_two_readings else ""
            return f"✅ {for_prose(line.name)}{read_as if shows_dates else ''}"
        case WrongRosterSize():
            return f"❌ {word_wrong_size(line)}"
        case UnreadableLine():
            return f"❌ Line {line.line} {word_fault(line.fault)}."
        case TooManyGuesses():
            return f"❌ Line {line.line}, {for_prose(line.name)}: {TOO_MANY_GUESSES}"
        case _:
            return f"❌ Line {line.line}, {for_prose(line.name)}: {word_problem(line, settings)}"


def word_problem(problem: PlayerProblem, settings: CompetitionSettings) -> str:
    """Why somebody cannot be entered, and what to do."""
    match problem:
        case TooYoung():
            return (
                f"too young. Everybody must be {problem.minimum_age} or older on {problem.first_day.isoformat()}, the "
                "first day. Check the birth date, enter somebody else, or ask a director for an exception."
            )
        case ImplausibleBirthDate():
            return "this birth date cannot be right. Check the year."
        case UnclearBirthDate():
            return (
                "day and month of this birth date can be read either way, and it matters. Write the year first, as in "
                f"`{EXAMPLE_LINE}`."
            )
        case DuplicatePerson(other_line=int(other)):
            return f"stands on line {other} already. Enter everybody once."
        case DuplicatePerson():
            return (
                f"is entered in {for_prose(problem.team or '')} already, and a person plays for one team. Enter "
                "somebody else. Two people of one name and birth date are told apart by their Discord accounts: "
                "`/player link` the one, `/player invite` the other."
            )
        case Namesake():
            return "a team-mate has this name already. Add something that tells the two apart, such as a number."
        case BarredPerson():
            return "was ejected or banned, and cannot be entered. Enter somebody else, or ask a director."


def word_fault(fault: NameFault | DateFault) -> str:
    """What is wrong with a line from which no player can be read."""
    return DATE_FAULTS[fault] if isinstance(fault, DateFault) else f"has a name that {NAME_FAULTS[fault]}"


def word_wrong_size(problem: WrongRosterSize) -> str:
    """Too few or too many players."""
    size = word_size(problem.at_least, problem.at_most).lower()
    return f"{problem.count} {'player' if problem.count == 1 else 'players'}: a team has {size}."


def word_name_problem(problem: TeamNameProblem) -> str:
    """Why a team cannot bear a name."""
    if isinstance(problem, TakenTeamName):
        return f"There is a team {for_prose(problem.name)} already. Choose another name."
    return f"The team name {NAME_FAULTS[problem.fault]}."


def word_date(day: date) -> str:
    """A day that nobody reads in another order."""
    return f"{day.day} {day:%B} {day.year}"


def word_money(cents: int, currency: str) -> str:
    """An amount with its currency."""
    whole, rest = divmod(cents, 100)
    return f"{whole:,}.{rest:02} {currency}"


def word_status(settings: CompetitionSettings, status: TeamStatus, waiting_place: int | None) -> str:
    """How a team stands that was just registered."""
    match status:
        case TeamStatus.WAITLISTED:
            return (
                f"All {settings.capacity} places are taken: your team is number {waiting_place} on the waiting list. "
                "You are told when a place becomes free."
            )
        case TeamStatus.PENDING:
            fee = word_money(settings.fee_cents, settings.currency)
            return f"Your place is held. It is confirmed once a director has recorded the fee of {fee}."
        case _:
            return "Your place is confirmed."
