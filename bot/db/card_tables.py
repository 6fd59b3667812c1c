"""The tables of cards that are kept twice: who keeps which, what each keeper wrote, and where scoring is automatic.

Rows are only added; a card that another keeper takes over gets `replaced_at`, and a new row follows it.
"""

from sqlalchemy import JSON, Boolean, Column, Index, Integer, String, Table, Text

from bot.db.tables import Moment, Snowflake, metadata, of_competition, own_id, refer

card = Table(
    "card",
    metadata,
    own_id(),
    of_competition(),
    Column("event", String(20), nullable=False),
    Column("place", Integer, nullable=False),
    refer("team_id", "team", nullable=False),
    refer("second_keeper_id", "team"),
    Column("arranged_by", Snowflake, nullable=False),
    Column("arranged_at", Moment, nullable=False),
    Column("replaced_at", Moment),
    Index(None, "competition_id"),
)

card_revision = Table(
    "card_revision",
    metadata,
    own_id(),
    refer("card_id", "card", nullable=False),
    Column("author", String(20), nullable=False),
    Column("value", JSON, nullable=False),
    Column("disputed", JSON, nullable=False),
    Column("reason", Text),
    Column("written_by", Snowflake, nullable=False),
    Column("written_at", Moment, nullable=False),
    Index(None, "card_id"),
)

scoring_mode = Table(
    "scoring_mode",
    metadata,
    own_id(),
    of_competition(),
    Column("event", String(20), nullable=False),
    Column("is_automatic", Boolean, nullable=False),
    Column("decided_by", Snowflake, nullable=False),
    Column("decided_at", Moment, nullable=False),
    Index(None, "competition_id"),
)
