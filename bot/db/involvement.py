"""Who takes part in which competitions."""

from collections.abc import Sequence

from sqlalchemy import Integer, Select, bindparam, select, union

from bot.db import tables
from bot.db.desk_tables import event_facilitator
from bot.db.engine import Transaction
from bot.db.registration_tables import co_captain


def _select_involved() -> Select[tuple[int]]:
    """The competitions whose captain, co-captain, player or bound facilitator an account is."""
    user_id = bindparam("user_id", type_=tables.team.c.captain_id.type)
    team, player = tables.team.c, tables.player.c
    present = (team.withdrawn_at.is_(None), team.gone_at.is_(None))
    captains = select(team.competition_id).where(team.captain_id == user_id, *present)
    co_captains = (
        select(team.competition_id)
        .join(co_captain, co_captain.c.team_id == team.id)
        .where(co_captain.c.user_id == user_id, *present)
    )
    players = (
        select(player.competition_id)
        .join(tables.team, team.id == player.team_id)
        .where(player.user_id == user_id, player.left_at.is_(None), *present)
    )
    bound = select(event_facilitator.c.competition_id).where(event_facilitator.c.user_id == user_id)
    found = union(captains, co_captains, players, bound).subquery()
    ids = bindparam("competition_ids", expanding=True, type_=Integer)
    return select(found.c.competition_id).where(found.c.competition_id.in_(ids))


INVOLVED = _select_involved()


async def load_involved(tx: Transaction, user_id: int, competition_ids: Sequence[int]) -> frozenset[int]:
    """Those of these competitions in which an account leads a team, plays, or keeps an event."""
    given = {"user_id": user_id, "competition_ids": list(competition_ids)}
    return frozenset([row.competition_id for row in await tx.connection.execute(INVOLVED, given)])
