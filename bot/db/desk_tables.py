"""The tables of the desk: who keeps which event, stations that were opened, timers, official starts, the blinds, and
what was noted at the tables of dodgeball games.
"""

from sqlalchemy import JSON, Column, Index, Integer, String, Table

from bot.db.tables import Moment, Snowflake, metadata, of_competition, own_id, refer

event_facilitator = Table(
    "event_facilitator",
    metadata,
    refer("competition_id", "competition", primary_key=True),
    Column("event", String(20), primary_key=True),
    Column("user_id", Snowflake, primary_key=True, autoincrement=False),
    Column("bound_by", Snowflake, nullable=False),
    Column("bound_at", Moment, nullable=False),
)

station = Table(
    "station",
    metadata,
    own_id(),
    of_competition(),
    Column("event", String(20), nullable=False),
    refer("player_id", "player", nullable=False),
    Column("round", Integer, nullable=False),
    refer("pitcher_id", "player", nullable=False),
    refer("shagging_team_id", "team"),
    Column("opened_by", Snowflake, nullable=False),
    Column("opened_at", Moment, nullable=False),
    Index(None, "competition_id"),
)

timer = Table(
    "timer",
    metadata,
    own_id(),
    of_competition(),
    Column("event", String(20), nullable=False),
    refer("player_id", "player"),
    Column("round", Integer),
    Column("started_by", Snowflake, nullable=False),
    Column("started_at", Moment, nullable=False),
    Column("ends_at", Moment, nullable=False),
    Column("stopped_at", Moment),
    Index(None, "competition_id"),
)

official_start = Table(
    "official_start",
    metadata,
    own_id(),
    of_competition(),
    Column("event", String(20), nullable=False),
    Column("round", Integer, nullable=False),
    Column("starts_at", Moment, nullable=False),
    Column("set_by", Snowflake, nullable=False),
    Column("set_at", Moment, nullable=False),
    Index(None, "competition_id"),
)

blinds_press = Table(
    "blinds_press",
    metadata,
    own_id(),
    of_competition(),
    Column("press", String(20), nullable=False),
    Column("chips", Integer, nullable=False),
    Column("level", Integer),
    Column("minutes", Integer),
    Column("small", Integer),
    Column("pressed_by", Snowflake, nullable=False),
    Column("pressed_at", Moment, nullable=False),
    Index(None, "competition_id"),
)

game_event = Table(
    "game_event",
    metadata,
    own_id(),
    of_competition(),
    Column("match", String(20), nullable=False),
    refer("first_team_id", "team", nullable=False),
    refer("second_team_id", "team", nullable=False),
    Column("kind", String(20), nullable=False),
    Column("value", JSON, nullable=False),
    Column("noted_by", Snowflake, nullable=False),
    Column("noted_at", Moment, nullable=False),
    Index(None, "competition_id", "match"),
)
