"""What people read about teams."""

from collections.abc import Mapping

from bot.db.snapshot import Player, Snapshot, Team, TeamStatus
from bot.ui.facts.teams import TeamsPage, TeamView
from bot.ui.message import Button, Message, custom_id
from bot.ui.names import for_prose
from bot.ui.steps import run_button
from bot.ui.texts.listing import count
from bot.ui.texts.registration import word_money, word_wrong_size
from bot.ui.times import show_moment
from core.competition import REGISTRATION, State
from core.eligibility import check_roster_size

EJECTED = "ejected"
TAKE_BACK, TAKE_BACK_LABEL = "invited-back", "Take the invitations back"
HELP_HINT = "-# `/help` says what else you can do now."
NO_PLACES_ANY_MORE = "Places are given no more, since the competition has begun or is over."
ASK_A_DIRECTOR = "Rosters are locked: ask a director."
TOO_LATE = "Registration has ended, so it takes no part unless a director opens it again."
TOO_LATE_FOR_GOOD = "Registration has ended, so it takes no part."
HAS_PLAYED = "The team has played, so its roster stays as it is."
OVER = (State.FINISHED, State.CANCELLED, State.ARCHIVED)
PREVIOUS_PAGE, NEXT_PAGE = "Previous page", "Next page"
STATUS_NAMES: Mapping[TeamStatus, str] = {
    TeamStatus.FORMING: "gathering players",
    TeamStatus.CONFIRMED: "confirmed",
    TeamStatus.PENDING: "pending until its fee is recorded",
    TeamStatus.WAITLISTED: "on the waiting list",
    TeamStatus.WITHDRAWN: "withdrawn",
}


def shown(view: TeamView) -> str:
    """A team as everybody sees it: names only. Staff read besides who is excused, why, and who is too young."""
    return "\n".join((_heading(view), *_list_players(view)))


def mine(view: TeamView) -> Message:
    """The answer to a captain about their team, with a button for what can be done."""
    competition_id, roster = view.snapshot.competition.id, view.snapshot.roster(view.team.id)
    is_linkable = not view.is_out and any(player.user_id is None for player in roster)
    buttons = (run_button(competition_id, "player link", "primary"),) if is_linkable else ()
    if view.invited:
        newest = view.invited[-1].id
        buttons += (Button(TAKE_BACK_LABEL, custom_id(TAKE_BACK, competition_id, view.team.id, newest)),)
    return Message(f"{shown_to_captain(view)}\n{HELP_HINT}", buttons)


def shown_to_captain(view: TeamView) -> str:
    """A team as its captain sees it: with what is missing, and until when."""
    if view.is_out or view.snapshot.competition.state in OVER:
        return shown(view)
    lock = show_moment(view.snapshot.competition.settings.roster_lock_at)
    missing = list_missing(view)
    lines = [_heading(view), *_list_players(view)]
    if view.invited:
        lines.append(f"Invited, and has not answered: {', '.join(f'<@{one.user_id}>' for one in view.invited)}.")
    lines += [f"Still missing: {what}" for what in missing] or ["Nothing is missing."]
    until = HAS_PLAYED if view.has_played else f"Rosters {'locked' if view.is_locked else 'lock'} {lock}."
    return "\n".join((*lines, until))


def not_led(team: str) -> str:
    """The refusal of what a captain reads to somebody who plays for the team."""
    return f"You play for {for_prose(team)}, and its captain reads what it still needs. `/team show` shows the team."


def listed(shown: TeamsPage) -> str:
    """A page of teams with their status."""
    snapshot, competition = shown.snapshot, shown.snapshot.competition
    if not shown.teams:
        return f"No team is registered for {for_prose(competition.name)} yet. `/team register` registers one."
    capacity = competition.settings.capacity
    entered = snapshot.count_places_taken(shown.ejected)
    places = f"{entered} of {capacity} places taken" if capacity is not None else count(entered, "team")
    lines = [f"**{for_prose(competition.name)}**: {places}. Page {shown.page} of {shown.pages}."]
    for team in shown.teams:
        players = count(len(snapshot.roster(team.id)), "player")
        lines.append(f"{for_prose(team.name)}: {players}, {word_standing(team, is_ejected=team.id in shown.ejected)}")
    return "\n".join(lines)


def word_standing(team: Team, *, is_ejected: bool) -> str:
    """How a team stands; one that is out says so first."""
    return EJECTED if is_ejected else STATUS_NAMES[team.status]


def _heading(view: TeamView) -> str:
    standing = word_standing(view.team, is_ejected=view.is_ejected)
    return f"**{for_prose(view.team.name)}** in {for_prose(view.snapshot.competition.name)}: {standing}"


def _list_players(view: TeamView) -> list[str]:
    players = view.snapshot.roster(view.team.id)
    return [f"{n}. {for_prose(p.name)}{_remark(view, p)}" for n, p in enumerate(players, 1)] or ["No players yet."]


def _remark(view: TeamView, player: Player) -> str:
    if player.id in view.ejected:
        return f" ({EJECTED})"
    if player in view.too_young:
        return " ❌ too young on the first day"
    reason = view.exceptions.get(player.id)
    return f" (excused from the minimum age: {for_prose(reason)})" if reason else ""


def list_missing(view: TeamView) -> list[str]:
    """What a team still needs, and how it gets it."""
    snapshot, team = view.snapshot, view.team
    settings, missing = snapshot.competition.settings, list[str]()
    if view.is_out or snapshot.competition.state in OVER:
        return missing
    if view.too_young:
        names = ", ".join(for_prose(player.name) for player in view.too_young)
        how = _word_way(view, "`/team swap` exchanges players.")
        missing.append(f"somebody instead of {names}, too young on the first day. {how}")
    if (wrong := check_roster_size(len(snapshot.roster(team.id)), settings)) is not None:
        how = _word_way(view, "`/team add` adds one.")
        missing.append(f"players. {word_wrong_size(wrong)} {how}")
    if team.status is TeamStatus.WAITLISTED:
        missing.append(_word_waiting(snapshot, team))
    if team.status is TeamStatus.PENDING:
        fee = word_money(settings.fee_cents, settings.currency)
        missing.append(f"the fee of {fee}, which a director records once you have paid it.")
    return missing


def _word_way(view: TeamView, command: str) -> str:
    """How a roster is changed: by the captain, then by a director, and not at all once the team has played (G5)."""
    if view.is_too_late:
        return TOO_LATE if view.snapshot.competition.state in REGISTRATION else TOO_LATE_FOR_GOOD
    if view.has_played:
        return HAS_PLAYED
    return ASK_A_DIRECTOR if view.is_locked else command


def _word_waiting(snapshot: Snapshot, team: Team) -> str:
    if snapshot.competition.state not in REGISTRATION:
        return f"a place. {NO_PLACES_ANY_MORE}"
    if team.offered_until is not None:
        return (
            f"your word: a place is free for you. Take it with `/team place` until {show_moment(team.offered_until)}."
        )
    number = [waiting.id for waiting in snapshot.waiting()].index(team.id) + 1
    return f"a place: you are number {number} on the waiting list, and are told when one becomes free."
