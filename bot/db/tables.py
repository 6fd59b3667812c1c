"""The tables. History is only ever added to: sheets, match results, offences and ledger rows are never changed.

What can name a person (names, birth dates, free texts) stands in rows that can be erased;
the ledger holds ids and facts alone.
"""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Date,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
)

from core.chain import START

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Moment(TypeDecorator[datetime]):
    """A point in time, always UTC with its zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment needs its zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        return None if value is None else value.replace(tzinfo=value.tzinfo or UTC).astimezone(UTC)


Identity = BigInteger().with_variant(Integer, "sqlite")
Snowflake = BigInteger


def own_id() -> Column[int]:
    """The id of a row."""
    return Column("id", Identity, primary_key=True, autoincrement=True)


def refer(name: str, table: str, **options: Any) -> Column[int]:
    """A reference to a row of another table; it goes with that row."""
    return Column(name, ForeignKey(f"{table}.id", ondelete="CASCADE"), **options)


def of_competition() -> Column[int]:
    """The competition that a row belongs to."""
    return refer("competition_id", "competition", nullable=False)


installation = Table(
    "installation",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

guild = Table(
    "guild",
    metadata,
    Column("id", Snowflake, primary_key=True, autoincrement=False),
    Column("command_hash", String(64), nullable=False),
)

competition = Table(
    "competition",
    metadata,
    own_id(),
    Column("guild_id", Snowflake, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("name", String(100), nullable=False),
    Column("name_key", String(200), nullable=False),
    Column("state", String(30), nullable=False),
    Column("revision", Integer, nullable=False),
    Column("settings", JSON, nullable=False),
    Column("announcements_channel_id", Snowflake, nullable=False),
    Column("standings_channel_id", Snowflake, nullable=False),
    Column("captains_channel_id", Snowflake, nullable=False),
    Column("staff_channel_id", Snowflake, nullable=False),
    Column("facilitator_role_id", Snowflake),
    Column("director_role_id", Snowflake),
    Column("created_by", Snowflake, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("ledger_length", Integer, nullable=False, server_default="0"),
    Column("ledger_digest", String(64), nullable=False, server_default=START.digest),
    UniqueConstraint("guild_id", "name_key"),
)

team = Table(
    "team",
    metadata,
    own_id(),
    of_competition(),
    Column("name", String(100), nullable=False),
    Column("name_key", String(300), nullable=False),
    Column("status", String(20), nullable=False),
    Column("captain_id", Snowflake),
    Column("captain_name", String(100)),
    Column("registered_at", Moment, nullable=False),
    Column("queued_at", Moment),
    Column("offered_until", Moment),
    Column("withdrawn_at", Moment),
    Column("gone_at", Moment),
    UniqueConstraint("competition_id", "name_key"),
)

player = Table(
    "player",
    metadata,
    own_id(),
    of_competition(),
    refer("team_id", "team", nullable=False),
    Column("name", String(100), nullable=False),
    Column("user_id", Snowflake),
    Column("birth_date", Date),
    Column("person_key", String(64)),
    Column("entered_by", Snowflake),
    Column("of_age_on", Date),
    Column("of_age_by", Snowflake),
    Column("joined_at", Moment, nullable=False),
    Column("left_at", Moment),
    UniqueConstraint("competition_id", "person_key"),
    UniqueConstraint("competition_id", "user_id"),
    Index(None, "team_id"),
)

sheet = Table(
    "sheet",
    metadata,
    own_id(),
    of_competition(),
    Column("event", String(20), nullable=False),
    refer("team_id", "team"),
    refer("player_id", "player"),
    Column("round", Integer, nullable=False),
    Column("value", JSON),
    Column("submitted_by", Snowflake, nullable=False),
    Column("submitted_at", Moment, nullable=False),
    Column("reason", Text),
    refer("replaces_id", "sheet", unique=True),
    Column("interaction_id", Snowflake),
    Index(None, "competition_id"),
)

match_result = Table(
    "match_result",
    metadata,
    own_id(),
    of_competition(),
    refer("first_team_id", "team", nullable=False),
    refer("second_team_id", "team", nullable=False),
    refer("winner_id", "team"),
    Column("how", String(20), nullable=False),
    Column("games", JSON, nullable=False),
    Column("submitted_by", Snowflake, nullable=False),
    Column("submitted_at", Moment, nullable=False),
    Column("reason", Text),
    refer("replaces_id", "match_result", unique=True),
    Column("match", String(20)),
    Column("played_before", Moment),
    Index(None, "competition_id"),
)

seed = Table(
    "seed",
    metadata,
    refer("competition_id", "competition", primary_key=True),
    Column("seed", Integer, primary_key=True, autoincrement=False),
    refer("team_id", "team", nullable=False),
)

offence = Table(
    "offence",
    metadata,
    own_id(),
    of_competition(),
    refer("team_id", "team", nullable=False),
    refer("player_id", "player", nullable=False),
    Column("kind", String(20), nullable=False),
    Column("event", String(20)),
    Column("note", Text),
    Column("recorded_by", Snowflake, nullable=False),
    Column("recorded_at", Moment, nullable=False),
    Column("decision", String(20), nullable=False),
    Column("decided_by", Snowflake),
    Column("decided_at", Moment),
    Column("lifted_by", Snowflake),
    Column("lifted_at", Moment),
    Column("lift_reason", Text),
    Index(None, "competition_id"),
)

amendment = Table(
    "amendment",
    metadata,
    own_id(),
    of_competition(),
    Column("version", Integer, nullable=False),
    Column("number", String(20), nullable=False),
    Column("title", String(100), nullable=False),
    Column("old_text", Text),
    Column("new_text", Text, nullable=False),
    Column("is_after_start", Boolean, nullable=False),
    Column("reason", Text),
    Column("amended_by", Snowflake, nullable=False),
    Column("amended_at", Moment, nullable=False),
    UniqueConstraint("competition_id", "version", "number"),
)

receipt = Table(
    "receipt",
    metadata,
    refer("competition_id", "competition", primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    refer("team_id", "team", primary_key=True),
    Column("user_id", Snowflake, primary_key=True, autoincrement=False),
    Column("read_at", Moment, nullable=False),
    Column("told_by", Snowflake),
)

draft = Table(
    "draft",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    of_competition(),
    Column("user_id", Snowflake, nullable=False),
    Column("purpose", String(20), nullable=False),
    Column("value", JSON, nullable=False),
    Column("drafted_at", Moment, nullable=False),
    Index(None, "drafted_at"),
)

post = Table(
    "post",
    metadata,
    own_id(),
    of_competition(),
    Column("subject", String(60), nullable=False),
    Column("channel_id", Snowflake),
    Column("user_id", Snowflake),
    Column("payload", JSON),
    Column("is_live", Boolean, nullable=False),
    Column("wanted_revision", Integer, nullable=False),
    Column("shown_revision", Integer, nullable=False),
    Column("status", String(20), nullable=False),
    Column("nonce", BigInteger, nullable=False),
    Column("attempted_at", Float),
    Column("attempted_text", Text),
    Column("message_id", Snowflake),
    Column("replaced_message_id", Snowflake),
    Column("replaced_in_id", Snowflake),
    Column("is_pinned", Boolean, nullable=False),
    Column("sent_at", Float),
    UniqueConstraint("competition_id", "subject"),
    Index(None, "status"),
)

ledger = Table(
    "ledger",
    metadata,
    own_id(),
    Column("guild_id", Snowflake, nullable=False),
    Column[int]("competition_id", ForeignKey("competition.id"), nullable=False),
    Column("interaction_id", Snowflake),
    Column("actor_id", Snowflake, nullable=False),
    Column("role", String(20)),
    Column("action", String(40), nullable=False),
    Column("facts", JSON, nullable=False),
    Column("recorded_at", Moment, nullable=False),
    Column("position", Integer, nullable=False),
    Column("digest", String(64), nullable=False),
    UniqueConstraint("competition_id", "position"),
)

answer = Table(
    "answer",
    metadata,
    Column("interaction_id", Snowflake, primary_key=True, autoincrement=False),
    Column("content", JSON, nullable=False),
    Column("answered_at", Float, nullable=False),
    Index(None, "answered_at"),
)
