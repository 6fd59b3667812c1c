"""Who leads a team: handing over, co-captains, who follows a captain that is gone, and captains without an account."""

import hmac
import secrets
from collections.abc import Collection
from dataclasses import replace

from bot.db.engine import Transaction
from bot.db.rosters import load_person_secret, update_team
from bot.db.snapshot import Competition, Player, Snapshot, Team
from bot.db.teams import (
    delete_claim_code,
    delete_co_captain,
    find_claimed_team,
    find_followers,
    insert_co_captain,
    replace_claim_code,
)
from bot.posts.outbox import enqueue_notice
from bot.services.access import (
    Asker,
    change_competition,
    is_director,
    read_competition,
    record_change,
    require_staff,
)
from bot.services.ejections import ejections_of
from bot.services.lookup import choose_team, find_captained_team, find_team
from bot.services.roster import require_before_end
from bot.ui.facts.teams import ClaimCode, LedTeam
from bot.ui.message import Message
from bot.ui.texts import captaincy as texts
from core.errors import NotAllowed, NotFound, RuleError

MOST_CO_CAPTAINS = 2
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that is taken for another
CODE_LENGTH = 10


async def hand_over(tx: Transaction, asker: Asker, chosen: str | None, named_team: str | None, user_id: int) -> LedTeam:
    """Make another account the captain. Raises NotFound, NotAllowed or RuleError."""
    snapshot = await change_competition(tx, asker, chosen)
    team = _choose_led(snapshot, asker, named_team)
    if user_id == team.captain_id:
        raise RuleError(texts.captain_already(team))
    _require_no_captain(snapshot, user_id)
    await _make_captain(tx, team, user_id)
    await delete_claim_code(tx, team.id)
    await record_change(tx, asker, snapshot.competition, "captain hand over", team=team.id, captain=user_id)
    done = LedTeam(snapshot.competition, team, user_id)
    await _tell(tx, snapshot.competition, team, "handed", texts.told_captain(done), user_id)
    if team.captain_id not in (None, asker.user_id):
        told = Message(texts.told_old_captain(done))
        await _tell(tx, snapshot.competition, team, "replaced", told, team.captain_id)
    return done


async def hand_back(tx: Transaction, asker: Asker, chosen: str | None, named_team: str, previous: str) -> LedTeam:
    """Decline to lead a team: whoever led it before does so again, else a co-captain follows, else staff are told.

    Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await change_competition(tx, asker, chosen)
    competition, team = snapshot.competition, _choose_led(snapshot, asker, named_team)
    previous_id = int(previous) if previous.isascii() and previous.isdigit() and len(previous) < 20 else 0
    await record_change(tx, asker, competition, "captain hand back", team=team.id, captain=previous_id)
    done = LedTeam(competition, team, previous_id)
    if previous_id in (0, team.captain_id) or find_captained_team(snapshot, previous_id) is not None:
        await let_follow(tx, snapshot, team)
    else:
        await _make_captain(tx, team, previous_id)
        await _tell(tx, competition, team, "back", Message(texts.told_handed_back(done)), previous_id)
    return done


async def name_co_captain(
    tx: Transaction, asker: Asker, chosen: str | None, named_team: str | None, user_id: int
) -> LedTeam:
    """Let another account do what the captain does; two at most. Raises NotFound, NotAllowed or RuleError."""
    snapshot = await change_competition(tx, asker, chosen)
    team = _choose_led(snapshot, asker, named_team)
    if user_id == team.captain_id or user_id in team.co_captain_ids:
        raise RuleError(texts.leads_already(team, user_id))
    if len(team.co_captain_ids) >= MOST_CO_CAPTAINS:
        raise RuleError(texts.enough_co_captains(team))
    await insert_co_captain(tx, team.id, user_id)
    await record_change(tx, asker, snapshot.competition, "co-captain name", team=team.id, user=user_id)
    done = LedTeam(snapshot.competition, team, user_id)
    await _tell(tx, snapshot.competition, team, f"co:{user_id}", texts.told_co_captain(done), user_id)
    return done


async def dismiss_co_captain(
    tx: Transaction, asker: Asker, chosen: str | None, named_team: str | None, user_id: int
) -> LedTeam:
    """Somebody is no co-captain any more: by the captain's word or their own. Raises a UserError."""
    snapshot = await change_competition(tx, asker, chosen)
    team = choose_team(snapshot, asker, named_team)
    if asker.user_id != user_id:
        _require_led(snapshot, asker, team)
    if user_id not in team.co_captain_ids:
        raise RuleError(texts.no_co_captain(team, user_id))
    await delete_co_captain(tx, team.id, user_id)
    await record_change(tx, asker, snapshot.competition, "co-captain dismiss", team=team.id, user=user_id)
    done = LedTeam(snapshot.competition, team, user_id)
    if asker.user_id == user_id and team.captain_id is not None:
        told = Message(texts.told_declined(done))
        await _tell(tx, snapshot.competition, team, f"co-gone:{user_id}", told, team.captain_id)
    return done


async def issue_code(tx: Transaction, asker: Asker, chosen: str | None, named_team: str) -> ClaimCode:
    """A code by which a captain who was registered without an account claims the team, once.

    Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await change_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    require_before_end(snapshot.competition)
    team = find_team(snapshot, named_team)
    if team.captain_id is not None:
        raise RuleError(texts.has_captain(team))
    code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
    await replace_claim_code(tx, team.id, await _digest(tx, code), asker.user_id)
    await record_change(tx, asker, snapshot.competition, "captain code", team=team.id)
    return ClaimCode(snapshot.competition, team, code)


async def claim_team(tx: Transaction, asker: Asker, chosen: str | None, code: str) -> LedTeam:
    """Become the captain of the team that a code belongs to; it says by itself in which competition.

    Raises NotFound or RuleError.
    """
    typed = "".join(code.split()).upper()
    claimed = await find_claimed_team(tx, asker.guild_id, await _digest(tx, typed))
    if claimed is None and chosen is None:
        raise NotFound(texts.UNKNOWN_CODE)
    competition_id, team_id = claimed or (None, 0)
    snapshot = await change_competition(tx, asker, str(competition_id) if chosen is None else chosen)
    require_before_end(snapshot.competition)
    team = snapshot.teams.get(team_id)
    if team is None:
        raise NotFound(texts.UNKNOWN_CODE)
    _require_no_captain(snapshot, asker.user_id)
    await _make_captain(tx, team, asker.user_id)
    await delete_claim_code(tx, team.id)
    await record_change(tx, asker, snapshot.competition, "captain claim", team=team.id)
    return LedTeam(snapshot.competition, team, asker.user_id)


async def list_leaders(tx: Transaction, asker: Asker, chosen: str | None) -> frozenset[int]:
    """The accounts of all captains and co-captains, for staff. Raises NotFound or NotAllowed."""
    snapshot = await read_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    leaders = {user_id for team in snapshot.teams.values() for user_id in (team.captain_id, *team.co_captain_ids)}
    return frozenset(user_id for user_id in leaders if user_id is not None)


async def replace_departed(
    tx: Transaction, asker: Asker, chosen: str | None, departed: Collection[int]
) -> tuple[LedTeam, ...]:
    """Let co-captains follow captains who have left the server; staff are told of a team that has none.

    Gives each team with the account that is gone. Raises NotFound or NotAllowed.
    """
    snapshot = await change_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    replaced: list[LedTeam] = []
    for team in snapshot.teams.values():
        for user_id in set(team.co_captain_ids) & set(departed):
            await delete_co_captain(tx, team.id, user_id)
        if team.captain_id in departed:
            staying = tuple(id_ for id_ in team.co_captain_ids if id_ not in departed)
            await let_follow(tx, snapshot, replace(team, co_captain_ids=staying))
            replaced.append(LedTeam(snapshot.competition, team, team.captain_id or 0))
    await record_change(tx, asker, snapshot.competition, "captains replace", teams=[done.team.id for done in replaced])
    return tuple(replaced)


async def replace_ejected(tx: Transaction, asker: Asker, snapshot: Snapshot) -> Snapshot:
    """Let co-captains follow captains who have been ejected; call it after whatever may have ejected somebody.

    Gives the competition with the captains that it has now.
    """
    ejections = ejections_of(snapshot)
    ejected = {snapshot.players[id_].user_id for id_ in ejections.players} - {None}
    teams = dict(snapshot.teams)
    for team in snapshot.teams.values():
        if team.captain_id is not None and team.captain_id in ejected and team.id not in ejections.teams:
            staying = tuple(user_id for user_id in team.co_captain_ids if user_id not in ejected)
            teams[team.id] = led = await let_follow(tx, snapshot, replace(team, co_captain_ids=staying))
            was, now = team.captain_id, led.captain_id
            await record_change(tx, asker, snapshot.competition, "captain follow", team=team.id, captain=was, user=now)
    return replace(snapshot, teams=teams)


async def bring_back_captain(tx: Transaction, asker: Asker, snapshot: Snapshot, player: Player) -> LedTeam | None:
    """Let a captain lead again whose ejection fell; whoever followed meanwhile is a co-captain again.

    Gives the team with the account that leads it now: somebody else where one was named since. None for whoever was
    no captain, or is ejected still.
    """
    team, user_id = snapshot.teams[player.team_id], player.user_id
    if user_id is None or user_id == team.captain_id or player.id in ejections_of(snapshot).players:
        return None
    followers = await find_followers(tx, snapshot.competition.id, team.id, user_id)
    if not followers:
        return None
    follower = followers[0]
    if follower != team.captain_id or find_captained_team(snapshot, user_id) is not None:
        return None if team.captain_id is None else LedTeam(snapshot.competition, team, team.captain_id)
    await _make_captain(tx, team, user_id)
    if follower is not None and len(team.co_captain_ids) < MOST_CO_CAPTAINS:
        await insert_co_captain(tx, team.id, follower)
    await record_change(tx, asker, snapshot.competition, "captain return", team=team.id, captain=user_id)
    done = LedTeam(snapshot.competition, team, user_id)
    await _tell(tx, snapshot.competition, team, "again", Message(texts.told_again(done)), user_id, follower)
    return done


async def let_follow(tx: Transaction, snapshot: Snapshot, team: Team) -> Team:
    """The first co-captain who leads no other team takes over and is told; with none, staff are.

    Gives the team as it is led then.
    """
    competition = snapshot.competition
    free = (user_id for user_id in team.co_captain_ids if find_captained_team(snapshot, user_id) is None)
    if (follower := next(free, None)) is not None:
        await _make_captain(tx, team, follower)
        done = LedTeam(competition, team, follower)
        await _tell(tx, competition, team, "followed", Message(texts.told_follower(done)), follower)
        others = tuple(user_id for user_id in team.co_captain_ids if user_id != follower)
        return replace(team, captain_id=follower, co_captain_ids=others)
    await update_team(tx, team.id, captain_id=None)
    notice = Message(texts.has_nobody(team))
    subject = f"captain:{team.id}:gone:{competition.revision}"
    await enqueue_notice(tx, competition.id, subject, notice, channel_id=competition.channels.staff)
    return replace(team, captain_id=None)


async def _make_captain(tx: Transaction, team: Team, user_id: int) -> None:
    await delete_co_captain(tx, team.id, user_id)
    await update_team(tx, team.id, captain_id=user_id, captain_name=None)


async def _tell(
    tx: Transaction, competition: Competition, team: Team, what: str, message: Message, *user_ids: int | None
) -> None:
    subject = f"captain:{team.id}:{what}:{competition.revision}"
    notice = replace(message, user_mentions=tuple(id_ for id_ in user_ids if id_ is not None))
    await enqueue_notice(tx, competition.id, subject, notice, channel_id=competition.channels.captains)


async def _digest(tx: Transaction, code: str) -> str:
    return hmac.digest(await load_person_secret(tx), f"code\n{code}".encode(errors="replace"), "sha256").hex()


def _choose_led(snapshot: Snapshot, asker: Asker, named_team: str | None) -> Team:
    team = choose_team(snapshot, asker, named_team)
    _require_led(snapshot, asker, team)
    require_before_end(snapshot.competition)
    return team


def _require_led(snapshot: Snapshot, asker: Asker, team: Team) -> None:
    """Co-captains do not decide who leads."""
    is_co_captain = asker.user_id in team.co_captain_ids
    if is_co_captain and asker.user_id != team.captain_id and not is_director(asker, snapshot.competition):
        raise NotAllowed(texts.captain_decides(team))


def _require_no_captain(snapshot: Snapshot, user_id: int) -> None:
    if (other := find_captained_team(snapshot, user_id)) is not None:
        raise RuleError(texts.captain_elsewhere(other, user_id))
