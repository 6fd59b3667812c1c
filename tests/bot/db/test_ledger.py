"""The ledger is only added to, and its chain shows whatever was done to it behind the bot's back."""

from collections.abc import Sequence

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError

from bot.db.engine import Database
from bot.db.ledger import load_links, record
from bot.db.snapshot import Competition
from bot.db.tables import competition as competitions
from bot.db.tables import ledger
from core.chain import Head, Link, find_break
from tests.builders import create_competition, register_team


async def read_chain(database: Database, competition: Competition) -> tuple[list[Link], Head]:
    columns = competitions.c
    async with database.reading() as tx:
        statement = select(columns.ledger_length, columns.ledger_digest).where(columns.id == competition.id)
        return await load_links(tx.connection, competition.id), Head(*(await tx.connection.execute(statement)).one())


async def test_every_change_is_a_link_of_its_competitions_chain(database: Database) -> None:
    games = await create_competition(database)
    others = await create_competition(database, "dodgeball", "Others")
    for name in ("Reds", "Łódź", "東京"):
        await register_team(database, games, name)
    await register_team(database, others, "Blues")
    for competition, expected in ((games, 5), (others, 3)):
        links, head = await read_chain(database, competition)
        assert head.length == len(links) == expected
        assert find_break(links, head) is None


async def test_a_row_without_a_lock_of_its_competition_joins_the_chain(database: Database) -> None:
    games = await create_competition(database)
    async with database.transaction() as tx:
        for number in (1, 2):
            await record(
                tx,
                guild_id=1,
                competition_id=games.id,
                actor_id=0,
                role=None,
                interaction_id=None,
                action="competition expire",
                number=number,
                at=tx.now,
            )
    links, head = await read_chain(database, games)
    assert len(links) == 4
    assert find_break(links, head) is None


async def test_what_was_undone_leaves_the_chain_whole(database: Database) -> None:
    games = await create_competition(database)

    async def fail() -> None:
        async with database.transaction() as tx:
            await record(
                tx, guild_id=1, competition_id=games.id, actor_id=1, role=None, interaction_id=1, action="announce"
            )
            raise KeyError

    with pytest.raises(KeyError):
        await fail()
    await register_team(database, games, "Reds")
    links, head = await read_chain(database, games)
    assert len(links) == 3
    assert find_break(links, head) is None


@pytest.mark.parametrize("statement", ["UPDATE ledger SET actor_id = 5 WHERE id > 0", "DELETE FROM ledger"])
async def test_the_database_refuses_to_change_or_remove_rows(database: Database, statement: str) -> None:
    await create_competition(database)

    async def tamper() -> None:
        async with database.transaction() as tx:
            await tx.connection.execute(text(statement))

    with pytest.raises(DBAPIError, match="the ledger is only added to"):
        await tamper()
    async with database.reading() as tx:
        rows: Sequence[int] = (await tx.connection.execute(select(ledger.c.actor_id))).scalars().all()
    assert len(rows) == 2
    assert 5 not in rows
