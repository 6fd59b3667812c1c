"""Registering a team: with one form, which stands whole or is kept; or by founding it and filling it step by step."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy.exc import IntegrityError

from bot.db.eligibility import load_excused
from bot.db.engine import Transaction
from bot.db.rosters import (
    Draft,
    NewPlayer,
    erase_draft,
    find_draft,
    insert_players,
    insert_team,
    load_person_secret,
    save_draft,
)
from bot.db.snapshot import Competition, Snapshot, Team, TeamStatus
from bot.posts.outbox import enqueue_notice
from bot.services.access import Asker, change_competition, list_meant, read_competition, record_change, require_staff
from bot.services.joining import find_guesses, load_entries
from bot.services.lookup import find_captained_team
from bot.services.waitlist import choose_status, with_queue
from bot.ui.facts.teams import CheckedLine, Registration, TooManyGuesses
from bot.ui.message import Button, Message, OfferingConflict, custom_id
from bot.ui.texts import registration as texts
from core.competition import is_registration_open
from core.eligibility import Player, WrongRosterSize, check_roster, check_team_name, find_look_alikes, person_key
from core.errors import Conflict, RuleError
from core.names import find_name_fault, name_key, tidy_name
from core.roster_text import PlayerLine, UnreadableLine, parse_roster

LONGEST_TEXT = 4000  # what a field of a form can hold
MOST_BUTTONS = 10
MOST_LINES = 99  # also where a rulebook sets no limit


@dataclass(frozen=True, slots=True)
class Form:
    """What the form is opened with: the competition, and what was sent before."""

    competition: Competition
    draft: Draft


async def read_form(tx: Transaction, asker: Asker, chosen: str | None, captain_name: str | None = None) -> Form:
    """What the asker's form starts with; staff name the captain for whom they register.

    Raises NotFound, NotAllowed, RuleError, or Conflict which offers the competitions that are open.
    """
    snapshot = await read_competition(tx, asker, chosen if captain_name else await _choose_open(tx, asker, chosen))
    draft = await find_draft(tx, snapshot.competition.id, asker.user_id) or Draft("", "")
    if captain_name is not None:
        draft = replace(draft, captain_name=captain_name)
    _require_open(tx, asker, snapshot, draft.captain_name)
    return Form(snapshot.competition, draft)


async def register_team(
    tx: Transaction, asker: Asker, chosen: str | None, name: str, roster_text: str, captain_name: str | None = None
) -> Registration:
    """Register a team whose captain is the asker, or somebody without an account (G3, G4, G6, D1, D6, D8).

    Where something is wrong nothing is registered, and what was sent is kept as a draft.
    Raises NotFound, NotAllowed, RuleError where nobody could register just now, or Conflict where somebody was quicker.
    """
    snapshot = await change_competition(tx, asker, chosen)
    competition = snapshot.competition
    _require_open(tx, asker, snapshot, captain_name)
    _require_readable(name, roster_text)
    captain_name = _read_captain_name(captain_name)
    secret = await load_person_secret(tx)
    name = tidy_name(name)
    name_problem = check_team_name(name, [team.name for team in snapshot.teams.values()])
    lines = parse_roster(roster_text, competition.settings.date_style)
    excused = await load_excused(tx, competition.id)
    readable = [line for line in lines if isinstance(line, PlayerLine)]
    guessed = await find_guesses(tx, asker, snapshot, None, readable, secret)
    checked = check_roster(lines, competition.settings, await load_entries(tx, snapshot), secret, excused)
    roster = tuple(_hide_verdict(line, guessed) for line in checked)
    players = [line for line in roster if isinstance(line, Player)]
    if name_problem is not None or len(players) < len(roster):
        await save_draft(tx, competition.id, asker.user_id, Draft(name, roster_text, captain_name))
        return Registration(competition, name, name_problem, roster, is_locked=_is_locked(tx, competition))
    newcomers = [NewPlayer(p.name, p.birth_date, person_key(p.name, p.birth_date, secret)) for p in players]
    captain_id = asker.user_id if captain_name is None else None
    status, alike = choose_status(snapshot), _find_alike(snapshot, name)
    team = await save_team(tx, asker, snapshot, name, captain_id, status, newcomers, captain_name, alike)
    await erase_draft(tx, competition.id, asker.user_id)
    waiting = len(snapshot.waiting()) + 1 if team.status is TeamStatus.WAITLISTED else None
    return Registration(competition, name, None, roster, team, waiting, _is_locked(tx, competition))


async def found_team(
    tx: Transaction, asker: Asker, chosen: str | None, name: str, captain_name: str | None = None
) -> Registration:
    """Begin a team that is filled player by player until the lock; it is registered once it has enough of them.

    Raises NotFound, NotAllowed, RuleError or Conflict.
    """
    snapshot = await change_competition(tx, asker, chosen)
    _require_open(tx, asker, snapshot, captain_name)
    if _is_locked(tx, snapshot.competition):
        raise RuleError(texts.too_late_to_start(snapshot.competition.settings.roster_lock_at))
    captain_name = _read_captain_name(captain_name)
    name = tidy_name(name)
    if (problem := check_team_name(name, [team.name for team in snapshot.teams.values()])) is not None:
        raise RuleError(f"Nothing was changed. {texts.word_name_problem(problem)}")
    captain_id = asker.user_id if captain_name is None else None
    alike = _find_alike(snapshot, name)
    team = await save_team(tx, asker, snapshot, name, captain_id, TeamStatus.FORMING, [], captain_name, alike)
    return Registration(snapshot.competition, name, None, (), team)


async def save_team(
    tx: Transaction,
    asker: Asker,
    snapshot: Snapshot,
    name: str,
    captain_id: int | None,
    status: TeamStatus,
    newcomers: Sequence[NewPlayer],
    captain_name: str | None,
    alike: Sequence[str],
) -> Team:
    """Save a team that was checked; staff are told of the names that look like its own. Raises Conflict."""
    competition = snapshot.competition
    new = with_queue(tx, Team(0, name, status, captain_id, tx.now), status)
    try:
        team = await insert_team(tx, competition.id, new, name_key(name), captain_name)
        await insert_players(tx, competition.id, team.id, captain_id, newcomers)
    except IntegrityError:
        raise Conflict(texts.QUICKER) from None
    await record_change(tx, asker, competition, "team register", team=team.id, status=team.status)
    if alike:
        notice = Message(texts.look_alikes(name, alike))
        await enqueue_notice(tx, competition.id, f"look-alike:{team.id}", notice, channel_id=competition.channels.staff)
    return team


def _is_locked(tx: Transaction, competition: Competition) -> bool:
    return tx.now >= competition.settings.roster_lock_at


def _hide_verdict(checked: CheckedLine, guessed: frozenset[int]) -> CheckedLine:
    if isinstance(checked, WrongRosterSize | UnreadableLine) or checked.line not in guessed:
        return checked
    return TooManyGuesses(checked.line, checked.name)


def _find_alike(snapshot: Snapshot, name: str) -> tuple[str, ...]:
    return find_look_alikes(name, [team.name for team in snapshot.teams.values()])


async def _choose_open(tx: Transaction, asker: Asker, chosen: str | None) -> str | None:
    """Of several competitions that can be meant the one that is open, or a button for each that is."""
    meant = await list_meant(tx, asker, chosen)
    can_be = [one for one in meant if is_registration_open(one.settings, one.state, tx.now)]
    if len(meant) == 1 or not can_be:
        return chosen
    if len(can_be) == 1:
        return str(can_be[0].id)
    buttons = tuple(Button(texts.name_choice(one), custom_id(texts.REOPEN, one.id)) for one in can_be[:MOST_BUTTONS])
    raise OfferingConflict(texts.WHICH_ONE, buttons)


def _require_open(tx: Transaction, asker: Asker, snapshot: Snapshot, captain_name: str | None) -> None:
    competition = snapshot.competition
    if captain_name is not None:
        require_staff(asker, competition)
    elif (own := find_captained_team(snapshot, asker.user_id)) is not None:
        raise RuleError(texts.captain_already(own))
    if not is_registration_open(competition.settings, competition.state, tx.now):
        raise RuleError(texts.closed(competition, tx.now))


def _require_readable(name: str, roster_text: str) -> None:
    """What no form of Discord's own client sends is refused whole, and not kept."""
    if len(name) > LONGEST_TEXT or len(roster_text) > LONGEST_TEXT:
        raise RuleError(texts.too_long(LONGEST_TEXT))
    if (lines := sum(1 for line in roster_text.splitlines() if line.strip())) > MOST_LINES:
        raise RuleError(texts.too_many_lines(lines, MOST_LINES))


def _read_captain_name(captain_name: str | None) -> str | None:
    if captain_name is None:
        return None
    if (fault := find_name_fault(name := tidy_name(captain_name))) is not None:
        raise RuleError(texts.bad_captain_name(fault))
    return name
