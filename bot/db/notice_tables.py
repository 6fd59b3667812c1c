"""The tables of what directors decide and announce: appeals, rulings, announcements, and jobs that wait for a time."""

from sqlalchemy import Boolean, Column, Index, Integer, String, Table, Text, UniqueConstraint

from bot.db.tables import Moment, Snowflake, metadata, of_competition, own_id, refer

appeal = Table(
    "appeal",
    metadata,
    refer("offence_id", "offence", primary_key=True),
    Column("text", Text, nullable=False),
    Column("appealed_by", Snowflake, nullable=False),
    Column("appealed_at", Moment, nullable=False),
    Column("is_granted", Boolean),
    Column("reason", Text),
    Column("decided_by", Snowflake),
    Column("decided_at", Moment),
)

ruling = Table(
    "ruling",
    metadata,
    refer("competition_id", "competition", primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("rule_number", String(20)),
    Column("text", Text, nullable=False),
    Column("decided_by", Snowflake, nullable=False),
    Column("decided_at", Moment, nullable=False),
)

announcement = Table(
    "announcement",
    metadata,
    own_id(),
    of_competition(),
    Column("audience", String(20), nullable=False),
    refer("team_id", "team"),
    Column("event", String(20)),
    Column("text", Text, nullable=False),
    Column("due_at", Moment, nullable=False),
    Column("late_limit_seconds", Integer, nullable=False),
    Column("status", String(20), nullable=False),
    Column("written_by", Snowflake, nullable=False),
    Column("written_at", Moment, nullable=False),
    Column("edited_at", Moment),
    Column("ended_at", Moment),
    Index(None, "competition_id"),
)

job = Table(
    "job",
    metadata,
    own_id(),
    of_competition(),
    Column("kind", String(20), nullable=False),
    Column("subject", String(60), nullable=False),
    Column("due_at", Moment, nullable=False),
    Column("status", String(20), nullable=False),
    Column("ended_at", Moment),
    UniqueConstraint("competition_id", "subject"),
    Index(None, "status", "due_at"),
)

direct_opt_in = Table(
    "direct_opt_in",
    metadata,
    Column("guild_id", Snowflake, primary_key=True, autoincrement=False),
    Column("user_id", Snowflake, primary_key=True, autoincrement=False),
    Column("opted_at", Moment, nullable=False),
)
