"""What is asked about a person's right to play: birth dates, a director's exceptions, and bans.

Birth dates are loaded alone, by those few use cases that need them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from sqlalchemy import delete, insert, select, update

from bot.db.engine import Transaction
from bot.db.registration_tables import age_exception, ban
from bot.db.tables import player


@dataclass(frozen=True, slots=True)
class Age:
    """What is known of somebody's age: a birth date, or once it was proved only the day on which they are of age."""

    birth_date: date | None = field(repr=False)
    of_age_on: date | None


@dataclass(frozen=True, slots=True)
class Ban:
    """Somebody who may not be entered: a player who was taken out, a Discord account, or both."""

    id: int
    player_id: int | None
    name: str | None
    user_id: int | None
    reason: str


async def load_ages(tx: Transaction, competition_id: int) -> dict[int, Age]:
    """What is known of the age of everybody who is on a roster, by player id."""
    statement = select(player.c.id, player.c.birth_date, player.c.of_age_on).where(
        player.c.competition_id == competition_id, player.c.left_at.is_(None)
    )
    return {row.id: Age(row.birth_date, row.of_age_on) for row in await tx.connection.execute(statement)}


async def load_excused(tx: Transaction, competition_id: int) -> frozenset[str]:
    """The person keys of those whom a director has excused from the minimum age."""
    statement = select(age_exception.c.person_key).where(age_exception.c.competition_id == competition_id)
    return frozenset((await tx.connection.execute(statement)).scalars())


async def load_excused_players(tx: Transaction, competition_id: int) -> Mapping[int, str]:
    """The director's reasons by the ids of the players who are excused."""
    statement = (
        select(player.c.id, age_exception.c.reason)
        .join(
            age_exception,
            (age_exception.c.competition_id == player.c.competition_id)
            & (age_exception.c.person_key == player.c.person_key),
        )
        .where(player.c.competition_id == competition_id)
    )
    return {row.id: row.reason for row in await tx.connection.execute(statement)}


async def find_person_key(tx: Transaction, player_id: int) -> str | None:
    """The digest by which a player is known again."""
    statement = select(player.c.person_key).where(player.c.id == player_id)
    return (await tx.connection.execute(statement)).scalar_one_or_none()


async def replace_exception(
    tx: Transaction, competition_id: int, person_key: str, reason: str, granted_by: int
) -> None:
    """Excuse somebody from the minimum age, instead of what was said before."""
    mine = (age_exception.c.competition_id == competition_id, age_exception.c.person_key == person_key)
    await tx.connection.execute(delete(age_exception).where(*mine))
    values = {"competition_id": competition_id, "person_key": person_key, "reason": reason, "granted_by": granted_by}
    await tx.connection.execute(insert(age_exception).values(**values, granted_at=tx.now))


async def load_bans(tx: Transaction, competition_id: int) -> list[Ban]:
    """The bans that stand, oldest first."""
    statement = (
        select(ban.c.id, ban.c.player_id, player.c.name, ban.c.user_id, ban.c.reason)
        .outerjoin(player, player.c.id == ban.c.player_id)
        .where(ban.c.competition_id == competition_id, ban.c.lifted_at.is_(None))
        .order_by(ban.c.id)
    )
    return [Ban(*row) for row in await tx.connection.execute(statement)]


async def insert_ban(
    tx: Transaction, competition_id: int, player_id: int | None, user_id: int | None, reason: str, banned_by: int
) -> int:
    """Save a ban; gives its id."""
    values = {"competition_id": competition_id, "player_id": player_id, "user_id": user_id, "reason": reason}
    statement = insert(ban).values(**values, banned_by=banned_by, banned_at=tx.now).returning(ban.c.id)
    return (await tx.connection.execute(statement)).scalar_one()


async def lift_ban(tx: Transaction, lifted: Ban) -> None:
    """Let somebody be entered again."""
    await tx.connection.execute(update(ban).where(ban.c.id == lifted.id).values(lifted_at=tx.now))
    if lifted.player_id is not None:
        await tx.connection.execute(update(player).where(player.c.id == lifted.player_id).values(person_key=None))
