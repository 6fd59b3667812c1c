"""Everything that the ledger of a competition refers to, also what counts no more: for reading the ledger."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select

from bot.db import tables
from bot.db.competitions import read_sheet
from bot.db.connection import Connection
from bot.db.registration_tables import ban
from bot.db.snapshot import Sheet


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of the ledger."""

    id: int
    actor_id: int
    role: str | None
    action: str
    facts: Mapping[str, Any]
    recorded_at: datetime


@dataclass(frozen=True, slots=True)
class Person:
    """A player, also one who left."""

    name: str
    team_id: int
    user_id: int | None


@dataclass(frozen=True, slots=True)
class Match:
    """A revision of a match's result, by ids of teams."""

    team_ids: tuple[int, int]
    winner_id: int | None
    how: str
    games: tuple[int, ...]
    replaces_id: int | None


@dataclass(frozen=True, slots=True)
class Incident:
    """Whom an offence was recorded against."""

    team_id: int
    player_id: int
    event: str | None


@dataclass(frozen=True, slots=True)
class History:
    """The ledger, oldest row first, and by their ids what it refers to."""

    entries: tuple[Entry, ...]
    teams: Mapping[int, str]
    people: Mapping[int, Person]
    sheets: Mapping[int, Sheet]
    matches: Mapping[int, Match]
    incidents: Mapping[int, Incident]
    banned: Mapping[int, int | None]
    """The players by the ids of the bans; None where an account was banned."""


async def load_history(connection: Connection, competition_id: int) -> History:
    """The ledger of a competition, and everything that it refers to."""

    async def read(table: Any) -> list[Any]:
        of = select(table).where(table.c.competition_id == competition_id).order_by(table.c.id)
        return list(await connection.execute(of))

    return History(
        tuple(
            Entry(row.id, row.actor_id, row.role, row.action, row.facts, row.recorded_at)
            for row in await read(tables.ledger)
        ),
        {row.id: row.name for row in await read(tables.team)},
        {row.id: Person(row.name, row.team_id, row.user_id) for row in await read(tables.player)},
        {row.id: read_sheet(row) for row in await read(tables.sheet)},
        {
            row.id: Match(
                (row.first_team_id, row.second_team_id), row.winner_id, row.how, tuple(row.games), row.replaces_id
            )
            for row in await read(tables.match_result)
        },
        {row.id: Incident(row.team_id, row.player_id, row.event) for row in await read(tables.offence)},
        {row.id: row.player_id for row in await read(ban)},
    )
