"""What was noted at the tables of dodgeball games, in order; rows are only added."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, insert, select

from bot.db.connection import Connection
from bot.db.desk_tables import game_event as events
from bot.db.engine import Transaction
from core.dodgeball.table import GameEvent, Kind, Reason


@dataclass(frozen=True, slots=True)
class MatchAt:
    """A place in the bracket and who meets there: other teams in the same place are another match."""

    competition_id: int
    match: str
    teams: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Noted:
    """An event with its row's id and whoever noted it."""

    id: int
    event: GameEvent
    noted_by: int


async def load_events(connection: Connection, at: MatchAt) -> tuple[Noted, ...]:
    """All that was noted in a match."""
    columns = events.c
    statement = (
        select(events)
        .where(
            columns.competition_id == at.competition_id,
            columns.match == at.match,
            columns.first_team_id == at.teams[0],
            columns.second_team_id == at.teams[1],
        )
        .order_by(columns.id)
    )
    return tuple([_read(row) for row in await connection.execute(statement)])


async def insert_event(tx: Transaction, at: MatchAt, event: GameEvent, by: int) -> Noted:
    """Save one more."""
    row: dict[str, Any] = {
        "competition_id": at.competition_id,
        "match": at.match,
        "first_team_id": at.teams[0],
        "second_team_id": at.teams[1],
        "kind": event.kind.value,
        "value": _to_value(event),
        "noted_by": by,
        "noted_at": event.at,
    }
    id_ = (await tx.connection.execute(insert(events).values(row).returning(events.c.id))).scalar_one()
    return Noted(id_, event, by)


async def find_match_of(connection: Connection, competition_id: int, event_id: int) -> MatchAt | None:
    """The match in which an event was noted."""
    columns = events.c
    statement = select(columns.match, columns.first_team_id, columns.second_team_id).where(
        columns.competition_id == competition_id, columns.id == event_id
    )
    row = (await connection.execute(statement)).one_or_none()
    return None if row is None else MatchAt(competition_id, row[0], (row[1], row[2]))


def _to_value(event: GameEvent) -> Mapping[str, Any]:
    value = {
        "team": event.team,
        "player": event.player,
        "reason": event.reason,
        "line_ups": [list(players) for players in event.line_ups] or None,
    }
    return {name: held for name, held in value.items() if held is not None}


def _read(row: Row[Any]) -> Noted:
    value: Mapping[str, Any] = row.value
    reason = value.get("reason")
    event = GameEvent(
        Kind(row.kind),
        row.noted_at,
        value.get("team"),
        value.get("player"),
        None if reason is None else Reason(reason),
        tuple(tuple(players) for players in value.get("line_ups", ())),
    )
    return Noted(row.id, event, row.noted_by)
