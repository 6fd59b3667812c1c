"""`python -m bot audit verify`: whether every row of the ledger is as it was recorded, and none is gone.

It only reads, also while the bot runs. What it cannot see is a tail that was cut off together with the head in the
competition's row; whoever wants to be sure of that too notes the heads that it prints, and compares them later.
"""

import asyncio
from pathlib import Path

from sqlalchemy import exists, make_url, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from bot.db.engine import describe
from bot.db.ledger import load_links
from bot.db.tables import competition, ledger
from bot.errors import CannotStart
from bot.ui.texts import audit_verify as texts
from core.chain import Head, find_break

WHOLE, BROKEN = 0, 1


async def verify_ledger(url: str) -> int:
    """Check every chain and print what was found: 0 where all are whole, else 1. Raises CannotStart."""
    read_only = await asyncio.to_thread(_make_read_only, url)
    engine = create_async_engine(read_only, hide_parameters=True, poolclass=NullPool)
    try:
        async with engine.connect() as connection:
            if engine.dialect.name != "sqlite":
                await connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            return await _verify(connection)
    except (SQLAlchemyError, OSError) as error:
        raise CannotStart(texts.not_readable(describe(error))) from error
    finally:
        await engine.dispose()


async def _verify(connection: AsyncConnection) -> int:
    columns = competition.c
    heads = select(columns.id, columns.name, columns.ledger_length, columns.ledger_digest).order_by(columns.id)
    rows, status = 0, WHOLE
    found = (await connection.execute(heads)).all()
    for id_, name, length, digest in found:
        head = Head(length, digest)
        links = await load_links(connection, id_)
        broken = find_break(links, head)
        print(texts.chain_whole(name, id_, head) if broken is None else texts.chain_broken(name, id_, broken))
        rows, status = rows + len(links), status if broken is None else BROKEN
    owner = exists().where(columns.id == ledger.c.competition_id)
    orphans = (await connection.execute(select(ledger.c.id).where(~owner).order_by(ledger.c.id))).scalars().all()
    if orphans:
        print(texts.competition_gone(len(orphans), orphans[0]))
        status = BROKEN
    print(texts.all_whole(len(found), rows) if status == WHOLE else texts.NOT_WHOLE)
    return status


def _make_read_only(url: str) -> str:
    """The address of a database that is there; SQLite's file is opened so that nothing can be written."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return url
    path = Path(str(parsed.database)).absolute()
    if not path.is_file():
        raise CannotStart(texts.no_database(str(path)))
    return parsed.set(database=path.as_uri(), query={"mode": "ro", "uri": "true"}).render_as_string(hide_password=False)
