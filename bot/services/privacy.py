"""What is kept about a person: showing it, and erasing it on request. Results stay under "former player"."""

from bot.db.competitions import list_competitions, load_snapshot, raise_revision
from bot.db.direct import load_opted_in, set_direct
from bot.db.engine import Transaction
from bot.db.privacy import (
    KeptPlayer,
    count_kept,
    count_recorded,
    forget_account,
    load_kept_player,
    load_kept_players,
    redact_posts,
    rename_former,
)
from bot.db.rosters import release_player
from bot.db.snapshot import Competition, Player, Snapshot, Team
from bot.db.teams import delete_co_captain
from bot.posts.outbox import enqueue_notice
from bot.services.access import Asker, change_competition, read_competition, record_change, require_director
from bot.services.captaincy import let_follow
from bot.services.ejections import ejections_of
from bot.services.live import refresh_all
from bot.services.lookup import find_player
from bot.services.roster import CHANGEABLE, has_played, tell_short
from bot.ui.facts.privacy import Forgotten, Kept, KeptIn
from bot.ui.message import Message
from bot.ui.names import for_prose
from bot.ui.texts import roster as roster_texts
from core.competition import State


async def show_kept(tx: Transaction, asker: Asker) -> Kept:
    """What this server's competitions keep about the asker."""
    kept = [await _load_kept(tx, one, asker.user_id) for one in await list_competitions(tx, asker.guild_id)]
    wants_direct = asker.user_id in await load_opted_in(tx.connection, asker.guild_id)
    recorded = await count_recorded(tx, asker.guild_id, asker.user_id)
    return Kept(asker.user_id, tuple(entry for entry in kept if not entry.is_empty), wants_direct, recorded)


async def show_player(tx: Transaction, asker: Asker, chosen: str | None, player: str) -> KeptPlayer:
    """What is kept about a player, for directors. Raises NotFound or NotAllowed."""
    snapshot = await read_competition(tx, asker, chosen)
    require_director(asker, snapshot.competition)
    return await load_kept_player(tx, find_player(snapshot, player).id)


async def forget_asker(tx: Transaction, asker: Asker) -> Forgotten:
    """Erase what this server's competitions keep about the asker."""
    left = stays = changed = 0
    wants_direct = asker.user_id in await load_opted_in(tx.connection, asker.guild_id)
    await set_direct(tx, asker.guild_id, asker.user_id, is_wanted=False)
    for competition in await list_competitions(tx, asker.guild_id):
        if not (await _load_kept(tx, competition, asker.user_id)).has_erasable:
            continue
        snapshot = await load_snapshot(tx.connection, await raise_revision(tx, competition))
        mine = [p for p in snapshot.players.values() if p.user_id == asker.user_id and p.left_at is None]
        outcomes = [await _forget_player(tx, snapshot, player) for player in mine]
        await _forget_leader(tx, snapshot, asker.user_id)
        await redact_posts(tx, competition.id, f"<@{asker.user_id}>", asker.user_id)
        await forget_account(tx, competition.id, asker.user_id)
        await record_change(tx, asker, snapshot.competition, "privacy delete")
        await _refresh(tx, snapshot.competition)
        left, stays, changed = left + sum(outcomes), stays + len(outcomes) - sum(outcomes), changed + 1
    return Forgotten(changed, left, stays, wants_direct)


async def forget_player(tx: Transaction, asker: Asker, chosen: str | None, player: str) -> Forgotten:
    """Erase what is kept about a player who has no account, at their request. Raises NotFound or NotAllowed."""
    snapshot = await change_competition(tx, asker, chosen)
    require_director(asker, snapshot.competition)
    found = find_player(snapshot, player)
    has_left = await _forget_player(tx, snapshot, found)
    await record_change(tx, asker, snapshot.competition, "privacy delete", player=found.id)
    await _refresh(tx, snapshot.competition)
    return Forgotten(1, int(has_left), int(not has_left))


async def find_named(tx: Transaction, asker: Asker, chosen: str | None, player: str) -> tuple[Competition, Player]:
    """The player about whom a director is about to erase everything. Raises NotFound or NotAllowed."""
    snapshot = await read_competition(tx, asker, chosen)
    require_director(asker, snapshot.competition)
    return snapshot.competition, find_player(snapshot, player)


async def _load_kept(tx: Transaction, competition: Competition, user_id: int) -> KeptIn:
    snapshot = tx.snapshots.find(competition.id, competition.revision) or await load_snapshot(
        tx.connection, competition
    )
    leads = tuple(t for t in snapshot.teams.values() if user_id in (t.captain_id, *t.co_captain_ids))
    players = tuple(await load_kept_players(tx, competition.id, user_id))
    return KeptIn(competition, players, leads, await count_kept(tx, competition.id, user_id))


async def _forget_player(tx: Transaction, snapshot: Snapshot, player: Player) -> bool:
    """Whether the player left the team; once that is too late the position stays, without a name."""
    competition, team = snapshot.competition, snapshot.teams[player.team_id]
    leaves = (
        competition.state in CHANGEABLE
        and tx.now < competition.settings.roster_lock_at
        and not has_played(snapshot, team)
        and player.id not in ejections_of(snapshot).players
    )
    if leaves:
        await release_player(tx, player.id)
        await tell_short(tx, snapshot, team, len(snapshot.roster(team.id)) - 1)
    await rename_former(tx, player)
    await redact_posts(tx, competition.id, for_prose(player.name))
    await _tell_captain(tx, competition, team, player, has_left=leaves)
    return leaves


async def _tell_captain(
    tx: Transaction, competition: Competition, team: Team, player: Player, *, has_left: bool
) -> None:
    """Somebody who leads the team reads that its roster changed."""
    reader_id = next(
        (id_ for id_ in (team.captain_id, *team.co_captain_ids) if id_ not in (None, player.user_id)), None
    )
    if reader_id is None:
        return
    notice = Message(roster_texts.erased_for_you(team, reader_id, has_left=has_left), user_mentions=(reader_id,))
    subject = f"erased:{player.id}:{competition.revision}"
    await enqueue_notice(tx, competition.id, subject, notice, channel_id=competition.channels.captains)


async def _forget_leader(tx: Transaction, snapshot: Snapshot, user_id: int) -> None:
    for team in snapshot.teams.values():
        if user_id in team.co_captain_ids:
            await delete_co_captain(tx, team.id, user_id)
        if team.captain_id == user_id:
            await let_follow(tx, snapshot, team)


async def _refresh(tx: Transaction, competition: Competition) -> None:
    if competition.state in (State.RUNNING, State.FINISHED):
        await refresh_all(tx, competition)
