"""Leaving: a player leaves a team, or a whole team withdraws; its place goes to the next one that waits."""

from dataclasses import replace

from bot.db.eligibility import insert_ban
from bot.db.engine import Transaction
from bot.db.rosters import release_player, update_team
from bot.db.snapshot import Snapshot, Team, TeamStatus
from bot.db.teams import dissolve_team
from bot.posts.outbox import enqueue_notice
from bot.services.access import Asker, change_competition, read_competition, record_change
from bot.services.bracket import build_from
from bot.services.ejections import ejections_of, list_played
from bot.services.holdem_order import KEY, is_seated
from bot.services.invitations import end_invitations
from bot.services.live import refresh_all
from bot.services.lookup import choose_team
from bot.services.moves import propose_moves
from bot.services.next_matches import tell_next_matches
from bot.services.roster import CHANGEABLE, has_played, tell_short
from bot.services.waitlist import offer_free_places
from bot.ui.bracket_view import team_key
from bot.ui.facts.teams import Left, Withdrawal
from bot.ui.message import Message
from bot.ui.texts import roster as roster_texts
from bot.ui.texts import withdrawing as texts
from core.competition import State
from core.errors import NotFound, RuleError
from core.scoring.bracket import find_next_match


async def leave_team(tx: Transaction, asker: Asker, chosen: str | None) -> Left:
    """Leave the team that one plays for, until the rosters lock; a team that has become short is told.

    Raises NotFound or RuleError.
    """
    snapshot = await change_competition(tx, asker, chosen)
    competition = snapshot.competition
    present = (player for player in snapshot.players.values() if player.left_at is None)
    player = next((player for player in present if player.user_id == asker.user_id), None)
    if player is None:
        raise NotFound(texts.NOT_LINKED)
    team = snapshot.teams[player.team_id]
    if competition.state not in CHANGEABLE:
        raise RuleError(roster_texts.not_now(competition))
    if tx.now >= competition.settings.roster_lock_at or has_played(snapshot, team):
        raise RuleError(texts.too_late_to_leave(team, competition.settings.roster_lock_at))
    ejections = ejections_of(snapshot)
    if player.id in ejections.players:
        raise RuleError(roster_texts.position_forfeited(player.name))
    if team.id in ejections.teams:
        raise RuleError(roster_texts.team_is_out(team))
    await release_player(tx, player.id)
    await record_change(tx, asker, competition, "team leave", team=team.id, player=player.id)
    is_captain = team.captain_id == asker.user_id
    if not is_captain and team.captain_id is not None:
        notice = Message(texts.told_left(team, player.name), user_mentions=(team.captain_id,))
        subject = f"left:{player.id}"
        await enqueue_notice(tx, competition.id, subject, notice, channel_id=competition.channels.captains)
    if team.status is not TeamStatus.FORMING:
        await tell_short(tx, snapshot, team, len(snapshot.roster(team.id)) - 1)
    return Left(competition, team, player.name, is_captain)


async def preview_withdrawal(tx: Transaction, asker: Asker, chosen: str | None, named_team: str | None) -> Withdrawal:
    """What a withdrawal would mean. Raises NotFound, NotAllowed or RuleError."""
    snapshot = await read_competition(tx, asker, chosen)
    return _choose(snapshot, asker, named_team)


async def withdraw_team(
    tx: Transaction, asker: Asker, chosen: str | None, named_team: str | None, status: str
) -> Withdrawal:
    """Withdraw a team that is still as it was when this was asked (ruling 116).

    Before it is drawn or plays it is as if it had never been; after that its finished events stand without an overall
    rank. Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await change_competition(tx, asker, chosen)
    competition = snapshot.competition
    withdrawal = _choose(snapshot, asker, named_team)
    team = withdrawal.team
    if team.status.value != status:
        raise RuleError(texts.changed_meanwhile(team))
    await _tell(tx, asker, snapshot, withdrawal)
    await end_invitations(tx, competition.id, team.id)
    if withdrawal.is_final:
        await update_team(tx, team.id, status=TeamStatus.WITHDRAWN, withdrawn_at=tx.now)
        withdrawn = replace(team, status=TeamStatus.WITHDRAWN, withdrawn_at=tx.now)
        after = replace(snapshot, teams={**snapshot.teams, team.id: withdrawn})
        await tell_next_matches(tx, snapshot, after, f"withdrawn:{team.id}:next")
        await propose_moves(tx, after)
        await refresh_all(tx, competition)
    else:
        await _ban_ejected(tx, snapshot, team)
        await dissolve_team(tx, team.id)
    await record_change(tx, asker, competition, "team withdraw", team=team.id)
    await offer_free_places(tx, competition)
    return withdrawal


def _choose(snapshot: Snapshot, asker: Asker, named_team: str | None) -> Withdrawal:
    competition, team = snapshot.competition, choose_team(snapshot, asker, named_team)
    if competition.state not in CHANGEABLE:
        raise RuleError(roster_texts.not_now(competition))
    if team.status is TeamStatus.WITHDRAWN:
        raise RuleError(texts.withdrawn_already(team))
    if team.id in ejections_of(snapshot).teams:
        raise RuleError(texts.ejected_already(team))
    if snapshot.seeds and build_from(snapshot).is_finished:
        raise RuleError(texts.all_played(competition))
    return Withdrawal(
        competition, team, _is_final(snapshot, team), _has_opponents(snapshot, team), _forfeits_holdem(snapshot, team)
    )


async def _ban_ejected(tx: Transaction, snapshot: Snapshot, team: Team) -> None:
    """Who was ejected cannot be entered by another team, also once theirs is gone and its offences with it (G12)."""
    recorded_by = {one.player_id: one.recorded_by for one in snapshot.offences if one.lifted_at is None}
    ejected = ejections_of(snapshot).players
    for player in snapshot.roster(team.id):
        if player.id not in ejected:
            continue
        await release_player(tx, player.id, is_banned=True)
        by, reason = recorded_by[player.id], texts.EJECTED_BEFORE
        await insert_ban(tx, snapshot.competition.id, player.id, player.user_id, reason, by)


def _has_opponents(snapshot: Snapshot, team: Team) -> bool:
    return team.id in snapshot.seeds and find_next_match(build_from(snapshot), team_key(team.id)) is not None


def _forfeits_holdem(snapshot: Snapshot, team: Team) -> bool:
    """Only what it has finished stays (ruling 116), and hold'em is finished by nobody who is still in it."""
    is_in = any(is_seated(snapshot, player.id) for player in snapshot.roster(team.id))
    return is_in and KEY.event not in list_played(snapshot, team.id)


def _is_final(snapshot: Snapshot, team: Team) -> bool:
    is_waiting = team.status in (TeamStatus.FORMING, TeamStatus.WAITLISTED)
    has_begun = snapshot.competition.state is State.RUNNING or team.id in snapshot.seeds
    return has_begun and not is_waiting


async def _tell(tx: Transaction, asker: Asker, snapshot: Snapshot, withdrawal: Withdrawal) -> None:
    competition, team = snapshot.competition, withdrawal.team
    subject = f"withdrawn:{team.id}"
    if withdrawal.is_final:
        public = Message(texts.withdrawn_publicly(withdrawal))
        await enqueue_notice(tx, competition.id, subject, public, channel_id=competition.channels.announcements)
    elif team.status is not TeamStatus.FORMING:
        note = Message(texts.told_staff(team, asker.user_id))
        await enqueue_notice(tx, competition.id, subject, note, channel_id=competition.channels.staff)
    if team.captain_id not in (None, asker.user_id):
        note = Message(texts.told_captain(team), user_mentions=(team.captain_id,))
        await enqueue_notice(tx, competition.id, f"{subject}:captain", note, channel_id=competition.channels.captains)
    for user_id in {player.user_id for player in snapshot.roster(team.id)} - {None, asker.user_id, team.captain_id}:
        note = Message(texts.told_member(withdrawal))
        await enqueue_notice(tx, competition.id, f"{subject}:member:{user_id}", note, user_id=user_id)
