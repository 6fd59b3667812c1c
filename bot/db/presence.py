"""Who is there on the day, and what was looked at."""

from dataclasses import dataclass
from datetime import date

from sqlalchemy import select, update

from bot.db.engine import Transaction
from bot.db.registration_tables import presence
from bot.db.tables import player
from bot.db.upsert import upsert


@dataclass(frozen=True, slots=True)
class Presence:
    """What was seen of a player: there, an ID, and dodgeball's gear."""

    is_present: bool = False
    is_id_seen: bool = False
    has_gear: bool = False


async def load_presence(tx: Transaction, competition_id: int) -> dict[int, Presence]:
    """What was seen, by player id."""
    columns = presence.c
    statement = (
        select(columns.player_id, columns.is_present, columns.is_id_seen, columns.has_gear)
        .join(player, player.c.id == columns.player_id)
        .where(player.c.competition_id == competition_id)
    )
    rows = await tx.connection.execute(statement)
    return {row.player_id: Presence(row.is_present, row.is_id_seen, row.has_gear) for row in rows}


async def save_presence(tx: Transaction, player_id: int, seen: Presence, recorded_by: int) -> None:
    """Save what was seen of a player."""
    flags = {"is_present": seen.is_present, "is_id_seen": seen.is_id_seen, "has_gear": seen.has_gear}
    values = {**flags, "recorded_by": recorded_by, "recorded_at": tx.now}
    await upsert(tx, presence, {"player_id": player_id}, values)


async def replace_birth_date(tx: Transaction, player_id: int, of_age_on: date, of_age_by: int) -> None:
    """Forget a birth date whose proof was seen; only that somebody is of age on a day stays."""
    values = {"birth_date": None, "of_age_on": of_age_on, "of_age_by": of_age_by}
    await tx.connection.execute(update(player).where(player.c.id == player_id).values(values))
