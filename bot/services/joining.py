"""How somebody joins a team: who they are, whether they may, and what becomes of a team that was forming."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date

from sqlalchemy.exc import IntegrityError

from bot.db.eligibility import load_bans, load_excused
from bot.db.engine import Transaction
from bot.db.rosters import NewPlayer, insert_players, load_person_keys, load_person_secret, update_team
from bot.db.snapshot import Player, Snapshot, Team, TeamStatus
from bot.services.access import Asker, is_staff, record_change
from bot.services.ejections import ejections_of
from bot.services.waitlist import choose_status, with_queue
from bot.ui.texts import registration as registration_texts
from bot.ui.texts import roster as texts
from core import eligibility
from core.competition import is_registration_open
from core.eligibility import (
    Entry,
    Namesake,
    PlayerProblem,
    account_key,
    check_player,
    check_roster_size,
    is_namesake,
    person_key,
)
from core.errors import Conflict, RuleError
from core.names import search_key
from core.roster_text import PlayerLine, UnreadableLine, parse_player_line


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Somebody who is to join, as typed; `user_id` if it is their own Discord account that joins."""

    name: str
    birth_date: str = field(repr=False)
    user_id: int | None = None


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody who joined; `read_as` is their birth date where it could have been read another way too."""

    player: Player
    read_as: date | None = field(repr=False)


async def load_entries(tx: Transaction, snapshot: Snapshot, user_id: int | None = None) -> dict[str, Entry]:
    """The people who are entered, by person key; barred are those who were ejected, and who were banned and so left.

    Whoever is linked to another account than `user_id` is somebody else, whatever their name and birth date
    (ruling 114), and left out.
    """
    ejections = ejections_of(snapshot)
    ejected_teams = {team_id for team_id, ejection in ejections.teams.items() if ejection.ejected_at is not None}
    entries: dict[str, Entry] = {}
    for key, player_id in (await load_person_keys(tx, snapshot.competition.id)).items():
        player = snapshot.players.get(player_id)
        if player is None or player.left_at is not None:
            entries[key] = Entry("", is_barred=True)
        elif user_id is None or player.user_id in (None, user_id):
            is_barred = player_id in ejections.players or player.team_id in ejected_teams
            entries[key] = Entry(snapshot.teams[player.team_id].name, is_barred)
    return entries


async def find_guesses(
    tx: Transaction, asker: Asker, snapshot: Snapshot, team: Team | None, lines: Iterable[PlayerLine], secret: bytes
) -> frozenset[int]:
    """The numbers of the lines that must not be judged: they try one more date for a name of another team.

    A verdict would tell whether the birth date is that of the other one. Staff enter anybody.
    """
    competition = snapshot.competition
    if is_staff(asker, competition):
        return frozenset()
    own_id = team.id if team is not None else None
    known = (snapshot.players.get(id_) for id_ in (await load_person_keys(tx, competition.id)).values())
    others = {search_key(player.name) for player in known if player is not None and player.team_id != own_id}

    def is_guess(line: PlayerLine) -> bool:
        digest = " ".join(person_key(line.name, reading, secret) for reading in line.readings)
        return not tx.guesses.allow(competition.id, asker.user_id, search_key(line.name), digest, tx.now)

    return frozenset(line.line for line in lines if search_key(line.name) in others and is_guess(line))


async def join_team(
    tx: Transaction, asker: Asker, snapshot: Snapshot, team: Team, newcomer: Newcomer, left: Player | None = None
) -> Joined:
    """Save somebody who joins, in the place of `left` if given (G4, D1, ruling 114). Raises RuleError or Conflict."""
    competition = snapshot.competition
    if newcomer.user_id is not None:
        await require_free_account(tx, snapshot, newcomer.user_id)
    line = parse_player_line(f"{newcomer.name}, {newcomer.birth_date}", competition.settings.date_style)
    if isinstance(line, UnreadableLine):
        raise RuleError(texts.unreadable(line.fault))
    secret = await load_person_secret(tx)
    if await find_guesses(tx, asker, snapshot, team, [line], secret):
        raise RuleError(texts.too_many_guesses(line.name))
    entries = await load_entries(tx, snapshot, newcomer.user_id)
    found: eligibility.Player | PlayerProblem = check_player(
        line, competition.settings, entries, secret, await load_excused(tx, competition.id)
    )
    if is_namesake(line.name, [player.name for player in snapshot.roster(team.id) if player != left]):
        if newcomer.user_id is not None:
            raise RuleError(texts.namesake_invited(line.name))
        found = Namesake(line.line, line.name)
    if not isinstance(found, eligibility.Player):
        raise RuleError(texts.not_entered(found, competition.settings))
    key = person_key(found.name, found.birth_date, secret)
    if newcomer.user_id is not None and key in await load_person_keys(tx, competition.id):
        key = account_key(newcomer.user_id, secret)
    saved = NewPlayer(found.name, found.birth_date, key, newcomer.user_id)
    may_see_it = asker.user_id in (team.captain_id, *team.co_captain_ids, newcomer.user_id)
    entered_by = asker.user_id if may_see_it else None  # staff who act for a captain do not see the birth date again
    try:
        (joined,) = await insert_players(tx, competition.id, team.id, entered_by, [saved])
    except IntegrityError:
        raise Conflict(registration_texts.QUICKER) from None
    return Joined(joined, found.birth_date if found.has_two_readings else None)


async def require_free_account(tx: Transaction, snapshot: Snapshot, user_id: int) -> None:
    """Raise RuleError where a Discord account plays for a team already, or is banned."""
    for player in snapshot.players.values():
        if player.user_id == user_id and player.left_at is None:
            raise RuleError(texts.account_taken(user_id, player, snapshot.teams[player.team_id]))
    if any(ban.user_id == user_id for ban in await load_bans(tx, snapshot.competition.id)):
        raise RuleError(texts.account_banned(user_id))


def is_too_late(tx: Transaction, snapshot: Snapshot, team: Team) -> bool:
    """Whether a team is still forming, and could not be registered any more."""
    competition = snapshot.competition
    is_open = is_registration_open(competition.settings, competition.state, tx.now)
    return team.status is TeamStatus.FORMING and not is_open


def require_forming_possible(tx: Transaction, snapshot: Snapshot) -> None:
    """Raise RuleError where a team that is forming could not be registered any more."""
    competition = snapshot.competition
    if not is_registration_open(competition.settings, competition.state, tx.now):
        raise RuleError(registration_texts.closed(competition, tx.now))


async def register_if_complete(tx: Transaction, asker: Asker, snapshot: Snapshot, team: Team, count: int) -> Team:
    """A team that was forming is registered once it has enough players (G3, D8)."""
    if team.status is not TeamStatus.FORMING or check_roster_size(count, snapshot.competition.settings) is not None:
        return team
    registered = with_queue(tx, team, choose_status(snapshot))
    await update_team(
        tx, team.id, status=registered.status, queued_at=registered.queued_at, registered_at=registered.registered_at
    )
    await record_change(tx, asker, snapshot.competition, "team register", team=team.id, status=registered.status)
    return registered
