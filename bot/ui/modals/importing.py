"""The form with which a director says why a file replaces what was entered."""

import discord

from bot.db.snapshot import Snapshot
from bot.ui.message import custom_id
from bot.ui.texts import importing as texts

REASON_MAX_CHARACTERS = 300


def reason_form(found: tuple[Snapshot, str]) -> discord.ui.Modal:
    """The form for a draft of an import."""
    snapshot, draft_id = found
    modal = discord.ui.Modal(
        title=texts.FORM_TITLE, custom_id=custom_id(texts.SUBMIT, snapshot.competition.id, draft_id)
    )
    reason: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id=texts.REASON, max_length=REASON_MAX_CHARACTERS
    )
    modal.add_item(discord.ui.Label(text=texts.REASON_LABEL, component=reason))
    return modal
