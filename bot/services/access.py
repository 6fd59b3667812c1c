"""Who asks, about which competition, and whether they may.

Every id and name that comes from a client is looked up together with the server that it came from.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.db.competitions import list_competitions, load_snapshot, raise_revision
from bot.db.engine import Transaction
from bot.db.involvement import load_involved
from bot.db.ledger import Fact, record
from bot.db.snapshot import Competition, Snapshot, Team
from bot.ui.texts import access as texts
from core.competition import State
from core.errors import NotAllowed, NotFound
from core.names import name_key, search_key

ENDED = (State.ARCHIVED, State.CANCELLED)
FEWEST_TYPED = 3  # of a name: less is no sign of which competition is meant


@dataclass(frozen=True, slots=True)
class Asker:
    """Somebody who uses a command or a button in a server."""

    user_id: int
    guild_id: int
    channel_id: int
    role_ids: frozenset[int]
    has_manage_guild: bool
    interaction_id: int
    picked: frozenset[str] = frozenset()
    """The ids of the competitions from which they chose something in a list."""


async def read_competition(tx: Transaction, asker: Asker, chosen: str | None) -> Snapshot:
    """The competition that is meant, for reading. Raises NotFound."""
    competition = await _get_meant(tx, asker, chosen)
    snapshot = tx.snapshots.find(competition.id, competition.revision)
    if snapshot is None:
        snapshot = await load_snapshot(tx.connection, competition)
        tx.snapshots.keep(snapshot)
    return snapshot


async def change_competition(tx: Transaction, asker: Asker, chosen: str | None) -> Snapshot:
    """The competition that is meant, for a change: nobody else changes it until the transaction ends.

    The snapshot bears the new revision and the state before the change. Raises NotFound.
    """
    meant = await _get_meant(tx, asker, chosen)
    competition = await raise_revision(tx, meant)
    before = tx.snapshots.find(competition.id, competition.revision - 1)
    if before is not None:
        return before.with_competition(competition)
    return await load_snapshot(tx.connection, competition)


def keep_after_commit(tx: Transaction, snapshot: Snapshot) -> None:
    """Spare the next command the loading of what this one just changed."""
    tx.on_commit.append(lambda: tx.snapshots.keep(snapshot))


async def list_meant(tx: Transaction, asker: Asker, chosen: str | None) -> Sequence[Competition]:
    """The competitions that can be meant, at least one, the asker's own first.

    It is one where somebody named it, or chose something in it; else where this is a channel of it alone; else where
    it alone goes on; else where the asker takes part in it alone. Raises NotFound.
    """
    competitions = await list_competitions(tx, asker.guild_id)
    if chosen is not None or asker.picked:
        return (_find_named(competitions, asker.picked, chosen),)
    going_on = [c for c in competitions if c.state not in ENDED]
    here = [c for c in going_on if asker.channel_id in _channel_ids(c)]
    for candidates in (here, going_on, competitions):
        if len(candidates) == 1:
            return candidates
    candidates = going_on or competitions
    if not candidates:
        raise NotFound(texts.which_competition([]))
    involved = await load_involved(tx, asker.user_id, [c.id for c in candidates])
    own = {c.id for c in candidates if c.id in involved or is_staff(asker, c)}
    own_first = sorted(candidates, key=lambda c: c.id not in own)
    return own_first[:1] if len(own) == 1 else own_first


async def _get_meant(tx: Transaction, asker: Asker, chosen: str | None) -> Competition:
    meant = await list_meant(tx, asker, chosen)
    if len(meant) > 1:
        raise NotFound(texts.which_competition([c.name for c in meant]))
    return meant[0]


def _find_named(competitions: Sequence[Competition], picked: frozenset[str], chosen: str | None) -> Competition:
    """The one competition that the option and all that was chosen name. Raises NotFound."""
    meant = [c for c in competitions if str(c.id) in picked]
    if chosen is not None:
        named = _find_by_id_or_name(competitions, chosen)
        if named is None:
            raise NotFound(texts.unknown_competition(chosen, [c.name for c in competitions]))
        if picked - {str(named.id)}:
            raise NotFound(texts.picked_elsewhere(named.name, [c.name for c in meant if c is not named]))
        return named
    if len(meant) != len(picked):
        raise NotFound(texts.PICKED_NOWHERE)
    if len(meant) > 1:
        raise NotFound(texts.picked_from_several([c.name for c in meant]))
    return meant[0]


def _find_by_id_or_name(competitions: Sequence[Competition], chosen: str) -> Competition | None:
    """The one with this id or name, else the only one whose name holds what was typed; ids are digits alone."""
    named = next((c for c in competitions if chosen == str(c.id) or name_key(chosen) == name_key(c.name)), None)
    typed = search_key(chosen)
    if named is not None or len(typed) < FEWEST_TYPED or typed.isdecimal():
        return named
    near = [c for c in competitions if typed in search_key(c.name)]
    return near[0] if len(near) == 1 else None


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
