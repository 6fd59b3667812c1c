"""Registering a team with one form: the team stands, or nothing changes and what was sent is kept."""

from collections.abc import Sequence
from dataclasses import dataclass

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
    load_person_keys,
    load_person_secret,
    save_draft,
)
from bot.db.snapshot import Competition, Snapshot, Team, TeamStatus
from bot.posts.outbox import enqueue_notice
from bot.services.access import Asker, change_competition, read_competition, record_change
from bot.services.ejections import ejections_of
from bot.services.lookup import find_own_team
from bot.ui.facts.teams import Registration
from bot.ui.message import Message
from bot.ui.texts import registration as texts
from core.competition import is_registration_open
from core.eligibility import (
    Entry,
    Player,
    check_roster,
    check_team_name,
    find_look_alikes,
    find_place,
    person_key,
)
from core.errors import Conflict, RuleError
from core.names import name_key, tidy_name
from core.roster_text import parse_roster

LONGEST_TEXT = 4000  # what a field of a form can hold
MOST_LINES = 99  # also where a rulebook sets no limit


@dataclass(frozen=True, slots=True)
class Form:
    """What the form is opened with: the competition, and what was sent before."""

    competition: Competition
    draft: Draft


async def read_form(tx: Transaction, asker: Asker, chosen: str | None) -> Form:
    """What the asker's form starts with. Raises NotFound or RuleError."""
    snapshot = await read_competition(tx, asker, chosen)
    _require_open(tx, asker, snapshot)
    draft = await find_draft(tx, snapshot.competition.id, asker.user_id)
    return Form(snapshot.competition, draft or Draft("", ""))


async def register_team(tx: Transaction, asker: Asker, chosen: str | None, name: str, roster_text: str) -> Registration:
    """Register a team whose captain is the asker (G3, G4, G6, D1, D6, D8).

    Where something is wrong nothing is registered, and what was sent is kept as a draft.
    Raises NotFound, RuleError where nobody could register just now, or Conflict where somebody was quicker.
    """
    snapshot = await change_competition(tx, asker, chosen)
    competition = snapshot.competition
    _require_open(tx, asker, snapshot)
    _require_readable(name, roster_text)
    secret = await load_person_secret(tx)
    name = tidy_name(name)
    name_problem = check_team_name(name, [team.name for team in snapshot.teams.values()])
    lines = parse_roster(roster_text, competition.settings.date_style)
    excused = await load_excused(tx, competition.id)
    roster = check_roster(lines, competition.settings, await load_entries(tx, snapshot), secret, excused)
    players = [line for line in roster if isinstance(line, Player)]
    if name_problem is not None or len(players) < len(roster):
        await save_draft(tx, competition.id, asker.user_id, Draft(name, roster_text))
        return Registration(competition, name, name_problem, roster)
    team = await _insert(tx, asker, snapshot, name, players, secret)
    await erase_draft(tx, competition.id, asker.user_id)
    waiting = count_waiting(snapshot) + 1 if team.status is TeamStatus.WAITLISTED else None
    return Registration(competition, name, None, roster, team, waiting)


async def load_entries(tx: Transaction, snapshot: Snapshot) -> dict[str, Entry]:
    """The people who are entered, by person key; barred are those who were ejected, and who were banned and so left."""
    ejections = ejections_of(snapshot)
    ejected_teams = {team_id for team_id, ejection in ejections.teams.items() if ejection.ejected_at is not None}
    entries: dict[str, Entry] = {}
    for key, player_id in (await load_person_keys(tx, snapshot.competition.id)).items():
        player = snapshot.players.get(player_id)
        if player is None or player.left_at is not None:
            entries[key] = Entry("", is_barred=True)
            continue
        is_barred = player_id in ejections.players or player.team_id in ejected_teams
        entries[key] = Entry(snapshot.teams[player.team_id].name, is_barred)
    return entries


def count_waiting(snapshot: Snapshot) -> int:
    """How many teams wait for a place."""
    return sum(team.status is TeamStatus.WAITLISTED for team in snapshot.teams.values())


def to_newcomers(players: Sequence[Player], secret: bytes) -> list[NewPlayer]:
    """Checked players as they are saved."""
    return [NewPlayer(p.name, p.birth_date, person_key(p.name, p.birth_date, secret)) for p in players]


async def _insert(
    tx: Transaction, asker: Asker, snapshot: Snapshot, name: str, players: Sequence[Player], secret: bytes
) -> Team:
    competition = snapshot.competition
    try:
        team = await insert_team(
            tx, competition.id, name, name_key(name), _choose_status(snapshot), captain_id=asker.user_id
        )
        await insert_players(tx, competition.id, team.id, asker.user_id, to_newcomers(players, secret))
    except IntegrityError:
        raise Conflict(texts.QUICKER) from None
    await record_change(tx, asker, competition, "team register", team=team.id, status=team.status)
    alike = find_look_alikes(name, [other.name for other in snapshot.teams.values()])
    if alike:
        notice = Message(texts.look_alikes(name, alike))
        await enqueue_notice(tx, competition.id, f"look-alike:{team.id}", notice, channel_id=competition.channels.staff)
    return team


def _choose_status(snapshot: Snapshot) -> TeamStatus:
    """Whoever comes while others wait for a place waits behind them, also where one has just become free."""
    if count_waiting(snapshot):
        return TeamStatus.WAITLISTED
    entered = sum(1 for _ in snapshot.taking_part())
    return TeamStatus(find_place(snapshot.competition.settings, entered).value)


def _require_open(tx: Transaction, asker: Asker, snapshot: Snapshot) -> None:
    competition = snapshot.competition
    if (own := find_own_team(snapshot, asker.user_id)) is not None:
        raise RuleError(texts.captain_already(own.name))
    if not is_registration_open(competition.settings, competition.state, tx.now):
        raise RuleError(texts.closed(competition, tx.now))


def _require_readable(name: str, roster_text: str) -> None:
    """What no form of Discord's own client sends is refused whole, and not kept."""
    if len(name) > LONGEST_TEXT or len(roster_text) > LONGEST_TEXT:
        raise RuleError(texts.too_long(LONGEST_TEXT))
    if (lines := sum(1 for line in roster_text.splitlines() if line.strip())) > MOST_LINES:
        raise RuleError(texts.too_many_lines(lines, MOST_LINES))
