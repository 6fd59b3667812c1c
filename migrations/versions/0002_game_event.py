"""what is noted at the table of a dodgeball game

Revision ID: 0002
Revises: 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    identity = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "game_event",
        sa.Column("id", identity, autoincrement=True, nullable=False),
        sa.Column("competition_id", identity, nullable=False),
        sa.Column("match", sa.String(length=20), nullable=False),
        sa.Column("first_team_id", identity, nullable=False),
        sa.Column("second_team_id", identity, nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("value", sa.JSON(), nullable=False),
        sa.Column("noted_by", sa.BigInteger(), nullable=False),
        sa.Column("noted_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["competition_id"],
            ["competition.id"],
            name=op.f("fk_game_event_competition_id_competition"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["first_team_id"], ["team.id"], name=op.f("fk_game_event_first_team_id_team"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["second_team_id"], ["team.id"], name=op.f("fk_game_event_second_team_id_team"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game_event")),
    )
    op.create_index(op.f("ix_game_event_competition_id_match"), "game_event", ["competition_id", "match"])
