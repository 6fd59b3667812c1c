"""first tables

Revision ID: 0001
Revises:
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "answer",
        sa.Column("interaction_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.Column("answered_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("interaction_id", name=op.f("pk_answer")),
    )
    op.create_index(op.f("ix_answer_answered_at"), "answer", ["answered_at"])

    op.create_table(
        "competition",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("name_key", sa.String(length=200), nullable=False),
        sa.Column("state", sa.String(length=30), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("announcements_channel_id", sa.BigInteger(), nullable=False),
        sa.Column("standings_channel_id", sa.BigInteger(), nullable=False),
        sa.Column("captains_channel_id", sa.BigInteger(), nullable=False),
        sa.Column("staff_channel_id", sa.BigInteger(), nullable=False),
        sa.Column("facilitator_role_id", sa.BigInteger(), nullable=True),
        sa.Column("director_role_id", sa.BigInteger(), nullable=True),
        sa.Column("created_by", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ledger_length", sa.Integer(), server_default="0", nullable=False),
        sa.Column(
            "ledger_digest",
            sa.String(length=64),
            server_default="0000000000000000000000000000000000000000000000000000000000000000",
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_competition")),
        sa.UniqueConstraint("guild_id", "name_key", name=op.f("uq_competition_guild_id_name_key")),
    )
    op.create_table(
        "direct_opt_in",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("opted_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name=op.f("pk_direct_opt_in")),
    )
    op.create_table(
        "guild",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("command_hash", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_guild")),
    )
    op.create_table(
        "installation",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_installation")),
    )
    op.create_table(
        "age_exception",
        sa.Column("competition_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("person_key", sa.String(length=64), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("granted_by", sa.BigInteger(), nullable=False),
        sa.Column("granted_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["competition_id"],
            ["competition.id"],
            name=op.f("fk_age_exception_competition_id_competition"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("competition_id", "person_key", name=op.f("pk_age_exception")),
    )
    op.create_table(
        "amendment",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("competition_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("number", sa.String(length=20), nullable=False),
        sa.Column("title", sa.String(length=100), nullable=False),
        sa.Column("old_text", sa.Text(), nullable=True),
        sa.Column("new_text", sa.Text(), nullable=False),
        sa.Column("is_after_start", sa.Boolean(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("amended_by", sa.BigInteger(), nullable=False),
        sa.Column("amended_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["competition_id"],
            ["competition.id"],
            name=op.f("fk_amendment_competition_id_competition"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_amendment")),
        sa.UniqueConstraint(
            "competition_id", "version", "number", name=op.f("uq_amendment_competition_id_version_number")
        ),
    )
    op.create_table(
        "blinds_press",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("competition_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("press", sa.String(length=20), nullable=False),
        sa.Column("chips", sa.Integer(), nullable=False),
        sa.Column("level", sa.Integer(), nullable=True),
        sa.Column("minutes", sa.Integer(), nullable=True),
        sa.Column("small", sa.Integer(), nullable=True),
        sa.Column("pressed_by", sa.BigInteger(), nullable=False),
        sa.Column("pressed_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["competition_id"],
            ["competition.id"],
            name=op.f("fk_blinds_press_competition_id_competition"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_blinds_press")),
    )
    op.create_index(op.f("ix_blinds_press_competition_id"), "blinds_press", ["competition_id"])

    op.create_table(
        "cancellation",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("competition_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("event", sa.String(length=20), nullable=False),
        sa.Column("is_cancelled", sa.Boolean(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("decided_by", sa.BigInteger(), nullable=False),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["competition_id"],
            ["competition.id"],
            name=op.f("fk_cancellation_competition_id_competition"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_cancellation")),
    )
    op.create_index(op.f("ix_cancellation_competition_id"), "cancellation", ["competition_id"])

    op.create_table(
        "draft",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("competition_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("purpose", sa.String(length=20), nullable=False),
        sa.Column("value", sa.JSON(), nullable=False),
        sa.Column("drafted_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["competition_id"], ["competition.id"], name=op.f("fk_draft_competition_id_competition"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_draft")),
    )
    op.create_index(op.f("ix_draft_drafted_at"), "draft", ["drafted_at"])

    op.create_table(
        "event_closing",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("competition_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("event", sa.String(length=20), nullable=False),
        sa.Column("is_closed", sa.Boolean(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("team_ranks", sa.JSON(), nullable=False),
        sa.Column("player_ranks", sa.JSON(), nullable=False),
        sa.Column("decided_by", sa.BigInteger(), nullable=False),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["competition_id"],
            ["competition.id"],
            name=op.f("fk_event_closing_competition_id_competition"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event_closing")),
    )
    op.create_index(op.f("ix_event_closing_competition_id"), "event_closing", ["competition_id"])

    op.create_table(
        "event_facilitator",
        sa.Column("competition_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("event", sa.String(length=20), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("bound_by", sa.BigInteger(), nullable=False),
        sa.Column("bound_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["competition_id"],
            ["competition.id"],
            name=op.f("fk_event_facilitator_competition_id_competition"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("competition_id", "event", "user_id", name=op.f("pk_event_facilitator")),
    )
    op.create_table(
        "job",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("competition_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("subject", sa.String(length=60), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["competition_id"], ["competition.id"], name=op.f("fk_job_competition_id_competition"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_job")),
        sa.UniqueConstraint("competition_id", "subject", name=op.f("uq_job_competition_id_subject")),
    )
    op.create_index(op.f("ix_job_status_due_at"), "job", ["status", "due_at"])

    op.create_table(
        "ledger",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("competition_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("interaction_id", sa.BigInteger(), nullable=True),
        sa.Column("actor_id", sa.BigInteger(), nullable=False),
        sa.Column("role", sa.String(length=20), nullable=True),
        sa.Column("action", sa.String(length=40), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("recorded_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["competition_id"], ["competition.id"], name=op.f("fk_ledger_competition_id_competition")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ledger")),
        sa.UniqueConstraint("competition_id", "position", name=op.f("uq_ledger_competition_id_position")),
    )
    op.create_table(
        "official_start",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("competition_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("event", sa.String(length=20), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("set_by", sa.BigInteger(), nullable=False),
        sa.Column("set_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["competition_id"],
            ["competition.id"],
            name=op.f("fk_official_start_competition_id_competition"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_official_start")),
    )
    op.create_index(op.f("ix_official_start_competition_id"), "official_start", ["competition_id"])

    op.create_table(
        "post",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("competition_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("subject", sa.String(length=60), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=True),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("payload", sa.JSON(), nullable=True),
        sa.Column("is_live", sa.Boolean(), nullable=False),
        sa.Column("wanted_revision", sa.Integer(), nullable=False),
        sa.Column("shown_revision", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("nonce", sa.BigInteger(), nullable=False),
        sa.Column("attempted_at", sa.Float(), nullable=True),
        sa.Column("attempted_text", sa.Text(), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("replaced_message_id", sa.BigInteger(), nullable=True),
        sa.Column("replaced_in_id", sa.BigInteger(), nullable=True),
        sa.Column("is_pinned", sa.Boolean(), nullable=False),
        sa.Column("sent_at", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(
            ["competition_id"], ["competition.id"], name=op.f("fk_post_competition_id_competition"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_post")),
        sa.UniqueConstraint("competition_id", "subject", name=op.f("uq_post_competition_id_subject")),
    )
    op.create_index(op.f("ix_post_status"), "post", ["status"])

    op.create_table(
        "registration_draft",
        sa.Column("competition_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("team_name", sa.Text(), nullable=False),
        sa.Column("players", sa.Text(), nullable=False),
        sa.Column("captain_name", sa.Text(), nullable=True),
        sa.Column("saved_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["competition_id"],
            ["competition.id"],
            name=op.f("fk_registration_draft_competition_id_competition"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("competition_id", "user_id", name=op.f("pk_registration_draft")),
    )
    op.create_table(
        "ruling",
        sa.Column("competition_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("rule_number", sa.String(length=20), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("decided_by", sa.BigInteger(), nullable=False),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["competition_id"],
            ["competition.id"],
            name=op.f("fk_ruling_competition_id_competition"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("competition_id", "number", name=op.f("pk_ruling")),
    )
    op.create_table(
        "scoring_mode",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("competition_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("event", sa.String(length=20), nullable=False),
        sa.Column("is_automatic", sa.Boolean(), nullable=False),
        sa.Column("decided_by", sa.BigInteger(), nullable=False),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["competition_id"],
            ["competition.id"],
            name=op.f("fk_scoring_mode_competition_id_competition"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_scoring_mode")),
    )
    op.create_index(op.f("ix_scoring_mode_competition_id"), "scoring_mode", ["competition_id"])

    op.create_table(
        "team",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("competition_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("name_key", sa.String(length=300), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("captain_id", sa.BigInteger(), nullable=True),
        sa.Column("captain_name", sa.String(length=100), nullable=True),
        sa.Column("registered_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("queued_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("offered_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("gone_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["competition_id"], ["competition.id"], name=op.f("fk_team_competition_id_competition"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_team")),
        sa.UniqueConstraint("competition_id", "name_key", name=op.f("uq_team_competition_id_name_key")),
    )
    op.create_table(
        "announcement",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("competition_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("audience", sa.String(length=20), nullable=False),
        sa.Column("team_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("event", sa.String(length=20), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("late_limit_seconds", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("written_by", sa.BigInteger(), nullable=False),
        sa.Column("written_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("edited_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["competition_id"],
            ["competition.id"],
            name=op.f("fk_announcement_competition_id_competition"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["team_id"], ["team.id"], name=op.f("fk_announcement_team_id_team"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_announcement")),
    )
    op.create_index(op.f("ix_announcement_competition_id"), "announcement", ["competition_id"])

    op.create_table(
        "card",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("competition_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("event", sa.String(length=20), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("team_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("second_keeper_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("arranged_by", sa.BigInteger(), nullable=False),
        sa.Column("arranged_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("replaced_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["competition_id"], ["competition.id"], name=op.f("fk_card_competition_id_competition"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["second_keeper_id"], ["team.id"], name=op.f("fk_card_second_keeper_id_team"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["team_id"], ["team.id"], name=op.f("fk_card_team_id_team"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_card")),
    )
    op.create_index(op.f("ix_card_competition_id"), "card", ["competition_id"])

    op.create_table(
        "claim_code",
        sa.Column("team_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("code_digest", sa.String(length=64), nullable=False),
        sa.Column("issued_by", sa.BigInteger(), nullable=False),
        sa.Column("issued_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["team_id"], ["team.id"], name=op.f("fk_claim_code_team_id_team"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("team_id", name=op.f("pk_claim_code")),
    )
    op.create_table(
        "co_captain",
        sa.Column("team_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("named_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["team_id"], ["team.id"], name=op.f("fk_co_captain_team_id_team"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("team_id", "user_id", name=op.f("pk_co_captain")),
    )
    op.create_table(
        "invitation",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("competition_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("team_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("invited_by", sa.BigInteger(), nullable=False),
        sa.Column("invited_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("answer", sa.String(length=20), nullable=True),
        sa.Column("answered_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["competition_id"],
            ["competition.id"],
            name=op.f("fk_invitation_competition_id_competition"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(["team_id"], ["team.id"], name=op.f("fk_invitation_team_id_team"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invitation")),
    )
    op.create_index(op.f("ix_invitation_team_id"), "invitation", ["team_id"])

    op.create_table(
        "match_result",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("competition_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("first_team_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("second_team_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("winner_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("how", sa.String(length=20), nullable=False),
        sa.Column("games", sa.JSON(), nullable=False),
        sa.Column("submitted_by", sa.BigInteger(), nullable=False),
        sa.Column("submitted_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("replaces_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("match", sa.String(length=20), nullable=True),
        sa.Column("played_before", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["competition_id"],
            ["competition.id"],
            name=op.f("fk_match_result_competition_id_competition"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["first_team_id"], ["team.id"], name=op.f("fk_match_result_first_team_id_team"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["replaces_id"],
            ["match_result.id"],
            name=op.f("fk_match_result_replaces_id_match_result"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["second_team_id"], ["team.id"], name=op.f("fk_match_result_second_team_id_team"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["winner_id"], ["team.id"], name=op.f("fk_match_result_winner_id_team"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_match_result")),
        sa.UniqueConstraint("replaces_id", name=op.f("uq_match_result_replaces_id")),
    )
    op.create_index(op.f("ix_match_result_competition_id"), "match_result", ["competition_id"])

    op.create_table(
        "payment",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("competition_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("team_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("cents", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("recorded_by", sa.BigInteger(), nullable=False),
        sa.Column("recorded_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["competition_id"],
            ["competition.id"],
            name=op.f("fk_payment_competition_id_competition"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(["team_id"], ["team.id"], name=op.f("fk_payment_team_id_team"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_payment")),
    )
    op.create_index(op.f("ix_payment_competition_id"), "payment", ["competition_id"])

    op.create_table(
        "player",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("competition_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("team_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("birth_date", sa.Date(), nullable=True),
        sa.Column("person_key", sa.String(length=64), nullable=True),
        sa.Column("entered_by", sa.BigInteger(), nullable=True),
        sa.Column("of_age_on", sa.Date(), nullable=True),
        sa.Column("of_age_by", sa.BigInteger(), nullable=True),
        sa.Column("joined_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("left_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["competition_id"],
            ["competition.id"],
            name=op.f("fk_player_competition_id_competition"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(["team_id"], ["team.id"], name=op.f("fk_player_team_id_team"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sa.UniqueConstraint("competition_id", "person_key", name=op.f("uq_player_competition_id_person_key")),
        sa.UniqueConstraint("competition_id", "user_id", name=op.f("uq_player_competition_id_user_id")),
    )
    op.create_index(op.f("ix_player_team_id"), "player", ["team_id"])

    op.create_table(
        "receipt",
        sa.Column("competition_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("team_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("read_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("told_by", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["competition_id"],
            ["competition.id"],
            name=op.f("fk_receipt_competition_id_competition"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(["team_id"], ["team.id"], name=op.f("fk_receipt_team_id_team"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("competition_id", "version", "team_id", "user_id", name=op.f("pk_receipt")),
    )
    op.create_table(
        "seed",
        sa.Column("competition_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("seed", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("team_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.ForeignKeyConstraint(
            ["competition_id"], ["competition.id"], name=op.f("fk_seed_competition_id_competition"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["team_id"], ["team.id"], name=op.f("fk_seed_team_id_team"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("competition_id", "seed", name=op.f("pk_seed")),
    )
    op.create_table(
        "ban",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("competition_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("player_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("banned_by", sa.BigInteger(), nullable=False),
        sa.Column("banned_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("lifted_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["competition_id"], ["competition.id"], name=op.f("fk_ban_competition_id_competition"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_ban_player_id_player"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ban")),
    )
    op.create_index(op.f("ix_ban_competition_id"), "ban", ["competition_id"])

    op.create_table(
        "card_revision",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("card_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("author", sa.String(length=20), nullable=False),
        sa.Column("value", sa.JSON(), nullable=False),
        sa.Column("disputed", sa.JSON(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("written_by", sa.BigInteger(), nullable=False),
        sa.Column("written_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["card_id"], ["card.id"], name=op.f("fk_card_revision_card_id_card"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_card_revision")),
    )
    op.create_index(op.f("ix_card_revision_card_id"), "card_revision", ["card_id"])

    op.create_table(
        "offence",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("competition_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("team_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("player_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("event", sa.String(length=20), nullable=True),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("recorded_by", sa.BigInteger(), nullable=False),
        sa.Column("recorded_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("decision", sa.String(length=20), nullable=False),
        sa.Column("decided_by", sa.BigInteger(), nullable=True),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("lifted_by", sa.BigInteger(), nullable=True),
        sa.Column("lifted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("lift_reason", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["competition_id"],
            ["competition.id"],
            name=op.f("fk_offence_competition_id_competition"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_offence_player_id_player"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["team_id"], ["team.id"], name=op.f("fk_offence_team_id_team"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_offence")),
    )
    op.create_index(op.f("ix_offence_competition_id"), "offence", ["competition_id"])

    op.create_table(
        "presence",
        sa.Column("player_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("is_present", sa.Boolean(), nullable=False),
        sa.Column("is_id_seen", sa.Boolean(), nullable=False),
        sa.Column("has_gear", sa.Boolean(), nullable=False),
        sa.Column("recorded_by", sa.BigInteger(), nullable=False),
        sa.Column("recorded_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_presence_player_id_player"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_presence")),
    )
    op.create_table(
        "roster_override",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("competition_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("team_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("joined_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("left_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("decided_by", sa.BigInteger(), nullable=False),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["competition_id"],
            ["competition.id"],
            name=op.f("fk_roster_override_competition_id_competition"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["joined_id"], ["player.id"], name=op.f("fk_roster_override_joined_id_player"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["left_id"], ["player.id"], name=op.f("fk_roster_override_left_id_player"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["team_id"], ["team.id"], name=op.f("fk_roster_override_team_id_team"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_roster_override")),
    )
    op.create_index(op.f("ix_roster_override_competition_id"), "roster_override", ["competition_id"])

    op.create_table(
        "sheet",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("competition_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("event", sa.String(length=20), nullable=False),
        sa.Column("team_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("player_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("value", sa.JSON(), nullable=True),
        sa.Column("submitted_by", sa.BigInteger(), nullable=False),
        sa.Column("submitted_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("replaces_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("interaction_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["competition_id"], ["competition.id"], name=op.f("fk_sheet_competition_id_competition"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_sheet_player_id_player"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["replaces_id"], ["sheet.id"], name=op.f("fk_sheet_replaces_id_sheet"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["team_id"], ["team.id"], name=op.f("fk_sheet_team_id_team"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sheet")),
        sa.UniqueConstraint("replaces_id", name=op.f("uq_sheet_replaces_id")),
    )
    op.create_index(op.f("ix_sheet_competition_id"), "sheet", ["competition_id"])

    op.create_table(
        "station",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("competition_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("event", sa.String(length=20), nullable=False),
        sa.Column("player_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("pitcher_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("shagging_team_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("opened_by", sa.BigInteger(), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["competition_id"],
            ["competition.id"],
            name=op.f("fk_station_competition_id_competition"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["pitcher_id"], ["player.id"], name=op.f("fk_station_pitcher_id_player"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_station_player_id_player"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["shagging_team_id"], ["team.id"], name=op.f("fk_station_shagging_team_id_team"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_station")),
    )
    op.create_index(op.f("ix_station_competition_id"), "station", ["competition_id"])

    op.create_table(
        "timer",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("competition_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("event", sa.String(length=20), nullable=False),
        sa.Column("player_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("round", sa.Integer(), nullable=True),
        sa.Column("started_by", sa.BigInteger(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("stopped_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["competition_id"], ["competition.id"], name=op.f("fk_timer_competition_id_competition"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_timer_player_id_player"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_timer")),
    )
    op.create_index(op.f("ix_timer_competition_id"), "timer", ["competition_id"])

    op.create_table(
        "appeal",
        sa.Column("offence_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("appealed_by", sa.BigInteger(), nullable=False),
        sa.Column("appealed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("is_granted", sa.Boolean(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("decided_by", sa.BigInteger(), nullable=True),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["offence_id"], ["offence.id"], name=op.f("fk_appeal_offence_id_offence"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("offence_id", name=op.f("pk_appeal")),
    )

    if op.get_bind().dialect.name == "sqlite":
        op.execute(
            "CREATE TRIGGER ledger_head AFTER INSERT ON ledger BEGIN UPDATE competition "
            "SET ledger_length = NEW.position, ledger_digest = NEW.digest WHERE id = NEW.competition_id; END"
        )
        for change in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER ledger_no_{change.lower()} BEFORE {change} ON ledger "
                "BEGIN SELECT RAISE(ABORT, 'the ledger is only added to'); END"
            )
    else:
        op.execute(
            "CREATE FUNCTION follow_ledger() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE competition "
            "SET ledger_length = NEW.position, ledger_digest = NEW.digest WHERE id = NEW.competition_id; "
            "RETURN NULL; END $$"
        )
        op.execute(
            "CREATE FUNCTION keep_ledger() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            "RAISE EXCEPTION 'the ledger is only added to'; END $$"
        )
        op.execute("CREATE TRIGGER ledger_head AFTER INSERT ON ledger FOR EACH ROW EXECUTE FUNCTION follow_ledger()")
        op.execute(
            "CREATE TRIGGER ledger_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger "
            "FOR EACH STATEMENT EXECUTE FUNCTION keep_ledger()"
        )
