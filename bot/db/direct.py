"""Who wants direct messages besides the mentions in channels."""

from sqlalchemy import delete, select

from bot.db.connection import Connection
from bot.db.engine import Transaction
from bot.db.notice_tables import direct_opt_in
from bot.db.upsert import insert_once


async def set_direct(tx: Transaction, guild_id: int, user_id: int, *, is_wanted: bool) -> None:
    """Note what a member of a server wants."""
    if is_wanted:
        values = {"guild_id": guild_id, "user_id": user_id, "opted_at": tx.now}
        await insert_once(tx, direct_opt_in, values)
        return
    columns = direct_opt_in.c
    mine = (columns.guild_id == guild_id) & (columns.user_id == user_id)
    await tx.connection.execute(delete(direct_opt_in).where(mine))


async def load_opted_in(connection: Connection, guild_id: int) -> set[int]:
    """The members of a server who want direct messages."""
    statement = select(direct_opt_in.c.user_id).where(direct_opt_in.c.guild_id == guild_id)
    return set((await connection.execute(statement)).scalars())
