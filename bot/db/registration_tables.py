"""The tables of registration: who leads a team, who is invited, excused, barred or present, and what was paid.

Reasons, codes and kept forms can be erased; birth dates stand in `player` and in `registration_draft` alone.
"""

from sqlalchemy import Boolean, Column, Index, Integer, String, Table, Text

from bot.db.tables import Moment, Snowflake, metadata, of_competition, own_id, refer

co_captain = Table(
    "co_captain",
    metadata,
    refer("team_id", "team", primary_key=True),
    Column("user_id", Snowflake, primary_key=True, autoincrement=False),
    Column("named_at", Moment, nullable=False),
)

claim_code = Table(
    "claim_code",
    metadata,
    refer("team_id", "team", primary_key=True),
    Column("code_digest", String(64), nullable=False),
    Column("issued_by", Snowflake, nullable=False),
    Column("issued_at", Moment, nullable=False),
)

invitation = Table(
    "invitation",
    metadata,
    own_id(),
    of_competition(),
    refer("team_id", "team", nullable=False),
    Column("user_id", Snowflake, nullable=False),
    Column("invited_by", Snowflake, nullable=False),
    Column("invited_at", Moment, nullable=False),
    Column("answer", String(20)),
    Column("answered_at", Moment),
    Index(None, "team_id"),
)

payment = Table(
    "payment",
    metadata,
    own_id(),
    of_competition(),
    refer("team_id", "team", nullable=False),
    Column("cents", Integer, nullable=False),
    Column("reason", Text),
    Column("recorded_by", Snowflake, nullable=False),
    Column("recorded_at", Moment, nullable=False),
    Index(None, "competition_id"),
)

age_exception = Table(
    "age_exception",
    metadata,
    refer("competition_id", "competition", primary_key=True),
    Column("person_key", String(64), primary_key=True),
    Column("reason", Text, nullable=False),
    Column("granted_by", Snowflake, nullable=False),
    Column("granted_at", Moment, nullable=False),
)

ban = Table(
    "ban",
    metadata,
    own_id(),
    of_competition(),
    refer("player_id", "player"),
    Column("user_id", Snowflake),
    Column("reason", Text, nullable=False),
    Column("banned_by", Snowflake, nullable=False),
    Column("banned_at", Moment, nullable=False),
    Column("lifted_at", Moment),
    Index(None, "competition_id"),
)

presence = Table(
    "presence",
    metadata,
    refer("player_id", "player", primary_key=True),
    Column("is_present", Boolean, nullable=False),
    Column("is_id_seen", Boolean, nullable=False),
    Column("has_gear", Boolean, nullable=False),
    Column("recorded_by", Snowflake, nullable=False),
    Column("recorded_at", Moment, nullable=False),
)

registration_draft = Table(
    "registration_draft",
    metadata,
    refer("competition_id", "competition", primary_key=True),
    Column("user_id", Snowflake, primary_key=True, autoincrement=False),
    Column("team_name", Text, nullable=False),
    Column("players", Text, nullable=False),
    Column("captain_name", Text),
    Column("saved_at", Moment, nullable=False),
)

roster_override = Table(
    "roster_override",
    metadata,
    own_id(),
    of_competition(),
    refer("team_id", "team", nullable=False),
    refer("joined_id", "player"),
    refer("left_id", "player"),
    Column("reason", Text, nullable=False),
    Column("decided_by", Snowflake, nullable=False),
    Column("decided_at", Moment, nullable=False),
    Index(None, "competition_id"),
)
