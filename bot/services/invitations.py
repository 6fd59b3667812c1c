"""Inviting members to a team: everybody enters their own birth date, and nobody accepts for another."""

from collections.abc import Sequence

from bot.db.engine import Transaction
from bot.db.snapshot import Snapshot, Team
from bot.db.teams import (
    ACCEPTED,
    DECLINED,
    WITHDRAWN,
    Invitation,
    answer_invitation,
    close_invitations,
    insert_invitation,
    load_invitations,
    load_open_invitations,
)
from bot.posts.outbox import enqueue_notice
from bot.services.access import Asker, change_competition, read_competition, record_change
from bot.services.joining import Newcomer, join_team, require_free_account
from bot.services.lookup import choose_team
from bot.services.questions import close_questions
from bot.services.roster import require_changeable, save_change
from bot.ui.facts.teams import InvitationView, Invited, RosterChange, TakenBack
from bot.ui.message import Button, Message, custom_id
from bot.ui.texts import linking as texts
from core.errors import Conflict, NotAllowed, NotFound, RuleError

ANSWER, DECLINE = "invited", "invited-decline"
MOST_OPEN = 25


async def invite_members(
    tx: Transaction, asker: Asker, chosen: str | None, named_team: str | None, user_ids: Sequence[int]
) -> Invited:
    """Ask members, in the channel where the captain is, to play for a team.

    Raises NotFound, NotAllowed, or RuleError; then nobody is invited.
    """
    snapshot = await change_competition(tx, asker, chosen)
    competition, team = snapshot.competition, choose_team(snapshot, asker, named_team)
    require_changeable(tx, asker, snapshot, team, None)
    invited = list(dict.fromkeys(user_ids))
    if not invited:
        raise RuleError(texts.NOBODY_INVITED)
    waiting = {one.user_id for one in await load_open_invitations(tx, competition.id, team_id=team.id)}
    at_most, present = competition.settings.roster_at_most, len(snapshot.roster(team.id))
    most = min(present + MOST_OPEN, at_most) if at_most is not None else present + MOST_OPEN
    new = len(set(invited) - waiting)
    if present + len(waiting) + new > most:
        raise RuleError(texts.no_room(team, most, max(0, most - present - len(waiting)), new, len(waiting)))
    for user_id in invited:
        if user_id in waiting:
            raise RuleError(texts.invited_already(user_id))
        await require_free_account(tx, snapshot, user_id)
        await _invite(tx, asker, snapshot, team, user_id)
    await record_change(tx, asker, competition, "invite", team=team.id, users=invited)
    return Invited(competition, team, tuple(invited), asker.channel_id)


async def read_invitation(tx: Transaction, asker: Asker, chosen: str | None, invitation_id: str) -> InvitationView:
    """The asker's own invitation, as long as it can be accepted. Raises NotFound, NotAllowed, RuleError or Conflict."""
    snapshot = await read_competition(tx, asker, chosen)
    found, team = await _get_own(tx, asker, snapshot, invitation_id)
    require_changeable(tx, asker, snapshot, team, None)
    return InvitationView(snapshot.competition, team, found.id)


async def accept_invitation(
    tx: Transaction, asker: Asker, chosen: str | None, invitation_id: str, name: str, birth_date: str
) -> RosterChange:
    """Join the team with one's own name and birth date (G3, G4, D1). Raises as `read_invitation` does."""
    snapshot = await change_competition(tx, asker, chosen)
    competition = snapshot.competition
    found, team = await _get_own(tx, asker, snapshot, invitation_id)
    require_changeable(tx, asker, snapshot, team, None)
    count, at_most = len(snapshot.roster(team.id)) + 1, competition.settings.roster_at_most
    if at_most is not None and count > at_most:
        raise RuleError(texts.full_by_now(team))
    joined = await join_team(tx, asker, snapshot, team, Newcomer(name, birth_date, asker.user_id))
    await answer_invitation(tx, found.id, ACCEPTED)
    await _close_post(tx, found, texts.has_joined(asker.user_id))
    change = RosterChange(competition, team, joined.player, None, count, is_override=False, read_as=joined.read_as)
    return await save_change(tx, asker, snapshot, change)


async def decline_invitation(tx: Transaction, asker: Asker, chosen: str | None, invitation_id: str) -> InvitationView:
    """Say no; the captain is told. Raises NotFound, NotAllowed or Conflict."""
    snapshot = await change_competition(tx, asker, chosen)
    competition = snapshot.competition
    found, team = await _get_own(tx, asker, snapshot, invitation_id)
    await answer_invitation(tx, found.id, DECLINED)
    await _close_post(tx, found, texts.has_declined(asker.user_id))
    await record_change(tx, asker, competition, "invitation decline", team=team.id)
    mentions = (team.captain_id,) if team.captain_id is not None else ()
    notice = Message(texts.told_declined(team, asker.user_id), user_mentions=mentions)
    await enqueue_notice(tx, competition.id, f"declined:{found.id}", notice, channel_id=competition.channels.captains)
    return InvitationView(competition, team, found.id)


async def take_back(tx: Transaction, asker: Asker, chosen: str | None, named_team: str, newest: str) -> TakenBack:
    """Let the open invitations of a team, up to the newest that was shown, hold no more.

    Raises NotFound, NotAllowed, or Conflict where each of them is answered.
    """
    snapshot = await change_competition(tx, asker, chosen)
    competition, team = snapshot.competition, choose_team(snapshot, asker, named_team)
    waiting = await load_open_invitations(tx, competition.id, team_id=team.id)
    shown = [one for one in waiting if newest.isdecimal() and one.id <= int(newest[:18])]
    if not shown:
        raise Conflict(texts.NONE_TO_TAKE_BACK)
    for one in shown:
        await answer_invitation(tx, one.id, WITHDRAWN)
        await _close_post(tx, one, texts.WAS_TAKEN_BACK)
    user_ids = tuple(one.user_id for one in shown)
    await record_change(tx, asker, competition, "invitation withdraw", team=team.id, users=list(user_ids))
    return TakenBack(competition, team, user_ids)


async def end_invitations(tx: Transaction, competition_id: int, team_id: int) -> None:
    """Nobody is asked any more to play for a team that is gone."""
    for one in await load_open_invitations(tx, competition_id, team_id=team_id):
        await _close_post(tx, one, texts.TEAM_IS_GONE)
    await close_invitations(tx, team_id)


async def _invite(tx: Transaction, asker: Asker, snapshot: Snapshot, team: Team, user_id: int) -> None:
    competition = snapshot.competition
    made = await insert_invitation(tx, competition.id, team.id, user_id, asker.user_id)
    message = Message(
        texts.invitation(competition, team, user_id, asker.user_id),
        (
            Button(texts.ACCEPT, custom_id(ANSWER, competition.id, made.id), "success"),
            Button(texts.DECLINE, custom_id(DECLINE, competition.id, made.id)),
        ),
        user_mentions=(user_id,),
    )
    await enqueue_notice(tx, competition.id, f"{_subject(made)}asked", message, channel_id=asker.channel_id)


def _subject(invitation: Invitation) -> str:
    return f"invitation:{invitation.id}:"


async def _close_post(tx: Transaction, invitation: Invitation, outcome: str) -> None:
    """The post says what became of it, and has no buttons any more."""
    await close_questions(tx, invitation.competition_id, _subject(invitation), outcome)


async def _get_own(tx: Transaction, asker: Asker, snapshot: Snapshot, invitation_id: str) -> tuple[Invitation, Team]:
    invitations = await load_invitations(tx, snapshot.competition.id)
    found = next((one for one in invitations if str(one.id) == invitation_id), None)
    if found is None or found.team_id not in snapshot.teams:
        raise NotFound(texts.UNKNOWN_INVITATION)
    if found.user_id != asker.user_id:
        raise NotAllowed(texts.not_yours(found.user_id))
    team = snapshot.teams[found.team_id]
    if found.answer is not None:
        raise Conflict(texts.answered_already(InvitationView(snapshot.competition, team, found.id), found.answer))
    return found, team
