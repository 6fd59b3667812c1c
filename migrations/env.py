"""Alembic's entry: runs the revisions on the connection that `bot.db.migrate` hands over."""

from alembic import context

import bot.db.card_tables
import bot.db.closing_tables
import bot.db.desk_tables
import bot.db.notice_tables
import bot.db.registration_tables  # noqa: F401 - its tables belong to the metadata, too
from bot.db.tables import metadata

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
