"""The tables of events that were cancelled or restored, and closed or reopened; only ever added to."""

from sqlalchemy import JSON, Boolean, Column, Index, String, Table, Text

from bot.db.tables import Moment, Snowflake, metadata, of_competition, own_id

cancellation = Table(
    "cancellation",
    metadata,
    own_id(),
    of_competition(),
    Column("event", String(20), nullable=False),
    Column("is_cancelled", Boolean, nullable=False),
    Column("reason", Text),
    Column("decided_by", Snowflake, nullable=False),
    Column("decided_at", Moment, nullable=False),
    Index(None, "competition_id"),
)

event_closing = Table(
    "event_closing",
    metadata,
    own_id(),
    of_competition(),
    Column("event", String(20), nullable=False),
    Column("is_closed", Boolean, nullable=False),
    Column("reason", Text),
    Column("team_ranks", JSON, nullable=False),
    Column("player_ranks", JSON, nullable=False),
    Column("decided_by", Snowflake, nullable=False),
    Column("decided_at", Moment, nullable=False),
    Index(None, "competition_id"),
)
