"""Who asks, about which competition, and whether they may.

Every id and name that comes from a client is looked up together with the server that it came from.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.db.competitions import list_competitions, load_snapshot, raise_revision
from bot.db.engine import Transaction
from bot.db.ledger import Fact, record
from bot.db.snapshot import Competition, Snapshot, Team
from bot.ui.texts import access as texts
from core.competition import State
from core.errors import NotAllowed, NotFound
from core.names import name_key

ENDED = (State.ARCHIVED, State.CANCELLED)


class SeveralCompetitions(NotFound):
    """More than one competition can be meant, and none was named."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Somebody who uses a command or a button in a server."""

    user_id: int
    guild_id: int
    channel_id: int
    role_ids: frozenset[int]
    has_manage_guild: bool
    interaction_id: int


async def read_competition(tx: Transaction, asker: Asker, chosen: str | None) -> Snapshot:
    """The competition that is meant, for reading. Raises NotFound."""
    competition = choose_competition(await list_competitions(tx, asker.guild_id), asker, chosen)
    snapshot = tx.snapshots.find(competition.id, competition.revision)
    if snapshot is None:
        snapshot = await load_snapshot(tx.connection, competition)
        tx.snapshots.keep(snapshot)
    return snapshot


async def change_competition(tx: Transaction, asker: Asker, chosen: str | None) -> Snapshot:
    """The competition that is meant, for a change: nobody else changes it until the transaction ends.

    The snapshot bears the new revision and the state before the change. Raises NotFound.
    """
    meant = choose_competition(await list_competitions(tx, asker.guild_id), asker, chosen)
    competition = await raise_revision(tx, meant)
    before = tx.snapshots.find(competition.id, competition.revision - 1)
    if before is not None:
        return before.with_competition(competition)
    return await load_snapshot(tx.connection, competition)


async def name_competitions(tx: Transaction, asker: Asker) -> list[tuple[str, str]]:
    """The names and ids of a server's competitions, newest first."""
    return [(c.name, str(c.id)) for c in reversed(await list_competitions(tx, asker.guild_id))]


def keep_after_commit(tx: Transaction, snapshot: Snapshot) -> None:
    """Spare the next command the loading of what this one just changed."""
    tx.on_commit.append(lambda: tx.snapshots.keep(snapshot))


def choose_competition(competitions: Sequence[Competition], asker: Asker, chosen: str | None) -> Competition:
    """The chosen competition, else the one whose channel this is, else the only one that goes on. Raises NotFound."""
    if chosen is not None:
        for competition in competitions:
            if chosen == str(competition.id) or name_key(chosen) == name_key(competition.name):
                return competition
        raise NotFound(texts.unknown_competition(chosen, [c.name for c in competitions]))
    going_on = [c for c in competitions if c.state not in ENDED]
    here = [c for c in going_on if asker.channel_id in _channel_ids(c)]
    for candidates in (here, going_on, competitions):
        if len(candidates) == 1:
            return candidates[0]
    fault = SeveralCompetitions if competitions else NotFound
    raise fault(texts.which_competition([c.name for c in going_on or competitions]))


def is_director(asker: Asker, competition: Competition) -> bool:
    """Whether they direct it: they manage the server, or bear the director's role."""
    return asker.has_manage_guild or competition.director_role_id in asker.role_ids


def is_staff(asker: Asker, competition: Competition) -> bool:
    """Whether they are a director or a facilitator."""
    return is_director(asker, competition) or competition.facilitator_role_id in asker.role_ids


def name_role(asker: Asker, competition: Competition) -> str | None:
    """What somebody is to a competition: `director`, `facilitator`, or neither."""
    if is_director(asker, competition):
        return "director"
    return "facilitator" if is_staff(asker, competition) else None


def require_director(asker: Asker, competition: Competition) -> None:
    """Raise NotAllowed, which says who may, unless they direct it."""
    if not is_director(asker, competition):
        raise NotAllowed(texts.directors_only(competition.director_role_id))


def require_staff(asker: Asker, competition: Competition) -> None:
    """Raise NotAllowed, which says who may, unless they are staff."""
    if not is_staff(asker, competition):
        raise NotAllowed(texts.staff_only(competition.facilitator_role_id))


def require_captain(asker: Asker, team: Team) -> None:
    """Raise NotAllowed, which says who may, unless they are the team's captain or a co-captain."""
    if asker.user_id not in (team.captain_id, *team.co_captain_ids):
        raise NotAllowed(texts.captain_only(team.name))


def _channel_ids(competition: Competition) -> tuple[int, ...]:
    channels = competition.channels
    return (channels.announcements, channels.standings, channels.captains, channels.staff)


async def record_change(
    tx: Transaction, asker: Asker, competition: Competition, action: str, **facts: Fact | datetime
) -> None:
    """Note in the ledger who changed what."""
    await record(
        tx,
        guild_id=asker.guild_id,
        competition_id=competition.id,
        actor_id=asker.user_id,
        role=name_role(asker, competition),
        interaction_id=asker.interaction_id,
        action=action,
        **facts,
    )
