"""Changing a roster: until the lock by the captain, then by a director with a reason, until the team's first sheet."""

from dataclasses import replace

from bot.db.competitions import load_snapshot
from bot.db.engine import Transaction
from bot.db.rosters import insert_override, release_player
from bot.db.snapshot import Competition, Player, Snapshot, Team, TeamStatus
from bot.posts.outbox import enqueue_notice
from bot.services.access import Asker, change_competition, is_director, record_change
from bot.services.ejections import ejections_of, list_played
from bot.services.joining import Joined, Newcomer, join_team, register_if_complete, require_forming_possible
from bot.services.live import refresh_all
from bot.services.lookup import choose_team, find_player
from bot.services.moves import propose_moves
from bot.ui.facts.teams import RosterChange
from bot.ui.message import Message
from bot.ui.texts import roster as texts
from core.competition import State
from core.eligibility import RosterLocked, TeamHasPlayed, check_roster_change, check_roster_size
from core.errors import NotAllowed, RuleError

CHANGEABLE = (State.REGISTRATION_OPEN, State.REGISTRATION_CLOSED, State.RUNNING)


async def add_player(
    tx: Transaction, asker: Asker, chosen: str | None, named_team: str | None, newcomer: Newcomer, reason: str | None
) -> RosterChange:
    """Let somebody join a team (G3, G4, D1). Raises NotFound, NotAllowed, RuleError or Conflict."""
    return await _change(tx, asker, chosen, named_team, None, newcomer, reason)


async def remove_player(
    tx: Transaction, asker: Asker, chosen: str | None, named_team: str | None, leaving: str, reason: str | None
) -> RosterChange:
    """Take somebody out of a team that is large enough without them (G6, D8). Raises as `add_player` does."""
    return await _change(tx, asker, chosen, named_team, leaving, None, reason)


async def swap_players(
    tx: Transaction,
    asker: Asker,
    chosen: str | None,
    named_team: str | None,
    leaving: str,
    newcomer: Newcomer,
    reason: str | None,
) -> RosterChange:
    """Exchange one player for another at once, also in a full team (ruling 2). Raises as `add_player` does."""
    return await _change(tx, asker, chosen, named_team, leaving, newcomer, reason)


async def tell_short(tx: Transaction, snapshot: Snapshot, team: Team, count: int) -> None:
    """Tell a captain that somebody left and too few are left (G6, D8)."""
    competition = snapshot.competition
    wrong = check_roster_size(count, competition.settings)
    if wrong is None or count > wrong.at_least:
        return
    mentions = (team.captain_id,) if team.captain_id is not None else ()
    lock_at = competition.settings.roster_lock_at
    text = texts.has_become_short(team, wrong, lock_at, is_locked=tx.now >= lock_at)
    subject, message = f"short:{team.id}:{competition.revision}", Message(text, user_mentions=mentions)
    await enqueue_notice(tx, competition.id, subject, message, channel_id=competition.channels.captains)


async def tell_captain(tx: Transaction, change: RosterChange) -> None:
    """Tell a captain with an account that somebody else changed the roster."""
    competition, team = change.competition, change.team
    if team.captain_id is None:
        return
    notice = Message(texts.changed_for_you(change), user_mentions=(team.captain_id,))
    subject = f"roster:{team.id}:{competition.revision}"
    await enqueue_notice(tx, competition.id, subject, notice, channel_id=competition.channels.captains)


def require_before_end(competition: Competition) -> None:
    """Raise RuleError once a competition is over."""
    if competition.state in (State.FINISHED, State.CANCELLED, State.ARCHIVED):
        raise RuleError(texts.not_now(competition))


def has_played(snapshot: Snapshot, team: Team) -> bool:
    """Whether a sheet or a match result of the team stands (ruling 113)."""
    return bool(list_played(snapshot, team.id)) or any(team.id in result.team_ids for result in snapshot.results)


async def _change(
    tx: Transaction,
    asker: Asker,
    chosen: str | None,
    named_team: str | None,
    leaving: str | None,
    newcomer: Newcomer | None,
    reason: str | None,
) -> RosterChange:
    snapshot = await change_competition(tx, asker, chosen)
    competition, team = snapshot.competition, choose_team(snapshot, asker, named_team)
    is_override = require_changeable(tx, asker, snapshot, team, reason)
    left = find_player(snapshot, leaving, team) if leaving is not None else None
    count = len(snapshot.roster(team.id)) + (newcomer is not None) - (left is not None)
    _require_size(competition, team, count, is_growing=left is None, is_shrinking=newcomer is None)
    if left is not None:
        if left.id in ejections_of(snapshot).players:
            raise RuleError(texts.position_forfeited(left.name))
        await release_player(tx, left.id)
    joined = await join_team(tx, asker, snapshot, team, newcomer, left) if newcomer is not None else None
    return await save_change(
        tx, asker, snapshot, _describe(competition, team, joined, left, count, is_override=is_override), reason
    )


def _describe(
    competition: Competition, team: Team, joined: Joined | None, left: Player | None, count: int, *, is_override: bool
) -> RosterChange:
    if joined is None:
        return RosterChange(competition, team, None, left, count, is_override)
    return RosterChange(competition, team, joined.player, left, count, is_override, read_as=joined.read_as)


async def save_change(
    tx: Transaction, asker: Asker, snapshot: Snapshot, change: RosterChange, reason: str | None = None
) -> RosterChange:
    """Record a change of a roster, tell the captain, and register a team that has become complete by it."""
    registered = await register_if_complete(tx, asker, snapshot, change.team, change.count)
    if registered is not change.team:
        waits = registered.status is TeamStatus.WAITLISTED
        change = replace(change, registered=registered, waiting_place=len(snapshot.waiting()) + 1 if waits else None)
    await _record(tx, asker, change, reason)
    return change


def require_changeable(tx: Transaction, asker: Asker, snapshot: Snapshot, team: Team, reason: str | None) -> bool:
    """Whether this is a director's exception (G5, rulings 1 and 113). Raises RuleError, or NotAllowed at the lock."""
    competition = snapshot.competition
    if competition.state not in CHANGEABLE:
        raise RuleError(texts.not_now(competition))
    if team.id in ejections_of(snapshot).teams:
        raise RuleError(texts.team_is_out(team))
    if team.status is TeamStatus.FORMING:
        require_forming_possible(tx, snapshot)
    lock_at = competition.settings.roster_lock_at
    match check_roster_change(
        tx.now, lock_at, is_director=is_director(asker, competition), has_played=has_played(snapshot, team)
    ):
        case TeamHasPlayed():
            raise RuleError(texts.has_played(team.name))
        case RosterLocked():
            raise NotAllowed(texts.locked(lock_at, competition.director_role_id))
        case None:
            pass
    if tx.now < lock_at:
        return False
    if not (reason or "").strip():
        raise RuleError(texts.reason_needed(lock_at))
    return True


def _require_size(competition: Competition, team: Team, count: int, *, is_growing: bool, is_shrinking: bool) -> None:
    """A team that is short may still grow step by step; only the step over a limit is refused."""
    wrong = check_roster_size(count, competition.settings)
    if wrong is None or (team.status is TeamStatus.FORMING and count < wrong.at_least):
        return
    if is_growing and count > wrong.at_least:
        raise RuleError(texts.team_full(team.name, wrong))
    if is_shrinking and count < wrong.at_least:
        raise RuleError(texts.team_short(team.name, wrong))


async def _record(tx: Transaction, asker: Asker, change: RosterChange, reason: str | None) -> None:
    competition, team = change.competition, change.team
    joined_id, left_id = change.joined and change.joined.id, change.left and change.left.id
    await record_change(tx, asker, competition, "roster change", team=team.id, joined=joined_id, left=left_id)
    if change.is_override:
        values = {"joined_id": joined_id, "left_id": left_id, "reason": reason, "decided_by": asker.user_id}
        await insert_override(tx, {"competition_id": competition.id, "team_id": team.id, **values})
    if team.captain_id != asker.user_id:
        await tell_captain(tx, change)
    if competition.state is State.RUNNING:
        await propose_moves(tx, await load_snapshot(tx.connection, competition))
        await refresh_all(tx, competition)
