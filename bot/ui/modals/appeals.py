"""The form with which a director decides on an appeal."""

import discord

from bot.ui.facts.conduct import Appealed
from bot.ui.message import custom_id
from bot.ui.texts import appeals as texts

SUBMIT = "appeal-verdict"
REASON = "reason"
REASON_MAX_CHARACTERS = 500


def verdict_form(found: Appealed, verdict: str) -> discord.ui.Modal:
    """The form; the verdict was chosen by the button."""
    modal = discord.ui.Modal(
        title=texts.FORM_TITLE, custom_id=custom_id(SUBMIT, found.snapshot.competition.id, found.offence.id, verdict)
    )
    reason: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id=REASON, style=discord.TextStyle.paragraph, max_length=REASON_MAX_CHARACTERS
    )
    modal.add_item(discord.ui.Label(text=texts.REASON_LABEL, component=reason))
    return modal
